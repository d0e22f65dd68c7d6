package lower

// This file makes arithmetic on vectors arithmetic on their components.
//
//	before                     after
//	%3 = fmul %1, %2.xxx       %4 = fmul %1.x, %2.x
//	                           %5 = fmul %1.y, %2.x
//	                           %6 = fmul %1.z, %2.x
//	                           %3 = vec %4, %5, %6
//
// Operations on whole vectors (products, reductions) stay; so do moves, vec and the
// selection of components at run time, which are no arithmetic. Machines whose registers
// hold one component lose nothing by it, and components that are equal, or neutral in their
// operation, are found by the passes for scalars.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// ALUToScalar makes arithmetic on vectors arithmetic on their components.
var ALUToScalar = &pass.Pass{
	Name:        "alu-to-scalar",
	Doc:         "operations on vectors become operations on their components",
	Replaces:    []string{"lower_alu_width"},
	Establishes: pass.Scalar,
	Preserves:   ssa.ControlFlow,
	Function:    func(f *ssa.Function) bool { return aluToScalar(f, ScalarOptions{}) },
}

// ScalarOptions selects the operations on vectors that are taken apart.
type ScalarOptions struct {
	Bits int `doc:"the size of the numbers that are read or made; 0: all sizes"`
}

// ALUToScalarOf is the pass with options.
func ALUToScalarOf(o ScalarOptions) *pass.Pass {
	p := *ALUToScalar
	p.Function = func(f *ssa.Function) bool { return aluToScalar(f, o) }
	if o.Bits != 0 {
		p.Establishes = 0
	}
	return &p
}

// OnBits reports whether an instruction reads or makes numbers of a size.
func OnBits(f *ssa.Function, i ssa.InstrID, bits int) bool {
	if f.Type(i) != 0 && f.Bits(i) == bits {
		return true
	}
	for k := range f.NumSrcs(i) {
		if v := f.Arg(i, k); v != 0 && f.Bits(v) == bits {
			return true
		}
	}
	return false
}

func aluToScalar(f *ssa.Function, o ScalarOptions) bool {
	changed := false
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if !OnVectors(f, i) || o.Bits != 0 && !OnBits(f, i, o.Bits) {
				continue
			}
			t := ir.VectorOf(f.Shader.Module.Types.ScalarOf(f.Type(i)), 1)
			at := f.BuildBefore(i)
			at.Span = f.SpanOf(i)
			var parts [4]ssa.Value
			n := f.Comps(i)
			for k := range n {
				var srcs [4]ssa.Src
				for s := range f.NumSrcs(i) {
					from := f.Src(i, s)
					srcs[s] = ssa.Src{Value: from.Value, Swizzle: ssa.Splat(from.Swizzle.At(k)), Comps: 1}
				}
				v := at.Instr(f.Op(i), t, srcs[:f.NumSrcs(i)]...)
				f.SetFlags(v, f.Flags(i))
				f.SetFP(v, f.FP(i))
				f.SetWords(v, f.Words(i))
				parts[k] = v
			}
			v := at.Op(op.Vec, f.Type(i), parts[:n]...)
			f.SetName(v, f.NameOf(i))
			f.ReplaceUses(i, v)
			f.Remove(i)
			changed = true
		}
	}
	return changed
}

// OnVectors reports whether an instruction is arithmetic, component by component, that
// makes a vector.
func OnVectors(f *ssa.Function, i ssa.InstrID) bool {
	o := f.Op(i)
	info := o.Info()
	if info.Class != op.ClassALU || o == op.Mov || f.Comps(i) < 2 || info.Result.Comps != 0 || info.Result.Base == op.Whole || info.IR.Form == op.FormWhole || len(info.Srcs) > 4 {
		return false
	}
	for k := range info.Srcs {
		if s := &info.Srcs[k]; s.Comps != 0 || s.Base == op.Whole {
			return false
		}
	}
	return true
}
