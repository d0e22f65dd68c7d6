package consteval

// This file checks views of buffers whose place or size is known once a pipeline is made
// (WGSL section "Buffer View Built-in Functions").

import (
	"refract/ir"
	"refract/ir/layout"
)

// buffer checks the number of bytes of a buffer, which is even. A module doesn't tell
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
	v := f.BufferView(x)
	target := types.Pointee(f.TypeOf(x))
	if p.layouts == nil {
		p.layouts = layout.New(p.e.m)
	}
	info, err := p.layouts.Of(target, ir.LayoutNatural)
	if p.e.Total || err != nil || v.Offset == 0 {
		return
	}
	fail := func(at ir.ExprID, format string, args ...any) {
		err := errorf(CodeDomain, format, args...)
		err.Local = at
		p.fail(id, err)
	}
	number := func(x ir.ExprID, what string) (n int64, known, ok bool) {
		if x == 0 {
			return 0, false, true
		}
		v, err := p.e.EvaluateIn(f, x, p.overrides)
		if p.e.local.named[x] { // a let isn't known to what uses it
			return 0, false, true
		}
		if n, known = v.Integer(); err != nil || !known {
			return 0, false, err == nil
		}
		if n < 0 {
			fail(x, "the %s of a view can't be negative, found %d", what, n)
		}
		return n, true, n >= 0
	}
	offset, placed, ok := number(v.Offset, "offset")
	if !ok {
		return
	}
	if offset%int64(info.Align) != 0 {
		fail(v.Offset, "the offset of a view must be a multiple of %d, the alignment of what it shows, found %d", info.Align, offset)
		return
	}
	minimum := int64(info.Size)
	start, stride := p.layouts.Tail(target)
	if info.Open {
		minimum = int64(start) + int64(stride)
	}
	end := offset + minimum
	size, sized, ok := number(v.Size, "size")
	switch {
	case !ok:
		return
	case sized && size < minimum:
		fail(v.Size, "what a view shows needs %d bytes, and the size is %d", minimum, size)
		return
	case sized && stride != 0 && (size-int64(start))%int64(stride) != 0:
		fail(v.Size, "behind the first %d bytes the size of a view must be a multiple of %d, the stride of the array, found %d", start, stride, size)
		return
	case sized:
		end = offset + size
	}
	b := types.At(types.Pointee(f.TypeOf(v.Buffer)))
	length := int64(b.Length)
	if b.LengthExpr != 0 {
		n, err := p.e.global(b.LengthExpr)
		length, ok = n.Integer()
		if err != nil || !ok {
			return
		}
	}
	switch {
	case length <= 0 || end <= length:
	case placed || sized:
		fail(x, "the view ends at byte %d, and the buffer has %d", end, length)
	default:
		fail(x, "what a view shows needs %d bytes, and the buffer has %d", minimum, length)
	}
}
