package pipeline

// This file finds facts about a shader by looking at it: at the start of a pipeline, and in
// checking mode after each pass.

import (
	"refract/internal/ssa/lower"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// seen are the facts that Facts can find; the others are known only after a pass
// has established them.
func seen() pass.Props {
	p := pass.NoInits | pass.OneReturn | pass.NoCalls | pass.NoCopies | pass.NoPhis | pass.NoSwitch |
		pass.NoContinue | pass.NoMatrices | pass.LoopClosed | pass.Tree | pass.IOVariables
	for k := range forms {
		p |= forms[k].fact
	}
	for k := range addressForms {
		p |= addressForms[k].fact
	}
	return p
}

// forms are the facts that single instructions decide: A shader has the fact if without is
// false for each of its instructions.
var forms = [...]struct {
	fact    pass.Props
	without func(f *ssa.Function, i ssa.InstrID) bool
}{
	{pass.Scalar, lower.OnVectors},
	{pass.NoInt64, lower.OnInt64},
	{pass.NoBools, lower.IsBoolArithmetic},
	{pass.NoInts, lower.IsIntArithmetic},
	{pass.FloatBools, lower.OnBools},
	{pass.NoUndef, lower.IsZeroableUndef},
	{pass.FewSubgroups, lower.IsManySubgroups},
	{pass.NoFloat64, lower.OnFloat64},
	{pass.ScalarConsts, func(f *ssa.Function, i ssa.InstrID) bool { return f.Op(i) == op.Const && f.Comps(i) > 1 }},
	{pass.NoPhis64, func(f *ssa.Function, i ssa.InstrID) bool { return f.Op(i) == op.Phi && f.Bits(i) == 64 }},
	{pass.NoSmall, lower.OnSmall},
	{pass.NoHalfConversions, lower.ConvertsHalf},
	{pass.NoDivision, lower.IsDivision},
	{pass.SimpleALU, func(f *ssa.Function, i ssa.InstrID) bool { return !lower.IsSimple(f, i) }},
	{pass.NoPacks, func(f *ssa.Function, i ssa.InstrID) bool { return lower.PackKind(f, i)&^lower.PackPairs != 0 }},
	{pass.NoFlrp, func(f *ssa.Function, i ssa.InstrID) bool { return f.Op(i) == op.FMix }},
	{pass.NoFrexp, lower.IsFrexp},
	{pass.ExplicitIO, lower.OnIO},
	{pass.WholeStores, lower.HasMask},
	{pass.NoSSBO, lower.OnSSBO},
	{pass.UBOVec4, lower.OnUBOBytes},
	{pass.ScalarIO, lower.OnWideSlots},
	{pass.FewSystemValues, lower.IsComputedValue},
	{pass.PixelCorners, lower.IsPixelCenter},
	{pass.PositionDivisors, lower.IsInverseDivisor},
	{pass.NoDiscardIf, lower.IsDiscardIf},
	{pass.CountedVertices, lower.IsUncounted},
}

// addressForms are the facts that depend on all uses of a variable.
var addressForms = [...]struct {
	fact    pass.Props
	without func(a *lower.Addresses, i ssa.InstrID) bool
}{
	{pass.ExplicitBuffers, (*lower.Addresses).OnBuffers},
	{pass.ExplicitShared, (*lower.Addresses).OnShared},
	{pass.ExplicitTemps, (*lower.Addresses).OnLocals},
}

// Facts returns the facts that hold of a shader, as far as they can be seen. The time is
// linear but for the depth of loops.
func Facts(s *ssa.Shader) pass.Props {
	facts := seen()
	addresses := lower.NewAddresses(s)
	for _, f := range s.Funcs[1:] {
		addresses.Enter(f)
		facts = functionFacts(f, addresses, facts)
	}
	if !lower.HasIOVariables(s) {
		facts &^= pass.IOVariables
	}
	return facts
}

// functionFacts returns which of some facts hold of a function.
func functionFacts(f *ssa.Function, addresses *lower.Addresses, facts pass.Props) pass.Props {
	if f.IsFlat() {
		return 0
	}
	last := f.ListLast(ssa.Body)
	for b := range f.Blocks() {
		if n := f.NextNode(b); n != 0 {
			switch f.Kind(n) {
			case ssa.NodeSwitch:
				facts &^= pass.NoSwitch
			case ssa.NodeLoop:
				if f.LoopContinue(n) != 0 {
					facts &^= pass.NoContinue
				}
			}
		}
		loop := f.InnermostLoop(b)
		for i := range f.Instrs(b) {
			switch f.Op(i) {
			case op.Declare:
				if f.NumSrcs(i) > 0 && f.Arg(i, 0) != 0 {
					facts &^= pass.NoInits
				}
			case op.Return:
				if b != last {
					facts &^= pass.OneReturn
				}
			case op.Call:
				facts &^= pass.NoCalls
			case op.Copy:
				facts &^= pass.NoCopies
			case op.Phi:
				facts &^= pass.NoPhis
			}
			for k := range forms {
				if x := &forms[k]; facts&x.fact != 0 && x.without(f, i) {
					facts &^= x.fact
				}
			}
			for k := range addressForms {
				if x := &addressForms[k]; facts&x.fact != 0 && x.without(addresses, i) {
					facts &^= x.fact
				}
			}
			if onMatrices(f.Op(i)) {
				facts &^= pass.NoMatrices
			}
			if loop != 0 && facts&pass.LoopClosed != 0 && isNumber(f, i) && usedOutside(f, i, loop) {
				facts &^= pass.LoopClosed
			}
		}
	}
	return facts
}

// onMatrices reports whether an operation is arithmetic on matrices that has a
// form on columns: determinants and inverses have none.
func onMatrices(o op.Op) bool {
	return o >= op.MatMul && o <= op.MatConvert && o != op.MatDeterminant && o != op.MatInverse
}

// isNumber reports whether an instruction computes a scalar or vector in its place:
// constants and the like may be used everywhere.
func isNumber(f *ssa.Function, i ssa.InstrID) bool {
	switch f.Op(i).Class() {
	case op.ClassDeref, op.ClassConst, op.ClassUndef:
		return false
	}
	return f.Op(i) != op.Param && f.Comps(i) > 0
}

// usedOutside reports whether something outside a loop uses a value of it.
func usedOutside(f *ssa.Function, v ssa.Value, loop ssa.NodeID) bool {
	for u := f.FirstUse(v); u != 0; u = f.NextUse(u) {
		i, n := f.UserOf(u)
		var at ssa.NodeID
		switch {
		case i == 0:
			at = f.Before(n)
		case f.Op(i) == op.Phi:
			at = f.Preds(f.Block(i))[f.UseIndex(u)]
		default:
			at = f.Block(i)
		}
		for n := at; n != loop; n = f.Parent(n) {
			if n == 0 {
				return true
			}
		}
	}
	return false
}

// Size is how many instructions the functions of a shader have.
func Size(s *ssa.Shader) (n int) {
	for _, f := range s.Funcs[1:] {
		for b := range f.Blocks() {
			for range f.Instrs(b) {
				n++
			}
		}
	}
	return n
}
