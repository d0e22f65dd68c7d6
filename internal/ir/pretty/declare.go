package pretty

// This file declares temporaries near their uses: in the innermost block that holds all of
// their uses, with their first value if that is set first.
//
//	store sum, 0                   var sum = 0;
//	loop {                         for (var i = 0; i < n; i++) {
//	  store sum, (add ...)           sum = sum + a[i];
//	}                              }
//
// A variable that some way leads to without a value must keep its value when its scope is
// left and entered again: it stays one of the whole function. The counter of a for loop
// that nothing else uses is declared in the loop's head.

import (
	"refract/internal/reuse"
	"refract/ir"
)

type declare struct {
	vars   []declared
	blocks []place      // by block: the statement that holds it
	index  []int32      // by block that is open: the statement being looked at
	open   []bool       // by block
	loops  []bool       // by block: in a loop
	before []ir.LocalID // by statement: the first variable that is declared before it
	next   []ir.LocalID // by variable: the next

	assigned assigned
}

// place is a statement of a block.
type place struct {
	block ir.BlockID
	index int32
}

// declared is the places of a variable's uses.
type declared struct {
	used    bool
	exposed bool       // something may load it that nothing has stored
	list    ir.BlockID // the innermost that holds all uses
	from    int32      // statement of list: the first with a use
	second  int32      // statement of list: the second, or 0
	to      int32      // statement of list: the last
	at      ir.StmtID  // the store that is the first use, or 0
}

func (t *Transforms) doDeclare() {
	f, d := t.f, &t.declare
	if !t.hasTemps() {
		return
	}
	d.vars = reuse.Zeroed(d.vars, len(f.Locals))
	d.next = reuse.Zeroed(d.next, len(f.Locals))
	n := f.BlockCount()
	d.blocks, d.index, d.open = reuse.Zeroed(d.blocks, n), reuse.Zeroed(d.index, n), reuse.Zeroed(d.open, n)
	d.loops, d.before = reuse.Zeroed(d.loops, n), reuse.Zeroed(d.before, f.StmtCount())
	t.findUses(f.Body)
	if f.MayHaveStmt(ir.StmtLoop) {
		t.findExposed()
	}
	for l := len(f.Locals) - 1; l > 0; l-- {
		x := &d.vars[l]
		if !x.used || x.at != 0 || !t.isTemp(ir.LocalID(l)) || d.loops[x.list] && x.exposed {
			continue
		}
		s := f.Block(x.list)[x.from]
		d.next[l] = d.before[s]
		d.before[s] = ir.LocalID(l)
	}
	f.Body = t.declareIn(f.Body)
}

// findUses finds the uses of temporaries.
func (t *Transforms) findUses(b ir.BlockID) {
	f, d := t.f, &t.declare
	if b == 0 {
		return
	}
	d.open[b] = true
	for i, s := range f.Block(b) {
		d.index[b] = int32(i)
		enter := func(inner ir.BlockID, inLoop bool) {
			if inner != 0 {
				d.blocks[inner] = place{b, int32(i)}
				d.loops[inner] = d.loops[b] || inLoop
				t.findUses(inner)
			}
		}
		switch f.StmtKind(s) {
		case ir.StmtEmit:
			for _, e := range f.Emit(s) {
				switch f.Kind(e) {
				case ir.KindLoad, ir.KindAccess, ir.KindAccessIndex: // all that takes the address of a temporary
					if p := f.Operand(e); f.Kind(p) == ir.KindLocal {
						d.use(f.LocalRef(p), b, 0)
					}
				}
			}
		case ir.StmtStore:
			if p := f.Store(s).Pointer; f.Kind(p) == ir.KindLocal {
				d.use(f.LocalRef(p), b, s)
			}
		case ir.StmtBlock:
			enter(f.BlockStmt(s), false)
		case ir.StmtIf:
			v := f.If(s)
			enter(v.Accept, false)
			enter(v.Reject, false)
		case ir.StmtSwitch:
			for _, c := range f.Switch(s).Cases {
				enter(c.Body, false)
			}
		case ir.StmtLoop:
			v := f.Loop(s)
			enter(v.Body, true)
			enter(v.Continuing, true)
		}
	}
	d.open[b] = false
}

// use notes the use of a variable in a block, by a store of the whole or otherwise.
func (d *declare) use(l ir.LocalID, b ir.BlockID, store ir.StmtID) {
	x := &d.vars[l]
	if !x.used {
		*x = declared{used: true, list: b, from: d.index[b], to: d.index[b], at: store}
		return
	}
	for !d.open[x.list] {
		at := d.blocks[x.list]
		x.list, x.from, x.to, x.second, x.at = at.block, at.index, at.index, 0, 0
	}
	i := d.index[x.list]
	if i != x.from && x.second == 0 {
		x.second = i
	}
	x.to = i
}

// declareIn puts declarations in a block.
func (t *Transforms) declareIn(b ir.BlockID) ir.BlockID {
	f, d := t.f, &t.declare
	mark := t.b.Begin()
	list := f.Block(b)
	var counter ir.StmtID // the store that declares the counter of the next loop
	var init []ir.ExprID  // what is evaluated for it
	for i, s := range list {
		for l := d.before[s]; l != 0; l = d.next[l] {
			t.b.Span = f.StmtSpan(s)
			t.b.DeclareLocal(l, 0)
		}
		switch f.StmtKind(s) {
		case ir.StmtEmit:
			if n := t.initLength(list, i); n > 0 {
				e := f.Emit(s)
				for _, x := range e[:len(e)-n] {
					t.b.Pend(x)
				}
				t.b.Flush()
				init = append(init, e[len(e)-n:]...)
				continue
			}
		case ir.StmtStore:
			l := t.declares(s)
			if l == 0 {
				break
			}
			if k := t.counted(list, i, l); k != 0 && (f.Kind(f.Store(s).Value).IsImplicit() || k == i+1) {
				counter = s
				continue
			}
			t.b.Span = f.StmtSpan(s)
			t.b.DeclareLocal(l, f.Store(s).Value)
			continue
		case ir.StmtLoop:
			t.inner(s, t.declareIn)
			if counter == 0 {
				break
			}
			inside := t.b.Begin()
			for _, x := range init {
				t.b.Pend(x)
			}
			v := f.Store(counter)
			t.b.Span = f.StmtSpan(counter)
			t.b.DeclareLocal(f.LocalRef(v.Pointer), v.Value)
			t.b.Push(s)
			t.b.Span = f.StmtSpan(s)
			t.b.Nested(t.b.End(inside))
			counter, init = 0, init[:0]
			continue
		default:
			t.inner(s, t.declareIn)
		}
		t.b.Push(s)
	}
	return t.b.End(mark)
}

// declares is the variable that a store declares, or 0.
func (t *Transforms) declares(s ir.StmtID) ir.LocalID {
	f := t.f
	if p := f.Store(s).Pointer; f.Kind(p) == ir.KindLocal {
		if l := f.LocalRef(p); t.isTemp(l) && t.declare.vars[l].at == s {
			return l
		}
	}
	return 0
}

// counted is the place of the for loop whose counter a variable is that the statement
// at i declares, if nothing but the loop uses it, and no branch stands between the two;
// or 0.
func (t *Transforms) counted(list []ir.StmtID, i int, l ir.LocalID) int {
	f := t.f
	x := &t.declare.vars[l]
	k := int(x.second)
	if k == 0 || int(x.to) != k || f.StmtKind(list[k]) != ir.StmtLoop {
		return 0
	}
	if v := f.Loop(list[k]); v.Shape != ir.LoopFor || t.counter(v) != l {
		return 0
	}
	for _, s := range list[i+1 : k] {
		switch f.StmtKind(s) {
		case ir.StmtEmit, ir.StmtStore, ir.StmtLocal:
		default:
			return 0
		}
	}
	return k
}

// counter is the variable that ends the iterations of a loop by changing, or 0.
func (t *Transforms) counter(v ir.Loop) ir.LocalID {
	f := t.f
	for _, s := range f.Block(v.Continuing) {
		if f.StmtKind(s) == ir.StmtStore && f.Kind(f.Store(s).Pointer) == ir.KindLocal {
			return f.LocalRef(f.Store(s).Pointer)
		}
	}
	return 0
}

// initLength is how many expressions at the end of the Emit at i are evaluated for the
// first value of a counter alone, which the next two statements declare and count.
func (t *Transforms) initLength(list []ir.StmtID, i int) (n int) {
	f := t.f
	if i+2 >= len(list) || f.StmtKind(list[i+1]) != ir.StmtStore {
		return 0
	}
	l := t.declares(list[i+1])
	if l == 0 || t.counted(list, i+1, l) != i+2 {
		return 0
	}
	e := f.Emit(list[i])
	t.ops = append(t.ops[:0], f.Store(list[i+1]).Value)
	for n < len(e) {
		x := e[len(e)-1-n]
		wanted := false
		for _, o := range t.ops {
			wanted = wanted || o == x
		}
		if !wanted || t.uses[x] != 1 || t.named[x] {
			break
		}
		t.ops = f.Operands(x, t.ops)
		n++
	}
	return n
}
