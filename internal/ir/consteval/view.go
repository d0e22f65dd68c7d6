package consteval

// This file checks views of buffers whose place or size is known once a pipeline is made
// (WGSL section "Buffer View Built-in Functions").

import (
	"refract/internal/builtin"
	"refract/internal/ir/layout"
	"refract/ir"
)

// buffer checks the number of bytes of a buffer, which is even. A module doesn't record
// whether it enabled numbers of 16 bits, without which it must be a multiple of 4.
func (p *pipeline) buffer(x ir.ConstID) {
	if x == 0 {
		return
	}
	p.positive(x, "the size of a buffer")
	v, err := p.e.global(x)
	if n, ok := v.Integer(); err == nil && ok && n > 0 && n%2 != 0 {
		err = errorf(CodeSize, "the size of a buffer must be a multiple of 2, found %d", n)
		err.Expr = x
		p.fail(0, err)
	}
}

// view checks a view of a buffer.
func (p *pipeline) view(id ir.FuncID, f *ir.Function, x ir.ExprID) {
	types := &p.e.m.Types
	b := f.BufferView(x)
	if p.e.Total || b.Offset == 0 {
		return
	}
	if p.layouts == nil {
		p.layouts = layout.New(p.e.m)
	}
	number := func(x ir.ExprID) (n int64, known, ok bool) {
		if x == 0 {
			return 0, false, true
		}
		v, err := p.e.EvaluateIn(f, x, p.overrides)
		if n, known = v.Integer(); err != nil || p.e.local.named[x] { // a let isn't known to what uses it
			known = false
		}
		return n, known, err == nil
	}
	var v layout.View
	var placed, sized bool
	v.Offset, v.HasOffset, placed = number(b.Offset)
	v.Size, v.HasSize, sized = number(b.Size)
	if !placed || !sized {
		return
	}
	buffer := types.At(types.Pointee(f.TypeOf(b.Buffer)))
	v.Length = int64(buffer.Length)
	if buffer.LengthExpr != 0 {
		n, err := p.e.global(buffer.LengthExpr)
		length, ok := n.Integer()
		if err != nil || !ok {
			return
		}
		v.Length = max(0, length)
	}
	target := types.Pointee(f.TypeOf(x))
	part, why := p.layouts.CheckView(target, builtin.TypeName(p.e.m, target), v)
	if part == layout.ViewFits {
		return
	}
	err := errorf(CodeDomain, "%s", why)
	switch err.Local = x; part {
	case layout.ViewOffset:
		err.Local = b.Offset
	case layout.ViewSize:
		err.Local = b.Size
	}
	p.fail(id, err)
}
