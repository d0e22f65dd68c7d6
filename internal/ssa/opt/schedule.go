package opt

// This file orders the instructions of a block for a machine.
//
//	before                         after
//	%1 = load %u                   %1 = load %u
//	%2 = fmul %1, %a               %4 = load %v
//	%3 = fadd %2, %b               %2 = fmul %1, %a
//	%4 = load %v                   %3 = fadd %2, %b
//	%5 = fmul %3, %4               %5 = fmul %3, %4
//
// List scheduling: among the instructions whose sources are there, the one goes next that
// has the longest way to the end of the block, in latencies, while few values are live; and
// the one that ends most lives if there are more than the machine has registers for
// (Goodman and Hsu, Code Scheduling and Register Allocation in Large Basic Blocks).
// Effects, and operations that depend on them, keep their order. Ties are broken by the
// handles of instructions, which stay, so that scheduling again changes nothing.

import (
	"container/heap"

	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// ScheduleOptions describe a machine.
type ScheduleOptions struct {
	Registers int               `doc:"components that may be live at once"`
	Latency   func(o op.Op) int // nil: 1 of arithmetic, 20 of memory
}

// Schedule is for a machine with 128 registers.
var Schedule = &pass.Pass{
	Name:      "schedule",
	Doc:       "the instructions of a block are ordered by the critical path, and by register pressure if it is high",
	Replaces:  []string{"schedule.c", "schedule.h"},
	Preserves: ssa.ControlFlow,
	Function: func(f *ssa.Function) bool {
		return runScheduleFor(f, ScheduleOptions{Registers: 128, Latency: latency})
	},
}

// ScheduleFor is the pass with options.
func ScheduleFor(o ScheduleOptions) *pass.Pass {
	if o.Latency == nil {
		o.Latency = latency
	}
	p := *Schedule
	p.Function = func(f *ssa.Function) bool { return runScheduleFor(f, o) }
	return &p
}

func runScheduleFor(f *ssa.Function, o ScheduleOptions) bool {
	changed := false
	s := scheduler{o: o, f: f, node: make([]int32, f.InstrCount())}
	for b := range f.Blocks() {
		changed = s.block(b) || changed
	}
	return changed
}

func latency(o op.Op) int {
	switch {
	case o.Class() == op.ClassTex, o.Has(op.ReadsMemory):
		return 20
	case o.Class() == op.ClassConst:
		return 0
	}
	return 1
}

// keepsPlace reports whether an instruction keeps its place among effects, and whether it
// only reads.
func keepsPlace(f *ssa.Function, i ssa.InstrID) (ordered, reads bool) {
	if isFree(f, i) {
		return false, false
	}
	return true, f.Op(i).Has(op.Eliminable) && (f.Op(i) == op.Derivative || !f.Op(i).Has(op.Convergent))
}

type scheduler struct {
	o    ScheduleOptions
	f    *ssa.Function
	node []int32 // by instruction: its place in the block's list, plus one
}

// A scheduled instruction is a node of the graph of dependences.
type scheduled struct {
	i     ssa.InstrID
	after []int32 // who must come later
	left  int     // how many must come first that haven't
	way   int     // to the end of the block
}

func (s *scheduler) block(b ssa.NodeID) bool {
	f := s.f
	list := movables(f, b, nil)
	if len(list) < 2 {
		return false
	}
	nodes := make([]scheduled, len(list))
	for k, i := range list {
		nodes[k].i = i
		s.node[i] = int32(k) + 1
	}
	edge := func(from, to int32) {
		nodes[from].after = append(nodes[from].after, to)
		nodes[to].left++
	}
	lastWrite := int32(-1)
	var reads []int32
	for k, i := range list {
		for j := range f.NumSrcs(i) {
			if v := f.Arg(i, j); v != 0 && f.Block(v) == b && s.node[v] != 0 {
				edge(s.node[v]-1, int32(k))
			}
		}
		ordered, read := keepsPlace(f, i)
		if !ordered {
			continue
		}
		if lastWrite >= 0 {
			edge(lastWrite, int32(k))
		}
		if read {
			reads = append(reads, int32(k))
			continue
		}
		for _, r := range reads {
			edge(r, int32(k))
		}
		lastWrite, reads = int32(k), reads[:0]
	}
	for k := len(nodes) - 1; k >= 0; k-- {
		n := &nodes[k]
		for _, to := range n.after {
			n.way = max(n.way, nodes[to].way)
		}
		n.way += s.o.Latency(f.Op(n.i))
	}
	order := s.order(b, nodes)
	for _, i := range list {
		s.node[i] = 0
	}
	return reorder(f, b, order)
}

// order picks one ready instruction after the other.
func (s *scheduler) order(b ssa.NodeID, nodes []scheduled) []ssa.InstrID {
	f := s.f
	uses := map[ssa.Value]int{} // of values of the block that are still to come
	for k := range nodes {
		for j := range f.NumSrcs(nodes[k].i) {
			if v := f.Arg(nodes[k].i, j); v != 0 {
				uses[v]++
			}
		}
	}
	ready := &readyHeap{nodes: nodes}
	for k := range nodes {
		if nodes[k].left == 0 {
			heap.Push(ready, int32(k))
		}
	}
	live := 0
	var order []ssa.InstrID
	var passed []int32
	for len(ready.list) > 0 {
		next := heap.Pop(ready).(int32)
		if live > s.o.Registers {
			passed = passed[:0]
			for len(passed) < window && len(ready.list) > 0 {
				k := heap.Pop(ready).(int32)
				if s.better(&nodes[k], &nodes[next], uses) {
					k, next = next, k
				}
				passed = append(passed, k)
			}
			for _, k := range passed {
				heap.Push(ready, k)
			}
		}
		n := &nodes[next]
		order = append(order, n.i)
		live -= s.ends(n.i, uses)
		for j := range f.NumSrcs(n.i) {
			if v := f.Arg(n.i, j); v != 0 {
				uses[v]--
			}
		}
		live += f.Comps(n.i)
		for _, to := range n.after {
			if nodes[to].left--; nodes[to].left == 0 {
				heap.Push(ready, to)
			}
		}
	}
	return order
}

// ends is how many components an instruction is the last to use.
func (s *scheduler) ends(i ssa.InstrID, uses map[ssa.Value]int) (n int) {
	f := s.f
	for j := range f.NumSrcs(i) {
		if v := f.Arg(i, j); v != 0 && uses[v] == 1 && s.node[v] != 0 {
			n += f.Comps(v)
		}
	}
	return n
}

// window is how many instructions that are ready are looked at for one that makes values
// end, so that a block takes time in proportion to its length.
const window = 32

// better reports whether one instruction should come before another while too many values
// are live.
func (s *scheduler) better(x, y *scheduled, uses map[ssa.Value]int) bool {
	if a, b := s.ends(x.i, uses)-s.f.Comps(x.i), s.ends(y.i, uses)-s.f.Comps(y.i); a != b {
		return a > b
	}
	return x.before(y)
}

// before orders instructions by how much depends on them, then by their places.
func (n *scheduled) before(o *scheduled) bool {
	if n.way != o.way {
		return n.way > o.way
	}
	return n.i < o.i
}

// A readyHeap is the instructions that may come next, the most urgent first.
type readyHeap struct {
	nodes []scheduled
	list  []int32
}

func (h *readyHeap) Len() int           { return len(h.list) }
func (h *readyHeap) Less(i, j int) bool { return h.nodes[h.list[i]].before(&h.nodes[h.list[j]]) }
func (h *readyHeap) Swap(i, j int)      { h.list[i], h.list[j] = h.list[j], h.list[i] }
func (h *readyHeap) Push(k any)         { h.list = append(h.list, k.(int32)) }
func (h *readyHeap) Pop() any {
	last := len(h.list) - 1
	k := h.list[last]
	h.list = h.list[:last]
	return k
}
