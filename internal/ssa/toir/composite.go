package toir

// This file converts operations that make composites of parts.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// compose converts a composite of any kind.
func (c *converter) compose(i ssa.InstrID) ir.ExprID {
	g := c.g
	t := g.Type(i)
	n := g.NumSrcs(i)
	if v := c.takenApart(i); v != 0 {
		return c.use(v, anyKind)
	}
	args := c.args[:0]
	if c.types.At(t).Kind == ir.TypeVector {
		w := wantOf(c.types.ScalarOf(t))
		for k := 0; k < n; k++ {
			// Adjacent components of one vector are read together.
			s := g.Src(i, k)
			for k+1 < n && s.Comps < 4 && c.joins(s, g.Src(i, k+1)) {
				next := g.Src(i, k+1)
				for j := range int(next.Comps) {
					s.Swizzle = s.Swizzle.With(int(s.Comps), next.Swizzle.At(j))
					s.Comps++
				}
				k++
			}
			args = append(args, c.read(s, w))
		}
		if len(args) == 1 { // all of it is one vector's
			c.args = args
			return args[0]
		}
	} else {
		for k := range n {
			args = append(args, c.exactly(g.Arg(i, k), c.m.ElementType(t, uint32(k))))
		}
	}
	c.args = args
	return c.b.Compose(t, args...)
}

// maxParts bounds the composites that are looked at for being whole.
const maxParts = 16

// takenApart is the value of the composite's type whose parts, in order, a
// composite is made of; or 0.
func (c *converter) takenApart(i ssa.InstrID) ssa.Value {
	g := c.g
	n := g.NumSrcs(i)
	if g.Op(i) != op.Compose || n > maxParts {
		return 0
	}
	var v ssa.Value
	for k := range n {
		x := g.Arg(i, k)
		if g.Op(x) != op.Extract || g.Word(x, 0) != uint32(k) || g.Block(x) != g.Block(i) || k > 0 && g.Arg(x, 0) != v {
			return 0
		}
		v = g.Arg(x, 0)
	}
	if v == 0 || g.Type(v) != g.Type(i) {
		return 0
	}
	return v
}

// isPartOfWhole reports whether a value is nothing but a part of a composite that is
// whole.
func (c *converter) isPartOfWhole(v ssa.Value) bool {
	g := c.g
	u := g.FirstUse(v)
	if g.Op(v) != op.Extract || u == 0 || g.NextUse(u) != 0 {
		return false
	}
	i, _ := g.UserOf(u)
	return i != 0 && c.takenApart(i) != 0
}

// joins reports whether two sources of a vec read the same vector and can be one.
func (c *converter) joins(s, next ssa.Src) bool {
	return s.Value == next.Value && c.g.Comps(s.Value) > 1 && !c.isFree(s.Value) && s.Comps+next.Comps <= 4
}

// insert rebuilds a value with one part replaced.
func (c *converter) insert(i ssa.InstrID) ir.ExprID {
	g := c.g
	t := g.Type(i)
	ty := c.types.At(t)
	n := 0
	switch ty.Kind {
	case ir.TypeVector:
		n = int(ty.Rows)
	case ir.TypeMatrix:
		n = int(ty.Columns)
	case ir.TypeArray:
		n = int(ty.Length)
	case ir.TypeStruct:
		n = len(c.m.Structs[ty.Struct].Members)
	}
	at := int(g.Word(i, 0))
	if n > 8 || ty.LengthExpr != 0 { // through a variable rather than part by part
		l := c.f.AddLocal(ir.Local{Type: t})
		c.b.DeclareLocal(l, c.exactly(g.Arg(i, 0), t))
		c.b.Store(c.b.AccessIndex(c.b.Local(l), uint32(at)), c.exactly(g.Arg(i, 1), c.m.ElementType(t, uint32(at))))
		return c.b.Load(c.b.Local(l))
	}
	base := c.exactly(g.Arg(i, 0), t)
	args := c.args[:0]
	for k := range n {
		if k == at {
			args = append(args, c.exactly(g.Arg(i, 1), c.m.ElementType(t, uint32(k))))
		} else {
			args = append(args, c.b.AccessIndex(base, uint32(k)))
		}
	}
	c.args = args
	return c.b.Compose(t, args...)
}
