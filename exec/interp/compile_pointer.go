package interp

// This file compiles pointers and accesses of memory. Static offsets need no
// instruction: a pointer under compilation is a base and an offset.

import (
	"refract/exec"
	"refract/ir"
)

type pointerKind uint8

const (
	pointNowhere pointerKind = iota
	pointSlot                // the base is in a slot
	pointLocal               // the base is the frame's memory
)

// A pointer is a pointer value as the compiler knows it.
type pointer struct {
	kind   pointerKind
	slot   int32
	offset uint32 // bytes from the base
	place  exec.Place
}

// pointerTo is the pointer that an expression yields.
func (c *compiler) pointerTo(e ir.ExprID) pointer {
	if p := c.pointers[e]; p.kind != pointNowhere {
		return p
	}
	switch c.f.Kind(e) {
	case ir.KindLocal:
		l := c.f.LocalRef(e)
		return pointer{kind: pointLocal, offset: c.locals[l], place: exec.Place{Type: c.f.Locals[l].Type}}
	case ir.KindGlobal:
		g := c.f.GlobalRef(e)
		return pointer{kind: pointSlot, slot: c.globals[g], place: exec.Place{Type: c.m.Globals[g].Type, Layout: c.m.Globals[g].Layout}}
	}
	t := c.m.Types.At(c.f.TypeOf(e))
	return pointer{kind: pointSlot, slot: c.use(e), place: exec.Place{Type: t.Base, Layout: t.Layout}}
}

// address puts a pointer into a slot.
func (c *compiler) address(p pointer) int32 {
	switch {
	case p.kind == pointLocal:
		dst := c.alloc(1)
		c.emit(instr{op: opLocalPointer, dst: dst, c: int32(p.offset)})
		return dst
	case p.offset != 0:
		dst := c.alloc(1)
		c.emit(instr{op: opOffset, dst: dst, a: p.slot, c: int32(p.offset)})
		return dst
	}
	return p.slot
}

// layoutFault reports a place that has no layout.
func (c *compiler) layoutFault(at exec.Place, err error) {
	c.unsupported("memory of type " + c.m.TypeName(at.Type) + " (" + err.Error() + ")")
}

// accessPointer compiles the access of a part of a pointer's target. index is the slot of a
// dynamic index, or -1, and then static counts.
func (c *compiler) accessPointer(e, base ir.ExprID, index int32, static uint32, flags uint16) {
	if p, ok := c.part(c.pointerTo(base), index, static, flags); ok {
		c.pointers[e] = p
	}
}

// part is the pointer to a part of a pointer's target; it reports whether there is one.
// index is the slot of a dynamic index, or -1, and then static counts.
func (c *compiler) part(p pointer, index int32, static uint32, flags uint16) (pointer, bool) {
	t := c.m.Types.At(p.place.Type)
	switch t.Kind {
	case ir.TypeStruct:
		member, at, err := c.ts.places.Member(p.place, int(static))
		if err != nil {
			c.layoutFault(p.place, err)
			return p, false
		}
		p.place = member
		p.offset += at
		return p, true
	case ir.TypeBindingArray:
		if index < 0 {
			index = c.number(ir.TypeU32, uint64(static))
		}
		dst := c.alloc(1)
		c.emit(instr{op: opIndexBinding, dst: dst, a: c.address(p), b: index, f: flags})
		return pointer{kind: pointSlot, slot: dst, place: exec.Place{Type: t.Base, Layout: c.m.ElementLayout(p.place.Layout)}}, true
	}
	element, stride, err := c.ts.places.Element(p.place)
	if err != nil {
		c.layoutFault(p.place, err)
		return p, false
	}
	length := t.Length
	switch t.Kind {
	case ir.TypeVector:
		length = uint32(t.Rows)
	case ir.TypeMatrix:
		length = uint32(t.Columns)
	}
	if index < 0 && static < length {
		p.place = element
		p.offset += static * stride
		return p, true
	}
	if index < 0 {
		index = c.number(ir.TypeU32, uint64(static))
	}
	args := strideArgs{offset: p.offset, stride: stride, length: length}
	if p.kind == pointLocal {
		p.slot = c.address(p)
		args.offset = 0
	}
	dst := c.alloc(1)
	c.emit(instr{op: opIndexPointer, dst: dst, a: p.slot, b: index, f: flags, d: int32(len(c.fn.strides))})
	c.fn.strides = append(c.fn.strides, args)
	return pointer{kind: pointSlot, slot: dst, place: element}, true
}

// words reports whether a place is n adjacent components of four bytes.
func (c *compiler) words(at exec.Place) (n uint8, ok bool) {
	t := c.m.Types.At(at.Type)
	switch t.Kind {
	case ir.TypeScalar, ir.TypeAtomic:
		return 1, t.Scalar.Bytes() == 4
	case ir.TypeVector:
		return t.Rows, t.Scalar.Bytes() == 4 && at.Apart == 0
	}
	return 0, false
}

// accessFlags are the flags of an access of a place.
func (c *compiler) accessFlags(at exec.Place, flags ir.Flags) uint16 {
	var f uint16
	if flags&ir.FlagInBounds != 0 {
		f |= accessPromised
	}
	if c.m.Types.At(at.Type).Kind == ir.TypeAtomic {
		f |= accessAtomic
	}
	return f
}

// load makes e the value behind a pointer.
func (c *compiler) load(e, from ir.ExprID, flags ir.Flags) {
	c.loadFrom(c.pointerTo(from), c.define(e), flags)
}

func (c *compiler) loadFrom(p pointer, dst int32, flags ir.Flags) {
	in := instr{dst: dst, f: c.accessFlags(p.place, flags), c: int32(p.offset)}
	n, words := c.words(p.place)
	in.n = n
	switch {
	case words && p.kind == pointLocal:
		in.op = opLoadLocal32
	case words:
		in.op, in.a = opLoad32, p.slot
	default:
		in.op, in.d = opLoad, c.plan(p.place)
		if in.a = p.slot; p.kind == pointLocal {
			in.a, in.c = c.address(p), 0
		}
	}
	c.emit(in)
}

// store writes the value in slots through a pointer.
func (c *compiler) store(to ir.ExprID, value int32, flags ir.Flags) {
	c.storeTo(c.pointerTo(to), value, flags)
}

func (c *compiler) storeTo(p pointer, value int32, flags ir.Flags) {
	in := instr{b: value, f: c.accessFlags(p.place, flags), c: int32(p.offset)}
	n, words := c.words(p.place)
	in.n = n
	switch {
	case words && p.kind == pointLocal:
		in.op = opStoreLocal32
	case words:
		in.op, in.a = opStore32, p.slot
	default:
		in.op, in.d = opStore, c.plan(p.place)
		if in.a = p.slot; p.kind == pointLocal {
			in.a, in.c = c.address(p), 0
		}
	}
	c.emit(in)
}

func (c *compiler) plan(at exec.Place) int32 {
	i, err := c.ts.plan(at, c.span)
	if err != nil {
		c.fail(err)
	}
	return i
}

// arrayLength compiles the number of elements of a runtime-sized array.
func (c *compiler) arrayLength(e, of ir.ExprID) {
	c.lengthOf(c.pointerTo(of), func() int32 { return c.define(e) })
}

// lengthOf compiles the number of elements of the array behind a pointer.
func (c *compiler) lengthOf(p pointer, define func() int32) {
	if t := c.m.Types.At(p.place.Type); t.Kind == ir.TypeBuffer {
		c.emit(instr{op: opArrayLength, dst: define(), a: p.slot, d: int32(len(c.fn.strides))})
		c.fn.strides = append(c.fn.strides, strideArgs{offset: p.offset, stride: 1, length: t.Length})
		return
	}
	_, stride, err := c.ts.places.Element(p.place)
	if err != nil {
		c.layoutFault(p.place, err)
		return
	}
	args := strideArgs{offset: p.offset, stride: stride, length: c.m.Types.At(p.place.Type).Length}
	slot := p.slot
	if p.kind == pointLocal {
		slot, args.offset = c.address(p), 0
	}
	c.emit(instr{op: opArrayLength, dst: define(), a: slot, d: int32(len(c.fn.strides))})
	c.fn.strides = append(c.fn.strides, args)
}

// bufferView compiles a view of a buffer, which ends with the buffer, or at the size.
func (c *compiler) bufferView(e ir.ExprID) {
	v := c.f.BufferView(e)
	p := c.pointerTo(v.Buffer)
	t := c.m.Types.At(c.f.TypeOf(e))
	to := exec.Place{Type: t.Base, Layout: t.Layout}
	args := strideArgs{offset: p.offset, stride: 1, length: c.m.Types.At(p.place.Type).Length}
	in := instr{op: opView, a: p.slot, b: -1, c: -1, d: int32(len(c.fn.strides))}
	switch {
	case v.Offset != 0:
		info, err := c.ts.places.Info(to)
		if err != nil {
			c.layoutFault(to, err)
			return
		}
		args.stride = info.Align
		in.b = c.use(v.Offset)
		if v.Size != 0 {
			in.c = c.use(v.Size)
		}
	case c.m.Types.At(t.Base).Length != 0:
		args.length = c.m.Types.At(t.Base).Length
	}
	c.fn.strides = append(c.fn.strides, args)
	in.dst = c.alloc(1)
	c.emit(in)
	c.pointers[e] = pointer{kind: pointSlot, slot: in.dst, place: to}
}

// shared reports whether other workgroups see the memory behind a pointer.
func (c *compiler) shared(pointer ir.ExprID) bool {
	t := c.m.Types.At(c.f.TypeOf(pointer))
	return t.Kind != ir.TypePointer || t.Space == ir.SpaceStorage || t.Space == ir.SpacePhysical
}

func (c *compiler) atomic(v ir.Atomic) {
	p := c.pointerTo(v.Pointer)
	c.fn.shares = c.fn.shares || c.shared(v.Pointer)
	args := atomicArgs{op: v.Op, s: c.m.Types.ScalarOf(p.place.Type), offset: p.offset, compare: -1, result: v.Result != 0}
	in := instr{op: opAtomic, a: p.slot, b: c.use(v.Value), d: int32(len(c.fn.atomics))}
	if p.kind == pointLocal {
		in.a, args.offset = c.address(p), 0
	}
	if v.Compare != 0 {
		args.compare = c.use(v.Compare)
	}
	if v.Result != 0 {
		in.dst = c.define(v.Result)
	}
	c.fn.atomics = append(c.fn.atomics, args)
	c.emit(in)
}
