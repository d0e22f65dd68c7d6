package pp

import (
	"refract/diag"
	"refract/internal/intern"
)

// This file expands macros.
//
// The tokens of a macro's body are read in place, through a context that adds to their
// positions the start of this expansion's range in the space of sources. Only where
// arguments are put in or tokens pasted is a list of tokens made, on a stack that shrinks
// as contexts end. A macro is switched off while a context of it is open; a use of its name
// that is read meanwhile is painted, and stays as it is for good ("Rescanning and further
// replacement" of C, which GLSL refers to).

// Limits that stop macro bombs.
const (
	// maxSteps bounds the expansions and the tokens put together for them.
	maxSteps = 1 << 19
	// maxMade bounds the tokens that macros and included files bring.
	maxMade = 1 << 19
	// maxArgumentDepth bounds how deep uses of macros lie inside of the
	// arguments of others.
	maxArgumentDepth = 200
)

// A macro is one definition.
type macro struct {
	name       Symbol
	function   bool
	disabled   bool // it is being expanded
	variadic   bool // its last parameter stands for the rest of the arguments
	assembled  bool // its expansion is put together: there are parameters, or ##
	kind       macroKind
	registered bool       // diags knows it
	id         diag.Macro // by which diags does
	start, end uint32     // of its body in bodies
	params     uint32     // how many there are
	text, size uint32     // offset and length of the text of the body
	span       diag.Span  // of its name in the definition
}

// A macroKind separates macros with a body from computed ones.
type macroKind uint8

const (
	macroDefined macroKind = iota
	macroPredefined
	macroLine
	macroFile
	macroVersion
)

// tokParam stands in a body for a parameter, whose index is Sym.
const tokParam = tokenKindCount

// A context is a list of tokens that are read before the rest.
type context struct {
	toks     []Token
	shift    uint32 // added to their offsets
	macro    uint32 // that is switched on again behind them, or 0
	arena    int    // length of the arena before them
	argument bool   // reading stops at the end
}

// macro is the macro that a name stands for, or 0.
func (p *Preprocessor) macroNamed(sym Symbol) uint32 {
	if int(sym) < len(p.macroOf) {
		return p.macroOf[sym]
	}
	return 0
}

// setMacro makes a name stand for a macro.
func (p *Preprocessor) setMacro(sym Symbol, m uint32) {
	if int(sym) >= len(p.macroOf) {
		p.macroOf = append(p.macroOf, make([]uint32, max(p.interner.Len(), int(sym)+1)-len(p.macroOf))...)
	}
	p.macroOf[sym] = m
}

// take reads the next token, from contexts or the file, without expanding it.
func (p *Preprocessor) take(t *Token) {
	for len(p.contexts) > 0 {
		c := &p.contexts[len(p.contexts)-1]
		if len(c.toks) > 0 {
			*t = c.toks[0]
			c.toks = c.toks[1:]
			t.Start += c.shift
			t.End += c.shift
			return
		}
		if c.argument {
			*t = Token{Kind: TokEOF}
			return
		}
		p.pop()
	}
	p.lex(t)
}

// pop ends the innermost context.
func (p *Preprocessor) pop() {
	c := &p.contexts[len(p.contexts)-1]
	if c.macro != 0 {
		p.macros[c.macro].disabled = false
	}
	p.arena = p.arena[:c.arena]
	c.toks = nil
	p.contexts = p.contexts[:len(p.contexts)-1]
}

// takeExpanded reads the next token that is not to be expanded.
func (p *Preprocessor) takeExpanded(t *Token) {
	for {
		p.take(t)
		if t.Kind != TokIdent || !p.expand(t) {
			return
		}
	}
}

// nextIsParen reports whether the next token is a (, and leaves it there.
func (p *Preprocessor) nextIsParen() bool {
	for i := len(p.contexts) - 1; i >= 0; i-- {
		c := &p.contexts[i]
		if len(c.toks) > 0 {
			return c.toks[0].Kind == TokLParen
		}
		if c.argument {
			return false
		}
	}
	// In a file a ( is looked for by hand: another token will be read again, and its
	// mistakes reported then.
	i := p.file.i
	src := p.file.src
	for i < len(src) {
		switch charClass[src[i]] {
		case classNewline:
			if p.inDirective {
				return false
			}
			i++
			continue
		case classBlank:
			i++
			continue
		}
		if src[i] == '/' && i+1 < len(src) && (src[i+1] == '/' || src[i+1] == '*') {
			i = p.skipComment(i)
			continue
		}
		return src[i] == '('
	}
	return false
}

// expand begins the expansion of the macro that t names, if it names one that
// may be expanded here, and reports whether t is gone with that.
func (p *Preprocessor) expand(t *Token) bool {
	p.given.Meter.Step()
	at := p.macroNamed(t.Sym)
	if at == 0 || t.flags&flagPainted != 0 {
		return false
	}
	m := &p.macros[at]
	if m.disabled {
		t.flags |= flagPainted
		return false
	}
	switch m.kind {
	case macroPredefined, macroLine, macroFile, macroVersion:
		p.computed(t, m.kind)
		return false
	}
	if m.function && !p.nextIsParen() {
		return false
	}
	use := diag.Span{Start: t.Start, End: t.End}
	if !p.step(1, use) {
		return true
	}
	var args arguments
	if m.function {
		var ok bool
		if args, ok = p.arguments(m, t); !ok {
			t.Kind, t.Sym = TokBad, 0 // stands for what there would have been
			return false
		}
		m = &p.macros[at]
	}
	if m.start == m.end {
		return true
	}
	if !m.registered {
		m.registered = true
		m.id = p.sources.AddMacro("macro "+p.interner.Name(m.name), m.size)
	}
	base, ok := p.sources.Expand(m.id, use)
	if !ok {
		p.giveUp(use, "macros expand to more text than can be numbered")
		return true
	}
	shift := base - m.text
	arena := len(p.arena)
	toks := p.bodies[m.start:m.end]
	if m.assembled {
		depth := p.argumentDepth
		p.assemble(toks, shift, &args, use)
		if p.stopped {
			p.arena = p.arena[:arena]
			return true
		}
		p.argumentDepth = depth
		toks, shift = p.arena[arena:], 0
	}
	p.macros[at].disabled = true
	p.contexts = append(p.contexts, context{toks: toks, shift: shift, macro: at, arena: arena})
	return true
}

// step counts work against the limit.
func (p *Preprocessor) step(n int, use diag.Span) bool {
	p.steps += n
	if p.steps > maxSteps && !p.stopped {
		p.giveUp(use, "macros expand to more than %d tokens", maxSteps)
	}
	return !p.stopped
}

// giveUp reports that a limit is passed and ends preprocessing.
func (p *Preprocessor) giveUp(at diag.Span, format string, args ...any) {
	if !p.stopped {
		p.diags.Errorf(CodePreprocessorLimit, at, format, args...)
	}
	p.stopped = true
}

// computed makes t the value of a macro that has no body.
func (p *Preprocessor) computed(t *Token, kind macroKind) {
	value := 1
	switch kind {
	case macroPredefined:
		if t.Sym == p.symVulkan {
			value = 100
		}
	case macroVersion:
		value = p.unit.Version
	case macroLine:
		value = p.lineOf(t)
	case macroFile:
		name := p.file.name
		if name == "" && p.hlsl {
			name = p.file.path
		}
		if name != "" || p.hlsl {
			t.Kind, t.Sym = TokString, p.interner.Intern(name)
			return
		}
		value = p.file.number
	}
	t.Kind, t.Sym = TokInt, p.number(value)
}

// lineOf is the number of the line that __LINE__ gives: that of the outermost
// use of a macro.
func (p *Preprocessor) lineOf(t *Token) int {
	f := p.file
	at := t.Start
	if at < f.base || at > f.base+uint32(len(f.text)) {
		at = p.sources.Visible(diag.Span{Start: t.Start, End: t.End}).Start
	}
	if at < f.base || at > f.base+uint32(len(f.text)) {
		at = f.pos(f.i)
	}
	return f.lineAt(int(at-f.base)) + f.lineShift
}

// number is the symbol of a number's spelling.
func (p *Preprocessor) number(n int) Symbol {
	var buf [20]byte
	i := len(buf)
	negative := n < 0
	if negative {
		n = -n
	}
	for {
		i--
		buf[i] = byte('0' + n%10)
		if n /= 10; n == 0 {
			break
		}
	}
	if negative {
		i--
		buf[i] = '-'
	}
	return p.internBytes(buf[i:])
}

// internBytes is the symbol of a name that is put together. Names are kept in
// chunks, which grow and are never written again.
func (p *Preprocessor) internBytes(name []byte) Symbol {
	at := p.made.Len()
	p.made.Write(name)
	s := p.made.String()[at:]
	key := intern.Head(s)
	return p.interner.InternHashed(s, key, intern.Hash(s, key))
}

// arguments are those of one use: argument i is raw[ends[i-1]:ends[i]], which lie
// in the buffers of a depth.
type arguments struct {
	depth int
	count int
}

// A buffers holds the arguments of the use of a macro that is being expanded at
// some depth of arguments in arguments.
type buffers struct {
	raw      []Token
	ends     []uint32
	expanded []Token
	ranges   []argumentRange
}

// An argumentRange is the range of an expanded argument in buffers.expanded.
type argumentRange struct {
	start, end uint32
	done       bool
}

// arguments collects the arguments of a use of m that t names. The next token
// is a parenthesis.
func (p *Preprocessor) arguments(m *macro, t *Token) (arguments, bool) {
	for len(p.buffers) <= p.argumentDepth {
		p.buffers = append(p.buffers, buffers{})
	}
	depth := p.argumentDepth
	b := &p.buffers[depth]
	b.raw, b.ends, b.expanded, b.ranges = b.raw[:0], b.ends[:0], b.expanded[:0], b.ranges[:0]
	params, name := int(m.params), m.name
	var u Token
	p.take(&u) // (
	open := u
	level := 0
	for {
		p.take(&u)
		switch u.Kind {
		case TokEOF:
			p.errorOn(t, CodeMacroArguments, "the arguments of macro '%s' have no end", p.interner.Name(name)).
				Label(diag.Span{Start: open.Start, End: open.End}, "expected the ')' of this '('")
			if !p.inDirective && len(p.contexts) == 0 {
				p.file.i = len(p.file.src)
			}
			return arguments{}, false
		case TokLParen:
			level++
		case TokRParen:
			if level == 0 {
				b.ends = append(b.ends, uint32(len(b.raw)))
				if p.macros[p.macroNamed(name)].variadic && len(b.ends) == params-1 {
					b.ends = append(b.ends, uint32(len(b.raw))) // no arguments are left for the last parameter
				}
				count := len(b.ends)
				if params == 0 && count == 1 && len(b.raw) == 0 {
					count = 0
				}
				if count != params {
					p.errorOn(t, CodeMacroArguments, "macro '%s' takes %s, not %d", p.interner.Name(name), plural(params, "argument"), count)
					return arguments{}, false
				}
				for range count {
					b.ranges = append(b.ranges, argumentRange{})
				}
				return arguments{depth, count}, p.step(len(b.raw), diag.Span{Start: t.Start, End: t.End})
			}
			level--
		case TokComma:
			if level == 0 && !(p.macros[p.macroNamed(name)].variadic && len(b.ends) == params-1) {
				b.ends = append(b.ends, uint32(len(b.raw)))
				continue
			}
		case TokHash:
			if u.flags&flagNewline != 0 && len(p.contexts) == 0 && !p.inDirective {
				p.argumentDepth++
				p.inArguments++
				p.directive(&u)
				p.inArguments--
				p.argumentDepth--
				b = &p.buffers[depth]
				if p.stopped {
					return arguments{}, false
				}
				continue
			}
		case TokIdent:
			// A name that may not be expanded here may not be later either.
			if at := p.macroNamed(u.Sym); at != 0 && p.macros[at].disabled {
				u.flags |= flagPainted
			}
		}
		if len(b.raw) >= maxSteps {
			p.step(maxSteps, diag.Span{Start: t.Start, End: t.End})
			return arguments{}, false
		}
		b.raw = append(b.raw, u)
	}
}

// rawArgument is an argument as it was written.
func (p *Preprocessor) rawArgument(a *arguments, i int) []Token {
	b := &p.buffers[a.depth]
	start := uint32(0)
	if i > 0 {
		start = b.ends[i-1]
	}
	return b.raw[start:b.ends[i]]
}

// expandedArgument is an argument with its macros expanded.
func (p *Preprocessor) expandedArgument(a *arguments, i int, use diag.Span) []Token {
	b := &p.buffers[a.depth]
	r := b.ranges[i]
	if r.done {
		return b.expanded[r.start:r.end]
	}
	raw := p.rawArgument(a, i)
	simple := true
	for k := range raw {
		if raw[k].Kind == TokIdent && p.macroNamed(raw[k].Sym) != 0 && raw[k].flags&flagPainted == 0 {
			simple = false
			break
		}
	}
	if simple {
		return raw
	}
	if p.argumentDepth >= maxArgumentDepth {
		p.giveUp(use, "macros are used in each other's arguments more than %d deep", maxArgumentDepth)
		return nil
	}
	p.argumentDepth = a.depth + 1
	p.contexts = append(p.contexts, context{toks: raw, arena: len(p.arena), argument: true})
	floor := len(p.contexts)
	start := len(b.expanded)
	var t Token
	for !p.stopped {
		p.takeExpanded(&t)
		if t.Kind == TokEOF {
			break
		}
		b = &p.buffers[a.depth]
		b.expanded = append(b.expanded, t)
		if !p.step(1, use) {
			break
		}
	}
	for len(p.contexts) >= floor {
		p.pop()
	}
	p.argumentDepth = a.depth
	b = &p.buffers[a.depth]
	b.ranges[i] = argumentRange{uint32(start), uint32(len(b.expanded)), true}
	return b.expanded[start:]
}

// assemble puts the expansion of a body together at the end of the arena.
func (p *Preprocessor) assemble(body []Token, shift uint32, a *arguments, use diag.Span) {
	paste := false // the token before is ##
	empty := false // what stood before it was an empty argument
	for k := 0; k < len(body) && !p.stopped; k++ {
		t := body[k]
		glued := k+1 < len(body) && body[k+1].Kind == TokHashHash
		if t.Kind == TokHashHash && k > 0 && !paste {
			paste = true
			continue
		}
		var toks []Token
		moved := uint32(0)
		if t.Kind == TokHash && p.hlsl && k+1 < len(body) && body[k+1].Kind == tokParam {
			k++
			glued = k+1 < len(body) && body[k+1].Kind == TokHashHash
			t.Kind, t.Sym = TokString, p.stringOf(p.rawArgument(a, int(body[k].Sym)))
			p.pasted[0] = t
			toks, moved = p.pasted[:], shift
		} else if t.Kind == tokParam {
			if (paste || glued) && !p.opts.PastesExpanded {
				toks = p.rawArgument(a, int(t.Sym))
			} else {
				toks = p.expandedArgument(a, int(t.Sym), use)
			}
		} else {
			toks, moved = body[k:k+1], shift
		}
		if !p.step(len(toks)+1, use) {
			return
		}
		before := len(p.arena)
		p.arena = append(p.arena, toks...)
		if moved != 0 {
			p.arena[before].Start += moved
			p.arena[before].End += moved
		}
		switch {
		case paste && !empty && len(toks) > 0:
			p.paste(before, use)
			empty = false
		case paste:
			empty = empty && len(toks) == 0
		default:
			empty = len(toks) == 0
		}
		paste = false
	}
}

// stringOf is the text of an argument as a string: its tokens, with one blank in place of
// the blanks between two.
func (p *Preprocessor) stringOf(toks []Token) Symbol {
	text := p.scratch[:0]
	for i := range toks {
		if i > 0 && toks[i].flags&flagSpace != 0 {
			text = append(text, ' ')
		}
		text = p.appendText(text, &toks[i])
		if len(text) > maxMade {
			break
		}
	}
	p.scratch = text[:0]
	return p.internBytes(text)
}

// paste makes one token of the one before index at of the arena and that at it.
func (p *Preprocessor) paste(at int, use diag.Span) {
	left, right := &p.arena[at-1], p.arena[at]
	if left.Kind == TokBad && left.Sym == 0 || right.Kind == TokBad && right.Sym == 0 {
		left.Kind, left.Sym = TokBad, 0 // reported already
		p.arena = append(p.arena[:at], p.arena[at+1:]...)
		return
	}
	text := p.scratch[:0]
	text = p.appendText(text, left)
	text = p.appendText(text, &right)
	p.scratch = text[:0]
	made, ok := p.tokenOf(text)
	if !ok || len(text) > MaxNameLength {
		if len(text) > 64 {
			text = append(text[:61:61], "..."...)
		}
		p.diags.Errorf(CodeInvalidPaste, use, "'##' gives '%s', which is no token", text)
		p.stopped = p.stopped || len(text) > MaxNameLength
		left.Kind, left.Sym = TokBad, 0
	} else {
		left.Kind, left.Sym = made.Kind, made.Sym
		left.flags &^= flagPainted
	}
	p.arena = append(p.arena[:at], p.arena[at+1:]...)
}

// appendText appends the spelling of a token.
func (p *Preprocessor) appendText(text []byte, t *Token) []byte {
	switch t.Kind {
	case TokIdent, TokInt, TokFloat, TokBad:
		return append(text, p.interner.Name(t.Sym)...)
	case TokString:
		text = append(text, '"')
		text = append(text, p.interner.Name(t.Sym)...)
		return append(text, '"')
	}
	return append(text, tokenText[t.Kind]...)
}

// tokenOf is the token that a text spells, if it is one.
func (p *Preprocessor) tokenOf(text []byte) (t Token, ok bool) {
	switch charClass[text[0]] {
	case className:
		for _, c := range text {
			if charClass[c] < classDigit {
				return t, false
			}
		}
		return Token{Kind: TokIdent, Sym: p.internBytes(text)}, true
	case classDigit:
		return p.pastedNumber(text)
	}
	if text[0] == '.' && len(text) > 1 {
		return p.pastedNumber(text)
	}
	for k := TokLParen; k <= TokMinusMinus; k++ {
		if tokenText[k] == string(text) {
			return Token{Kind: k}, true
		}
	}
	return t, false
}

// pastedNumber is the number that a text spells. Its suffix and digits are checked when its
// value is read, as for any number.
func (p *Preprocessor) pastedNumber(text []byte) (Token, bool) {
	s := string(text)
	if end, kind := scanNumber(s, 0); end == len(s) {
		return Token{Kind: kind, Sym: p.internBytes(text)}, true
	}
	return Token{}, false
}
