package opt

// This file finds arrays that are copied element by element.
//
//	before                      after
//	%1 = load %b[0]             %1 = load %b
//	store %a[0], %1             store %a, %1
//	%2 = load %b[1]
//	store %a[1], %2
//
// The elements follow each other from the first to the last, in one block; nothing in
// between reads or writes the array that is written, or writes the one that is read. Later
// reads of the copy become reads of the other array by copy-prop-vars.

import (
	"refract/internal/ssa/analysis"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// FindArrayCopies makes one copy of copies of all elements of arrays.
var FindArrayCopies = &pass.Pass{
	Name:      "find-array-copies",
	Doc:       "arrays that are copied element by element are copied as wholes",
	Replaces:  []string{"opt_find_array_copies"},
	Preserves: ssa.ControlFlow,
	Function:  findArrayCopies,
}

// maxOpenCopies bounds how many copies are followed at a time.
const maxOpenCopies = 8

// An openCopy is a copy with some elements seen.
type openCopy struct {
	to, from ssa.Value // the arrays' addresses
	stores   []ssa.InstrID
	first    int // number of the first load in its block
}

type copyFinder struct {
	f       *ssa.Function
	roots   *rootSet
	open    []openCopy
	place   map[ssa.InstrID]int // of loads in the block
	changed bool
}

func findArrayCopies(f *ssa.Function) bool {
	changed := false
	for {
		x := copyFinder{f: f}
		for b := range f.Blocks() {
			x.block(b)
		}
		if !x.changed {
			return changed
		}
		changed = true // rows, and then the arrays of them
	}
}

func (x *copyFinder) block(b ssa.NodeID) {
	f := x.f
	x.open, x.place = x.open[:0], map[ssa.InstrID]int{}
	n := 0
	// The places of the block's writes, to find writes between a load and its store.
	var writes []ssa.InstrID
	var at []int
	for i := range f.Instrs(b) {
		n++
		switch touchOf(f, i) {
		case nothing:
		case readsOne:
			x.place[i] = n
			x.end(func(c *openCopy) bool { return x.mayTouch(f.Arg(i, 0), c.to) })
		case writesOne:
			if !x.element(i, n, writes, at) {
				p := f.Arg(i, 0)
				x.end(func(c *openCopy) bool { return x.mayTouch(p, c.to) || x.mayTouch(p, c.from) })
			}
			writes, at = append(writes, i), append(at, n)
		default:
			x.end(func(*openCopy) bool { return true })
			writes, at = append(writes, i), append(at, n)
		}
	}
}

// end forgets copies that something comes between.
func (x *copyFinder) end(cond func(c *openCopy) bool) {
	kept := x.open[:0]
	for k := range x.open {
		if !cond(&x.open[k]) {
			kept = append(kept, x.open[k])
		}
	}
	x.open = kept
}

// mayTouch reports whether an access of an address may touch memory behind another.
func (x *copyFinder) mayTouch(p, q ssa.Value) bool {
	f := x.f
	a, b := rootOf(f, p), rootOf(f, q)
	if f.Op(a) == op.DerefVar && f.Op(b) == op.DerefVar && f.VarOf(a) != f.VarOf(b) && !f.Var(f.VarOf(a)).HasBinding {
		return false
	}
	return analysis.CompareDerefs(f, p, q) != 0
}

// arrayStep is the array that an address is an element of by a known index.
func arrayStep(f *ssa.Function, p ssa.Value) (array ssa.Value, index uint64, length uint32) {
	if f.Op(p) != op.DerefArray {
		return 0, 0, 0
	}
	k, ok := f.KnownBits(f.Arg(p, 1), f.Src(p, 1).Swizzle.At(0))
	types := &f.Shader.Module.Types
	t := types.At(types.Pointee(f.Type(f.Arg(p, 0))))
	if !ok || t.Kind != ir.TypeArray || k >= uint64(t.Length) {
		return 0, 0, 0
	}
	return f.Arg(p, 0), k, t.Length
}

// element goes on with a copy by a store, or begins one. It reports whether it did.
func (x *copyFinder) element(i ssa.InstrID, n int, writes []ssa.InstrID, at []int) bool {
	f := x.f
	types := &f.Shader.Module.Types
	v := f.Arg(i, 1)
	if f.Op(v) != op.Load || f.Src(i, 1).Comps != 0 && !f.Src(i, 1).IsIdentity() || x.place[v] == 0 || f.Word(i, 0) != 0 {
		return false
	}
	to, index, length := arrayStep(f, f.Arg(i, 0))
	from, other, _ := arrayStep(f, f.Arg(v, 0))
	if to == 0 || from == 0 || index != other || length < 2 || types.Pointee(f.Type(to)) != types.Pointee(f.Type(from)) ||
		!analysis.IsPlain(f, f.Arg(i, 0)) || !analysis.IsPlain(f, f.Arg(v, 0)) || x.mayTouch(to, from) {
		return false
	}
	if !canCopy(f, to) {
		return false
	}
	// Nothing has written the element since it was loaded.
	for k := len(writes) - 1; k >= 0 && at[k] > x.place[v]; k-- {
		if touchOf(f, writes[k]) != writesOne || x.mayTouch(f.Arg(writes[k], 0), from) {
			return false
		}
	}
	found := -1
	for k := range x.open {
		c := &x.open[k]
		if analysis.CompareDerefs(f, c.to, to) == analysis.Equal && analysis.CompareDerefs(f, c.from, from) == analysis.Equal && uint64(len(c.stores)) == index {
			found = k
		}
	}
	x.end(func(c *openCopy) bool {
		return (found < 0 || c != &x.open[found]) && (x.mayTouch(to, c.to) || x.mayTouch(to, c.from))
	})
	if found < 0 {
		if index == 0 && len(x.open) < maxOpenCopies {
			x.open = append(x.open, openCopy{to, from, []ssa.InstrID{i}, x.place[v]})
			return true
		}
		return false
	}
	for k := range x.open { // it may have moved
		c := &x.open[k]
		if analysis.CompareDerefs(f, c.to, to) != analysis.Equal || uint64(len(c.stores)) != index {
			continue
		}
		if c.stores = append(c.stores, i); len(c.stores) == int(length) {
			x.copy(c)
			x.open = append(x.open[:k], x.open[k+1:]...)
		}
		return true
	}
	return false
}

// canCopy reports whether an array may be written as a whole.
func canCopy(f *ssa.Function, to ssa.Value) bool {
	t := f.Shader.Module.Types.At(f.Type(to))
	return t.Access&ir.AccessWrite != 0 && (t.Space == ir.SpaceFunction || t.Space == ir.SpacePrivate)
}

// copy takes the place of a copy's last store.
func (x *copyFinder) copy(c *openCopy) {
	f := x.f
	at := f.BuildBefore(c.stores[len(c.stores)-1])
	at.Store(c.to, at.Load(c.from))
	for _, i := range c.stores {
		f.Remove(i)
	}
	x.changed = true
}
