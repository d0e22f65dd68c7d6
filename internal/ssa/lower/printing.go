package lower

// This file prints into a storage buffer, for devices that print nothing themselves.
//
//	before                          after
//	print %a, format=1              %1 = atomic add @printed[0], 6
//	                                %2 = iadd %1, 6
//	                                %3 = ule %2, (array_length @printed) - 1
//	                                if %3 {
//	                                  store @printed[%1 + 1], 6, 1, line, column, shape of %a, %a
//	                                }
//
// The first word of the buffer counts the words that were wanted, and records follow it. A record is
// how many words it has, the number of the format, the place in the source, and for each argument its
// shape and bits. exec.ReadPrinted reads them; the module keeps its formats. A record that doesn't
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
	Destroys:  pass.ExplicitBuffers | pass.NoSSBO | pass.LoopClosed | pass.Scalar | pass.WholeStores,
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
	buffer := ssa.VarID(0)
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
			}
			printRecord(f, i, buffer)
			f.Remove(i)
		}
	}
	return buffer != 0
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
func printRecord(f *ssa.Function, i ssa.InstrID, buffer ssa.VarID) {
	c := calc{f.BuildBefore(i)}
	var line, column uint32
	if sources := f.Shader.Module.Sources; sources != nil {
		if at, ok := sources.Position(f.SpanOf(i).Start); ok && !f.SpanOf(i).IsZero() {
			line, column = uint32(at.Line), uint32(at.Column)
		}
	}
	words := []ssa.Value{0, c.U32(f.Word(i, 0)), c.U32(line), c.U32(column)}
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
