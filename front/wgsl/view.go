package wgsl

// This file checks buffers and their views (WGSL sections "Buffer Types" and "Buffer
// View Built-in Functions").

import (
	"refract/internal/builtin"
	"refract/internal/front/wgsl/syntax"
	"refract/internal/ir/layout"
	"refract/ir"
)

func (c *checker) isBuffer(t ir.TypeID) bool { return c.m.Types.At(t).Kind == ir.TypeBuffer }

// bufferType is the type that "buffer" means, with a number of bytes or without.
func (c *checker) bufferType(n syntax.Node, id syntax.Ident) ir.TypeID {
	if !c.wantArgs(n, id, 0, 1) {
		return 0
	}
	t := ir.Type{Kind: ir.TypeBuffer}
	if len(id.Args) == 1 {
		if !c.arrayLength(id.Args[0], &t, "the size of a buffer") {
			return 0
		}
		unit := uint32(4)
		if c.enabled&ExtF16 != 0 {
			unit = 2
		}
		if t.Length%unit != 0 {
			c.errorf(codeTypeRule, c.t.Span(id.Args[0]), "the size of a buffer must be a multiple of %d, found %d", unit, t.Length)
			return 0
		}
	}
	return c.m.Types.Intern(t)
}

// isView reports whether a callee is a function that makes views of buffers.
func (c *checker) isView(callee syntax.Node) bool {
	fn := c.builtinCallee(callee)
	return fn == builtin.BufferView || fn == builtin.BufferArrayView
}

// narrows reports whether a pointer to a buffer may be passed in place of a pointer to a
// shorter one, or to one of any size.
func (c *checker) narrows(from, to ir.TypeID) bool {
	p, q := c.m.Types.At(from), c.m.Types.At(to)
	if p.Kind != ir.TypePointer || q.Kind != ir.TypePointer || p.Space != q.Space || p.Access != q.Access || !c.isBuffer(p.Base) || !c.isBuffer(q.Base) {
		return false
	}
	a, b := c.m.Types.At(p.Base), c.m.Types.At(q.Base)
	return b.IsRuntimeSized() || b.Length != 0 && b.Length < a.Length
}

func (c *checker) narrow(x operand, t ir.TypeID, n syntax.Node) operand {
	if c.fn == nil {
		return c.notEarly(n, "a function")
	}
	e := c.pend(c.ex.AddBufferView(t, ir.BufferView{Buffer: c.toExpr(x)}, c.t.Span(n)))
	return operand{ty: t, stage: stageRuntime, handle: uint32(e)}
}

// checkView checks the buffer of a view, and its place as far as that is known.
func (c *checker) checkView(n syntax.Node, id syntax.Ident, result ir.TypeID, nodes []syntax.Node, args []operand) bool {
	p := c.m.Types.At(result)
	fn := c.t.Name(id.Name)
	fail := func(at syntax.Node, format string, list ...any) bool {
		c.errorf(codeTypeRule, c.t.Span(at), format, list...)
		return false
	}
	switch {
	case !c.plain(p.Base) || !c.hostShareable(p.Base) || !c.creationFixed(p.Base):
		return fail(id.Args[0], "a buffer can't be viewed as %s: it isn't host-shareable", c.typeName(p.Base))
	case c.containsAtomic(p.Base):
		return fail(id.Args[0], "a buffer can't be viewed as %s, which holds an atomic", c.typeName(p.Base))
	case len(args) > 2 && c.fixedFootprint(p.Base):
		return fail(id.Args[0], "%s is for types that end in a runtime-sized array, unlike %s", fn, c.typeName(p.Base))
	}
	if bad := c.layout.CheckSpace(p.Base, p.Space, true); bad != nil {
		return fail(id.Args[0], "%s", bad.Error())
	}
	v := layout.View{Length: int64(c.m.Types.At(c.m.Types.Pointee(args[0].ty)).Length)}
	v.Offset, v.HasOffset = viewNumber(args[1])
	if len(args) > 2 {
		v.Size, v.HasSize = viewNumber(args[2])
	}
	switch part, why := c.layout.CheckView(p.Base, c.typeName(p.Base), v); part {
	case layout.ViewType:
		return fail(id.Args[0], "%s", why)
	case layout.ViewOffset:
		return fail(nodes[1], "%s", why)
	case layout.ViewSize:
		return fail(nodes[2], "%s", why)
	case layout.ViewEnd:
		return fail(n, "%s", why)
	}
	return true
}

// viewNumber is the offset or size of a view, if it is a constant.
func viewNumber(x operand) (value int64, known bool) {
	if x.stage != stageConst {
		return 0, false
	}
	if x.ty == ir.TypeI32 {
		return int64(int32(x.bits)), true
	}
	return int64(uint32(x.bits)), true
}
