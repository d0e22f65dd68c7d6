package pretty

// This file numbers the values of variables along the structure of a function. A variable
// has a version: a number that changes with each store, and at joins of control flow if any
// of the ways there changed it, which is all that a walk over the structure can know
// without looking at values. A loop's body begins with new versions of the variables that
// are stored anywhere in the loop. Changes are logged, and taken back at the end of an arm.

import (
	"refract/internal/reuse"
	"refract/ir"
)

// versions are the versions of the variables at a place of a function, with the state to go
// on from there.
type versions struct {
	now    []int32 // by variable
	clock  int32
	log    []versionChange
	merged []ir.LocalID // changed in the arms of the forks under way
	frames []frame      // the loops and switches around the place
	depth  int          // of frames in use
	serial int32

	stores []ir.LocalID // of the function, in order
	loops  []span       // by statement: a loop's part of stores
	stamp  []int32      // by variable: see once
	epoch  int32
}

// span is a part of versions.stores.
type span struct{ from, to int32 }

type versionChange struct {
	local ir.LocalID
	old   int32
	seen  [2]int32 // serial numbers of the frames whose break and continue have noted it
}

// frame is a loop or switch that jumps may leave.
type frame struct {
	serial  int32
	isLoop  bool
	mark    int             // length of the log at its start
	changed [2][]ir.LocalID // on the ways to its end and to its continuing block
	jumps   [2]int          // of these ways
}

const (
	toEnd = iota
	toContinuing
)

// reset prepares the walk over a function of so many variables and statements.
func (t *versions) reset(locals, stmts int) {
	t.now, t.stamp = reuse.Zeroed(t.now, locals), reuse.Zeroed(t.stamp, locals)
	t.loops = reuse.Zeroed(t.loops, stmts)
	t.stores, t.log, t.merged = t.stores[:0], t.log[:0], t.merged[:0]
	t.clock, t.epoch, t.serial, t.depth = 0, 0, 0, 0
}

// set gives a variable a new version.
func (t *versions) set(l ir.LocalID) {
	t.log = append(t.log, versionChange{local: l, old: t.now[l]})
	t.clock++
	t.now[l] = t.clock
}

// undo takes back the changes since the log had this length.
func (t *versions) undo(mark int) {
	for k := len(t.log) - 1; k >= mark; k-- {
		t.now[t.log[k].local] = t.log[k].old
	}
	t.log = t.log[:mark]
}

// setAll gives each variable of a list a new version.
func (t *versions) setAll(list []ir.LocalID) {
	t.epoch++
	for _, l := range list {
		if t.stamp[l] != t.epoch {
			t.stamp[l] = t.epoch
			t.set(l)
		}
	}
}

// fork is a place at which control flow parts into arms.
type fork struct{ mark, merged int }

func (t *versions) fork() fork { return fork{len(t.log), len(t.merged)} }

// arm ends an arm, whose end may be reached or not.
func (t *versions) arm(f fork, reached bool) {
	if reached {
		for _, c := range t.log[f.mark:] {
			t.merged = append(t.merged, c.local)
		}
	}
	t.undo(f.mark)
}

// join ends a fork.
func (t *versions) join(f fork) {
	t.setAll(t.merged[f.merged:])
	t.merged = t.merged[:f.merged]
}

// open enters a loop, which is a statement, or a switch.
func (t *versions) open(s ir.StmtID, isLoop bool) {
	if isLoop {
		r := t.loops[s]
		t.setAll(t.stores[r.from:r.to])
	}
	if t.depth == len(t.frames) {
		t.frames = append(t.frames, frame{})
	}
	t.serial++
	f := &t.frames[t.depth]
	f.serial, f.isLoop, f.mark = t.serial, isLoop, len(t.log)
	f.jumps = [2]int{}
	f.changed[toEnd], f.changed[toContinuing] = f.changed[toEnd][:0], f.changed[toContinuing][:0]
	t.depth++
}

// jump notes the changes on a way to the end or the continuing block of the innermost loop,
// or the end of the innermost switch.
func (t *versions) jump(to int) {
	k := t.depth - 1
	for to == toContinuing && !t.frames[k].isLoop {
		k--
	}
	f := &t.frames[k]
	f.jumps[to]++
	for j := len(t.log) - 1; j >= f.mark && t.log[j].seen[to] != f.serial; j-- {
		t.log[j].seen[to] = f.serial
		f.changed[to] = append(f.changed[to], t.log[j].local)
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
		t.merged = append(t.merged, c.local)
	}
	t.undo(f.mark)
	t.setAll(t.merged[n:])
	t.merged = t.merged[:n]
}

// continuing goes from the end of a loop's body to its continuing block, and reports
// whether that is the only way there.
func (t *versions) continuing(reached bool) (only bool) {
	f := &t.frames[t.depth-1]
	if reached {
		if f.jumps[toContinuing] == 0 {
			return true
		}
		t.jump(toContinuing)
	}
	t.undo(f.mark)
	t.setAll(f.changed[toContinuing])
	return false
}

// breakIf notes a way that leaves a loop at the end of its continuing block.
func (t *versions) breakIf() { t.jump(toEnd) }

// close leaves a loop or switch, and reports whether anything jumps to its end.
func (t *versions) close() bool {
	f := &t.frames[t.depth-1]
	t.undo(f.mark)
	t.depth--
	t.setAll(f.changed[toEnd])
	return f.jumps[toEnd] > 0
}
