package wasm

// This file computes the places of memory accesses: known offsets, and addresses by lane
// for others.

import (
	"math"

	"refract/exec"
	"refract/internal/wasmbin"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// deref resolves a pointer.
func (c *compiler) deref(i ssa.InstrID) {
	f := c.f
	switch f.Op(i) {
	case op.DerefVar:
		v := f.VarOf(i)
		x := f.Var(v)
		if x.Mode == ssa.ModeResource || x.Mode == ssa.ModeImage {
			c.derefHandle(i)
			return
		}
		p := pointer{v: v, dynamic: -1, place: exec.Place{Type: x.Type, Layout: x.Layout}}
		switch x.Mode {
		case ssa.ModeStageIn, ssa.ModeStageOut, ssa.ModeTaskPayload:
			c.recordPointer(&p)
		case ssa.ModeShared:
			p.space, p.offset = spaceShared, c.shared[v]
		case ssa.ModeFunctionTemp, ssa.ModeShaderTemp:
			p.space, p.offset = spacePrivate, c.private[v]
		}
		c.pointers[i] = p
	case op.DerefStruct:
		p, ok := c.pointerOf(i, f.Arg(i, 0))
		if !ok {
			return
		}
		at, offset, err := c.member(p, f.IndexOf(i))
		if err != nil {
			c.unsupported(i, "memory of type "+c.m.TypeName(p.place.Type))
			return
		}
		p.place = at
		p.offset += offset * c.scaleOf(p)
		p.linear = false
		c.pointers[i] = p
	case op.DerefArray:
		p, ok := c.pointerOf(i, f.Arg(i, 0))
		if !ok {
			return
		}
		at, stride, err := c.element(p)
		if err != nil {
			c.unsupported(i, "memory of type "+c.m.TypeName(p.place.Type))
			return
		}
		n := c.length(p.place.Type)
		p.step = 0
		if n == 0 {
			key := arrayKey{p.v, p.offset, stride}
			if p.dynamic >= 0 || p.space != spaceBuffer {
				c.unsupported(i, "arrays of unknown length in arrays")
				return
			}
			if _, ok := c.arrays[key]; !ok {
				c.arrays[key] = arrayLocals{}
				c.order = append(c.order, key)
			}
		}
		index := &c.slots[c.root(c.comp(f.Arg(i, 1), 0))]
		if index.kind == slotConst && index.bits < n {
			p.place, p.linear = at, false
			p.offset += index.bits * stride * c.scaleOf(p)
			c.pointers[i] = p
			return
		}
		k := c.comp(i, 0)
		c.slots[k] = slot{kind: slotLocal, vec: c.d.Of(i, 0) == 2, most: math.MaxUint32}
		to := pointer{space: p.space, v: p.v, dynamic: k, place: at, stride: stride, base: p.base, packed: p.packed}
		if index.linear && stride == 4 && (p.dynamic < 0 || !c.slots[p.dynamic].vec) && p.space != spacePrivate {
			to.linear = true
		}
		c.pointers[i] = to
	default:
		c.unsupported(i, "the operation "+f.Op(i).String()+" in generated code")
	}
}

// scaleOf is the scale of the memory that a pointer leads to.
func (c *compiler) scaleOf(p pointer) uint32 {
	switch {
	case p.space != spacePrivate:
		return 1
	case c.halfVars[p.v]:
		return 2 * c.scale()
	}
	return c.scale()
}

// pointerOf is the pointer that a value is.
func (c *compiler) pointerOf(i ssa.InstrID, v ssa.Value) (pointer, bool) {
	p, ok := c.pointers[v]
	if !ok {
		c.unsupported(i, "pointers that are chosen at run time in generated code")
	}
	return p, ok
}

// length is the number of elements of a type; 0 where memory decides.
func (c *compiler) length(t ir.TypeID) uint32 {
	ty := c.m.Types.At(t)
	switch ty.Kind {
	case ir.TypeVector:
		return uint32(ty.Rows)
	case ir.TypeMatrix:
		return uint32(ty.Columns)
	}
	return ty.Length
}

// address computes the dynamic part of an element's address.
func (c *compiler) address(i ssa.InstrID, m mask) {
	f, w := c.f, c.w
	to := c.pointers[i]
	if f.Op(i) != op.DerefArray || to.dynamic != c.comp(i, 0) || c.slots[to.dynamic].kind != slotLocal {
		return
	}
	from := c.pointers[f.Arg(i, 0)]
	index := c.comp(f.Arg(i, 1), 0)
	n := c.length(from.place.Type)
	stride := to.stride * c.scaleOf(to)
	vec := c.slots[to.dynamic].vec
	var last func()
	bounded := false
	if n == 0 {
		a := c.arrays[arrayKey{from.v, from.offset, to.stride}]
		last = func() { w.Get(a.last) }
	} else {
		last = func() { w.I32(int32(n - 1)) }
		bounded = c.slots[c.root(index)].most < n
	}
	if to.linear && !bounded {
		// Adjacent, if the first lane's index is low enough.
		fast := w.Local(wasmbin.I32)
		c.vector(index)
		w.Lane(wasmbin.I32x4ExtractLane, 0)
		if n == 0 {
			w.Get(c.arrays[arrayKey{from.v, from.offset, to.stride}].fast)
		} else {
			w.I32(int32(max(n, lanes-1) - (lanes - 1)))
		}
		w.Op(wasmbin.I32LtU)
		w.Set(fast)
		to.fast = fast
		c.pointers[i] = to
	}
	// The index, in bounds.
	clampScalar := func() {
		c.scalar(index, false)
		if !bounded {
			last()
			c.scalar(index, false)
			last()
			w.Op(wasmbin.I32LtU)
			w.Op(wasmbin.Select)
		}
	}
	indexVec := c.isVec(index)
	switch {
	case vec && indexVec:
		c.vector(index)
		if !bounded {
			last()
			w.Op(wasmbin.I32x4Splat)
			w.Op(wasmbin.I32x4MinU)
		}
		c.times(stride, true)
	default:
		clampScalar()
		c.times(stride, false)
		if vec {
			w.Op(wasmbin.I32x4Splat)
		}
	}
	// The base of the count.
	add := wasmbin.I32Add
	if vec {
		add = wasmbin.I32x4Add
	}
	plus := func(push func()) {
		push()
		if vec {
			w.Op(wasmbin.I32x4Splat)
		}
		w.Op(add)
	}
	switch {
	case from.dynamic >= 0:
		c.push(from.dynamic, vec, false)
		w.Op(add)
	case from.space == spaceBuffer:
		plus(func() { w.Get(c.buffers[c.byVar[from.v]].base) })
	case from.space == spaceShared:
		plus(func() { w.Get(c.region) })
	case from.space == spaceRecord:
		plus(func() { w.Get(from.base) })
	}
	if from.offset != 0 {
		plus(func() { w.I32(int32(from.offset)) })
	}
	c.set(to.dynamic, false, m)
}

// times multiplies the top of the stack by a constant.
func (c *compiler) times(n uint32, vec bool) {
	w := c.w
	if n == 1 {
		return
	}
	shift := -1
	for k := range 31 {
		if n == 1<<k {
			shift = k
		}
	}
	switch {
	case shift >= 0 && vec:
		w.I32(int32(shift))
		w.Op(wasmbin.I32x4Shl)
	case shift >= 0:
		w.I32(int32(shift))
		w.Op(wasmbin.I32Shl)
	case vec:
		w.V128([4]uint32{n, n, n, n})
		w.Op(wasmbin.I32x4Mul)
	default:
		w.I32(int32(n))
		w.Op(wasmbin.I32Mul)
	}
}

// flattenPlace appends the offsets of the scalars of a place, at most maxValue.
func flattenPlace(m *ir.Module, places *exec.Places, at exec.Place, offset uint32, list []uint32) ([]uint32, error) {
	t := m.Types.At(at.Type)
	n := uint32(0)
	switch t.Kind {
	case ir.TypeScalar, ir.TypeAtomic:
		if t.Scalar.Bytes() == 8 {
			return append(list, offset, offset+4), nil
		}
		if t.Scalar.Bytes() != 4 && t.Scalar != ir.F16 {
			return nil, &exec.UnsupportedError{Feature: "numbers of type " + t.Scalar.String() + " in generated code"}
		}
		return append(list, offset), nil
	case ir.TypeStruct:
		for k := range m.Structs[t.Struct].Members {
			member, o, err := places.Member(at, k)
			if err == nil {
				list, err = flattenPlace(m, places, member, offset+o, list)
			}
			if err != nil {
				return nil, err
			}
		}
		return list, nil
	case ir.TypeVector:
		n = uint32(t.Rows)
	case ir.TypeMatrix:
		n = uint32(t.Columns)
	default:
		n = t.Length
	}
	element, stride, err := places.Element(at)
	if err != nil {
		return nil, err
	}
	for k := range n {
		if list, err = flattenPlace(m, places, element, offset+k*stride, list); err != nil {
			return nil, err
		}
		if len(list) > maxValue {
			return nil, &exec.UnsupportedError{Feature: "values of so many parts in generated code"}
		}
	}
	return list, nil
}

// offsets are the offsets of the scalars behind a pointer.
func (c *compiler) offsets(i ssa.InstrID, p pointer) []uint32 {
	list, err := c.flatten(p)
	if err != nil {
		c.unsupported(i, "memory of type "+c.m.TypeName(p.place.Type)+" in generated code")
		return nil
	}
	scale := c.scaleOf(p)
	for k := range list {
		list[k] = list[k]*scale + p.offset
	}
	return list
}

// isVecPointer reports whether the lanes' addresses differ by more than the lane.
func (c *compiler) isVecPointer(p pointer) bool { return p.dynamic >= 0 && c.slots[p.dynamic].vec }

// start puts the address of a pointer that is the same in all lanes on the stack,
// but for the constant part.
func (c *compiler) start(p pointer) {
	w := c.w
	switch p.space {
	case spaceBuffer:
		if p.dynamic >= 0 {
			c.scalar(p.dynamic, false)
		} else {
			w.Get(c.buffers[c.byVar[p.v]].base)
		}
	case spaceShared:
		if p.dynamic >= 0 {
			c.scalar(p.dynamic, false)
		} else {
			w.Get(c.region)
		}
	case spaceRecord:
		if p.dynamic >= 0 {
			c.scalar(p.dynamic, false)
		} else {
			w.Get(p.base)
		}
	case spacePrivate:
		w.Get(c.baseOf(p))
		if p.dynamic >= 0 {
			c.scalar(p.dynamic, false)
			w.Op(wasmbin.I32Add)
		}
	}
}

// baseOf is the local that has the address of an invocation's memory.
func (c *compiler) baseOf(p pointer) uint32 {
	if p.base != 0 {
		return p.base
	}
	return c.base
}

// starts puts the lanes' addresses on the stack.
func (c *compiler) starts(p pointer) {
	w := c.w
	c.vector(p.dynamic)
	if p.space == spacePrivate {
		w.Get(c.baseOf(p))
		w.Op(wasmbin.I32x4Splat)
		w.Op(wasmbin.I32x4Add)
		w.V128([4]uint32{0, 4, 8, 12})
		w.Op(wasmbin.I32x4Add)
	}
}

// laneAddresses sets four locals to the lanes' addresses.
func (c *compiler) laneAddresses(p pointer) [lanes]uint32 {
	w := c.w
	v := c.temp(wasmbin.V128)
	c.starts(p)
	w.Set(v)
	var at [lanes]uint32
	for k := range lanes {
		at[k] = c.temp(wasmbin.I32)
		w.Get(v)
		w.Lane(wasmbin.I32x4ExtractLane, k)
		w.Set(at[k])
	}
	c.free(wasmbin.V128, v)
	return at
}

func (c *compiler) freeLanes(at [lanes]uint32) {
	for _, x := range at {
		c.free(wasmbin.I32, x)
	}
}
