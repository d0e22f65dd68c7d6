package ir

// This file reads the text form of modules (see print.go): module-scope
// entities and types. Entities may be used before they are declared, so the
// text is read three times: labels; then everything outside function bodies;
// then the bodies.

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"refract/diag"
)

// Codes of the diagnostics that Parse reports.
const (
	codeTextSyntax diag.Code = "ir-syntax" // the line isn't formed as it should be
	codeTextName   diag.Code = "ir-name"   // a label is missing or declared twice
	codeTextType   diag.Code = "ir-type"   // a type is missing or impossible
)

// maxTextDepth is how deep blocks and types may nest.
const maxTextDepth = 250

// Parse reads the text form of a module. base is the offset of text in the
// space of a diag.Sources, or 0 to leave positions out; values without a
// !span of their own get the position of their line. On errors, which it
// reports to diags, it returns nil. It doesn't validate.
func Parse(text string, base uint32, diags *diag.List) *Module {
	p := &textParser{textLexer: textLexer{src: text}, base: base, diags: diags, m: NewModule()}
	before := diags.ErrorCount()
	p.labels()
	p.module()
	for _, b := range p.bodies {
		p.body(b)
	}
	if diags.ErrorCount() > before {
		return nil
	}
	return p.m
}

// ParseString is Parse of a text that stands alone; its error is a *diag.Diagnostics.
// Positions in the module are positions in the text.
func ParseString(name, text string) (*Module, error) {
	var sources diag.Sources
	if len(text) > sources.Room() {
		return nil, fmt.Errorf("%s: the text exceeds 4 GiB", name)
	}
	var diags diag.List
	m := Parse(text, sources.Add(name, text), &diags)
	return m, diags.Err(&sources)
}

type textParser struct {
	textLexer
	tok     token
	lastEnd int // end of the token before tok
	base    uint32
	diags   *diag.List
	m       *Module
	host    TextHost // nil: the text is a module's alone

	names   map[string]textRef // overrides, constants, globals by label
	structs map[string]StructID
	funcs   map[string]FuncID
	layouts map[string]LayoutID
	consts  map[string]ConstID
	lengths map[node]ConstID // array lengths written in place
	items   []textItem
	bodies  []textBody
	depth   int

	f        *Function // nil outside bodies
	b        Builder
	vars     map[string]textVar
	values   map[string]ExprID
	operands []ExprID
	breakIf  *ExprID // where the innermost continuing block puts its condition; nil elsewhere
}

// textRef is the entity that a label of module scope names.
type textRef struct {
	kind   Kind
	handle uint32
}

// textVar is the variable that a label of a function names: a parameter or local.
type textVar struct {
	kind   Kind
	handle uint32
}

// textItem is a declaration found by the first pass.
type textItem struct {
	offset int
	handle uint32
}

type textBody struct {
	fn     FuncID
	offset int
	end    int
	vars   map[string]textVar
}

// bailOut leaves the line that is being read; recovered by line.
type bailOut struct{}

func (p *textParser) fail(code diag.Code, t token, format string, args ...any) {
	p.diags.Errorf(code, p.at(t.start, t.end), format, args...)
	panic(bailOut{})
}

func (p *textParser) advance() token {
	t := p.tok
	p.lastEnd = t.end
	p.tok = p.next()
	return t
}

func (p *textParser) seek(offset int) {
	p.pos, p.parens = offset, 0
	p.lastEnd = offset
	p.tok = p.next()
}

// line runs read and, if it fails, goes on after the line, or after the block
// that the line opens.
func (p *textParser) line(read func()) {
	p.attempt(func() bool { read(); return false })
}

// manyLines runs read, for a line each time, as long as it returns true; if it fails,
// manyLines goes on as line does.
func (p *textParser) manyLines(read func() bool) {
	for !p.attempt(read) {
	}
}

// attempt runs read as long as it returns true. It returns false if read failed and attempt
// has gone on after the line.
func (p *textParser) attempt(read func() bool) (done bool) {
	depth := p.depth
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(bailOut); !ok {
				panic(r)
			}
			p.depth = depth
			p.skipLine()
		}
	}()
	for read() {
	}
	return true
}

// skipLine goes on to the end of a line outside of braces, or to a brace that it
// closes.
func (p *textParser) skipLine() {
	p.pos = p.tok.start
	p.skip(true)
	p.parens = 0
	p.tok = p.next()
}

func (p *textParser) is(c byte) bool { return p.tok.kind == tokPunct && p.tok.sigil == c }

func (p *textParser) accept(c byte) bool {
	if p.is(c) {
		p.advance()
		return true
	}
	return false
}

func (p *textParser) expect(c byte) {
	if !p.accept(c) {
		p.fail(codeTextSyntax, p.tok, "expected %q, found %s", c, p.tok)
	}
}

func (p *textParser) acceptWord(w string) bool {
	if p.tok.kind == tokIdent && p.tok.text == w {
		p.advance()
		return true
	}
	return false
}

func (p *textParser) word(what string) string {
	if p.tok.kind != tokIdent {
		p.fail(codeTextSyntax, p.tok, "expected %s, found %s", what, p.tok)
	}
	return p.advance().text
}

// enum reads one of a table's names.
func enum[T ~uint8](p *textParser, what string, names []string) T {
	if p.tok.kind == tokIdent || p.tok.kind == tokNumber {
		if i := slices.Index(names, p.tok.text); i >= 0 && p.tok.text != "" {
			p.advance()
			return T(i)
		}
	}
	p.fail(codeTextSyntax, p.tok, "expected %s, found %s", what, p.tok)
	return 0
}

// stage reads the name of a stage, or "none".
func (p *textParser) stage() Stage {
	var s Stage
	if s.UnmarshalText([]byte(p.tok.text)) != nil {
		p.fail(codeTextSyntax, p.tok, "expected a stage, found %s", p.tok)
		return NoStage
	}
	p.advance()
	return s
}

// inParens reads "(", then calls read, then reads ")".
func (p *textParser) inParens(read func()) {
	p.expect('(')
	read()
	p.expect(')')
}

func (p *textParser) label(sigil byte, what string) token {
	if p.tok.kind != tokLabel || p.tok.sigil != sigil {
		p.fail(codeTextSyntax, p.tok, "expected %s, found %s", what, p.tok)
	}
	return p.advance()
}

// nameOf is the name of an entity declared with a label: the string after the
// label, or the label itself unless it is a number.
func (p *textParser) nameOf(label token) string {
	if p.tok.kind == tokString {
		return p.advance().text
	}
	if strings.HasPrefix(label.text, "#") || isDigit(label.text[0]) {
		return ""
	}
	return label.text
}

func (p *textParser) str() string {
	if p.tok.kind != tokString {
		p.fail(codeTextSyntax, p.tok, "expected a quoted string, found %s", p.tok)
	}
	return p.advance().text
}

func (p *textParser) uint(limit uint64) uint32 {
	if p.tok.kind == tokNumber {
		if v, err := strconv.ParseUint(p.tok.text, 0, 32); err == nil && v <= limit {
			p.advance()
			return uint32(v)
		}
	}
	p.fail(codeTextSyntax, p.tok, "expected a number up to %d, found %s", limit, p.tok)
	return 0
}

func (p *textParser) u32() uint32 { return p.uint(math.MaxUint32) }

func (p *textParser) endLine() {
	switch {
	case p.tok.kind == tokNewline:
		p.advance()
	case p.tok.kind == tokEOF || p.is('}'):
	default:
		p.fail(codeTextSyntax, p.tok, "unexpected %s", p.tok)
	}
}

// First pass: labels.

func (p *textParser) labels() {
	p.names, p.structs, p.funcs = map[string]textRef{}, map[string]StructID{}, map[string]FuncID{}
	p.layouts, p.consts, p.lengths = map[string]LayoutID{}, map[string]ConstID{}, map[node]ConstID{}
	p.seek(0)
	var types []textItem // overrides and constants, whose types module-scope expressions need
	for p.tok.kind != tokEOF {
		offset := p.tok.start
		word := ""
		if p.tok.kind == tokIdent {
			word = p.advance().text
		}
		if p.tok.kind == tokLabel {
			t := p.tok
			p.parens = 0
			p.advance()
			p.declareLabel(word, t, offset)
			if word == "override" || word == "constant" {
				types = append(types, textItem{offset, p.items[len(p.items)-1].handle})
			}
		}
		p.skipLine()
		p.advance()
	}
	for _, it := range types {
		p.seek(it.offset)
		p.line(func() {
			word := p.advance().text
			p.advance()
			if p.tok.kind == tokString {
				p.advance()
			}
			p.expect(':')
			if t := p.typ(); word == "override" {
				p.m.Overrides[it.handle].Type = t
			} else {
				p.m.Constants[it.handle].Type = t
			}
		})
	}
}

func (p *textParser) declareLabel(word string, t token, offset int) {
	m := p.m
	handle := uint32(0)
	taken := false
	ref := func(k Kind, h int) {
		handle = uint32(h)
		_, taken = p.names[t.text]
		p.names[t.text] = textRef{k, handle}
	}
	switch word {
	case "struct":
		_, taken = p.structs[t.text]
		handle = uint32(len(m.Structs))
		m.AddStruct(Struct{})
		p.structs[t.text] = StructID(handle)
	case "func":
		_, taken = p.funcs[t.text]
		id, _ := m.NewFunction("")
		handle = uint32(id)
		p.funcs[t.text] = id
	case "layout":
		_, taken = p.layouts[t.text]
		handle = uint32(len(m.Layouts))
		m.Layouts = append(m.Layouts, LayoutNode{})
		p.layouts[t.text] = FirstExplicitLayout + LayoutID(handle)
	case "override":
		m.Overrides = append(m.Overrides, Override{})
		ref(KindOverride, len(m.Overrides)-1)
	case "constant":
		m.Constants = append(m.Constants, Constant{})
		ref(KindConstant, len(m.Constants)-1)
	case "global", "var":
		if (word == "var") != (p.host != nil) {
			return
		}
		m.Globals = append(m.Globals, Global{})
		ref(KindGlobal, len(m.Globals)-1)
	default:
		return
	}
	if taken {
		p.diags.Errorf(codeTextName, p.at(t.start, t.end), "%s is declared twice", t)
	}
	p.items = append(p.items, textItem{offset, handle})
}

// Second pass: everything outside function bodies.

func (p *textParser) module() {
	p.seek(0)
	next := 0 // into items
	for p.tok.kind != tokEOF {
		start := p.tok.start
		p.line(func() {
			if p.tok.kind == tokNewline {
				p.advance()
				return
			}
			for next < len(p.items) && p.items[next].offset < p.tok.start {
				next++
			}
			if next < len(p.items) && p.items[next].offset == p.tok.start {
				p.item(p.items[next].handle, true)
			} else {
				p.item(0, false)
			}
			p.endLine()
		})
		if p.tok.start == start && p.tok.kind != tokEOF { // a stray brace, or the end of a failed line
			if p.is('}') {
				p.diags.Errorf(codeTextSyntax, p.at(p.tok.start, p.tok.end), "unexpected %s", p.tok)
			}
			p.advance()
		}
	}
}

// item reads one declaration. labelled is set if the first pass gave it handle; that pass
// skipped text that an earlier brace seems to hold.
func (p *textParser) item(handle uint32, labelled bool) {
	start := p.tok.start
	if p.tok.kind == tokLabel && p.tok.sigil == '^' {
		p.constLine()
		return
	}
	t := p.tok
	word := p.word("a declaration")
	switch word {
	case "layout", "struct", "override", "constant", "global", "var", "func":
		if !labelled {
			p.fail(codeTextSyntax, t, "%s needs a label, outside of braces and in the text that has it", t)
		}
	}
	switch word {
	case "doc":
		p.m.Doc = p.str()
	case "diagnostic":
		p.m.Diagnostics = append(p.m.Diagnostics, p.diagnostic(nil))
	case "format":
		p.m.AddFormat(p.str())
	case "layout":
		p.layoutDecl(handle)
	case "struct":
		p.structDecl(StructID(handle), start)
	case "override":
		p.overrideDecl(OverrideID(handle), start)
	case "constant":
		p.constantDecl(ConstantID(handle), start)
	case "global":
		p.globalDecl(GlobalID(handle), start)
	case "var":
		p.hostVar(handle, start)
	case "func":
		p.funcDecl(FuncID(handle), start)
	case "entry":
		p.entryDecl(start)
	default:
		p.fail(codeTextSyntax, t, "unknown declaration %s", t)
	}
}

// span is the position of the line that began at start, unless the line states
// another.
func (p *textParser) span(start int) diag.Span { return p.at(start, p.lastEnd) }

// acceptSpan reads !span(start, end) into s.
func (p *textParser) acceptSpan(s *diag.Span) bool {
	if p.tok.kind != tokLabel || p.tok.sigil != '!' || p.tok.text != "span" {
		return false
	}
	p.advance()
	p.inParens(func() {
		s.Start = p.u32()
		p.expect(',')
		s.End = p.u32()
	})
	return true
}

// attributes calls read for each word of the rest of a declaration, and gives
// it its position.
func (p *textParser) attributes(start int, read func(word string) bool) diag.Span {
	s := p.span(start)
	stated := false
	for {
		t := p.tok
		switch {
		case p.acceptSpan(&s):
			stated = true
		case t.kind == tokIdent:
			p.advance()
			if !read(t.text) {
				p.fail(codeTextSyntax, t, "unknown attribute %s", t)
			}
		default:
			if !stated {
				s = p.span(start)
			}
			return s
		}
	}
}

func (p *textParser) docWord(word string, doc *string) bool {
	if word != "doc" {
		return false
	}
	p.inParens(func() { *doc = p.str() })
	return true
}

var severityNames = []string{"error", "warning", "info", "off"}

func (p *textParser) diagnostic(sep func()) DiagnosticFilter {
	d := DiagnosticFilter{Severity: diag.Severity(enum[uint8](p, "a severity", severityNames))}
	if sep != nil {
		sep()
	}
	d.Rule = p.str()
	return d
}

// filterInParens is diagnostic in parentheses, with a comma.
func (p *textParser) filterInParens() (d DiagnosticFilter) {
	p.inParens(func() { d = p.diagnostic(func() { p.expect(',') }) })
	return d
}

func (p *textParser) layoutDecl(handle uint32) {
	p.label('#', "a layout's number")
	l := &p.m.Layouts[handle]
	p.attributes(0, func(word string) bool {
		switch word {
		case "offsets":
			p.inParens(func() { p.list(func() { l.Offsets = append(l.Offsets, p.u32()) }) })
		case "members":
			p.inParens(func() { p.list(func() { l.Members = append(l.Members, p.layout()) }) })
		case "stride":
			p.inParens(func() { l.Stride = p.u32() })
		case "row_major":
			l.RowMajor = true
		default:
			return false
		}
		return true
	})
}

func (p *textParser) list(read func()) {
	read()
	for p.accept(',') {
		read()
	}
}

func (p *textParser) layout() LayoutID {
	if p.tok.kind == tokLabel && p.tok.sigil == '#' {
		t := p.advance()
		id, ok := p.layouts[t.text]
		if !ok {
			p.fail(codeTextName, t, "no layout %s", t)
		}
		return id
	}
	return LayoutID(enum[uint8](p, "a layout", layoutNames[:]))
}

func (p *textParser) structDecl(id StructID, start int) {
	s := &p.m.Structs[id]
	s.Name = p.nameOf(p.label('@', "a struct's name"))
	s.Span = p.attributes(start, func(word string) bool { return p.docWord(word, &s.Doc) })
	p.expect('{')
	for {
		for p.tok.kind == tokNewline {
			p.advance()
		}
		if p.accept('}') {
			return
		}
		var mb Member
		start := p.tok.start
		if p.tok.kind == tokString {
			mb.Name = p.advance().text
		} else {
			mb.Name = p.word("a member's name")
		}
		p.expect(':')
		mb.Type = p.typ()
		mb.Span = p.attributes(start, func(word string) bool {
			switch word {
			case "align":
				p.inParens(func() { mb.Align = p.u32() })
			case "size":
				p.inParens(func() { mb.Size = p.u32() })
			case "row_major":
				mb.RowMajor = true
			case "default":
				mb.Default = p.defaultWords()
			case "bool":
				mb.Bool = true
			default:
				return p.memoryWord(word, &mb.Memory) || p.bindingWord(word, &mb.Binding) || p.docWord(word, &mb.Doc)
			}
			return true
		})
		p.endLine()
		s = &p.m.Structs[id] // a type may have declared a special struct
		s.Members = append(s.Members, mb)
	}
}

func (p *textParser) overrideDecl(id OverrideID, start int) {
	o := &p.m.Overrides[id]
	o.Name = p.nameOf(p.label('@', "an override's name"))
	p.expect(':')
	o.Type = p.typ()
	o.Init = p.init()
	o.Span = p.attributes(start, func(word string) bool {
		if word == "id" {
			o.HasID = true
			p.inParens(func() { o.ID = uint16(p.uint(math.MaxUint16)) })
			return true
		}
		return p.docWord(word, &o.Doc)
	})
}

func (p *textParser) constantDecl(id ConstantID, start int) {
	c := &p.m.Constants[id]
	c.Name = p.nameOf(p.label('@', "a constant's name"))
	p.expect(':')
	c.Type = p.typ()
	c.Init = p.init()
	c.Span = p.attributes(start, func(word string) bool { return p.docWord(word, &c.Doc) })
}

func (p *textParser) init() ConstID {
	if p.accept('=') {
		return ConstID(p.operand(&p.m.Consts))
	}
	return 0
}

func (p *textParser) globalDecl(id GlobalID, start int) {
	g := &p.m.Globals[id]
	g.Name = p.nameOf(p.label('@', "a global's name"))
	p.expect(':')
	g.Type = p.typ()
	g.Init = p.init()
	g.Space = enum[AddressSpace](p, "an address space", spaceNames[:])
	g.Access, g.Layout = defaultAccess(g.Space), defaultLayout(g.Space)
	if p.is('(') {
		p.inParens(func() { g.Access = enum[AccessMode](p, "an access", accessNames[:]) })
	}
	g.Span = p.attributes(start, func(word string) bool {
		switch word {
		case "binding":
			g.HasBinding = true
			p.inParens(func() {
				g.Binding.Group = p.u32()
				p.expect(',')
				g.Binding.Binding = p.u32()
			})
		case "register":
			g.Register = p.register()
		case "layout":
			p.inParens(func() { g.Layout = p.layout() })
		case "attachment":
			p.inParens(func() { g.Attachment = p.u32() })
		case "default":
			if g.Default = true; p.is('(') {
				g.Part.Default = p.defaultWords()
			}
		case "block":
			g.Block = p.blockForm()
		case "part":
			p.inParens(func() {
				g.Part.Of = p.quoted("a name")
				p.expect(',')
				g.Part.Offset = p.u32()
			})
		case "relaxed":
			if g.Space == SpaceInput || g.Space == SpaceOutput {
				return p.stageWord(word, g)
			}
			g.Relaxed = true
		case "bool":
			g.Part.Bool = true
		case "row_major":
			g.Part.Rows = true
		default:
			return p.stageWord(word, g) || p.memoryWord(word, &g.Memory) || p.docWord(word, &g.Doc)
		}
		return true
	})
}

func (p *textParser) funcDecl(id FuncID, start int) {
	f := p.m.Functions[id]
	f.Name = p.nameOf(p.label('@', "a function's name"))
	vars := map[string]textVar{}
	p.inParens(func() {
		for !p.is(')') {
			start := p.tok.start
			t := p.label('$', "a parameter")
			if _, taken := vars[t.text]; taken {
				p.fail(codeTextName, t, "%s is declared twice", t)
			}
			vars[t.text] = textVar{KindArgument, uint32(len(f.Args))}
			a := Argument{Name: p.nameOf(t)}
			p.expect(':')
			a.Type = p.typ()
			a.Span = p.attributes(start, func(word string) bool { return p.bindingWord(word, &a.Binding) })
			f.Args = append(f.Args, a)
			if !p.accept(',') {
				break
			}
		}
	})
	if p.accept('-') {
		p.expect('>')
		f.Result = p.typ()
	}
	f.Span = p.attributes(start, func(word string) bool {
		switch word {
		case "must_use":
			f.MustUse = true
		case "diagnostic":
			f.Diagnostics = append(f.Diagnostics, p.filterInParens())
		default:
			return p.bindingWord(word, &f.ResultBinding) || p.docWord(word, &f.Doc)
		}
		return true
	})
	if !p.is('{') {
		p.expect('{')
	}
	start = p.tok.start
	p.skip(false)
	p.bodies = append(p.bodies, textBody{id, start, p.pos, vars})
	p.parens = 0
	if p.tok = p.next(); p.tok.kind == tokEOF {
		p.fail(codeTextSyntax, p.tok, "the function's body isn't closed")
	}
	p.advance()
}

func (p *textParser) entryDecl(start int) {
	e := EntryPoint{Stage: p.stage()}
	e.Function = p.funcRef()
	e.Name = p.m.Functions[e.Function].Name
	if p.tok.kind == tokString {
		e.Name = p.advance().text
	}
	e.Span = p.attributes(start, func(word string) bool {
		switch word {
		case "workgroup":
			p.inParens(func() {
				for i := range 3 {
					if i > 0 && !p.accept(',') {
						e.WorkgroupSize[i] = 1
						continue
					}
					if _, err := strconv.ParseUint(p.tok.text, 0, 32); p.tok.kind != tokNumber || err != nil {
						e.WorkgroupSizeExpr[i] = ConstID(p.operand(&p.m.Consts))
					}
					if p.tok.kind == tokNumber {
						e.WorkgroupSize[i] = p.u32()
					}
				}
			})
		case "subgroup_size":
			p.inParens(func() {
				if p.tok.kind == tokNumber {
					if _, err := strconv.ParseUint(p.tok.text, 0, 32); err == nil {
						e.SubgroupSize = p.u32()
						return
					}
				}
				e.SubgroupSizeExpr = ConstID(p.operand(&p.m.Consts))
			})
		case "early_depth":
			p.inParens(func() { e.EarlyDepth = enum[EarlyDepth](p, "a depth test", earlyDepthNames[:]) })
		case "post_depth_coverage":
			e.PostDepthCoverage = true
		case "interlock":
			p.inParens(func() { e.Interlock = enum[Interlock](p, "an interlock", interlockNames[:]) })
		case "derivative_group":
			p.inParens(func() {
				e.DerivativeGroup = enum[DerivativeGroup](p, "a grouping of invocations", derivativeGroupNames[:])
			})
		case "floats":
			p.inParens(func() {
				for ok := true; ok; ok = p.accept(',') {
					e.Floats |= 1 << enum[uint8](p, "a rule for floats", floatModeNames[:])
				}
			})
		case "clip_space":
			p.inParens(func() { e.ClipSpace = enum[ClipSpace](p, "a clip space", clipSpaceNames[:]) })
		case "fragment_origin":
			p.inParens(func() {
				e.FragmentOrigin = enum[FragmentOrigin](p, "an origin of fragments", fragmentOriginNames[:])
			})
		default:
			x := e.Setup()
			if !p.pipelineWord(word, &x) {
				return false
			}
			e.Pipeline = &x
		}
		return true
	})
	p.m.EntryPoints = append(p.m.EntryPoints, e)
}

func (p *textParser) funcRef() FuncID {
	t := p.label('@', "a function")
	id, ok := p.funcs[t.text]
	if !ok {
		p.fail(codeTextName, t, "no function %s", t)
	}
	return id
}

// constLine reads a module-scope expression: ^1 = ...
func (p *textParser) constLine() {
	start := p.tok.start
	t := p.advance()
	p.expect('=')
	if _, taken := p.consts[t.text]; taken {
		p.fail(codeTextName, t, "%s is declared twice", t)
	}
	var id ExprID
	if op, ok := textOps.Get()[p.tok.text]; ok && p.tok.kind == tokIdent {
		id = p.expr(&p.m.Consts, op)
	} else {
		id = p.operand(&p.m.Consts)
	}
	s := p.span(start)
	p.acceptSpan(&s)
	p.m.Consts.spans[id] = s
	p.consts[t.text] = ConstID(id)
}
