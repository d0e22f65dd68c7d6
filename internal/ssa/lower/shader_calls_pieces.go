package lower

// This file makes the functions of a shader that is divided at calls: the stack, the function that
// calls the others, and the control flow of a function that begins behind a call.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// spill stores the live variables before each call, and the next function after it.
func (x *dividing) spill() {
	f := x.f
	for k, call := range x.calls {
		c := calc{f.BuildBefore(call)}
		at := uint32(0)
		for _, v := range x.saved[k] {
			x.push(&c, c.Load(c.DerefVar(v)), &at)
		}
		b := f.BuildAfter(call)
		x.markers = append(x.markers, b.Store(b.DerefVar(x.resume), b.U32(uint32(k+2))))
	}
}

// word is the address of a word of the stack.
func (x *dividing) word(b *ssa.Builder, at uint32) ssa.Value {
	p := b.DerefVar(x.stack)
	return b.DerefArray(b.F.Shader.Module.ElementType(b.F.Type(p), 0), p, b.U32(at))
}

// push stores a value on the stack.
func (x *dividing) push(c *calc, v ssa.Value, at *uint32) {
	m := x.f.Shader.Module
	t := c.F.Type(v)
	if n := m.Types.ComponentCount(t); n > 0 {
		for k := range n {
			for _, w := range toWords(&c.Builder, c.Component(v, k)) {
				c.Store(x.word(&c.Builder, *at), w)
				*at++
			}
		}
		return
	}
	for k := range memberCount(m, t) {
		x.push(c, c.Extract(m.ElementType(t, uint32(k)), v, k), at)
	}
}

// pop is a value of a type on the stack.
func (x *dividing) pop(b *ssa.Builder, t ir.TypeID, at *uint32) ssa.Value {
	m := x.f.Shader.Module
	var parts []ssa.Value
	if n := m.Types.ComponentCount(t); n > 0 {
		s := m.Types.ScalarOf(t)
		for range n {
			words := make([]ssa.Value, max(1, s.Bits()/32))
			for k := range words {
				words[k] = b.Load(x.word(b, *at))
				*at++
			}
			parts = append(parts, fromWords(b, s, words))
		}
		if n == 1 {
			return parts[0]
		}
		return b.Op(op.Vec, t, parts...)
	}
	for k := range memberCount(m, t) {
		parts = append(parts, x.pop(b, m.ElementType(t, uint32(k)), at))
	}
	return b.Op(op.Compose, t, parts...)
}

// dispatch makes the function of the entry point call the others.
func (x *dividing) dispatch(pieces []ssa.FuncID) {
	f := x.f
	f.ClearFrom(f.FirstBlock())
	f.Vars = f.Vars[:1]
	c := calc{f.Build(f.Entry())}
	args := make([]ssa.Value, len(f.Params))
	for k := range args {
		args[k] = c.Instr(op.Param, f.Params[k].Type)
		f.SetWords(args[k], [2]uint32{uint32(k)})
	}
	c.Store(c.DerefVar(x.resume), c.U32(1))
	body := f.LoopBody(c.Loop(false))
	c.Inside(body)
	next := c.Load(c.DerefVar(x.resume))
	for k, id := range pieces {
		n := c.If(c.eqi(next, uint64(k+1)))
		b := f.Build(f.EndOf(f.ListFirst(f.Then(n))))
		b.Call(id, 0, args...)
	}
	n := c.If(c.eqi(c.Load(c.DerefVar(x.resume)), 0))
	f.AddJump(f.ListFirst(f.Then(n)), op.Break, c.Span)
}

// A piece is one of the functions that a function is divided into.
type piece struct {
	*dividing
	f *ssa.Function
}

// cut removes the code before a marker, the marker too.
func (x *piece) cut(marker ssa.InstrID) {
	f := x.f
	var copies = map[ssa.NodeID]ssa.ListID{}
	for n := f.InnermostLoop(f.Block(marker)); n != 0; n = f.InnermostLoop(n) {
		copies[n] = ssa.NewCopier(f, f).List(f.LoopBody(n))
	}
	l := f.ListOf(f.Block(marker))
	x.removeUntil(l, f.AfterInstr(marker))
	for l != ssa.Body {
		n := f.ListParent(l)
		outer := f.ListOf(n)
		x.removeUntil(outer, f.EndOf(f.Before(n)))
		if f.Kind(n) == ssa.NodeIf {
			f.Splice(n, l)
		} else {
			x.enter(n, copies[n])
		}
		l = outer
	}
}

// removeUntil removes the start of a list; that of the function keeps the anchor and the code before it.
func (x *piece) removeUntil(l ssa.ListID, to ssa.Cursor) {
	f := x.f
	first := f.ListFirst(l)
	from := ssa.Cursor{Block: first, Before: f.First(first)}
	if l == ssa.Body {
		from = f.AfterInstr(x.anchor)
	}
	if from != to {
		f.Discard(f.Extract(from, to))
	}
}

// enter makes the body of a loop that of its first iteration; the other ones have the whole body.
func (x *piece) enter(n ssa.NodeID, whole ssa.ListID) {
	f := x.f
	first := (&phiDemotion{f, x.demoted.first}).variable("first", ir.TypeBool)
	b := f.Build(f.EndOf(f.Before(n)))
	b.Store(b.DerefVar(first), b.Bool(true))
	body := f.LoopBody(n)
	head := f.ListFirst(body)
	rest := f.Extract(ssa.Cursor{Block: head, Before: f.First(head)}, ssa.Cursor{Block: f.ListLast(body)})
	b = f.Build(f.EndOf(f.ListFirst(body)))
	is := b.Load(b.DerefVar(first))
	b.Store(b.DerefVar(first), b.Bool(false))
	arms := b.If(is)
	f.Insert(f.EndOf(f.ListFirst(f.Then(arms))), rest)
	f.Insert(f.EndOf(f.ListFirst(f.Else(arms))), whole)
}

// restore loads the variables of a call from the stack.
func (x *piece) restore(saved []ssa.VarID) {
	b := x.f.BuildAfter(x.anchor)
	at := uint32(0)
	for _, v := range saved {
		b.Store(b.DerefVar(v), x.pop(&b, x.f.Var(v).Type, &at))
	}
}

// end ends the function behind each call.
func (x *piece) end() {
	f := x.f
	for again := true; again; {
		again = false
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if i == x.anchor || f.Op(i) != op.Store || f.Op(f.Arg(i, 0)) != op.DerefVar || f.VarOf(f.Arg(i, 0)) != x.resume ||
					f.Jump(b) != 0 && f.Next(i) == f.Jump(b) && f.Op(f.Jump(b)) == op.Return {
					continue
				}
				from, to := f.AfterInstr(i), ssa.Cursor{Block: f.ListLast(f.ListOf(b))}
				span := f.SpanOf(i)
				if from != to {
					f.Discard(f.Extract(from, to))
				}
				f.AddJump(f.Block(i), op.Return, span)
				again = true
				break
			}
			if again {
				break
			}
		}
	}
}
