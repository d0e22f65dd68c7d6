package pretty

// This file reads values from the variables that hold them, so that they need no
// names of their own:
//
//	%1 = load r             loop {
//	%2 = add %1, 1            ... r ...
//	... %1 ...                r = r + 1
//	store r, %2               ... r ...
//	... %2 ...
//
// A value that a variable was loaded from, or that was stored in it, is loaded anew for
// each use, as long as the variable holds it for certain. A store of the value that the
// variable holds already goes. A value that a variable holds only to keep it for later, set
// once, is used itself if it is visible. Addresses whose indices are read so are computed
// anew at each use.

import (
	"refract/internal/reuse"
	"refract/ir"
)

type copies struct {
	v       versions
	holders []holder    // by expression: where its value is
	reps    []ir.ExprID // by expression: the first one with its value, or 0
	holds   []holding   // by variable
	keeper  []bool      // by variable: set once, without a name
	open    []bool      // by block: its values can be seen
	ends    []ends      // by block
	origins []ir.ExprID // by expression: the address that it is computed anew for
	changed []bool      // by expression: the address of a compound assignment alone
	since   []int32     // by expression, of Loads: how many branches, loops and calls came before
	passed  int32       // how many came so far
	block   ir.BlockID
	local   []ir.ExprID // by variable: an expression that names it, or 0
}

// holder is a variable that holds a value, while its version is this.
type holder struct {
	local   ir.LocalID
	version int32
}

// holding is the value that a variable holds, while its version is this.
type holding struct {
	value   ir.ExprID
	version int32
}

// ends is whether the end of a block may be reached.
type ends uint8

const (
	endsNot ends = iota + 1
	endsFalling
)

func (t *Transforms) doCopies() {
	f, c := t.f, &t.copies
	if !t.hasTemps() {
		return
	}
	c.keeper = reuse.Zeroed(c.keeper, len(f.Locals))
	for l := 1; l < len(f.Locals); l++ {
		if t.isTemp(ir.LocalID(l)) {
			c.keeper[l] = t.locals[l].stores == 1 && t.locals[l].parts == 0 && f.Locals[l].Name == ""
		}
	}
	n := f.ExprCount()
	c.holders, c.reps, c.changed = reuse.Zeroed(c.holders, n), reuse.Zeroed(c.reps, n), reuse.Zeroed(c.changed, n)
	c.since, c.passed = reuse.Zeroed(c.since, n), 0
	c.origins = reuse.Zeroed(c.origins, n)
	c.holds, c.local = reuse.Zeroed(c.holds, len(f.Locals)), reuse.Zeroed(c.local, len(f.Locals))
	c.open, c.ends = reuse.Zeroed(c.open, f.BlockCount()), reuse.Zeroed(c.ends, f.BlockCount())
	c.v.reset(len(f.Locals), f.StmtCount())
	t.uses, t.at, t.named = reuse.Grown(t.uses, n), reuse.Grown(t.at, n), reuse.Grown(t.named, n)
	t.scan(f.Body)
	f.Body = t.copiesIn(f.Body)
}

// scan lists the stores in loops and finds the ends of blocks, and the addresses of
// compound assignments that have no other use. It reports whether something leaves the
// innermost loop or switch.
func (t *Transforms) scan(b ir.BlockID) (leaves bool) {
	f, c := t.f, &t.copies
	end := endsFalling
	for _, s := range f.Block(b) {
		switch f.StmtKind(s) {
		case ir.StmtEmit:
			for _, e := range f.Emit(s) {
				t.at[e] = b // which Branches may have moved
			}
		case ir.StmtStore:
			v := f.Store(s)
			if l := t.root(v.Pointer); l != 0 {
				c.v.stores = append(c.v.stores, l)
			}
			if t.uses[v.Pointer] == 2 && f.Kind(v.Value) == ir.KindBinary {
				if x := f.Binary(v.Value).Left; f.Kind(x) == ir.KindLoad && f.Operand(x) == v.Pointer {
					c.changed[v.Pointer] = true
				}
			}
		case ir.StmtBreak:
			leaves = true
			end = endsNot
		case ir.StmtCall, ir.StmtAtomic, ir.StmtImageAtomic, ir.StmtWorkgroupUniformLoad, ir.StmtRayQuery, ir.StmtPipeline,
			ir.StmtSubgroupBallot, ir.StmtSubgroupGather, ir.StmtSubgroupCollective, ir.StmtCooperative:
			if r := f.StmtResult(s); r != 0 {
				t.at[r] = b
			}
		case ir.StmtContinue, ir.StmtReturn, ir.StmtTerminate:
			end = endsNot
		case ir.StmtBlock:
			inner := f.BlockStmt(s)
			leaves = t.scan(inner) || leaves
			end = c.endOf(inner)
		case ir.StmtIf:
			v := f.If(s)
			leaves = t.scan(v.Accept) || leaves
			leaves = t.scan(v.Reject) || leaves
			end = max(c.endOf(v.Accept), c.endOf(v.Reject))
		case ir.StmtSwitch:
			out := false
			cases := f.Switch(s).Cases
			for k := range cases {
				out = t.scan(cases[k].Body) || out
				out = out || c.endOf(cases[k].Body) == endsFalling && !cases[k].FallThrough
			}
			if !out {
				end = endsNot
			}
		case ir.StmtLoop:
			v := f.Loop(s)
			r := &c.v.loops[s]
			r.from = int32(len(c.v.stores))
			out := t.scan(v.Body)
			t.scan(v.Continuing)
			r.to = int32(len(c.v.stores))
			if !out && v.BreakIf == 0 {
				end = endsNot
			}
		}
	}
	if b != 0 {
		c.ends[b] = end
	}
	return leaves
}

// endOf is how a block that scan has been at ends.
func (c *copies) endOf(b ir.BlockID) ends {
	if b == 0 {
		return endsFalling
	}
	return c.ends[b]
}

func (c *copies) falls(b ir.BlockID) bool { return c.endOf(b) == endsFalling }

// copiesIn rewrites a block.
func (t *Transforms) copiesIn(b ir.BlockID) ir.BlockID {
	return t.copiesUntil(b, 0, false)
}

// copiesUntil rewrites a block, and for the continuing block of a loop the values used at
// its end.
func (t *Transforms) copiesUntil(b ir.BlockID, s ir.StmtID, isContinuing bool) ir.BlockID {
	f, c := t.f, &t.copies
	outer := c.block
	c.block = b
	if b != 0 {
		c.open[b] = true
	}
	mark := t.b.Begin()
	for _, s := range f.Block(b) {
		if f.StmtKind(s) != ir.StmtEmit {
			t.copiesInStmt(s)
			continue
		}
		for _, e := range f.Emit(s) {
			t.b.Span = f.SpanOf(e)
			f.MapOperands(e, t.operand)
			t.b.Pend(e)
			if f.Kind(e) == ir.KindLoad {
				t.loaded(e)
			}
		}
	}
	if isContinuing {
		t.b.Span = f.StmtSpan(s)
		f.MapStmtOperands(s, t.operand)
	} else if b != 0 && (s == 0 || f.StmtKind(s) != ir.StmtLoop) {
		c.open[b] = false // a loop's body can be seen in its continuing block
	}
	c.block = outer
	return t.b.End(mark)
}

func (t *Transforms) copiesInStmt(s ir.StmtID) {
	f, c := t.f, &t.copies
	t.b.Span = f.StmtSpan(s)
	switch f.StmtKind(s) {
	case ir.StmtStore:
		t.copiesInStore(s)
		return
	case ir.StmtBlock:
		f.SetBlock(s, 0, t.copiesIn(f.BlockStmt(s)))
	case ir.StmtIf:
		f.MapStmtOperands(s, t.operand)
		t.b.Flush()
		v := f.If(s)
		lists, which := [2]ir.BlockID{v.Accept, v.Reject}, [2]int{0, 1}
		if c.falls(v.Accept) && !c.falls(v.Reject) { // what goes on after the if comes last
			lists, which = [2]ir.BlockID{v.Reject, v.Accept}, [2]int{1, 0}
		}
		k := c.v.fork()
		f.SetBlock(s, which[0], t.copiesIn(lists[0]))
		c.v.arm(k, c.falls(lists[0]))
		f.SetBlock(s, which[1], t.copiesIn(lists[1]))
		if c.falls(lists[0]) {
			c.v.arm(k, c.falls(lists[1]))
			c.v.join(k)
		}
	case ir.StmtSwitch:
		f.MapStmtOperands(s, t.operand)
		t.b.Flush()
		c.v.open(s, false)
		for k := range f.Switch(s).Cases {
			x := f.Switch(s).Cases[k]
			f.SetBlock(s, k, t.copiesIn(x.Body))
			c.v.clause(c.falls(x.Body), x.FallThrough)
		}
		c.v.close()
	case ir.StmtLoop:
		t.b.Flush()
		v := f.Loop(s)
		c.v.open(s, true)
		f.SetBlock(s, 0, t.copiesUntil(v.Body, s, false))
		if !c.v.continuing(c.falls(v.Body)) && v.Body != 0 {
			c.open[v.Body] = false // not all of it was evaluated on every way there
		}
		f.SetBlock(s, 1, t.copiesUntil(v.Continuing, s, true))
		if v.Body != 0 {
			c.open[v.Body] = false
		}
		if v.Continuing != 0 {
			c.open[v.Continuing] = false
		}
		if v.BreakIf != 0 {
			c.v.breakIf()
		}
		c.v.close()
	case ir.StmtBreak:
		c.v.jump(toEnd)
	case ir.StmtContinue:
		c.v.jump(toContinuing)
	default:
		f.MapStmtOperands(s, t.operand)
	}
	c.passed++
	t.b.Push(s)
}

// loaded notes the value of a Load of a variable.
func (t *Transforms) loaded(e ir.ExprID) {
	f, c := t.f, &t.copies
	p := f.Operand(e)
	if f.Kind(p) != ir.KindLocal || !t.isTemp(f.LocalRef(p)) || int(e) >= len(c.holders) {
		return
	}
	l := f.LocalRef(p)
	c.since[e] = c.passed
	h := &c.holds[l]
	if h.value != 0 && h.version == c.v.now[l] {
		c.reps[e] = h.value
		return
	}
	*h = holding{e, c.v.now[l]}
	c.holders[e] = holder{l, c.v.now[l]}
}

// copiesInStore rewrites a store.
func (t *Transforms) copiesInStore(s ir.StmtID) {
	f, c := t.f, &t.copies
	v := f.Store(s)
	l := t.root(v.Pointer)
	whole := l != 0 && t.isTemp(l) && f.Kind(v.Pointer) == ir.KindLocal
	x := t.rep(v.Value)
	if whole {
		if h := c.holds[l]; h.value == x && h.version == c.v.now[l] {
			return
		}
	}
	pointer := v.Pointer
	if f.Kind(v.Value) == ir.KindBinary {
		if left := f.Binary(v.Value).Left; f.Kind(left) == ir.KindLoad && t.at[v.Value] == c.block &&
			int(f.Operand(left)) < len(c.origins) && c.origins[f.Operand(left)] == pointer {
			pointer = f.Operand(left) // of a compound assignment, computed anew there
			t.orphan(v.Pointer)
		}
	}
	f.MapStmtOperands(s, func(o ir.ExprID) ir.ExprID {
		switch o {
		case v.Value:
			return t.operand(o)
		case v.Pointer:
			if pointer != o {
				return pointer
			}
		}
		return t.operand(o)
	})
	t.b.Push(s)
	if l == 0 {
		return
	}
	c.v.set(l)
	if !whole {
		return
	}
	c.holds[l] = holding{x, c.v.now[l]}
	if int(x) < len(c.holders) && !c.keeper[l] && !t.isFree(x) && !t.isHeld(x) {
		c.holders[x] = holder{l, c.v.now[l]}
	}
}

// rep is the first expression that has the value of one.
func (t *Transforms) rep(e ir.ExprID) ir.ExprID {
	if c := &t.copies; int(e) < len(c.reps) && c.reps[e] != 0 {
		return c.reps[e]
	}
	return e
}

// isHeld reports whether a variable holds a value here.
func (t *Transforms) isHeld(e ir.ExprID) bool {
	c := &t.copies
	if int(e) >= len(c.holders) {
		return false
	}
	h := c.holders[e]
	return h.local != 0 && c.v.now[h.local] == h.version
}

// isFree reports whether a value reads as well as a variable: it exists everywhere, or
// is a part of a parameter or a uniform.
func (t *Transforms) isFree(e ir.ExprID) bool {
	f := t.f
	if f.Kind(e) == ir.KindLoad {
		e = f.Operand(e)
		if s := t.m.Types.At(f.TypeOf(e)).Space; s != ir.SpaceUniform && s != ir.SpaceImmediate {
			return false
		}
		for f.Kind(e) == ir.KindAccessIndex && !t.isNamed(e) {
			e = f.Operand(e)
		}
		return f.Kind(e) == ir.KindGlobal
	}
	for (f.Kind(e) == ir.KindAccessIndex || f.Kind(e) == ir.KindSwizzle) && !t.isNamed(e) {
		e = f.Operand(e)
	}
	return f.Kind(e).IsImplicit()
}

func (t *Transforms) isNamed(e ir.ExprID) bool { return int(e) < len(t.named) && t.named[e] }

// operand is the replacement of an operand of the expression that the builder is about to
// put down.
func (t *Transforms) operand(e ir.ExprID) ir.ExprID {
	f := t.f
	if f.Kind(e).IsImplicit() || int(e) >= len(t.uses) {
		return e
	}
	n := e
	if t.isPointer(e) {
		n = t.address(e)
	} else {
		n = t.value(e)
	}
	if n != e {
		t.orphan(e)
	}
	return n
}

// value is the replacement of an operand other than an address.
func (t *Transforms) value(e ir.ExprID) ir.ExprID {
	f, c := t.f, &t.copies
	v := t.rep(e)
	if t.isHeld(v) {
		l := c.holders[v].local
		if int(e) < len(t.uses) && t.uses[e] == 1 && t.at[e] == c.block && c.since[e] == c.passed && f.Kind(e) == ir.KindLoad &&
			f.Kind(f.Operand(e)) == ir.KindLocal && f.LocalRef(f.Operand(e)) == l && !t.named[e] {
			return e // it is loaded for this use
		}
		n := t.load(l)
		c.reps = reuse.Grown(c.reps, int(n)+1)
		c.reps[n] = v
		return n
	}
	if v != e && (f.Kind(v) == ir.KindArgument || !f.Kind(v).IsImplicit() && c.open[t.at[v]]) {
		return v
	}
	return e
}

// load loads a variable at the builder's place.
func (t *Transforms) load(l ir.LocalID) ir.ExprID {
	c := &t.copies
	if c.local[l] == 0 {
		c.local[l] = t.b.Local(l)
	}
	return t.b.Load(c.local[l])
}

// address is an address, computed anew if it is used more than once and an index is
// read from a variable here.
func (t *Transforms) address(e ir.ExprID) ir.ExprID {
	c := &t.copies
	if t.named[e] || c.changed[e] || t.uses[e] < 2 && t.at[e] == c.block || !t.isIndexed(e) {
		return e
	}
	n := t.rematerialize(e)
	c.origins = reuse.Grown(c.origins, int(n)+1)
	c.origins[n] = e
	return n
}

// isIndexed reports whether an index in an address is read from a variable here.
func (t *Transforms) isIndexed(e ir.ExprID) bool {
	f := t.f
	for !t.isNamed(e) {
		switch f.Kind(e) {
		case ir.KindAccess:
			a := f.Access(e)
			if t.isHeld(t.rep(a.Index)) {
				return true
			}
			e = a.Base
		case ir.KindAccessIndex:
			e = f.Operand(e)
		default:
			return false
		}
	}
	return false
}

// rematerialize computes an address anew at the builder's place.
func (t *Transforms) rematerialize(e ir.ExprID) ir.ExprID {
	f := t.f
	if t.isNamed(e) {
		return e
	}
	switch f.Kind(e) {
	case ir.KindAccess:
		a := f.Access(e)
		a.Base = t.rematerialize(a.Base)
		if t.isHeld(t.rep(a.Index)) {
			a.Index = t.value(a.Index)
		}
		return t.b.Pend(f.AddAccess(f.TypeOf(e), f.Flags(e), a, t.b.Span))
	case ir.KindAccessIndex:
		a := f.AccessIndex(e)
		a.Base = t.rematerialize(a.Base)
		return t.b.Pend(f.AddAccessIndex(f.TypeOf(e), a, t.b.Span))
	}
	return e
}
