package lower

// This file splits stores with a partial write mask into stores of adjacent components.
//
//	before                                          after
//	store_ssbo %x, %b, %1, mask=13 : vec4           %2 = mov %x.x
//	                                                store_ssbo %2, %b, %1
//	                                                %3 = mov %x.zw
//	                                                store_ssbo %3, %b, %1, base=8

import (
	"math/bits"

	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// WriteMasks makes stores with masks stores of all their components.
var WriteMasks = &pass.Pass{
	Name:        "lower-write-masks",
	Doc:         "stores by offset with gaps in their components become stores of contiguous components",
	Replaces:    []string{"lower_wrmasks"},
	Establishes: pass.WholeStores,
	Preserves:   ssa.ControlFlow,
	Machine:     true,
	Function:    writeMasks,
}

// HasMask reports whether an instruction stores by offset and leaves components out.
func HasMask(f *ssa.Function, i ssa.InstrID) bool {
	form := f.Op(i).Memory()
	return form.Kind != op.NoMemory && form.Role == op.MemoryStore && f.Field(i, "mask") != 0
}

func writeMasks(f *ssa.Function) bool {
	changed := false
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if HasMask(f, i) {
				splitMask(f, i)
				changed = true
			}
		}
	}
	return changed
}

func splitMask(f *ssa.Function, i ssa.InstrID) {
	b := f.BuildBefore(i)
	data, mask := f.Arg(i, 0), f.Field(i, "mask")
	bytes := uint32(f.Bits(data) / 8)
	last := f.NumSrcs(i) - 1
	for mask != 0 {
		first := bits.TrailingZeros32(mask)
		n := bits.TrailingZeros32(^(mask >> first))
		mask &^= (1<<n - 1) << first
		swizzle := ssa.Swizzle(0)
		for k := range n {
			swizzle = swizzle.With(k, first+k)
		}
		v := data
		if n < f.Comps(data) {
			v = b.Swizzle(data, swizzle, n)
		}
		srcs := []ssa.Src{ssa.Whole(v)}
		for k := 1; k <= last; k++ {
			srcs = append(srcs, f.Src(i, k))
		}
		by := uint32(first) * bytes
		base := uint64(f.Field(i, "base")) + uint64(by)
		if base >= 1<<31 { // it can't be stated
			t := f.Type(f.Arg(i, last))
			srcs[last] = ssa.Whole(b.Op(op.IAdd, t, f.Arg(i, last), b.Const(t, uint64(by))))
			base = uint64(f.Field(i, "base"))
		}
		s := b.Instr(f.Op(i), 0, srcs...)
		f.SetWords(s, f.Words(i))
		f.SetFlags(s, f.Flags(i)&^ir.FlagInBounds)
		f.SetField(s, "mask", 0)
		f.SetField(s, "base", uint32(base))
		if a := f.Field(i, "align"); a != 0 {
			f.SetField(s, "align_offset", (f.Field(i, "align_offset")+by)&(a-1))
		}
	}
	f.Remove(i)
}
