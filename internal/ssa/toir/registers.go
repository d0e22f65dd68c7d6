package toir

// This file makes a variable of each register, and decides which addresses are computed at
// each use.

import (
	"refract/internal/ir/precision"
	"refract/internal/reuse"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// registers makes a variable of each register of the function.
func (c *converter) registers() {
	g := c.g
	c.regs = reuse.Zeroed(c.regs, len(g.Regs))
	for r := 1; r < len(g.Regs); r++ {
		t := g.Regs[r].Type
		if n := g.Regs[r].Length; n != 0 {
			t = c.types.Array(t, n)
		}
		c.regs[r] = c.f.AddLocal(ir.Local{Name: g.Regs[r].Name, Type: t})
	}
}

// isChanged reports whether an address is that of a compound assignment, and nothing else:
// of a load, and of a store of one operation on the value.
func (c *converter) isChanged(v ssa.Value) bool {
	g := c.g
	var load, store ssa.InstrID
	for u := g.FirstUse(v); u != 0; u = g.NextUse(u) {
		i, _ := g.UserOf(u)
		switch {
		case load == 0 && g.Op(i) == op.Load:
			load = i
		case store == 0 && g.Op(i) == op.Store && g.UseIndex(u) == 0:
			store = i
		default:
			return false
		}
	}
	if load == 0 || store == 0 {
		return false
	}
	x := g.Arg(store, 1)
	return g.Op(x).Class() == op.ClassALU && g.NumSrcs(x) == 2 && g.Arg(x, 0) == load
}

// isRematerialized reports whether an address used more than once depends on an index that
// is a component of a parameter: it is computed at each use, and the index needs no name.
func (c *converter) isRematerialized(v ssa.Value) bool {
	g := c.g
	if u := g.FirstUse(v); g.Op(v).Class() != op.ClassDeref || g.NameOf(v) != "" || u == 0 || g.NextUse(u) == 0 || c.isChanged(v) {
		return false
	}
	for g.Op(v).IsPath() {
		if i := g.Arg(v, g.NumSrcs(v)-1); g.Op(v) == op.DerefArray && c.isParamPart(i) && g.Op(i) != op.Param {
			return true
		}
		if v = g.Arg(v, 0); g.NameOf(v) != "" {
			return false
		}
	}
	return false
}

// relax gives the variables that stand for registers and values the precision of the values that they hold.
func (c *converter) relax() {
	if !c.relaxed {
		return
	}
	p := &c.precisions
	f := c.f
	if p.M != c.m {
		p.Start(c.m)
	}
	p.Open = func(l ir.LocalID) bool { return int(l) >= len(c.g.Vars) }
	p.Rounds = func(x ir.ExprID, _ precision.Precision) precision.Precision {
		return precision.Of(f.Flags(x)&ir.FlagRelaxed != 0)
	}
	p.Function(f)
	for l := len(c.g.Vars); l < len(f.Locals); l++ {
		f.Locals[l].Relaxed = p.Locals[l] == precision.Relaxed
	}
	p.Demands()
	for l := len(c.g.Vars); l < len(f.Locals); l++ {
		f.Locals[l].Relaxed = f.Locals[l].Relaxed || p.LocalDemand[l] == precision.Relaxed
	}
	p.F = nil
}
