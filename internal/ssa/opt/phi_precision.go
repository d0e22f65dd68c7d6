package opt

// This file moves conversions of numbers through phis.
//
//	before                          after
//	%1 = f2f %a : f32               %4 = phi %a, %b : f16
//	...                             %3 = f2f %4 : f32
//	%2 = f2f %b : f32
//	...
//	%3 = phi %1, %2 : f32
//
// If all sources of a phi are widened by one conversion, or constants that the narrow type
// holds as well, the phi is of the narrow type and is widened. If all users of a phi narrow
// it by one conversion, its sources are narrowed instead.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// PhiPrecision moves conversions through phis.
var PhiPrecision = &pass.Pass{
	Name:      "phi-precision",
	Doc:       "phis of widened numbers, and phis that are narrowed, become phis of narrow numbers",
	Replaces:  []string{"opt_phi_precision"},
	Preserves: ssa.ControlFlow,
	Function:  phiPrecision,
}

func phiPrecision(f *ssa.Function) bool {
	changed := false
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i) != op.Phi {
				break
			}
			if f.Comps(i) > 0 && f.Bits(i) > 1 {
				changed = narrowSources(f, i) || narrowUses(f, i) || changed
			}
		}
	}
	return changed
}

// isResize reports whether a conversion changes the size of numbers alone.
func isResize(o op.Op) bool { return o == op.F2F || o == op.I2I || o == op.U2U }

// plainArg is the source of an instruction that takes all of a value in order, or 0.
func plainArg(f *ssa.Function, i ssa.InstrID) ssa.Value {
	s := f.Src(i, 0)
	if !s.IsIdentity() || int(s.Comps) != f.Comps(s.Value) {
		return 0
	}
	return s.Value
}

// narrowSources makes a phi of the values that its sources are widened from.
func narrowSources(f *ssa.Function, i ssa.InstrID) bool {
	var o op.Op
	var t ir.TypeID
	for k := range f.NumSrcs(i) {
		v := f.Arg(i, k)
		if v == 0 {
			return false
		}
		if f.Op(v) == op.Const {
			continue
		}
		if !isResize(f.Op(v)) {
			return false
		}
		x := plainArg(f, v)
		switch {
		case x == 0 || f.Bits(x) >= f.Bits(v):
			return false
		case t == 0:
			o, t = f.Op(v), f.Type(x)
		case o != f.Op(v) || f.Bits(x) != f.Shader.Module.Types.ScalarOf(t).Bits():
			return false
		}
	}
	if t == 0 {
		return false
	}
	for k := range f.NumSrcs(i) {
		if v := f.Arg(i, k); f.Op(v) == op.Const {
			if _, ok := narrowConst(f, v, o, t); !ok {
				return false
			}
		}
	}
	var values []ssa.Value
	for k := range f.NumSrcs(i) {
		v := f.Arg(i, k)
		if f.Op(v) == o {
			values = append(values, plainArg(f, v))
			continue
		}
		bits, _ := narrowConst(f, v, o, t)
		b := f.Build(f.EndOf(f.Preds(f.Block(i))[k]))
		values = append(values, b.Const(t, bits[:f.Comps(v)]...))
	}
	phi := f.PhiAt(f.BeforeInstr(i), t)
	for k, v := range values {
		f.SetSrc(phi, k, ssa.Whole(v))
	}
	b := f.Build(f.StartOf(f.Block(i)))
	w := b.Op(o, f.Type(i), phi)
	f.SetName(w, f.NameOf(i))
	f.ReplaceUses(i, w)
	f.Remove(i)
	return true
}

// narrowConst is a constant in a narrower type, if it widens to that constant.
func narrowConst(f *ssa.Function, v ssa.Value, o op.Op, t ir.TypeID) (bits [4]uint64, ok bool) {
	from, to := f.Bits(v), f.Shader.Module.Types.ScalarOf(t).Bits()
	for k := range f.Comps(v) {
		x := f.ConstBits(v, k)
		y, ok := op.Fold(o, from, to, [4]uint64{x})
		if !ok {
			return bits, false
		}
		if back, ok := op.Fold(o, to, from, [4]uint64{y}); !ok || back != x {
			return bits, false
		}
		bits[k] = y
	}
	return bits, true
}

// narrowUses narrows the sources of a phi that all that uses it narrows.
func narrowUses(f *ssa.Function, i ssa.InstrID) bool {
	var first ssa.InstrID
	for u := f.FirstUse(i); u != 0; u = f.NextUse(u) {
		user, _ := f.UserOf(u)
		switch {
		case user == 0 || !isResize(f.Op(user)) || plainArg(f, user) != i || f.Bits(user) >= f.Bits(i):
			return false
		case first == 0:
			first = user
		case f.Op(user) != f.Op(first) || f.Type(user) != f.Type(first) || f.FP(user) != f.FP(first):
			return false
		}
	}
	if first == 0 {
		return false
	}
	// It pays if no source needs a new conversion.
	fresh := 0
	for k := range f.NumSrcs(i) {
		v := f.Arg(i, k)
		if v == 0 {
			return false
		}
		if f.Op(v) != op.Const && !(isResize(f.Op(v)) && f.Bits(f.Arg(v, 0)) < f.Bits(v)) {
			fresh++
		}
	}
	if fresh > 1 {
		return false
	}
	o, t := f.Op(first), f.Type(first)
	block := f.Block(i)
	phi := f.PhiAt(f.BeforeInstr(i), t)
	for k := range f.NumSrcs(i) {
		b := f.Build(f.EndOf(f.Preds(block)[k]))
		f.SetSrc(phi, k, ssa.Whole(b.Op(o, t, f.Arg(i, k))))
	}
	for u := f.FirstUse(i); u != 0; u = f.FirstUse(i) {
		user, _ := f.UserOf(u)
		if f.NameOf(phi) == "" {
			f.SetName(phi, f.NameOf(user))
		}
		f.ReplaceUses(user, phi)
		f.Remove(user)
	}
	f.Remove(i)
	return true
}
