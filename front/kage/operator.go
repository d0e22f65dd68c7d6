package kage

// This file checks operators, folds them and lowers them.

import (
	"go/ast"
	"go/constant"
	"go/token"

	"refract/ir"
)

func (c *checker) unary(e *ast.UnaryExpr) operand {
	x := c.operand(e.X)
	if x.mode == modeInvalid {
		return invalid
	}
	t := x.t
	if x.mode == modeConst && t == (typ{}) {
		t = defaultType(x.val)
	}
	ok := false
	switch e.Op {
	case token.ADD, token.SUB:
		ok = t.numbers() || t.matrix()
	case token.NOT:
		ok = t.is(boolean)
	case token.XOR:
		ok = t.integers()
	}
	if !ok {
		c.errorOn(codeNoMatch, e, "the operator %s takes no %s", e.Op, x.describe())
		return invalid
	}
	if x.mode == modeConst {
		return constantOf(x.t, constant.UnaryOp(e.Op, x.val, 0))
	}
	v := c.toExpr(x)
	switch e.Op {
	case token.SUB:
		v = c.b.Unary(ir.Negate, v)
	case token.NOT:
		v = c.b.Unary(ir.LogicalNot, v)
	case token.XOR:
		v = c.b.Unary(ir.BitwiseNot, v)
	}
	return value(x.t, v)
}

// compares reports whether an operator is a comparison.
func compares(op token.Token) bool {
	switch op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return true
	}
	return false
}

func shifts(op token.Token) bool { return op == token.SHL || op == token.SHR }

// binaryType is the type of the result of an operator with typed operands.
func binaryType(op token.Token, l, r typ) (t typ, ok bool) {
	if l.array || r.array {
		return typ{}, false
	}
	same := l == r
	scaled := func(vector func(typ) bool, k kind) (typ, bool) {
		if vector(l) && r.is(k) {
			return l, true
		}
		return r, l.is(k) && vector(r)
	}
	switch op {
	case token.LAND, token.LOR:
		return l, same && l.is(boolean)
	case token.EQL, token.NEQ:
		return of(boolean), same && !l.matrix()
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		return of(boolean), same && (l.is(integer) || l.is(float))
	case token.REM:
		return l, l.integers() && (same || r.is(integer))
	case token.SHL, token.SHR:
		return l, l.integers() && (same || r.is(integer))
	case token.AND, token.OR, token.XOR, token.AND_NOT:
		if same {
			return l, l.integers()
		}
		return scaled(typ.intVector, integer)
	case token.MUL:
		switch {
		case same:
			return l, l.numbers() || l.matrix()
		case l.matrix() && r.floatVector(), l.floatVector() && r.matrix():
			if l.matrix() {
				return r, l.size() == r.size()
			}
			return l, l.size() == r.size()
		case l.matrix() || r.matrix():
			return scaled(typ.matrix, float)
		}
	case token.QUO:
		switch {
		case l.matrix():
			return l, r.is(float)
		case same:
			return l, l.numbers()
		}
	case token.ADD, token.SUB:
		if same {
			return l, l.numbers() || l.matrix()
		}
	default:
		return typ{}, false
	}
	if t, ok = scaled(typ.floatVector, float); ok {
		return t, true
	}
	return scaled(typ.intVector, integer)
}

// adapt gives an untyped constant the scalar of the other operand's type.
func adapt(x *operand, other typ) bool {
	if x.t != (typ{}) {
		return true
	}
	v, ok := represent(x.val, other.scalar())
	if ok && !other.array {
		x.val, x.t = v, other.scalar()
	}
	return ok && !other.array
}

func (c *checker) binary(e *ast.BinaryExpr) operand {
	l, r := c.operand(e.X), c.operand(e.Y)
	if l.mode == modeInvalid || r.mode == modeInvalid {
		return invalid
	}
	return c.operate(e, e.Op, l, r)
}

// operate applies an operator; e is for messages.
func (c *checker) operate(e ast.Node, op token.Token, l, r operand) operand {
	bad := func() operand {
		c.errorOn(codeNoMatch, e, "the operator %s takes no %s and %s", op, l.describe(), r.describe())
		return invalid
	}
	if l.t == (typ{}) && r.t == (typ{}) {
		return c.foldUntyped(e, op, l, r, bad)
	}
	if !adapt(&l, r.t) || !adapt(&r, l.t) {
		return bad()
	}
	t, ok := binaryType(op, l.t, r.t)
	if !ok {
		return bad()
	}
	if l.mode == modeConst && r.mode == modeConst {
		v := c.fold(e, op, l.val, r.val, l.t.is(integer))
		if v == nil {
			return invalid
		}
		return constantOf(t, v)
	}
	if r.mode == modeConst && r.t.is(integer) && constant.Sign(r.val) == 0 && (op == token.QUO || op == token.REM) {
		c.errorOn(codeConstEval, e, "division by zero")
		return invalid
	}
	return value(t, c.emit(op, t, l, r))
}

// foldUntyped applies an operator to two untyped constants.
func (c *checker) foldUntyped(e ast.Node, op token.Token, l, r operand, bad func() operand) operand {
	a, b := l.val, r.val
	switch {
	case shifts(op):
		a, b = constant.ToInt(a), constant.ToInt(b)
		if a.Kind() != constant.Int || b.Kind() != constant.Int {
			return bad()
		}
	case a.Kind() != b.Kind():
		if a.Kind() == constant.Bool || b.Kind() == constant.Bool {
			return bad()
		}
		a, b = constant.ToFloat(a), constant.ToFloat(b)
	}
	k := a.Kind()
	ok := false
	switch op {
	case token.LAND, token.LOR:
		ok = k == constant.Bool
	case token.EQL, token.NEQ:
		ok = true
	case token.REM, token.AND, token.OR, token.XOR, token.AND_NOT, token.SHL, token.SHR:
		ok = k == constant.Int
	default:
		ok = k != constant.Bool
	}
	if !ok {
		return bad()
	}
	v := c.fold(e, op, a, b, k == constant.Int)
	if v == nil {
		return invalid
	}
	switch op {
	case token.REM, token.AND, token.OR, token.XOR, token.AND_NOT, token.SHL, token.SHR:
		return constantOf(of(integer), v)
	}
	if v.Kind() == constant.Bool {
		return constantOf(of(boolean), v)
	}
	return constantOf(typ{}, v)
}

// maxShift bounds shifts of constants.
const maxShift = 1 << 16

// fold applies an operator to two constants of one kind. It returns nil after an error.
func (c *checker) fold(e ast.Node, op token.Token, a, b constant.Value, ints bool) constant.Value {
	switch {
	case compares(op):
		return constant.MakeBool(constant.Compare(a, op, b))
	case shifts(op):
		n, exact := constant.Uint64Val(b)
		if !exact || constant.Sign(b) < 0 || n > maxShift {
			c.errorOn(codeConstEval, e, "a shift by %s", b)
			return nil
		}
		a = constant.Shift(a, op, uint(n))
	case (op == token.QUO || op == token.REM) && constant.Sign(b) == 0:
		c.errorOn(codeConstEval, e, "division by zero")
		return nil
	case op == token.QUO && ints:
		a = constant.BinaryOp(a, token.QUO_ASSIGN, b)
	default:
		a = constant.BinaryOp(a, op, b)
	}
	if tooLarge(a) {
		c.errorOn(codeConstEval, e, "the constant is too large")
		return nil
	}
	return a
}

var binaryOps = [...]ir.BinaryOp{
	token.ADD: ir.Add, token.SUB: ir.Sub, token.MUL: ir.Mul, token.QUO: ir.Div, token.REM: ir.Rem,
	token.AND: ir.And, token.OR: ir.Or, token.XOR: ir.Xor, token.SHL: ir.Shl, token.SHR: ir.Shr,
	token.LAND: ir.LogicalAnd, token.LOR: ir.LogicalOr,
	token.EQL: ir.Eq, token.NEQ: ir.Ne, token.LSS: ir.Lt, token.LEQ: ir.Le, token.GTR: ir.Gt, token.GEQ: ir.Ge,
}

// emit lowers an operator whose result has type t.
func (c *checker) emit(op token.Token, t typ, l, r operand) ir.ExprID {
	a, b := c.toExpr(l), c.toExpr(r)
	switch {
	case op == token.AND_NOT:
		op, b = token.AND, c.b.Unary(ir.BitwiseNot, b)
	case shifts(op):
		b = c.b.Convert(ir.U32, b)
	case op == token.QUO && l.t.matrix():
		columns := make([]ir.ExprID, l.t.size())
		divisor := c.b.Splat(l.t.size(), b)
		for i := range columns {
			columns[i] = c.b.Binary(ir.Div, c.b.AccessIndex(a, uint32(i)), divisor)
		}
		return c.b.Compose(c.irType(l.t), columns...)
	}
	if t.vector() && !l.t.matrix() && !r.t.matrix() { // operators of vectors take vectors
		if !l.t.vector() {
			a = c.b.Splat(t.size(), a)
		}
		if !r.t.vector() {
			b = c.b.Splat(t.size(), b)
		}
	}
	v := c.b.Binary(binaryOps[op], a, b)
	if compares(op) && l.t.vector() {
		if op == token.EQL {
			return c.b.Relational(ir.All, v)
		}
		return c.b.Relational(ir.Any, v)
	}
	return v
}
