package lower

// This file begins the way out of the machine form: operations that modules lack become
// operations that they have. Comparisons that make masks, conditional discards, ballots of
// few components and positions by corner are spelled by others here; memory by offset and
// inputs and outputs by slot are in module_memory.go and module_io.go.
//
//	before                          after
//	%3 = flt_mask %1, %2            %4 = flt %1, %2
//	                                %3 = bcsel %4, 0xFFFFFFFF, 0
//	demote_if %5                    if %5 { demote }
//	%6 = load_ssbo %b, %o : f32     %7 = ushr %o, 2
//	                                %8 = deref_array @b, %7
//	                                %6 = load %8 : u32
//
// Operations without a form in a module stay: addresses of buffers, and a buffer that is
// chosen among several variables.

import (
	"refract/internal/ssa/build"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// ModuleForm replaces the operations of the machine form by operations that modules have.
var ModuleForm = &pass.Pass{
	Name:      "module-form",
	Doc:       "operations of the machine form become operations of modules: memory by offset buffers of words, slots parameters and results",
	Destroys:  machineFacts,
	Preserves: ssa.NoAnalyses,
	Shader:    moduleForm,
}

// machineFacts are the facts that operations of modules don't have.
const machineFacts = pass.ExplicitBuffers | pass.ExplicitShared | pass.ExplicitTemps | pass.IOVariables | pass.ExplicitIO | pass.ScalarIO |
	pass.FewSystemValues | pass.WholeStores | pass.NoSSBO | pass.UBOVec4 | pass.PixelCorners | pass.PositionDivisors |
	pass.CountedVertices | pass.Scalar | pass.NoBools | pass.NoCopies | pass.NoVars | pass.LoopClosed | pass.NoMatrices

func moduleForm(s *ssa.Shader) bool {
	if !HasMachineForm(s) {
		return false
	}
	changed := false
	for _, f := range s.Funcs[1:] {
		if !f.IsFlat() {
			changed = unusedAddresses(f) || changed
			changed = discardIf(f, DiscardIfOptions{}) || changed
			changed = build.Conversions(f) || changed
			changed = moduleOperations(f) || changed
			changed = uncount(f) || changed
		}
	}
	changed = moduleUnits(s) || changed
	changed = build.StageSlots(s) || changed
	changed = moduleMemory(s) || changed
	changed = moduleIO(s) || changed
	for _, f := range s.Funcs[1:] {
		changed = unusedAddresses(f) || changed
	}
	return changed
}

// unusedAddresses removes addresses and names of buffers that nothing uses.
func unusedAddresses(f *ssa.Function) bool {
	changed := false
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			for v := i; v != 0 && (f.Op(v).Class() == op.ClassDeref || f.Op(v) == op.ResourceIndex) && !f.HasUses(v); {
				base := ssa.Value(0)
				if f.Op(v).IsPath() {
					base = f.Arg(v, 0)
				}
				f.Remove(v)
				v, changed = base, true
			}
		}
	}
	return changed
}

// HasMachineForm reports whether a shader may have operations or variables that ModuleForm
// replaces.
func HasMachineForm(s *ssa.Shader) bool {
	for k := range s.Vars {
		if v := &s.Vars[k]; v.Mode&(ioModes|ssa.ModeConstant) != 0 || v.HasAt && v.Mode&(ssa.ModeResource|ssa.ModeImage|stageIOModes) != 0 {
			return true
		}
	}
	for _, f := range s.Funcs[1:] {
		for _, o := range machineOps {
			if f.MayHave(o) {
				return true
			}
		}
		for o := op.ResourceIndex; o <= op.LoadSystemValue; o++ {
			if f.MayHave(o) {
				return true
			}
		}
	}
	return false
}

// machineOps are operations that ModuleForm replaces, besides those on memory by offset and
// on slots.
var machineOps = [...]op.Op{op.FLtMask, op.FLeMask, op.FEqMask, op.FNeuMask, op.ILtMask, op.ILeMask, op.ULtMask, op.ULeMask, op.IEqMask, op.INeMask,
	op.CselMask, op.BoolMask, op.MaskBool, op.Slt, op.Sge, op.Seq, op.Sne, op.FCsel, op.IMul24, op.UMul24, op.ConvertNumber, op.DemoteIf, op.TerminateIf, op.BallotBits,
	op.EmitVertexWithCounter, op.EndPrimitiveWithCounter, op.SetVertexAndPrimitiveCount}

// comparisonOf is the comparison that makes a mask.
func comparisonOf(o op.Op) op.Op {
	switch o {
	case op.FLtMask:
		return op.FLt
	case op.FLeMask:
		return op.FLe
	case op.FEqMask:
		return op.FEq
	case op.FNeuMask:
		return op.FNeu
	case op.ILtMask:
		return op.ILt
	case op.ILeMask:
		return op.ILe
	case op.ULtMask:
		return op.ULt
	case op.ULeMask:
		return op.ULe
	case op.IEqMask:
		return op.IEq
	}
	return op.INe
}

// moduleOperations replaces operations that neither access memory nor inputs and outputs.
func moduleOperations(f *ssa.Function) bool {
	return expandWhole(f, func(ssa.InstrID) bool { return true }, (*calc).moduleOperation)
}

// moduleOperation inserts an equal value of operations that modules have, or returns 0.
func (c *calc) moduleOperation(i ssa.InstrID) ssa.Value {
	f := c.F
	types := &f.Shader.Module.Types
	t := f.Type(i)
	bools := func() ir.TypeID { return ir.VectorOf(ir.Bool, f.Comps(i)) }
	mask := func(cond ssa.Value) ssa.Value {
		n := f.Comps(i)
		ones := make([]uint64, n)
		for k := range ones {
			ones[k] = 1<<f.Bits(i) - 1
		}
		return c.Op(op.BCsel, t, cond, c.Const(t, ones...), c.Zero(t))
	}
	holds := func(s ssa.Src) ssa.Value {
		v := s.Value
		if s.Swizzle != ssa.Identity || int(s.Comps) != f.Comps(v) {
			v = c.Swizzle(v, s.Swizzle, int(s.Comps))
		}
		return c.Op(op.INe, ir.VectorOf(ir.Bool, f.Comps(v)), v, c.Zero(types.WithScalar(f.Type(v), ir.ScalarOf(ir.UintKind, f.Bits(v)))))
	}
	switch o := f.Op(i); o {
	case op.FLtMask, op.FLeMask, op.FEqMask, op.FNeuMask, op.ILtMask, op.ILeMask, op.ULtMask, op.ULeMask, op.IEqMask, op.INeMask:
		return mask(c.Instr(comparisonOf(o), bools(), f.Src(i, 0), f.Src(i, 1)))
	case op.BoolMask:
		return mask(c.Instr(op.Mov, bools(), f.Src(i, 0)))
	case op.MaskBool:
		return holds(f.Src(i, 0))
	case op.CselMask:
		return c.Instr(op.BCsel, t, ssa.Src{Value: holds(f.Src(i, 0)), Swizzle: ssa.Identity, Comps: f.Src(i, 0).Comps}, f.Src(i, 1), f.Src(i, 2))
	case op.Slt, op.Sge, op.Seq, op.Sne:
		x, y := f.Src(i, 0), f.Src(i, 1)
		if o == op.Sge {
			x, y = y, x
		}
		v := c.Instr(flagComparisons[o-op.Slt], bools(), x, y)
		f.SetFP(v, f.FP(i))
		return c.Op(op.B2F, t, v)
	case op.FCsel:
		s := f.Src(i, 0)
		v := c.Instr(op.FNeu, ir.VectorOf(ir.Bool, int(s.Comps)), s, ssa.Src{Value: c.f32(0), Comps: s.Comps})
		return c.Instr(op.BCsel, t, ssa.Src{Value: v, Swizzle: ssa.Identity, Comps: s.Comps}, f.Src(i, 1), f.Src(i, 2))
	case op.IMul24, op.UMul24:
		return c.wholeProduct(i)
	case op.BallotBits:
		return c.ballot(i)
	}
	return 0
}

// flagComparisons are the comparisons whose results slt, sge with its sources exchanged, seq and sne are
// as floats.
var flagComparisons = [...]op.Op{op.FLt, op.FLe, op.FEq, op.FNeu}

// ballot is a ballot of few components.
func (c *calc) ballot(i ssa.InstrID) ssa.Value {
	f := c.F
	all := c.Instr(op.Ballot, ir.VectorOf(ir.U32, 4), f.Src(i, 0))
	n := f.Comps(i)
	if f.Bits(i) == 32 {
		if n == 4 {
			return all
		}
		return c.Swizzle(all, ssa.Identity, n)
	}
	if n > 2 { // invocations beyond 128 are none
		n = 2
	}
	parts := make([]ssa.Value, n)
	for k := range parts {
		parts[k] = c.Op(op.Bitcast, ir.ScalarTypeOf(ir.U64), c.Swizzle(all, ssa.Swizzle(2*k|(2*k+1)<<2), 2))
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return c.Op(op.Vec, ir.VectorOf(ir.U64, n), parts...)
}
