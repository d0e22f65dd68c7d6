package lower

// This file makes loads from uniform buffers loads of the 16 bytes that hold them.
//
//	before                                   after
//	%2 = load_ubo %b, %1, align=16,          %3 = ushr %1, 4
//	       align_offset=8 : vec2<f32>        %2 = load_ubo_vec4 %b, %3, component=2 : vec2<f32>
//
// A load from within one vector, by its alignment, is a load with a component, which counts
// numbers of the loaded size; other loads pick each word from the four around it. Small
// numbers are shifted then, large ones are put together of two.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// UBOVec4 makes loads from uniform buffers loads of vectors of four.
var UBOVec4 = &pass.Pass{
	Name:        "ubo-to-vec4",
	Doc:         "loads from uniform buffers become loads of the vectors of four that hold them",
	Replaces:    []string{"lower_ubo_vec4"},
	Establishes: pass.UBOVec4,
	Destroys:    pass.Scalar,
	Preserves:   ssa.ControlFlow,
	Machine:     true,
	Function:    uboVec4,
}

// OnUBOBytes reports whether an instruction loads numbers from a uniform buffer by an
// offset in bytes: numbers that don't share words with others.
func OnUBOBytes(f *ssa.Function, i ssa.InstrID) bool {
	if f.Op(i) != op.LoadUBO {
		return false
	}
	bytes := uint32(min(f.Bits(i)/8, 4))
	a := f.Field(i, "align")
	return bytes > 0 && (a == 0 || a >= bytes) && f.Field(i, "align_offset")%bytes == 0
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
	n, bytes := uint32(f.Comps(i)), uint32(f.Bits(i)/8)
	// word is the word at a number of bytes behind the offset, and its own offset. A sum
	// beyond 32 bits is beyond the buffer.
	word := func(by uint32, s ir.Scalar) (v, at ssa.Value) {
		at = b.Op(op.UAddSat, ir.TypeU32, offset, b.U32(by))
		which := b.Op(op.IAnd, ir.TypeU32, b.Op(op.UShr, ir.TypeU32, at, b.U32(2)), b.U32(3))
		all := load(b.Op(op.UShr, ir.TypeU32, at, four), 0, 0, ir.VectorOf(s, 4))
		return b.Op(op.ExtractDynamic, ir.VectorOf(s, 1), all, which), at
	}
	one := ir.VectorOf(scalar, 1)
	var v ssa.Value
	if k, ok := f.KnownBits(offset, 0); ok && k < 1<<31 && uint32(k+uint64(base))%bytes == 0 && uint32(k+uint64(base))%16+n*bytes <= 16 {
		at := uint32(k) + base
		v = load(b.U32(at/16), 0, at%16/bytes, f.Type(i))
	} else if a, o := f.Field(i, "align"), f.Field(i, "align_offset")%16; a >= 16 && o%bytes == 0 && o+n*bytes <= 16 {
		if base%16 != 0 {
			offset = b.Op(op.UAddSat, ir.TypeU32, offset, b.U32(base%16))
		}
		v = load(b.Op(op.UShr, ir.TypeU32, offset, four), base/16, o/bytes, f.Type(i))
	} else {
		var parts []ssa.Value
		for k := range n {
			by := base + bytes*k
			switch bytes {
			case 4:
				x, _ := word(by, scalar)
				parts = append(parts, x)
			case 8:
				low, _ := word(by, ir.U32)
				high, _ := word(by+4, ir.U32)
				pair := b.Op(op.Vec, ir.VectorOf(ir.U32, 2), low, high)
				parts = append(parts, b.Instr(op.Bitcast, one, ssa.Src{Value: pair, Swizzle: ssa.Identity, Comps: 2}))
			default:
				x, at := word(by, ir.U32)
				in := b.Op(op.IShl, ir.TypeU32, b.Op(op.IAnd, ir.TypeU32, at, b.U32(3)), b.U32(3))
				small := ir.VectorOf(ir.ScalarOf(ir.UintKind, int(8*bytes)), 1)
				x = b.Op(op.U2U, small, b.Op(op.UShr, ir.TypeU32, x, in))
				if small != one {
					x = b.Op(op.Bitcast, one, x)
				}
				parts = append(parts, x)
			}
		}
		if v = parts[0]; n > 1 {
			v = b.Op(op.Vec, f.Type(i), parts...)
		}
	}
	f.SetName(v, f.NameOf(i))
	f.ReplaceUses(i, v)
	f.Remove(i)
}
