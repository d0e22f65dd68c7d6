package lower

// This file prints into a storage buffer, for devices that print nothing themselves.
//
//	before                          after
//	print %a, format=1              %1 = atomic add @printed[0], 10
//	                                %2 = iadd %1, 10
//	                                %3 = ule %2, (array_length @printed) - 1
//	                                if %3 {
//	                                  store @printed[%1 + 1], 10, 1, line, column, stage, id, shape of %a, %a
//	                                }
//
// The first word of the buffer counts the words that were wanted, and records follow it. A record is
// how many words it has, the number of the format, the place in the source, the stage and three words
// that name the invocation, and for each argument its shape and bits. The entry point keeps the name of
// the invocation in a private variable: global_invocation_id of compute, task and mesh shaders, the pixel of
// fragments, indices of the vertex and the instance, and zero in other stages. exec.ReadPrinted reads them; the module keeps its formats. A record that doesn't
// fit is lost, which the count shows. The host sets the count to zero.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// PrintOptions is the place of the buffer.
type PrintOptions struct {
	Group   uint32 `doc:"the group of the buffer, of type array<u32>"`
	Binding int    `doc:"its binding; -1: the first one behind all others of the group"`
}

// FreePrinting uses a free binding of the first group.
var FreePrinting = PrintOptions{Binding: -1}

// Printing prints into a buffer.
var Printing = &pass.Pass{
	Name:      "lower-printf",
	Doc:       "numbers that the shader prints are written to a storage buffer, printed",
	Replaces:  []string{"lower_printf"},
	Destroys:  pass.ExplicitBuffers | pass.IOVariables | pass.ExplicitIO | pass.NoSSBO | pass.LoopClosed | pass.Scalar | pass.WholeStores,
	Preserves: ssa.NoAnalyses,
	Machine:   true,
	Shader:    func(s *ssa.Shader) bool { return lowerPrinting(s, FreePrinting) },
}

// PrintingOf is the pass with options.
func PrintingOf(o PrintOptions) *pass.Pass {
	p := *Printing
	p.Shader = func(s *ssa.Shader) bool { return lowerPrinting(s, o) }
	return &p
}

func lowerPrinting(s *ssa.Shader, o PrintOptions) bool {
	buffer, name := ssa.VarID(0), ssa.VarID(0)
	for _, f := range s.Funcs[1:] {
		if f.IsFlat() || !f.MayHave(op.Print) {
			continue
		}
		var list []ssa.InstrID
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if f.Op(i) == op.Print {
					list = append(list, i)
				}
			}
		}
		for _, i := range list {
			if buffer == 0 {
				buffer = printBuffer(s, o)
				name = s.AddVar(ssa.Variable{Name: "printing", Mode: ssa.ModeShaderTemp, Type: ir.VectorOf(ir.U32, 4), Access: ir.AccessReadWrite})
			}
			printRecord(f, i, buffer, name)
			f.Remove(i)
		}
	}
	if buffer == 0 {
		return false
	}
	for k := range s.EntryPoints {
		ep := &s.EntryPoints[k]
		if f := s.Funcs[ep.Function]; f.MayHave(op.Print) || f.MayHave(op.Call) {
			nameInvocation(f, ep.Stage, name)
		}
	}
	return true
}

// nameInvocation stores the name of the invocation at the start of an entry point.
func nameInvocation(f *ssa.Function, stage ir.Stage, name ssa.VarID) {
	c := calc{f.Build(f.Entry())}
	x := &fixedFunction{f.Shader, f}
	parts := []ssa.Value{0, c.U32(0), c.U32(0), c.U32(0)}
	whole := func(v ssa.Value, n int) {
		for k := range n {
			parts[k+1] = c.Component(v, k)
		}
	}
	switch stage {
	case ir.StageCompute, ir.StageTask, ir.StageMesh:
		whole(x.value(&c, ir.BuiltInGlobalInvocationID, ir.VectorOf(ir.U32, 3)), 3)
	case ir.StageFragment:
		at := x.value(&c, ir.BuiltInPosition, ir.VectorOf(ir.F32, 4))
		for k := range 2 {
			parts[k+1] = c.convert(op.F2U, ir.U32, c.do(op.FFloor, c.Component(at, k)))
		}
	case ir.StageVertex:
		whole(x.value(&c, ir.BuiltInVertexIndex, ir.TypeU32), 1)
		parts[2] = x.value(&c, ir.BuiltInInstanceIndex, ir.TypeU32)
	}
	parts[0] = c.U32(uint32(stage))
	c.Store(c.DerefVar(name), c.Op(op.Vec, ir.VectorOf(ir.U32, 4), parts...))
}

// value is a system value, as a parameter or a variable: whichever form the function has.
func (x *fixedFunction) value(c *calc, which ir.BuiltIn, t ir.TypeID) ssa.Value {
	f := x.f
	for v := range x.s.Vars {
		if y := &x.s.Vars[v]; v > 0 && y.Mode == ssa.ModeSystemValue && y.IO.Kind == ir.BindBuiltIn && y.IO.BuiltIn == which {
			return c.as(c.Load(c.DerefVar(ssa.VarID(v))), t)
		}
	}
	param := func(k int) ssa.Value {
		p := c.Instr(op.Param, f.Params[k].Type)
		f.SetWords(p, [2]uint32{uint32(k)})
		return p
	}
	for k := range f.Params {
		at := &f.Params[k].Binding
		if at.Kind == ir.BindBuiltIn && at.BuiltIn == which {
			return c.as(param(k), t)
		}
		if st := x.s.Module.StructOf(f.Params[k].Type); st != nil && at.Kind == ir.NoBinding {
			for n := range st.Members {
				if m := &st.Members[n]; m.Binding.Kind == ir.BindBuiltIn && m.Binding.BuiltIn == which {
					return c.as(c.Extract(m.Type, param(k), n), t)
				}
			}
		}
	}
	if len(f.Params) == 0 && f.Result == 0 && f.MayHave(op.DerefVar) && x.hasVariables() {
		return c.Load(c.DerefVar(x.systemVar(which, t)))
	}
	f.Params = append(f.Params, ir.Argument{Name: which.String(), Type: t, Binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: which}})
	return param(len(f.Params) - 1)
}

// hasVariables reports whether the function has variables of inputs, outputs or system values.
func (x *fixedFunction) hasVariables() bool {
	for b := range x.f.Blocks() {
		for i := range x.f.Instrs(b) {
			if x.f.Op(i) == op.DerefVar && x.f.Var(x.f.VarOf(i)).Mode&ioModes != 0 {
				return true
			}
		}
	}
	return false
}

// as is a value in another type of its size.
func (c *calc) as(v ssa.Value, t ir.TypeID) ssa.Value {
	if c.F.Type(v) == t {
		return v
	}
	return c.Op(op.Bitcast, t, v)
}

// printBuffer declares the buffer.
func printBuffer(s *ssa.Shader, o PrintOptions) ssa.VarID {
	at := ir.ResourceBinding{Group: o.Group, Binding: uint32(max(o.Binding, 0))}
	if o.Binding < 0 {
		for k := range s.Vars {
			if v := &s.Vars[k]; v.HasBinding && v.Binding.Group == o.Group {
				at.Binding = max(at.Binding, v.Binding.Binding+1)
			}
		}
	}
	t := s.Module.Types.Array(ir.TypeU32, 0)
	return s.AddVar(ssa.Variable{Name: "printed", Mode: ssa.ModeSSBO, Type: t, Access: ir.AccessReadWrite, Layout: ir.LayoutNatural, HasBinding: true, Binding: at})
}

// printRecord writes the record of an instruction.
func printRecord(f *ssa.Function, i ssa.InstrID, buffer, name ssa.VarID) {
	c := calc{f.BuildBefore(i)}
	var line, column uint32
	if sources := f.Shader.Module.Sources; sources != nil {
		if at, ok := sources.Position(f.SpanOf(i).Start); ok && !f.SpanOf(i).IsZero() {
			line, column = uint32(at.Line), uint32(at.Column)
		}
	}
	words := []ssa.Value{0, c.U32(f.Word(i, 0)), c.U32(line), c.U32(column)}
	who := c.Load(c.DerefVar(name))
	for k := range 4 {
		words = append(words, c.Component(who, k))
	}
	types := &f.Shader.Module.Types
	for k := range f.NumSrcs(i) {
		v := f.Arg(i, k)
		s := types.ScalarOf(f.Type(v))
		words = append(words, c.U32(uint32(ir.PrintedShapeOf(s, f.Comps(v)))))
		for j := range f.Comps(v) {
			words = append(words, c.words(s, c.Component(v, j))...)
		}
	}
	n := uint32(len(words))
	words[0] = c.U32(n)
	base := c.DerefVar(buffer)
	element := f.Shader.Module.ElementType(f.Type(base), 0)
	counter := c.DerefArray(element, base, c.U32(0))
	at := c.Instr(op.Atomic, ir.TypeU32, ssa.Whole(counter), ssa.Whole(words[0]), ssa.Src{})
	f.SetField(at, "op", uint32(ir.AtomicAdd))
	fits := c.ule(c.Op(op.IAdd, ir.TypeU32, at, words[0]), c.Op(op.ISub, ir.TypeU32, c.Op(op.ArrayLength, ir.TypeU32, base), c.U32(1)))
	span := f.SpanOf(i)
	node := f.InsertIf(f.BeforeInstr(i), ssa.Whole(fits), span)
	in := calc{f.Build(f.EndOf(f.ListFirst(f.Then(node))))}
	in.Span = span
	for k, w := range words {
		p := in.DerefArray(element, base, in.Op(op.IAdd, ir.TypeU32, at, in.U32(uint32(k+1))))
		f.SetFlags(p, ir.FlagInBounds)
		in.Store(p, w)
	}
}

// words are the bits of a scalar, in one word or two.
func (c *calc) words(s ir.Scalar, v ssa.Value) []ssa.Value {
	switch {
	case s == ir.Bool:
		return []ssa.Value{c.convert(op.B2I, ir.U32, v)}
	case s.Bits() == 64:
		pair := c.Op(op.Bitcast, ir.VectorOf(ir.U32, 2), v)
		return []ssa.Value{c.Component(pair, 0), c.Component(pair, 1)}
	case s.Bits() < 32:
		return []ssa.Value{c.resize(32, c.bitcast(ir.ScalarOf(ir.UintKind, s.Bits()), v))}
	}
	return []ssa.Value{c.bitcast(ir.U32, v)}
}
