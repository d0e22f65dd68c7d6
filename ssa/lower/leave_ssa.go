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
// predecessor sets it at its end. The sources are values, not registers, so that
// several copies at one place are parallel by nature; they are put in an order in
// which few registers are overwritten while a later copy still reads their old
// value, so that a printer needs few temporaries: a copy whose register no other
// pending copy reads goes first, and where there is none a cycle is broken.
//
// Phis that feed each other share a register where they are never live at the
// same time (coalescing); a copy of a register to itself is then no copy. No edge
// is critical in a structured tree, so that a predecessor's end is on the way to
// the phi alone.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/analysis"
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

// maxPairs bounds the interference tests that joining two webs may take.
const maxPairs = 256

// web is a set of phis that share a register.
type web struct {
	members []ssa.Value
	ty      ir.TypeID
	reg     ssa.RegID
}

// regCopy is a copy at the end of a block: register to, from a value that is the
// reading of register from, or of none (0).
type regCopy struct {
	to, from ssa.RegID
	value    ssa.Value
}

func leaveSSA(f *ssa.Function) bool {
	toLCSSA(f) // so that a loop's value stays in the loop's register after it
	var phis []ssa.Value
	for b := range f.Blocks() {
		for i := f.First(b); i != 0 && f.Op(i) == op.Phi; i = f.Next(i) {
			phis = append(phis, i)
		}
	}
	if phis == nil {
		return false
	}
	c := coalescer{f: f, webOf: make([]int32, f.InstrCount())}
	for _, p := range phis {
		c.webs = append(c.webs, web{members: []ssa.Value{p}, ty: f.Type(p)})
		c.webOf[p] = int32(len(c.webs))
	}
	c.coalesce(phis)
	for k := range c.webs {
		if w := &c.webs[k]; w.members != nil {
			name := ""
			for _, v := range w.members {
				if name = f.NameOf(v); name != "" {
					break
				}
			}
			w.reg = f.AddReg(ssa.Register{Name: name, Type: w.ty})
		}
	}
	c.copies(phis)
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

type coalescer struct {
	f     *ssa.Function
	webs  []web
	webOf []int32 // by value: number of its web plus one
}

func (c *coalescer) register(v ssa.Value) ssa.RegID {
	if int(v) < len(c.webOf) && c.webOf[v] != 0 {
		return c.webs[c.webOf[v]-1].reg
	}
	return 0
}

// coalesce joins the webs of phis with those of their sources.
func (c *coalescer) coalesce(phis []ssa.Value) {
	f := c.f
	dom, live, order := analysis.Dominance(f), analysis.Liveness(f), analysis.InstrOrder(f)
	apart := func(a, b *web) bool {
		if a.ty != b.ty || len(a.members)*len(b.members) > maxPairs {
			return true
		}
		for _, x := range a.members {
			for _, y := range b.members {
				if f.Block(x) == f.Block(y) || analysis.Interfere(f, dom, live, order, x, y) {
					return true
				}
			}
		}
		return false
	}
	for _, p := range phis {
		for k := range f.NumSrcs(p) {
			s := f.Arg(p, k)
			if c.webOf[s] == 0 || c.webOf[s] == c.webOf[p] {
				continue
			}
			a, b := &c.webs[c.webOf[p]-1], &c.webs[c.webOf[s]-1]
			if apart(a, b) {
				continue
			}
			number := c.webOf[p]
			for _, v := range b.members {
				c.webOf[v] = number
			}
			a.members = append(a.members, b.members...)
			b.members = nil
		}
	}
}

// copies sets the registers at the ends of the predecessors.
func (c *coalescer) copies(phis []ssa.Value) {
	f := c.f
	var pending []regCopy
	for first := 0; first < len(phis); {
		block := f.Block(phis[first])
		last := first
		for last < len(phis) && f.Block(phis[last]) == block {
			last++
		}
		for k, pred := range f.Preds(block) {
			pending = pending[:0]
			for _, p := range phis[first:last] {
				s := f.Arg(p, k)
				to, from := c.register(p), c.register(s)
				if to == from || f.Op(s) == op.Undef {
					continue
				}
				pending = append(pending, regCopy{to, from, s})
			}
			c.sequence(pending, f.EndOf(pred))
		}
		first = last
	}
}

// sequence inserts parallel copies one after the other.
func (c *coalescer) sequence(pending []regCopy, at ssa.Cursor) {
	for len(pending) > 0 {
		pick := 0
		for k := range pending {
			read := false
			for j := range pending {
				read = read || j != k && pending[j].from == pending[k].to
			}
			if !read {
				pick = k
				break
			}
		}
		b := c.f.Build(at)
		b.Span = c.f.SpanOf(pending[pick].value)
		i := b.Instr(op.StoreReg, 0, ssa.Whole(pending[pick].value))
		c.f.SetWords(i, [2]uint32{uint32(pending[pick].to)})
		pending = append(pending[:pick], pending[pick+1:]...)
	}
}
