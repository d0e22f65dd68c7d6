package lower

// This file makes accesses of one resource of several, which differs among invocations,
// accesses of one after the other.
//
//	before                                      after
//	%1 = deref_array %t, %i !nonuniform         loop {
//	%2 = txf %1, %p                               %3 = subgroup_gather %i, mode=broadcast_first
//	                                              %4 = ieq %i, %3
//	                                              if %4 {
//	                                                %1 = deref_array %t, %3
//	                                                %2 = txf %1, %p
//	                                                break
//	                                              }
//	                                            }
//
// A machine whose descriptors are in registers that invocations share iterates over the
// resources. Operations that need the neighbours' coordinates (sampling with an implicit
// level) stay.

import (
	"refract/diag"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// NonUniformAccess makes accesses of resources that differ loops.
var NonUniformAccess = &pass.Pass{
	Name:     "non-uniform-access",
	Doc:      "accesses of resources that differ among invocations become loops over the resources",
	Replaces: []string{"lower_non_uniform_access"},
	Destroys: pass.LoopClosed,
	Function: nonUniformAccess,
}

// maxDescriptors is how many resources an access names at most.
const maxDescriptors = 2

func nonUniformAccess(f *ssa.Function) bool {
	var list []ssa.InstrID
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if c := f.Op(i).Class(); c != op.ClassTex && c != op.ClassIntrinsic || findsLevel(f, i) {
				continue
			}
			if len(differing(f, i)) > 0 {
				list = append(list, i)
			}
		}
	}
	for _, i := range list {
		oneByOne(f, i)
	}
	return len(list) > 0
}

// findsLevel reports whether an operation depends on values of neighbours.
func findsLevel(f *ssa.Function, i ssa.InstrID) bool {
	if f.Op(i) != op.Tex || f.Field(i, "gather") != 0 || f.Field(i, "clamp_edge") != 0 {
		return false
	}
	return ir.SampleLevel(f.Field(i, "level")).IsImplicit()
}

// differing are the sources of an instruction that name a resource by an index that
// differs.
func differing(f *ssa.Function, i ssa.InstrID) (list []int) {
	for k := range f.NumSrcs(i) {
		if v := f.Arg(i, k); v != 0 && descriptorOf(f, v) != 0 && len(list) < maxDescriptors {
			list = append(list, k)
		}
	}
	return list
}

// descriptorOf is the step of an address, or the number of a buffer, that takes one
// resource of several by an index that differs; or 0.
func descriptorOf(f *ssa.Function, v ssa.Value) ssa.Value {
	for {
		o := f.Op(v)
		if (o == op.DerefArray || o == op.ResourceIndex) && f.Flags(v)&ir.FlagNonUniform != 0 {
			return v
		}
		if !o.IsPath() {
			return 0
		}
		v = f.Arg(v, 0)
	}
}

// indexOf is the index of a descriptor.
func indexOf(f *ssa.Function, d ssa.Value) ssa.Value {
	if f.Op(d) == op.ResourceIndex {
		return f.Arg(d, 0)
	}
	return f.Arg(d, 1)
}

// oneByOne puts a loop around an access.
func oneByOne(f *ssa.Function, i ssa.InstrID) {
	span := f.SpanOf(i)
	sources := differing(f, i)
	at := f.BuildBefore(i)
	n := at.Loop(false)
	b := f.Build(f.EndOf(f.LoopHeader(n)))
	b.Span = span
	first := map[ssa.Value]ssa.Value{} // by index
	var cond ssa.Value
	for _, k := range sources {
		index := indexOf(f, descriptorOf(f, f.Arg(i, k)))
		if first[index] != 0 {
			continue
		}
		g := b.Instr(op.SubgroupGather, f.Type(index), ssa.Whole(index), ssa.Src{})
		f.SetField(g, "mode", uint32(ir.BroadcastFirst))
		first[index] = g
		same := b.Op(op.IEq, ir.TypeBool, index, g)
		if cond != 0 {
			same = b.Op(op.IAnd, ir.TypeBool, cond, same)
		}
		cond = same
	}
	choice := b.If(cond)
	then := f.ListFirst(f.Then(choice))
	in := f.Build(f.EndOf(then))
	in.Span = span
	for _, k := range sources {
		f.SetSrc(i, k, ssa.Whole(sameResource(f, &in, f.Arg(i, k), first)))
	}
	f.Move(i, f.EndOf(then))
	f.AddJump(then, op.Break, diag.Span{})
}

// sameResource is an address, or the number of a buffer, by the index that is everyone's.
func sameResource(f *ssa.Function, b *ssa.Builder, v ssa.Value, first map[ssa.Value]ssa.Value) ssa.Value {
	var srcs []ssa.Src
	for k := range f.NumSrcs(v) {
		srcs = append(srcs, f.Src(v, k))
	}
	if d := descriptorOf(f, v); d == v {
		srcs[len(srcs)-1] = ssa.Whole(first[indexOf(f, v)])
	} else {
		srcs[0] = ssa.Whole(sameResource(f, b, srcs[0].Value, first))
	}
	c := b.Instr(f.Op(v), f.Type(v), srcs...)
	f.SetWords(c, f.Words(v))
	f.SetFlags(c, f.Flags(v)&^ir.FlagNonUniform)
	return c
}
