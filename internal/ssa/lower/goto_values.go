package lower

// This file keeps the values that cross blocks while the structurizer moves them: phis, the
// selectors of dispatchers, and flags. Each is a variable, which blocks of the tree set and
// read in turn; when the tree is complete, reads become values. If a dispatcher has very
// many clauses, and a phi behind it as many sources, they stay variables in memory, and so
// do values that cross clauses.

import (
	"refract/internal/reuse"
	"refract/internal/ssa/analysis"
	"refract/internal/ssa/repair"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// carried are those variables.
type carried struct {
	vars   []carriedVar
	events []carryEvent
	first  []int32 // by block of the tree: its first event plus one
	last   []int32
	phis   []int32 // by instruction: of a phi of the flat form, its variable plus one

	standIn []bool      // by instruction: it stands for a variable
	by      []ssa.Value // by instruction: what it stands for

	inMemory bool
}

type carriedVar struct {
	ty   ir.TypeID
	name string
	sets int32     // how many events set it
	v    ssa.VarID // in memory, or 0
}

// manyClauses is how many clauses of a dispatcher have variables kept in memory.
var manyClauses int32 = 128 // tests change it

// carryEvent sets a variable to a value, or reads it for an instruction: a phi of the flat
// form, or a stand-in.
type carryEvent struct {
	v     int32
	reads bool
	value ssa.Value
	block ssa.NodeID
	next  int32 // of the same block, plus one
}

// forget makes it empty, and keeps the memory.
func (c *carried) forget() {
	*c = carried{vars: c.vars[:0], events: c.events[:0], first: c.first[:0], last: c.last[:0], phis: c.phis[:0], standIn: c.standIn, by: c.by}
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

// set gives a variable a value, or (0) none, at the end of a block as it is now.
func (c *carried) set(f *ssa.Function, b ssa.NodeID, v int32, value ssa.Value) {
	if m := c.memory(f, v); m != 0 {
		if value != 0 {
			at := f.Build(ssa.Cursor{Block: b})
			at.Store(at.DerefVar(m), value)
		}
		return
	}
	c.vars[v].sets++
	c.event(b, carryEvent{v: v, value: value})
}

// read makes an instruction stand for the value of a variable at the end of a block as it
// is now, and returns the value to use for it.
func (c *carried) read(f *ssa.Function, b ssa.NodeID, v int32, as ssa.Value) ssa.Value {
	if m := c.memory(f, v); m != 0 {
		at := f.Build(ssa.Cursor{Block: b})
		x := at.Load(at.DerefVar(m))
		f.SetName(x, c.vars[v].name)
		f.ReplaceUses(as, x)
		if f.Op(as) != op.Phi {
			f.Remove(as)
		}
		return x
	}
	c.event(b, carryEvent{v: v, reads: true, value: as})
	return as
}

// memory is the variable in memory that one is, or 0.
func (c *carried) memory(f *ssa.Function, v int32) ssa.VarID {
	x := &c.vars[v]
	if c.inMemory && x.v == 0 && hasMemory(f, x.ty) {
		x.v = f.AddVar(ssa.Variable{Name: x.name, Mode: ssa.ModeFunctionTemp, Type: x.ty, Access: ir.AccessReadWrite})
	}
	return x.v
}

// hasMemory reports whether values of a type can be kept in local variables.
func hasMemory(f *ssa.Function, t ir.TypeID) bool {
	switch f.Shader.Module.Types.At(t).Kind {
	case ir.TypeScalar, ir.TypeVector, ir.TypeMatrix, ir.TypeArray, ir.TypeStruct:
		return true
	}
	return false
}

// demote keeps values in memory whose definition doesn't dominate a use.
func demote(f *ssa.Function) {
	dom, order := analysis.Dominance(f), analysis.InstrOrder(f)
	type use struct {
		u ssa.UseID
		v ssa.Value
	}
	var lost []use
	for b := range f.Blocks() {
		for v := range f.Instrs(b) {
			if f.Op(v).Class() == op.ClassDeref || f.Type(v) == 0 || !hasMemory(f, f.Type(v)) {
				continue
			}
			for u := f.FirstUse(v); u != 0; u = f.NextUse(u) {
				user, node := f.UserOf(u)
				at := b
				switch {
				case user == 0:
					at = f.Before(node)
				case f.Op(user) == op.Phi:
					continue
				default:
					at = f.Block(user)
				}
				if at == b && (user == 0 || order.Index[v] < order.Index[user]) || at != b && (!dom.Reachable(at) || dom.Dominates(b, at)) {
					continue
				}
				lost = append(lost, use{u, v})
			}
		}
	}
	var m ssa.VarID
	last := ssa.Value(0)
	for _, x := range lost {
		if x.v != last {
			last = x.v
			m = f.AddVar(ssa.Variable{Name: f.NameOf(last), Mode: ssa.ModeFunctionTemp, Type: f.Type(last), Access: ir.AccessReadWrite})
			at := f.BuildAfter(last)
			if f.Op(last) == op.Phi {
				at.At = f.StartOf(f.Block(last))
			}
			at.Store(at.DerefVar(m), last)
		}
		var at ssa.Builder
		if user, node := f.UserOf(x.u); user != 0 {
			at = f.BuildBefore(user)
		} else {
			at = f.Build(f.EndOf(f.Before(node)))
		}
		s := f.SrcAt(x.u)
		s.Value = at.Load(at.DerefVar(m))
		f.SetSrcAt(x.u, s)
	}
}

// finish replaces the instructions that stand for variables. Phis of the flat form
// have no uses then; stand-ins are removed.
func (c *carried) finish(f *ssa.Function) {
	if c.inMemory {
		demote(f)
	}
	if len(c.events) == 0 {
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
	c.by, c.standIn = reuse.Zeroed(c.by, f.InstrCount()), reuse.Zeroed(c.standIn, f.InstrCount())
	by := c.by
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
	p.Release()
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

// resolve follows stand-ins of a value to a value that is none. In unreachable code it is
// undefined.
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
