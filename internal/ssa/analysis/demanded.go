package analysis

// This file finds the bits of an integer that its users read: of a value that is only masked,
// shifted, or converted to a smaller one, some bits don't matter.

import (
	"math/bits"

	"refract/ssa"
	"refract/ssa/op"
)

// Limits of Demanded: users that are followed, each with its own users, and users of one value.
const (
	demandedDepth = 3
	demandedUses  = 8
)

// Demanded is the set of bits of a value's components that users may read; components have one set.
func Demanded(f *ssa.Function, v ssa.Value) uint64 { return demanded(f, v, demandedDepth) }

func sizeMask(n int) uint64 { return ^uint64(0) >> (64 - n) }

func demanded(f *ssa.Function, v ssa.Value, depth int) (read uint64) {
	n := f.Bits(v)
	if n == 0 {
		return ^uint64(0)
	}
	all := sizeMask(n)
	if !f.HasUses(v) { // its user may be made yet
		return all
	}
	count := 0
	for u := f.FirstUse(v); u != 0; u = f.NextUse(u) {
		i, _ := f.UserOf(u)
		if count++; i == 0 || depth == 0 || count > demandedUses {
			return all
		}
		if read |= demandedBy(f, i, f.UseIndex(u), depth-1) & all; read == all {
			return all
		}
	}
	return read
}

// demandedBy is the set of bits of source k that an instruction reads, as far as its own users do.
func demandedBy(f *ssa.Function, i ssa.InstrID, k, depth int) uint64 {
	const all = ^uint64(0)
	o := f.Op(i)
	if o.Class() != op.ClassALU || f.Bits(i) == 0 {
		return all
	}
	switch o {
	case op.Mov, op.Vec, op.INot, op.IXor:
		return demanded(f, i, depth)
	case op.BCsel:
		if k > 0 {
			return demanded(f, i, depth)
		}
	case op.IAnd, op.IOr:
		some, every, known := constantBits(f, i, 1-k)
		read := demanded(f, i, depth)
		switch {
		case !known:
			return read
		case o == op.IAnd:
			return read & some
		}
		return read &^ every
	case op.IAdd, op.ISub, op.IMul, op.INeg: // a bit of the result depends on the bits up to it
		if n := bits.Len64(demanded(f, i, depth)); n > 0 {
			return sizeMask(n)
		}
		return 0
	case op.IShl, op.UShr, op.IShr:
		some, every, known := constantBits(f, i, 1)
		if k != 0 || !known || some != every {
			return all
		}
		read, distance := demanded(f, i, depth), some&uint64(f.Bits(i)-1)
		switch o {
		case op.IShl:
			return read >> distance
		case op.IShr:
			if read>>(uint64(f.Bits(i))-distance) != 0 {
				return read<<distance | 1<<(f.Bits(i)-1)
			}
		}
		return read << distance
	case op.U2U, op.I2I:
		from := f.Bits(f.Arg(i, 0))
		read := demanded(f, i, depth)
		if o == op.I2I && from < f.Bits(i) && read&^sizeMask(from) != 0 {
			read |= 1 << (from - 1)
		}
		return read & sizeMask(from)
	}
	return all
}

// constantBits are the bits that are set in some, and in every component that a source reads, if it is
// constant.
func constantBits(f *ssa.Function, i ssa.InstrID, k int) (some, every uint64, known bool) {
	s := f.Src(i, k)
	if !f.IsConst(s.Value) {
		return 0, 0, false
	}
	every = ^uint64(0)
	for c := range max(int(s.Comps), 1) {
		x := f.ConstBits(s.Value, s.Swizzle.At(c))
		some, every = some|x, every&x
	}
	return some, every, true
}
