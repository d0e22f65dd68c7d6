package toir

// This file decides the written form of comparisons: the sides of the operands, and the
// kind that bits are compared as.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// The side of an operator that an operand had in the source.
const (
	unknownSide = iota
	onLeft
	onRight
)

// common is the kind that both sources of a comparison by bits are read as: that
// of the first that isn't a constant; a float is read as an unsigned integer.
func (c *converter) common(i ssa.InstrID) want {
	w := uintKind
	for k := range 2 {
		v := c.g.Arg(i, k)
		s := c.types.ScalarOf(c.g.Type(v))
		if s == ir.Bool {
			return boolKind
		}
		if !c.g.IsConst(v) || k == 1 {
			if e := c.exprs[v]; e != 0 {
				s = c.types.ScalarOf(c.b.TypeOf(e))
			}
			if x := wantOf(s); x == sintKind || x == uintKind {
				return x
			}
			return w
		}
	}
	return w
}

// turned are the comparisons with their sources exchanged.
var turned = [...]ir.BinaryOp{ir.Lt: ir.Gt, ir.Le: ir.Ge, ir.Gt: ir.Lt, ir.Ge: ir.Le}

// turnsSides reports whether a comparison is written with its sources exchanged. A constant
// stands on the right, as people write it; else the author's right operand, as far as
// positions in the source decide; else on the left the operand that varies more.
func (c *converter) turnsSides(i ssa.InstrID, l, r ssa.Src) bool {
	g := c.g
	if x, y := g.Op(l.Value).Class() == op.ClassConst, g.Op(r.Value).Class() == op.ClassConst; x || y {
		return x && !y
	}
	switch {
	case c.sideOf(i, l.Value) == onLeft || c.sideOf(i, r.Value) == onRight:
		return false
	case c.sideOf(i, l.Value) == onRight || c.sideOf(i, r.Value) == onLeft:
		return true
	}
	return c.subject(l.Value) < c.subject(r.Value)
}

// sideOf is the side on which the source has the expression of a value, or of the object
// that the value is loaded or picked from, in that of an operation.
func (c *converter) sideOf(i ssa.InstrID, v ssa.Value) int {
	g := c.g
	whole := g.SpanOf(i)
	for range 4 {
		part := g.SpanOf(v)
		switch before, after := int(part.Start)-int(whole.Start), int(whole.End)-int(part.End); {
		case before < 0 || after < 0 || before == after:
		case before < after:
			return onLeft
		default:
			return onRight
		}
		if o := g.Op(v); o != op.Load && o != op.Mov && o != op.Extract {
			break
		}
		v = g.Arg(v, 0)
	}
	return unknownSide
}

// subject is how much a comparison is about this value, rather than the other: first come
// variables, then values that differ by invocation, last values that are the same for all.
func (c *converter) subject(v ssa.Value) int {
	g := c.g
	switch o := g.Op(v); {
	case c.isInRegister(v):
		return 3
	case o == op.Param && g.Params[g.Word(v, 0)].Binding.Kind == ir.BindBuiltIn:
		return 2
	case o == op.ArrayLength, o == op.Txs, o == op.Load && c.types.At(g.Type(g.Arg(v, 0))).Space == ir.SpaceUniform:
		return 0
	}
	return 1
}

// isInRegister reports whether a value is loaded from a register, or stored in one.
func (c *converter) isInRegister(v ssa.Value) bool {
	g := c.g
	if g.Op(v) == op.LoadReg {
		return true
	}
	u := g.FirstUse(v)
	for range 8 {
		if u == 0 {
			break
		}
		if i, _ := g.UserOf(u); i != 0 && g.Op(i) == op.StoreReg {
			return true
		}
		u = g.NextUse(u)
	}
	return false
}
