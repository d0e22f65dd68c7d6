package analysis

// This file finds the blocks that a value is live into and out of: from each of
// its uses upwards, until the block that defines it (Brandner et al., "Computing
// Liveness Sets for SSA-Form Programs", 2011). That is done when a value is first
// asked about, since most never are.

import (
	"slices"

	"refract/internal/reuse"
	"refract/ssa"
	"refract/ssa/op"
)

// Live is the liveness of a function's values.
type Live struct {
	ranges []liveRange // by value
	places []int32     // of blocks, for ranges
	walk   liveWalk
}

// liveRange is the blocks that a value is live into, and after them the blocks that it is
// live out of, each in program order.
type liveRange struct {
	known           bool
	start, mid, end int32 // in Live.places
}

// Liveness computes the blocks that each value is live in. A phi's result is live from the
// start of its block; its sources are live out of the predecessors.
func Liveness(f *ssa.Function) *Live {
	if l, ok := f.Cached(ssa.Liveness).(*Live); ok {
		return l
	}
	o := BlockOrder(f)
	n := len(o.Blocks)
	l, _ := f.Spare(ssa.Liveness).(*Live)
	if l == nil {
		l = &Live{places: []int32{}}
	}
	w := &l.walk
	*l = Live{ranges: reuse.Zeroed(l.ranges, f.InstrCount()), places: l.places[:0], walk: liveWalk{f: f, order: o,
		seenIn: reuse.Zeroed(w.seenIn, n), seenOut: reuse.Zeroed(w.seenOut, n), in: w.in[:0], out: w.out[:0]}}
	f.Keep(ssa.Liveness, l)
	return l
}

// All is the live ranges of all values, by value, for comparing: the places in the order of
// the blocks that it is live into, and of the ones that it is live out of.
func (l *Live) All() [][2][]int32 {
	all := make([][2][]int32, len(l.ranges))
	for i := 1; i < len(all); i++ {
		if v := ssa.Value(i); l.walk.f.Op(v) != op.Invalid && l.walk.f.Block(v) != 0 {
			r := l.of(v)
			all[i] = [2][]int32{l.places[r.start:r.mid], l.places[r.mid:r.end]}
		}
	}
	return all
}

// OutOf is the places in the order of the blocks that a value is live out of. They stay valid
// until the next value is asked about.
func (l *Live) OutOf(v ssa.Value) []int32 {
	r := l.of(v)
	return l.places[r.mid:r.end]
}

func (l *Live) of(v ssa.Value) *liveRange {
	r := &l.ranges[v]
	if r.known {
		return r
	}
	w := &l.walk
	w.in, w.out = w.in[:0], w.out[:0]
	w.value(v)
	slices.Sort(w.in)
	slices.Sort(w.out)
	r.known, r.start = true, int32(len(l.places))
	l.places = append(l.places, w.in...)
	r.mid = int32(len(l.places))
	l.places = append(l.places, w.out...)
	r.end = int32(len(l.places))
	return r
}

// In reports whether a value that isn't the block's own is live at its start.
func (l *Live) In(b ssa.NodeID, v ssa.Value) bool {
	r := l.of(v)
	_, found := slices.BinarySearch(l.places[r.start:r.mid], l.walk.order.Index[b])
	return found
}

// Out reports whether a value is live at the end of a block.
func (l *Live) Out(b ssa.NodeID, v ssa.Value) bool {
	r := l.of(v)
	_, found := slices.BinarySearch(l.places[r.mid:r.end], l.walk.order.Index[b])
	return found
}

// liveWalk computes the live ranges of values, one after the other.
type liveWalk struct {
	f               *ssa.Function
	order           *Order
	seenIn, seenOut []ssa.Value // by place: the value found last
	in, out         []int32     // places
	done            int         // of in: those whose predecessors were visited
}

func (w *liveWalk) value(v ssa.Value) {
	f := w.f
	def := f.Block(v)
	w.done = 0
	for u := f.FirstUse(v); u != 0; u = f.NextUse(u) {
		user, node := f.UserOf(u)
		switch {
		case user == 0:
			w.enters(f.Before(node), def, v)
		case f.Op(user) == op.Phi:
			w.leaves(f.Preds(f.Block(user))[f.UseIndex(u)], def, v)
		default:
			w.enters(f.Block(user), def, v)
		}
	}
	for ; w.done < len(w.in); w.done++ {
		for _, p := range f.Preds(w.order.Blocks[w.in[w.done]]) {
			w.leaves(p, def, v)
		}
	}
}

// enters notes that a block uses the value or lets it through.
func (w *liveWalk) enters(b, def ssa.NodeID, v ssa.Value) {
	if at := w.order.Index[b]; b != def && w.seenIn[at] != v {
		w.seenIn[at] = v
		w.in = append(w.in, at)
	}
}

// leaves notes that the value is used after a block.
func (w *liveWalk) leaves(b, def ssa.NodeID, v ssa.Value) {
	if at := w.order.Index[b]; w.seenOut[at] != v {
		w.seenOut[at] = v
		w.out = append(w.out, at)
		w.enters(b, def, v)
	}
}

// LiveAfter reports whether a value is live just after an instruction: something
// later may still use it.
func LiveAfter(f *ssa.Function, l *Live, o *Instrs, v ssa.Value, i ssa.InstrID) bool {
	b := f.Block(i)
	if l.Out(b, v) {
		return true
	}
	if f.Block(v) != b && !l.In(b, v) {
		return false
	}
	for u := f.FirstUse(v); u != 0; u = f.NextUse(u) {
		user, node := f.UserOf(u)
		if user == 0 {
			if f.Before(node) == b {
				return true
			}
		} else if f.Block(user) == b && f.Op(user) != op.Phi && o.Index[user] > o.Index[i] {
			return true
		}
	}
	return false
}

// Interfere reports whether two values are live at the same time somewhere: one is live at
// the other's definition.
func Interfere(f *ssa.Function, d *Dom, l *Live, o *Instrs, a, b ssa.Value) bool {
	if a == b {
		return false
	}
	switch {
	case InstrDominates(f, d, o, a, b):
		return LiveAfter(f, l, o, a, b)
	case InstrDominates(f, d, o, b, a):
		return LiveAfter(f, l, o, b, a)
	}
	return false
}
