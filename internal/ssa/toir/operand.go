package toir

// This file reads sources of arithmetic: swizzled, of the kind that is wanted, and
// by the names that components have.

import (
	"refract/internal/reuse"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// hint is the integer kind that a value is best computed as: its own, else
// unsigned.
func (c *converter) hint(v ssa.Value) want {
	switch w := wantOf(c.types.ScalarOf(c.g.Type(v))); w {
	case sintKind, uintKind, boolKind:
		return w
	}
	return uintKind
}

// src is the expression of source k, swizzled and of the kind.
func (c *converter) src(i ssa.InstrID, k int, w want) ir.ExprID {
	return c.read(c.g.Src(i, k), w)
}

func (c *converter) read(s ssa.Src, w want) ir.ExprID {
	if s.Comps == 1 && len(c.aliases) > 0 {
		if e := c.alias(s); e != 0 {
			return c.as(e, w)
		}
	}
	return c.components(s, w)
}

// components is read without the names that components have.
func (c *converter) components(s ssa.Src, w want) ir.ExprID {
	n := int(s.Comps)
	if n == 0 {
		return c.use(s.Value, w)
	}
	if c.g.IsConst(s.Value) && !(s.IsIdentity() && n == c.g.Comps(s.Value)) {
		return c.picked(s, w)
	}
	e := c.use(s.Value, w)
	have := c.types.ComponentCount(c.b.TypeOf(e))
	switch {
	case n == have && s.IsIdentity():
		return e
	case have == 1:
		return c.b.Splat(n, e)
	case n == 1:
		return c.b.AccessIndex(e, uint32(s.Swizzle.At(0)))
	}
	var p [4]uint8
	for k := range n {
		p[k] = uint8(s.Swizzle.At(k))
	}
	return c.b.Swizzle(e, p[:n]...)
}

// alias is the component of a parameter that the author gave a name, by that name;
// or 0.
func (c *converter) alias(s ssa.Src) ir.ExprID {
	g := c.g
	if g.Op(s.Value) != op.Param {
		return 0
	}
	v := c.aliases[4*g.Word(s.Value, 0)+uint32(s.Swizzle.At(0))]
	if v == 0 || !c.inScope(g.ListOf(g.Block(v)), c.list) {
		return 0
	}
	return c.exprs[v]
}

// noteAlias makes a named component of a parameter its alias.
func (c *converter) noteAlias(i ssa.InstrID) {
	g := c.g
	s := g.Src(i, 0)
	if g.Op(i) != op.Mov || s.Comps != 1 || g.NameOf(i) == "" || g.Op(s.Value) != op.Param || g.Comps(s.Value) < 2 {
		return
	}
	if len(c.aliases) == 0 {
		c.aliases = reuse.Zeroed(c.aliases, 4*len(g.Params))
	}
	at := &c.aliases[4*g.Word(s.Value, 0)+uint32(s.Swizzle.At(0))]
	if *at == 0 {
		*at = i
	}
}

// isPick reports whether a value is a choice of components of a parameter, or of a
// member of one, that is used more than once, or only in another: it is written
// wherever it is used.
func (c *converter) isPick(v ssa.Value) bool {
	g := c.g
	if o := g.Op(v); o != op.Mov && o != op.Extract {
		return false
	}
	u := g.FirstUse(v)
	if u == 0 {
		return false
	}
	if g.NextUse(u) == 0 {
		i, _ := g.UserOf(u)
		return i != 0 && c.isPick(i) && c.isParamPart(v)
	}
	return c.isParamPart(v)
}

// isParamPart reports whether a value without a name is a part of a parameter.
func (c *converter) isParamPart(v ssa.Value) bool {
	g := c.g
	for {
		switch g.Op(v) {
		case op.Param:
			return true
		case op.Mov:
			if s := g.Src(v, 0); g.Comps(s.Value) < 2 || c.spread(s) {
				return false
			}
		case op.Extract:
		default:
			return false
		}
		if g.NameOf(v) != "" {
			return false
		}
		v = g.Arg(v, 0)
	}
}

// picked is a constant made of components of another.
func (c *converter) picked(s ssa.Src, w want) ir.ExprID {
	sc := w.scalar(c.types.ScalarOf(c.g.Type(s.Value)))
	bits := func(k int) ir.ExprID { return c.b.Bits(ir.TypeID(sc), c.g.ConstBits(s.Value, s.Swizzle.At(k))) }
	n := int(s.Comps)
	same := true
	for k := range n {
		same = same && c.g.ConstBits(s.Value, s.Swizzle.At(k)) == c.g.ConstBits(s.Value, s.Swizzle.At(0))
	}
	if same {
		return c.b.Splat(n, bits(0))
	}
	var parts [4]ir.ExprID
	for k := range n {
		parts[k] = bits(k)
	}
	return c.b.Compose(ir.VectorOf(sc, n), parts[:n]...)
}

// spread reports whether a source is one component for all.
func (c *converter) spread(s ssa.Src) bool {
	if s.Comps < 2 {
		return false
	}
	for k := 1; k < int(s.Comps); k++ {
		if s.Swizzle.At(k) != s.Swizzle.At(0) {
			return c.g.Comps(s.Value) == 1
		}
	}
	return true
}

// readSpread is read with a scalar repeated if one component stands for all.
func (c *converter) readSpread(s ssa.Src, w want) ir.ExprID {
	if s.Comps < 2 || !c.spread(s) || c.g.IsConst(s.Value) {
		return c.read(s, w)
	}
	n := int(s.Comps)
	s.Comps = 1
	return c.b.Splat(n, c.read(s, w))
}
