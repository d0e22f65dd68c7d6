// Package toir makes a module of a shader in SSA form, such that every back end
// writes it well.
//
// It is done in two steps. The first is obviously right: instructions become expressions
// one for one in their places, each register becomes a variable of the whole function, and
// a value used outside the scope of its definition gets one more; addresses are computed
// again instead. Scalar kinds follow from the operations, else from the hints that values
// carry; if a use wants another kind the bits are reinterpreted there, and constants simply
// take the wanted kind. Components of parameters go by their names. The second step makes
// that readable, and knows nothing of SSA: package internal/ir/pretty. A back end inlines values
// that are used once.
//
// Phis must have become registers (package internal/ssa/lower does that).
package toir

import (
	"fmt"
	"sync"

	"refract/diag"
	"refract/internal/ir/precision"
	"refract/internal/ir/pretty"
	"refract/internal/reuse"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// UnsupportedError names the part of the shader that a module can't hold.
type UnsupportedError struct {
	What string
	Span diag.Span
}

func (e *UnsupportedError) Error() string { return e.What + " has no form in a module" }

// Module converts a shader that verification accepts. The shader stays as it is.
func Module(s *ssa.Shader) (*ir.Module, error) {
	return module(new(ir.Module), s, true)
}

// Into is Module in the memory of m, whose contents are lost; or in the shader's own
// module, which makes an end of the shader.
func Into(m *ir.Module, s *ssa.Shader) error {
	_, err := module(m, s, true)
	return err
}

// Plain is Module without the second step, which makes the result readable: every register
// is one variable of the whole function, read and set as the shader loads and sets it;
// every value that is used after the end of its scope has one more.
func Plain(s *ssa.Shader) (*ir.Module, error) { return module(new(ir.Module), s, false) }

func module(m *ir.Module, s *ssa.Shader, tidy bool) (*ir.Module, error) {
	if m != s.Module {
		s.Module.CloneInto(m)
	}
	for i := 1; i < len(s.Vars); i++ {
		v := &s.Vars[i]
		if v.Mode.Space() == 0 {
			return nil, &UnsupportedError{"a variable of mode " + v.Mode.String(), v.Span}
		}
		m.Globals = append(m.Globals, v.Global())
	}
	m.EntryPoints = append(m.EntryPoints[:0], s.EntryPoints...)
	for _, g := range s.Funcs[1:] {
		if g.IsFlat() {
			return nil, &UnsupportedError{"a function in flat form", g.Span}
		}
		_, f := m.NewFunction(g.Name)
		f.Args = append(f.Args, g.Params...)
		f.Result, f.ResultBinding, f.MustUse = g.Result, g.ResultBinding, g.MustUse
		f.Diagnostics = append(f.Diagnostics, g.Diagnostics...)
		f.Span, f.Doc = g.Span, g.Doc
		for i := 1; i < len(g.Vars); i++ {
			v := &g.Vars[i]
			if v.Mode != ssa.ModeFunctionTemp {
				return nil, &UnsupportedError{"a local variable of mode " + v.Mode.String(), v.Span}
			}
			f.AddLocal(ir.Local{Name: v.Name, Type: v.Type, Relaxed: v.IO.Relaxed, Span: v.Span})
		}
	}
	c := converters.Get().(*converter)
	defer c.release()
	c.s, c.m, c.types, c.err = s, m, &m.Types, nil
	for i, g := range s.Funcs[1:] {
		f := m.Functions[i+1]
		if tidy {
			c.scratch.CopyBody(f)
			c.function(g, &c.scratch)
			if c.err == nil {
				c.relax()
				c.tidy.Function(m, f, &c.scratch)
			}
		} else {
			c.function(g, f)
		}
		if c.err != nil {
			return nil, c.err
		}
	}
	return m, nil
}

// converters keep the memory of finished converters.
var converters = sync.Pool{New: func() any { return new(converter) }}

// release hands a converter back.
func (c *converter) release() {
	c.s, c.m, c.types, c.g, c.f = nil, nil, nil, nil, nil
	c.precisions.M, c.precisions.Open, c.precisions.Rounds = nil, nil, nil
	c.b.M, c.b.F = nil, nil
	c.tidy.Forget()
	converters.Put(c)
}

type converter struct {
	s     *ssa.Shader
	m     *ir.Module
	types *ir.Types
	g     *ssa.Function
	f     *ir.Function
	b     ir.Builder
	err   error

	scratch ir.Function // being converted, until it is pretty
	tidy    pretty.Transforms

	exprs    []ir.ExprID  // by value: what it is, where its scope is open; 0: nothing yet
	lasts    []bool       // by value: its expression stands for it wherever it is used
	spills   []ir.LocalID // by value: the local that holds it for uses out of scope
	freshIn  []ssa.ListID // by local variable: the list, not the body, in which it becomes fresh
	hoisted  []bool       // by local variable: it is used out of that scope
	settings []ir.LocalID // by value: the variable that an override is read through; empty: there are none
	list     ssa.ListID   // being converted
	depth    []int32      // by list: scopes around it
	alive    []bool       // by node: blocks that control may reach; empty: all
	args     []ir.ExprID
	aliases  []ssa.Value // by 4 * parameter + component: the value that has a name; empty: there are none

	relaxed    bool // 16 bits are enough for a value of the function
	precisions precision.Finder

	continuing int // continue lists around what is being converted

	regs []ir.LocalID // by register
	work []ssa.NodeID
}

func (c *converter) fail(span diag.Span, format string, args ...any) {
	if c.err == nil {
		c.err = &UnsupportedError{fmt.Sprintf(format, args...), span}
	}
}

func (c *converter) function(g *ssa.Function, f *ir.Function) {
	c.g, c.f = g, f
	c.relaxed = false
	f.Reserve(g.InstrCount()+g.InstrCount()/4, g.InstrCount()/4)
	c.exprs = reuse.Zeroed(c.exprs, g.InstrCount())
	c.lasts = reuse.Zeroed(c.lasts, g.InstrCount())
	c.spills = reuse.Zeroed(c.spills, g.InstrCount())
	c.aliases = c.aliases[:0]
	c.b.Start(c.m, f)
	c.scopes()
	c.registers()
	c.findEscapes()
	c.findHoisted()
	mark := c.b.Begin()
	c.variables()
	c.contents(ssa.Body)
	if g.Result != 0 && c.falls(ssa.Body) {
		c.b.Return(c.b.Zero(g.Result)) // where control never comes, for all that is known
	}
	f.Body = c.b.End(mark)
	for v := ssa.Value(1); int(v) < g.InstrCount(); v++ {
		if name := g.NameOf(v); name != "" && c.exprs[v] != 0 && g.Op(v) != op.Invalid && g.FirstUse(v) != 0 {
			f.SetName(c.exprs[v], name)
		}
	}
}

// isFree reports whether a value can be made anywhere again.
func (c *converter) isFree(v ssa.Value) bool {
	switch o := c.g.Op(v); o.Class() {
	case op.ClassConst, op.ClassUndef:
		return true
	default:
		return o == op.Param || o == op.DerefVar || (o == op.Mov || o == op.Extract) && c.isPick(v) || o == op.Load && c.isSetting(v)
	}
}

// isSetting reports whether a value without a name is a uniform variable or a part of
// one, used more than once: it is written wherever it is used, by the names that the
// author gave it.
func (c *converter) isSetting(v ssa.Value) bool {
	g := c.g
	p := g.Arg(v, 0)
	t := c.types.At(g.Type(p))
	u := g.FirstUse(v)
	if t.Space != ir.SpaceUniform && t.Space != ir.SpaceImmediate || g.NameOf(v) != "" || u == 0 || g.NextUse(u) == 0 {
		return false
	}
	for g.Op(p) == op.DerefStruct {
		p = g.Arg(p, 0)
	}
	return g.Op(p) == op.DerefVar
}

// findEscapes gives a local to each value that something out of its scope uses,
// unless it can be made again.
func (c *converter) findEscapes() {
	g := c.g
	if g.IsStraight() {
		return
	}
	for b := range g.Blocks() {
		l := g.ListOf(b)
		if l == ssa.Body || c.isDead(b) {
			continue // visible everywhere after
		}
		for v := range g.Instrs(b) {
			if !g.HasUses(v) || c.isFree(v) || g.Op(v).Class() == op.ClassDeref {
				continue
			}
			c.escape(v, v, l)
		}
	}
}

// escape visits the uses of v, which stands for spill (itself, or the value that a deref
// made of it is computed from again).
func (c *converter) escape(v, spill ssa.Value, l ssa.ListID) {
	g := c.g
	for u := g.FirstUse(v); u != 0 && c.spills[spill] == 0; u = g.NextUse(u) {
		i, n := g.UserOf(u)
		var at ssa.ListID
		if i != 0 {
			at = g.ListOf(g.Block(i))
			if g.Op(i).Class() == op.ClassDeref {
				c.escape(i, spill, l) // it may be computed again where it is used
			}
		} else {
			at = g.ListOf(n)
		}
		if !c.inScope(l, at) {
			c.spills[spill] = c.f.AddLocal(ir.Local{Name: g.NameOf(spill), Type: 1})
		}
	}
}

// findHoisted finds the local variables that are used outside of the scope of their
// declaration: passes take code out of scopes. They are variables of the whole function.
func (c *converter) findHoisted() {
	g := c.g
	c.hoisted = reuse.Zeroed(c.hoisted, len(g.Vars))
	if c.freshIn = c.freshIn[:0]; !g.MayHave(op.Declare) {
		return
	}
	freshIn := c.freshIn[:0]
	for b := range g.Blocks() {
		if l := g.ListOf(b); l != ssa.Body && !c.isDead(b) {
			for i := range g.Instrs(b) {
				if g.Op(i) == op.Declare {
					if len(freshIn) == 0 {
						freshIn = reuse.Zeroed(freshIn, len(g.Vars))
					}
					v := g.VarOf(i) &^ ssa.LocalVar
					c.hoisted[v] = c.hoisted[v] || freshIn[v] != 0 && freshIn[v] != l
					freshIn[v] = l
				}
			}
		}
	}
	if c.freshIn = freshIn; len(freshIn) == 0 {
		return
	}
	for b := range g.Blocks() {
		for i := range g.Instrs(b) {
			if g.Op(i) == op.DerefVar && g.VarOf(i).IsLocal() {
				if v := g.VarOf(i) &^ ssa.LocalVar; freshIn[v] != 0 && !c.usedWithin(i, freshIn[v]) {
					c.hoisted[v] = true
				}
			}
		}
	}
}

// usedWithin reports whether all uses of a deref are in the scope of a list.
func (c *converter) usedWithin(v ssa.Value, l ssa.ListID) bool {
	g := c.g
	for u := g.FirstUse(v); u != 0; u = g.NextUse(u) {
		i, n := g.UserOf(u)
		at := ssa.ListID(0)
		if i == 0 {
			at = g.ListOf(n)
		} else if at = g.ListOf(g.Block(i)); g.Op(i).Class() == op.ClassDeref && !c.usedWithin(i, l) {
			return false
		}
		if !c.inScope(l, at) {
			return false
		}
	}
	return true
}

// block converts a list.
func (c *converter) block(l ssa.ListID) ir.BlockID {
	outer := c.list
	mark := c.b.Begin()
	c.contents(l)
	c.list = outer
	return c.b.End(mark)
}

func (c *converter) contents(l ssa.ListID) {
	c.list = l
	for n := range c.nodes(l) {
		if c.err != nil {
			return
		}
		c.node(n)
	}
}

// node converts one node of the list being converted.
func (c *converter) node(n ssa.NodeID) {
	l := c.list
	switch c.g.Kind(n) {
	case ssa.NodeBlock:
		for i := c.g.First(n); i != 0; i = c.g.Next(i) {
			c.m.Meter.Step()
			c.b.Span = c.g.SpanOf(i)
			c.instr(i)
		}
	case ssa.NodeIf:
		c.ifNode(n)
	case ssa.NodeLoop:
		c.loop(n)
	case ssa.NodeSwitch:
		c.switchNode(n)
	}
	c.list = l
}
