package lower

// This file replaces phis by registers.
//
//	before                         after
//	loop {                         store_reg r, %0
//	  %1 = phi %0, %2              loop {
//	  %2 = iadd %1, %one             %1 = load_reg r
//	}                                %2 = iadd %1, %one
//	                                 store_reg r, %2
//	                               }
//
// Only phi webs leave SSA. A phi reads its register at the start of its block; a
// predecessor sets it at its end. The sources are values, not registers, so that several
// copies at one place are parallel by nature; they are ordered so that few registers are
// overwritten while a later copy still reads their old value, and a printer needs few
// temporaries: a copy whose register no other pending copy reads goes first, and if there
// is none a cycle is broken.
//
// Phis and their sources share a register if they are never live at the same time
// (coalescing). A value in a register is stored right after its computation, as %2 above,
// and a copy of a register to itself is then no copy. Values that authors named differently
// stay apart, so that both names do. A structured tree has one kind of critical edge, from
// a switch to a clause that another falls into: the phis of this clause share their
// registers with nothing, so that setting one if the switch is taken elsewhere does no
// harm.
//
// Two shapes are kept as people write them. The phi of a && or || that is a branch shares
// its register with nothing. And if an arm of an if does nothing, the register's value for
// it is set before the if:
//
//	if %c { store_reg r, %0 ... } else { store_reg r, %1 }
//	store_reg r, %1 if %c { store_reg r, %0 ... }

import (
	"refract/internal/reuse"
	"refract/internal/ssa/analysis"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// LeaveSSA replaces phis by registers.
var LeaveSSA = &pass.Pass{
	Name:        "leave-ssa",
	Doc:         "phis become registers, coalesced where they don't interfere; copies in an order that needs few temporaries",
	Replaces:    []string{"from_ssa"},
	Establishes: pass.NoPhis,
	Preserves:   ssa.ControlFlow,
	Function:    leaveSSA,
}

func leaveSSA(f *ssa.Function) bool {
	toLCSSA(f) // so that a loop's value stays in the loop's register after it
	if !f.MayHave(op.Phi) {
		return false
	}
	c := coalescers.Get().(*coalescer)
	defer c.release()
	phis := c.phis[:0]
	for b := range f.Blocks() {
		for i := f.First(b); i != 0 && f.Op(i) == op.Phi; i = f.Next(i) {
			phis = append(phis, i)
		}
	}
	if c.phis = phis; len(phis) == 0 {
		return false
	}
	for _, p := range phis {
		step(f, p)
	}
	c.f, c.webOf = f, reuse.Zeroed(c.webOf, f.InstrCount())
	c.dom, c.live, c.order = analysis.Dominance(f), analysis.Liveness(f), analysis.InstrOrder(f)
	for _, p := range phis {
		c.start(p)
		w := &c.webs[c.webOf[p]-1]
		w.shortCircuit = isShortCircuit(f, p)
		w.alone = w.shortCircuit || isFallenInto(f, f.Block(p))
	}
	c.joinPhis(phis)
	c.joinSources(phis)
	c.joinVariables(phis)
	for k := range c.webs {
		if w := &c.webs[k]; w.members != nil {
			w.reg = f.AddReg(ssa.Register{Name: w.name, Type: w.ty})
			for int(w.reg) >= len(c.webBy) {
				c.webBy = append(c.webBy, 0)
			}
			c.webBy[w.reg] = int32(k)
			for _, v := range w.members {
				if f.NameOf(v) == w.name {
					f.SetName(v, "") // the register has it
				}
			}
		}
	}
	c.copies(phis)
	c.stores()
	for _, p := range phis {
		for k := range f.NumSrcs(p) {
			f.SetSrc(p, k, ssa.Src{})
		}
	}
	for _, p := range phis {
		if !f.HasUses(p) { // all that it fed was its own register
			f.Remove(p)
			continue
		}
		b := f.Build(f.StartOf(f.Block(p)))
		b.Span = f.SpanOf(p)
		v := b.Instr(op.LoadReg, f.Type(p))
		f.SetWords(v, [2]uint32{uint32(c.register(p))})
		f.ReplaceUses(p, v)
		f.Remove(p)
	}
	return true
}

// step lets the continue list of a for loop, if it is left with nothing to do, compute the
// next value of the loop's counter, even if that value has other uses: if it is one
// operation on the counter and on values that exist everywhere.
func step(f *ssa.Function, p ssa.Value) {
	header := f.Block(p)
	n := f.Parent(header)
	if n == 0 || f.Kind(n) != ssa.NodeLoop || f.LoopHeader(n) != header || f.Shape(n) != ir.LoopFor || f.LoopContinue(n) == 0 {
		return
	}
	last := f.ListLast(f.LoopContinue(n))
	k := f.PredIndex(header, last)
	if k < 0 {
		return
	}
	s := f.Arg(p, k)
	if f.Op(s).Class() != op.ClassALU || f.NumSrcs(s) != 2 || f.First(last) != 0 || f.ListFirst(f.LoopContinue(n)) != last || !isCompared(f, p) {
		return
	}
	own := false
	var srcs [2]ssa.Src
	for j := range srcs {
		srcs[j] = f.Src(s, j)
		switch v := srcs[j].Value; {
		case v == p:
			own = true
		case f.Op(v).Class() != op.ClassConst && f.Op(v) != op.Param:
			return
		}
	}
	if !own {
		return
	}
	b := f.Build(f.EndOf(last))
	b.Span = f.SpanOf(s)
	next := b.Instr(f.Op(s), f.Type(s), srcs[:]...)
	f.SetWords(next, f.Words(s))
	f.SetFlags(next, f.Flags(s))
	f.SetFP(next, f.FP(s))
	f.SetSrc(p, k, ssa.Whole(next))
	if !f.HasUses(s) {
		f.Remove(s)
	}
}

// isCompared reports whether the condition of a loop looks at a phi of it.
func isCompared(f *ssa.Function, p ssa.Value) bool {
	for u := f.FirstUse(p); u != 0; u = f.NextUse(u) {
		if i, _ := f.UserOf(u); i != 0 && f.Block(i) == f.Block(p) && f.Type(i) == ir.TypeBool {
			return true
		}
	}
	return false
}
