package opt

// This file makes atomic operations of a whole subgroup on one address one operation.
//
//	before                        after
//	%1 = atomic %p, %x, op=add    %2 = subgroup_collective %x, op=add, collective=reduce
//	                              %3 = subgroup_collective op=elect
//	                              if %3 {
//	                                %4 = atomic %p, %2, op=add
//	                              }
//	                              %5 = phi %4, undef
//	                              %6 = subgroup_gather %5, mode=broadcast_first
//	                              %7 = subgroup_collective %x, op=add, collective=exclusive_scan
//	                              %1 = iadd %6, %7
//
// The address is the same for all of a workgroup, be it a pointer, an offset or a texel's.
// The first invocation adds the values of all; each gets the result as if they had come one
// after the other. A single invocation keeps its operation. Among fragments the operation is that of
// the first one that is no helper, whose operation would have no effect:
//
//	%1 = atomic %p, %x, op=add    %2 = inot %helper_invocation
//	                              if %2 {
//	                                ... as above
//	                              }

import (
	"slices"

	"refract/internal/ssa/analysis"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// UniformAtomics makes atomic operations of a subgroup one.
var UniformAtomics = &pass.Pass{
	Name:     "uniform-atomics",
	Doc:      "atomic operations of a subgroup on one address become one operation on the combined operand",
	Replaces: []string{"opt_uniform_atomics"},
	Requires: pass.OneReturn,
	Destroys: pass.LoopClosed,
	Function: uniformAtomics,
}

func uniformAtomics(f *ssa.Function) bool {
	size, ok := workgroupOf(f)
	fragments := isFragmentStage(f) && !f.MayHave(op.Demote) && !f.MayHave(op.DemoteIf) && !hasIOVariables(f.Shader)
	if fragments {
		size, ok = [3]uint32{2, 2, 1}, true // of whose inputs nothing is known
	}
	if !ok || size == [3]uint32{1, 1, 1} {
		return false
	}
	var list []ssa.InstrID
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if _, _, _, ok := reducible(f, i); ok && !isOneForAll(f, i) {
				list = append(list, i)
			}
		}
	}
	if len(list) == 0 {
		return false
	}
	d := analysis.FindDivergence(f, analysis.Grouping{Size: size, Lanes: 4, Quads: derivativeGroup(f), Memory: true, Ranges: true})
	changed := false
	var uniform []ssa.InstrID
	for _, i := range list {
		if isAtOnePlace(f, d, i) && !d.IsAlone(f.Block(i)) {
			uniform = append(uniform, i)
		}
	}
	for _, i := range uniform {
		if fragments {
			exceptHelpers(f, i)
		}
		together(f, i)
		changed = true
	}
	return changed
}

// derivativeGroup is how the invocations of a function that is an entry point form quads.
func derivativeGroup(f *ssa.Function) ir.DerivativeGroup {
	for k := range f.Shader.EntryPoints {
		if e := &f.Shader.EntryPoints[k]; f.Shader.Funcs[e.Function] == f && e.DerivativeGroup != ir.NoDerivativeGroup {
			return e.DerivativeGroup
		}
	}
	return ir.NoDerivativeGroup
}

// isFragmentStage reports whether a function is the entry point of fragment stages alone.
func isFragmentStage(f *ssa.Function) bool {
	is := false
	for k := range f.Shader.EntryPoints {
		if e := &f.Shader.EntryPoints[k]; f.Shader.Funcs[e.Function] == f {
			if e.Stage != ir.StageFragment {
				return false
			}
			is = true
		}
	}
	return is
}

// hasIOVariables reports whether inputs and outputs are variables, not parameters.
func hasIOVariables(s *ssa.Shader) bool {
	for k := range s.Vars {
		if s.Vars[k].Mode&(ssa.ModeShaderIn|ssa.ModeShaderOut|ssa.ModeSystemValue) != 0 {
			return true
		}
	}
	return false
}

// exceptHelpers puts an operation into an if that helpers don't enter.
func exceptHelpers(f *ssa.Function, i ssa.InstrID) {
	used := f.HasUses(i)
	b := f.BuildBefore(i)
	real := b.Op(op.INot, ir.TypeBool, helper(f))
	n := b.If(real)
	then, after := f.ListFirst(f.Then(n)), f.After(n)
	f.Move(i, f.EndOf(then))
	if !used {
		return
	}
	none := f.Undef(f.Type(i))
	phi := f.PhiAt(f.StartOf(after), f.Type(i))
	f.SetName(phi, f.NameOf(i))
	f.ReplaceUses(i, phi)
	for k, p := range f.Preds(after) {
		v := none
		if p == then {
			v = i
		}
		f.SetSrc(phi, k, ssa.Whole(v))
	}
}

// helper is the built-in value that is true for helpers, a parameter of the entry point.
func helper(f *ssa.Function) ssa.Value {
	at := ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInHelperInvocation}
	k := slices.IndexFunc(f.Params, func(a ir.Argument) bool { return a.Binding == at })
	if k < 0 {
		k = len(f.Params)
		f.Params = append(f.Params, ir.Argument{Name: "helper_invocation", Type: ir.TypeBool, Binding: at})
	}
	b := f.Build(f.Entry())
	p := b.Instr(op.Param, ir.TypeBool)
	f.SetWords(p, [2]uint32{uint32(k)})
	return p
}

// isAtOnePlace reports whether an operation is on the same number for all of a workgroup.
func isAtOnePlace(f *ssa.Function, d *analysis.DivergenceInfo, i ssa.InstrID) bool {
	_, _, value, _ := reducible(f, i)
	for k := range f.NumSrcs(i) {
		if s := f.Src(i, k); k != value && s.Value != 0 && d.OfSrc(s) != analysis.UniformWorkgroup {
			return false
		}
	}
	return true
}

// reducible is the reduction that combines values like an atomic operation, the operation
// that computes an invocation's result from the first one's, and the source that is the
// value.
func reducible(f *ssa.Function, i ssa.InstrID) (ir.SubgroupOp, op.Op, int, bool) {
	value, o := 1, f.Op(i)
	switch {
	case o == op.Atomic:
	case o == op.ImageAtomic:
		value = 3
	case o.Memory().Kind != op.NoMemory && o.Memory().Role == op.MemoryAtomic:
		value = int(o.Memory().Value)
	default:
		return 0, 0, 0, false
	}
	if f.NumSrcs(i) <= value || f.Arg(i, value) == 0 || f.Comps(f.Arg(i, value)) != 1 || f.Comps(i) != 1 && f.HasUses(i) {
		return 0, 0, 0, false
	}
	s := f.Shader.Module.Types.ScalarOf(f.Type(f.Arg(i, value)))
	if o.Memory().Kind != op.NoMemory {
		if kind := ir.Scalar(f.Field(i, "kind")); kind != 0 {
			s = kind
		}
	}
	if s.IsFloat() || s.Bits() != 32 {
		return 0, 0, 0, false // the order of additions counts
	}
	minimum, maximum := op.UMin, op.UMax
	if s.IsSigned() {
		minimum, maximum = op.IMin, op.IMax
	}
	switch ir.AtomicOp(f.Field(i, "op")) {
	case ir.AtomicAdd:
		return ir.SubgroupAdd, op.IAdd, value, true
	case ir.AtomicSub:
		return ir.SubgroupAdd, op.ISub, value, true
	case ir.AtomicAnd:
		return ir.SubgroupAnd, op.IAnd, value, true
	case ir.AtomicOr:
		return ir.SubgroupOr, op.IOr, value, true
	case ir.AtomicXor:
		return ir.SubgroupXor, op.IXor, value, true
	case ir.AtomicMin:
		return ir.SubgroupMin, minimum, value, true
	case ir.AtomicMax:
		return ir.SubgroupMax, maximum, value, true
	}
	return 0, 0, 0, false
}

// isOneForAll reports whether an operation is the first invocation's alone already.
func isOneForAll(f *ssa.Function, i ssa.InstrID) bool {
	n := f.Parent(f.Block(i))
	if n == 0 || f.Kind(n) != ssa.NodeIf {
		return false
	}
	c := f.Cond(n).Value
	return f.Op(c) == op.SubgroupCollective && ir.SubgroupOp(f.Field(c, "op")) == ir.SubgroupElect
}

// together makes an operation the first invocation's.
func together(f *ssa.Function, i ssa.InstrID) {
	what, combine, value, _ := reducible(f, i)
	x := f.Arg(i, value)
	t := f.Type(x)
	b := f.BuildBefore(i)
	collect := func(b *ssa.Builder, how ir.CollectiveOp, of ir.SubgroupOp, t ir.TypeID, v ssa.Value) ssa.Value {
		c := b.Instr(op.SubgroupCollective, t, ssa.Src{Value: v})
		f.SetField(c, "op", uint32(of))
		f.SetField(c, "collective", uint32(how))
		return c
	}
	used := f.HasUses(i)
	sum := collect(&b, ir.Reduce, what, t, x)
	first := collect(&b, ir.Reduce, ir.SubgroupElect, ir.TypeBool, 0)
	var before ssa.Value
	if used {
		before = collect(&b, ir.ExclusiveScan, what, t, x)
	}
	n := b.If(first)
	then, after := f.ListFirst(f.Then(n)), f.After(n)
	f.Move(i, f.EndOf(then))
	was := f.Src(i, value)
	was.Value = sum
	f.SetSrc(i, value, was)
	if !used {
		return
	}
	none := f.Undef(f.Type(i))
	phi := f.PhiAt(ssa.Cursor{Block: after, Before: f.First(after)}, f.Type(i))
	at := f.Build(f.StartOf(after))
	at.Span = f.SpanOf(i)
	g := at.Instr(op.SubgroupGather, f.Type(i), ssa.Whole(phi), ssa.Src{})
	f.SetField(g, "mode", uint32(ir.BroadcastFirst))
	result := at.Op(combine, f.Type(i), g, before)
	f.SetName(result, f.NameOf(i))
	f.ReplaceUses(i, result)
	for k, p := range f.Preds(after) {
		if p == then {
			f.SetSrc(phi, k, ssa.Whole(i))
		} else {
			f.SetSrc(phi, k, ssa.Whole(none))
		}
	}
}
