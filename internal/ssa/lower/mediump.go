package lower

// This file computes floats in 16 bits if that is precise enough.
//
//	before                              after
//	%3 = fmul %1, %2, relaxed : f32     %4 = f2f %1 : f16
//	%5 = fadd %3, %1, relaxed : f32     %6 = f2f %2 : f16
//	                                    %7 = fmul %4, %6 : f16
//	                                    %8 = fadd %7, %4 : f16
//	                                    %5 = f2f %8 : f32
//
// The flag of an operation declares 16 bits enough (mediump of GLSL, RelaxedPrecision of
// SPIR-V). Results of flagged operations are read in 16 bits by other flagged operations; a
// choice between small values is small. Variables, inputs and outputs keep their size.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// MediumpOptions selects the operations that stay in 32 bits.
type MediumpOptions struct {
	KeepTranscendental bool `doc:"sines, powers and the like stay in 32 bits"`
	KeepChoices        bool `doc:"choices between narrowed values stay in 32 bits"`
}

// Mediump narrows all operations that may be.
var Mediump = &pass.Pass{
	Name:      "mediump",
	Doc:       "floats with reduced precision (mediump, RelaxedPrecision) are computed in 16 bits",
	Replaces:  []string{"lower_mediump"},
	Destroys:  pass.NoSmall | pass.NoHalfConversions,
	Preserves: ssa.ControlFlow,
	Function:  func(f *ssa.Function) bool { return mediump(f, MediumpOptions{}) },
}

// MediumpOf is the pass with options.
func MediumpOf(o MediumpOptions) *pass.Pass {
	p := *Mediump
	p.Function = func(f *ssa.Function) bool { return mediump(f, o) }
	return &p
}

func mediump(f *ssa.Function, o MediumpOptions) bool {
	small := map[ssa.Value]ssa.Value{} // values of 32 bits as such of 16
	changed := false
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			switch {
			case f.Flags(i)&ir.FlagRelaxed != 0 && canNarrow(f, i) && !(o.KeepTranscendental && isTranscendental(f.Op(i))):
				narrow(f, i, small, 0)
				changed = true
			case f.Op(i) == op.BCsel && !o.KeepChoices && f.Bits(i) == 32 && isNarrowed(f, f.Src(i, 1)) && isNarrowed(f, f.Src(i, 2)):
				narrow(f, i, small, 1)
				changed = true
			}
		}
	}
	return changed
}

// canNarrow reports whether an instruction makes a float of floats, all of 32 bits.
func canNarrow(f *ssa.Function, i ssa.InstrID) bool {
	o := f.Op(i)
	info := o.Info()
	if o.Class() != op.ClassALU || info.Result.Base != op.Float || info.Result.Bits != 0 || f.Bits(i) != 32 || o.Has(op.Conversion) {
		return false
	}
	for k := range f.NumSrcs(i) {
		row := info.Srcs[min(k, len(info.Srcs)-1)]
		if row.Base != op.Float || row.Bits != 0 || f.Comps(f.Arg(i, k)) == 0 {
			return false
		}
	}
	return true
}

func isTranscendental(o op.Op) bool {
	switch o {
	case op.FExp, op.FExp2, op.FLog, op.FLog2, op.FPow, op.FSin, op.FCos, op.FTan, op.FAsin, op.FAcos, op.FAtan, op.FAtan2,
		op.FSinh, op.FCosh, op.FTanh, op.FAsinh, op.FAcosh, op.FAtanh:
		return true
	}
	return false
}

// isNarrowed reports whether a source is the result of a narrowed operation.
func isNarrowed(f *ssa.Function, s ssa.Src) bool {
	return f.Op(s.Value) == op.F2F && f.Bits(s.Value) == 32 && f.Bits(f.Arg(s.Value, 0)) == 16 && f.Flags(s.Value)&ir.FlagRelaxed != 0
}

// narrow gives an operation 16 bits, and the sources from one on.
func narrow(f *ssa.Function, i ssa.InstrID, small map[ssa.Value]ssa.Value, from int) {
	var srcs []ssa.Src
	for k := range f.NumSrcs(i) {
		s := f.Src(i, k)
		if k >= from {
			s = smallSrc(f, s, small)
		}
		srcs = append(srcs, s)
	}
	b := f.BuildBefore(i)
	v := b.Instr(f.Op(i), ir.VectorOf(ir.F16, f.Comps(i)), srcs...)
	f.SetWords(v, f.Words(i))
	f.SetFP(v, f.FP(i))
	f.SetFlags(v, f.Flags(i)&^ir.FlagRelaxed)
	wide := b.Op(op.F2F, f.Type(i), v)
	f.SetFlags(wide, ir.FlagRelaxed)
	f.SetName(wide, f.NameOf(i))
	f.ReplaceUses(i, wide)
	f.Remove(i)
}

// smallSrc is a source in 16 bits.
func smallSrc(f *ssa.Function, s ssa.Src, small map[ssa.Value]ssa.Value) ssa.Src {
	if isNarrowed(f, s) {
		inner := f.Src(s.Value, 0)
		comps := s.Comps
		if comps == 0 {
			comps = inner.Comps
		}
		return ssa.Src{Value: inner.Value, Swizzle: inner.Swizzle.Then(s.Swizzle), Comps: comps}
	}
	v, ok := small[s.Value]
	if !ok {
		at := f.BuildAfter(s.Value)
		if f.Op(s.Value) == op.Phi {
			at = f.Build(f.StartOf(f.Block(s.Value)))
		}
		v = at.Op(op.F2F, ir.VectorOf(ir.F16, f.Comps(s.Value)), s.Value)
		small[s.Value] = v
	}
	s.Value = v
	return s
}
