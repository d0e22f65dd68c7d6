package typing

// This file checks operations that build and take apart composites, and read memory.

import "refract/ir"

func (c *Checker) compose(id ir.ExprID) bool {
	ty := c.e.TypeOf(id)
	t := c.m.Types.At(ty)
	parts := c.e.Compose(id).Components
	count := func(want int) bool {
		return len(parts) == want || c.fail(CodeCompose, 0, "%s has %d parts, not %d", c.name(id), want, len(parts))
	}
	part := func(i int, want ir.TypeID) bool {
		return c.e.TypeOf(parts[i]) == want || c.fail(CodeCompose, parts[i], "part %d of %s is %s, not %s",
			i, c.name(id), c.m.TypeName(want), c.name(parts[i]))
	}
	switch {
	case t.Kind == ir.TypeVector:
		n := 0
		for _, x := range parts {
			p := c.at(x)
			if p.Scalar != t.Scalar || p.Kind != ir.TypeScalar && p.Kind != ir.TypeVector {
				return c.fail(CodeCompose, x, "a part of %s can't be %s", c.name(id), c.name(x))
			}
			n += max(1, int(p.Rows))
		}
		return n == int(t.Rows) || c.fail(CodeCompose, 0, "%s has %d components, not %d", c.name(id), t.Rows, n)
	case !c.facts.Has(ty, Constructible):
		return c.fail(CodeConstructible, 0, "there is no value of %s", c.name(id))
	case t.Kind == ir.TypeMatrix:
		if !count(int(t.Columns)) {
			return false
		}
		column := ir.VectorOf(t.Scalar, int(t.Rows))
		for i := range parts {
			if !part(i, column) {
				return false
			}
		}
		return true
	case t.LengthExpr != 0:
		return c.fail(CodeCompose, 0, "%s has a length that an override sets: it can't be made of parts", c.name(id))
	case t.Kind == ir.TypeArray:
		if !count(int(t.Length)) {
			return false
		}
		for i := range parts {
			if !part(i, t.Base) {
				return false
			}
		}
		return true
	case t.Kind == ir.TypeStruct:
		members := c.m.Structs[t.Struct].Members
		if !count(len(members)) {
			return false
		}
		for i := range parts {
			if !part(i, members[i].Type) {
				return false
			}
		}
		return true
	}
	return c.fail(CodeCompose, 0, "a %s has no parts", c.name(id))
}

func (c *Checker) splat(id ir.ExprID) bool {
	t, v := c.at(id), c.e.Operand(id)
	if s := c.at(v); s.Kind != ir.TypeScalar {
		return c.fail(CodeOperandType, v, "a vector is filled with a scalar, not %s", c.name(v))
	} else if t.Kind != ir.TypeVector && t.Kind != ir.TypeCooperative || t.Scalar != s.Scalar {
		return c.fail(CodeExprType, 0, "the expression is recorded as %s, but is a vector of %s", c.name(id), s.Scalar)
	}
	return true
}

func (c *Checker) swizzle(id ir.ExprID) bool {
	s := c.e.Swizzle(id)
	v := c.at(s.Vector)
	if v.Kind != ir.TypeVector {
		return c.fail(CodeOperandType, s.Vector, "components are picked from a vector, not from %s", c.name(s.Vector))
	}
	if s.Size < 2 || s.Size > 4 {
		return c.fail(CodeSwizzle, 0, "two to four components are picked, not %d", s.Size)
	}
	for _, x := range s.Pattern[:s.Size] {
		if x >= v.Rows {
			return c.fail(CodeSwizzle, 0, "there is no component %d of %s", x, c.name(s.Vector))
		}
	}
	return c.is(id, ir.VectorOf(v.Scalar, s.Size))
}

// integer reports whether an expression is a scalar i32 or u32.
func (c *Checker) integer(x ir.ExprID) bool {
	t := c.e.TypeOf(x)
	return t == ir.TypeI32 || t == ir.TypeU32
}

func (c *Checker) access(id ir.ExprID) bool {
	a := c.e.Access(id)
	if !c.integer(a.Index) {
		return c.fail(CodeOperandType, a.Index, "an index is i32 or u32, not %s", c.name(a.Index))
	}
	return c.element(id, a.Base, 0, false)
}

// element checks the type of an element of base, or of a pointer to it. static:
// the index is known, and members of structs can be named.
func (c *Checker) element(id, base ir.ExprID, index uint32, static bool) bool {
	t := c.at(base)
	pointer := t
	composite := c.e.TypeOf(base)
	if t.Kind == ir.TypePointer {
		composite = t.Base
		t = c.m.Types.At(composite)
	}
	var elem ir.TypeID
	var length uint32 // 0: any index
	isStruct := false
	switch t.Kind {
	case ir.TypeVector:
		elem, length = ir.ScalarTypeOf(t.Scalar), uint32(t.Rows)
	case ir.TypeCooperative: // an invocation holds all elements at most
		elem, length = ir.ScalarTypeOf(t.Scalar), uint32(t.Rows)*uint32(t.Columns)
	case ir.TypeMatrix:
		elem, length = ir.VectorOf(t.Scalar, int(t.Rows)), uint32(t.Columns)
	case ir.TypeArray, ir.TypeBindingArray:
		elem, length = t.Base, t.Length
	case ir.TypeStruct:
		members := c.m.Structs[t.Struct].Members
		if !static {
			return c.fail(CodeOperandType, base, "a member of %s can't be chosen by a dynamic index", c.name(base))
		}
		if int(index) < len(members) {
			elem = members[index].Type
		}
		length, isStruct = uint32(len(members)), true
	default:
		return c.fail(CodeOperandType, base, "%s has no elements", c.name(base))
	}
	if static && length != 0 && index >= length {
		return c.fail(CodeIndexRange, 0, "the index %d is out of bounds: %s has %d elements", index, c.m.TypeName(composite), length)
	}
	if pointer.Kind != ir.TypePointer {
		return c.is(id, elem)
	}
	layout := c.m.ElementLayout(pointer.Layout)
	if isStruct {
		layout = c.m.MemberLayout(pointer.Layout, int(index))
	}
	return c.isPointer(id, elem, pointer.Space, pointer.Access, layout)
}

// LoadType is the type of a load through a pointer: of the value behind it, for an atomic
// its scalar; 0 if nothing can be loaded. p must be a pointer type.
func (fs *Facts) LoadType(p *ir.Type) ir.TypeID {
	t := fs.m.Types.At(p.Base)
	switch {
	case t.Kind == ir.TypeAtomic:
		return ir.ScalarTypeOf(t.Scalar)
	case fs.Has(p.Base, Constructible):
		return p.Base
	}
	return 0
}

func (c *Checker) load(id ir.ExprID) bool {
	x := c.e.Operand(id)
	p := c.at(x)
	if p.Kind != ir.TypePointer {
		return c.fail(CodePointer, x, "a load reads through a pointer, not %s", c.name(x))
	}
	t := c.facts.LoadType(p)
	if t == 0 {
		return c.fail(CodePointer, x, "a value of %s can't be loaded", c.m.TypeName(p.Base))
	}
	return c.is(id, t)
}

func (c *Checker) arrayLength(id ir.ExprID) bool {
	x := c.e.Operand(id)
	p := c.at(x)
	if p.Kind == ir.TypeCooperative {
		return c.is(id, ir.TypeU32)
	}
	if of := c.m.Types.At(c.m.Types.Pointee(c.e.TypeOf(x))); p.Kind == ir.TypePointer && of.Kind == ir.TypeBuffer {
		return c.is(id, ir.TypeU32)
	} else if p.Kind != ir.TypePointer || of.Kind != ir.TypeArray || !of.IsRuntimeSized() {
		return c.fail(CodePointer, x, "the length is asked of a pointer to a runtime-sized array, not %s", c.name(x))
	}
	if c.at(x).Space == ir.SpacePhysical {
		return c.fail(CodePointer, x, "nothing knows the length of memory behind an address")
	}
	return c.is(id, ir.TypeU32)
}

// bufferView checks a view of a buffer, or one that makes a buffer shorter.
func (c *Checker) bufferView(id ir.ExprID) bool {
	v := c.e.BufferView(id)
	p, to := c.at(v.Buffer), c.at(id)
	if p.Kind != ir.TypePointer || c.m.Types.At(p.Base).Kind != ir.TypeBuffer {
		return c.fail(CodePointer, v.Buffer, "a view is of a pointer to a buffer, not %s", c.name(v.Buffer))
	}
	if to.Kind != ir.TypePointer || to.Space != p.Space || to.Access != p.Access || to.Layout != p.Layout {
		return c.fail(CodeExprType, 0, "a view of %s is a pointer of its kind, not %s", c.name(v.Buffer), c.name(id))
	}
	of, base := c.m.Types.At(p.Base), c.m.Types.At(to.Base)
	if v.Offset == 0 {
		if base.Kind != ir.TypeBuffer || base.LengthExpr != 0 || base.Length != 0 && base.Length > of.Length {
			return c.fail(CodePointer, v.Buffer, "%s can't be taken for %s", c.name(v.Buffer), c.name(id))
		}
		if v.Size != 0 {
			return c.fail(CodePointer, v.Size, "a view with a size has an offset")
		}
		return true
	}
	for _, x := range [...]ir.ExprID{v.Offset, v.Size} {
		if t := c.e.TypeOf(x); x != 0 && t != ir.TypeI32 && t != ir.TypeU32 {
			return c.fail(CodePointer, x, "the offset and size of a view are i32 or u32, not %s", c.name(x))
		}
	}
	f := c.facts.Of(to.Base)
	switch {
	case !f.Flags.Has(Plain|HostShareable) || f.Flags&(HasAtomic|OverrideSized) != 0:
		return c.fail(CodePointer, 0, "a view can't be of %s", c.m.TypeName(to.Base))
	case v.Size != 0 && f.Flags&RuntimeSized == 0:
		return c.fail(CodePointer, v.Size, "a view with a size ends in a runtime-sized array, unlike %s", c.m.TypeName(to.Base))
	}
	return true
}

func (c *Checker) rayQuery(id ir.ExprID) bool {
	x := c.e.Operand(id)
	p := c.at(x)
	q := c.m.Types.At(c.m.Types.Pointee(c.e.TypeOf(x)))
	if p.Kind != ir.TypePointer || q.Kind != ir.TypeRayQuery {
		return c.fail(CodeRayQuery, x, "an intersection is read from a pointer to a ray query, not %s", c.name(x))
	}
	if c.e.Kind(id) == ir.KindRayQueryGet {
		if s := c.m.StructOf(c.e.TypeOf(id)); s == nil || s.Special != ir.SpecialRayIntersection {
			return c.fail(CodeExprType, 0, "an intersection is a RayIntersection, not %s", c.name(id))
		}
		return true
	}
	if !q.VertexReturn {
		return c.fail(CodeRayQuery, x, "the ray query doesn't return vertex positions")
	}
	if t := c.at(id); t.Kind != ir.TypeArray || t.Base != ir.VectorOf(ir.F32, 3) || t.Length != 3 {
		return c.fail(CodeExprType, 0, "vertex positions are array<vec3<f32>, 3>, not %s", c.name(id))
	}
	return true
}
