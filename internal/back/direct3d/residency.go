package direct3d

// This file pairs instructions that read the same texels, one the values and one the residency: an
// instruction of Direct3D has both as results.

import (
	"refract/ssa"
	"refract/ssa/op"
)

// residencyBit is the bit of the first word of tex, txf and image_load by which they have the residency.
const residencyBit = 1 << 8

// ReadsResidency reports whether the result of tex, txf or image_load is the residency.
func ReadsResidency(f *ssa.Function, i ssa.InstrID) bool { return f.Word(i, 0)&residencyBit != 0 }

// SameTexels is a later instruction of the block that reads the texels that instruction i reads, the residency if i
// reads the values, and the reverse. It is 0 if there is none close by, or if memory changes before it.
func SameTexels(f *ssa.Function, i ssa.InstrID) ssa.InstrID {
	o := f.Op(i)
	for j, left := f.Next(i), 64; j != 0 && left > 0; j, left = f.Next(j), left-1 {
		switch other := f.Op(j); {
		case other == o && f.Word(j, 0)^f.Word(i, 0) == residencyBit && sameSources(f, i, j):
			return j
		case o == op.ImageLoad && (other.Has(op.WritesMemory) || other.Has(op.Synchronizes)):
			return 0
		}
	}
	return 0
}

func sameSources(f *ssa.Function, i, j ssa.InstrID) bool {
	if f.NumSrcs(i) != f.NumSrcs(j) {
		return false
	}
	for k := range f.NumSrcs(i) {
		if f.Src(i, k) != f.Src(j, k) {
			return false
		}
	}
	return true
}
