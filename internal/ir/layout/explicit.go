package layout

// This file lays types out under explicit layout trees: the tree must fit the type, must
// not overlap and must be aligned as the widest scalar.

import "refract/ir"

func (c *Cache) explicitOf(t ir.TypeID, l ir.LayoutID, depth int) entry {
	if l < ir.FirstExplicitLayout {
		return c.ruleEntry(t, ruleOf(l), depth)
	}
	i := int(l - ir.FirstExplicitLayout)
	if i >= len(c.m.Layouts) {
		return c.fail(t, -1, "there is no such layout")
	}
	if int(t) >= c.m.Types.Len() {
		return c.fail(t, -1, "there is no such type")
	}
	for len(c.explicit) < len(c.m.Layouts) {
		c.explicit = append(c.explicit, entry{})
	}
	if e := c.explicit[i]; e.state != unknown && e.ty == t {
		if e.state == pending {
			return c.fail(t, -1, "a layout can't contain itself")
		}
		return e
	}
	shared := c.explicit[i].state != unknown // the node serves several types
	if shared {
		if e, ok := c.shared[sharedKey{l, t}]; ok {
			return e
		}
	}
	if depth > MaxDepth {
		return c.fail(t, -1, "types nest deeper than %d levels", MaxDepth)
	}
	if !shared {
		c.explicit[i] = entry{state: pending, ty: t}
	}
	e := c.computeExplicit(t, &c.m.Layouts[i], depth)
	if e.state != failed {
		e.state = known
	}
	e.ty = t
	if !shared {
		c.explicit[i] = e
		return e
	}
	if c.shared == nil {
		c.shared = make(map[sharedKey]entry)
	}
	c.shared[sharedKey{l, t}] = e
	return e
}

// sharedKey names a layout node together with one of the types it serves.
type sharedKey struct {
	layout ir.LayoutID
	ty     ir.TypeID
}

// packed is the layout of a scalar or vector inside an explicit tree: its
// alignment is the scalar's.
func (c *Cache) packed(t ir.TypeID, l ir.LayoutID, depth int) entry {
	if l == ir.NoLayout {
		return c.ruleEntry(t, scalar, depth)
	}
	return c.explicitOf(t, l, depth)
}

func (c *Cache) computeExplicit(id ir.TypeID, node *ir.LayoutNode, depth int) entry {
	t := c.m.Types.At(id)
	switch t.Kind {
	case ir.TypeScalar, ir.TypeAtomic, ir.TypeVector:
		return c.ruleEntry(id, scalar, depth)
	case ir.TypeMatrix:
		return c.explicitMatrix(id, t, node)
	case ir.TypeArray:
		return c.explicitArray(id, t, node, depth)
	case ir.TypeStruct:
		return c.explicitStruct(id, t, node, depth)
	}
	return c.fail(id, -1, "a value of this type has no place in memory")
}

func (c *Cache) explicitMatrix(id ir.TypeID, t *ir.Type, node *ir.LayoutNode) entry {
	n := scalarBytes(t.Scalar)
	if n == 0 || t.Rows < 2 || t.Rows > 4 || t.Columns < 2 || t.Columns > 4 {
		return c.fail(id, -1, "the type has no size")
	}
	length, count := uint64(t.Rows), uint64(t.Columns)
	if node.RowMajor {
		length, count = count, length
	}
	vec := length * uint64(n)
	if e := c.stride(id, node, vec, n); e.state == failed {
		return e
	}
	size := uint64(node.Stride)*(count-1) + vec
	if size > MaxSize {
		return c.fail(id, -1, "the matrix is larger than %d bytes", MaxSize)
	}
	return entry{info: Info{Size: uint32(size), Align: n, Stride: node.Stride, RowMajor: node.RowMajor}}
}

// stride checks a stride against the size and alignment of the element.
func (c *Cache) stride(id ir.TypeID, node *ir.LayoutNode, size uint64, align uint32) entry {
	switch {
	case uint64(node.Stride) < size:
		return c.fail(id, -1, "the stride of %d is less than the %d bytes of an element", node.Stride, size)
	case node.Stride%align != 0:
		return c.fail(id, -1, "the stride of %d is no multiple of the alignment %d", node.Stride, align)
	}
	return entry{}
}

func (c *Cache) explicitArray(id ir.TypeID, t *ir.Type, node *ir.LayoutNode, depth int) entry {
	inner := ir.NoLayout
	if len(node.Members) > 0 {
		inner = node.Members[0]
	}
	e := c.packed(t.Base, inner, depth+1)
	if e.state == failed {
		return e
	}
	if e.info.Open {
		return c.fail(id, -1, "the elements of an array must have a fixed size")
	}
	if e := c.stride(id, node, uint64(e.info.Size), e.info.Align); e.state == failed {
		return e
	}
	var size uint64
	if t.Length > 0 {
		size = uint64(node.Stride)*uint64(t.Length-1) + uint64(e.info.Size)
	}
	if size > MaxSize {
		return c.fail(id, -1, "the array is %d bytes large; at most %d are possible", size, MaxSize)
	}
	return entry{info: Info{Size: uint32(size), Align: e.info.Align, Stride: node.Stride, RowMajor: e.info.RowMajor, Open: t.Length == 0}}
}

func (c *Cache) explicitStruct(id ir.TypeID, t *ir.Type, node *ir.LayoutNode, depth int) entry {
	if int(t.Struct) >= len(c.m.Structs) {
		return c.fail(id, -1, "there is no such struct")
	}
	members := c.m.Structs[t.Struct].Members
	if len(members) == 0 {
		return c.fail(id, -1, "a struct must have a member")
	}
	if len(node.Offsets) != len(members) || len(node.Members) != len(members) {
		return c.fail(id, -1, "the layout has %d offsets and %d layouts for %d members", len(node.Offsets), len(node.Members), len(members))
	}
	var end, align uint64 = 0, 1
	open := false
	first := len(c.offsets)
	c.offsets = append(c.offsets, node.Offsets...)
	ordered := true
	for i := range members {
		e := c.packed(members[i].Type, node.Members[i], depth+1)
		if e.state == failed {
			return e
		}
		offset := uint64(node.Offsets[i])
		switch {
		case open:
			return c.fail(id, i-1, "only the last member may have a size known at run time")
		case offset%uint64(e.info.Align) != 0:
			return c.fail(id, i, "the offset of %d is no multiple of the alignment %d", offset, e.info.Align)
		case offset+uint64(e.info.Size) > MaxSize:
			return c.fail(id, i, "the struct is larger than %d bytes", MaxSize)
		}
		ordered = ordered && offset >= end
		end = max(end, offset+uint64(e.info.Size))
		align = max(align, uint64(e.info.Align))
		open = e.info.Open
	}
	if !ordered {
		if i := c.overlap(members, node, depth); i >= 0 {
			return c.fail(id, i, "the member overlaps another")
		}
	}
	return entry{info: Info{Size: uint32(end), Align: uint32(align), Open: open,
		offset: uint32(first), members: uint32(len(members))}}
}
