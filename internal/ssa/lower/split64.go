package lower

// This file splits 64-bit values that meet in phis: to pairs of 32-bit values, or
// vectors of three and four components to vectors of two.
//
//	before                              after
//	%3 = phi b1: %1, b2: %2 : u64       %6 = phi b1: %4.x, b2: %5.x : u32
//	                                    %7 = phi b1: %4.y, b2: %5.y : u32
//	                                    %8 = vec %6, %7
//	                                    %3 = bitcast %8 : u64

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// Split64Options selects the treatment of phis of 64-bit values.
type Split64Options struct {
	Pairs bool // phis of 32-bit values; else vectors of more than two components are split
}

// Split64 makes phis of 64-bit values phis of pairs.
var Split64 = &pass.Pass{
	Name:        "split-64-phis",
	Doc:         "phis of 64-bit values become phis of pairs of 32-bit ones",
	Machine:     true,
	Replaces:    []string{"lower_bit_size"},
	Preserves:   ssa.ControlFlow,
	Establishes: pass.NoPhis64,
	Function:    func(f *ssa.Function) bool { return splitPhis(f, Split64Options{Pairs: true}) },
}

// Split64Vectors leaves phis of one or two components as they are.
var Split64Vectors = &pass.Pass{
	Name:      "split-64-vectors",
	Doc:       "phis of 64-bit vectors of three and four components become phis of at most two",
	Machine:   true,
	Replaces:  []string{"split_64bit_vec3_and_vec4"},
	Preserves: ssa.ControlFlow,
	Function:  func(f *ssa.Function) bool { return splitPhis(f, Split64Options{}) },
}

func splitPhis(f *ssa.Function, o Split64Options) bool {
	types := &f.Shader.Module.Types
	var phis []ssa.InstrID
	for b := range f.Blocks() {
		for i := f.First(b); i != 0 && f.Op(i) == op.Phi; i = f.Next(i) {
			if f.Bits(i) == 64 && (o.Pairs || f.Comps(i) > 2) {
				phis = append(phis, i)
			}
		}
	}
	for _, p := range phis {
		b := f.Block(p)
		s := types.ScalarOf(f.Type(p))
		n := f.Comps(p)
		// The phis of the parts, and how many components of the whole each has.
		var parts []ssa.Value
		if o.Pairs {
			for range 2 * n {
				parts = append(parts, f.PhiAt(f.StartOf(b), ir.TypeU32))
			}
		} else {
			parts = append(parts, f.PhiAt(f.StartOf(b), ir.VectorOf(s, 2)), f.PhiAt(f.StartOf(b), ir.VectorOf(s, n-2)))
		}
		for _, v := range parts {
			f.SetSpan(v, f.SpanOf(p))
		}
		for k, pred := range f.Preds(b) {
			c := calc{f.Build(f.EndOf(pred))}
			c.Span = f.SpanOf(p)
			v := f.Arg(p, k)
			if !o.Pairs {
				f.SetSrc(parts[0], k, ssa.Whole(c.Swizzle(v, ssa.Identity, 2)))
				f.SetSrc(parts[1], k, ssa.Whole(c.Swizzle(v, ssa.Swizzle(0).With(0, 2).With(1, 3), n-2)))
				continue
			}
			for j := range n {
				x := c.split(c.part(ssa.Whole(v), j))
				f.SetSrc(parts[2*j], k, ssa.Whole(x.lo))
				f.SetSrc(parts[2*j+1], k, ssa.Whole(x.hi))
			}
		}
		c := calc{f.Build(f.StartOf(b))}
		c.Span = f.SpanOf(p)
		if o.Pairs {
			for j := range n {
				parts[j] = c.combine(s, pair{parts[2*j], parts[2*j+1]})
			}
			parts = parts[:n]
		}
		replace(f, p, c.join(p, parts...))
	}
	return len(phis) > 0
}
