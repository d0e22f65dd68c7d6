package wasm

// This file decides which NaNs must be made canonical. Arithmetic here yields any NaN; the
// reference yields one (package num). Only operations that look at bits see the difference:
// stores, reads as an integer, calls. A value whose possible origins are all arithmetic or
// known is made canonical at its store; if it is mixed with loaded values, arithmetic that
// can get there is made canonical itself.

import (
	"refract/ssa"
	"refract/ssa/op"
)

// nanUse is the treatment of NaNs that an operation reads.
type nanUse uint8

const (
	nanSeen   nanUse = iota // the bits can be told from the result
	nanMade                 // arithmetic: a NaN makes any NaN
	nanIgnore               // the result doesn't depend on the bits of a NaN
	nanPassed               // the result may be the source, whose bits are seen if its are
)

func nanUseOf(o op.Op) nanUse {
	switch o {
	case op.FAdd, op.FSub, op.FMul, op.FDiv, op.FSqrt, op.FRsq, op.FRcp, op.FFloor, op.FCeil, op.FTrunc, op.FRoundEven, op.FFract,
		op.FMod, op.FFma, op.FMix, op.FSmoothStep, op.FRadians, op.FDegrees, op.FDot, op.FCross, op.FLength, op.FDistance,
		op.FNormalize, op.FReflect, op.FRefract, op.Derivative, op.MatMul, op.MatVec, op.VecMat, op.MatScale, op.MatAdd, op.MatSub, op.MatOuter, op.MatDeterminant:
		return nanMade
	case op.FLt, op.FLe, op.FEq, op.FNeu, op.FIsNan, op.FIsInf, op.F2I, op.F2U, op.F2B, op.FStep, op.Tex:
		return nanIgnore
	case op.FMin, op.FMax, op.FClamp, op.FSat, op.BCsel, op.SelectWhole, op.Phi, op.FNeg, op.FAbs, op.FSign, op.FFaceForward, op.MatNeg, op.MatTranspose,
		op.ExtractDynamic, op.InsertDynamic:
		return nanPassed
	}
	if isHostMath(o) {
		return nanIgnore
	}
	return nanSeen
}

// observe fills in exact, canon and made.
func (c *compiler) observe() {
	f := c.f
	// Values that are canonical once written: begin with all candidates, and take away
	// until nothing changes.
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			use := nanUseOf(f.Op(i))
			if c.d.Words(i) == 2 {
				continue // halves of numbers of 64 bits, which are right as they are
			}
			for k := range c.d.Count(i) {
				x := &c.slots[c.comp(i, k)]
				switch {
				case x.kind == slotConst:
					x.canon = x.bits&0x7FFF_FFFF <= 0x7F80_0000 || x.bits == 0x7FC0_0000
				case x.kind == slotLocal && use == nanMade:
					x.canon, x.made = true, true
				case x.kind == slotLocal && (f.Op(i) == op.Phi || f.Op(i) == op.BCsel || f.Op(i) == op.SelectWhole || f.Op(i) == op.FMin ||
					f.Op(i) == op.FMax || f.Op(i) == op.FClamp || f.Op(i) == op.FSat || isHostMath(f.Op(i))):
					x.canon = true
				}
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				o := f.Op(i)
				first := 0
				switch o {
				case op.BCsel, op.SelectWhole:
					first = 1
				case op.Phi, op.FMin, op.FMax, op.FClamp, op.FSat:
				default:
					continue
				}
				for k := range c.d.Count(i) {
					x := &c.slots[c.comp(i, k)]
					for s := first; s < f.NumSrcs(i); s++ {
						y := &c.slots[c.root(c.src(i, s, k))]
						if x.canon && !y.canon {
							x.canon, changed = false, true
						}
						if y.made && !x.made {
							x.made, changed = true, true
						}
					}
				}
			}
		}
	}
	// Who is looked at.
	for changed := true; changed; {
		changed = false
		mark := func(v ssa.Value) {
			if v == 0 || c.isBig(v) {
				return
			}
			for k := range c.d.Count(v) {
				x := &c.slots[c.root(c.comp(v, k))]
				if !x.exact && x.kind == slotLocal {
					x.exact, changed = true, true
				}
			}
		}
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				o := f.Op(i)
				switch o {
				case op.Mov, op.Vec, op.Compose, op.Extract, op.Insert, op.Bitcast, op.I2I, op.U2U:
					if o == op.Bitcast && f.Bits(i) != f.Bits(f.Arg(i, 0)) {
						mark(f.Arg(i, 0))
					}
					// Names of others, or copies of them.
					for k := range c.d.Count(i) {
						if x := &c.slots[c.comp(i, k)]; x.kind == slotLocal && x.exact {
							for s := range f.NumSrcs(i) {
								mark(f.Arg(i, s))
							}
						}
					}
					continue
				case op.Store, op.Return:
					if o == op.Return && f.NumSrcs(i) == 0 {
						continue
					}
					v := f.Arg(i, f.NumSrcs(i)-1)
					if c.isBig(v) {
						continue
					}
					for k := range c.d.Count(v) {
						if x := &c.slots[c.root(c.comp(v, k))]; !x.canon && !x.exact && x.kind == slotLocal {
							x.exact, changed = true, true
						}
					}
					continue
				}
				switch nanUseOf(o) {
				case nanPassed:
					for k := range c.d.Count(i) {
						if c.slots[c.comp(i, k)].exact || o == op.FNeg || o == op.FAbs || o == op.FSign {
							for s := range f.NumSrcs(i) {
								mark(f.Arg(i, s))
							}
							break
						}
					}
				case nanSeen:
					for s := range f.NumSrcs(i) {
						mark(f.Arg(i, s))
					}
				}
			}
		}
	}
}
