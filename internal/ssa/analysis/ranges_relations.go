package analysis

// This file finds out how scalars relate that have no bounds of their own: whether one is
// at most another plus a number.
//
// A proof goes from both ends towards each other. A value less than another that a
// condition compares with a third is less than the third; a sum with a number is its other
// part and the number, if it can't wrap in the direction that matters; a minimum is at most
// each of its parts; a remainder is less than its divisor; a phi has the properties that
// all its sources have. A claim about a loop's counter may be supposed in all iterations
// but the first: it is then shown of the next value.

import (
	"math"

	"refract/ssa"
	"refract/ssa/op"
)

// Limits of a proof: steps in all, for limits of indices and for other comparisons, which
// are more; nested steps, and phis with a supposed claim.
const (
	maxLimitSteps    = 96
	maxProofSteps    = 20
	maxProofDepth    = 10
	maxProofSupposed = 4
)

// A claim is that a scalar is at most another plus a number, as unbounded numbers with the
// value of their unsigned bits.
type claim struct {
	x, y scalar
	by   int64
}

// proof is one attempt to show a claim.
type proof struct {
	r        *Ranges
	left     int
	supposed []claim // of phis
	positive scalar  // not zero where the claim matters
}

// prove reports whether x <= y + by wherever control is in a block.
func (r *Ranges) prove(b ssa.NodeID, x, y scalar, by int64) bool {
	if r.fuel > 0 { // in the midst of supposing where a phi lies
		return by >= 0 && r.relates(b, x, y, isULt, isULe) || by >= -1 && r.relates(b, x, y, isULt, holds)
	}
	p := proof{r: r, left: maxProofSteps}
	return p.show(b, claim{x, y, by}, 0)
}

// proveAtMost reports whether x <= y, for limits of x. If y is one less than a value, the
// value isn't zero: if it were, y would be the greatest number.
func (r *Ranges) proveAtMost(b ssa.NodeID, x, y scalar) bool {
	if r.fuel > 0 {
		return r.prove(b, x, y, 0)
	}
	p := proof{r: r, left: maxLimitSteps}
	if to, by, ok := p.added(y); ok && by == -1 {
		p.positive = to
	}
	return p.show(b, claim{x, y, 0}, 0)
}

func (p *proof) show(b ssa.NodeID, c claim, depth int) bool {
	r := p.r
	if c.x == c.y && c.by >= 0 {
		return true
	}
	if p.left--; p.left < 0 || depth > maxProofDepth || c.by > math.MaxUint32 || c.by < -math.MaxUint32 {
		return false
	}
	if int64(r.in(c.x, b).Hi) <= p.low(b, c.y)+c.by {
		return true
	}
	for _, s := range p.supposed {
		if s.x == c.x && s.y == c.y && s.by <= c.by {
			return true
		}
	}
	return p.byParts(b, c, depth+1) || p.byFacts(b, c, depth+1) || p.byPhi(b, c, depth+1)
}

// low is a lower bound of a scalar.
func (p *proof) low(b ssa.NodeID, s scalar) int64 {
	low := int64(p.r.in(s, b).Lo)
	if s == p.positive {
		low = max(low, 1)
	}
	return low
}

// isNatural reports whether a scalar isn't negative, as a signed number.
func (p *proof) isNatural(b ssa.NodeID, s scalar, depth int) bool {
	r := p.r
	if r.in(s, b).SLo >= 0 {
		return true
	}
	if to, by, ok := p.added(s); ok && by < 0 && p.low(b, to) >= -by && r.in(to, b).SHi > 0 && r.in(to, b).SLo >= 0 {
		return true
	}
	i, o := p.operation(s)
	of := func(k int) bool {
		x, ok := p.part(i, k)
		return ok && depth > 0 && p.isNatural(b, x, depth-1)
	}
	switch o {
	case op.IMin:
		return of(0) && of(1)
	case op.IMax:
		return of(0) || of(1)
	case op.IClamp:
		return of(2) && (of(0) || of(1))
	}
	return false
}

// byFacts goes on from conditions on one of the two.
func (p *proof) byFacts(b ssa.NodeID, c claim, depth int) bool {
	r := p.r
	at := r.chain[b]
	for range maxFacts {
		if at == 0 {
			return false
		}
		k := &r.facts[at-1]
		at = k.above
		if k.a != c.x && k.b != c.x && k.a != c.y && k.b != c.y {
			continue
		}
		if p.isGone(k.a) || p.isGone(k.b) {
			continue
		}
		less := int64(0)
		switch k.rel {
		case isULt:
			less = 1
		case isULe:
		case isNe: // what is at most something that it isn't is less
			other := k.a
			if k.a == c.x {
				other = k.b
			} else if k.b != c.x {
				continue
			}
			if other == c.y && c.by == -1 && p.show(b, claim{c.x, c.y, 0}, depth) {
				return true
			}
			continue
		case isEq:
			if k.b == c.x && p.show(b, claim{k.a, c.y, c.by}, depth) || k.a == c.y && p.show(b, claim{c.x, k.b, c.by}, depth) {
				return true
			}
		case isILt, isILe: // of numbers that aren't negative, as of unsigned ones
			if r.in(k.a, b).SLo < 0 {
				continue
			}
			if k.rel == isILt {
				less = 1
			}
		default:
			continue
		}
		if k.a == c.x && p.show(b, claim{k.b, c.y, c.by + less}, depth) {
			return true
		}
		if k.b == c.y && p.show(b, claim{c.x, k.a, c.by + less}, depth) {
			return true
		}
	}
	return false
}

// isGone reports whether a scalar is of an instruction that has been removed since the
// facts were found.
func (p *proof) isGone(s scalar) bool {
	return s.comp != number && p.r.f.Op(s.value) == op.Invalid
}

// operation is the operation of a scalar of one component.
func (p *proof) operation(s scalar) (ssa.InstrID, op.Op) {
	f := p.r.f
	if s.comp == number || f.Comps(s.value) != 1 || f.Bits(s.value) != 32 {
		return 0, op.Invalid
	}
	return s.value, f.Op(s.value)
}

// part is a source of an instruction, as a scalar of 32 bits.
func (p *proof) part(i ssa.InstrID, k int) (scalar, bool) {
	s, ok := scalarOf(p.r.f, p.r.f.Src(i, k))
	return s, ok && p.r.f.Bits(s.value) == 32
}

// added is a scalar as another and a number that is added to it, between -2^31 and 2^31.
func (p *proof) added(s scalar) (to scalar, by int64, ok bool) {
	i, o := p.operation(s)
	if o != op.IAdd && o != op.ISub {
		return s, 0, false
	}
	for k := range 2 {
		x, is := p.part(i, k)
		n, also := p.part(i, 1-k)
		if !is || !also || o == op.ISub && k == 1 {
			continue
		}
		if known := p.r.own(n); known.IsOne() {
			by := int64(known.SLo)
			if o == op.ISub {
				by = -by
			}
			return x, by, true
		}
	}
	return s, 0, false
}

// byParts goes on from how one of the two is computed.
func (p *proof) byParts(b ssa.NodeID, c claim, depth int) bool {
	r := p.r
	// A sum that wraps is less than it would be, a difference that wraps more.
	if to, by, ok := p.added(c.x); ok && (by >= 0 || p.low(b, to) >= -by || int64(r.in(c.x, b).Hi) <= math.MaxUint32+by || p.atLeast(b, to, -by, depth)) && p.show(b, claim{to, c.y, c.by - by}, depth) {
		return true
	}
	if to, by, ok := p.added(c.y); ok && (by <= 0 || int64(r.in(to, b).Hi)+by <= math.MaxUint32) && p.show(b, claim{c.x, to, c.by + by}, depth) {
		return true
	}
	i, o := p.operation(c.x)
	of := func(k int) bool {
		x, ok := p.part(i, k)
		return ok && p.show(b, claim{x, c.y, c.by}, depth)
	}
	switch o {
	case op.IAdd:
		return p.byMiddle(b, c, i, depth)
	case op.ISub: // what is taken from something that is at least as much
		x, ok := p.part(i, 0)
		y, also := p.part(i, 1)
		return ok && also && p.show(b, claim{y, x, 0}, depth) && p.show(b, claim{x, c.y, c.by}, depth)
	case op.UMin, op.IAnd:
		return of(0) || of(1)
	case op.UMax:
		return of(0) && of(1)
	case op.UClamp: // min(max(x, low), high)
		return of(2) || of(0) && of(1)
	case op.IMin: // what isn't negative is at most each of its parts
		return p.isNatural(b, c.x, 4) && (of(0) || of(1))
	case op.IMax: // of numbers that aren't negative
		return p.naturalParts(b, i) && of(0) && of(1)
	case op.IClamp:
		return p.isNatural(b, c.x, 4) && of(2)
	case op.UShr, op.UDiv:
		return p.byMiddle(b, c, i, depth) || of(0)
	case op.URem: // x % 0 = 0
		if y, ok := p.part(i, 1); ok && r.in(y, b).Lo > 0 && p.show(b, claim{y, c.y, c.by + 1}, depth) {
			return true
		}
		return of(0)
	case op.BCsel:
		return p.chosen(b, i, c, depth)
	}
	j, o := p.operation(c.y)
	under := func(k int) bool {
		y, ok := p.part(j, k)
		return ok && p.show(b, claim{c.x, y, c.by}, depth)
	}
	switch o {
	case op.UMin:
		return under(0) && under(1)
	case op.UMax, op.IOr:
		return under(0) || under(1)
	case op.BCsel:
		return under(1) && under(2)
	}
	return false
}

// naturalParts reports whether the sources of an operation aren't negative.
func (p *proof) naturalParts(b ssa.NodeID, i ssa.InstrID) bool {
	for k := range p.r.f.NumSrcs(i) {
		if x, ok := p.part(i, k); !ok || !p.isNatural(b, x, 3) {
			return false
		}
	}
	return true
}

// chosen goes on from both sources of a choice, each under the condition that it is taken.
func (p *proof) chosen(b ssa.NodeID, i ssa.InstrID, c claim, depth int) bool {
	r := p.r
	cond, ok := scalarOf(r.f, r.f.Src(i, 0))
	if !ok {
		return false
	}
	for k := 1; k <= 2; k++ {
		x, ok := p.part(i, k)
		if !ok {
			return false
		}
		mark, last := len(r.facts), r.chain[b]
		r.condition(b, cond, k == 1, 4)
		ok = p.show(b, claim{x, c.y, c.by}, depth)
		r.facts, r.chain[b] = r.facts[:mark], last
		if !ok {
			return false
		}
	}
	return true
}

// byMiddle goes on from the middle of two scalars, low + (high - low) / 2 or (low + high) /
// 2: if low is less than high the middle is less than high.
func (p *proof) byMiddle(b ssa.NodeID, c claim, i ssa.InstrID, depth int) bool {
	low, high, ok := p.middle(i)
	return ok && p.show(b, claim{low, high, -1}, depth) && p.show(b, claim{high, c.y, c.by + 1}, depth)
}

// middle takes the middle of two scalars apart.
func (p *proof) middle(i ssa.InstrID) (low, high scalar, ok bool) {
	f := p.r.f
	half := func(s scalar) (ssa.InstrID, bool) { // of a sum or difference
		v, o := p.operation(s)
		if o != op.UShr && o != op.UDiv {
			return 0, false
		}
		by, known := p.part(v, 1)
		x, is := p.part(v, 0)
		if !known || !is {
			return 0, false
		}
		if n := p.r.own(by); !n.IsOne() || n.Lo == 0 || o == op.UShr && n.Lo > 31 || o == op.UDiv && n.Lo == 1 {
			return 0, false
		}
		w, _ := p.operation(x)
		return w, w != 0
	}
	if o := f.Op(i); o == op.UShr || o == op.UDiv {
		if w, is := half(scalar{i, 0}); is && f.Op(w) == op.IAdd {
			x, one := p.part(w, 0)
			y, two := p.part(w, 1)
			return x, y, one && two
		}
		return
	}
	for k := range 2 {
		x, one := p.part(i, k)
		y, two := p.part(i, 1-k)
		if !one || !two {
			continue
		}
		if w, is := half(y); is && f.Op(w) == op.ISub {
			to, one := p.part(w, 0)
			from, two := p.part(w, 1)
			if one && two && from == x {
				return x, to, true
			}
		}
	}
	return
}

// atLeast reports whether a scalar is at least a number: a number greater than another is,
// in any case, at least one.
func (p *proof) atLeast(b ssa.NodeID, x scalar, n int64, depth int) bool {
	if n > math.MaxUint32 {
		return false
	}
	return p.show(b, claim{scalar{ssa.Value(n), number}, x, 0}, depth)
}

// byPhi goes on from all sources of a phi, at the ends of their blocks.
func (p *proof) byPhi(b ssa.NodeID, c claim, depth int) bool {
	r := p.r
	f := r.f
	i, o := p.operation(c.x)
	if o != op.Phi || len(p.supposed) == maxProofSupposed {
		return false
	}
	at := f.Block(i)
	dom := Dominance(f)
	if !r.isFixed(c.y, at, dom, 4) {
		return false
	}
	p.supposed = append(p.supposed, c)
	was := p.positive
	if was.value != 0 && !r.isFixed(was, at, dom, 4) {
		p.positive = scalar{} // it may have been another number then
	}
	defer func() { p.supposed, p.positive = p.supposed[:len(p.supposed)-1], was }()
	for k, from := range f.Preds(at) {
		v := f.Arg(i, k)
		if !dom.Reachable(from) || v == i {
			continue
		}
		if v == 0 || !p.show(from, claim{scalar{v, 0}, c.y, c.by}, depth) {
			return false
		}
	}
	return true
}
