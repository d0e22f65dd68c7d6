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
// The address is the same for all of a workgroup. One invocation, the first, adds what
// all have; each gets what it would have got if they had come one after the other.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/analysis"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// UniformAtomics makes atomic operations of a subgroup one.
var UniformAtomics = &pass.Pass{
	Name:     "uniform-atomics",
	Doc:      "atomic operations of a subgroup on one address become one operation on what they have together",
	Replaces: []string{"opt_uniform_atomics"},
	Requires: pass.OneReturn,
	Destroys: pass.LoopClosed,
	Function: uniformAtomics,
}

func uniformAtomics(f *ssa.Function) bool {
	size, ok := workgroupOf(f)
	if !ok || size == [3]uint32{1, 1, 1} {
		return false
	}
	var list []ssa.InstrID
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if _, _, ok := reducible(f, i); ok && !isOneForAll(f, i) {
				list = append(list, i)
			}
		}
	}
	if len(list) == 0 {
		return false
	}
	d := analysis.FindDivergence(f, analysis.Grouping{Size: size, Lanes: 4, Memory: true, Ranges: true})
	changed := false
	for _, i := range list {
		if d.OfValue(f.Arg(i, 0)) == analysis.UniformWorkgroup {
			together(f, i)
			changed = true
		}
	}
	return changed
}

// reducible is what combines values as an atomic operation does, and by which operation
// an invocation's result comes of the first one's.
func reducible(f *ssa.Function, i ssa.InstrID) (ir.SubgroupOp, op.Op, bool) {
	if f.Op(i) != op.Atomic || f.Arg(i, 1) == 0 || f.Comps(f.Arg(i, 1)) != 1 {
		return 0, 0, false
	}
	s := f.Shader.Module.Types.ScalarOf(f.Type(f.Arg(i, 1)))
	if s.IsFloat() || s.Bits() != 32 {
		return 0, 0, false // the order of additions counts
	}
	minimum, maximum := op.UMin, op.UMax
	if s.IsSigned() {
		minimum, maximum = op.IMin, op.IMax
	}
	switch ir.AtomicOp(f.Field(i, "op")) {
	case ir.AtomicAdd:
		return ir.SubgroupAdd, op.IAdd, true
	case ir.AtomicSub:
		return ir.SubgroupAdd, op.ISub, true
	case ir.AtomicAnd:
		return ir.SubgroupAnd, op.IAnd, true
	case ir.AtomicOr:
		return ir.SubgroupOr, op.IOr, true
	case ir.AtomicXor:
		return ir.SubgroupXor, op.IXor, true
	case ir.AtomicMin:
		return ir.SubgroupMin, minimum, true
	case ir.AtomicMax:
		return ir.SubgroupMax, maximum, true
	}
	return 0, 0, false
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
	what, combine, _ := reducible(f, i)
	x := f.Arg(i, 1)
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
	f.SetSrc(i, 1, ssa.Whole(sum))
	if !used {
		return
	}
	none := f.Undef(f.Type(i))
	phi := f.PhiAt(f.BeforeInstr(f.First(after)), f.Type(i))
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
