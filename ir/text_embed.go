package ir

// This file lends the text form to a text that embeds it: with types, constants, overrides
// and signatures of a module, but variables and function bodies of its own (package ssa).
// [TextWriter] writes the pieces and [TextReader] reads them.

import "refract/diag"

// TextWriter writes pieces of the text form.
type TextWriter struct{ p *printer }

// NewTextWriter returns a writer that appends to dst. Labels of variables and
// functions are taken from the module's globals and functions.
func NewTextWriter(dst []byte, m *Module, opts PrintOptions) *TextWriter {
	return &TextWriter{newPrinter(dst, m, opts)}
}

// Bytes is the text written.
func (w *TextWriter) Bytes() []byte { return w.p.buf }

// Append replaces the text by fn of it.
func (w *TextWriter) Append(fn func([]byte) []byte) { w.p.buf = fn(w.p.buf) }

// Str writes a string as it is.
func (w *TextWriter) Str(s string) { w.p.str(s) }

// Quote writes a string in quotes.
func (w *TextWriter) Quote(s string) { w.p.quote(s) }

// Num writes a number.
func (w *TextWriter) Num(n uint32) { w.p.num(n) }

// Declarations writes the declarations of a module apart from globals, functions and entry
// points.
func (w *TextWriter) Declarations() {
	m := *w.p.m
	defer func(m *Module) { w.p.m = m }(w.p.m)
	m.Globals, m.Functions, m.EntryPoints = nil, nil, nil
	w.p.m = &m
	w.p.module()
}

// Need writes the module-scope expressions that an initial value and a type
// need and that haven't been written.
func (w *TextWriter) Need(c ConstID, t TypeID) { w.p.need(c, t) }

// Colon writes a type after a colon.
func (w *TextWriter) Colon(t TypeID) { w.p.colon(t) }

// Init writes an initial value after an equals sign, if there is one.
func (w *TextWriter) Init(c ConstID) { w.p.init(c) }

// Layout writes a layout.
func (w *TextWriter) Layout(l LayoutID) { w.p.layout(l) }

// Binding writes the binding of an input or output as attributes.
func (w *TextWriter) Binding(b *Binding) { w.p.binding(b) }

// Register writes the place of a resource in Direct3D, if it has one.
func (w *TextWriter) Register(r Register) { w.p.register(r) }

// BlockForm writes how hosts see a buffer's members, or nothing if that is by an instance name.
func (w *TextWriter) BlockForm(b BlockForm) { w.p.blockForm(b) }

// Memory writes memory decorations as attributes.
func (w *TextWriter) Memory(d MemoryDecoration) { w.p.memory(d) }

// Doc writes documentation as an attribute.
func (w *TextWriter) Doc(s string) { w.p.doc(s) }

// Flags writes flags as attributes.
func (w *TextWriter) Flags(f Flags) { w.p.flags(f, 0) }

// End ends a line that has a source position.
func (w *TextWriter) End(s diag.Span) { w.p.end(s) }

// Span writes a source position, if the options request it.
func (w *TextWriter) Span(s diag.Span) { w.p.spanAttr(s) }

// Declare writes the label of a global as it is declared.
func (w *TextWriter) Declare(id GlobalID) {
	w.p.declare("@", w.p.globals[id], w.p.m.Globals[id].Name)
}

// Ref writes the label of an override, constant, global or function.
func (w *TextWriter) Ref(k Kind, handle uint32) {
	switch k {
	case KindOverride:
		w.p.ref("@", w.p.overrides, handle)
	case KindConstant:
		w.p.ref("@", w.p.constants, handle)
	case KindGlobal:
		w.p.ref("@", w.p.globals, handle)
	default:
		w.p.ref("@", w.p.funcs, handle)
	}
}

// Signature writes the head of a function, up to its opening brace.
func (w *TextWriter) Signature(id FuncID) { w.p.signature(id) }

// EntryPoint writes an entry point; Need has been called for its expressions.
func (w *TextWriter) EntryPoint(e *EntryPoint) { w.p.entryPoint(e) }

// TextLabels gives each of n entities a label: its name if that is an identifier and no
// other's, else # and its number.
func TextLabels(n int, name func(int) string) []string { return labels(n, name) }

// TextHost reads the parts of a text that aren't the module's.
type TextHost interface {
	// Var reads a line after the word "var" and the label; handle counts from 1.
	// Label is as written, name the author's.
	Var(r *TextReader, handle uint32, name string, start int)
	// Body reads a function's body, from after its opening brace to its closing
	// one, which it leaves. Text is the body, for guesses of its size.
	Body(r *TextReader, fn FuncID, text string)
}

// TextReader reads pieces of the text form. Its methods report errors and leave
// the line: see Line.
type TextReader struct{ p *textParser }

// ParseEmbedding reads a text whose module-scope lines `var @label` and function
// bodies a host reads. The module has a function for each function, without
// body, and a nameless global for each var line. On errors it returns nil.
func ParseEmbedding(text string, base uint32, diags *diag.List, host TextHost) *Module {
	p := &textParser{textLexer: textLexer{src: text}, base: base, diags: diags, m: NewModule(), host: host}
	before := diags.ErrorCount()
	p.labels()
	p.module()
	r := &TextReader{p}
	for _, b := range p.bodies {
		p.depth = 0
		p.seek(b.offset)
		p.line(func() {
			p.expect('{')
			host.Body(r, b.fn, text[b.offset:b.end])
			p.parens = 0
		})
	}
	if diags.ErrorCount() > before {
		return nil
	}
	return p.m
}

// hostVar reads a line of the host's.
func (p *textParser) hostVar(handle uint32, start int) {
	name := p.nameOf(p.label('@', "a variable's name"))
	p.host.Var(&TextReader{p}, handle, name, start)
}

// Module is the module read so far.
func (r *TextReader) Module() *Module { return r.p.m }

// Start is the offset of the next token.
func (r *TextReader) Start() int { return r.p.tok.start }

// Span is the position of the text read since an offset.
func (r *TextReader) Span(start int) diag.Span { return r.p.span(start) }

// Fail reports an error at the next token and leaves the line.
func (r *TextReader) Fail(format string, args ...any) {
	r.p.fail(codeTextSyntax, r.p.tok, format, args...)
}

// Errorf reports an error at a span and goes on.
func (r *TextReader) Errorf(s diag.Span, format string, args ...any) {
	r.p.diags.Errorf(codeTextSyntax, s, format, args...)
}

// Failed reports whether there was an error so far.
func (r *TextReader) Failed() bool { return r.p.diags.HasErrors() }

// Line runs read and, if it fails, skips the rest of the line and the block
// that it opens.
func (r *TextReader) Line(read func()) { r.p.line(read) }

// Lines runs read, which reads a line, as long as it returns true; if it fails, Lines goes
// on as Line does.
func (r *TextReader) Lines(read func() bool) { r.p.manyLines(read) }

// Nest enters a level of nesting; too deep is an error.
func (r *TextReader) Nest() { r.p.nest() }

// Leave leaves the level that Nest entered.
func (r *TextReader) Leave() { r.p.depth-- }

// Is reports whether the next token is a character.
func (r *TextReader) Is(c byte) bool { return r.p.is(c) }

// Accept takes a character if it is next.
func (r *TextReader) Accept(c byte) bool { return r.p.accept(c) }

// Expect takes a character, which must be next.
func (r *TextReader) Expect(c byte) { r.p.expect(c) }

// EOF reports whether the text has ended.
func (r *TextReader) EOF() bool { return r.p.tok.kind == tokEOF }

// Newline takes the end of a line if it is next.
func (r *TextReader) Newline() bool {
	if r.p.tok.kind == tokNewline {
		r.p.advance()
		return true
	}
	return false
}

// AtEnd reports whether nothing of the line is left.
func (r *TextReader) AtEnd() bool {
	return r.p.tok.kind == tokNewline || r.p.tok.kind == tokEOF || r.p.is('}')
}

// EndLine wants the end of a line.
func (r *TextReader) EndLine() { r.p.endLine() }

// Peek is the next token if that is a word, else "".
func (r *TextReader) Peek() string {
	if r.p.tok.kind == tokIdent {
		return r.p.tok.text
	}
	return ""
}

// Word takes a word; messages call it by the parameter.
func (r *TextReader) Word(what string) string { return r.p.word(what) }

// AcceptWord takes a word if it is next.
func (r *TextReader) AcceptWord(w string) bool { return r.p.acceptWord(w) }

// Uint32 takes a number that fits 32 bits.
func (r *TextReader) Uint32() uint32 { return r.p.u32() }

// String takes a string in quotes.
func (r *TextReader) String() string { return r.p.str() }

// IsString reports whether the next token is a string.
func (r *TextReader) IsString() bool { return r.p.tok.kind == tokString }

// IsNumber reports whether the next token is a number.
func (r *TextReader) IsNumber() bool { return r.p.tok.kind == tokNumber }

// IsLabel reports whether the next token is a label with a sigil.
func (r *TextReader) IsLabel(sigil byte) bool {
	return r.p.tok.kind == tokLabel && r.p.tok.sigil == sigil
}

// Type takes a type.
func (r *TextReader) Type() TypeID { return r.p.typ() }

// Init takes an equals sign and an initial value, if there is one.
func (r *TextReader) Init() ConstID { return r.p.init() }

// Layout takes a layout.
func (r *TextReader) Layout() LayoutID { return r.p.layout() }

// Flags takes flags.
func (r *TextReader) Flags() Flags { return r.p.flags() }

// Func takes a reference to a function.
func (r *TextReader) Func() FuncID { return r.p.funcRef() }

// Binding reads the attribute w if it is one of bindings, and reports whether it is.
func (r *TextReader) Binding(w string, b *Binding) bool { return r.p.bindingWord(w, b) }

// Register reads the place of a resource in Direct3D, behind its word.
func (r *TextReader) Register() Register { return r.p.register() }

// BlockForm reads the form of a buffer behind the word "block".
func (r *TextReader) BlockForm() BlockForm { return r.p.blockForm() }

// Memory reads the attribute w if it is a memory decoration, and reports whether it is.
func (r *TextReader) Memory(w string, d *MemoryDecoration) bool {
	return r.p.memoryWord(w, d)
}

// Doc reads the attribute w if it is documentation, and reports whether it is.
func (r *TextReader) Doc(w string, d *string) bool { return r.p.docWord(w, d) }

// InParens takes parentheses, between which it calls read.
func (r *TextReader) InParens(read func()) { r.p.inParens(read) }

// Number takes a number and returns it as it is written.
func (r *TextReader) Number() string {
	if r.p.tok.kind != tokNumber {
		r.Fail("expected a number, found %s", r.p.tok)
	}
	return r.p.advance().text
}

// Label takes a label.
func (r *TextReader) Label(sigil byte, what string) string { return r.p.label(sigil, what).text }

// Declared takes a label and the author's name after it.
func (r *TextReader) Declared(sigil byte, what string) (label, name string) {
	t := r.p.label(sigil, what)
	return t.text, r.p.nameOf(t)
}

// Access takes an access.
func (r *TextReader) Access() AccessMode { return enum[AccessMode](r.p, "an access", accessNames[:]) }

// Shape takes the shape of a loop.
func (r *TextReader) Shape() LoopShape { return enum[LoopShape](r.p, "a loop's shape", loopShapeWords) }

// Attributes calls read for each word of the rest of a declaration that began at
// an offset, and returns its position.
func (r *TextReader) Attributes(start int, read func(word string) bool) diag.Span {
	return r.p.attributes(start, read)
}

// SpanAttr takes a source position into s, if it is next.
func (r *TextReader) SpanAttr(s *diag.Span) bool { return r.p.acceptSpan(s) }

// Ref takes a label of module scope.
func (r *TextReader) Ref() (Kind, uint32) {
	t := r.p.label('@', "a name of module scope")
	x, ok := r.p.names[t.text]
	if !ok {
		r.p.fail(codeTextName, t, "no entity %s", t)
	}
	return x.kind, x.handle
}
