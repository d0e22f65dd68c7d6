package wgsl

// This file holds the values of local variables during the uniformity analysis
// (section "Function-scope Variable Value Analysis" of the WGSL specification).
//
// The walk over a function keeps one current value for each local variable. A region is a
// part of the function that may not be executed, or not as a whole: a branch, the body of a
// loop. Assignments in it to variables from outside are logged; its end undoes them. If
// control leaves a region for a place at which it joins with others (the end of an if,
// switch or loop, or a continuing block), the values of the variables assigned so far go to
// that merge, which joins them.

import (
	"math"

	"refract/internal/front/wgsl/syntax"
)

// variable is a local declaration of the function under analysis: a variable, a
// value declared by let, or a parameter.
type variable struct {
	value
	exit  uint32    // the last exit or merge that looked at it
	join  graphNode // in endMerge: the value that it gets
	count uint32    // in endMerge: the ways in which it was assigned
	full  bool      // let: a full pointer
}

// value is the part of a variable that a region may change.
type value struct {
	val  graphNode // of a variable, or what a parameter points to: the current value; of a let: the value, or the address of a pointer
	cf   graphNode // the control flow that val is known to reach, or 0
	last uint32    // 1 + index of the last entry of the log, or 0
}

// logEntry undoes an assignment.
type logEntry struct {
	slot uint32
	old  value
}

// merge is a place at which control flow joins.
type merge struct {
	exits uint32 // ways into it
	head  uint32 // of the list of contributions
	log   uint32 // where the log stood when it began
	slot  uint32 // variables from this one on are out of scope there
}

// contribution is the value of a variable on one way into a merge.
type contribution struct {
	slot uint32
	val  graphNode
	next uint32 // in uniformityMemory.contributions; 0 at the end
}

// region is the state that the end of a region restores.
type region struct{ log, slot uint32 }

// uniformityMemory is the state of the variables of a function.
type uniformityMemory struct {
	base          declID // the declaration of variable 0
	vars          []variable
	log           []logEntry
	region        region // where the innermost begins; variables from slot on belong to it
	merges        []merge
	contributions []contribution
	serial        uint32
	touched       []uint32
	afters        []graphNode // by parameter: Value_return_i_contents; notPointer for one of another type
}

// notPointer stands for Value_return_i_contents if there is none.
const notPointer = ^graphNode(0)

// start prepares for a function whose first local declaration is base.
func (m *uniformityMemory) start(base declID) {
	m.base = base
	m.vars, m.log, m.merges, m.afters = m.vars[:0], m.log[:0], m.merges[:0], m.afters[:0]
	m.contributions = append(m.contributions[:0], contribution{})
	m.region = region{}
	m.serial = 0
}

// declare gives the declaration at a node its first value. Declarations come in the
// checker's order; ones in code that is never reached are passed over.
func (m *uniformityMemory) declare(c *checker, n syntax.Node, v variable) {
	for c.decls[int(m.base)+len(m.vars)].node != n {
		m.vars = append(m.vars, variable{})
	}
	slot := uint32(len(m.vars))
	m.vars = append(m.vars, v)
	if m.region.slot > slot {
		m.logged(slot)
	}
}

// logged notes that a variable is about to be assigned in the region.
func (m *uniformityMemory) logged(slot uint32) {
	v := &m.vars[slot]
	if v.last <= m.region.log {
		m.log = append(m.log, logEntry{slot, v.value})
		v.last = uint32(len(m.log))
	}
}

// set assigns to a variable.
func (m *uniformityMemory) set(slot uint32, val, cf graphNode) {
	if slot < m.region.slot {
		m.logged(slot)
	}
	v := &m.vars[slot]
	v.val, v.cf = val, cf
}

// enter begins a region and returns the argument of exit. If the declarations of its
// outermost level outlive it (declarations in the body of a loop are in scope in its
// continuing block), they are logged too.
func (m *uniformityMemory) enter(outlive bool) region {
	old := m.region
	m.region = region{uint32(len(m.log)), uint32(len(m.vars))}
	if outlive {
		m.region.slot = math.MaxUint32
	}
	return old
}

// exit ends the innermost region.
func (m *uniformityMemory) exit(old region) {
	for i := len(m.log) - 1; i >= int(m.region.log); i-- {
		m.vars[m.log[i].slot].value = m.log[i].old
	}
	m.log = m.log[:m.region.log]
	m.region = old
}

// newMerge begins a merge: control flow leaves for it from here on. If wide, it is in the
// scope of later declarations.
func (m *uniformityMemory) newMerge(wide bool) int {
	g := merge{log: uint32(len(m.log)), slot: uint32(len(m.vars))}
	if wide {
		g.slot = math.MaxUint32
	}
	m.merges = append(m.merges, g)
	return len(m.merges) - 1
}

// leaveFor lets control flow at the point reached leave for a merge.
func (u *uniformity) leaveFor(i int) {
	m := &u.memory
	g := &m.merges[i]
	g.exits++
	m.serial++
	u.work += len(m.log) - int(g.log)
	if u.work > u.budget {
		return
	}
	for k := int(g.log); k < len(m.log); k++ {
		slot := m.log[k].slot
		v := &m.vars[slot]
		if slot >= g.slot || v.exit == m.serial {
			continue
		}
		v.exit = m.serial
		m.contributions = append(m.contributions, contribution{slot, v.val, g.head})
		g.head = uint32(len(m.contributions) - 1)
	}
}

// endMerge joins the values at the last merge. The region that it was left from has ended.
func (u *uniformity) endMerge() {
	m := &u.memory
	g := m.merges[len(m.merges)-1]
	m.merges = m.merges[:len(m.merges)-1]
	m.serial++
	m.touched = m.touched[:0]
	for k := g.head; k != 0; k = m.contributions[k].next {
		c := &m.contributions[k]
		v := &m.vars[c.slot]
		if v.exit != m.serial {
			v.exit = m.serial
			v.join, v.count = c.val, 1
			m.touched = append(m.touched, c.slot)
			continue
		}
		v.join = u.graph.join(v.join, c.val)
		v.count++
	}
	for _, slot := range m.touched {
		v := &m.vars[slot]
		if v.count < g.exits {
			v.join = u.graph.join(v.join, v.val)
		}
		m.set(slot, v.join, noGraphNode)
	}
}

// leave lets control flow return from the function: the pointees of parameters keep their
// values.
func (u *uniformity) leave() {
	m := &u.memory
	if !u.funcs[u.fn].pointers {
		return
	}
	for i := range m.afters {
		if m.afters[i] != notPointer {
			m.afters[i] = u.graph.join(m.afters[i], m.vars[i].val)
		}
	}
}
