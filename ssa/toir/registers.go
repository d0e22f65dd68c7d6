package toir

// This file looks at how registers are used before a function is converted: which
// values are read where they still are in a register, and where the variable that
// a register becomes is declared, namely in the innermost list that holds all of
// its uses, with its first value where that is set first:
//
//	store_reg r, %zero             var sum = 0;
//	loop {                         loop {
//	  %1 = load_reg r                sum = sum + a[i];
//	  %2 = iadd %1, %x             }
//	  store_reg r, %2
//	}
//
// A variable that some way leads to without a value must keep what it had when its
// scope was left and entered again: it is declared for the whole function.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// register is what is known of a register.
type register struct {
	local   ir.LocalID
	uses    []regUse
	list    ssa.ListID  // the innermost that holds all uses; 0 with node 0: there are none
	node    ssa.NodeID  // in list: the first with a use
	last    ssa.NodeID  // in list: the last
	at      ssa.InstrID // the store in node that is the first use, or 0
	first   int         // uses in node
	whole   bool        // declared for the whole function
	circuit bool        // of a && or || that is a branch: declared there
	after   ssa.RegID   // the next that is declared before the same node
}

// regUse is a load or store of a register.
type regUse struct {
	block ssa.NodeID
	store bool
}

// home is the register that holds a value, while its version is this.
type home struct {
	reg     ssa.RegID
	version int32
}

// What is known of a value.
const (
	isHeld   = 1 << iota // by a register, for some time
	isNeeded             // by itself, for some use
	isAnew               // an address that is computed where it is used: see isIndexed
)

// registers looks at the registers of the function.
func (c *converter) registers() {
	g := c.g
	c.regs = zeroed(c.regs, len(g.Regs))
	c.now.scan(c)
	if !c.held {
		return
	}
	c.homes = zeroed(c.homes, g.InstrCount())
	c.known = zeroed(c.known, g.InstrCount())
	c.declares = zeroed(c.declares, g.NodeCount())
	c.levels()
	c.findUses()
	c.lookList(ssa.Body)
	for r := 1; r < len(g.Regs); r++ {
		x := &c.regs[r]
		if x.node == 0 {
			continue
		}
		t := g.Regs[r].Type
		if n := g.Regs[r].Length; n != 0 {
			t = c.types.Array(t, n)
		}
		x.local = c.f.AddLocal(ir.Local{Name: g.Regs[r].Name, Type: t})
		if x.circuit {
			continue
		}
		x.whole = g.Regs[r].Length != 0 || x.at == 0 && g.InnermostLoop(x.node) != 0 && c.exposed(ssa.RegID(r))
	}
	for r := len(g.Regs) - 1; r > 0; r-- {
		if x := &c.regs[r]; x.node != 0 && x.at == 0 && !x.whole && !x.circuit {
			x.after = c.declares[x.node]
			c.declares[x.node] = ssa.RegID(r)
		}
	}
	c.now.restart()
	clear(c.homes)
}

// findUses lists the loads and stores of each register.
func (c *converter) findUses() {
	g := c.g
	for b := range g.Blocks() {
		for i := range g.Instrs(b) {
			if o := g.Op(i); o == op.LoadReg || o == op.StoreReg {
				x := &c.regs[g.Word(i, 0)]
				x.uses = append(x.uses, regUse{b, o == op.StoreReg})
			}
		}
	}
}

// levels numbers the lists by how many are around them; a continue list's is that
// of its loop's body.
func (c *converter) levels() {
	g := c.g
	c.level = c.level[:0]
	for b := range g.Blocks() {
		l := g.ListOf(b)
		for len(c.level) <= int(l) {
			c.level = append(c.level, -1)
		}
		if c.level[l] < 0 {
			c.level[l] = 0
			if p := g.ListParent(l); p != 0 {
				c.level[l] = c.level[g.ListOf(p)] + 1
			}
		}
	}
}

// used notes a use of a register in a node of a list.
func (c *converter) used(r ssa.RegID, n ssa.NodeID, store ssa.InstrID) {
	g := c.g
	x := &c.regs[r]
	l := g.ListOf(n)
	if x.node == 0 {
		x.list, x.node, x.last, x.at, x.first = l, n, n, store, 1
		return
	}
	up := func() { n = g.ListParent(l); l = g.ListOf(n) }
	for c.level[l] > c.level[x.list] {
		up()
	}
	for x.list != l {
		x.node = g.ListParent(x.list)
		x.list, x.last, x.at = g.ListOf(x.node), x.node, 0
		if c.level[l] > c.level[x.list] {
			up()
		}
	}
	if x.node == n {
		x.first++
	}
	x.last = n
}

// look notes the use of a value in a node.
func (c *converter) look(v ssa.Value, n ssa.NodeID) {
	if v == 0 {
		return
	}
	if r := c.inRegister(v); r != 0 {
		c.used(r, n, 0)
		return
	}
	c.known[v] |= isNeeded
	if c.isAnew(v) || c.g.Op(v).Class() == op.ClassDeref && !c.inScope(c.g.ListOf(c.g.Block(v)), c.g.ListOf(n)) || c.isFree(v) {
		for k := range c.g.NumSrcs(v) { // it is computed again here
			c.look(c.g.Arg(v, k), n)
		}
	}
}

func (c *converter) lookList(l ssa.ListID) {
	g := c.g
	for n := range c.nodes(l) {
		switch g.Kind(n) {
		case ssa.NodeBlock:
			for i := range g.Instrs(n) {
				c.lookInstr(i, n)
			}
		case ssa.NodeIf:
			c.lookCondition(n)
			first, second := c.arms(n)
			f := c.now.fork()
			c.lookList(first)
			c.now.arm(f, c.falls(first))
			c.lookList(second)
			if c.falls(first) {
				c.now.arm(f, c.falls(second))
				c.now.join(f)
			}
		case ssa.NodeLoop:
			c.now.open(true)
			c.lookList(g.LoopBody(n))
			c.now.continuing(c.falls(g.LoopBody(n)))
			if k := g.LoopContinue(n); k != 0 {
				c.lookList(k)
			}
			c.now.close()
		case ssa.NodeSwitch:
			c.look(g.Cond(n).Value, n)
			c.now.open(false)
			cases := g.Cases(n)
			for k := range cases {
				c.lookList(cases[k].List)
				c.now.clause(c.falls(cases[k].List), cases[k].FallThrough)
			}
			c.now.close()
		}
	}
}

// lookCondition notes the use of an if's condition, which may be a comparison that
// is written there.
func (c *converter) lookCondition(n ssa.NodeID) {
	g := c.g
	v := g.Cond(n).Value
	c.look(v, n)
	if g.Op(v).Class() == op.ClassALU {
		for k := range g.NumSrcs(v) {
			c.look(g.Arg(v, k), n)
		}
	}
	if x := c.circuit(n); x.load != 0 {
		c.known[x.load] |= isNeeded
		c.regs[x.reg].circuit = true
	}
}

func (c *converter) lookInstr(i ssa.InstrID, n ssa.NodeID) {
	g := c.g
	switch g.Op(i) {
	case op.LoadReg:
		c.look(c.optional(i, 0), n)
		c.used(ssa.RegID(g.Word(i, 0)), n, 0)
		c.loaded(i)
	case op.StoreReg:
		v, index := g.Arg(i, 0), c.optional(i, 1)
		if c.isIdle(i) {
			return
		}
		if c.known[v]&isHeld != 0 || g.ListOf(g.Block(v)) != g.ListOf(n) {
			c.look(v, n) // where no register holds it any longer it needs a name
		}
		c.look(index, n)
		at := i
		if index != 0 {
			at = 0
		}
		c.used(ssa.RegID(g.Word(i, 0)), n, at)
		c.stored(i)
	default:
		for k := range g.NumSrcs(i) {
			c.look(g.Arg(i, k), n)
		}
		c.look(c.takenApart(i), n)
		if c.isIndexed(i) {
			c.known[i] |= isAnew
		}
		switch g.Op(i) {
		case op.Break:
			c.now.jump(toEnd)
		case op.Continue:
			c.now.jump(toContinue)
		}
	}
}

// loaded notes that a register holds the value that is loaded from it.
func (c *converter) loaded(i ssa.InstrID) {
	if r := ssa.RegID(c.g.Word(i, 0)); c.g.Regs[r].Length == 0 && !c.regs[r].circuit {
		c.homes[i] = home{r, c.now.now[r]}
		c.known[i] |= isHeld
	}
}

// isIdle reports whether a register already holds what an instruction sets it to.
func (c *converter) isIdle(i ssa.InstrID) bool {
	return c.optional(i, 1) == 0 && c.inRegister(c.g.Arg(i, 0)) == ssa.RegID(c.g.Word(i, 0))
}

// stored notes that a register changes, and holds the value that is stored, unless
// that is read otherwise better.
func (c *converter) stored(i ssa.InstrID) {
	g := c.g
	r := ssa.RegID(g.Word(i, 0))
	c.now.set(r)
	v := g.Arg(i, 0)
	if g.Regs[r].Length != 0 || c.regs[r].circuit || c.isFree(v) || g.Type(v) != g.Regs[r].Type {
		return
	}
	if c.inRegister(v) == 0 {
		c.homes[v] = home{r, c.now.now[r]}
		c.known[v] |= isHeld
	}
}

// exposed reports whether a load of a register may be reached from the function's
// start without a store.
func (c *converter) exposed(r ssa.RegID) bool {
	g := c.g
	c.visit++
	if len(c.visited) < 2*g.NodeCount() {
		c.visited = make([]int32, 2*g.NodeCount())
	}
	stores, seen := c.visited[:g.NodeCount()], c.visited[g.NodeCount():]
	work := c.work[:0]
	for _, u := range c.regs[r].uses {
		if u.store {
			stores[u.block] = c.visit
		} else if stores[u.block] != c.visit {
			work = append(work, u.block)
		}
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == g.FirstBlock() {
			c.work = work
			return true
		}
		for _, p := range g.Preds(b) {
			if stores[p] != c.visit && seen[p] != c.visit {
				seen[p] = c.visit
				work = append(work, p)
			}
		}
	}
	c.work = work
	return false
}

// declare declares what is declared before a node.
func (c *converter) declare(n ssa.NodeID) {
	if !c.held {
		return
	}
	for r := c.declares[n]; r != 0; r = c.regs[r].after {
		c.b.DeclareLocal(c.regs[r].local, 0)
	}
}

// inRegister is the register that holds a value here, or 0.
func (c *converter) inRegister(v ssa.Value) ssa.RegID {
	if c.held {
		if h := c.homes[v]; h.reg != 0 && c.now.now[h.reg] == h.version {
			return h.reg
		}
	}
	return 0
}

// isChanged reports whether an address is that of a compound assignment, and nothing
// else: of a load, and of a store of what one operation makes of the value.
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

// isIndexed reports whether an address used more than once depends on an index that
// is in a register here, or is a component of a parameter: neither needs a name.
func (c *converter) isIndexed(v ssa.Value) bool {
	g := c.g
	if u := g.FirstUse(v); g.Op(v).Class() != op.ClassDeref || g.NameOf(v) != "" || u == 0 || g.NextUse(u) == 0 || c.isChanged(v) {
		return false
	}
	for g.Op(v).IsPath() {
		if i := g.Arg(v, g.NumSrcs(v)-1); g.Op(v) == op.DerefArray && (c.inRegister(i) != 0 || c.isParamPart(i) && g.Op(i) != op.Param) {
			return true
		}
		if v = g.Arg(v, 0); g.NameOf(v) != "" {
			return false
		}
	}
	return false
}

// isAnew reports whether an address is computed anew where it is used.
func (c *converter) isAnew(v ssa.Value) bool {
	if c.held {
		return c.known[v]&isAnew != 0
	}
	return c.isIndexed(v)
}

// isKept reports whether a value needs no name: registers hold it wherever it is
// used.
func (c *converter) isKept(v ssa.Value) bool {
	return c.held && c.known[v]&(isHeld|isNeeded) == isHeld
}

// circuit is a && or || that is a branch:
//
//	if %c { ... store_reg r, %x } else { store_reg r, %false }  %1 = load_reg r
type circuit struct {
	load ssa.InstrID
	reg  ssa.RegID
	arm  ssa.ListID // evaluates the right side
}

// circuit looks whether an if is one; load is 0 if it isn't.
func (c *converter) circuit(n ssa.NodeID) (none circuit) {
	g := c.g
	after := g.After(n)
	load := g.First(after)
	if !c.held || load == 0 || g.Op(load) != op.LoadReg || g.Type(load) != ir.TypeBool {
		return none
	}
	r := ssa.RegID(g.Word(load, 0))
	x := c.regs[r].uses
	if len(x) != 3 || x[2].block != after || g.Regs[r].Name != "" {
		return none
	}
	for known, l := range [...]ssa.ListID{g.Else(n), g.Then(n)} {
		other := g.Then(n)
		if known == 1 {
			other = g.Else(n)
		}
		b := g.ListFirst(l)
		i, j := g.First(b), g.Last(g.ListLast(other))
		if i == 0 || i != g.Last(b) || g.NextNode(b) != 0 || !c.stores(i, r) || j == 0 || !c.stores(j, r) {
			continue
		}
		if v := g.Arg(i, 0); v == g.Cond(n).Value || g.IsConst(v) && g.ConstBits(v, 0) == uint64(known) {
			return circuit{load, r, other}
		}
	}
	return none
}

// stores reports whether an instruction sets a register.
func (c *converter) stores(i ssa.InstrID, r ssa.RegID) bool {
	return c.g.Op(i) == op.StoreReg && ssa.RegID(c.g.Word(i, 0)) == r && c.optional(i, 1) == 0
}
