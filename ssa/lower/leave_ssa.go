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
// Phis and what feeds them share a register where they are never live at the same
// time (coalescing). A value in a register is stored right where it is computed,
// as %2 above, and a copy of a register to itself is then no copy. Values that
// authors named differently stay apart, so that both names do. No edge is critical
// in a structured tree, so that a predecessor's end is on the way to the phi alone.
//
// Two shapes are kept as people write them. The phi of a && or || that is a branch
// shares its register with nothing. And what a register is where an arm of an if
// does nothing is set before the if:
//
//	if %c { store_reg r, %0 ... } else { store_reg r, %1 }
//	store_reg r, %1 if %c { store_reg r, %0 ... }

import (
	"slices"

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

// maxMembers bounds the webs that are joined: it takes time in proportion.
const maxMembers = 2048

// maxEarly bounds the copies of a loop that are looked at for being made early.
const maxEarly = 64

// web is a set of phis, and of values that feed them, that share a register.
type web struct {
	members []ssa.Value // in the order of a walk down the dominator tree
	ty      ir.TypeID
	name    string // the author's, of a phi or a value
	circuit bool   // of one phi, that of a && or ||
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
	c := coalescer{f: f, webOf: make([]int32, f.InstrCount()),
		dom: analysis.Dominance(f), live: analysis.Liveness(f), order: analysis.InstrOrder(f)}
	for _, p := range phis {
		c.start(p)
		c.webs[c.webOf[p]-1].circuit = isCircuit(f, p)
	}
	c.joinPhis(phis)
	c.joinSources(phis)
	c.joinParts()
	for k := range c.webs {
		if w := &c.webs[k]; w.members != nil {
			w.reg = f.AddReg(ssa.Register{Name: w.name, Type: w.ty})
			for int(w.reg) >= len(c.webBy) {
				c.webBy = append(c.webBy, 0)
			}
			c.webBy[w.reg] = int32(k)
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

// entryOf is the block before the loop that a block is the header of, or 0.
func (c *coalescer) entryOf(header ssa.NodeID) ssa.NodeID {
	f := c.f
	if n := f.Parent(header); n != 0 && f.Kind(n) == ssa.NodeLoop && f.LoopHeader(n) == header {
		return f.Before(n)
	}
	return 0
}

// isCircuit reports whether a phi is the value of a && or || that is a branch: the
// only phi after an if, one arm of which does nothing and leaves what the condition
// then is.
func isCircuit(f *ssa.Function, p ssa.Value) bool {
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

type coalescer struct {
	f     *ssa.Function
	dom   *analysis.Dom
	live  *analysis.Live
	order *analysis.Instrs
	webs  []web
	webOf []int32     // by value: number of its web plus one
	webBy []int32     // by register: index of its web
	above []ssa.Value // see apart
}

// start gives a value a web of its own.
func (c *coalescer) start(v ssa.Value) {
	c.webs = append(c.webs, web{members: []ssa.Value{v}, ty: c.f.Type(v), name: c.f.NameOf(v)})
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

// apart reports whether two webs can't share a register: some of their members are
// live at the same time. Values interfere where one is live at the definition of
// the other, which it then dominates. It is enough to look at the closest member
// above each, because one further up that is live here is live at the closest, too
// (Boissinot and others, "Revisiting Out-of-SSA Translation", 2009).
func (c *coalescer) apart(a, b *web) bool {
	if a.ty != b.ty || a.circuit || b.circuit || len(a.members)+len(b.members) > maxMembers ||
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

// joinSources joins the webs of phis with the values that feed them, but for those
// that a loop begins with: their registers are set right before it.
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

// joinParts joins the webs of values that are another with a part replaced with the
// webs of these, where the author had one variable for both.
func (c *coalescer) joinParts() {
	f := c.f
	for k := range c.webs {
		for _, v := range c.webs[k].members {
			if o := f.Op(v); o != op.Vec && o != op.Insert && o != op.InsertDynamic {
				continue
			}
			for j := range f.NumSrcs(v) {
				if s := f.Arg(v, j); c.webOf[s] != 0 && c.webs[c.webOf[s]-1].name != "" && c.webs[c.webOf[s]-1].name == c.webs[k].name {
					c.join(v, s)
				}
			}
		}
	}
}

// stores sets the registers of values that are no phis where they are computed.
func (c *coalescer) stores() {
	f := c.f
	for k := range c.webs {
		for _, v := range c.webs[k].members {
			if f.Op(v) == op.Phi {
				continue
			}
			b := f.BuildAfter(v)
			b.Span = f.SpanOf(v)
			i := b.Instr(op.StoreReg, 0, ssa.Whole(v))
			f.SetWords(i, [2]uint32{uint32(c.webs[k].reg)})
		}
	}
}

// copies sets the registers at the ends of the predecessors, or before the if one
// of whose arms does nothing.
func (c *coalescer) copies(phis []ssa.Value) {
	f := c.f
	var pending, early []regCopy
	for first := 0; first < len(phis); {
		block := f.Block(phis[first])
		last := first
		for last < len(phis) && f.Block(phis[last]) == block {
			last++
		}
		arm := c.idleArm(block)
		for k, pred := range f.Preds(block) {
			pending, early = pending[:0], early[:0]
			for _, p := range phis[first:last] {
				s := f.Arg(p, k)
				to, from := c.register(p), c.register(s)
				switch {
				case to == from || f.Op(s) == op.Undef:
				case pred == arm && c.settable(p, f.PrevNode(block)):
					early = append(early, regCopy{to, from, s})
				default:
					pending = append(pending, regCopy{to, from, s})
				}
			}
			if pred == c.entryOf(block) {
				c.countersLast(pending, phis[first:last])
			}
			pending = c.early(pending, block, pred)
			c.sequence(pending, f.EndOf(pred))
			if len(early) > 0 {
				c.sequence(early, f.EndOf(f.PrevNode(f.PrevNode(block))))
			}
		}
		first = last
	}
}

// early makes the copies that go from a continue list to a loop's header, but need
// nothing of the list, at the end of the loop's body, where there is one way from it
// to the list; it returns the others.
func (c *coalescer) early(pending []regCopy, header, pred ssa.NodeID) []regCopy {
	f := c.f
	n := f.Parent(header)
	if len(pending) == 0 || len(pending) > maxEarly || n == 0 || f.Kind(n) != ssa.NodeLoop || f.LoopHeader(n) != header || pred == f.Before(n) {
		return pending
	}
	l := f.LoopContinue(n)
	if l == 0 || len(f.Preds(f.ListFirst(l))) != 1 {
		return pending
	}
	var now, late []regCopy
	for _, x := range pending {
		if c.isIn(x.value, l) {
			late = append(late, x)
		} else {
			now = append(now, x)
		}
	}
	for n := -1; n != len(now); { // until none of those made early needs one that isn't
		n = len(now)
		early := now[:0]
		for _, x := range now {
			if c.needed(x.to, l, late) {
				late = append(late, x)
			} else {
				early = append(early, x)
			}
		}
		now = early
	}
	c.sequence(now, f.EndOf(f.Preds(f.ListFirst(l))[0]))
	return late
}

// needed reports whether a continue list, the copies that stay at its end, or
// something after the loop needs what a register held before, or sets the register.
func (c *coalescer) needed(r ssa.RegID, l ssa.ListID, late []regCopy) bool {
	f := c.f
	loop := f.ListParent(l)
	for _, v := range c.webs[c.webBy[r]].members {
		if c.isIn(v, l) {
			return true
		}
		if !c.live.In(f.ListFirst(l), v) {
			continue
		}
		if !c.isIn(v, f.LoopBody(loop)) {
			return true
		}
		for u := f.FirstUse(v); u != 0; u = f.NextUse(u) {
			i, n := f.UserOf(u)
			switch {
			case i == 0:
				n = f.Before(n)
			case f.Op(i) == op.Phi:
				n = f.Preds(f.Block(i))[f.UseIndex(u)]
				if f.Block(i) == f.LoopHeader(loop) && !slices.ContainsFunc(late, func(x regCopy) bool { return x.value == v }) {
					continue // by a copy that is made early as well
				}
			default:
				n = f.Block(i)
			}
			if c.isWithin(n, l) {
				return true
			}
		}
	}
	return false
}

// isIn reports whether a value is computed in a list, or in one within it.
func (c *coalescer) isIn(v ssa.Value, l ssa.ListID) bool { return c.isWithin(c.f.Block(v), l) }

func (c *coalescer) isWithin(n ssa.NodeID, l ssa.ListID) bool {
	for ; n != 0; n = c.f.Parent(n) {
		if c.f.ListOf(n) == l {
			return true
		}
	}
	return false
}

// countersLast moves the copies before a loop that set what its continue list
// changes to the end, next to the loop.
func (c *coalescer) countersLast(pending []regCopy, phis []ssa.Value) {
	f := c.f
	l := f.LoopContinue(f.Parent(f.Block(phis[0])))
	if l == 0 {
		return
	}
	counters := make(map[ssa.RegID]bool, len(phis))
	for _, p := range phis {
		for k := range f.NumSrcs(p) {
			if f.ListOf(f.Block(f.Arg(p, k))) == l {
				counters[c.register(p)] = true
			}
		}
	}
	slices.SortStableFunc(pending, func(a, b regCopy) int {
		switch x, y := counters[a.to], counters[b.to]; {
		case x == y:
			return 0
		case x:
			return 1
		}
		return -1
	})
}

// idleArm is the one block of an arm that does nothing of the if before a block,
// where the other arm does something; or 0.
func (c *coalescer) idleArm(block ssa.NodeID) ssa.NodeID {
	f := c.f
	n := f.PrevNode(block)
	if n == 0 || f.Kind(n) != ssa.NodeIf {
		return 0
	}
	idle := func(l ssa.ListID) bool { return f.NextNode(f.ListFirst(l)) == 0 && f.First(f.ListFirst(l)) == 0 }
	switch then, els := idle(f.Then(n)), idle(f.Else(n)); {
	case then == els:
		return 0
	case then:
		return f.ListFirst(f.Then(n))
	}
	return f.ListFirst(f.Else(n))
}

// settable reports whether the register of a phi after an if may be set before it:
// nothing needs what it held.
func (c *coalescer) settable(p ssa.Value, n ssa.NodeID) bool {
	w := &c.webs[c.webOf[p]-1]
	if w.circuit {
		return false
	}
	for _, v := range w.members {
		if c.live.Out(c.f.Before(n), v) || c.f.Cond(n).Value == v {
			return false
		}
	}
	return true
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
