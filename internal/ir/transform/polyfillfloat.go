package transform

// This file spells functions on floats and matrices: see polyfill.go.

import (
	"refract/internal/builtin/formula"
	"refract/ir"
)

// composed returns the polyfill of a function that has a formula.
func composed(o formula.Operation) func(b *ir.Builder, t ir.TypeID, a []ir.ExprID) ir.ExprID {
	return func(b *ir.Builder, t ir.TypeID, a []ir.ExprID) ir.ExprID {
		w := formula.Whole[ir.ExprID]{
			Number: func(x float64, scalar bool) ir.ExprID {
				t := t
				if scalar {
					t = ir.ScalarTypeOf(b.M.Types.ScalarOf(t))
				}
				if x == 0 {
					return b.Zero(t)
				}
				return floatLike(b, t, x)
			},
			Apply: func(o formula.Operation, x, y, z ir.ExprID) (ir.ExprID, bool) {
				switch o {
				case formula.FAdd:
					return b.Binary(ir.Add, x, y), true
				case formula.FSub:
					return b.Binary(ir.Sub, x, y), true
				case formula.FMul:
					return b.Binary(ir.Mul, x, y), true
				case formula.FDiv:
					return b.Binary(ir.Div, x, y), true
				case formula.FLt:
					return b.Binary(ir.Lt, x, y), true
				case formula.FLe:
					return b.Binary(ir.Le, x, y), true
				case formula.FDot:
					if b.M.Types.ComponentCount(t) == 1 { // GLSL's functions, on scalars
						return b.Binary(ir.Mul, x, y), true
					}
					return b.Math(ir.MathDot, x, y), true
				case formula.FLength:
					return b.Math(ir.MathLength, x), true
				case formula.FClamp:
					return b.Math(ir.MathClamp, x, y, z), true
				case formula.FNeg:
					return b.Unary(ir.Negate, x), true
				case formula.FAbs:
					return b.Math(ir.MathAbs, x), true
				case formula.FSqrt:
					return b.Math(ir.MathSqrt, x), true
				case formula.FFloor:
					return b.Math(ir.MathFloor, x), true
				case formula.BCsel:
					return b.Select(x, y, z), true
				}
				return 0, false
			},
		}
		return w.Evaluate(o, a...)
	}
}

// inFloat computes a function of f16 in f32.
func inFloat(b *ir.Builder, v ir.ExprID, compute func(t ir.TypeID, v ir.ExprID) ir.ExprID) ir.ExprID {
	if b.M.Types.ScalarOf(b.TypeOf(v)) != ir.F16 {
		return compute(b.TypeOf(v), v)
	}
	v = b.Convert(ir.F32, v)
	return b.Convert(ir.F16, compute(b.TypeOf(v), v))
}

// largeSquare is beyond the range of x for which asinh and acosh need the square: there the
// root is x, and squaring would overflow.
const largeSquare = 1e16

// asinh is sign(x) * log(|x| + sqrt(x*x + 1)).
func asinh(b *ir.Builder, _ ir.TypeID, a []ir.ExprID) ir.ExprID {
	return inFloat(b, a[0], func(t ir.TypeID, v ir.ExprID) ir.ExprID {
		x := b.Math(ir.MathAbs, v)
		root := b.Math(ir.MathSqrt, b.Binary(ir.Add, b.Binary(ir.Mul, x, x), floatLike(b, t, 1)))
		root = b.Select(b.Binary(ir.Lt, x, floatLike(b, t, largeSquare)), root, x)
		return b.Binary(ir.Mul, b.Math(ir.MathSign, v), b.Math(ir.MathLog, b.Binary(ir.Add, x, root)))
	})
}

// acosh is log(x + sqrt(x*x - 1)).
func acosh(b *ir.Builder, _ ir.TypeID, a []ir.ExprID) ir.ExprID {
	return inFloat(b, a[0], func(t ir.TypeID, x ir.ExprID) ir.ExprID {
		root := b.Math(ir.MathSqrt, b.Binary(ir.Sub, b.Binary(ir.Mul, x, x), floatLike(b, t, 1)))
		root = b.Select(b.Binary(ir.Lt, x, floatLike(b, t, largeSquare)), root, x)
		return b.Math(ir.MathLog, b.Binary(ir.Add, x, root))
	})
}

// atanh is log((1+x) / (1-x)) / 2.
func atanh(b *ir.Builder, _ ir.TypeID, a []ir.ExprID) ir.ExprID {
	return inFloat(b, a[0], func(t ir.TypeID, x ir.ExprID) ir.ExprID {
		one := floatLike(b, t, 1)
		ratio := b.Binary(ir.Div, b.Binary(ir.Add, one, x), b.Binary(ir.Sub, one, x))
		return b.Binary(ir.Mul, b.Math(ir.MathLog, ratio), floatLike(b, t, 0.5))
	})
}

func fma(b *ir.Builder, t ir.TypeID, a []ir.ExprID) ir.ExprID {
	return b.Binary(ir.Add, b.Binary(ir.Mul, a[0], a[1]), a[2])
}

func modf(b *ir.Builder, t ir.TypeID, a []ir.ExprID) ir.ExprID {
	whole := b.Math(ir.MathTrunc, a[0])
	return b.Compose(t, b.Binary(ir.Sub, a[0], whole), whole)
}

// frexp takes the exponent out of the bits of f32; f16 goes by way of f32. The
// fraction lies in [0.5, 1). Zero, subnormals (which may be flushed), infinities
// and NaN have exponent 0.
func frexp(b *ir.Builder, t ir.TypeID, a []ir.ExprID) ir.ExprID {
	v := a[0]
	half := b.M.Types.ScalarOf(b.TypeOf(v)) == ir.F16
	if half {
		v = b.Convert(ir.F32, v)
	}
	ft := b.TypeOf(v)
	it := b.M.Types.WithScalar(ft, ir.I32)
	ut := b.M.Types.WithScalar(ft, ir.U32)
	bits := b.Bitcast(ut, v)
	exponent := b.Binary(ir.And, shifted(b, ir.Shr, bits, integerLike(b, ut, 23)), integerLike(b, ut, 255))
	special := b.Binary(ir.Or, b.Binary(ir.Eq, exponent, b.Zero(ut)), b.Binary(ir.Eq, exponent, integerLike(b, ut, 255)))
	fraction := b.Binary(ir.Or, b.Binary(ir.And, bits, integerLike(b, ut, 0x807FFFFF)), integerLike(b, ut, 0x3F000000))
	value := b.Select(special, v, b.Bitcast(ft, fraction))
	power := b.Select(special, b.Zero(it), b.Binary(ir.Sub, b.Bitcast(it, exponent), integerLike(b, it, 126)))
	if half {
		value = b.Convert(ir.F16, value)
	}
	return b.Compose(t, value, power)
}

// ldexp multiplies by 2 to the power in two steps, each by a normal number; f16 goes by way
// of f32.
func ldexp(b *ir.Builder, t ir.TypeID, a []ir.ExprID) ir.ExprID {
	v := a[0]
	half := b.M.Types.ScalarOf(t) == ir.F16
	if half {
		v = b.Convert(ir.F32, v)
	}
	ft := b.TypeOf(v)
	it := b.M.Types.WithScalar(ft, ir.I32)
	ut := b.M.Types.WithScalar(ft, ir.U32)
	power := b.Math(ir.MathClamp, a[1], integerLike(b, it, -252), integerLike(b, it, 254))
	first := shifted(b, ir.Shr, power, integerLike(b, ut, 1))
	for _, p := range [2]ir.ExprID{first, b.Binary(ir.Sub, power, first)} {
		bits := shifted(b, ir.Shl, b.Binary(ir.Add, p, integerLike(b, it, 127)), integerLike(b, ut, 23))
		v = b.Binary(ir.Mul, v, b.Bitcast(ft, bits))
	}
	if half {
		v = b.Convert(ir.F16, v)
	}
	return v
}

// outer has the first vector times each component of the second as columns.
func outer(b *ir.Builder, t ir.TypeID, a []ir.ExprID) ir.ExprID {
	columns := make([]ir.ExprID, b.M.Types.At(t).Columns)
	for i := range columns {
		columns[i] = b.Binary(ir.Mul, a[0], b.AccessIndex(a[1], uint32(i)))
	}
	return b.Compose(t, columns...)
}

// elements are the elements of a matrix, by column and row.
func elements(b *ir.Builder, m ir.ExprID) [][]ir.ExprID {
	ty := *b.M.Types.At(b.TypeOf(m))
	at := make([][]ir.ExprID, ty.Columns)
	for c := range at {
		column := b.AccessIndex(m, uint32(c))
		for r := range ty.Rows {
			at[c] = append(at[c], b.AccessIndex(column, uint32(r)))
		}
	}
	return at
}

// minor is the determinant of some rows and columns of a matrix.
func minor(b *ir.Builder, at [][]ir.ExprID, columns, rows []int) ir.ExprID {
	if len(columns) == 1 {
		return at[columns[0]][rows[0]]
	}
	var total ir.ExprID
	for i, c := range columns {
		term := b.Binary(ir.Mul, at[c][rows[0]], minor(b, at, without(columns, i), rows[1:]))
		switch {
		case i == 0:
			total = term
		case i%2 == 1:
			total = b.Binary(ir.Sub, total, term)
		default:
			total = b.Binary(ir.Add, total, term)
		}
	}
	return total
}

func determinant(b *ir.Builder, t ir.TypeID, a []ir.ExprID) ir.ExprID {
	at := elements(b, a[0])
	all := []int{0, 1, 2, 3}[:len(at)]
	return minor(b, at, all, all)
}

// inverse divides the adjugate by the determinant, both by cofactors.
func inverse(b *ir.Builder, t ir.TypeID, a []ir.ExprID) ir.ExprID {
	ty := *b.M.Types.At(t)
	n := int(ty.Rows)
	at := elements(b, a[0])
	mul := func(x, y ir.ExprID) ir.ExprID { return b.Binary(ir.Mul, x, y) }
	all := []int{0, 1, 2, 3}[:n]
	cofactors := make([][]ir.ExprID, n) // [column][row] of the adjugate
	for c := range n {
		for r := range n {
			// The adjugate's element in column c, row r leaves out row c, column r.
			v := minor(b, at, without(all, r), without(all, c))
			if (c+r)%2 == 1 {
				v = b.Unary(ir.Negate, v)
			}
			cofactors[c] = append(cofactors[c], v)
		}
	}
	// The determinant by the first row: its elements times the adjugate's first column.
	var det ir.ExprID
	for c := range n {
		term := mul(at[c][0], cofactors[0][c])
		if c > 0 {
			term = b.Binary(ir.Add, det, term)
		}
		det = term
	}
	scale := b.Binary(ir.Div, floatLike(b, ir.ScalarTypeOf(ty.Scalar), 1), det)
	columns := make([]ir.ExprID, n)
	for c := range columns {
		columns[c] = mul(b.Compose(ir.VectorOf(ty.Scalar, n), cofactors[c]...), scale)
	}
	return b.Compose(t, columns...)
}

func without(list []int, i int) []int {
	return append(append([]int(nil), list[:i]...), list[i+1:]...)
}
