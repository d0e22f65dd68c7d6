package arith

// This file computes the math functions that work on vectors and matrices as a
// whole (WGSL, section "Numeric Built-in Functions"). Each elementary operation
// is rounded to the type, in the order that the definition writes it.

import "refract/ir"

// arithmetic is the elementary operations of a scalar type.
type arithmetic struct {
	s                  ir.Scalar
	add, sub, mul, div Fn2
}

func arithmeticOf(s ir.Scalar) arithmetic {
	return arithmetic{s, Binary[Index(ir.Add, s)], Binary[Index(ir.Sub, s)],
		Binary[Index(ir.Mul, s)], Binary[Index(ir.Div, s)]}
}

func (r *arithmetic) sqrt(a uint64) uint64 { return Math1[Index(ir.MathSqrt, r.s)](a) }
func (r *arithmetic) neg(a uint64) uint64  { return Unary[Index(ir.Negate, r.s)](a) }
func (r *arithmetic) less(a, b uint64) bool {
	return Binary[Index(ir.Lt, r.s)](a, b) != 0
}

// number is a small integer as the type's bits.
func (r *arithmetic) number(n uint64) uint64 { return Convert[Index(ir.U32, r.s)](n) }

// dot is the sum of products, from the first component on.
func (r *arithmetic) dot(a, b []uint64) uint64 {
	sum := r.mul(a[0], b[0])
	for i := 1; i < len(a); i++ {
		sum = r.add(sum, r.mul(a[i], b[i]))
	}
	return sum
}

func (r *arithmetic) length(a []uint64) uint64 {
	if len(a) == 1 {
		return Math1[Index(ir.MathAbs, r.s)](a[0])
	}
	return r.sqrt(r.dot(a, a))
}

// A Shape is the size of a matrix, or of a vector as one column.
type Shape struct{ Columns, Rows int }

// Whole computes a function that takes vectors or matrices as a whole; Fill comes first. The
// slices hold exactly the operands' and the result's components; size is the
// first operand's shape.
func Whole(op ir.MathOp, s ir.Scalar, size Shape, dst, a, b, c []uint64) {
	r := arithmeticOf(s)
	switch op {
	case ir.MathDot:
		dst[0] = r.dot(a, b)
	case ir.MathCross:
		x := r.sub(r.mul(a[1], b[2]), r.mul(a[2], b[1]))
		y := r.sub(r.mul(a[2], b[0]), r.mul(a[0], b[2]))
		z := r.sub(r.mul(a[0], b[1]), r.mul(a[1], b[0]))
		dst[0], dst[1], dst[2] = x, y, z
	case ir.MathDistance:
		r.distance(dst, a, b)
	case ir.MathLength:
		dst[0] = r.length(a)
	case ir.MathNormalize:
		r.normalize(dst, a)
	case ir.MathFaceForward:
		r.faceForward(dst, a, b, c)
	case ir.MathReflect:
		r.reflect(dst, a, b)
	case ir.MathRefract:
		r.refract(dst, a, b, c[0])
	case ir.MathOuter:
		for i := range b {
			for j := range a {
				dst[i*len(a)+j] = r.mul(a[j], b[i])
			}
		}
	case ir.MathTranspose:
		for i := range size.Columns {
			for j := range size.Rows {
				dst[j*size.Columns+i] = a[i*size.Rows+j]
			}
		}
	case ir.MathDeterminant:
		dst[0] = r.determinant(size.Columns, a)
	case ir.MathInverse:
		r.inverse(size.Columns, dst, a)
	default:
		panic("arith: whole of " + op.String())
	}
}

// minor is the matrix without a column and a row, appended to buf.
func minor(n, column, row int, m, buf []uint64) []uint64 {
	for c := range n {
		for i := range n {
			if c != column && i != row {
				buf = append(buf, m[c*n+i])
			}
		}
	}
	return buf
}

// determinant expands along the first column.
func (r *arithmetic) determinant(n int, m []uint64) uint64 {
	if n == 1 {
		return m[0]
	}
	if n == 2 {
		return r.sub(r.mul(m[0], m[3]), r.mul(m[2], m[1]))
	}
	var buf [9]uint64
	var sum uint64
	for row := range n {
		term := r.mul(m[row], r.determinant(n-1, minor(n, 0, row, m, buf[:0])))
		switch {
		case row == 0:
			sum = term
		case row%2 == 0:
			sum = r.add(sum, term)
		default:
			sum = r.sub(sum, term)
		}
	}
	return sum
}

// inverse is the adjugate divided by the determinant.
func (r *arithmetic) inverse(n int, dst, m []uint64) {
	var buf [9]uint64
	d := r.determinant(n, m)
	for c := range n {
		for i := range n {
			cofactor := r.determinant(n-1, minor(n, c, i, m, buf[:0]))
			if (c+i)%2 == 1 {
				cofactor = r.neg(cofactor)
			}
			dst[i*n+c] = r.div(cofactor, d)
		}
	}
}

// MatMul is the product of two matrices, vectors being matrices of one column
// (right) or one row (left).
func MatMul(s ir.Scalar, left, right Shape, dst, a, b []uint64) {
	r := arithmeticOf(s)
	for c := range right.Columns {
		for i := range left.Rows {
			sum := r.mul(a[i], b[c*right.Rows])
			for k := 1; k < left.Columns; k++ {
				sum = r.add(sum, r.mul(a[k*left.Rows+i], b[c*right.Rows+k]))
			}
			dst[c*left.Rows+i] = sum
		}
	}
}
