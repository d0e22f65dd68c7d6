package transform

// This file evaluates sums, differences and products of integer literals, for compilers that do so
// wrongly: FXC has 0x80000000 for 0u - 4294967293u and 0 for 4294967293u * 4294967295u.
//
//	%1 = sub 0u, 4294967293u
//	%2 = add %1, $x
//
// becomes
//
//	%2 = add 3u, $x
//
// Front ends evaluate constants. Expressions of overrides have literals only when the overrides have values.

import (
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// FoldIntegers replaces Add, Sub, Mul and Negate of constants that are 32-bit integers or vectors of
// them, and conversions of such constants between i32 and u32, by their values, which wrap. Expressions
// stay as they are if no operand has its highest bit set.
func FoldIntegers(m *ir.Module) { rewrite.Apply(m, foldingIntegers{}) }

type foldingIntegers struct{}

func (foldingIntegers) Kinds() ir.KindSet {
	return ir.BinaryOps(ir.Add, ir.Sub, ir.Mul) | ir.Kinds(ir.KindUnary, ir.KindAs)
}

func (foldingIntegers) Matches(m *ir.Module, f *ir.Function, x ir.ExprID) bool {
	_, ok := foldedIntegers(m, f, x)
	return ok
}

func (foldingIntegers) Change(e *rewrite.Editor, x ir.ExprID) {
	v, _ := foldedIntegers(e.M, e.F, x)
	t := e.F.TypeOf(x)
	scalar := ir.ScalarTypeOf(e.M.Types.ScalarOf(t))
	b := e.Ahead()
	parts := make([]ir.ExprID, 0, 4)
	for k := range max(1, e.M.Types.ComponentCount(t)) {
		parts = append(parts, b.Bits(scalar, uint64(v[k])))
	}
	if t == scalar {
		e.Become(parts[0])
		return
	}
	e.Become(b.Compose(t, parts...))
}

// An integers is the components of a constant; those of a scalar are equal.
type integers [4]uint32

// foldedIntegers is the value of an expression whose operands are constants.
func foldedIntegers(m *ir.Module, f *ir.Function, x ir.ExprID) (v integers, ok bool) {
	if !isIntegers(m, f.TypeOf(x)) {
		return v, false
	}
	switch f.Kind(x) {
	case ir.KindBinary:
		b := f.Binary(x)
		left, known := constantIntegers(m, &f.Exprs, b.Left, maxConstantDepth)
		if !known {
			return v, false
		}
		right, known := constantIntegers(m, &f.Exprs, b.Right, maxConstantDepth)
		for k := range v {
			ok = ok || isHigh(left[k]|right[k])
			switch b.Op {
			case ir.Add:
				v[k] = left[k] + right[k]
			case ir.Sub:
				v[k] = left[k] - right[k]
			case ir.Mul:
				v[k] = left[k] * right[k]
			default:
				return v, false
			}
		}
		return v, known && ok
	case ir.KindUnary:
		u := f.Unary(x)
		if u.Op != ir.Negate {
			return v, false
		}
		v, ok = constantIntegers(m, &f.Exprs, u.Value, maxConstantDepth)
		high := false
		for k := range v {
			high = high || isHigh(v[k])
			v[k] = -v[k]
		}
		return v, ok && high
	case ir.KindAs:
		v, ok = constantIntegers(m, &f.Exprs, f.As(x).Value, maxConstantDepth)
		return v, ok && isHigh(v[0]|v[1]|v[2]|v[3])
	}
	return v, false
}

// isHigh reports whether the highest bit of a number is set.
func isHigh(v uint32) bool { return v>>31 != 0 }

// isIntegers reports whether a type is i32, u32 or a vector of them.
func isIntegers(m *ir.Module, t ir.TypeID) bool {
	s := m.Types.ScalarOf(t)
	return (s == ir.I32 || s == ir.U32) && m.Types.IsScalarOrVector(t)
}

// maxConstantDepth bounds the named constants and vectors that constantIntegers follows.
const maxConstantDepth = 8

// constantIntegers is the value of a constant: a literal, a zero, a vector of them, or a named one.
func constantIntegers(m *ir.Module, e *ir.Exprs, x ir.ExprID, depth int) (v integers, ok bool) {
	if depth == 0 || !isIntegers(m, e.TypeOf(x)) {
		return v, false
	}
	switch e.Kind(x) {
	case ir.KindZeroValue:
		return v, true
	case ir.KindLiteral:
		w := uint32(e.LiteralBits(x))
		return integers{w, w, w, w}, true
	case ir.KindSplat:
		return constantIntegers(m, e, e.Operand(x), depth-1)
	case ir.KindConstant:
		return constantIntegers(m, &m.Consts, ir.ExprID(m.Constants[e.ConstantRef(x)].Init), depth-1)
	case ir.KindCompose:
		at := 0
		for _, part := range e.Compose(x).Components {
			p, known := constantIntegers(m, e, part, depth-1)
			if !known {
				return v, false
			}
			for k := range max(1, m.Types.ComponentCount(e.TypeOf(part))) {
				v[at] = p[k]
				at++
			}
		}
		return v, true
	}
	return v, false
}
