package spirv

// This file reads the interpolation of inputs elsewhere than they are declared to be.
// The operand is a path from an input variable to a scalar, vector or component of one;
// in the module the operation names the location. A part that is picked by an index
// which isn't known is picked from all.

import (
	"slices"

	"refract/internal/lazy"
	"refract/ir"
	"refract/spirv"
	"refract/ssa"
	"refract/ssa/op"
)

var interpolations = lazy.Value[map[spirv.GLSLOp]ir.InterpolateOp]{Make: func() map[spirv.GLSLOp]ir.InterpolateOp {
	return map[spirv.GLSLOp]ir.InterpolateOp{
		spirv.GLSLInterpolateAtCentroid: ir.InterpolateCentroid,
		spirv.GLSLInterpolateAtSample:   ir.InterpolateSample,
		spirv.GLSLInterpolateAtOffset:   ir.InterpolateOffset,
	}
}}

// interpolate reads InterpolateAtCentroid, InterpolateAtSample and InterpolateAtOffset.
func (r *reader) interpolate(inst spirv.Inst, o ir.InterpolateOp, args []ssa.Value) {
	f := r.fn.f
	want := 2
	if o == ir.InterpolateCentroid {
		want = 1
	}
	if len(args) != want {
		r.invalid("an interpolation has %d operands, not %d", len(args), want)
	}
	var steps []ssa.Value
	p := args[0]
	for f.Op(p).IsPath() {
		steps = append(steps, p)
		p = f.Arg(p, 0)
	}
	slices.Reverse(steps)
	v := r.ioVariable(p)
	if v == nil || v.class != spirv.StorageClassInput {
		r.unsupported("an interpolation of a value other than input variables")
	}
	v.whole = true
	x := interpolation{r: r, op: o, leaves: r.leaves(nil, v, ir.StageFragment)}
	if want == 2 {
		x.at = args[1]
		if o == ir.InterpolateSample && (f.Comps(x.at) != 1 || f.Bits(x.at) != 32) || o == ir.InterpolateOffset && (f.Comps(x.at) != 2 || f.Bits(x.at) != 32) {
			r.invalid("an interpolation at a %s of another type", o)
		}
	}
	r.set(inst[2], x.along(nil, steps))
}

// interpolation is one that is being read.
type interpolation struct {
	r      *reader
	op     ir.InterpolateOp
	at     ssa.Value
	leaves []leaf
}

// along is the value at the end of a path whose first steps are known.
func (x *interpolation) along(path []uint32, steps []ssa.Value) ssa.Value {
	r := x.r
	b := &r.fn.b
	f := r.fn.f
	for i := range x.leaves {
		if l := &x.leaves[i]; slices.Equal(l.path, path) {
			if l.binding.Kind != ir.BindLocation {
				r.unsupported("an interpolation of a built-in value")
			}
			v := b.Op(op.Interpolate, l.t, x.at)
			f.SetWords(v, [2]uint32{uint32(x.op) | uint32(l.binding.Component)<<4 | l.binding.Location<<8})
			switch len(steps) {
			case 0:
				return v
			case 1: // a component
				if index := f.Arg(steps[0], 1); f.Op(steps[0]) == op.DerefArray {
					return b.Instr(op.ExtractDynamic, ir.ScalarTypeOf(r.m.Types.ScalarOf(l.t)), ssa.Whole(v), ssa.Src{Value: index, Comps: 1})
				}
			}
			r.invalid("an interpolation of a part that isn't there")
		}
	}
	if len(steps) == 0 {
		r.unsupported("an interpolation of a type other than scalars and vectors")
	}
	next := func(k uint32) ssa.Value { return x.along(append(path[:len(path):len(path)], k), steps[1:]) }
	s := steps[0]
	if f.Op(s) == op.DerefStruct {
		return next(uint32(f.IndexOf(s)))
	}
	index := f.Arg(s, 1)
	if f.IsConst(index) {
		return next(uint32(f.ConstBits(index, 0)))
	}
	n := uint32(0)
	for i := range x.leaves {
		if l := &x.leaves[i]; len(l.path) > len(path) && slices.Equal(l.path[:len(path)], path) {
			n = max(n, l.path[len(path)]+1)
		}
	}
	if n == 0 {
		r.invalid("an interpolation of a part that isn't there")
	}
	v := next(0)
	for k := uint32(1); k < n; k++ {
		is := b.Op(op.IEq, ir.TypeBool, index, b.Const(f.Type(index), uint64(k)))
		w := next(k)
		v = r.choose(is, f.Type(w), w, v)
	}
	return v
}
