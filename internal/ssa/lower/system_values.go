package lower

// This file computes system values that a machine lacks from the ones that it has.
//
//	before                                          after
//	%1 = load_system_value                          %2 = load_system_value value=workgroup_id
//	       value=global_invocation_id               %3 = load_system_value value=local_invocation_id
//	                                                %4 = imul %2, (8, 1, 1)
//	                                                %1 = iadd %4, %3
//
//	%5 = load_system_value                          %6 = load_system_value value=vertex_index,
//	       value=vertex_index                              from_zero=1
//	                                                %7 = load_system_value value=base_vertex
//	                                                %5 = iadd %6, %7
//
// A machine has the numbers of the workgroup and of the invocation in it, how many
// workgroups there are, and the subgroup's values; sizes of workgroups are known. It counts
// the vertices and instances of a draw from zero.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// SystemValues computes system values from few.
var SystemValues = &pass.Pass{
	Name:        "lower-system-values",
	Doc:         "indices of compute shaders are computed from the indices of the workgroup and of the invocation in it, vertex and instance indices from the draw's first",
	Replaces:    []string{"lower_system_values"},
	Establishes: pass.FewSystemValues,
	Destroys:    pass.Scalar,
	Preserves:   ssa.ControlFlow,
	Machine:     true,
	Shader:      systemValues,
}

// IsComputedValue reports whether an instruction loads a system value that follows from
// others.
func IsComputedValue(f *ssa.Function, i ssa.InstrID) bool {
	if f.Op(i) != op.LoadSystemValue {
		return false
	}
	b := ir.BuiltIn(f.Field(i, "value"))
	if op.BaseOf(b) != 0 {
		return f.Field(i, "from_zero") == 0
	}
	return computed(b) && (b == ir.BuiltInWorkgroupIndex || fixedSize(f) != nil)
}

func computed(b ir.BuiltIn) bool {
	switch b {
	case ir.BuiltInGlobalInvocationID, ir.BuiltInLocalInvocationIndex, ir.BuiltInWorkgroupSize, ir.BuiltInWorkgroupIndex, ir.BuiltInGlobalInvocationIndex:
		return true
	}
	return false
}

// fixedSize is the entry point that a function is, if the size of its workgroups is known.
func fixedSize(f *ssa.Function) *ir.EntryPoint {
	s := f.Shader
	for k := range s.EntryPoints {
		ep := &s.EntryPoints[k]
		if s.Funcs[ep.Function] == f && ep.Stage.Info().Workgroups && ep.WorkgroupSizeExpr == [3]ir.ConstID{} {
			return ep
		}
	}
	return nil
}

func systemValues(s *ssa.Shader) bool {
	changed := false
	for _, f := range s.Funcs[1:] {
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if !IsComputedValue(f, i) {
					continue
				}
				at := f.BuildBefore(i)
				size := [3]uint32{1, 1, 1}
				if ep := fixedSize(f); ep != nil {
					size = ep.WorkgroupSize
				}
				v := computeValue(&at, ir.BuiltIn(f.Field(i, "value")), size)
				f.SetName(v, f.NameOf(i))
				f.ReplaceUses(i, v)
				f.Remove(i)
				changed = true
			}
		}
	}
	return changed
}

// computeValue inserts the computation of a system value.
func computeValue(b *ssa.Builder, which ir.BuiltIn, size [3]uint32) ssa.Value {
	three := ir.VectorOf(ir.U32, 3)
	load := func(x ir.BuiltIn) ssa.Value {
		v := b.Instr(op.LoadSystemValue, three)
		b.F.SetField(v, "value", uint32(x))
		return v
	}
	sizes := func() ssa.Value {
		return b.Const(three, uint64(size[0]), uint64(size[1]), uint64(size[2]))
	}
	// flat is x + y*width + z*width*height.
	flat := func(v, width, height ssa.Value) ssa.Value {
		z := b.Op(op.IMul, ir.TypeU32, b.Component(v, 2), height)
		y := b.Op(op.IMul, ir.TypeU32, b.Op(op.IAdd, ir.TypeU32, z, b.Component(v, 1)), width)
		return b.Op(op.IAdd, ir.TypeU32, y, b.Component(v, 0))
	}
	global := func() ssa.Value {
		return b.Op(op.IAdd, three, b.Op(op.IMul, three, load(ir.BuiltInWorkgroupID), sizes()), load(ir.BuiltInLocalInvocationID))
	}
	if base := op.BaseOf(which); base != 0 {
		v, first := b.Instr(op.LoadSystemValue, ir.TypeU32), b.Instr(op.LoadSystemValue, ir.TypeU32)
		b.F.SetField(v, "value", uint32(which))
		b.F.SetField(v, "from_zero", 1)
		b.F.SetField(first, "value", uint32(base))
		return b.Op(op.IAdd, ir.TypeU32, v, first)
	}
	switch which {
	case ir.BuiltInGlobalInvocationID:
		return global()
	case ir.BuiltInWorkgroupSize:
		return sizes()
	case ir.BuiltInLocalInvocationIndex:
		return flat(load(ir.BuiltInLocalInvocationID), b.U32(size[0]), b.U32(size[1]))
	case ir.BuiltInWorkgroupIndex:
		n := load(ir.BuiltInNumWorkgroups)
		return flat(load(ir.BuiltInWorkgroupID), b.Component(n, 0), b.Component(n, 1))
	case ir.BuiltInGlobalInvocationIndex:
		n := b.Op(op.IMul, three, load(ir.BuiltInNumWorkgroups), sizes())
		return flat(global(), b.Component(n, 0), b.Component(n, 1))
	}
	panic("lower: system value " + which.String())
}
