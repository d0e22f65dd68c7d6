package toir

// This file knows what registers hold along the structure of a function, so that
// a value that a register still holds is read from there instead of being kept
// under a name of its own:
//
//	%1 = load_reg r              loop {
//	%2 = iadd %1, %one             ... r ...
//	store_reg r, %2                r = r + 1;
//
// A register has a version: a number that changes with each store, and where
// control flow meets if any of the ways there changed it, which is all that a walk
// over the structure can know without looking at values. A loop's body begins with
// new versions of what is stored anywhere in the loop. Changes are logged, and
// taken back at the end of an arm.

import (
	"refract/ssa"
	"refract/ssa/op"
)

// versions are those of the registers at a place of the function, and what is
// needed to go on from there. Two walks keep it: the one that looks whether values
// are still held where they are used, and the conversion.
type versions struct {
	now    []int32 // by register
	clock  int32
	log    []versionChange
	merged []ssa.RegID // changed in the arms of the forks under way
	frames []frame     // the loops and switches around the place
	depth  int         // of frames in use
	serial int32

	stores []ssa.RegID  // of the function, in order
	loops  []storeRange // by the order of loops: their part of stores
	next   int          // loop that comes next
	stamp  []int32      // by register: see once
	epoch  int32
}

// storeRange is a part of versions.stores.
type storeRange struct{ from, to int32 }

type versionChange struct {
	reg  ssa.RegID
	old  int32
	seen [2]int32 // serial numbers of the frames whose break and continue have noted it
}

// frame is a loop or switch that jumps may leave.
type frame struct {
	serial  int32
	isLoop  bool
	mark    int            // length of the log at its start
	changed [2][]ssa.RegID // on the ways to its end and to its continue list
	jumps   [2]int         // of these ways
}

const (
	toEnd = iota
	toContinue
)

// scan prepares the walks over a function. Without registers there is nothing to
// know.
func (t *versions) scan(c *converter) {
	g := c.g
	t.stores, t.loops = t.stores[:0], t.loops[:0]
	if len(g.Regs) < 2 {
		t.restart()
		return
	}
	t.now = zeroed(t.now, len(g.Regs))
	t.stamp = zeroed(t.stamp, len(g.Regs))
	t.clock, t.epoch, t.serial = 0, 0, 0
	t.scanList(c, ssa.Body)
	t.restart()
}

func (t *versions) restart() {
	t.log, t.merged, t.depth, t.next = t.log[:0], t.merged[:0], 0, 0
	clear(t.now)
}

func (t *versions) scanList(c *converter, l ssa.ListID) {
	g := c.g
	for n := range c.nodes(l) {
		switch g.Kind(n) {
		case ssa.NodeBlock:
			for i := range g.Instrs(n) {
				if g.Op(i) == op.StoreReg {
					t.stores = append(t.stores, ssa.RegID(g.Word(i, 0)))
				}
			}
		case ssa.NodeIf:
			first, second := c.arms(n)
			t.scanList(c, first)
			t.scanList(c, second)
		case ssa.NodeLoop:
			k := len(t.loops)
			t.loops = append(t.loops, storeRange{from: int32(len(t.stores))})
			t.scanList(c, g.LoopBody(n))
			if l := g.LoopContinue(n); l != 0 {
				t.scanList(c, l)
			}
			t.loops[k].to = int32(len(t.stores))
		case ssa.NodeSwitch:
			for _, x := range g.Cases(n) {
				t.scanList(c, x.List)
			}
		}
	}
}

// set gives a register a new version.
func (t *versions) set(r ssa.RegID) {
	t.log = append(t.log, versionChange{reg: r, old: t.now[r]})
	t.clock++
	t.now[r] = t.clock
}

// once starts a set of registers; first reports whether one isn't in it yet.
func (t *versions) once() { t.epoch++ }

func (t *versions) first(r ssa.RegID) bool {
	if t.stamp[r] == t.epoch {
		return false
	}
	t.stamp[r] = t.epoch
	return true
}

// undo takes back what has changed since the log had this length.
func (t *versions) undo(mark int) {
	for k := len(t.log) - 1; k >= mark; k-- {
		t.now[t.log[k].reg] = t.log[k].old
	}
	t.log = t.log[:mark]
}

// setAll gives each register of a list a new version.
func (t *versions) setAll(list []ssa.RegID) {
	t.once()
	for _, r := range list {
		if t.first(r) {
			t.set(r)
		}
	}
}

// fork is a place where control flow parts into arms.
type fork struct{ mark, merged int }

func (t *versions) fork() fork { return fork{len(t.log), len(t.merged)} }

// arm ends an arm, the end of which may be reached or not.
func (t *versions) arm(f fork, reached bool) {
	if reached {
		for _, c := range t.log[f.mark:] {
			t.merged = append(t.merged, c.reg)
		}
	}
	t.undo(f.mark)
}

// join ends a fork.
func (t *versions) join(f fork) {
	t.setAll(t.merged[f.merged:])
	t.merged = t.merged[:f.merged]
}

// open enters a loop or switch.
func (t *versions) open(isLoop bool) {
	if isLoop && t.next < len(t.loops) {
		r := t.loops[t.next]
		t.next++
		t.setAll(t.stores[r.from:r.to])
	}
	if t.depth == len(t.frames) {
		t.frames = append(t.frames, frame{})
	}
	t.serial++
	f := &t.frames[t.depth]
	f.serial, f.isLoop, f.mark = t.serial, isLoop, len(t.log)
	f.jumps = [2]int{}
	f.changed[toEnd], f.changed[toContinue] = f.changed[toEnd][:0], f.changed[toContinue][:0]
	t.depth++
}

// jump notes what has changed on a way to the end or the continue list of the
// innermost loop, or the end of the innermost switch.
func (t *versions) jump(to int) {
	k := t.depth - 1
	for to == toContinue && !t.frames[k].isLoop {
		k--
	}
	f := &t.frames[k]
	f.jumps[to]++
	for j := len(t.log) - 1; j >= f.mark && t.log[j].seen[to] != f.serial; j-- {
		t.log[j].seen[to] = f.serial
		f.changed[to] = append(f.changed[to], t.log[j].reg)
	}
}

// clause ends a clause of a switch, which may go on into the next one.
func (t *versions) clause(reached, fallsThrough bool) {
	f := &t.frames[t.depth-1]
	if !reached || !fallsThrough {
		if reached {
			t.jump(toEnd)
		}
		t.undo(f.mark)
		return
	}
	n := len(t.merged)
	for _, c := range t.log[f.mark:] {
		t.merged = append(t.merged, c.reg)
	}
	t.undo(f.mark)
	t.setAll(t.merged[n:])
	t.merged = t.merged[:n]
}

// continuing goes from the end of a loop's body to its continue list.
func (t *versions) continuing(reached bool) {
	f := &t.frames[t.depth-1]
	if reached {
		if f.jumps[toContinue] == 0 {
			return // the only way there
		}
		t.jump(toContinue)
	}
	t.undo(f.mark)
	t.setAll(f.changed[toContinue])
}

// close leaves a loop or switch.
func (t *versions) close() {
	f := &t.frames[t.depth-1]
	t.undo(f.mark)
	t.depth--
	t.setAll(f.changed[toEnd])
}
