package text

// This file knows which values are constant to a compiler, and which operations
// on constants it would refuse although the IR defines them.

import (
	"math"

	"refract/internal/builtin/row"
	"refract/internal/num"
	"refract/ir"
)

func isConstantKind(k ir.Kind) bool {
	return (1<<ir.KindLiteral|1<<ir.KindZeroValue|1<<ir.KindConstant)>>k&1 != 0
}

// isConstant reports whether a value will be constant at its use; a named one won't.
func (p *Planner) isConstant(e ir.ExprID) bool {
	v := &p.values[e]
	return v.name == 0 && (v.fixed || isConstantKind(p.f.Kind(e)))
}

// foldable has a bit per kind of expression that is constant if all operands are.
const foldable = 1<<ir.KindCompose | 1<<ir.KindSplat | 1<<ir.KindSwizzle | 1<<ir.KindAccessIndex | 1<<ir.KindAccess | 1<<ir.KindUnary |
	1<<ir.KindBinary | 1<<ir.KindSelect | 1<<ir.KindRelational | 1<<ir.KindMath | 1<<ir.KindAs

// constness notes, with PlanOptions.ConstErrors, whether a foldable expression is constant,
// as all of its operands are or not; or it notes which of them has to be given a name lest
// the compiler refuse the expression.
func (p *Planner) constness(e ir.ExprID, all bool) {
	switch p.f.Kind(e) {
	case ir.KindCompose, ir.KindSplat, ir.KindSwizzle, ir.KindAccessIndex, ir.KindSelect:
		p.values[e].fixed = all
	default:
		if !p.avoid(e) && all {
			first, _, _, list := p.f.Inputs(e)
			if first == 0 {
				first = list[0]
			}
			p.protect(e, first)
		}
	}
}

// protect gives operand o of e a name.
func (p *Planner) protect(e, o ir.ExprID) bool {
	if !p.f.Kind(o).IsImplicit() {
		p.values[o].pinned = true
	} else {
		p.values[e].guard = o
	}
	return true
}

// avoid protects the constant operand of an operation that WGSL refuses for its
// value alone, whatever the others are, and reports whether there is one.
func (p *Planner) avoid(e ir.ExprID) bool {
	f := p.f
	switch f.Kind(e) {
	case ir.KindBinary:
		b := f.Binary(e)
		switch b.Op {
		case ir.Div, ir.Rem, ir.Shl, ir.Shr:
		default:
			return false
		}
		if !p.isConstant(b.Right) {
			return false
		}
		s := p.m.Types.ScalarOf(f.TypeOf(b.Left))
		switch b.Op {
		case ir.Div, ir.Rem:
			return s.IsInteger() && p.some(b.Right, func(v uint64) bool { return v == 0 }) && p.protect(e, b.Right)
		case ir.Shl, ir.Shr:
			return p.some(b.Right, func(v uint64) bool { return v >= uint64(s.Bits()) }) && p.protect(e, b.Right)
		}
	case ir.KindMath:
		// Ranges that must not be empty, and bits that must exist.
		m := f.Math(e)
		d := &row.Of(m.Op).Domain
		first, last := m.Args[d.First], m.Args[d.Last]
		switch d.Rule {
		case row.Ordered, row.Apart:
			return p.protectPair(e, first, last, d.Rule == row.Apart)
		case row.BitRange:
			return p.protectBits(e, first, last)
		case row.Exponent:
			const most = 16 // f16's bias plus one, the least of all types
			return p.isConstant(first) && p.some(first, func(v uint64) bool { return int32(v) > most }) && p.protect(e, first)
		}
	}
	return false
}

// protectPair protects the bounds of a range unless they are known to be in
// order.
func (p *Planner) protectPair(e, low, high ir.ExprID, apart bool) bool {
	if !p.isConstant(low) || !p.isConstant(high) {
		return false
	}
	t := p.f.TypeOf(low)
	s := p.m.Types.ScalarOf(t)
	for i := range p.m.Types.ComponentCount(t) {
		a, okA := p.component(low, i)
		b, okB := p.component(high, i)
		if !okA || !okB || !less(s, a, b) && (apart || a != b) {
			return p.protect(e, high)
		}
	}
	return false
}

// less compares numbers by their bits.
func less(s ir.Scalar, a, b uint64) bool {
	switch s {
	case ir.F32:
		return math.Float32frombits(uint32(a)) < math.Float32frombits(uint32(b))
	case ir.F16:
		return num.LtF16(num.F16(a), num.F16(b))
	case ir.F64:
		return math.Float64frombits(a) < math.Float64frombits(b)
	}
	if s.IsSigned() {
		shift := 64 - s.Bits()
		return int64(a<<shift) < int64(b<<shift)
	}
	return a < b
}

// protectBits protects the ends of a range of bits unless they are known to lie within the
// integer. Overrides are known when the pipeline is made, which is rejected too.
func (p *Planner) protectBits(e, offset, count ir.ExprID) bool {
	a, okA := p.component(offset, 0)
	b, okB := p.component(count, 0)
	switch width := uint64(p.m.Types.ScalarOf(p.f.TypeOf(e)).Bits()); {
	case p.isConstant(offset) && (!okA || a > width):
		return p.protect(e, offset)
	case p.isConstant(count) && (!okB || b > width || okA && a+b > width):
		return p.protect(e, count)
	}
	return false
}

func (p *Planner) component(e ir.ExprID, i int) (bits uint64, ok bool) {
	return Component(p.m, &p.f.Exprs, e, i)
}

// Component is the value of a component of a constant scalar or vector, if it is
// written out.
func Component(m *ir.Module, ex *ir.Exprs, e ir.ExprID, i int) (bits uint64, ok bool) {
	for range maxComponentSteps {
		switch ex.Kind(e) {
		case ir.KindLiteral:
			return ex.LiteralBits(e), true
		case ir.KindZeroValue:
			return 0, true
		case ir.KindConstant:
			e = ir.ExprID(m.Constants[ex.ConstantRef(e)].Init)
			ex = &m.Consts
		case ir.KindSplat:
			e = ex.Operand(e)
		case ir.KindCompose:
			list := ex.Compose(e).Components
			if i >= len(list) || m.Types.ComponentCount(ex.TypeOf(e)) != len(list) {
				return 0, false
			}
			e = list[i]
		default:
			return 0, false
		}
	}
	return 0, false
}

// maxComponentSteps bounds how many constants that name constants are followed.
const maxComponentSteps = 100

// some reports whether some component of a constant has a quality; it is true for
// unreadable constants.
func (p *Planner) some(e ir.ExprID, is func(uint64) bool) bool {
	for i := range p.m.Types.ComponentCount(p.f.TypeOf(e)) {
		if bits, ok := p.component(e, i); !ok || is(bits) {
			return true
		}
	}
	return false
}
