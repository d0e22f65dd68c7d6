package pretty

// This file sets variables ahead of a loop that most ways out of it set.
//
//	loop {                                  r = false;
//	  if i < n {} else {                    loop {
//	    r = false; break;                     if i < n {} else {
//	  }                                         break;
//	  if a[i] == x { r = true; break; }       }
//	}                                         if a[i] == x { r = true; break; }
//	                                        }
//
// Every way out stores the variable as the last it does, and nothing else in the loop
// loads or stores it: so the loop may begin with any value in it, and a condition at its
// head can be one.

import (
	"refract/internal/reuse"
	"refract/ir"
)

type defaults struct {
	now    int32       // statements that were walked
	loaded []int32     // by variable: when it was last loaded
	stored []int32     // by variable: when it was last stored, but for ways out of loops that are open
	counts []int32     // by variable: ways out that store it
	ways   []wayOut    // out of the loops that are open
	loops  []wayLoop   // loops and switches that are open
	drop   []bool      // by statement
	first  []ir.StmtID // by statement: a store that goes ahead of it
	more   []ir.StmtID // by statement that goes ahead of another: the next
}

// wayOut is a store on a way out of a loop.
type wayOut struct {
	local ir.LocalID
	store ir.StmtID
	exit  int32 // which way
}

// wayLoop is a loop, or a switch, that breaks lead out of, too.
type wayLoop struct {
	isLoop bool
	mark   int   // its first way
	from   int32 // when it began
	exits  int32
}

func (t *Transforms) doDefaults() {
	f, d := t.f, &t.defaults
	if !f.MayHaveStmt(ir.StmtLoop) || !t.hasTemps() {
		return
	}
	d.now, d.ways, d.loops, d.drop = 1, d.ways[:0], d.loops[:0], d.drop[:0]
	d.loaded, d.stored, d.counts = reuse.Zeroed(d.loaded, len(f.Locals)), reuse.Zeroed(d.stored, len(f.Locals)), reuse.Zeroed(d.counts, len(f.Locals))
	t.findDefaults(f.Body)
	if len(d.drop) > 0 {
		f.Body = t.setDefaults(f.Body)
	}
}

// findDefaults walks a block.
func (t *Transforms) findDefaults(b ir.BlockID) {
	f, d := t.f, &t.defaults
	list := f.Block(b)
	last := t.leaving(list)
	if last < len(list) {
		d.loops[len(d.loops)-1].exits++
	}
	for i, s := range list {
		d.now++
		switch f.StmtKind(s) {
		case ir.StmtEmit:
			for _, e := range f.Emit(s) {
				if f.Kind(e) == ir.KindLoad {
					d.loaded[t.root(f.Operand(e))] = d.now
				}
			}
		case ir.StmtStore:
			p := f.Store(s).Pointer
			l := t.root(p)
			if l == 0 {
				continue
			}
			if i >= last && f.Kind(p) == ir.KindLocal && t.isTemp(l) && d.goesOut(l, s) {
				continue
			}
			d.stored[l] = d.now
		case ir.StmtBlock:
			t.findDefaults(f.BlockStmt(s))
		case ir.StmtIf:
			v := f.If(s)
			t.findDefaults(v.Accept)
			t.findDefaults(v.Reject)
		case ir.StmtSwitch:
			d.loops = append(d.loops, wayLoop{mark: len(d.ways), from: d.now})
			for _, c := range f.Switch(s).Cases {
				t.findDefaults(c.Body)
			}
			d.loops = d.loops[:len(d.loops)-1]
		case ir.StmtLoop:
			d.loops = append(d.loops, wayLoop{isLoop: true, mark: len(d.ways), from: d.now})
			v := f.Loop(s)
			t.findDefaults(v.Body)
			t.findDefaults(v.Continuing)
			x := d.loops[len(d.loops)-1]
			d.loops = d.loops[:len(d.loops)-1]
			if v.BreakIf == 0 && x.exits > 1 {
				t.defaultsOf(s, x)
			}
			for _, w := range d.ways[x.mark:] {
				d.stored[w.local] = d.now
			}
			d.ways = d.ways[:x.mark]
		}
	}
}

// leaving is the place in a list from which on nothing is done but storing and leaving a
// loop; or its length.
func (t *Transforms) leaving(list []ir.StmtID) int {
	f, d := t.f, &t.defaults
	n := len(list)
	if n == 0 || f.StmtKind(list[n-1]) != ir.StmtBreak || len(d.loops) == 0 || !d.loops[len(d.loops)-1].isLoop {
		return n
	}
	for i := n - 1; i > 0; i-- {
		if k := f.StmtKind(list[i-1]); k != ir.StmtStore && k != ir.StmtEmit {
			return i
		}
	}
	return 0
}

// goesOut notes that the way out that is looked at stores a variable, and reports false
// if it does so twice.
func (d *defaults) goesOut(l ir.LocalID, s ir.StmtID) bool {
	exit := d.loops[len(d.loops)-1].exits
	for k := len(d.ways) - 1; k >= 0 && d.ways[k].exit == exit && k >= d.loops[len(d.loops)-1].mark; k-- {
		if d.ways[k].local == l {
			return false
		}
	}
	d.ways = append(d.ways, wayOut{l, s, exit})
	return true
}

// defaultsOf finds the variables that can be set ahead of a loop.
func (t *Transforms) defaultsOf(s ir.StmtID, x wayLoop) {
	f, d := t.f, &t.defaults
	ways := d.ways[x.mark:]
	for _, w := range ways {
		d.counts[w.local]++
	}
	for k, w := range ways {
		l := w.local
		if d.counts[l] != x.exits || d.loaded[l] > x.from || d.stored[l] > x.from {
			d.counts[l] = 0
			continue
		}
		d.counts[l] = 0 // once for each variable
		// The number that most ways store.
		var best ir.StmtID
		most := 0
		for i := k; i < len(ways); i++ {
			if ways[i].local != l || !t.isNumber(f.Store(ways[i].store).Value) {
				continue
			}
			n := 0
			for _, o := range ways[i:] {
				if o.local == l && t.sameNumber(f.Store(o.store).Value, f.Store(ways[i].store).Value) {
					n++
				}
			}
			if n > most {
				best, most = ways[i].store, n
			}
			if len(ways) > maxDefaults {
				break
			}
		}
		if best == 0 {
			continue
		}
		if len(d.drop) == 0 {
			d.drop = reuse.Zeroed(d.drop, f.StmtCount())
			d.first, d.more = reuse.Zeroed(d.first, f.StmtCount()), reuse.Zeroed(d.more, f.StmtCount())
		}
		for _, o := range ways[k:] {
			if o.local != l || !t.sameNumber(f.Store(o.store).Value, f.Store(best).Value) {
				continue
			}
			d.drop[o.store] = true
			if o.store != best {
				v := f.Store(o.store)
				t.locals[l].stores--
				t.uses[v.Pointer]--
				t.uses[v.Value]--
			}
		}
		d.more[best], d.first[s] = d.first[s], best
	}
}

// maxDefaults bounds how many stores are compared with each other.
const maxDefaults = 64

// isNumber reports whether a value is a number, which exists everywhere.
func (t *Transforms) isNumber(e ir.ExprID) bool {
	return t.f.Kind(e) == ir.KindLiteral || t.f.Kind(e) == ir.KindZeroValue
}

// sameNumber reports whether a value is a number that another is.
func (t *Transforms) sameNumber(x, y ir.ExprID) bool {
	f := t.f
	if x == y {
		return true
	}
	return f.Kind(x) == ir.KindLiteral && f.Kind(y) == ir.KindLiteral && f.TypeOf(x) == f.TypeOf(y) && f.LiteralBits(x) == f.LiteralBits(y)
}

// setDefaults makes a block anew with the results of findDefaults.
func (t *Transforms) setDefaults(b ir.BlockID) ir.BlockID {
	f, d := t.f, &t.defaults
	if b == 0 {
		return 0
	}
	changed := false
	for _, s := range f.Block(b) {
		changed = changed || d.drop[s] || d.first[s] != 0
		t.inner(s, t.setDefaults)
	}
	if !changed {
		return b
	}
	mark := t.b.Begin()
	for _, s := range f.Block(b) {
		if int(s) < len(d.first) {
			for x := d.first[s]; x != 0; x = d.more[x] {
				t.b.Push(x)
			}
		}
		if !d.drop[s] {
			t.b.Push(s)
		}
	}
	return t.b.End(mark)
}
