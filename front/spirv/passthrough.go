package spirv

// This file reads geometry shaders that pass the input primitive through (SPV_NV_geometry_shader_passthrough):
// a function around the entry point's own calls it, and emits the primitive with the inputs that are
// decorated.

import (
	"slices"

	"refract/diag"
	"refract/ir"
	"refract/spirv"
	"refract/ssa"
	"refract/ssa/op"
)

// passedInputs are the variables in the interface of an entry point that are passed through, or have members
// that are.
func (r *reader) passedInputs(model uint32, list []uint32) (passed []*variable) {
	if spirv.ExecutionModel(model) != spirv.ExecutionModelGeometry || !slices.Contains(r.capabilities, spirv.CapabilityGeometryShaderPassthroughNV) {
		return nil
	}
	for _, id := range list {
		if d := r.definition(id); d.op == spirv.OpVariable && d.index != 0 {
			if v := &r.variables[d.index]; v.class == spirv.StorageClassInput && r.passes(v) {
				passed = append(passed, v)
			}
		}
	}
	return passed
}

// passes reports whether a variable, or a member of its block, is decorated.
func (r *reader) passes(v *variable) bool {
	targets := []uint32{v.id}
	info := &r.types[v.pointee]
	for info.op == spirv.OpTypeArray {
		info = &r.types[info.element]
	}
	if info.op == spirv.OpTypeStruct {
		targets = append(targets, r.words[info.at+1])
	}
	for _, id := range targets {
		for k := r.marks[id]; k != 0; k = r.decorations[k].next {
			if r.decorations[k].kind == spirv.DecorationPassthroughNV {
				return true
			}
		}
	}
	return false
}

// passPrimitive writes the function around the entry point's own, in a block.
func (r *reader) passPrimitive(f *ssa.Function, b *ssa.Builder, block ssa.NodeID, ep *ir.EntryPoint, called ssa.FuncID, passed []*variable) {
	x := ep.Setup()
	g := &x.Geometry
	to := g.Input.Passed()
	if to == ir.NoTopology {
		r.unsupported("primitives of %s that are passed through", g.Input)
	}
	if g.Output == ir.NoTopology {
		g.Output = to
	}
	if g.MaxVertices == 0 {
		g.MaxVertices = uint32(g.Input.Vertices())
	}
	ep.Pipeline = &x
	b.Call(called, 0)
	args := make([]ssa.Value, len(passed))
	for i, v := range passed {
		if r.at = int(v.at); v.bad != "" {
			r.unsupported("%s", v.bad)
		}
		args[i] = b.DerefVar(v.v)
	}
	f.SetWords(b.Op(op.Pipeline, 0, args...), [2]uint32{uint32(ir.PassPrimitive)})
	f.SetReturn(block, 0, diag.Span{})
}
