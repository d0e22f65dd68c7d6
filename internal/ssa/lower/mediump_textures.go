package lower

// This file gives operations on textures results and sources of 16 bits.
//
//	before                                         after
//	%2 = f2f %1 : vec2<f32>                        %3 = tex texture: %t, coord: %1 : vec4<f16>
//	%3 = tex texture: %t, coord: %2 : vec4<f32>    %5 = fmul %3, %3 : vec4<f16>
//	%4 = f2f %3 : vec4<f16>
//	%5 = fmul %4, %4 : vec4<f16>
//
// A result has 16 bits if it is marked as of reduced precision, or if all uses read it in 16 bits. A source
// has 16 bits if it is a value of 16 bits that was widened: a float, or a signed integer. Texels keep
// their format; the operation converts. A module has such operations in 32 bits only, between conversions.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// MediumpTexOptions selects the operands that get 16 bits.
type MediumpTexOptions struct {
	Results bool `doc:"results of operations on textures"`
	Loads   bool `doc:"texels that are loaded from storage images"`
	Stores  bool `doc:"texels that are stored"`
	Sources bool `doc:"coordinates, levels, gradients, layers, samples, references"`
}

// AllMediumpTex has all operands that may be.
var AllMediumpTex = MediumpTexOptions{true, true, true, true}

// MediumpTex gives operands 16 bits that may have them.
var MediumpTex = &pass.Pass{
	Name:      "mediump-textures",
	Doc:       "results and sources of operations on textures have 16 bits if these are enough",
	Replaces:  []string{"lower_mediump"},
	Destroys:  pass.Scalar | pass.NoSmall | pass.NoHalfConversions,
	Preserves: ssa.ControlFlow,
	Function:  func(f *ssa.Function) bool { return mediumpTex(f, AllMediumpTex) },
}

// MediumpTexOf is the pass with options.
func MediumpTexOf(o MediumpTexOptions) *pass.Pass {
	p := *MediumpTex
	p.Function = func(f *ssa.Function) bool { return mediumpTex(f, o) }
	return &p
}

func mediumpTex(f *ssa.Function, o MediumpTexOptions) bool {
	var list []ssa.InstrID // conversions behind them are removed on the way
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			switch f.Op(i) {
			case op.Tex, op.Txf, op.ImageLoad, op.ImageStore:
				list = append(list, i)
			}
		}
	}
	changed := false
	for _, i := range list {
		changed = o.operands(f, i) || changed
	}
	return changed
}

// operands gives the operands of an operation 16 bits that may have them; it reports whether there are any.
func (o *MediumpTexOptions) operands(f *ssa.Function, i ssa.InstrID) bool {
	changed, results := false, o.Results
	store := f.Op(i) == op.ImageStore
	switch f.Op(i) {
	case op.Tex:
		results = results && ir.SampleLevel(f.Field(i, "level")) != ir.LevelQuery
	case op.ImageLoad:
		results = o.Loads
	case op.ImageStore:
		results = false
	}
	for k := 1; k < f.NumSrcs(i); k++ {
		if store && k == 3 && o.Stores || (!store || k != 3) && o.Sources {
			changed = smallSource(f, i, k) || changed
		}
	}
	if results && f.Bits(i) == 32 && f.Field(i, "residency") == 0 && (f.Flags(i)&ir.FlagRelaxed != 0 || allNarrow(f, i)) {
		smallResult(f, i)
		changed = true
	}
	return changed
}

// narrows reports whether an instruction makes a value one of 16 bits, of the same kind.
func narrows(f *ssa.Function, i ssa.InstrID) bool {
	switch f.Op(i) {
	case op.F2F, op.I2I, op.U2U:
		return f.Bits(i) == 16
	}
	return false
}

// allNarrow reports whether a value is used, and all uses read it in 16 bits.
func allNarrow(f *ssa.Function, v ssa.Value) bool {
	for u := f.FirstUse(v); u != 0; u = f.NextUse(u) {
		if i, _ := f.UserOf(u); i == 0 || !narrows(f, i) {
			return false
		}
	}
	return f.HasUses(v)
}

// smallSource makes a source the value of 16 bits that it was widened from; it reports whether it has.
func smallSource(f *ssa.Function, i ssa.InstrID, k int) bool {
	v := f.Arg(i, k)
	if v == 0 || f.Op(v) != op.F2F && f.Op(v) != op.I2I || f.Bits(v) != 32 || f.Bits(f.Arg(v, 0)) != 16 {
		return false
	}
	s := f.Src(v, 0)
	small := s.Value
	if n := f.Comps(v); f.Comps(small) != n || s.Comps != 0 && s.Swizzle != ssa.Identity {
		b := f.BuildBefore(v)
		small = b.Swizzle(small, s.Swizzle, n)
	}
	f.SetSrc(i, k, ssa.Whole(small))
	return true
}

// smallResult gives the result of an operation 16 bits.
func smallResult(f *ssa.Function, i ssa.InstrID) {
	s, _ := ir.HalfSize(f.Shader.Module.Types.ScalarOf(f.Type(i)))
	wide := f.Type(i)
	f.SetType(i, ir.VectorOf(s, f.Comps(i)))
	f.SetFlags(i, f.Flags(i)&^ir.FlagRelaxed)
	var rest []ssa.UseID
	for u := f.FirstUse(i); u != 0; {
		next := f.NextUse(u)
		if j, _ := f.UserOf(u); j != 0 && narrows(f, j) && f.Op(j) == sizeOp(s) {
			src := f.Src(j, 0)
			small := ssa.Value(i)
			if src.Swizzle != ssa.Identity || f.Comps(j) != f.Comps(i) {
				b := f.BuildBefore(j)
				small = b.Swizzle(i, src.Swizzle, f.Comps(j))
			}
			replace(f, j, small)
		} else {
			rest = append(rest, u)
		}
		u = next
	}
	if len(rest) == 0 {
		return
	}
	b := f.BuildAfter(i)
	w := resize(&b, i, wide)
	for _, u := range rest {
		f.SetSrcAt(u, ssa.Src{Value: w, Swizzle: f.SrcAt(u).Swizzle, Comps: f.SrcAt(u).Comps})
	}
}

// sizeOp is the operation that changes the size of a scalar.
func sizeOp(s ir.Scalar) op.Op {
	switch {
	case s.IsFloat():
		return op.F2F
	case s.IsSigned():
		return op.I2I
	}
	return op.U2U
}
