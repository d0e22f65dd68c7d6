package text

// This file computes the effects of calling a function besides taking its arguments, so
// that calls which only compute are free to move.

import (
	"refract/internal/reuse"
	"refract/ir"
)

// CallEffects are the effects of the functions of one module. The zero value knows nothing
// and takes every call to read and write everything. It keeps its memory from one Of to the
// next.
type CallEffects struct {
	m     *ir.Module
	list  []effects // by FuncID
	state []callState
	stack []visit
	order []ir.FuncID // callees before callers
	known int         // how many of order have their effects in list
}

type callState uint8

const (
	ordered callState = 1 + iota // in CallEffects.order, or about to be
	known                        // and its effects are in the list
)

type visit struct {
	fn   ir.FuncID
	next ir.StmtID
}

// Of makes c the effects of the functions of m, which it computes on demand. All answers
// together are linear in the module's size.
func (c *CallEffects) Of(m *ir.Module) {
	c.m = m
	c.list = reuse.Zeroed(c.list, len(m.Functions))
	c.state = reuse.Zeroed(c.state, len(m.Functions))
	c.order, c.known = c.order[:0], 0
}

// Order lists the functions so that callees come before callers, else as the module has
// them. It is the same until the next Of.
func (c *CallEffects) Order() []ir.FuncID {
	for i := 1; i < len(c.list); i++ {
		if c.state[i] == 0 {
			c.sort(ir.FuncID(i))
		}
	}
	return c.order
}

// FindAll finds the effects of all calls.
func (c *CallEffects) FindAll() {
	for c.Order(); c.known < len(c.order); {
		c.find()
	}
}

// Shared is c for another goroutine, once FindAll has found everything.
func (c *CallEffects) Shared() CallEffects { return CallEffects{m: c.m, list: c.list, state: c.state} }

// find computes the effects of the next function in the order.
func (c *CallEffects) find() {
	fn := c.order[c.known]
	c.list[fn] = c.own(c.m, c.m.Func(fn))
	c.state[fn] = known
	c.known++
}

// sort appends a function to the order behind its callees.
func (c *CallEffects) sort(fn ir.FuncID) {
	m := c.m
	c.state[fn] = ordered
	c.stack = append(c.stack[:0], visit{fn, 1})
	for len(c.stack) > 0 {
		v := &c.stack[len(c.stack)-1]
		f := m.Func(v.fn)
		if !f.MayHaveStmt(ir.StmtCall) || int(v.next) >= f.StmtCount() {
			c.order = append(c.order, v.fn)
			c.stack = c.stack[:len(c.stack)-1]
			continue
		}
		s := v.next
		v.next++
		if f.StmtKind(s) == ir.StmtCall {
			if to := f.Call(s).Function; c.state[to] == 0 {
				c.state[to] = ordered
				c.stack = append(c.stack, visit{to, 1})
			}
		}
	}
}

// own is the effects of a function; its variables are nobody else's, and effects through
// pointers are counted at the calls.
func (c *CallEffects) own(m *ir.Module, f *ir.Function) (all effects) {
	p := subject{m: m, f: f}
	for e := f.Next(0, effectful); e != 0; e = f.Next(e, effectful) {
		eff, _ := p.own(e)
		all |= eff
	}
	for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
		switch f.StmtKind(s) {
		case ir.StmtIf, ir.StmtSwitch, ir.StmtLoop, ir.StmtBreak, ir.StmtContinue, ir.StmtReturn:
			// Control comes back to the caller all the same.
		case ir.StmtCall:
			all |= c.list[f.Call(s).Function]
		default:
			eff, _ := p.stmtOwn(s)
			all |= eff
		}
	}
	return all &^ (functionBits | readQuery | readQuery<<writes)
}

// of is the effect of a call, without effects through pointers.
func (c *CallEffects) of(fn ir.FuncID) effects {
	if c == nil || int(fn) >= len(c.list) {
		return readShared | (readShared|readFlow)<<writes
	}
	if c.state[fn] == 0 {
		c.sort(fn)
	}
	for c.state[fn] != known {
		c.find()
	}
	return c.list[fn]
}
