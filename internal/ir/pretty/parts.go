package pretty

// This file sets a part of a variable as such.
//
//	%1 = load r
//	%2 = access_index %1, 0
//	%3 = compose %2, %x             r.y = x
//	store r, %3
//
// or, if the part is of the variable itself,
//
//	store r, %1.yyzw                r.x = r.y
//
// and, if the whole went through another variable,
//
//	local t = load r
//	store (access t, %i), %x        r[i] = x
//	store r, load t

import (
	"refract/internal/reuse"
	"refract/ir"
)

type parts struct {
	clock   int
	loaded  []int // by expression: when it loaded a variable in this block, or 0
	changed []int // by variable: when it was last set
	any     bool
}

// doParts reports whether there were any.
func (t *Transforms) doParts() bool {
	f, p := t.f, &t.parts
	p.loaded, p.changed = reuse.Zeroed(p.loaded, f.ExprCount()), reuse.Zeroed(p.changed, len(f.Locals))
	p.clock, p.any = 0, false
	f.Body = t.partsOf(f.Body)
	return p.any
}

func (t *Transforms) partsOf(b ir.BlockID) ir.BlockID {
	f, p := t.f, &t.parts
	mark := t.b.Begin()
	list := f.Block(b)
	same := true
	for i := 0; i < len(list); i++ {
		s := list[i]
		p.clock++
		switch f.StmtKind(s) {
		case ir.StmtEmit:
			t.noteLoads(s)
		case ir.StmtLocal:
			if n := t.through(list[i:], b); n > 0 {
				i += n - 1
				same = false
				continue
			}
		case ir.StmtStore:
			if l := t.root(f.Store(s).Pointer); l != 0 {
				changed := t.part(s, l, b) || t.updates(s, l, b)
				p.changed[l] = p.clock
				if changed {
					same = false
					continue
				}
			}
		default:
			t.inner(s, t.partsOf)
		}
		t.b.Push(s)
	}
	if same {
		t.b.Discard(mark)
		return b
	}
	return t.b.End(mark)
}

// noteLoads notes which variables an Emit loads.
func (t *Transforms) noteLoads(s ir.StmtID) {
	f := t.f
	for _, e := range f.Emit(s) {
		if f.Kind(e) == ir.KindLoad && f.Kind(f.Operand(e)) == ir.KindLocal {
			t.parts.loaded[e] = t.parts.clock
		}
	}
}

// holdsNow reports whether an expression is a Load in a block of the value that a variable
// still holds.
func (t *Transforms) holdsNow(e ir.ExprID, l ir.LocalID, b ir.BlockID) bool {
	f, p := t.f, &t.parts
	return f.Kind(e) == ir.KindLoad && f.Kind(f.Operand(e)) == ir.KindLocal && f.LocalRef(f.Operand(e)) == l &&
		t.at[e] == b && p.loaded[e] > p.changed[l]
}

// part puts down a store of a variable's own value with one part replaced, as a store of
// that part.
func (t *Transforms) part(s ir.StmtID, l ir.LocalID, b ir.BlockID) bool {
	f := t.f
	v := f.Store(s)
	c := v.Value
	if f.Kind(v.Pointer) != ir.KindLocal || t.uses[c] != 1 || t.named[c] || t.at[c] != b || t.locals[l].escapes {
		return false
	}
	switch f.Kind(c) {
	case ir.KindSwizzle:
		return t.partOfItself(s, l, b)
	case ir.KindCompose:
	default:
		return false
	}
	if len(f.Compose(c).Components) < 2 {
		return false
	}
	at, replaced := 0, -1
	var value ir.ExprID
	for _, x := range f.Compose(c).Components {
		n := max(1, t.m.Types.ComponentCount(f.TypeOf(x)))
		if t.m.Types.At(f.TypeOf(c)).Kind != ir.TypeVector {
			n = 1
		}
		if !t.isOwn(x, at, l, b) {
			if replaced >= 0 || n > 1 {
				return false
			}
			replaced, value = at, x
		}
		at += n
	}
	if replaced < 0 {
		return false
	}
	t.b.Span = f.StmtSpan(s)
	ptr := t.b.AccessIndex(v.Pointer, uint32(replaced))
	if x := t.update(ptr, value, l, b); x != 0 {
		t.orphan(value)
		value = x
	}
	t.b.Store(ptr, value)
	t.orphan(c)
	t.parts.any = true
	return true
}

// updates puts down a store of an operation on the part of l that it sets, as one that
// reads the part as such.
func (t *Transforms) updates(s ir.StmtID, l ir.LocalID, b ir.BlockID) bool {
	f := t.f
	v := f.Store(s)
	if f.Kind(v.Pointer) == ir.KindLocal {
		return false
	}
	t.b.Span = f.StmtSpan(s)
	x := t.update(v.Pointer, v.Value, l, b)
	if x != 0 {
		t.b.Store(v.Pointer, x)
		t.orphan(v.Value)
	}
	return x != 0
}

// partOfItself puts down a store of a swizzle of a variable's own value that moves one
// part, as a store of that part.
func (t *Transforms) partOfItself(s ir.StmtID, l ir.LocalID, b ir.BlockID) bool {
	f := t.f
	v := f.Store(s)
	w := f.Swizzle(v.Value)
	if !t.holdsNow(w.Vector, l, b) || t.m.Types.ComponentCount(f.TypeOf(w.Vector)) != w.Size {
		return false
	}
	replaced := -1
	for k := range w.Size {
		if int(w.Pattern[k]) != k {
			if replaced >= 0 {
				return false
			}
			replaced = k
		}
	}
	if replaced < 0 {
		return false
	}
	t.b.Span = f.StmtSpan(s)
	x := t.b.AccessIndex(w.Vector, uint32(w.Pattern[replaced]))
	t.b.Store(t.b.AccessIndex(v.Pointer, uint32(replaced)), x)
	t.orphan(v.Value)
	t.parts.any = true
	return true
}

// isOwn reports whether a component is the same component of the value that a variable
// holds from a place on.
func (t *Transforms) isOwn(x ir.ExprID, at int, l ir.LocalID, b ir.BlockID) bool {
	f := t.f
	if t.named[x] {
		return false
	}
	switch f.Kind(x) {
	case ir.KindAccessIndex:
		a := f.AccessIndex(x)
		return int(a.Index) == at && t.holdsNow(a.Base, l, b)
	case ir.KindSwizzle:
		s := f.Swizzle(x)
		for k := range s.Size {
			if int(s.Pattern[k]) != at+k {
				return false
			}
		}
		return t.holdsNow(s.Vector, l, b)
	}
	return false
}

// through looks for a change of a part that goes through another variable, which the
// first statement declares, and puts it down without that. It returns how many
// statements it took, or 0.
func (t *Transforms) through(list []ir.StmtID, b ir.BlockID) int {
	f := t.f
	d := f.LocalDecl(list[0])
	if d.Init == 0 || f.Kind(d.Init) != ir.KindLoad || f.Kind(f.Operand(d.Init)) != ir.KindLocal || f.Locals[d.Local].Name != "" {
		return 0
	}
	l := f.LocalRef(f.Operand(d.Init))
	x := &t.locals[d.Local]
	if x.escapes || x.stores != 0 || x.parts != 1 || x.loads != 1 || l == d.Local || t.locals[l].escapes ||
		t.named[d.Init] || !t.holdsNow(d.Init, l, b) {
		return 0
	}
	i := 1
	for ; i < len(list) && f.StmtKind(list[i]) == ir.StmtEmit; i++ {
	}
	if i+2 >= len(list) || f.StmtKind(list[i]) != ir.StmtStore || t.root(f.Store(list[i]).Pointer) != d.Local ||
		f.StmtKind(list[i+1]) != ir.StmtEmit || f.StmtKind(list[i+2]) != ir.StmtStore {
		return 0
	}
	last := f.Store(list[i+2])
	load := last.Value
	if !t.sets(list[i+2], l) || f.Kind(load) != ir.KindLoad || t.uses[load] != 1 || t.named[load] || f.Kind(f.Operand(load)) != ir.KindLocal || f.LocalRef(f.Operand(load)) != d.Local {
		return 0
	}
	for _, e := range f.Emit(list[i+1]) {
		if f.Kind(e) == ir.KindLoad && t.root(f.Operand(e)) == l {
			return 0 // of what the variable was before
		}
	}
	for p := f.Store(list[i]).Pointer; ; p = f.Operand(p) { // its root is the other variable now
		if f.Kind(f.Operand(p)) == ir.KindLocal {
			f.MapOperands(p, func(o ir.ExprID) ir.ExprID {
				if o == f.Operand(p) {
					return last.Pointer
				}
				return o
			})
			break
		}
	}
	for _, s := range list[1:i] {
		t.noteLoads(s)
		t.b.Push(s)
	}
	if !t.updates(list[i], l, b) {
		t.b.Push(list[i])
	}
	for _, e := range f.Emit(list[i+1]) {
		if e != load {
			t.b.Pend(e)
		}
	}
	t.b.Flush()
	t.parts.clock++
	t.parts.changed[l] = t.parts.clock
	t.orphan(d.Init)
	t.parts.any = true
	return i + 3
}
