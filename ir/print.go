package ir

// This file prints a module as text. The text is complete: Parse reads it back
// to an equal module. It is made to be read and written by hand in tests:
//
//	struct @Light {
//	  color : vec3<f32>
//	  size : f32 align(16)
//	}
//	override @count : u32 = 4u id(1)
//	global @lights : array<@Light> storage(read_write) binding(0, 1)
//	func @sum($first : u32) -> f32 {
//	  var $total : f32
//	  local $total = 0f
//	  %1 = access @lights, $first : ptr<storage, @Light, read_write>
//	  %2 = access_index %1, .size : ptr<storage, f32, read_write>
//	  %3 = load %2 : f32
//	  %r = call @other(%3, 5i) : f32
//	  return %r
//	}
//	entry compute @main workgroup(64, 1, 1)
//
// Names of module-scope entities are written @name, names of parameters and locals $name,
// values %name and module-scope expressions ^name. If a name can't serve (it is empty,
// ambiguous or no identifier) a number stands for it and the name follows in quotes: @#3
// "odd name". Values that exist everywhere (literals, zero(type), names) are written in
// place of their uses, with a name of their own only by `let`. A line that makes a value
// stands in the place of its Emit or its statement. A type follows a colon and may be left
// out if operands determine it; flags follow an exclamation mark.

import (
	"math"
	"slices"
	"strconv"
	"unicode"
	"unicode/utf8"

	"refract/diag"
)

// PrintOptions selects text beyond the meaning of the module.
type PrintOptions struct {
	Spans   bool // source positions, as !span(start, end)
	Handles bool // number values by their handle, not by their order
}

// Print returns the text of a module, with source positions left out.
func Print(m *Module) string { return string(AppendText(nil, m, PrintOptions{})) }

// AppendText appends the text of a module to dst. It prints unfinished and
// invalid modules too, as well as it can.
func AppendText(dst []byte, m *Module, opts PrintOptions) []byte {
	p := newPrinter(dst, m, opts)
	p.module()
	return p.buf
}

// PrintFunction returns the text of one function.
func PrintFunction(m *Module, id FuncID, opts PrintOptions) string {
	p := newPrinter(nil, m, opts)
	p.function(id)
	return string(p.buf)
}

// TypeString spells a type as the text form does.
func (m *Module) TypeString(id TypeID) string {
	p := newPrinter(nil, m, PrintOptions{})
	p.typ(id)
	return string(p.buf)
}

// printer holds the labels of everything that the text names.
type printer struct {
	buf  []byte
	m    *Module
	opts PrintOptions

	structs   []string // by StructID
	overrides []string
	constants []string
	globals   []string
	funcs     []string

	consts     []uint32 // number of a module-scope expression; 0: not printed
	constCount uint32
	inline     map[node]ConstID // array lengths that are written in place, by what they are
	lengths    []bool           // by ConstID: is the length of an array type

	f        *Function
	vars     []string       // labels of parameters, then of locals
	values   []uint32       // number of a value of f, any if a name labels it; 0: not defined
	order    []ExprID       // the defined values of f
	nameUses map[string]int // how many defined values of f have a name
	indent   int
}

func newPrinter(dst []byte, m *Module, opts PrintOptions) *printer {
	p := &printer{buf: dst, m: m, opts: opts}
	p.structs = labels(len(m.Structs), func(i int) string { return m.Structs[i].Name })
	// Overrides, constants and globals share one space of labels.
	no, nc := len(m.Overrides), len(m.Constants)
	all := labels(no+nc+len(m.Globals), func(i int) string {
		switch {
		case i < no:
			return m.Overrides[i].Name
		case i < no+nc:
			return m.Constants[i-no].Name
		}
		return m.Globals[i-no-nc].Name
	})
	p.overrides, p.constants, p.globals = all[:no], all[no:no+nc], all[no+nc:]
	p.funcs = labels(len(m.Functions), func(i int) string {
		if m.Functions[i] == nil {
			return ""
		}
		return m.Functions[i].Name
	})
	p.consts = make([]uint32, m.Consts.ExprCount())
	p.findLengths()
	return p
}

// findLengths decides which array lengths are written in place: overrides,
// constants and literals, unless another length is the same (two lengths that
// look the same are two types).
func (p *printer) findLengths() {
	p.lengths = make([]bool, p.m.Consts.ExprCount())
	for id := FirstModuleType; int(id) < p.m.Types.Len(); id++ {
		c := p.m.Types.At(id).LengthExpr
		if c == 0 || int(c) >= len(p.lengths) || p.lengths[c] {
			continue
		}
		p.lengths[c] = true
		if p.m.Consts.nodes[c].kind.IsImplicit() {
			if p.inline == nil {
				p.inline = map[node]ConstID{}
			}
			if _, ok := p.inline[p.m.Consts.nodes[c]]; !ok {
				p.inline[p.m.Consts.nodes[c]] = c
			}
		}
	}
}

// labels gives each of n entities its name, if that is an identifier and no
// other's, else # and a number.
func labels(n int, name func(int) string) []string {
	uses := make(map[string]int, n)
	for i := range n {
		uses[name(i)]++
	}
	out := make([]string, n)
	for i := range n {
		if s := name(i); uses[s] == 1 && isTextIdent(s) {
			out[i] = s
		} else {
			out[i] = "#" + strconv.Itoa(i)
		}
	}
	return out
}

// isTextIdent reports whether s may follow a sigil.
func isTextIdent(s string) bool {
	for i, r := range s {
		if r == utf8.RuneError || !isTextIdentRune(r) || i == 0 && r >= '0' && r <= '9' {
			return false
		}
	}
	return s != ""
}

func isTextIdentRune(r rune) bool {
	return r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' ||
		r >= 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r))
}

func (p *printer) str(s string)    { p.buf = append(p.buf, s...) }
func (p *printer) quote(s string)  { p.buf = strconv.AppendQuote(p.buf, s) }
func (p *printer) num(n uint32)    { p.buf = strconv.AppendUint(p.buf, uint64(n), 10) }
func (p *printer) doc(s string)    { p.quoted(" doc", s) }
func (p *printer) attr(s string)   { p.buf = append(append(p.buf, ' '), s...) }
func (p *printer) number(n uint32) { p.num(n); p.str(")") }

// line starts a line at the current indentation.
func (p *printer) line(s string) {
	for range p.indent {
		p.str("  ")
	}
	p.str(s)
}

// end finishes a line that has a source position.
func (p *printer) end(s diag.Span) {
	p.spanAttr(s)
	p.str("\n")
}

func (p *printer) spanAttr(s diag.Span) {
	if p.opts.Spans {
		p.str(" !span(")
		p.num(s.Start)
		p.str(", ")
		p.number(s.End)
	}
}

func (p *printer) quoted(word, s string) {
	if s != "" {
		p.str(word)
		p.str("(")
		p.quote(s)
		p.str(")")
	}
}

// label writes a label with its sigil; in a declaration, the name too if the label isn't
// it.
func (p *printer) label(sigil, label string) {
	p.str(sigil)
	p.str(label)
}

func (p *printer) declare(sigil, label, name string) {
	p.label(sigil, label)
	if label != name && name != "" {
		p.str(" ")
		p.quote(name)
	}
}

// ref writes a reference into a table of labels, whose index may be wrong in an
// invalid module.
func (p *printer) ref(sigil string, table []string, i uint32) {
	p.str(sigil)
	if int(i) < len(table) && i != 0 {
		p.str(table[i])
	} else {
		p.str("#?")
		p.num(i)
	}
}

func (p *printer) module() {
	m := p.m
	if m.Doc != "" {
		p.str("doc ")
		p.quote(m.Doc)
		p.str("\n")
	}
	for _, d := range m.Diagnostics {
		p.str("diagnostic ")
		p.str(d.Severity.String())
		p.str(" ")
		p.quote(d.Rule)
		p.str("\n")
	}
	for i := 1; i < len(m.Formats); i++ {
		p.str("format ")
		p.quote(m.Formats[i])
		p.str("\n")
	}
	for i := range m.Layouts {
		p.layoutNode(i)
	}
	for i := 1; i < len(m.Structs); i++ {
		if m.Structs[i].Special == NotSpecial {
			p.structDecl(StructID(i))
		}
	}
	for i := 1; i < len(m.Overrides); i++ {
		o := &m.Overrides[i]
		p.need(o.Init, o.Type)
		p.str("override ")
		p.declare("@", p.overrides[i], o.Name)
		p.colon(o.Type)
		p.init(o.Init)
		if o.HasID {
			p.str(" id(")
			p.number(uint32(o.ID))
		}
		p.doc(o.Doc)
		p.end(o.Span)
	}
	for i := 1; i < len(m.Constants); i++ {
		c := &m.Constants[i]
		p.need(c.Init, c.Type)
		p.str("constant ")
		p.declare("@", p.constants[i], c.Name)
		p.colon(c.Type)
		p.init(c.Init)
		p.doc(c.Doc)
		p.end(c.Span)
	}
	for i := 1; i < len(m.Globals); i++ {
		p.global(GlobalID(i))
	}
	for _, e := range m.EntryPoints {
		for _, x := range e.WorkgroupSizeExpr {
			p.need(x, 0)
		}
		p.need(e.SubgroupSizeExpr, 0)
	}
	for i := 1; i < len(m.Functions); i++ {
		p.function(FuncID(i))
	}
	for i := range m.EntryPoints {
		p.entryPoint(&m.EntryPoints[i])
	}
}

func (p *printer) colon(t TypeID) {
	p.str(" : ")
	p.typ(t)
}

func (p *printer) init(c ConstID) {
	if c != 0 {
		p.str(" = ")
		p.constOperand(ExprID(c))
	}
}

func (p *printer) layoutNode(i int) {
	l := &p.m.Layouts[i]
	p.str("layout #")
	p.num(uint32(i))
	if len(l.Offsets) > 0 {
		p.str(" offsets(")
		for j, o := range l.Offsets {
			p.comma(j)
			p.num(o)
		}
		p.str(")")
	}
	if len(l.Members) > 0 {
		p.str(" members(")
		for j, id := range l.Members {
			p.comma(j)
			p.layout(id)
		}
		p.str(")")
	}
	if l.Stride != 0 {
		p.str(" stride(")
		p.number(l.Stride)
	}
	if l.RowMajor {
		p.attr("row_major")
	}
	p.str("\n")
}

var layoutNames = [FirstExplicitLayout]string{"none", "natural", "std140", "std430", "scalar"}

func (p *printer) layout(id LayoutID) {
	if id < FirstExplicitLayout {
		p.str(layoutNames[id])
		return
	}
	p.str("#")
	p.num(uint32(id - FirstExplicitLayout))
}

func (p *printer) comma(i int) {
	if i > 0 {
		p.str(", ")
	}
}

func (p *printer) structDecl(id StructID) {
	s := &p.m.Structs[id]
	for i := range s.Members {
		p.need(0, s.Members[i].Type)
	}
	p.str("struct ")
	p.declare("@", p.structs[id], s.Name)
	p.doc(s.Doc)
	p.spanAttr(s.Span)
	p.str(" {\n")
	for i := range s.Members {
		mb := &s.Members[i]
		p.str("  ")
		p.memberName(mb.Name)
		p.colon(mb.Type)
		p.binding(&mb.Binding)
		if mb.Align != 0 {
			p.str(" align(")
			p.number(mb.Align)
		}
		if mb.Size != 0 {
			p.str(" size(")
			p.number(mb.Size)
		}
		if mb.RowMajor {
			p.attr("row_major")
		}
		p.memory(mb.Memory)
		p.defaultWords(mb.Default)
		if mb.Bool {
			p.attr("bool")
		}
		p.doc(mb.Doc)
		p.end(mb.Span)
	}
	p.str("}\n")
}

func (p *printer) memberName(s string) {
	if isTextIdent(s) {
		p.str(s)
	} else {
		p.quote(s)
	}
}

var memoryWords = [...]string{"coherent", "volatile", "restrict", "aliased"}

func (p *printer) memory(d MemoryDecoration) {
	for i, w := range memoryWords {
		if d&(1<<i) != 0 {
			p.attr(w)
		}
	}
}

func (p *printer) word(key, value string) {
	p.str(" ")
	p.str(key)
	p.str("(")
	p.str(value)
	p.str(")")
}

func (p *printer) binding(b *Binding) {
	switch b.Kind {
	case BindBuiltIn:
		p.word("builtin", b.BuiltIn.String())
	case BindLocation:
		p.str(" location(")
		p.number(b.Location)
	}
	if b.Invariant {
		p.attr("invariant")
	}
	if b.Depth != EarlyDepthDefault {
		p.word("depth", earlyDepthNames[b.Depth])
	}
	if b.Interpolation != DefaultInterpolation {
		p.word("interpolate", b.Interpolation.String())
	}
	if b.Sampling != DefaultSampling {
		p.word("sampling", b.Sampling.String())
	}
	if b.HasBlendSrc {
		p.str(" blend_src(")
		p.number(uint32(b.BlendSrc))
	}
	if b.Component != 0 {
		p.str(" component(")
		p.number(uint32(b.Component))
	}
	if b.PerPrimitive {
		p.attr("per_primitive")
	}
	if b.Patch {
		p.attr("patch")
	}
	if b.Relative {
		p.attr("viewport_relative")
	}
	if b.Passthrough {
		p.attr("passthrough")
	}
	p.relaxed(b.Relaxed)
	if b.Stream != 0 {
		p.str(" stream(")
		p.number(uint32(b.Stream))
	}
	if b.Feedback.Captured {
		p.str(" feedback(")
		p.num(uint32(b.Feedback.Buffer))
		p.str(", ")
		p.number(b.Feedback.Offset)
	}
	if b.Link != (Link{}) {
		p.link(&b.Link)
	}
	if name, index := b.Semantic.Parts(); name != "" {
		p.str(" semantic(")
		p.quote(name)
		p.str(", ")
		p.number(index)
	}
}

func (p *printer) relaxed(is bool) {
	if is {
		p.attr("relaxed")
	}
}

func (p *printer) register(r Register) {
	if r.Given {
		p.str(" register(")
		p.num(r.Index)
		p.str(", ")
		p.num(r.Space)
		if r.Names != NamesVariable && int(r.Names) < len(bufferNames) {
			p.str(", ")
			p.str(bufferNames[r.Names])
		}
		if r.Form != BufferBytes && int(r.Form) < len(bufferForms) {
			p.str(", ")
			p.str(bufferForms[r.Form])
			p.str(" ")
			p.num(r.Stride)
		}
		if r.Texel != 0 {
			p.str(", texel ")
			p.num(uint32(r.Texel))
		}
		if r.Heap {
			p.str(", heap")
		}
		p.str(")")
	}
}

func (p *printer) link(l *Link) {
	p.str(" link(")
	p.quote(l.Name)
	if l.Parts > 0 {
		kind := ", element "
		if l.Columns {
			kind = ", column "
		}
		p.str(kind)
		p.num(uint32(l.Part))
		p.str(", ")
		p.num(uint32(l.Parts))
	}
	if l.Open {
		p.str(", open")
	}
	p.str(")")
}

// defaultWords writes the value of a uniform before the host sets it.
func (p *printer) defaultWords(list Words) {
	if list == "" {
		return
	}
	p.attr("default(")
	for i := range list.Len() {
		p.comma(i)
		p.num(list.At(i))
	}
	p.str(")")
}

// blockForm writes how hosts see a buffer's members.
func (p *printer) blockForm(b BlockForm) {
	if b != BlockInstance && int(b) < len(blockFormNames) {
		p.word("block", blockFormNames[b])
	}
}

// defaultAccess is the access that the text leaves out.
func defaultAccess(s AddressSpace) AccessMode {
	switch s {
	case SpaceFunction, SpacePrivate, SpaceWorkgroup, SpaceTaskPayload, SpacePhysical, SpaceOutput, SpaceRayPayload,
		SpaceIncomingRayPayload, SpaceCallableData, SpaceIncomingCallableData, SpaceHitObjectAttribute:
		return AccessReadWrite
	}
	return AccessRead
}

// defaultLayout is the layout that the text leaves out.
func defaultLayout(s AddressSpace) LayoutID {
	switch s {
	case SpaceUniform, SpaceStorage, SpaceImmediate, SpacePhysical, SpaceShaderRecord:
		return LayoutNatural
	}
	return NoLayout
}

func (p *printer) global(id GlobalID) {
	g := &p.m.Globals[id]
	p.need(g.Init, g.Type)
	p.str("global ")
	p.declare("@", p.globals[id], g.Name)
	p.colon(g.Type)
	p.init(g.Init)
	p.attr(g.Space.String())
	if g.Access != defaultAccess(g.Space) {
		p.str("(")
		p.str(g.Access.String())
		p.str(")")
	}
	if g.HasBinding {
		p.str(" binding(")
		p.num(g.Binding.Group)
		p.str(", ")
		p.number(g.Binding.Binding)
	}
	p.register(g.Register)
	if g.IO != nil {
		p.binding(g.IO)
	}
	if g.Attachment != 0 {
		p.str(" attachment(")
		p.number(g.Attachment)
	}
	if g.Layout != defaultLayout(g.Space) {
		p.str(" layout(")
		p.layout(g.Layout)
		p.str(")")
	}
	p.memory(g.Memory)
	if g.Default {
		p.attr("default")
	}
	p.relaxed(g.Relaxed)
	p.blockForm(g.Block)
	if part := &g.Part; part.Of != "" {
		p.str(" part(")
		p.quote(part.Of)
		p.str(", ")
		p.num(part.Offset)
		p.str(")")
		p.defaultWords(part.Default)
		if part.Bool {
			p.attr("bool")
		}
		if part.Rows {
			p.attr("row_major")
		}
	}
	p.doc(g.Doc)
	p.end(g.Span)
}

var earlyDepthNames = [...]string{"default", "force", "greater_equal", "less_equal", "unchanged"}

func (p *printer) entryPoint(e *EntryPoint) {
	p.str("entry ")
	p.str(e.Stage.String())
	p.str(" ")
	p.ref("@", p.funcs, uint32(e.Function))
	if int(e.Function) >= len(p.m.Functions) || e.Function == 0 || p.m.Functions[e.Function].Name != e.Name {
		p.str(" ")
		p.quote(e.Name)
	}
	if e.WorkgroupSize != [3]uint32{} || e.WorkgroupSizeExpr != [3]ConstID{} {
		p.str(" workgroup(")
		for i := range 3 {
			p.comma(i)
			if x := e.WorkgroupSizeExpr[i]; x != 0 {
				p.constOperand(ExprID(x))
				if e.WorkgroupSize[i] == 0 {
					continue
				}
				p.str(" ")
			}
			p.num(e.WorkgroupSize[i])
		}
		p.str(")")
	}
	if e.SubgroupSize != 0 || e.SubgroupSizeExpr != 0 {
		p.str(" subgroup_size(")
		if e.SubgroupSizeExpr != 0 {
			p.constOperand(ExprID(e.SubgroupSizeExpr))
		} else {
			p.num(e.SubgroupSize)
		}
		p.str(")")
	}
	if e.EarlyDepth != EarlyDepthDefault {
		p.word("early_depth", earlyDepthNames[e.EarlyDepth])
	}
	if e.PostDepthCoverage {
		p.str(" post_depth_coverage")
	}
	if e.Interlock != NoInterlock {
		p.word("interlock", e.Interlock.String())
	}
	if e.DerivativeGroup != NoDerivativeGroup {
		p.word("derivative_group", e.DerivativeGroup.String())
	}
	if e.Floats != 0 {
		p.word("floats", e.Floats.String())
	}
	if e.ClipSpace != ClipSpaceWebGPU {
		p.word("clip_space", e.ClipSpace.String())
	}
	if e.FragmentOrigin != OriginWebGPU {
		p.word("fragment_origin", e.FragmentOrigin.String())
	}
	if e.Pipeline != nil {
		p.pipeline(e.Pipeline)
	}
	p.end(e.Span)
}

// pipeline writes the setup of a stage.
func (p *printer) pipeline(x *Pipeline) {
	count := func(key string, n uint32) {
		if n != 0 {
			p.str(" " + key + "(")
			p.number(n)
		}
	}
	if g := &x.Geometry; *g != (Geometry{}) {
		p.attr("geometry(" + g.Input.String() + ", " + g.Output.String() + ", ")
		p.num(g.MaxVertices)
		p.str(", ")
		p.number(g.Invocations)
	}
	if t := &x.Tessellation; *t != (Tessellation{}) {
		count("vertices", t.Vertices)
		if t.Domain != NoTessDomain {
			p.word("domain", t.Domain.String())
		}
		if t.Spacing != NoTessSpacing {
			p.word("spacing", t.Spacing.String())
		}
		if t.Order != NoTessOrder {
			p.word("order", t.Order.String())
		}
		if t.Points {
			p.attr("points")
		}
	}
	if m := &x.Mesh; *m != (Mesh{}) {
		p.attr("mesh(" + m.Output.String() + ", ")
		p.num(m.MaxVertices)
		p.str(", ")
		p.number(m.MaxPrimitives)
	}
	if x.Feedback != (FeedbackStrides{}) {
		p.attr("feedback(")
		for i, n := range x.Feedback {
			p.comma(i)
			p.num(n)
		}
		p.str(")")
	}
}

// Types.

var specialWords = [...]string{SpecialModf: "modf_result", SpecialFrexp: "frexp_result",
	SpecialAtomicExchange: "exchange_result", SpecialAddCarry: "carry_result", SpecialSubBorrow: "borrow_result",
	SpecialMulExtended: "extended_result", SpecialRayDesc: "ray_desc", SpecialRayIntersection: "ray_intersection"}

func (p *printer) typ(id TypeID) {
	if int(id) >= p.m.Types.Len() {
		p.str("type#?")
		p.num(uint32(id))
		return
	}
	t := p.m.Types.At(id)
	angle := func(word string) {
		p.str(word)
		p.str("<")
	}
	switch t.Kind {
	case TypeNone:
		p.str("none")
	case TypeScalar:
		p.scalar(t.Scalar)
	case TypeVector:
		angle("vec" + string('0'+rune(t.Rows)))
		p.scalar(t.Scalar)
		p.str(">")
	case TypeMatrix:
		angle("mat" + string('0'+rune(t.Columns)) + "x" + string('0'+rune(t.Rows)))
		p.scalar(t.Scalar)
		p.str(">")
	case TypeAtomic:
		angle("atomic")
		p.scalar(t.Scalar)
		p.str(">")
	case TypePointer:
		angle("ptr")
		p.str(t.Space.String())
		p.str(", ")
		p.typ(t.Base)
		if t.Access != defaultAccess(t.Space) {
			p.str(", ")
			if t.Access == 0 {
				p.str("no_access")
			} else {
				p.str(t.Access.String())
			}
		}
		if t.Layout != defaultLayout(t.Space) {
			p.str(", ")
			p.layout(t.Layout)
		}
		p.str(">")
	case TypeBuffer:
		p.str("buffer")
		if t.LengthExpr != 0 {
			p.str("<")
			p.lengthExpr(t.LengthExpr)
			p.str(">")
		} else if t.Length != 0 {
			p.str("<")
			p.num(t.Length)
			p.str(">")
		}
	case TypeArray, TypeBindingArray:
		angle(t.Kind.String())
		p.typ(t.Base)
		if t.LengthExpr != 0 {
			p.str(", ")
			p.lengthExpr(t.LengthExpr)
		} else if t.Length != 0 {
			p.str(", ")
			p.num(t.Length)
		}
		p.str(">")
	case TypeStruct:
		if int(t.Struct) < len(p.m.Structs) {
			if s := &p.m.Structs[t.Struct]; s.Special != NotSpecial {
				p.str(specialWords[s.Special])
				if s.Param != 0 {
					p.str("<")
					p.typ(s.Param)
					p.str(">")
				}
				return
			}
		}
		p.ref("@", p.structs, uint32(t.Struct))
	case TypeImage:
		angle("image")
		p.str(t.Dim.String())
		if t.Arrayed {
			p.str("_array")
		}
		if t.Multisampled {
			p.str("_ms")
		}
		p.str(", ")
		p.str(t.Class.String())
		switch t.Class {
		case ImageSampled:
			p.str(", ")
			p.scalar(t.Scalar)
		case ImageStorage:
			p.str(", ")
			p.str(t.Format.String())
			if t.Format == NoFormat {
				p.str(", ")
				p.scalar(t.Scalar)
			}
			p.str(", ")
			p.str(t.Access.String())
		}
		p.str(">")
	case TypeSampler:
		p.str("sampler")
		if t.Comparison {
			p.str("_comparison")
		}
	case TypeSampledImage:
		angle("sampled_image")
		p.typ(t.Base)
		p.str(">")
	case TypeCooperative:
		angle("cooperative")
		p.scalar(t.Scalar)
		p.str(", ")
		p.num(uint32(t.Rows))
		p.str(", ")
		p.num(uint32(t.Columns))
		p.str(", ")
		p.str(t.Use.String())
		p.str(">")
	case TypeAccelerationStructure, TypeRayQuery, TypeHitObject:
		p.str(t.Kind.String())
		if t.VertexReturn {
			p.str("<vertex_return>")
		}
	default:
		panic("ir: print of type " + t.Kind.String())
	}
}

func (p *printer) scalar(s Scalar) {
	switch s {
	case AbstractFloat:
		p.str("abstract_float")
	case AbstractInt:
		p.str("abstract_int")
	default:
		p.str(s.String())
	}
}

func (p *printer) lengthExpr(c ConstID) {
	if int(c) < len(p.lengths) {
		if n := &p.m.Consts.nodes[c]; n.kind.IsImplicit() && p.inline[*n] == c {
			p.constOperand(ExprID(c))
			return
		}
	}
	p.constNumber(ExprID(c))
}

// Module-scope expressions.

// need prints the module-scope expressions that c and t need and that have not
// been printed, operands first. It keeps its own stack, since chains may be long.
func (p *printer) need(c ConstID, t TypeID) {
	var stack []ConstID // a ConstID with the top bit set has its operands behind it
	const done = 1 << 31
	push := func(c ConstID) {
		if c != 0 && int(c) < len(p.consts) && p.consts[c] == 0 {
			stack = append(stack, c)
		}
	}
	pushType := func(t TypeID) {
		for t >= FirstModuleType && int(t) < p.m.Types.Len() {
			ty := p.m.Types.At(t)
			push(ty.LengthExpr)
			t = ty.Base
		}
	}
	pushType(t)
	push(c)
	var buf []ExprID
	for len(stack) > 0 {
		c := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if c&done != 0 {
			if c &^= done; !p.m.Consts.nodes[c].kind.IsImplicit() || p.lengths[c] && p.inline[p.m.Consts.nodes[c]] != c {
				p.constLine(ExprID(c))
			}
			continue
		}
		if p.consts[c] != 0 {
			continue
		}
		p.consts[c] = math.MaxUint32 // on its way
		stack = append(stack, c|done)
		pushType(p.m.Consts.nodes[c].ty)
		buf = p.m.Consts.Operands(ExprID(c), buf[:0])
		for _, x := range slices.Backward(buf) {
			push(ConstID(x))
		}
	}
}

func (p *printer) constLine(c ExprID) {
	p.constCount++
	p.consts[c] = p.constCount
	p.line("")
	p.constNumber(c)
	p.str(" = ")
	if p.m.Consts.nodes[c].kind.IsImplicit() {
		p.implicit(&p.m.Consts, c)
	} else {
		p.expr(&p.m.Consts, c)
	}
	p.end(p.m.Consts.spans[c])
}

func (p *printer) constNumber(c ExprID) {
	p.str("^")
	if int(c) >= len(p.consts) || p.consts[c] == 0 || p.consts[c] == math.MaxUint32 {
		p.str("?")
		p.num(uint32(c))
		return
	}
	p.num(p.consts[c])
}

func (p *printer) constOperand(c ExprID) {
	if int(c) < len(p.consts) && p.m.Consts.nodes[c].kind.IsImplicit() {
		p.implicit(&p.m.Consts, c)
		return
	}
	p.constNumber(c)
}
