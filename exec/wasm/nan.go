package wasm

// This file decides which NaNs must be made canonical. Arithmetic here yields any NaN; the
// reference yields one (package num). Only operations that look at bits see the difference:
// stores, reads as an integer, calls. A value whose possible origins are all arithmetic or
// known is made canonical at its store; if it is mixed with loaded values, arithmetic that
// can get there is made canonical itself.

import (
	"refract/internal/builtin/formula"
	"refract/internal/lazy"
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

func nanUseOf(o op.Op) nanUse { return nanUses.Get()[o] }

// nanUses has the treatment of each operation. Operations with a formula treat NaNs as the step
// that makes their result does.
var nanUses = lazy.Value[*[op.Count]nanUse]{Make: func() *[op.Count]nanUse {
	uses := new([op.Count]nanUse)
	for o := op.Op(1); int(o) < op.Count; o++ {
		if isHostMath(o) {
			uses[o] = nanIgnore
		}
		if f := o.Formula().Formula(); f != nil {
			uses[o] = nanOfFormula(f, f.Root, nanPassed)
		}
	}
	for use, list := range [...][]op.Op{
		nanMade: {op.FAdd, op.FSub, op.FMul, op.FDiv, op.FSqrt, op.FFloor, op.FCeil, op.FTrunc, op.FRoundEven, op.FFma, op.FCross,
			op.Derivative, op.MatMul, op.MatVec, op.VecMat, op.MatScale, op.MatAdd, op.MatSub, op.MatOuter, op.MatDeterminant},
		nanIgnore: {op.FLt, op.FLe, op.FEq, op.FNeu, op.FIsNan, op.FIsInf, op.F2I, op.F2U, op.F2B, op.Tex,
			op.RayInitialize, op.RayGenerate},
		nanPassed: {op.BCsel, op.SelectWhole, op.Phi, op.FNeg, op.FAbs, op.FSign, op.MatNeg, op.MatTranspose, op.ExtractDynamic,
			op.InsertDynamic},
	} {
		for _, o := range list {
			uses[o] = nanUse(use)
		}
	}
	return uses
}}

// nanOfFormula is the treatment of NaNs by the step of a formula at a node, whose arguments have
// the treatment args.
func nanOfFormula(f *formula.Formula, at uint8, args nanUse) nanUse {
	n := &f.Nodes[at]
	switch n.Op {
	case formula.Argument:
		return args
	case formula.Named:
		return nanOfFormula(f, f.Lets[n.Args[0]], args)
	case formula.Number, formula.FLt, formula.FLe:
		return nanIgnore
	case formula.FNeg, formula.FAbs:
		return nanOfFormula(f, n.Args[0], args)
	case formula.BCsel:
		return eitherNaN(nanOfFormula(f, n.Args[1], args), nanOfFormula(f, n.Args[2], args))
	}
	body := n.Op.Formula()
	if body == nil || n.Op == formula.FDot || n.Op == formula.FLength {
		return nanMade
	}
	use := nanIgnore
	for _, a := range n.Operands() {
		use = eitherNaN(use, nanOfFormula(f, a, args))
	}
	return nanOfFormula(body, body.Root, use)
}

// eitherNaN is the treatment by an operation that selects one of two values.
func eitherNaN(a, b nanUse) nanUse {
	switch {
	case a == nanMade || b == nanMade:
		return nanMade
	case a == nanPassed || b == nanPassed:
		return nanPassed
	}
	return nanIgnore
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
