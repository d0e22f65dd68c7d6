package toir

// This file writes changes of a part of what a register holds as such:
//
//	%2 = insert %1, %x index=1      r.y = x;
//	store_reg r, %2
//
// where r holds %1, and nothing needs %2 but from r.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// changesPart reports whether an instruction computes what a register holds with
// one part replaced, for the register alone.
func (c *converter) changesPart(i ssa.InstrID) bool {
	g := c.g
	o := g.Op(i)
	if o != op.Insert && o != op.InsertDynamic && o != op.Vec || !c.held || c.known[i]&isNeeded != 0 || g.NameOf(i) != "" {
		return false
	}
	s := g.Next(i)
	if s == 0 || g.Op(s) != op.StoreReg || g.Arg(s, 0) != i || c.optional(s, 1) != 0 {
		return false
	}
	r := ssa.RegID(g.Word(s, 0))
	if c.regs[r].circuit || g.Regs[r].Length != 0 || g.Regs[r].Type != g.Type(i) {
		return false
	}
	if o == op.Vec {
		_, changes := c.replaced(i, r)
		return changes
	}
	return c.inRegister(g.Arg(i, 0)) == r && g.Type(g.Arg(i, 0)) == g.Type(i)
}

// replaced finds the one component of a vector that isn't the register's own.
func (c *converter) replaced(i ssa.InstrID, r ssa.RegID) (k int, one bool) {
	g := c.g
	at := 0
	for j := range g.NumSrcs(i) {
		s := g.Src(i, j)
		n := max(1, int(s.Comps))
		own := c.inRegister(s.Value) == r
		for p := range n {
			own = own && s.Swizzle.At(p) == at+p
		}
		if !own {
			if one || n > 1 {
				return 0, false
			}
			k, one = j, true
		}
		at += n
	}
	return k, one
}

// changePart replaces the part that an instruction names of a variable.
func (c *converter) changePart(i ssa.InstrID, l ir.LocalID) {
	g := c.g
	var place ir.ExprID
	part := ssa.Src{}
	switch v := c.b.Local(l); g.Op(i) {
	case op.Insert:
		place, part = c.b.AccessIndex(v, g.Word(i, 0)), g.Src(i, 1)
	case op.InsertDynamic:
		place, part = c.access(v, i, 2, c.lengthOf(g.Type(i))), g.Src(i, 1)
		c.f.SetFlags(place, g.Flags(i))
	default:
		k, _ := c.replaced(i, ssa.RegID(g.Word(g.Next(i), 0)))
		at := 0
		for j := range k {
			at += max(1, int(g.Src(i, j).Comps))
		}
		place, part = c.b.AccessIndex(v, uint32(at)), g.Src(i, k)
	}
	t := c.types.Pointee(c.b.TypeOf(place))
	if c.types.IsScalarOrVector(t) {
		c.b.Store(place, c.read(part, wantOf(c.types.ScalarOf(t))))
	} else {
		c.b.Store(place, c.use(part.Value, anyKind))
	}
}
