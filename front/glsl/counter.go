package glsl

// This file checks atomic counters. The counters of one binding are the members of a
// storage block, each a u32 at its offset.

import (
	"strconv"

	"refract/diag"
	"refract/internal/front/glsl/syntax"
	"refract/internal/spell"
	"refract/ir"
)

// counterBuffer is the block of the counters of one binding.
type counterBuffer struct {
	binding int64
	global  ir.GlobalID
	layout  ir.LayoutID
	next    int64 // the offset of the next counter that has none, in bytes
	taken   []counterSpan
}

// counterSpan is where a counter lies, in bytes.
type counterSpan struct{ at, end int64 }

// maxCounterBytes bounds the offsets of counters.
const maxCounterBytes = 1 << 20

// counterBinding finds the block of a binding, or makes it.
func (c *checker) counterBinding(binding int64, span diag.Span) *counterBuffer {
	for i := range c.counters {
		if c.counters[i].binding == binding {
			return &c.counters[i]
		}
	}
	name := "AtomicCounters" + strconv.FormatInt(binding, 10)
	t := c.m.AddStruct(ir.Struct{Name: name, Span: span})
	c.noteStruct(t, structInfo{})
	l := c.addLayout(ir.LayoutNode{})
	c.m.Globals = append(c.m.Globals, ir.Global{Name: spell.LowerFirst(name), Space: ir.SpaceStorage, Access: ir.AccessReadWrite, Type: t, Layout: l,
		HasBinding: true, Span: span})
	g := ir.GlobalID(len(c.m.Globals) - 1)
	c.blocks.bound = append(c.blocks.bound, boundResource{g, -1, binding, 4, 1})
	c.counters = append(c.counters, counterBuffer{binding: binding, global: g, layout: l})
	return &c.counters[len(c.counters)-1]
}

// counterDefault takes over layout(binding = 2, offset = 4) uniform atomic_uint;
func (c *checker) counterDefault(q *qualifiers, span diag.Span) {
	if q.layout.binding >= 0 && q.layout.offset >= 0 {
		c.counterBinding(q.layout.binding, span).next = q.layout.offset
	}
}

// counter declares a counter or an array of them (section "Atomic Counter Layout
// Qualifiers").
func (c *checker) counter(v *syntax.Declarator, q *qualifiers, t gtype) {
	if q.storage != syntax.QualUniform {
		c.errorf(codeTypeRule, v.NameSpan, "a variable of type atomic_uint must be a uniform")
		c.declareError(v.Name, v.NameSpan)
		return
	}
	if v.Init != syntax.None {
		c.errorf(codeVariable, c.t.Span(v.Init), "a variable of type atomic_uint can't have an initial value")
	}
	if q.layout.binding < 0 {
		c.errorf(codeLayout, v.NameSpan, "an atomic counter needs a binding: layout(binding = 0)")
		c.declareError(v.Name, v.NameSpan)
		return
	}
	ty, node, bytes := ir.TypeU32, ir.NoLayout, int64(4)
	for i := len(t.dims) - 1; i >= 0; i-- {
		n := t.dims[i]
		if n == 0 {
			n = max(c.laterSize(v.Name), c.scan.of(v.Name).highest, 1)
		}
		node = c.addLayout(ir.LayoutNode{Stride: uint32(bytes), Members: []ir.LayoutID{node}})
		ty, bytes = c.m.Types.Array(ty, n), bytes*int64(n)
		if bytes > maxCounterBytes {
			break
		}
	}
	b := c.counterBinding(q.layout.binding, v.NameSpan)
	at := b.next
	if q.layout.offset >= 0 {
		at = q.layout.offset
	}
	switch {
	case at%4 != 0:
		c.errorf(codeLayout, v.NameSpan, "the offset of an atomic counter must be a multiple of 4")
		at = 0
	case at+bytes > maxCounterBytes:
		c.errorf(codeLimit, v.NameSpan, "the atomic counters of a binding take at most %d bytes", maxCounterBytes)
		c.declareError(v.Name, v.NameSpan)
		return
	}
	for _, s := range b.taken {
		if at < s.end && s.at < at+bytes {
			c.errorf(codeLayout, v.NameSpan, "%q lies over another atomic counter of the binding", c.t.Name(v.Name))
			break
		}
	}
	b.taken = append(b.taken, counterSpan{at, at + bytes})
	b.next = at + bytes
	s := c.m.StructOf(c.m.Globals[b.global].Type)
	s.Members = append(s.Members, ir.Member{Name: c.t.Name(v.Name), Type: ty, Span: v.NameSpan})
	l := &c.m.Layouts[b.layout-ir.FirstExplicitLayout]
	l.Offsets = append(l.Offsets, uint32(at))
	l.Members = append(l.Members, node)
	c.declare(decl{kind: declGlobal, name: v.Name, span: v.NameSpan, ty: ty, handle: uint32(b.global), member: int32(len(s.Members) - 1),
		flags: flagReadOnly | flagUniform | flagCounter})
}

// counterCall is an operation on a counter. An increment gives the count before it, a
// decrement the count after it.
func (c *checker) counterCall(n syntax.Node, f *memoryFunction, list []operand, nodes []syntax.Node) operand {
	want := map[memOp]int{memCounterRead: 1, memCounterUp: 1, memCounterDown: 1, memCounterSub: 2, memCompareSwap: 3, memAtomic: 2}[f.op]
	if len(list) != want {
		return c.noOverload(n, f.name, list)
	}
	x := list[0]
	if x.kind != opRef || c.decls[x.decl].flags&flagCounter == 0 || x.ty != ir.TypeU32 {
		return c.noOverload(n, f.name, list)
	}
	a := ir.Atomic{Pointer: x.expr()}
	value := func(i int) ir.ExprID {
		v := c.implicit(list[i], ir.TypeU32, c.t.Span(nodes[i]), "an argument of "+f.name)
		if !v.ok() {
			return 0
		}
		return c.toExpr(v)
	}
	switch f.op {
	case memCounterRead:
		a.Op, a.Value = ir.AtomicOr, c.toExpr(constUint(0))
	case memCounterUp:
		a.Op, a.Value = ir.AtomicAdd, c.toExpr(constUint(1))
	case memCounterDown:
		a.Op, a.Value = ir.AtomicSub, c.toExpr(constUint(1))
	case memCounterSub:
		a.Op, a.Value = ir.AtomicSub, value(1)
	case memCompareSwap:
		a.Op, a.Compare, a.Value = ir.AtomicCompareExchange, value(1), value(2)
		if a.Compare == 0 {
			return operand{}
		}
	default:
		a.Op, a.Value = ir.AtomicOp(f.code), value(1)
	}
	if a.Value == 0 {
		return operand{}
	}
	r := c.b.Atomic(a)
	got := operand{kind: opValue, ty: c.ex.TypeOf(r), handle: uint32(r)}
	switch f.op {
	case memCounterDown:
		return c.binary(ir.Sub, got, constUint(1))
	case memCompareSwap:
		return c.component(got, 0)
	}
	return got
}
