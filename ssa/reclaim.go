package ssa

// This file reclaims handles: passes remove more instructions than they leave, and data by
// instruction or by use would grow with all that ever existed.

import (
	"sync"

	"refract/diag"
	"refract/internal/reuse"
)

// reclaimed is memory for reclaiming a function: what held one before.
type reclaimed struct {
	instrs []instr
	spans  []diag.Span
	srcs   []source
	number []InstrID
	slot   []UseID
	names  []uint32
	conds  []condition
}

// condition is the source of a node.
type condition struct {
	node NodeID
	use  UseID
}

var reclaimings = sync.Pool{New: func() any { return new(reclaimed) }}

// room is an empty slice for n elements and some more, in the memory of s if that isn't
// much too long.
func room[T any](s []T, n int) []T {
	n += n / 4
	if cap(s) < n || cap(s) > 4*n+4096 {
		return make([]T, 0, n)
	}
	return s[:0]
}

// Reclaim numbers the remaining instructions and uses anew, and reports whether any were
// removed. Handles of instructions change, blocks keep their handles; the text is
// unchanged. Functions in flat form stay as they are.
func (f *Function) Reclaim() bool {
	if f.flat != nil {
		return false
	}
	memory := reclaimings.Get().(*reclaimed)
	defer reclaimings.Put(memory)
	memory.number = reuse.Zeroed(memory.number, len(f.instrs))
	number := memory.number
	count, uses := InstrID(1), 1
	for b := range f.Blocks() {
		for i := f.First(b); i != 0; i = f.instrs[i].next {
			number[i] = count
			count++
			uses += int(f.instrs[i].nsrc)
		}
		if n := f.nodes[b].next; n != 0 && f.nodes[n].cond != 0 {
			uses++
		}
	}
	if int(count) == len(f.instrs) {
		return false
	}
	memory.slot = reuse.Zeroed(memory.slot, len(f.srcs))
	slot := memory.slot
	srcs := append(room(memory.srcs, uses), source{})
	keep := func(u UseID, user uint32) UseID {
		x := f.srcs[u]
		x.user = user
		slot[u] = UseID(len(srcs))
		srcs = append(srcs, x)
		return slot[u]
	}
	instrs, spans := append(room(memory.instrs, int(count)), instr{}), append(room(memory.spans, int(count)), diag.Span{})
	names, conds := memory.names[:0], memory.conds[:0]
	for b := range f.Blocks() {
		for i := f.First(b); i != 0; i = f.instrs[i].next {
			x := f.instrs[i]
			at := UseID(len(srcs))
			for k := range x.nsrc {
				keep(x.src+UseID(k), uint32(number[i]))
			}
			x.src = at
			x.prev, x.next = number[x.prev], number[x.next]
			if int(i) < len(f.names) && f.names[i] != 0 {
				for len(names) < int(number[i]) {
					names = append(names, 0)
				}
				names = append(names, f.names[i])
			}
			instrs, spans = append(instrs, x), append(spans, f.spans[i])
		}
		if n := f.nodes[b].next; n != 0 && f.nodes[n].cond != 0 {
			conds = append(conds, condition{n, keep(f.nodes[n].cond, uint32(n)|userIsNode)})
		}
	}
	for u := range f.srcs {
		if f.srcs[u].value != 0 && slot[u] == 0 {
			return false // something in no block holds a value
		}
	}
	for k := range srcs {
		x := &srcs[k]
		x.value, x.next, x.prev = number[x.value], slot[x.next], slot[x.prev]
	}
	for k := range instrs {
		instrs[k].uses = slot[instrs[k].uses]
	}
	for b := range f.Blocks() {
		n := &f.nodes[b]
		n.a, n.b = uint32(number[n.a]), uint32(number[n.b])
	}
	for _, c := range conds {
		f.nodes[c.node].cond = c.use
	}
	memory.instrs, memory.spans, memory.srcs, memory.names, memory.conds = f.instrs, f.spans, f.srcs, f.names, conds
	f.instrs, f.spans, f.names, f.srcs = instrs, spans, names, srcs
	f.outdate(InstrOrder)
	f.outdate(Liveness)
	return true
}
