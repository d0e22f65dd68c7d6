package lower

// This file decides which phis, and values that feed them, share a register when SSA is
// left (coalescing): values that are never live at the same time.

import (
	"sync"

	"refract/internal/reuse"
	"refract/internal/ssa/analysis"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// maxMembers bounds the webs that are joined: it takes time in proportion.
const maxMembers = 2048

// web is a set of phis, and of values that feed them, that share a register.
type web struct {
	members      []ssa.Value // in the order of a walk down the dominator tree
	ty           ir.TypeID
	name         string // the author's, of a phi or a value
	shortCircuit bool   // of one phi, that of a && or ||
	alone        bool   // of one phi, and never joined
	reg          ssa.RegID
}

// isShortCircuit reports whether a phi is the value of a && or || that is a branch: the
// only phi after an if with an arm that does nothing and yields the value that the
// condition then has.
func isShortCircuit(f *ssa.Function, p ssa.Value) bool {
	after := f.Block(p)
	n := f.PrevNode(after)
	if f.Type(p) != ir.TypeBool || f.NameOf(p) != "" || n == 0 || f.Kind(n) != ssa.NodeIf || len(f.Preds(after)) != 2 {
		return false
	}
	if i := f.Next(p); i != 0 && f.Op(i) == op.Phi || f.First(after) != p {
		return false
	}
	for known, l := range [...]ssa.ListID{f.Else(n), f.Then(n)} {
		b := f.ListFirst(l)
		if f.NextNode(b) != 0 || f.First(b) != 0 {
			continue
		}
		k := f.PredIndex(after, b)
		s := f.Arg(p, k)
		if !f.IsConst(f.Arg(p, 1-k)) && (s == f.Cond(n).Value || f.IsConst(s) && f.ConstBits(s, 0) == uint64(known)) {
			return true
		}
	}
	return false
}

// isFallenInto reports whether a block begins a clause of a switch that another clause
// falls into.
func isFallenInto(f *ssa.Function, b ssa.NodeID) bool {
	l := f.ListOf(b)
	n := f.ListParent(l)
	if n == 0 || f.Kind(n) != ssa.NodeSwitch || f.ListFirst(l) != b {
		return false
	}
	return len(f.Preds(b)) > 1 // the block before the switch is another
}

type coalescer struct {
	f     *ssa.Function
	dom   *analysis.Dom
	live  *analysis.Live
	order *analysis.Instrs
	webs  []web
	webOf []int32     // by value: number of its web plus one
	webBy []int32     // by register: index of its web
	above []ssa.Value // see apart
	phis  []ssa.Value
	own   reuse.Arena[ssa.Value] // members of webs, as they begin
}

// coalescers keep the memory of finished coalescers.
var coalescers = sync.Pool{New: func() any { return new(coalescer) }}

// maxCoalesced bounds the values of functions whose memory is kept.
const maxCoalesced = 1 << 16

// release gives a coalescer back.
func (c *coalescer) release() {
	if cap(c.webOf) > maxCoalesced {
		return
	}
	clear(c.webs)
	c.own.Reset()
	*c = coalescer{webs: c.webs[:0], webOf: c.webOf, webBy: c.webBy[:0], above: c.above[:0], phis: c.phis[:0], own: c.own}
	coalescers.Put(c)
}

// start gives a value a web of its own.
func (c *coalescer) start(v ssa.Value) {
	own := c.own.Take(1)
	own[0] = v
	c.webs = append(c.webs, web{members: own, ty: c.f.Type(v), name: c.f.NameOf(v)})
	c.webOf[v] = int32(len(c.webs))
}

func (c *coalescer) register(v ssa.Value) ssa.RegID {
	if int(v) < len(c.webOf) && c.webOf[v] != 0 {
		return c.webs[c.webOf[v]-1].reg
	}
	return 0
}

// before reports whether a value comes first on a walk down the dominator tree.
func (c *coalescer) before(x, y ssa.Value) bool {
	a, b := c.f.Block(x), c.f.Block(y)
	if a == b {
		return c.order.Index[x] < c.order.Index[y]
	}
	return c.dom.Pre(a) < c.dom.Pre(b)
}

// apart reports whether two webs can't share a register: some of their members are live at
// the same time. Values interfere if one is live at the definition of the other, which it
// then dominates. It is enough to look at the closest member above each, because one
// further up that is live here is live at the closest, too (Boissinot and others,
// "Revisiting Out-of-SSA Translation", 2009).
func (c *coalescer) apart(a, b *web) bool {
	if a.ty != b.ty || a.alone || b.alone || len(a.members)+len(b.members) > maxMembers ||
		a.name != "" && b.name != "" && a.name != b.name {
		return true
	}
	f := c.f
	above := c.above[:0]
	defer func() { c.above = above }()
	for i, j := 0, 0; i < len(a.members) || j < len(b.members); {
		var x ssa.Value
		if j == len(b.members) || i < len(a.members) && c.before(a.members[i], b.members[j]) {
			x = a.members[i]
			i++
		} else {
			x = b.members[j]
			j++
		}
		for len(above) > 0 && !analysis.InstrDominates(f, c.dom, c.order, above[len(above)-1], x) {
			above = above[:len(above)-1]
		}
		if len(above) > 0 {
			y := above[len(above)-1]
			together := f.Op(x) == op.Phi && f.Op(y) == op.Phi && f.Block(x) == f.Block(y)
			if c.webOf[x] != c.webOf[y] && (together || analysis.LiveAfter(f, c.live, c.order, y, x)) {
				return true
			}
		}
		above = append(above, x)
	}
	return false
}

// join joins the webs of two values, if they can be.
func (c *coalescer) join(p, s ssa.Value) bool {
	number := c.webOf[p]
	a, b := &c.webs[number-1], &c.webs[c.webOf[s]-1]
	if a == b || c.apart(a, b) {
		return a == b
	}
	for _, v := range b.members {
		c.webOf[v] = number
	}
	i, j := len(a.members)-1, len(b.members)-1
	a.members = append(a.members, b.members...)
	for k := len(a.members) - 1; j >= 0; k-- { // merged from the end
		if i >= 0 && c.before(b.members[j], a.members[i]) {
			a.members[k] = a.members[i]
			i--
		} else {
			a.members[k] = b.members[j]
			j--
		}
	}
	if a.name == "" {
		a.name = b.name
	}
	b.members = nil
	return true
}

// joinPhis joins the webs of phis that feed each other.
func (c *coalescer) joinPhis(phis []ssa.Value) {
	for _, p := range phis {
		for k := range c.f.NumSrcs(p) {
			if s := c.f.Arg(p, k); c.webOf[s] != 0 {
				c.join(p, s)
			}
		}
	}
}

// joinSources joins the webs of phis with the values that feed them, except phis at the
// beginning of a loop: their registers are set right before it.
func (c *coalescer) joinSources(phis []ssa.Value) {
	f := c.f
	for _, p := range phis {
		block := f.Block(p)
		for k, pred := range f.Preds(block) {
			s := f.Arg(p, k)
			switch f.Op(s).Class() {
			case op.ClassConst, op.ClassUndef, op.ClassDeref, op.ClassPhi:
				continue
			}
			if f.Op(s) == op.Param || pred == c.entryOf(block) || !c.dom.Reachable(f.Block(s)) {
				continue
			}
			if c.webOf[s] != 0 {
				c.join(p, s)
				continue
			}
			c.start(s)
			if !c.join(p, s) {
				c.webs = c.webs[:len(c.webs)-1]
				c.webOf[s] = 0
			}
		}
	}
}

// maxTerms bounds the operations that are looked through for a variable.
const maxTerms = 32

// joinVariables joins webs of one variable of the author: webs of one name, if one begins
// with a value computed from the other.
func (c *coalescer) joinVariables(phis []ssa.Value) {
	for _, p := range phis {
		name := c.webs[c.webOf[p]-1].name
		if name == "" {
			continue
		}
		for k := range c.f.NumSrcs(p) {
			left := maxTerms
			c.joinTerms(p, c.f.Arg(p, k), name, &left)
		}
	}
}

// joinTerms joins the web of a phi with the webs of the name that a value is computed from.
func (c *coalescer) joinTerms(p, v ssa.Value, name string, left *int) {
	f := c.f
	if *left--; *left < 0 || f.Op(v).Class() != op.ClassALU {
		return
	}
	for k := range f.NumSrcs(v) {
		s := f.Arg(v, k)
		if w := c.webOf[s]; w == 0 {
			c.joinTerms(p, s, name, left)
		} else if w != c.webOf[p] && c.webs[w-1].name == name {
			c.join(p, s)
		}
	}
}
