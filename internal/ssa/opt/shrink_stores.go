package opt

// This file removes components from stored values that a store leaves out, or that memory
// doesn't keep.
//
//	before                                      after
//	store_ssbo %1, %b, %o, mask=3 : vec4<f32>   %2 = mov %1.xy
//	                                            store_ssbo %2, %b, %o
//	%3 = vec %x, %y, %z, %w                     %4 = undef
//	image_store %r32, %at, %3                   %3 = vec %x, %4, %4, %4
//	                                            image_store %r32, %at, %3
//
// A store by offset, or to an output, writes from the first component of its mask to the
// last one. A texel keeps the components that the image's format has.

import (
	"math/bits"

	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// ShrinkStores removes components that aren't stored from the values of stores.
var ShrinkStores = &pass.Pass{
	Name:      "shrink-stores",
	Doc:       "components that stores by offset, by slot and to images leave out are not computed for them",
	Replaces:  []string{"opt_shrink_stores"},
	Preserves: ssa.ControlFlow,
	Function:  shrinkStores,
}

func shrinkStores(f *ssa.Function) bool {
	changed := false
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			switch m := f.Op(i).Memory(); {
			case m.Kind != op.NoMemory && m.Role == op.MemoryStore, f.Op(i) == op.StoreOutput:
				changed = shrinkStore(f, i) || changed
			case f.Op(i) == op.ImageStore:
				changed = shrinkTexel(f, i) || changed
			}
		}
	}
	return changed
}

// shrinkStore makes a store of the components from the first to the last of its mask.
func shrinkStore(f *ssa.Function, i ssa.InstrID) bool {
	data := f.Arg(i, 0)
	n, mask := f.Comps(data), f.Field(i, "mask")
	if n < 2 || mask == 0 {
		return false
	}
	first, last := bits.TrailingZeros32(mask), bits.Len32(mask)
	output := f.Op(i) == op.StoreOutput
	if first > 0 && (output && f.Bits(data) > 32 || !output && f.Field(i, "base") > 1<<30) {
		first = 0
	}
	if first == 0 && last == n {
		return false
	}
	by := uint32(first * f.Bits(data) / 8)
	b := f.BuildBefore(i)
	var pick ssa.Swizzle
	for k := range last - first {
		pick = pick.With(k, first+k)
	}
	f.SetSrc(i, 0, ssa.Whole(b.Swizzle(data, pick, last-first)))
	if mask >>= first; mask == 1<<(last-first)-1 {
		mask = 0
	}
	f.SetField(i, "mask", mask)
	switch {
	case first == 0:
	case output:
		f.SetField(i, "component", f.Field(i, "component")+uint32(first))
	default:
		f.SetField(i, "base", f.Field(i, "base")+by)
		if a := f.Field(i, "align"); a != 0 {
			f.SetField(i, "align_offset", (f.Field(i, "align_offset")+by)&(a-1))
		}
	}
	return true
}

// shrinkTexel stores components that a format lacks as whatever they are.
func shrinkTexel(f *ssa.Function, i ssa.InstrID) bool {
	t := f.Shader.Module.Types.At(f.Type(f.Arg(i, 0)))
	v := f.Arg(i, 3)
	if t.Kind != ir.TypeImage || t.Format == 0 || f.Op(v) != op.Vec {
		return false
	}
	n := t.Format.Components()
	if n >= f.Comps(v) || n == 0 {
		return false
	}
	shrinks := false
	var srcs [4]ssa.Src
	for k := range f.Comps(v) {
		x, comp := vecComponent(f, v, k)
		srcs[k] = ssa.Src{Value: x, Swizzle: ssa.Swizzle(comp), Comps: 1}
		if c := f.Op(x).Class(); k >= n && c != op.ClassConst && c != op.ClassUndef {
			shrinks = true
		}
	}
	if !shrinks {
		return false
	}
	b := f.BuildBefore(i)
	none := b.Undef(ir.VectorOf(f.Shader.Module.Types.ScalarOf(f.Type(v)), 1))
	for k := n; k < f.Comps(v); k++ {
		srcs[k] = ssa.Src{Value: none, Comps: 1}
	}
	f.SetSrc(i, 3, ssa.Whole(b.Instr(op.Vec, f.Type(v), srcs[:f.Comps(v)]...)))
	return true
}
