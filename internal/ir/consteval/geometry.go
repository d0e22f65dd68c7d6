package consteval

// This file applies the functions that look at vectors and matrices as a whole.
// Each is computed by the formula that WGSL inherits its accuracy from, and an
// infinite intermediate result is an error.

import (
	"refract/internal/builtin/row"
	"refract/ir"
)

// geometry applies a function of this file; done is set if op is one.
func (e *Evaluator) geometry(op ir.MathOp, result ir.TypeID, args []Value) (v Value, done bool, err *Error) {
	s := e.m.Types.ScalarOf(args[0].Type)
	n := e.Len(args[0].Type)
	a := arithmetic{s: s}
	var r [16]uint64
	switch op {
	case ir.MathCross:
		for i := range 3 {
			j, k := (i+1)%3, (i+2)%3
			r[i] = a.sub(a.mul(e.at(args[0], j), e.at(args[1], k)), a.mul(e.at(args[0], k), e.at(args[1], j)))
		}
	case ir.MathOuter:
		rows := n
		for c := range e.Len(args[1].Type) {
			for row := range rows {
				r[c*rows+row] = a.mul(e.at(args[0], row), e.at(args[1], c))
			}
		}
	case ir.MathTranspose:
		t := e.m.Types.At(args[0].Type)
		for c := range int(t.Columns) {
			for row := range int(t.Rows) {
				r[row*int(t.Columns)+c] = e.at(args[0], c*int(t.Rows)+row)
			}
		}
	case ir.MathDeterminant, ir.MathInverse:
		size := int(e.m.Types.At(args[0].Type).Rows)
		var x [16]uint64
		for i := range n {
			x[i] = e.at(args[0], i)
		}
		if op == ir.MathDeterminant {
			r[0] = a.determinant(x[:n], size)
		} else {
			a.inverse(x[:n], r[:n], size)
		}
	default:
		fn := row.Of(op).Formula
		if !fn.IsWhole() {
			return Value{}, false, nil
		}
		list := make([][]uint64, len(args))
		for k, x := range args {
			for i := range e.Len(x.Type) {
				list[k] = append(list[k], e.at(x, i))
			}
		}
		copy(r[:], a.formula(fn, list...))
	}
	if a.bad == notFinite && op == ir.MathNormalize && !e.Total && e.isNull(args[0], s) {
		return Value{}, true, errorf(CodeNotFinite, "the argument of normalize has length 0")
	}
	if err := e.fail(a.bad, spelling(op), s); err != nil {
		return Value{}, true, err
	}
	v, err = e.vector(result, r[:e.Len(result)])
	return v, true, err
}

// determinant expands along the first column.
func (a *arithmetic) determinant(x []uint64, n int) uint64 {
	if n == 2 {
		return a.sub(a.mul(x[0], x[3]), a.mul(x[2], x[1]))
	}
	var sum uint64
	for row := range n {
		term := a.mul(x[row], a.minor(x, n, 0, row))
		switch {
		case row == 0:
			sum = term
		case row%2 == 0:
			sum = a.add(sum, term)
		default:
			sum = a.sub(sum, term)
		}
	}
	return sum
}

// minor is the determinant without one column and one row.
func (a *arithmetic) minor(x []uint64, n, column, row int) uint64 {
	var m [9]uint64
	i := 0
	for c := range n {
		for r := range n {
			if c != column && r != row {
				m[i] = x[c*n+r]
				i++
			}
		}
	}
	if n == 2 {
		return m[0]
	}
	return a.determinant(m[:i], n-1)
}

// inverse divides the adjugate by the determinant.
func (a *arithmetic) inverse(x, r []uint64, n int) {
	d := a.determinant(x, n)
	for c := range n {
		for row := range n {
			m := a.minor(x, n, row, c)
			if (c+row)%2 != 0 {
				m = unary(ir.Negate, a.s, m)
			}
			r[c*n+row] = a.div(m, d)
		}
	}
}

// isNull reports whether every component of a vector is zero.
func (e *Evaluator) isNull(v Value, s ir.Scalar) bool {
	for i := range e.Len(v.Type) {
		if floatOf(s, e.at(v, i)) != 0 {
			return false
		}
	}
	return true
}
