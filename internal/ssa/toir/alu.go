package toir

// This file converts arithmetic by the operations' rows in ssa/op.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// wants are the kinds of the operands and results of operations.
var wants = [...]want{op.None: anyKind, op.Float: floatKind, op.Int: sintKind, op.Uint: uintKind, op.Bool: boolKind, op.IntB: anyKind, op.Whole: anyKind}

// reads is the kind of the sources of an operation, if its row has one; anyKind: that of
// the result, which is the value's hint if it is an integer, else unsigned.
func reads(o op.Op) want {
	r := &o.Info().IR
	switch {
	case o == op.INeg: // nothing else is negated
		return sintKind
	case r.Form == op.FormConvert && r.Reads == op.IntB:
		return intKind
	}
	return wants[r.Reads]
}

// makes is the kind of a conversion's result.
func makes(o op.Op) want {
	if r := &o.Info().IR; r.Makes != op.IntB {
		return wants[r.Makes]
	}
	return intKind
}

// alu converts an ALU instruction into an expression.
func (c *converter) alu(i ssa.InstrID) ir.ExprID {
	g := c.g
	o := g.Op(i)
	r := &o.Info().IR
	form, w := r.Form, reads(o)
	if r.Reads == op.None {
		form = op.FormNone
	}
	if w == anyKind && form != op.FormNone {
		w = c.hint(i)
	}
	switch form {
	case op.FormUnary:
		return c.b.Unary(ir.UnaryOp(r.Code), c.src(i, 0, w))
	case op.FormBinary, op.FormCompare, op.FormProduct:
		return c.binary(i, ir.BinaryOp(r.Code), w)
	case op.FormTest:
		return c.b.Relational(ir.RelationalOp(r.Code), c.src(i, 0, w))
	case op.FormConvert:
		return c.convert(i, o)
	case op.FormMath, op.FormWhole, op.FormPack, op.FormStruct:
		var args [4]ir.ExprID
		n := g.NumSrcs(i)
		for k := range n {
			switch {
			case o == op.MatTranspose || o == op.MatDeterminant || o == op.MatInverse:
				args[k] = c.use(g.Arg(i, k), anyKind)
			default:
				args[k] = c.src(i, k, w)
			}
		}
		return c.b.Math(ir.MathOp(r.Code), args[:n]...)
	}
	switch o {
	case op.Mov:
		if s := g.Src(i, 0); s.Comps > 1 && g.Comps(s.Value) == 1 && g.IsConst(s.Value) {
			return c.b.Splat(int(s.Comps), c.use(s.Value, wantOf(c.types.ScalarOf(g.Type(i)))))
		}
		return c.components(g.Src(i, 0), wantOf(c.types.ScalarOf(g.Type(i))))
	case op.Vec, op.Compose:
		return c.compose(i)
	case op.Extract:
		return c.b.AccessIndex(c.use(g.Arg(i, 0), anyKind), g.Word(i, 0))
	case op.ExtractDynamic:
		base := c.use(g.Arg(i, 0), anyKind)
		return c.access(base, i, 1, c.lengthOf(c.b.TypeOf(base)))
	case op.Insert:
		return c.insert(i)
	case op.InsertDynamic:
		l := c.f.AddLocal(ir.Local{Type: g.Type(i)})
		c.b.DeclareLocal(l, c.exactly(g.Arg(i, 0), g.Type(i)))
		p := c.access(c.b.Local(l), i, 2, c.lengthOf(g.Type(i)))
		c.f.SetFlags(p, g.Flags(i))
		c.b.Store(p, c.exactly(g.Arg(i, 1), c.types.Pointee(c.b.TypeOf(p))))
		return c.b.Load(c.b.Local(l))
	case op.SelectWhole:
		return c.b.Select(c.src(i, 0, boolKind), c.use(g.Arg(i, 1), anyKind), c.use(g.Arg(i, 2), anyKind))
	case op.BCsel:
		return c.choose(i)
	case op.INot:
		if c.types.ScalarOf(g.Type(i)) == ir.Bool {
			return c.b.Unary(ir.LogicalNot, c.src(i, 0, boolKind))
		}
		return c.b.Unary(ir.BitwiseNot, c.src(i, 0, c.hint(i)))
	case op.IEq, op.INe:
		irop := ir.Eq
		if o == op.INe {
			irop = ir.Ne
		}
		return c.binary(i, irop, c.common(i))
	case op.IShl, op.IShr, op.UShr:
		irop, left := ir.Shl, c.hint(i)
		switch o {
		case op.IShr:
			irop, left = ir.Shr, sintKind
		case op.UShr:
			irop, left = ir.Shr, uintKind
		}
		l := c.src(i, 0, left)
		return c.b.Binary(irop, l, c.amount(i, 1))
	case op.FLdexp:
		x := c.src(i, 0, floatKind)
		return c.b.Math(ir.MathLdexp, x, c.src(i, 1, sintKind))
	case op.IBfe, op.UBfe, op.Bfi:
		left, n := uintKind, 3
		irop := ir.MathExtractBits
		switch o {
		case op.IBfe:
			left = sintKind
		case op.Bfi:
			irop, n, left = ir.MathInsertBits, 4, c.hint(i)
		}
		var args [4]ir.ExprID
		for k := range n {
			if k < n-2 {
				args[k] = c.src(i, k, left)
			} else {
				args[k] = c.amount(i, k)
			}
		}
		return c.b.Math(irop, args[:n]...)
	case op.Bitcast:
		return c.bitcast(i)
	case op.MatConvert:
		return c.b.Convert(c.types.ScalarOf(g.Type(i)), c.use(g.Arg(i, 0), anyKind))
	}
	return c.expand(i)
}

func (c *converter) binary(i ssa.InstrID, o ir.BinaryOp, w want) ir.ExprID {
	g := c.g
	l, r := g.Src(i, 0), g.Src(i, 1)
	if c.types.ScalarOf(g.Type(i)) == ir.Bool && g.Comps(i) == 1 && w == boolKind {
		switch o {
		case ir.And:
			o = ir.LogicalAnd
		case ir.Or:
			o = ir.LogicalOr
		case ir.Xor:
			o = ir.Ne
		}
	} else if w == boolKind && o == ir.Xor {
		o = ir.Ne
	}
	if (o == ir.Lt || o == ir.Le) && c.turnsSides(i, l, r) {
		o, l, r = turned[o], r, l
	}
	if n := g.Comps(i); n > 1 && c.spread(l) && c.spread(r) && g.Flags(i) == 0 {
		l.Comps, r.Comps = 1, 1
		left := c.read(l, w)
		return c.b.Splat(n, c.b.Binary(o, left, c.read(r, w)))
	}
	if x := g.Op(i); x == op.FMul || x == op.IMul {
		switch { // a vector times a scalar
		case c.spread(r):
			r.Comps = 1
		case c.spread(l):
			l.Comps = 1
		}
	}
	if g.Op(i) == op.MatMul || g.Op(i) == op.MatAdd || g.Op(i) == op.MatSub {
		w = anyKind
	}
	lw, rw := w, w
	if g.Op(i) == op.MatVec || g.Op(i) == op.MatScale {
		lw = anyKind
	}
	if g.Op(i) == op.VecMat {
		rw = anyKind
	}
	left := c.readSpread(l, lw)
	return c.b.Binary(o, left, c.readSpread(r, rw))
}

func (c *converter) convert(i ssa.InstrID, o op.Op) ir.ExprID {
	to := c.types.ScalarOf(c.g.Type(i))
	to = makes(o).scalar(to)
	e := c.src(i, 0, reads(o))
	from := c.types.ScalarOf(c.b.TypeOf(e))
	if from.Bits() == to.Bits() && from.IsInteger() && to.IsInteger() {
		if from == to {
			return e
		}
	}
	return c.b.Convert(to, e)
}

func (c *converter) bitcast(i ssa.InstrID) ir.ExprID {
	t := c.g.Type(i)
	s := c.g.Src(i, 0)
	to := c.types.ScalarOf(t)
	from := c.types.ScalarOf(c.g.Type(s.Value))
	if from.Bits() == to.Bits() {
		e := c.read(s, anyKind)
		if c.b.TypeOf(e) == t {
			return e
		}
		return c.b.Bitcast(t, e)
	}
	return c.b.Bitcast(t, c.read(s, anyKind))
}

// amount is a source that is a number of bits; a module counts them in 32.
func (c *converter) amount(i ssa.InstrID, k int) ir.ExprID {
	v := c.src(i, k, uintKind)
	if c.types.ScalarOf(c.b.TypeOf(v)) == ir.U32 {
		return v
	}
	return c.b.Convert(ir.U32, v)
}

// choose converts a selection by components.
func (c *converter) choose(i ssa.InstrID) ir.ExprID {
	g := c.g
	w := wantOf(c.types.ScalarOf(g.Type(i)))
	cond := g.Src(i, 0)
	if c.spread(cond) {
		cond.Comps = 1
	}
	x := c.read(cond, boolKind)
	accept := c.src(i, 1, w)
	return c.b.Select(x, accept, c.src(i, 2, w))
}
