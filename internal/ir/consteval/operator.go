package consteval

// This file applies operators to scalars, vectors and matrices.

import (
	"refract/internal/builtin"
	"refract/internal/builtin/formula"
	"refract/ir"
)

// Unary applies a unary operator, component by component.
func (e *Evaluator) Unary(op ir.UnaryOp, v Value) (Value, *Error) {
	s := e.m.Types.ScalarOf(v.Type)
	if isScalar(v.Type) {
		return Value{v.Type, unary(op, s, v.Bits)}, nil
	}
	at, err := e.alloc(v.Type)
	if err != nil {
		return Value{}, err
	}
	for i := range e.Len(v.Type) {
		e.pool[at+uint64(i)] = unary(op, s, e.at(v, i))
	}
	return e.finish(v.Type, at), nil
}

// Binary applies a binary operator. The operands are of the types of an overload of the
// operator; a scalar beside a vector is repeated. LogicalAnd and LogicalOr are given both
// sides: if the left one decides, the caller needn't evaluate the right one.
func (e *Evaluator) Binary(op ir.BinaryOp, left, right Value) (Value, *Error) {
	s := e.m.Types.ScalarOf(left.Type)
	if isScalar(left.Type) && isScalar(right.Type) {
		r, f := binary(op, s, left.Bits, right.Bits)
		t := left.Type
		if op.IsComparison() {
			t = ir.TypeBool
		}
		return Value{t, r}, e.failBinary(f, builtin.BinarySpelling(op), s, left.Bits, right.Bits)
	}
	l, r := e.m.Types.At(left.Type), e.m.Types.At(right.Type)
	if op == ir.Mul && (l.Kind == ir.TypeMatrix && r.Kind != ir.TypeScalar || r.Kind == ir.TypeMatrix && l.Kind != ir.TypeScalar) {
		return e.product(left, right)
	}
	t := left.Type
	if isScalar(t) {
		t = right.Type
	}
	result := t
	if op.IsComparison() {
		result = e.m.Types.WithScalar(t, ir.Bool)
	}
	at, err := e.alloc(result)
	if err != nil {
		return Value{}, err
	}
	for i := range e.Len(t) {
		x, f := binary(op, s, e.at(left, i), e.at(right, i))
		if err := e.failBinary(f, builtin.BinarySpelling(op), s, e.at(left, i), e.at(right, i)); err != nil {
			return Value{}, err
		}
		e.pool[at+uint64(i)] = x
	}
	return e.finish(result, at), nil
}

// product multiplies matrix and matrix, matrix and vector, or vector and
// matrix: a vector on the left is a row, on the right a column.
func (e *Evaluator) product(left, right Value) (Value, *Error) {
	l, r := *e.m.Types.At(left.Type), *e.m.Types.At(right.Type)
	rows, inner, columns := int(l.Rows), int(l.Columns), int(r.Columns)
	if l.Kind == ir.TypeVector {
		rows, inner = 1, int(l.Rows)
	}
	if r.Kind == ir.TypeVector {
		columns = 1
	}
	result := e.m.BinaryType(ir.Mul, left.Type, right.Type)
	at, err := e.alloc(result)
	if err != nil {
		return Value{}, err
	}
	a := arithmetic{s: l.Scalar}
	for c := range columns {
		for row := range rows {
			sum := a.mul(e.at(left, row), e.at(right, c*inner))
			for k := 1; k < inner; k++ {
				sum = a.add(sum, a.mul(e.at(left, k*rows+row), e.at(right, c*inner+k)))
			}
			e.pool[at+uint64(c*rows+row)] = sum
			if a.bad != fine && !e.Total {
				return Value{}, errorf(faults[a.bad].code, "the product is infinite or not a number in %s: row %d times column %d", l.Scalar, row, c)
			}
		}
	}
	return e.finish(result, at), nil
}

// arithmetic computes a formula on scalars of one type and keeps the first fault of its
// steps: an intermediate result that is infinite is an error even if the final one isn't.
type arithmetic struct {
	s   ir.Scalar
	bad fault
}

func (a *arithmetic) do(op ir.BinaryOp, x, y uint64) uint64 {
	r, f := binary(op, a.s, x, y)
	if a.bad == fine {
		a.bad = f
	}
	return r
}

func (a *arithmetic) add(x, y uint64) uint64 { return a.do(ir.Add, x, y) }
func (a *arithmetic) sub(x, y uint64) uint64 { return a.do(ir.Sub, x, y) }
func (a *arithmetic) mul(x, y uint64) uint64 { return a.do(ir.Mul, x, y) }
func (a *arithmetic) div(x, y uint64) uint64 { return a.do(ir.Div, x, y) }

// math applies a function of one float.
func (a *arithmetic) math(op ir.MathOp, x uint64) uint64 {
	r, f := floatUnary(op, a.s, x)
	if a.bad == fine {
		a.bad = f
	}
	return r
}

// formula computes a function of floats by its formula.
func (a *arithmetic) formula(o formula.Operation, args ...[]uint64) []uint64 {
	e := formula.Evaluator[uint64]{
		Number: func(x float64) uint64 {
			r, _ := convert(ir.AbstractFloat, a.s, fromF64(x))
			return r
		},
		Holds: func(condition uint64) bool { return condition != 0 },
		Apply: func(o formula.Operation, x, y, z uint64) (uint64, bool) {
			switch o {
			case formula.FAdd:
				return a.add(x, y), true
			case formula.FSub:
				return a.sub(x, y), true
			case formula.FMul:
				return a.mul(x, y), true
			case formula.FDiv:
				return a.div(x, y), true
			case formula.FNeg:
				return unary(ir.Negate, a.s, x), true
			case formula.FAbs:
				return a.math(ir.MathAbs, x), true
			case formula.FSqrt:
				return a.math(ir.MathSqrt, x), true
			case formula.FFloor:
				return a.math(ir.MathFloor, x), true
			case formula.FLt:
				r, _ := binary(ir.Lt, a.s, x, y)
				return r, true
			case formula.FLe:
				r, _ := binary(ir.Le, a.s, x, y)
				return r, true
			}
			return 0, false
		},
	}
	return e.Evaluate(o, args...)
}
