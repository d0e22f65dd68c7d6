package transform

// This file spells operations by the operations of the oldest languages, as GLSL ES 1.00,
// which knows functions of floats only and no conditions that are vectors:
//
//	%1 = min %a, %b : i32
//	%2 = trunc %x : f32
//	%3 = select %c, %u, %v : vec2<f32>
//
// becomes
//
//	%4 = lt %a, %b : bool
//	%1 = select %4, %a, %b : i32
//	%5 = sign %x : f32
//	...
//	%2 = mul %5, %7 : f32
//	%8 = access_index %c, 0 : bool
//	...
//	%3 = compose ... : vec2<f32>

import (
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// Elementary replaces min, max, clamp, abs and sign of integers; trunc, round, sinh, cosh
// and tanh; transpose; remainders of unsigned integers; selects, And and Or by vectors of
// bools. It comes after the transforms whose results these are.
func Elementary(m *ir.Module) { rewrite.Apply(m, elementary{}) }

type elementary struct{}

func (elementary) Kinds() ir.KindSet {
	return ir.Kinds(ir.KindMath, ir.KindSelect, ir.KindBinary)
}

func (elementary) Matches(m *ir.Module, f *ir.Function, x ir.ExprID) bool {
	switch f.Kind(x) {
	case ir.KindMath:
		v := f.Math(x)
		switch v.Op {
		case ir.MathMin, ir.MathMax, ir.MathClamp, ir.MathAbs, ir.MathSign:
			return m.Types.ScalarOf(f.TypeOf(v.Args[0])).IsInteger()
		case ir.MathTrunc, ir.MathRound, ir.MathSinh, ir.MathCosh, ir.MathTanh, ir.MathTranspose:
			return true
		}
	case ir.KindSelect:
		return f.TypeOf(f.Select(x).Condition) != ir.TypeBool
	case ir.KindBinary:
		s := m.Types.ScalarOf(f.TypeOf(x))
		switch f.Binary(x).Op {
		case ir.And, ir.Or:
			return s == ir.Bool && f.TypeOf(x) != ir.TypeBool
		case ir.Rem:
			return s.IsInteger() && !s.IsSigned()
		}
	}
	return false
}

func (elementary) Change(e *rewrite.Editor, x ir.ExprID) {
	f := e.F
	b := e.Ahead()
	t := f.TypeOf(x)
	switch f.Kind(x) {
	case ir.KindMath:
		v := f.Math(x)
		e.Become(elementaryMath(b, t, v.Op, v.Args[:v.Op.Info().Args]))
	case ir.KindSelect:
		v := f.Select(x)
		e.Become(byComponent(b, t, v.Condition, v.Accept, v.Reject))
	case ir.KindBinary:
		v := f.Binary(x)
		if v.Op == ir.Rem {
			q := b.Binary(ir.Div, v.Left, v.Right)
			f.SetFlags(q, f.Flags(x))
			e.Become(b.Binary(ir.Sub, v.Left, b.Binary(ir.Mul, q, v.Right)))
			return
		}
		op := ir.LogicalAnd
		if v.Op == ir.Or {
			op = ir.LogicalOr
		}
		parts := make([]ir.ExprID, b.M.Types.ComponentCount(t))
		for i := range parts {
			parts[i] = b.Binary(op, componentOf(b, v.Left, i), componentOf(b, v.Right, i))
		}
		e.Become(b.Compose(t, parts...))
	}
}

// byComponent selects among scalars, or component by component.
func byComponent(b *ir.Builder, t ir.TypeID, condition, accept, reject ir.ExprID) ir.ExprID {
	if b.TypeOf(condition) == ir.TypeBool {
		return b.Select(condition, accept, reject)
	}
	parts := make([]ir.ExprID, b.M.Types.ComponentCount(t))
	for i := range parts {
		parts[i] = b.Select(componentOf(b, condition, i), componentOf(b, accept, i), componentOf(b, reject, i))
	}
	return b.Compose(t, parts...)
}

// componentOf is a component of a vector, of one that is put together here the part.
func componentOf(b *ir.Builder, v ir.ExprID, i int) ir.ExprID {
	switch b.F.Kind(v) {
	case ir.KindSplat:
		return b.F.Operand(v)
	case ir.KindZeroValue:
		return b.Bits(ir.ScalarTypeOf(b.M.Types.ScalarOf(b.TypeOf(v))), 0)
	case ir.KindCompose:
		if parts := b.F.Compose(v).Components; len(parts) == b.M.Types.ComponentCount(b.TypeOf(v)) {
			return parts[i]
		}
	}
	return b.AccessIndex(v, uint32(i))
}

func elementaryMath(b *ir.Builder, t ir.TypeID, op ir.MathOp, a []ir.ExprID) ir.ExprID {
	choose := func(cmp ir.BinaryOp, x, y, accept, reject ir.ExprID) ir.ExprID {
		return byComponent(b, t, b.Binary(cmp, x, y), accept, reject)
	}
	switch op {
	case ir.MathMin:
		return leastOf(b, t, a[0], a[1])
	case ir.MathMax:
		return choose(ir.Gt, a[0], a[1], a[0], a[1])
	case ir.MathClamp:
		return leastOf(b, t, choose(ir.Gt, a[0], a[1], a[0], a[1]), a[2])
	case ir.MathAbs:
		if !b.M.Types.ScalarOf(t).IsSigned() {
			return a[0]
		}
		return choose(ir.Lt, a[0], b.Zero(t), b.Unary(ir.Negate, a[0]), a[0])
	case ir.MathSign:
		return choose(ir.Lt, a[0], b.Zero(t), integerLike(b, t, -1), choose(ir.Gt, a[0], b.Zero(t), integerLike(b, t, 1), b.Zero(t)))
	case ir.MathTrunc:
		return b.Binary(ir.Mul, b.Math(ir.MathSign, a[0]), b.Math(ir.MathFloor, b.Math(ir.MathAbs, a[0])))
	case ir.MathRound: // to even where it is in the middle
		low := b.Math(ir.MathFloor, a[0])
		above := b.Binary(ir.Sub, a[0], low)
		half, one := floatLike(b, t, 0.5), floatLike(b, t, 1)
		odd := b.Binary(ir.Sub, low, b.Binary(ir.Mul, floatLike(b, t, 2), b.Math(ir.MathFloor, b.Binary(ir.Mul, low, half))))
		middle := byComponent(b, t, b.Binary(ir.Lt, above, half), b.Zero(t), odd)
		return b.Binary(ir.Add, low, byComponent(b, t, b.Binary(ir.Gt, above, half), one, middle))
	case ir.MathSinh, ir.MathCosh:
		up, down := b.Math(ir.MathExp, a[0]), b.Math(ir.MathExp, b.Unary(ir.Negate, a[0]))
		sum := ir.Sub
		if op == ir.MathCosh {
			sum = ir.Add
		}
		return b.Binary(ir.Mul, b.Binary(sum, up, down), floatLike(b, t, 0.5))
	case ir.MathTanh: // 1 - 2 / (exp(2x) + 1), which is right for large numbers, too
		one, two := floatLike(b, t, 1), floatLike(b, t, 2)
		return b.Binary(ir.Sub, one, b.Binary(ir.Div, two, b.Binary(ir.Add, b.Math(ir.MathExp, b.Binary(ir.Mul, a[0], two)), one)))
	case ir.MathTranspose:
		at := elements(b, a[0])
		ty := *b.M.Types.At(t)
		columns := make([]ir.ExprID, ty.Columns)
		for c := range columns {
			column := make([]ir.ExprID, ty.Rows)
			for r := range column {
				column[r] = at[r][c]
			}
			columns[c] = b.Compose(ir.VectorOf(ty.Scalar, int(ty.Rows)), column...)
		}
		return b.Compose(t, columns...)
	}
	panic("transform: function " + op.String())
}

// leastOf is the lesser of two integers. If an unsigned one was signed, like an index that
// is kept in bounds, its sign counts: if unsigned integers are signed ones, too, negative
// numbers are not the large ones that they would be.
func leastOf(b *ir.Builder, t ir.TypeID, x, y ir.ExprID) ir.ExprID {
	from := wasSigned(b, x)
	if from == 0 || t != ir.TypeU32 {
		return byComponent(b, t, b.Binary(ir.Lt, x, y), x, y)
	}
	if b.F.Kind(y) == ir.KindLiteral {
		y = b.I32(int32(b.F.LiteralBits(y)))
	} else {
		y = b.Bitcast(ir.TypeI32, y)
	}
	within := b.Binary(ir.LogicalAnd, b.Binary(ir.Ge, from, b.I32(0)), b.Binary(ir.Lt, from, y))
	return b.Bitcast(t, b.Select(within, from, y))
}

// wasSigned is the i32 that a u32 was converted from, or 0.
func wasSigned(b *ir.Builder, x ir.ExprID) ir.ExprID {
	if b.F.Kind(x) != ir.KindAs || b.M.Types.ScalarOf(b.TypeOf(x)) != ir.U32 {
		return 0
	}
	if from := b.F.As(x).Value; b.M.Types.ScalarOf(b.TypeOf(from)) == ir.I32 {
		return from
	}
	return 0
}
