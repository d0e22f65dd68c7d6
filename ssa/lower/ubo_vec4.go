package lower

// This file makes loads from uniform buffers loads of the 16 bytes that hold them.
//
//	before                                   after
//	%2 = load_ubo %b, %1, align=16,          %3 = ushr %1, 4
//	       align_offset=8 : vec2<f32>        %2 = load_ubo_vec4 %b, %3, component=2 : vec2<f32>
//
// What lies in one vector, as its alignment tells, is loaded with a component; of others
// each component is picked from the four that it is among.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// UBOVec4 makes loads from uniform buffers loads of vectors of four.
var UBOVec4 = &pass.Pass{
	Name:        "ubo-to-vec4",
	Doc:         "loads of 32-bit components from uniform buffers become loads of the vectors of four that hold them",
	Replaces:    []string{"lower_ubo_vec4"},
	Establishes: pass.UBOVec4,
	Destroys:    pass.Scalar,
	Preserves:   ssa.ControlFlow,
	Machine:     true,
	Function:    uboVec4,
}

// OnUBOBytes reports whether an instruction loads 32-bit components from a uniform buffer
// by an offset in bytes.
func OnUBOBytes(f *ssa.Function, i ssa.InstrID) bool {
	return f.Op(i) == op.LoadUBO && f.Bits(i) == 32 && max(f.Field(i, "align"), 4) >= 4 && f.Field(i, "align_offset")%4 == 0
}

func uboVec4(f *ssa.Function) bool {
	changed := false
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if OnUBOBytes(f, i) {
				toVec4(f, i)
				changed = true
			}
		}
	}
	return changed
}

func toVec4(f *ssa.Function, i ssa.InstrID) {
	b := f.BuildBefore(i)
	block, offset, base := f.Arg(i, 0), f.Arg(i, 1), f.Field(i, "base")
	scalar := f.Shader.Module.Types.ScalarOf(f.Type(i))
	load := func(at ssa.Value, base uint32, component uint32, t ir.TypeID) ssa.Value {
		v := b.Instr(op.LoadUBOVec4, t, ssa.Whole(block), ssa.Whole(at))
		f.SetField(v, "base", base)
		f.SetField(v, "component", component)
		return v
	}
	four := b.U32(4)
	n := uint32(f.Comps(i))
	var v ssa.Value
	if a, o := f.Field(i, "align"), f.Field(i, "align_offset")%16; a >= 16 && o/4+n <= 4 {
		if base%16 != 0 {
			offset = b.Op(op.UAddSat, ir.TypeU32, offset, b.U32(base%16))
		}
		v = load(b.Op(op.UShr, ir.TypeU32, offset, four), base/16, o/4, f.Type(i))
	} else {
		// The sum is beyond the buffer where it is beyond 32 bits.
		var parts []ssa.Value
		for k := range n {
			by := base + 4*k
			at := b.Op(op.UAddSat, ir.TypeU32, offset, b.U32(by))
			which := b.Op(op.IAnd, ir.TypeU32, b.Op(op.UShr, ir.TypeU32, at, b.U32(2)), b.U32(3))
			all := load(b.Op(op.UShr, ir.TypeU32, at, four), 0, 0, ir.VectorOf(scalar, 4))
			parts = append(parts, b.Op(op.ExtractDynamic, ir.VectorOf(scalar, 1), all, which))
		}
		if v = parts[0]; n > 1 {
			v = b.Op(op.Vec, f.Type(i), parts...)
		}
	}
	f.SetName(v, f.NameOf(i))
	f.ReplaceUses(i, v)
	f.Remove(i)
}
