package analysis

// This file finds bounds of unsigned integers of 8, 16 and 64 bits from the operations that make them: no facts
// of conditions, and loops aren't followed. Ranges of 32 bits use them at conversions, and comparisons of these sizes.

import (
	"math/bits"

	"refract/ssa"
	"refract/ssa/op"
)

// Limits of bounds: operands of operands that are followed, and sources of a phi.
const (
	boundsDepth = 4
	boundsPhi   = 4
)

// Bounds are the least and the greatest number that a component of an integer can be, as an unsigned number.
func (r *Ranges) Bounds(s ssa.Src) (lo, hi uint64) { return r.bounds(s, boundsDepth) }

func (r *Ranges) bounds(s ssa.Src, depth int) (lo, hi uint64) {
	f := r.f
	x, ok := scalarOf(f, s)
	if !ok || x.comp == number {
		return 0, sizeMask(max(f.Bits(s.Value), 1))
	}
	n := f.Bits(x.value)
	if n == 0 {
		return 0, ^uint64(0)
	}
	all := sizeMask(n)
	if k, known := f.KnownBits(x.value, int(x.comp)); known {
		return k & all, k & all
	}
	if n == 32 {
		own := r.own(x)
		return uint64(own.Lo), uint64(own.Hi)
	}
	if depth == 0 || f.Comps(x.value) != 1 || n == 1 {
		return 0, all
	}
	if lo, hi = r.boundsOf(x.value, all, depth-1); lo > hi || hi > all {
		return 0, all
	}
	return lo, hi
}

// boundsOf are the bounds of the result of an instruction, a scalar; beyond all, or the wrong way round: none are known.
func (r *Ranges) boundsOf(i ssa.InstrID, all uint64, depth int) (lo, hi uint64) {
	f := r.f
	var al, ah, bl, bh uint64
	src := func(k int) (uint64, uint64) { return r.bounds(f.Src(i, k), depth) }
	if f.Op(i).Class() == op.ClassALU {
		if f.NumSrcs(i) > 0 {
			al, ah = src(0)
		}
		if f.NumSrcs(i) > 1 {
			bl, bh = src(1)
		}
	}
	distance := func() (uint64, bool) { return bl, bl == bh && bl < uint64(f.Bits(i)) }
	switch f.Op(i) {
	case op.U2U:
		return al, ah
	case op.I2I:
		if from := f.Bits(f.Arg(i, 0)); ah>>(from-1) == 0 {
			return al, ah
		}
	case op.B2I:
		return 0, 1
	case op.BCsel:
		cl, ch := src(2)
		return min(bl, cl), max(bh, ch)
	case op.Phi:
		return r.boundsOfPhi(i, all, depth)
	case op.UMin:
		return min(al, bl), min(ah, bh)
	case op.UMax:
		return max(al, bl), max(ah, bh)
	case op.IAnd:
		return 0, min(ah, bh)
	case op.IOr:
		return max(al, bl), sizeMaskOf(ah | bh)
	case op.IXor:
		return 0, sizeMaskOf(ah | bh)
	case op.UShr:
		if k, known := distance(); known {
			return al >> k, ah >> k
		}
		return 0, ah
	case op.IShl:
		if k, known := distance(); known && ah<<k>>k == ah {
			return al << k, ah << k
		}
	case op.UDiv: // x / 0 = x
		if bl > 0 {
			return al / bh, ah / bl
		}
		return 0, ah
	case op.URem: // x % 0 = 0
		if bh == 0 {
			return 0, 0
		}
		return 0, min(ah, bh-1)
	case op.IAdd:
		if sum, carry := bits.Add64(ah, bh, 0); carry == 0 {
			return al + bl, sum
		}
	case op.ISub:
		if al >= bh {
			return al - bh, ah - bl
		}
	case op.IMul:
		if high, low := bits.Mul64(ah, bh); high == 0 {
			return al * bl, low
		}
	}
	return 0, all
}

// sizeMaskOf are all bits up to the highest of a number.
func sizeMaskOf(x uint64) uint64 { return 1<<bits.Len64(x) - 1 }

// boundsOfPhi are the bounds of a phi of few sources, outside of loops.
func (r *Ranges) boundsOfPhi(i ssa.InstrID, all uint64, depth int) (lo, hi uint64) {
	f := r.f
	if f.NumSrcs(i) > boundsPhi || isHeader(f, f.Block(i)) {
		return 0, all
	}
	lo = all
	for k := range f.NumSrcs(i) {
		if f.Arg(i, k) == 0 {
			return 0, all
		}
		l, h := r.bounds(ssa.Whole(f.Arg(i, k)), depth)
		lo, hi = min(lo, l), max(hi, h)
	}
	return lo, hi
}

// comparedBounds decides an unsigned comparison of numbers of 8, 16 or 64 bits.
func (r *Ranges) comparedBounds(i ssa.InstrID) (yes, no bool) {
	f := r.f
	al, ah := r.Bounds(f.Src(i, 0))
	bl, bh := r.Bounds(f.Src(i, 1))
	switch f.Op(i) {
	case op.ULt:
		return ah < bl, al >= bh
	case op.ULe:
		return ah <= bl, al > bh
	case op.IEq:
		return al == ah && bl == bh && al == bl, ah < bl || bh < al
	case op.INe:
		return ah < bl || bh < al, al == ah && bl == bh && al == bl
	}
	return false, false
}
