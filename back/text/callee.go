package text

// This file says what calling a function does besides taking its arguments, so
// that calls which do nothing but compute are free to move.

import (
	"refract/internal/reuse"
	"refract/ir"
)

// CallEffects are those of the functions of one module. The zero value knows
// nothing and takes every call to read and write everything. It keeps its memory
// from one Of to the next.
type CallEffects struct {
	m     *ir.Module
	list  []effects // by FuncID
	done  []bool
	stack []visit
	order []ir.FuncID // those in done
}

type visit struct {
	fn   ir.FuncID
	next ir.StmtID
}

// Of makes c the effects of the functions of m, into which it looks when it is
// asked about them. All answers together are linear in the module's size.
func (c *CallEffects) Of(m *ir.Module) {
	c.m = m
	c.list = reuse.Zeroed(c.list, len(m.Functions))
	c.done = reuse.Zeroed(c.done, len(m.Functions))
	c.order = c.order[:0]
}

// Order lists the functions so that callees come before callers, else as the module has
// them. It is the same until the next Of.
func (c *CallEffects) Order() []ir.FuncID {
	for i := 1; i < len(c.list); i++ {
		if !c.done[i] {
			c.find(ir.FuncID(i))
		}
	}
	return c.order
}

// Shared is c for another goroutine, once Order has found everything.
func (c *CallEffects) Shared() CallEffects { return CallEffects{m: c.m, list: c.list, done: c.done} }

// find computes the effects of a function after those of what it calls.
func (c *CallEffects) find(fn ir.FuncID) {
	m := c.m
	c.done[fn] = true
	c.stack = append(c.stack[:0], visit{fn, 1})
	for len(c.stack) > 0 {
		v := &c.stack[len(c.stack)-1]
		f := m.Func(v.fn)
		if !f.MayHaveStmt(ir.StmtCall) || int(v.next) >= f.StmtCount() {
			c.list[v.fn] = c.own(m, f)
			c.order = append(c.order, v.fn)
			c.stack = c.stack[:len(c.stack)-1]
			continue
		}
		s := v.next
		v.next++
		if f.StmtKind(s) == ir.StmtCall {
			if to := f.Call(s).Function; !c.done[to] {
				c.done[to] = true
				c.stack = append(c.stack, visit{to, 1})
			}
		}
	}
}

// own is what a function does; its variables are nobody else's, and what it does
// through pointers is counted where it is called.
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

// of is the effect of a call, but for what it does through pointers.
func (c *CallEffects) of(fn ir.FuncID) effects {
	if c == nil || int(fn) >= len(c.list) {
		return readShared | (readShared|readFlow)<<writes
	}
	if !c.done[fn] {
		c.find(fn)
	}
	return c.list[fn]
}
