package interp

// This file holds invocations: their state, and how they call, return and are named.

import (
	"refract/diag"
	"refract/exec"
	"refract/ir"
)

// Limits on the memory of a run, apart from the resources.
const (
	maxMemory    = 1 << 24  // bytes of local, private or workgroup variables
	memoryBudget = 56 << 20 // bytes of all invocations and workgroup memory together
)

// status is the state of an invocation.
type status uint8

const (
	running status = iota
	waiting        // at an operation of several invocations
	done
	failed // the machine has the error
)

// A frame is a call in progress.
type frame struct {
	fn     *function
	pc     int32  // of the next instruction; while suspended, of the one that waits
	base   int32  // first slot
	memory uint32 // offset of the locals
	result int32  // caller's slot for the result, absolute
}

// An invocation is one invocation of an entry point, or a call from outside.
type invocation struct {
	frames  []frame
	slots   []uint64
	stack   []byte // memory of locals
	private []byte
	status  status
	helper  bool // writes have no effect: outside the grid, or demoted
	demoted bool
	lane    uint32 // in the subgroup
	group   uint32 // the subgroup
	name    exec.Invocation
	serial  uint32        // in the run, from 1; for the race detector
	epoch   uint32        // subgroup barriers passed
	fenced  ir.Memory     // by memory barriers since the last barrier of the workgroup
	defined []bool        // for CheckUninitialized: the bytes of stack that were written
	queries []query       // ray queries that were initialized
	hits    []*hitObject  // hit objects that were written
	trace   *trace        // of a ray-tracing pipeline: the trace that called it, or nil
	verdict ir.PipelineOp // IgnoreIntersection or TerminateRay, if an any-hit shader ended with it
}

// top is the frame that runs.
func (v *invocation) top() *frame { return &v.frames[len(v.frames)-1] }

// at is the instruction that a suspended invocation waits at.
func (v *invocation) at() *instr {
	f := v.top()
	return &f.fn.code[f.pc]
}

// span is the place of the invocation in the source.
func (v *invocation) span() diag.Span {
	f := v.top()
	return f.fn.spans[f.pc]
}

// registers is the frame's slots.
func (v *invocation) registers() []uint64 {
	f := v.top()
	return v.slots[f.base : f.base+f.fn.slots]
}

// resume makes the invocation go on after the instruction that it waited at.
func (v *invocation) resume() {
	v.top().pc++
	v.status = running
}

// compare orders suspended invocations by how far they are in the program: the
// position of the instruction, and of every loop around it the iteration. Two
// that wait at the same dynamic instance of an instruction compare equal.
func (v *invocation) compare(w *invocation) int {
	for i := 0; i < len(v.frames) && i < len(w.frames); i++ {
		f, g := &v.frames[i], &w.frames[i]
		if f.fn != g.fn {
			break // they were called from different places, which compared unequal
		}
		pf, pg := f.pc, g.pc
		if i < len(v.frames)-1 {
			pf-- // the call itself
		}
		if i < len(w.frames)-1 {
			pg--
		}
		// Loops are listed inner before outer; common ones, outermost first.
		for j := len(f.fn.loops) - 1; j >= 0; j-- {
			l := &f.fn.loops[j]
			inF, inG := l.head <= pf && pf < l.end, l.head <= pg && pg < l.end
			if !inF || !inG {
				continue
			}
			a, b := v.slots[f.base+l.counter], w.slots[g.base+l.counter]
			if a != b {
				if a < b {
					return -1
				}
				return 1
			}
		}
		if pf != pg {
			if pf < pg {
				return -1
			}
			return 1
		}
	}
	return len(v.frames) - len(w.frames)
}
