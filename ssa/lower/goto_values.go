package lower

// This file keeps what crosses blocks while the structurizer moves them: phis, the
// selectors of dispatchers, and flags. Each is a variable, which blocks of the tree
// set and read in turn; when the tree is there, reads become values.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/repair"
)

// carried are those variables.
type carried struct {
	vars   []carriedVar
	events []carryEvent
	first  []int32 // by block of the tree: its first event plus one
	last   []int32
	phis   []int32 // by instruction: of a phi of the flat form, its variable plus one

	standIn []bool // by instruction: it stands for a variable
}

type carriedVar struct {
	ty   ir.TypeID
	name string
	sets int32 // how many events set it
}

// carryEvent sets a variable to a value, or reads it as what an instruction stands for:
// a phi of the flat form, or a stand-in.
type carryEvent struct {
	v     int32
	reads bool
	value ssa.Value
	block ssa.NodeID
	next  int32 // of the same block, plus one
}

func (c *carried) add(t ir.TypeID, name string) int32 {
	c.vars = append(c.vars, carriedVar{ty: t, name: name})
	return int32(len(c.vars) - 1)
}

// phi is the variable of a phi.
func (c *carried) phi(f *ssa.Function, i ssa.InstrID) int32 {
	for len(c.phis) <= int(i) {
		c.phis = append(c.phis, 0)
	}
	if c.phis[i] == 0 {
		c.phis[i] = c.add(f.Type(i), f.NameOf(i)) + 1
	}
	return c.phis[i] - 1
}

func (c *carried) event(b ssa.NodeID, e carryEvent) {
	for len(c.first) <= int(b) {
		c.first, c.last = append(c.first, 0), append(c.last, 0)
	}
	e.block = b
	c.events = append(c.events, e)
	k := int32(len(c.events))
	if l := c.last[b]; l != 0 {
		c.events[l-1].next = k
	} else {
		c.first[b] = k
	}
	c.last[b] = k
}

// set gives a variable a value at the end of a block as it is now.
func (c *carried) set(b ssa.NodeID, v int32, value ssa.Value) {
	c.vars[v].sets++
	c.event(b, carryEvent{v: v, value: value})
}

// read makes an instruction stand for what a variable is at the end of a block as it
// is now.
func (c *carried) read(b ssa.NodeID, v int32, as ssa.Value) {
	c.event(b, carryEvent{v: v, reads: true, value: as})
}

// finish replaces the instructions that stand for variables. Phis of the flat form
// have no uses then; stand-ins are removed.
func (c *carried) finish(f *ssa.Function) {
	if len(c.vars) == 0 {
		return
	}
	// The blocks that set each variable.
	starts := make([]int32, len(c.vars)+1)
	for v := range c.vars {
		starts[v+1] = starts[v] + c.vars[v].sets
	}
	blocks := make([]ssa.NodeID, starts[len(c.vars)])
	at := append([]int32(nil), starts...)
	for k := range c.events {
		if e := &c.events[k]; !e.reads {
			blocks[at[e.v]] = e.block
			at[e.v]++
		}
	}
	p := repair.New(f)
	for v := range c.vars {
		p.Add(c.vars[v].ty, c.vars[v].name, blocks[starts[v]:starts[v+1]])
	}
	by := make([]ssa.Value, f.InstrCount())
	c.standIn = make([]bool, len(by))
	for k := range c.events {
		if e := &c.events[k]; e.reads {
			c.standIn[e.value] = true
		}
	}
	p.Walk(func(b ssa.NodeID) {
		if int(b) >= len(c.first) {
			return
		}
		for k := c.first[b]; k != 0; k = c.events[k-1].next {
			if e := &c.events[k-1]; e.reads {
				by[e.value] = p.Value(repair.Var(e.v))
			} else {
				p.Define(repair.Var(e.v), e.value)
			}
		}
	})
	p.Finish()
	for k := range c.events {
		if e := &c.events[k]; e.reads {
			v := c.resolve(f, by, e.value)
			f.ReplaceUses(e.value, v)
			if f.Op(e.value) != op.Phi {
				f.Remove(e.value)
			}
		}
	}
}

// resolve follows what stands for a value to what doesn't stand for another. Where
// control can't come it is undefined.
func (c *carried) resolve(f *ssa.Function, by []ssa.Value, v ssa.Value) ssa.Value {
	end := v
	for steps := 0; int(end) < len(by) && c.standIn[end]; steps++ {
		if by[end] == 0 || steps > len(c.events) {
			by[end] = f.Undef(f.Type(end))
		}
		end = by[end]
	}
	for v != end {
		next := by[v]
		by[v] = end
		v = next
	}
	return end
}
