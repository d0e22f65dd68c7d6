package lower

// This file makes phis of vectors phis of their components.
//
//	before                          after
//	b1:                             b1:
//	                                  %5 = mov %1.x
//	                                  %6 = mov %1.y
//	b2:                             b2:
//	  %3 = phi b1: %1, b2: %2         %7 = phi b1: %5, b2: ...
//	                                  %8 = phi b1: %6, b2: ...
//	                                  %3 = vec %7, %8
//
// Components that come from the same place whichever way was taken, or that nobody uses,
// are then found by the passes that look at phis and at values alone.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// PhisToScalar makes phis of vectors phis of their components.
var PhisToScalar = &pass.Pass{
	Name:      "phis-to-scalar",
	Doc:       "phis of vectors become phis of their components",
	Replaces:  []string{"lower_phis_to_scalar"},
	Preserves: ssa.ControlFlow,
	Function:  phisToScalar,
}

func phisToScalar(f *ssa.Function) bool {
	types := &f.Shader.Module.Types
	var phis []ssa.InstrID
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i) == op.Phi && types.At(f.Type(i)).Kind == ir.TypeVector {
				phis = append(phis, i)
			}
		}
	}
	for _, p := range phis {
		b := f.Block(p)
		t := ir.VectorOf(types.ScalarOf(f.Type(p)), 1)
		n := f.Comps(p)
		var parts [4]ssa.Value
		for k := range n {
			parts[k] = f.PhiAt(f.StartOf(b), t)
			f.SetSpan(parts[k], f.SpanOf(p))
		}
		for s, pred := range f.Preds(b) {
			at := f.Build(f.EndOf(pred))
			at.Span = f.SpanOf(p)
			for k := range n {
				f.SetSrc(parts[k], s, ssa.Whole(at.Component(f.Arg(p, s), k)))
			}
		}
		at := f.Build(f.StartOf(b))
		at.Span = f.SpanOf(p)
		v := at.Op(op.Vec, f.Type(p), parts[:n]...)
		f.SetName(v, f.NameOf(p))
		f.ReplaceUses(p, v)
		f.Remove(p)
	}
	return len(phis) > 0
}
