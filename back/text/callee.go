package text

// This file says what calling a function does besides taking its arguments, so
// that calls which do nothing but compute are free to move.

import "refract/ir"

// CallEffects are those of the functions of one module. The zero value knows
// nothing and takes every call to read and write everything. It keeps its memory
// from one Find to the next.
type CallEffects struct {
	list  []effects // by FuncID
	done  []bool
	stack []visit
}

type visit struct {
	fn   ir.FuncID
	next ir.StmtID
}

// Find looks into the functions of a module. It is linear in the module's size.
func (c *CallEffects) Find(m *ir.Module) {
	c.list = cleared(c.list, len(m.Functions))
	c.done = cleared(c.done, len(m.Functions))
	for i := 1; i < len(m.Functions); i++ {
		c.find(m, ir.FuncID(i))
	}
}

// find computes the effects of a function after those of what it calls.
func (c *CallEffects) find(m *ir.Module, fn ir.FuncID) {
	if c.done[fn] {
		return
	}
	c.done[fn] = true
	c.stack = append(c.stack[:0], visit{fn, 1})
	for len(c.stack) > 0 {
		v := &c.stack[len(c.stack)-1]
		f := m.Func(v.fn)
		if int(v.next) >= f.StmtCount() {
			c.list[v.fn] = c.own(m, f)
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
	p := Plan{m: m, f: f}
	for e := ir.ExprID(1); int(e) < f.ExprCount(); e++ {
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
	return c.list[fn]
}
