package analysis

// This file computes which values are live into and out of each block, as bit
// sets over the values that are used outside the block that defines them; others
// take no room.

import (
	"math/bits"

	"refract/ssa"
	"refract/ssa/op"
)

// Live is the liveness of a function.
type Live struct {
	order *Order
	index []int32 // by value: its bit, or -1
	words int
	in    []uint64
	out   []uint64
}

// Liveness computes which values are live where. A phi's result is live from the
// start of its block; its sources are live out of the predecessors.
func Liveness(f *ssa.Function) *Live {
	if l, ok := f.Cached(ssa.Liveness).(*Live); ok {
		return l
	}
	o := BlockOrder(f)
	l := &Live{order: o, index: make([]int32, f.InstrCount())}
	n := 0
	for i := range l.index {
		l.index[i] = -1
		v := ssa.Value(i)
		if i == 0 || f.Op(v) == op.Invalid || f.Block(v) == 0 {
			continue
		}
		home := f.Block(v)
		for u := f.FirstUse(v); u != 0; u = f.NextUse(u) {
			user, node := f.UserOf(u)
			if user == 0 && f.Before(node) != home || user != 0 && (f.Block(user) != home || f.Op(user) == op.Phi) {
				l.index[i] = int32(n)
				n++
				break
			}
		}
	}
	l.words = (n + 63) / 64
	size := len(o.Blocks) * l.words
	l.in, l.out = make([]uint64, size), make([]uint64, size)
	use, def := make([]uint64, size), make([]uint64, size)
	row := func(s []uint64, b int) []uint64 { return s[b*l.words : (b+1)*l.words] }
	for k, b := range o.Blocks {
		u, d := row(use, k), row(def, k)
		see := func(v ssa.Value) {
			if x := l.index[v]; v != 0 && x >= 0 && d[x/64]>>(x%64)&1 == 0 {
				u[x/64] |= 1 << (x % 64)
			}
		}
		for i := range f.Instrs(b) {
			if f.Op(i) != op.Phi {
				for s := range f.NumSrcs(i) {
					see(f.Arg(i, s))
				}
			} else {
				for s, p := range f.Preds(b) {
					if v := f.Arg(i, s); v != 0 && l.index[v] >= 0 {
						at := row(l.out, int(o.Index[p]))
						at[l.index[v]/64] |= 1 << (l.index[v] % 64)
					}
				}
			}
			if x := l.index[i]; x >= 0 {
				d[x/64] |= 1 << (x % 64)
			}
		}
		if n := f.NextNode(b); n != 0 && (f.Kind(n) == ssa.NodeIf || f.Kind(n) == ssa.NodeSwitch) {
			see(f.Cond(n).Value)
		}
	}
	var buf [8]ssa.NodeID
	for changed := true; changed; {
		changed = false
		for k := len(o.Blocks) - 1; k >= 0; k-- {
			out := row(l.out, k)
			for _, s := range f.Succs(o.Blocks[k], buf[:0]) {
				for w, x := range row(l.in, int(o.Index[s])) {
					out[w] |= x
				}
			}
			in, u, d := row(l.in, k), row(use, k), row(def, k)
			for w := range in {
				if x := u[w] | out[w]&^d[w]; x != in[w] {
					in[w] = x
					changed = true
				}
			}
		}
	}
	f.Keep(ssa.Liveness, l)
	return l
}

func (l *Live) bit(s []uint64, b ssa.NodeID, v ssa.Value) bool {
	x := l.index[v]
	return x >= 0 && s[int(l.order.Index[b])*l.words+int(x/64)]>>(x%64)&1 != 0
}

// In reports whether a value that isn't the block's own is live at its start.
func (l *Live) In(b ssa.NodeID, v ssa.Value) bool { return l.bit(l.in, b, v) }

// Out reports whether a value is live at the end of a block.
func (l *Live) Out(b ssa.NodeID, v ssa.Value) bool { return l.bit(l.out, b, v) }

// OutCount is the number of values live at the end of a block.
func (l *Live) OutCount(b ssa.NodeID) (n int) {
	at := int(l.order.Index[b]) * l.words
	for _, w := range l.out[at : at+l.words] {
		n += bits.OnesCount64(w)
	}
	return n
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

// Interfere reports whether two values are live at the same time somewhere: one
// is live where the other is defined.
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
