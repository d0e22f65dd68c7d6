package pp

import (
	"strconv"
	"strings"

	"refract/diag"
	"refract/internal/intern"
	"refract/internal/spell"
)

// This file reads directives.

// A conditional is an #if that is open.
type conditional struct {
	start     uint32 // of the directive
	end       uint32
	taken     bool // one of its groups was read
	otherwise bool // its #else was seen
}

// directive reads the directive that starts with the # in t, to the end of its
// line.
func (p *Preprocessor) directive(t *Token) {
	p.inDirective = true
	f := p.file
	hash := *t
	p.lex(t)
	switch t.Kind {
	case TokEOF:
		// A lone # does nothing.
	case TokIdent:
		p.named(&hash, t)
	case TokInt:
		if p.hlsl { // # 7 "file", as preprocessors mark lines
			p.file.i = p.file.i - int(t.End-t.Start)
			p.lineDirective(diag.Span{Start: hash.Start, End: t.End})
			break
		}
		p.errorOn(t, CodeUnknownDirective, "expected the name of a directive after '#', found %s", p.describe(t))
	default:
		p.errorOn(t, CodeUnknownDirective, "expected the name of a directive after '#', found %s", p.describe(t))
	}
	if p.file == f { // #include is read to its end before it goes on elsewhere
		p.endDirective()
	}
}

// endDirective skips the rest of the line.
func (p *Preprocessor) endDirective() {
	f := p.file
	for f.i < len(f.src) && f.src[f.i] != '\n' && f.src[f.i] != '\r' {
		if c := f.src[f.i]; c == '/' && f.i+1 < len(f.src) && (f.src[f.i+1] == '/' || f.src[f.i+1] == '*') {
			f.i = p.skipComment(f.i)
			continue
		}
		f.i++
	}
	p.inDirective = false
}

// named reads the directive whose name is in t.
func (p *Preprocessor) named(hash, t *Token) {
	span := diag.Span{Start: hash.Start, End: t.End}
	name := t.Sym
	if p.inArguments > 0 {
		switch name {
		case symDefine, symUndef, symInclude, symExtension, symVersion:
			p.diags.Errorf(CodeInvalidDirective, span, "'#%s' can't stand among the arguments of a macro", p.interner.Name(name))
			return
		}
	}
	if p.hlsl && (name == symExtension || name == symVersion) {
		name = intern.NoSymbol
	}
	switch name {
	case symDefine:
		p.define()
	case symUndef:
		p.undef()
	case symIf:
		p.open(span, p.condition(span))
	case symIfdef, symIfndef:
		p.lex(t)
		if t.Kind != TokIdent {
			p.errorOn(t, CodeInvalidDirective, "expected the name of a macro, found %s", p.describe(t))
			p.open(span, false)
			return
		}
		defined := p.macroNamed(t.Sym) != 0
		p.noMore(p.interner.Name(name))
		p.open(span, defined == (name == symIfdef))
	case symElif, symElse:
		if p.conditionalOf(name, span) {
			// The group before was read, so this one and all others are not.
			p.endDirective()
			p.skip()
		}
	case symEndif:
		if p.conditionalOf(name, span) {
			p.conds = p.conds[:len(p.conds)-1]
		}
	case symError:
		p.diags.Errorf(CodeErrorDirective, diag.Span{Start: hash.Start, End: p.file.pos(p.lineEnd())}, "#error: %s", p.restOfLine())
	case symWarning:
		if p.hlsl {
			p.diags.Warnf(CodeErrorDirective, diag.Span{Start: hash.Start, End: p.file.pos(p.lineEnd())}, "#warning: %s", p.restOfLine())
			break
		}
		p.unknownDirective(t)
	case symPragma:
		p.pragma(hash)
	case symExtension:
		p.extension(hash)
	case symVersion:
		p.diags.Errorf(CodeInvalidVersion, span, "#version must stand before everything else but comments")
	case symLineDirective:
		p.lineDirective(span)
	case symInclude:
		p.include(hash, span)
	default:
		p.unknownDirective(t)
	}
}

// unknownDirective reports a directive whose name, in t, is none.
func (p *Preprocessor) unknownDirective(t *Token) {
	{
		text := p.interner.Name(t.Sym)
		d := p.errorOn(t, CodeUnknownDirective, "unknown directive '#%s'", text)
		for _, near := range directiveNames {
			if spell.Distance(text, near, 1) == 1 {
				d.Suggest(diag.Span{Start: t.Start, End: t.End}, near, "'#%s' is the nearest", near)
				break
			}
		}
	}
}

var directiveNames = []string{"define", "undef", "if", "ifdef", "ifndef", "elif", "else", "endif", "error",
	"pragma", "extension", "version", "line", "include"}

// lineEnd is the offset in the text that is lexed where the line ends, before a
// comment that ends it.
func (p *Preprocessor) lineEnd() int {
	f := p.file
	i := f.i
	for i < len(f.src) && f.src[i] != '\n' && f.src[i] != '\r' {
		if f.src[i] == '/' && i+1 < len(f.src) && (f.src[i+1] == '/' || f.src[i+1] == '*') {
			break
		}
		i++
	}
	for i > f.i && charClass[f.src[i-1]] == classBlank {
		i--
	}
	return i
}

// restOfLine is the text up to the end of the line or a comment, without blanks
// around it.
func (p *Preprocessor) restOfLine() string {
	return strings.TrimSpace(p.file.src[p.file.i:p.lineEnd()])
}

// noMore reports tokens behind the end of a directive.
func (p *Preprocessor) noMore(name string) {
	if !p.inDirective {
		return
	}
	var t Token
	p.lex(&t)
	if t.Kind != TokEOF {
		p.warnAt(CodeExtraTokens, t.Start, t.End, "nothing is expected behind #%s, found %s", name, p.describe(&t))
	}
}

// describe is a token for a message.
func (p *Preprocessor) describe(t *Token) string {
	switch t.Kind {
	case TokEOF:
		if p.inDirective {
			return "end of line"
		}
		return "end of file"
	case TokIdent, TokInt, TokFloat, TokBad:
		s := p.interner.Name(t.Sym)
		if len(s) > 40 {
			s = s[:40] + "..."
		}
		return strconv.Quote(s)
	}
	return t.Kind.String()
}

func plural(n int, what string) string {
	switch n {
	case 0:
		return "no " + what + "s"
	case 1:
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

// define reads a #define behind its name.
func (p *Preprocessor) define() {
	var t Token
	p.lex(&t)
	if t.Kind != TokIdent {
		p.errorOn(&t, CodeInvalidMacro, "expected the name of a macro, found %s", p.describe(&t))
		return
	}
	if !p.mayDefine(&t) {
		return
	}
	m := macro{name: t.Sym, span: diag.Span{Start: t.Start, End: t.End}, start: uint32(len(p.bodies))}
	p.params = p.params[:0]
	f := p.file
	if f.i < len(f.src) && f.src[f.i] == '(' {
		m.function = true
		p.lex(&t)
		if !p.parameters(&m) {
			return
		}
	}
	first := true
	end := uint32(0)
	for {
		p.lex(&t)
		if t.Kind == TokEOF {
			break
		}
		if first {
			m.text = t.Start
			t.flags = 0
			first = false
		}
		end = max(end, t.End)
		if t.Kind == TokHashHash {
			m.assembled = true
		}
		if t.Kind == TokIdent && m.function {
			for i, param := range p.params {
				if param == t.Sym && (param != symVaArgs || m.variadic) {
					t.Kind, t.Sym = tokParam, Symbol(i)
					m.assembled = true
					break
				}
			}
		}
		p.bodies = append(p.bodies, t)
	}
	m.end = uint32(len(p.bodies))
	if m.end > m.start {
		m.size = end - m.text
		body := p.bodies[m.start:m.end]
		if k := len(body) - 1; body[0].Kind == TokHashHash || body[k].Kind == TokHashHash {
			p.diags.Errorf(CodeInvalidMacro, m.span, "'##' can't stand at the start or the end of a macro")
			p.bodies = p.bodies[:m.start]
			return
		}
		for i := range body {
			if body[i].Kind != TokHash || !m.function {
				continue
			}
			if p.hlsl {
				if i+1 < len(body) && body[i+1].Kind == tokParam {
					m.assembled = true
				}
			} else {
				p.warnAt(CodeStringize, body[i].Start, body[i].End, "GLSL has no '#' that makes strings of arguments")
			}
		}
	}
	if old := p.macroNamed(m.name); old != 0 {
		if !p.same(&p.macros[old], &m) {
			report := p.diags.Errorf
			if p.hlsl {
				report = p.diags.Warnf
			}
			d := report(CodeMacroRedefined, m.span, "macro '%s' is defined anew, with another text", p.interner.Name(m.name))
			if s := p.macros[old].span; !s.IsZero() {
				d.Label(s, "the definition before")
			}
			d.Note("#undef takes a definition away")
			if p.hlsl { // the second definition holds
				if int(old) < p.predefined {
					p.variant.valid = false
				}
				p.macros = append(p.macros, m)
				p.setMacro(m.name, uint32(len(p.macros)-1))
				return
			}
		}
		p.bodies = p.bodies[:m.start]
		return
	}
	p.macros = append(p.macros, m)
	p.setMacro(m.name, uint32(len(p.macros)-1))
}

// mayDefine reports whether the name in t may be defined, or undefined.
func (p *Preprocessor) mayDefine(t *Token) bool {
	name := p.interner.Name(t.Sym)
	switch {
	case t.Sym == symDefined || t.Sym == symLine || t.Sym == symFile || t.Sym == symVersionMacro:
		p.errorOn(t, CodeReservedMacro, "'%s' is a name that can't be defined or undefined", name)
		return false
	case p.hlsl:
	case strings.HasPrefix(name, "GL_") && !p.fromOutside():
		p.errorOn(t, CodeReservedMacro, "'%s': names that start with GL_ can't be defined or undefined", name)
		return false
	case strings.Contains(name, "__") && !p.fromOutside():
		p.warnAt(CodeReservedMacro, t.Start, t.End, "'%s': names with two underscores in a row are reserved", name)
	}
	return true
}

// maxMacroParameters bounds the parameters that each word of a macro is compared with.
const maxMacroParameters = 256

// parameters reads the parameters of a macro up to their parenthesis.
func (p *Preprocessor) parameters(m *macro) bool {
	var t Token
	p.lex(&t)
	if t.Kind == TokRParen {
		return true
	}
	for {
		if p.hlsl && t.Kind == TokPeriod { // ... are the rest of the arguments
			for range 2 {
				p.lex(&t)
			}
			p.params = append(p.params, symVaArgs)
			m.params, m.variadic = uint32(len(p.params)), true
			p.lex(&t)
			if t.Kind != TokRParen {
				p.errorOn(&t, CodeInvalidMacro, "expected ')' after '...', found %s", p.describe(&t))
				return false
			}
			return true
		}
		if t.Kind != TokIdent {
			p.errorOn(&t, CodeInvalidMacro, "expected the name of a parameter, found %s", p.describe(&t))
			return false
		}
		for _, before := range p.params {
			if before == t.Sym {
				p.errorOn(&t, CodeInvalidMacro, "there are two parameters named '%s'", p.interner.Name(t.Sym))
				return false
			}
		}
		if len(p.params) == maxMacroParameters {
			p.errorOn(&t, CodeInvalidMacro, "a macro has at most %d parameters", maxMacroParameters)
			return false
		}
		p.params = append(p.params, t.Sym)
		p.lex(&t)
		if t.Kind == TokRParen {
			m.params = uint32(len(p.params))
			return true
		}
		if t.Kind != TokComma {
			p.errorOn(&t, CodeInvalidMacro, "expected ',' or ')' after a parameter, found %s", p.describe(&t))
			return false
		}
		p.lex(&t)
	}
}

// same reports whether two definitions are: tokens, parameters, and where there
// are blanks.
func (p *Preprocessor) same(a, b *macro) bool {
	if a.kind != macroDefined || a.function != b.function || a.params != b.params || a.end-a.start != b.end-b.start {
		return false
	}
	x, y := p.bodies[a.start:a.end], p.bodies[b.start:b.end]
	for i := range x {
		if x[i].Kind != y[i].Kind || x[i].Sym != y[i].Sym || (x[i].flags^y[i].flags)&flagSpace != 0 {
			return false
		}
	}
	return true
}

// undef reads an #undef behind its name.
func (p *Preprocessor) undef() {
	var t Token
	p.lex(&t)
	if t.Kind != TokIdent {
		p.errorOn(&t, CodeInvalidMacro, "expected the name of a macro, found %s", p.describe(&t))
		return
	}
	if m := p.macroNamed(t.Sym); p.mayDefine(&t) && m != 0 {
		p.setMacro(t.Sym, 0)
		if int(m) < p.predefined {
			p.variant.valid = false
		}
	}
	p.noMore("undef")
}

// open begins a conditional and, where its condition is false, skips on.
func (p *Preprocessor) open(span diag.Span, taken bool) {
	p.conds = append(p.conds, conditional{start: span.Start, end: span.End, taken: taken})
	if !taken {
		p.endDirective()
		p.skip()
	}
}

// conditionalOf looks at an #elif, #else or #endif, and reports whether it
// belongs to an #if.
func (p *Preprocessor) conditionalOf(name Symbol, span diag.Span) bool {
	if len(p.conds) <= p.file.conds {
		p.diags.Errorf(CodeUnbalancedDirective, span, "#%s without an #if", p.interner.Name(name))
		return false
	}
	c := &p.conds[len(p.conds)-1]
	if name != symElif {
		p.noMore(p.interner.Name(name))
	}
	if name != symEndif {
		if c.otherwise {
			p.diags.Errorf(CodeUnbalancedDirective, span, "#%s after #else", p.interner.Name(name)).
				Label(diag.Span{Start: c.start, End: c.end}, "of this conditional")
		}
		c.otherwise = c.otherwise || name == symElse
	}
	return true
}

// skip skips the groups that are not read, up to one that is or to #endif, and
// reads the directive that ends them.
func (p *Preprocessor) skip() {
	depth := 0
	var t Token
	for p.nextDirective() {
		at := p.file.pos(p.file.i - 1)
		p.inDirective = true
		p.lex(&t)
		if t.Kind == TokIdent {
			span := diag.Span{Start: at, End: t.End}
			switch t.Sym {
			case symIf, symIfdef, symIfndef:
				depth++
			case symEndif:
				if depth > 0 {
					depth--
					break
				}
				p.noMore("endif")
				p.conds = p.conds[:len(p.conds)-1]
				p.endDirective()
				return
			case symElse, symElif:
				if depth > 0 {
					break
				}
				p.conditionalOf(t.Sym, span)
				c := &p.conds[len(p.conds)-1]
				if c.taken {
					break
				}
				if t.Sym == symElse || p.condition(span) {
					p.conds[len(p.conds)-1].taken = true
					p.endDirective()
					return
				}
				if p.stopped {
					return
				}
			}
		}
		p.endDirective()
	}
}

// nextDirective moves behind the next # that begins a line, or to the end of
// the file.
func (p *Preprocessor) nextDirective() bool {
	f := p.file
	src := f.src
	i := f.i
	begins := i == 0
	for i < len(src) {
		switch c := src[i]; {
		case c == '\n' || c == '\r':
			begins = true
			i++
		case charClass[c] == classBlank:
			i++
		case c == '/' && i+1 < len(src) && (src[i+1] == '/' || src[i+1] == '*'):
			i = p.skipComment(i)
		case c == '#' && begins:
			f.i = i + 1
			return true
		default:
			begins = false
			i++
			for i < len(src) && src[i] != '\n' && src[i] != '\r' && src[i] != '/' {
				i++
			}
		}
	}
	f.i = i
	return false
}

// pragma reads a #pragma behind its name.
func (p *Preprocessor) pragma(hash *Token) {
	f := p.file
	start := f.i
	for start < len(f.src) && charClass[f.src[start]] == classBlank {
		start++
	}
	end := p.lineEnd()
	start = min(start, end)
	text := f.src[start:end]
	if strings.TrimSpace(text) == "once" {
		p.once = append(p.once, f.path)
		return
	}
	p.unit.Directives = append(p.unit.Directives, Directive{
		Kind:     DirPragma,
		Name:     text,
		Span:     diag.Span{Start: hash.Start, End: f.end(end)},
		NameSpan: diag.Span{Start: f.pos(start), End: f.end(end)},
		Token:    len(p.out),
	})
}

// extension reads an #extension behind its name.
func (p *Preprocessor) extension(hash *Token) {
	var name, t Token
	p.lex(&name)
	if name.Kind != TokIdent {
		p.errorOn(&name, CodeInvalidDirective, "expected the name of an extension, found %s", p.describe(&name))
		return
	}
	p.lex(&t)
	if t.Kind != TokColon {
		p.errorOn(&t, CodeInvalidDirective, "expected ':' after the name of the extension, found %s", p.describe(&t))
		return
	}
	p.lex(&t)
	var behavior Behavior
	switch text := p.interner.Name(t.Sym); {
	case t.Kind == TokIdent && text == "disable":
		behavior = BehaviorDisable
	case t.Kind == TokIdent && text == "warn":
		behavior = BehaviorWarn
	case t.Kind == TokIdent && text == "enable":
		behavior = BehaviorEnable
	case t.Kind == TokIdent && text == "require":
		behavior = BehaviorRequire
	default:
		p.errorOn(&t, CodeInvalidDirective, "expected require, enable, warn or disable, found %s", p.describe(&t))
		return
	}
	end := t.End
	p.noMore("extension")
	text := p.interner.Name(name.Sym)
	if text == "all" {
		if behavior >= BehaviorEnable {
			p.errorOn(&name, CodeInvalidDirective, "extension 'all' can only be warned of or disabled, not %sd", behavior)
			return
		}
		if behavior == BehaviorDisable {
			p.wordExts = 0
		}
	} else if findExtension(text) < 0 {
		if behavior == BehaviorRequire {
			p.errorOn(&name, CodeUnknownExtension, "extension '%s' is not known", text)
			return
		}
		p.warnAt(CodeUnknownExtension, name.Start, name.End, "extension '%s' is not known", text)
	}
	p.unit.Directives = append(p.unit.Directives, Directive{
		Kind:     DirExtension,
		Behavior: behavior,
		Name:     text,
		Span:     diag.Span{Start: hash.Start, End: end},
		NameSpan: diag.Span{Start: name.Start, End: name.End},
		Token:    len(p.out),
	})
	if behavior != BehaviorDisable && text != "all" && p.macroNamed(name.Sym) == 0 {
		p.macros = append(p.macros, macro{name: name.Sym, kind: macroPredefined})
		p.setMacro(name.Sym, uint32(len(p.macros)-1))
	}
	before := p.wordExts
	for i := range wordExtensions {
		if w := &wordExtensions[i]; w.name == text {
			if behavior == BehaviorDisable {
				p.wordExts &^= w.bits
			} else {
				p.wordExts |= w.bits
			}
		}
	}
	if p.wordExts != before || text == "all" {
		p.setWords()
	}
}

// setWords sets the kinds of words from here on.
func (p *Preprocessor) setWords() {
	state := wordState{p.unit.Version, p.unit.Profile == ProfileES, p.hlsl, p.wordExts}
	if p.hlsl {
		state = wordState{hlsl: true}
	}
	if p.words == state && p.kinds != nil {
		return
	}
	p.words = state
	for i := range p.tables {
		if t := &p.tables[i]; t.state == state {
			p.kinds = t.kinds
			return
		}
	}
	t := wordTable{state, new(wordKinds)}
	if len(p.tables) == maxWordTables {
		t.kinds = p.tables[0].kinds
		p.tables = append(p.tables[:0], p.tables[1:]...)
	}
	setWords(t.kinds, state)
	p.tables = append(p.tables, t)
	p.kinds = t.kinds
}

// lineDirective reads a #line behind its name.
func (p *Preprocessor) lineDirective(span diag.Span) {
	f := p.file
	at := f.offset(f.i)
	var t Token
	e := evaluator{p: p}
	e.next()
	if e.t.Kind == TokEOF {
		p.diags.Errorf(CodeInvalidDirective, span, "expected a line number after #line")
		return
	}
	line := e.binary(0)
	number, name := f.number, f.name
	if !e.failed && e.t.Kind == TokString {
		name = p.interner.Name(e.t.Sym)
		e.next()
	} else if !e.failed && e.t.Kind != TokEOF {
		number, name = int(e.binary(0)), ""
	}
	t = e.t
	p.closeContexts()
	if e.failed {
		return
	}
	if t.Kind != TokEOF {
		p.warnAt(CodeExtraTokens, t.Start, t.End, "nothing is expected behind the numbers of #line, found %s", p.describe(&t))
	}
	// Before 330 the number is that of the directive's own line, later that of
	// the next one ("Preprocessor").
	next := int(line)
	if p.unit.Profile != ProfileES && p.unit.Version < 330 && !p.hlsl {
		next++
	}
	f.lineShift = next - (f.lineAt(at) + 1)
	f.number, f.name = number, name
}
