package ssa

// This file prints shaders as text. The text is complete: Parse reads it back to an equal
// shader. The declarations of a module above bodies (structs, constants, overrides,
// signatures, entry points) are written as in the text form of package ir; variables and
// bodies are this form's own:
//
//	var @lights : array<@Light> ssbo(read) binding(0, 1)
//	func @f($x : u32) -> f32 {
//	  var $total : f32 function_temp
//	  reg r1 : f32
//	  b1:
//	    %1 = param index=0 : u32
//	    %2 = const 1, 2.5 : vec2<f32>
//	    %3 = fadd.contract %2.x, %2.y : f32 !precise "sum"
//	    if %4 {
//	    b2: // b1
//	    } else {
//	    b3: // b1
//	    }
//	  b4: // b2, b3
//	    %5 = phi b2: %3, b3: %4 : f32
//	    return %5
//	}
//
// A function in flat form begins with the line flat; its blocks end with their targets, and
// may declare merges before:
//
//	  flat
//	  b1:
//	    %1 = param index=0 : u32
//	    merge b3
//	    switch %1, 1: b2, 2: b2, default: b3
//	  b2: // b1
//	    merge b3, continue b2
//	    branch %2, b2, b3
//	  b3: // b1, b2
//	    goto b4 // or: unreachable; return %5; halt
//
// Values are numbered in program order, without gaps; so are blocks, whose predecessors
// follow in a comment. Sources of texture operations and of intrinsics with optional
// sources have names. Constants are written by their type's hint, and as bits in
// hexadecimal if that wouldn't read back the same.

import (
	"math"
	"slices"
	"strconv"

	"refract/internal/num"
	"refract/internal/parts"
	"refract/ir"
	"refract/ssa/op"
)

// PrintOptions selects text beyond the meaning of the shader.
type PrintOptions struct {
	Spans bool // source positions
	// Notes, if not nil, returns comments to write under each instruction and block (the
	// instruction is 0 then).
	Notes func(f *Function, i InstrID, n NodeID) []string

	careful bool          // functions may be broken: see walkable
	heads   [][]ir.TypeID // by function, not nil: these types instead of instructions
}

// Print returns the text of a shader, without source positions. It prints
// shaders that don't pass Verify too, as well as it can.
func Print(s *Shader) []byte { return AppendText(nil, s, PrintOptions{}) }

// String is the text of the shader.
func (s *Shader) String() string { return string(Print(s)) }

// AppendText appends the text of a shader to dst.
func AppendText(dst []byte, s *Shader, opts PrintOptions) []byte {
	if !parts.Optimizer {
		return dst // nobody has a shader to print
	}
	p := newPrinter(dst, s, opts)
	w := p.w
	w.Declarations()
	for i := 1; i < len(s.Vars); i++ {
		v := &s.Vars[i]
		w.Need(v.Init, v.Type)
		w.Str("var ")
		w.Declare(ir.GlobalID(i))
		p.variable(v)
	}
	for _, e := range s.EntryPoints {
		for _, x := range e.WorkgroupSizeExpr {
			w.Need(x, 0)
		}
		w.Need(e.SubgroupSizeExpr, 0)
	}
	for id := 1; id < len(s.Funcs); id++ {
		if f := s.Funcs[id]; f != nil {
			p.owner = f
			if opts.careful {
				f = f.walkable()
			}
			p.function(FuncID(id), f)
		}
	}
	for i := range s.EntryPoints {
		w.EntryPoint(&s.EntryPoints[i])
	}
	return w.Bytes()
}

// PrintFunction returns the text of one function.
func PrintFunction(f *Function) string {
	if !parts.Optimizer {
		return ""
	}
	p := newPrinter(nil, f.Shader, PrintOptions{})
	for id, g := range f.Shader.Funcs {
		if g == f {
			p.function(FuncID(id), g)
		}
	}
	return string(p.w.Bytes())
}

// Equal reports whether two shaders are the same up to numbering and source
// positions.
func Equal(a, b *Shader) bool { return slices.Equal(Print(a), Print(b)) }

// Diff describes the first difference between two shaders, up to numbering and
// source positions: the lines of both texts. It is empty if there is none.
func Diff(a, b *Shader) string {
	x, y := Print(a), Print(b)
	if slices.Equal(x, y) {
		return ""
	}
	k := 0
	for k < len(x) && k < len(y) && x[k] == y[k] {
		k++
	}
	line := 1
	for _, c := range x[:k] {
		if c == '\n' {
			line++
		}
	}
	return "line " + strconv.Itoa(line) + ":\n- " + lineAt(x, k) + "\n+ " + lineAt(y, k)
}

// lineAt is the line that holds an offset.
func lineAt(text []byte, k int) string {
	start, end := k, k
	for start > 0 && text[start-1] != '\n' {
		start--
	}
	for end < len(text) && text[end] != '\n' {
		end++
	}
	return string(text[start:end])
}

type printer struct {
	w      *ir.TextWriter
	s      *Shader
	f      *Function
	owner  *Function // what the notes are about: f, or what f is a mended copy of
	opts   PrintOptions
	locals []string
	values []uint32 // numbers, by value
	blocks []uint32 // numbers, by node
	indent int
}

func newPrinter(dst []byte, s *Shader, opts PrintOptions) *printer {
	m := *s.Module
	m.Globals = make([]ir.Global, len(s.Vars))
	for i := range s.Vars {
		m.Globals[i].Name = s.Vars[i].Name
	}
	m.Functions = make([]*ir.Function, len(s.Funcs))
	for i, f := range s.Funcs {
		if f != nil {
			m.Functions[i] = &ir.Function{Name: f.Name, Args: f.Params, Result: f.Result, ResultBinding: f.ResultBinding,
				MustUse: f.MustUse, Diagnostics: f.Diagnostics, Span: f.Span, Doc: f.Doc}
		}
	}
	return &printer{w: ir.NewTextWriter(dst, &m, ir.PrintOptions{Spans: opts.Spans}), s: s, opts: opts}
}

// defaultAccess is the access that the text leaves out.
func defaultAccess(m Mode) ir.AccessMode {
	switch {
	case m&(ModeResource|ModeImage|ModesReadOnly|ModeSSBO) != 0:
		return ir.AccessRead
	}
	return ir.AccessReadWrite
}

// defaultLayout is the layout that the text leaves out.
func defaultLayout(m Mode) ir.LayoutID {
	if m&(ModeUniform|ModeUBO|ModeSSBO|ModePushConstant|ModeShaderRecord) != 0 {
		return ir.LayoutNatural
	}
	return ir.NoLayout
}

// variable writes a variable's line after its label.
func (p *printer) variable(v *Variable) {
	w := p.w
	w.Colon(v.Type)
	w.Init(v.Init)
	w.Str(" ")
	w.Str(v.Mode.String())
	if v.Access != defaultAccess(v.Mode) {
		w.Str("(")
		w.Str(v.Access.String())
		w.Str(")")
	}
	if v.HasBinding {
		w.Str(" binding(")
		w.Num(v.Binding.Group)
		w.Str(", ")
		w.Num(v.Binding.Binding)
		w.Str(")")
	}
	w.Register(v.Register)
	if v.Attachment != 0 {
		w.Str(" attachment(")
		w.Num(v.Attachment)
		w.Str(")")
	}
	if v.Layout != defaultLayout(v.Mode) {
		w.Str(" layout(")
		w.Layout(v.Layout)
		w.Str(")")
	}
	if v.HasAt {
		w.Str(" at(")
		w.Num(v.At)
		w.Str(")")
	}
	w.Binding(&v.IO)
	w.BlockForm(v.Block)
	w.Memory(v.Memory)
	w.Doc(v.Doc)
	w.End(v.Span)
}

// number gives values and blocks their numbers.
func (p *printer) number() {
	f := p.f
	p.values, p.blocks = make([]uint32, len(f.instrs)), make([]uint32, len(f.nodes))
	values, blocks := uint32(0), uint32(0)
	for b := range f.Blocks() {
		blocks++
		p.blocks[b] = blocks
		for i := f.First(b); i != 0; i = f.instrs[i].next {
			if f.instrs[i].ty != 0 {
				values++
				p.values[i] = values
			}
		}
	}
}

func (p *printer) function(id FuncID, f *Function) {
	w := p.w
	p.f = f
	p.number()
	p.locals = ir.TextLabels(len(f.Vars), func(i int) string { return f.Vars[i].Name })
	w.Need(0, f.Result)
	for i := range f.Params {
		w.Need(0, f.Params[i].Type)
	}
	for i := range f.Vars {
		w.Need(0, f.Vars[i].Type)
	}
	for i := range f.Regs {
		w.Need(0, f.Regs[i].Type)
	}
	for i := range f.instrs {
		if t := f.instrs[i].ty; t >= ir.FirstModuleType && f.instrs[i].block != 0 {
			w.Need(0, t)
		}
	}
	w.Signature(id)
	for i := 1; i < len(f.Vars); i++ {
		v := &f.Vars[i]
		w.Str("  var $")
		w.Str(p.locals[i])
		if v.Name != p.locals[i] && v.Name != "" {
			w.Str(" ")
			w.Quote(v.Name)
		}
		p.variable(v)
	}
	for i := 1; i < len(f.Regs); i++ {
		r := &f.Regs[i]
		w.Str("  reg r")
		w.Num(uint32(i))
		w.Colon(r.Type)
		if r.Length != 0 {
			w.Str(" length(")
			w.Num(r.Length)
			w.Str(")")
		}
		if r.Name != "" {
			w.Str(" ")
			w.Quote(r.Name)
		}
		w.Str("\n")
	}
	p.indent = 1
	if p.opts.heads != nil {
		for _, t := range p.opts.heads[id] {
			w.Str("  type")
			w.Colon(t)
			w.Str("\n")
		}
	} else if f.IsFlat() {
		p.flat()
	} else {
		p.list(Body)
	}
	w.Str("}\n")
}

func (p *printer) line() {
	for range p.indent {
		p.w.Str("  ")
	}
}

func (p *printer) notes(i InstrID, n NodeID) {
	if p.opts.Notes == nil {
		return
	}
	for _, s := range p.opts.Notes(p.owner, i, n) {
		p.line()
		p.w.Str("// ^ ")
		p.w.Str(s)
		p.w.Str("\n")
	}
}

func (p *printer) list(l ListID) {
	f, w := p.f, p.w
	for n := f.lists[l].first; n != 0; n = f.nodes[n].next {
		x := &f.nodes[n]
		p.line()
		switch x.kind {
		case NodeBlock:
			p.block(n)
			continue
		case NodeIf:
			w.Str("if ")
			p.src(f.use(x.cond), 0)
			w.Span(x.span)
			w.Str(" {\n")
			p.sub(ListID(x.a))
			w.Str("} else {\n")
			p.sub(ListID(x.b))
		case NodeLoop:
			w.Str("loop")
			if s := f.Shape(n); s != ir.LoopPlain && int(s) < len(shapeWords) {
				w.Str(" ")
				w.Str(shapeWords[s])
			}
			w.Span(x.span)
			w.Str(" {\n")
			p.sub(ListID(x.a))
			if x.b != 0 {
				w.Str("} continue {\n")
				p.sub(ListID(x.b))
			}
		case NodeSwitch:
			w.Str("switch ")
			p.src(f.use(x.cond), 0)
			w.Span(x.span)
			w.Str(" {\n")
			selector := ir.U64
			if v := f.Cond(n).Value; v != 0 && f.Comps(v) == 1 {
				selector = f.s().Types.ScalarOf(f.Type(v))
			}
			for _, c := range f.Cases(n) {
				p.clause(&c, selector)
			}
			p.line()
		}
		w.Str("}\n")
		p.notes(0, n)
	}
}

var shapeWords = [...]string{"", "while", "for", "do"}

// sub writes a list one level deeper, and the indentation of the closing brace.
func (p *printer) sub(l ListID) {
	p.indent++
	p.list(l)
	p.indent--
	p.line()
}

// clause writes a clause of a switch, its values as the selector's type hints.
func (p *printer) clause(c *Case, selector ir.Scalar) {
	w := p.w
	p.line()
	if len(p.f.CaseValues(c)) > 0 {
		w.Str("case ")
		for k, v := range p.f.CaseValues(c) {
			if k > 0 {
				w.Str(", ")
			}
			w.Append(func(b []byte) []byte { return appendCaseValue(b, v, selector) })
		}
		if c.Default {
			w.Str(", default")
		}
	} else if c.Default {
		w.Str("default")
	} else {
		w.Str("case")
	}
	if c.FallThrough {
		w.Str(" fallthrough")
	}
	w.Str(" {\n")
	p.sub(c.List)
	w.Str("}\n")
}

// appendCaseValue writes a value of a clause as the selector's type hints.
func appendCaseValue(b []byte, v uint64, selector ir.Scalar) []byte {
	if size := selector.Bits(); selector.IsSigned() && size > 0 && (size == 64 || v>>size == 0) {
		return strconv.AppendInt(b, int64(v<<(64-size))>>(64-size), 10)
	}
	return strconv.AppendUint(b, v, 10)
}

func (p *printer) block(b NodeID) {
	f, w := p.f, p.w
	p.blockName(b)
	w.Str(":")
	if list := p.preds(b); len(list) > 0 {
		w.Str(" // ")
		for k, x := range list {
			if k > 0 {
				w.Str(", ")
			}
			p.blockName(f.preds[f.nodes[b].off+x])
		}
	}
	w.Str("\n")
	p.notes(0, b)
	p.indent++
	for i := f.First(b); i != 0; i = f.instrs[i].next {
		p.line()
		p.instr(i, b)
		p.notes(i, 0)
	}
	p.indent--
}

// preds are the places of a block's predecessors, in program order of the predecessors.
func (p *printer) preds(b NodeID) []uint32 { return p.f.predOrder(b, p.blocks) }

// predOrder are the places of a block's predecessors, by their numbers.
func (f *Function) predOrder(b NodeID, number []uint32) []uint32 {
	n := &f.nodes[b]
	list := make([]uint32, n.n)
	for k := range list {
		list[k] = uint32(k)
	}
	slices.SortStableFunc(list, func(x, y uint32) int {
		return int(number[f.preds[n.off+x]]) - int(number[f.preds[n.off+y]])
	})
	return list
}

func (p *printer) blockName(b NodeID) {
	if int(b) < len(p.blocks) && p.blocks[b] != 0 {
		p.w.Str("b")
		p.w.Num(p.blocks[b])
		return
	}
	p.w.Str("b?")
	p.w.Num(uint32(b))
}

func (p *printer) value(v Value) {
	switch {
	case v == 0:
		p.w.Str("_")
	case int(v) < len(p.values) && p.values[v] != 0:
		p.w.Str("%")
		p.w.Num(p.values[v])
	default:
		p.w.Str("%?")
		p.w.Num(uint32(v))
	}
}

// src writes a source; comps is the number of components that it needn't state.
func (p *printer) src(s Src, comps int) {
	p.value(s.Value)
	if s.Value == 0 || int(s.Comps) == comps && s.IsIdentity() {
		return
	}
	if s.Comps == 0 {
		p.w.Str(".whole")
		return
	}
	p.w.Str(".")
	for k := range min(int(s.Comps), 4) {
		p.w.Str("xyzw"[s.Swizzle.At(k) : s.Swizzle.At(k)+1])
	}
}

// implied is the number of components of source k of an operation that the text needn't
// state.
func (f *Function) implied(o op.Op, k int, v Value) int {
	if info := o.Info(); info.Class != op.ClassALU || len(info.Srcs) == 0 || v == 0 || int(v) >= len(f.instrs) {
		return 0
	}
	return int(f.SrcFor(o, k, v).Comps)
}

// named reports whether an operation's sources have names in the text.
func named(info *op.Info) bool {
	if len(info.Srcs) < 2 {
		return false
	}
	for k := range info.Srcs {
		if info.Srcs[k].Optional {
			return true
		}
	}
	return false
}

func (p *printer) instr(i InstrID, b NodeID) {
	f, w := p.f, p.w
	n := &f.instrs[i]
	info := n.op.Info()
	if n.ty != 0 {
		p.value(i)
		w.Str(" = ")
	}
	w.Str(info.Name)
	if n.fp == Fast {
		w.Str(".fast")
	} else {
		for k, name := range fpNames {
			if n.fp>>k&1 != 0 {
				w.Str(".")
				w.Str(name)
			}
		}
	}
	sep := " "
	item := func() {
		w.Str(sep)
		sep = ", "
	}
	skip := 0 // leading fields that the item before the sources says
	switch n.op {
	case op.DerefVar, op.Declare, op.ResourceIndex:
		item()
		p.varRef(f.VarOf(i))
		skip = 1
	case op.Constant:
		item()
		w.Ref(ir.KindConstant, n.words[0])
		skip = 1
	case op.Override:
		item()
		w.Ref(ir.KindOverride, n.words[0])
		skip = 1
	case op.Call:
		item()
		w.Ref(0, n.words[0])
		skip = 1
	case op.LoadReg, op.StoreReg:
		item()
		w.Str("r")
		w.Num(n.words[0])
		skip = 1
	case op.Const:
		for k := range f.Comps(i) {
			item()
			p.constant(f.s().Types.ScalarOf(n.ty), f.ConstBits(i, k))
		}
	}
	names := named(info)
	var order []uint32
	if n.op == op.Phi && !f.IsFlat() {
		order = p.preds(b)
	}
	for k := range n.nsrc {
		if int(k) < len(order) {
			k = order[k]
		}
		s := f.use(n.src + UseID(k))
		switch {
		case n.op == op.Phi:
			item()
			if x := &f.nodes[b]; f.IsFlat() {
				p.blockName(f.PhiPred(i, int(k)))
			} else if k < x.n {
				p.blockName(f.preds[x.off+k])
			} else {
				w.Str("b?")
			}
			w.Str(": ")
		case n.op == op.ParallelCopy:
			item()
			w.Str("r")
			w.Num(f.words[n.words[0]+k])
			w.Str(": ")
		case names && s.Value == 0 && int(k) < len(info.Srcs) && info.Srcs[k].Optional:
			continue
		case names && int(k) < len(info.Srcs):
			item()
			w.Str(info.Srcs[k].Name)
			w.Str(": ")
		case s.Value == 0 && len(info.Srcs) == 1 && info.Srcs[0].Optional:
			continue
		default:
			item()
		}
		p.src(s, f.implied(n.op, int(k), s.Value))
	}
	for k := skip; k < len(info.Fields); k++ {
		fd := &info.Fields[k]
		v := fd.Get(n.words)
		if v == 0 && fd.Names == nil && fd.Bits < 32 {
			continue
		}
		item()
		w.Str(fd.Name)
		w.Str("=")
		if fd.Names != nil && v < fd.Count {
			w.Str(fd.Names(v))
		} else {
			w.Num(v)
		}
	}
	if n.ty != 0 {
		w.Colon(n.ty)
	}
	w.Flags(n.flags)
	if name := f.NameOf(i); name != "" {
		w.Str(" ")
		w.Quote(name)
	}
	w.End(f.spans[i])
}

func (f *Function) s() *ir.Module { return f.Shader.Module }

func (p *printer) varRef(v VarID) {
	if !v.IsLocal() {
		p.w.Ref(ir.KindGlobal, uint32(v))
		return
	}
	p.w.Str("$")
	if k := v &^ LocalVar; int(k) < len(p.locals) && k != 0 {
		p.w.Str(p.locals[k])
	} else {
		p.w.Str("#?")
		p.w.Num(uint32(k))
	}
}

// constant writes a component's value so that it reads back to the same bits.
func (p *printer) constant(s ir.Scalar, bits uint64) {
	p.w.Append(func(b []byte) []byte { return appendConst(b, s, bits) })
}

func appendConst(b []byte, s ir.Scalar, bits uint64) []byte {
	start := len(b)
	size := s.Bits()
	switch {
	case s == ir.Bool && bits <= 1:
		return strconv.AppendBool(b, bits == 1)
	case s == ir.F16 && bits <= 0xFFFF:
		b = strconv.AppendFloat(b, num.F16(bits).F64(), 'g', -1, 64)
	case s == ir.F32 && bits <= math.MaxUint32:
		b = strconv.AppendFloat(b, float64(math.Float32frombits(uint32(bits))), 'g', -1, 32)
	case s.IsFloat() && size == 64:
		b = strconv.AppendFloat(b, math.Float64frombits(bits), 'g', -1, 64)
	case s.Kind() == ir.SintKind && size > 0:
		b = strconv.AppendInt(b, int64(bits<<(64-size))>>(64-size), 10)
	default:
		b = strconv.AppendUint(b, bits, 10)
	}
	if back, ok := parseConst(s, string(b[start:])); !ok || back != bits {
		b = append(b[:start], "0x"...)
		b = strconv.AppendUint(b, bits, 16)
	}
	return b
}

// parseConst reads a component's value.
func parseConst(s ir.Scalar, text string) (uint64, bool) {
	if len(text) > 2 && text[:2] == "0x" {
		v, err := strconv.ParseUint(text[2:], 16, 64)
		return v, err == nil
	}
	size := s.Bits()
	switch {
	case s == ir.Bool:
		if text == "true" {
			return 1, true
		}
		return 0, text == "false"
	case s == ir.F16:
		v, err := strconv.ParseFloat(text, 64)
		return uint64(num.F16FromF64(v)), err == nil && v-v == 0
	case s == ir.F32:
		v, err := strconv.ParseFloat(text, 32)
		return uint64(math.Float32bits(float32(v))), err == nil && v-v == 0
	case s.IsFloat() && size == 64:
		v, err := strconv.ParseFloat(text, 64)
		return math.Float64bits(v), err == nil && v-v == 0
	case s.Kind() == ir.SintKind && size > 0:
		v, err := strconv.ParseInt(text, 10, size)
		return uint64(v) << (64 - size) >> (64 - size), err == nil
	}
	v, err := strconv.ParseUint(text, 10, 64)
	return v, err == nil && (size == 0 || size == 64 || v>>size == 0)
}
