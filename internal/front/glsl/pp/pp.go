// Package pp is the preprocessor of GLSL and HLSL: source text to the tokens of the
// program, through directives, includes and macros.
//
// The two languages are dialects (see [Dialect]): they share tokens, directives and the
// expansion of macros. A dialect chooses keywords, predefined macros, the form of numbers,
// and the strictness of a few rules.
//
// Tokens are read one at a time and put into one list; no text is made in
// between. A token keeps where it comes from: its position is in the file that
// it is written in, and one from the body of a macro lies in a range that
// diagnostics lead back to the use, over all macros and includes on the way.
package pp

import (
	"strings"

	"refract/diag"
	"refract/internal/budget"
	"refract/internal/intern"
)

// A Profile is a branch of the language.
type Profile uint8

const (
	ProfileNone Profile = iota // desktop before 150, where there were no profiles
	ProfileCore
	ProfileCompatibility
	ProfileES
)

// String is the profile as #version spells it.
func (p Profile) String() string {
	return [...]string{"", "core", "compatibility", "es"}[p]
}

// An Includer finds the files of #include. Two parsers must not use it at once unless it is
// documented as safe.
type Includer interface {
	// Include finds a file. name stands between the quotes; system is true for < and >.
	// from is the name of the file that includes it, as given to Parse or returned as path
	// here. The path is shown in diagnostics and identifies the file. The error is shown as
	// it is.
	Include(name, from string, system bool) (path, text string, err error)
}

// A Define is a macro from outside, as -D of a compiler gives.
type Define struct {
	Name string // a name, or a name and parameters: SQUARE(x)
	Text string // what it stands for; -DNAME gives 1 by custom, that is for the caller
}

// A Dialect is a language that the preprocessor reads.
type Dialect uint8

const (
	GLSL Dialect = iota
	// HLSL has variadic macros, # that makes strings, #warning and line markers; macros may
	// be redefined with a warning, and no names are reserved. Control-flow words and struct
	// are keywords; all other words are identifiers.
	HLSL
)

// Options of preprocessing.
type Options struct {
	// Dialect is the language of the source.
	Dialect Dialect
	// Vulkan reads the source as Vulkan GLSL: VULKAN is defined.
	Vulkan bool
	// Version and Profile are those of a source without #version. Zero stands for 110, or
	// 100 of ES if Profile is ES.
	Version int
	Profile Profile
	// Defines are macros that exist before the first line.
	Defines []Define
	// Includer finds included files. Without one #include is an error.
	Includer Includer
	// Preamble is text that stands before the source, behind #version: it may declare names
	// that a host provides. Positions in it are shown as those of a file "<preamble>".
	Preamble string
	// PastesExpanded has ## join the expansions of arguments, as FXC does; else it joins arguments as they
	// are written.
	PastesExpanded bool
	// Meter ends reading when a context is done; may be nil.
	Meter *budget.Meter
}

// A Unit has the preprocessor's findings about a source.
type Unit struct {
	Version       int
	Profile       Profile
	ProfileStated bool      // #version names it
	VersionSpan   diag.Span // of the #version directive; zero if there is none
	Vulkan        bool
	Directives    []Directive // #extension and #pragma in order
}

// A DirectiveKind is the kind of a Directive.
type DirectiveKind uint8

const (
	DirExtension DirectiveKind = iota
	DirPragma
)

// A Behavior is the behavior in an #extension directive.
type Behavior uint8

const (
	BehaviorDisable Behavior = iota
	BehaviorWarn
	BehaviorEnable
	BehaviorRequire
)

// String is the behavior as the directive spells it.
func (b Behavior) String() string {
	return [...]string{"disable", "warn", "enable", "require"}[b]
}

// A Directive is an #extension or a #pragma.
type Directive struct {
	Kind     DirectiveKind
	Behavior Behavior // of DirExtension
	Name     string   // of the extension, or the text of the pragma, its blanks as written
	Span     diag.Span
	NameSpan diag.Span
	Token    int // index of the first token behind the directive
}

// A Preprocessor reads one source after another and reuses its memory. It must
// not be used by two goroutines at once. New makes one.
type Preprocessor struct {
	interner *intern.Interner
	given    Options
	opts     *Options // given, while a source is read
	sources  *diag.Sources
	diags    *diag.List
	unit     Unit
	hlsl     bool // the dialect is HLSL

	kinds    *wordKinds  // of the words, in the version in force
	words    wordState   // that kinds is for
	tables   []wordTable // those of the versions before
	wordExts uint        // the extensions in force that bring words

	files [MaxIncludeDepth + 4]file
	depth int
	file  *file // the innermost

	out    []Token
	macros []macro     // the first is none
	known  [2][]Symbol // predefined macros of desktop versions and of ES
	// The macros that exist before the first line stay in place for the next
	// source: there are a hundred of them.
	predefined int // how many of macros
	variant    predefinition
	bodies     []Token
	params     []Symbol // of the definition that is read

	macroOf  []uint32 // by symbol: the macro that it names, or 0
	contexts []context
	arena    []Token // what contexts read that isn't the body of a macro
	buffers  []buffers
	scratch  []byte
	pasted   [1]Token        // a string that # makes
	made     strings.Builder // the texts of names that are put together

	literalOf []uint32
	literals  []Literal

	conds []conditional
	once  []string // files that are not to be included again

	inDirective   bool
	inArguments   int // directives among the arguments of macros
	argumentDepth int
	steps         int
	includes      int
	made2         int // bytes of included files
	stopped       bool
	symVulkan     Symbol
}

// A predefinition is a set of macros that exist before the first line.
type predefinition struct {
	valid, vulkan, hlsl bool
	profile             Profile
}

// New makes a Preprocessor whose symbols from FirstPredeclared on are the names
// given. It panics if one of them occurs twice or is a word of the language.
func New(predeclared []string) *Preprocessor {
	p := &Preprocessor{interner: newInterner(predeclared)}
	seed := func(where int, name string) {
		p.known[where] = append(p.known[where], p.interner.Intern(name))
	}
	for where, bit := range []uint8{inDesktop, inES} {
		for i := range extensions {
			if extensions[i].pre&bit != 0 {
				seed(where, extensions[i].name)
			}
		}
		seed(where, "GL_FRAGMENT_PRECISION_HIGH")
	}
	for _, name := range []string{"GL_ES", "GL_core_profile", "GL_compatibility_profile", "VULKAN"} {
		p.interner.Intern(name)
	}
	p.symVulkan = p.interner.Lookup("VULKAN")
	p.interner.Keep()
	return p
}

// Interner gives names their symbols. Run forgets all but those that New knew.
func (p *Preprocessor) Interner() *intern.Interner { return p.interner }

// Run preprocesses a source, which lies at base in sources. It always returns a
// unit and the tokens that it found, the last of them TokEOF; both are valid
// until the next call. Errors are reported to diags.
func (p *Preprocessor) Run(src string, base uint32, opts *Options, sources *diag.Sources, diags *diag.List) (*Unit, []Token) {
	p.reset(opts, sources, diags)
	p.depth = 0
	p.file = &p.files[0]
	openFile(p.file, src, base, sources.Name(base))
	if !p.hlsl {
		p.version()
	}
	p.predefine()
	if opts.Preamble != "" {
		p.push(opts.Preamble, sources.Add("<preamble>", opts.Preamble), "<preamble>")
	}
	if len(opts.Defines) > 0 {
		var text strings.Builder
		for _, d := range opts.Defines {
			text.WriteString("#define " + strings.ReplaceAll(d.Name, "\n", " ") + " " + strings.ReplaceAll(d.Text, "\n", " ") + "\n")
		}
		p.push(text.String(), sources.Add("<command line>", text.String()), "<command line>")
	}
	if want := len(src) / 4; cap(p.out) < want {
		p.out = make([]Token, 0, want)
	}
	p.run()
	end := p.files[0].pos(len(p.files[0].src))
	p.out = append(p.out, Token{Start: end, End: end, Kind: TokEOF, flags: flagNewline})
	p.sources, p.diags, p.opts, p.given = nil, nil, nil, Options{}
	return &p.unit, p.out
}

// reset forgets the source before.
func (p *Preprocessor) reset(opts *Options, sources *diag.Sources, diags *diag.List) {
	p.interner.Reset()
	p.given = *opts
	p.hlsl = opts.Dialect == HLSL
	p.opts, p.sources, p.diags = &p.given, sources, diags
	p.unit = Unit{Version: opts.Version, Profile: opts.Profile, Vulkan: opts.Vulkan}
	if p.unit.Version == 0 {
		p.unit.Version = 110
		if opts.Profile == ProfileES {
			p.unit.Version = 100
		}
	}
	p.wordExts = 0
	p.out = p.out[:0]
	for i := p.predefined; i < len(p.macros); i++ {
		p.macroOf[p.macros[i].name] = 0
	}
	p.macros = p.macros[:p.predefined]
	p.bodies = p.bodies[:0]
	p.contexts, p.arena = p.contexts[:0], p.arena[:0]
	p.made.Reset()
	p.forgetLiterals()
	p.conds, p.once = p.conds[:0], p.once[:0]
	p.inDirective, p.inArguments, p.argumentDepth = false, 0, 0
	p.steps, p.includes, p.made2 = 0, 0, 0
	p.stopped = false
}

// fromOutside reports whether the text under the reader isn't the author's.
func (p *Preprocessor) fromOutside() bool {
	return p.depth > 0 && strings.HasPrefix(p.file.path, "<")
}

// predefine defines the macros that exist before the first line.
func (p *Preprocessor) predefine() {
	p.setWords()
	variant := predefinition{true, p.unit.Vulkan, p.hlsl, p.unit.Profile}
	if p.variant == variant {
		for i := range p.macros {
			p.macros[i].disabled = false
		}
		return
	}
	p.variant = variant
	clear(p.macroOf)
	p.macros = append(p.macros[:0], macro{})
	defer func() { p.predefined = len(p.macros) }()
	add := func(sym Symbol, kind macroKind) {
		p.macros = append(p.macros, macro{name: sym, kind: kind})
		p.setMacro(sym, uint32(len(p.macros)-1))
	}
	add(symLine, macroLine)
	add(symFile, macroFile)
	if p.hlsl {
		return
	}
	add(symVersionMacro, macroVersion)
	where, names := 0, [2]string{}
	switch p.unit.Profile {
	case ProfileES:
		where, names[0] = 1, "GL_ES"
	case ProfileCompatibility:
		names[0] = "GL_compatibility_profile"
	case ProfileCore:
		names[0] = "GL_core_profile"
	}
	if p.unit.Vulkan {
		names[1] = "VULKAN"
	}
	for _, sym := range p.known[where] {
		add(sym, macroPredefined)
	}
	for _, name := range names {
		if name != "" {
			add(p.interner.Lookup(name), macroPredefined)
		}
	}
}

// version reads #version, if the file begins with it.
func (p *Preprocessor) version() {
	f := p.file
	start := f.i
	var hash, t Token
	p.lex(&hash)
	if hash.Kind == TokHash && hash.flags&flagNewline != 0 {
		p.inDirective = true
		p.lex(&t)
		if t.Kind == TokIdent && t.Sym == symVersion {
			p.versionDirective(diag.Span{Start: hash.Start, End: t.End})
			p.endDirective()
			return
		}
		p.inDirective = false
	}
	f.i = start
}

// versions are the numbers of desktop versions; those of ES are below.
var versions = []int{110, 120, 130, 140, 150, 330, 400, 410, 420, 430, 440, 450, 460}

var versionsES = []int{100, 300, 310, 320}

// versionDirective reads a #version behind its name.
func (p *Preprocessor) versionDirective(span diag.Span) {
	var t, profile Token
	p.lex(&t)
	if t.Kind != TokInt {
		p.errorOn(&t, CodeInvalidVersion, "expected a version such as 330 or 300 es, found %s", p.describe(&t))
		return
	}
	v := 0
	for _, c := range []byte(p.interner.Name(t.Sym)) {
		if c-'0' > 9 || v > never {
			v = never
			break
		}
		v = v*10 + int(c-'0')
	}
	number := t
	p.lex(&profile)
	span.End = number.End
	name := ""
	if profile.Kind == TokIdent {
		name = p.interner.Name(profile.Sym)
		span.End = profile.End
		p.noMore("version")
	} else if profile.Kind != TokEOF {
		p.errorOn(&profile, CodeInvalidVersion, "expected core, compatibility or es, found %s", p.describe(&profile))
	}
	p.unit.VersionSpan = span
	es, desktop := has(versionsES, v), has(versions, v)
	switch {
	case !es && !desktop:
		p.errorOn(&number, CodeInvalidVersion, "there is no version %s of GLSL", p.describe(&number)).
			Note("versions are 110 to 150, 330, 400 to 460, and of ES 100, 300, 310, 320")
		return
	case es && v != 100 && name == "":
		p.errorOn(&number, CodeInvalidVersion, "version %d is one of ES: '#version %d es'", v, v).
			Suggest(diag.Span{Start: number.End, End: number.End}, " es", "add es")
		name = "es"
	case es && name != "es" && name != "":
		p.errorOn(&profile, CodeInvalidVersion, "version %d has no profile %s", v, p.describe(&profile))
	case v == 100 && name == "es":
		p.errorOn(&profile, CodeInvalidVersion, "version 100 is written without es")
	case desktop && name == "es":
		p.errorOn(&profile, CodeInvalidVersion, "ES has no version %d", v)
	case desktop && name != "" && name != "core" && name != "compatibility":
		p.errorOn(&profile, CodeInvalidVersion, "expected core, compatibility or es, found %s", p.describe(&profile))
	case desktop && name != "" && v < 150:
		p.errorOn(&profile, CodeInvalidVersion, "version %d has no profiles", v)
	}
	if es && v >= 300 && strings.Contains(string(p.file.src[:span.Start-p.file.pos(0)]), "\n") {
		p.diags.Errorf(CodeInvalidVersion, span, "#version of ES must stand on the first line")
	}
	p.unit.Version, p.unit.ProfileStated = v, name != ""
	switch {
	case es:
		p.unit.Profile = ProfileES
	case v < 150:
		p.unit.Profile = ProfileNone
	case name == "compatibility":
		p.unit.Profile = ProfileCompatibility
	default:
		p.unit.Profile = ProfileCore
	}
}

func has(list []int, v int) bool {
	for _, x := range list {
		if x == v {
			return true
		}
	}
	return false
}

// run reads all files to their ends.
func (p *Preprocessor) run() {
	var t Token
	outside := 0 // tokens that macros and included files brought
	for !p.stopped {
		p.given.Meter.Step()
		made := len(p.contexts) > 0 || p.depth > 0
		switch {
		case len(p.contexts) > 0:
			p.take(&t)
			made = len(p.contexts) > 0 || p.depth > 0
		case p.depth > 0:
			p.lex(&t)
		default:
			p.plain(&t)
		}
		switch t.Kind {
		case TokIdent:
			if int(t.Sym) < len(p.macroOf) && p.macroOf[t.Sym] != 0 && p.expand(&t) {
				continue
			}
			if t.Kind == TokIdent && t.Sym <= lastWord {
				t.Kind = p.kinds[t.Sym]
			}
		case TokHash:
			if t.flags&flagNewline != 0 && len(p.contexts) == 0 {
				p.directive(&t)
				continue
			}
		case TokEOF:
			p.unclosed()
			if p.depth == 0 {
				return
			}
			p.depth--
			p.file = &p.files[p.depth]
			continue
		}
		if made {
			if outside++; outside > maxMade {
				p.giveUp(diag.Span{Start: t.Start, End: t.End}, "macros and included files bring more than %d tokens", maxMade)
				return
			}
		}
		p.out = append(p.out, t)
	}
}

// plain reads the tokens of the source that stand for themselves up to the next that may
// not, which it leaves in t: the name of a macro, #, the end. The commonest tokens are
// read here, in a loop of few steps, all others by lex.
func (p *Preprocessor) plain(t *Token) {
	f := p.file
	src, base, i := f.src, f.base, f.i
	if len(f.splices) > 0 {
		src = "" // all by lex, which knows of them
	}
	out, n := p.out[:cap(p.out)], len(p.out)
	for {
		if n == len(out) {
			out = append(out, Token{})
			out = out[:cap(out)]
		}
		next := &out[n]
		start, end, flags := i, 0, uint8(0)
		kind, sym := TokIdent, Symbol(0)
		for i < len(src) {
			b := blankFlags[src[i]]
			if b == 0 {
				break
			}
			flags |= b
			i++
		}
		if i >= len(src) || start == 0 {
			goto slow
		}
		end = i + 1
		switch c := src[i]; charClass[c] {
		case className:
			for end < len(src) && charClass[src[end]] >= classDigit {
				end++
			}
			if i+8 > len(src) || end-i > MaxNameLength {
				goto slow
			}
			key := intern.Load64(src[i:])
			if size := end - i; size > 8 {
				name := src[i:end]
				sym = p.interner.InternHashed(name, key, intern.Hash(name, key))
			} else {
				key &= ^uint64(0) >> (64 - uint(size)*8)
				if sym = p.interner.Short(key, size); sym == 0 {
					sym = p.interner.Intern(src[i:end])
				}
			}
			if int(sym) < len(p.macroOf) && p.macroOf[sym] != 0 {
				p.out, f.i = out[:n], end
				*t = Token{Start: base + uint32(i), End: base + uint32(end), Sym: sym, Kind: TokIdent, flags: flags}
				return
			}
			if sym <= lastWord {
				kind = p.kinds[sym]
			}
		case classSingle:
			kind = single[c]
		case classDigit:
			p.lexNumber(next, i, flags)
			i = f.i
			n++
			continue
		default:
			kind = lonely[c]
			if kind == TokEOF || end == len(src) || charClass[src[end]] == classOther || c == '.' && charClass[src[end]] == classDigit {
				goto slow
			}
		}
		next.Start, next.End, next.Sym, next.Kind, next.flags = base+uint32(i), base+uint32(end), sym, kind, flags
		i = end
		n++
		continue

	slow:
		f.i = start
		p.lex(next)
		i = f.i
		switch next.Kind {
		case TokIdent:
			s := next.Sym
			if int(s) < len(p.macroOf) && p.macroOf[s] != 0 {
				p.out, *t = out[:n], *next
				return
			}
			if s <= lastWord {
				next.Kind = p.kinds[s]
			}
		case TokHash, TokEOF:
			p.out, *t = out[:n], *next
			return
		}
		n++
	}
}

// unclosed reports the conditionals that end with their file.
func (p *Preprocessor) unclosed() {
	for len(p.conds) > p.file.conds {
		c := p.conds[len(p.conds)-1]
		p.errorAt(CodeUnbalancedDirective, c.start, c.end, "this conditional has no #endif")
		p.conds = p.conds[:len(p.conds)-1]
	}
}

// Text is the spelling of a token.
func (p *Preprocessor) Text(t Token) string {
	if t.Kind == TokIdent || t.Kind.IsWord() || t.Kind == TokInt || t.Kind == TokFloat || t.Kind == TokBad {
		return p.interner.Name(t.Sym)
	}
	return string(p.appendText(nil, &t))
}
