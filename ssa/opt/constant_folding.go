package opt

// This file folds operations on known values.
//
//	before                  after
//	%1 = const 2 : u32      %3 = const 6 : u32
//	%2 = const 3 : u32
//	%3 = imul %1, %2
//
// One walk in program order suffices: definitions come before uses, but for
// phis, which other passes simplify.

import (
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// ConstantFolding folds operations on known values.
var ConstantFolding = &pass.Pass{
	Name:      "constant-folding",
	Doc:       "operations on known values become their results",
	Replaces:  []string{"opt_constant_folding", "constant_expressions.py", "constant_expressions.h"},
	Preserves: ssa.ControlFlow,
	Function:  constantFolding,
}

func constantFolding(f *ssa.Function) bool {
	changed := false
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i).Class() != op.ClassALU || f.NumSrcs(i) == 0 || !allConst(f, i) {
				continue
			}
			var out [4]uint64
			n := f.Comps(i)
			if n == 0 || !Fold(f, i, &out) {
				continue
			}
			build := f.BuildBefore(i)
			v := build.Const(f.Type(i), out[:n]...)
			f.SetName(v, f.NameOf(i))
			f.ReplaceUses(i, v)
			f.Remove(i)
			changed = true
		}
	}
	return changed
}

func allConst(f *ssa.Function, i ssa.InstrID) bool {
	for k := range f.NumSrcs(i) {
		if v := f.Arg(i, k); v == 0 || !f.IsConst(v) {
			return false
		}
	}
	return true
}

// Fold computes the components of an ALU instruction all of whose sources are
// known, if its operation can be.
func Fold(f *ssa.Function, i ssa.InstrID, out *[4]uint64) bool {
	o := f.Op(i)
	n := f.Comps(i)
	at := func(k, comp int) uint64 {
		s := f.Src(i, k)
		return f.ConstBits(s.Value, s.Swizzle.At(comp))
	}
	switch o {
	case op.Vec:
		c := 0
		for k := range f.NumSrcs(i) {
			for j := range f.SrcComps(i, k) {
				out[c] = at(k, j)
				c++
			}
		}
		return true
	case op.Bitcast: // the source's bits in order, cut anew
		from, to := f.Bits(f.Arg(i, 0)), f.Bits(i)
		for j := range f.SrcComps(i, 0) {
			for bit := range from {
				place := j*from + bit
				out[place/to] |= at(0, j) >> bit & 1 << (place % to)
			}
		}
		return true
	case op.BAll, op.BAny:
		all, any := uint64(1), uint64(0)
		for j := range f.SrcComps(i, 0) {
			all, any = all&at(0, j), any|at(0, j)
		}
		out[0] = all
		if o == op.BAny {
			out[0] = any
		}
		return true
	case op.IDot:
		sum := uint64(0)
		for j := range f.SrcComps(i, 0) {
			sum += at(0, j) * at(1, j)
		}
		out[0] = sum & (1<<f.Bits(i) - 1)
		return true
	}
	srcs := o.Info().Srcs
	if f.NumSrcs(i) > 4 || o.Has(op.Variadic) {
		return false
	}
	for k := range f.NumSrcs(i) { // only what works by components
		if srcs[k].Base == op.Whole || srcs[k].Comps != 0 {
			return false
		}
	}
	if r := o.Info().Result; r.Base == op.Whole || r.Comps != 0 && r.Comps != op.VarComps {
		return false
	}
	if o == op.FNormalize || o == op.FFaceForward || o == op.FReflect || o == op.FRefract {
		return false
	}
	from, to := f.Bits(f.Arg(i, 0)), f.Bits(i)
	for c := range n {
		var a [4]uint64
		for k := range f.NumSrcs(i) {
			a[k] = at(k, c)
		}
		r, ok := op.Fold(o, from, to, a)
		if !ok {
			return false
		}
		out[c] = r
	}
	return true
}
