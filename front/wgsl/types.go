package wgsl

// This file resolves type expressions to types, and decides the allowed uses of a type
// (sections "Types" and "Memory" of the WGSL specification).

import (
	"refract/diag"
	"refract/internal/builtin"
	"refract/internal/front/wgsl/syntax"
	"refract/ir"
)

// typeExpr resolves the type that an expression names. On errors it reports and
// returns 0.
func (c *checker) typeExpr(n syntax.Node) ir.TypeID {
	if c.t.Kind(n) != syntax.KindIdent {
		if c.t.Kind(n) != syntax.KindBad {
			c.errorf(codeNotType, c.t.Span(n), "expected a type")
		}
		return 0
	}
	id := c.t.Ident(n)
	t, ok := c.identType(n, id)
	if !ok && t == 0 {
		c.notType(n, id)
	}
	return t
}

// identType resolves a name to a type. If it names no type, ok is false; if it does but is
// wrong, that was reported and ok is true with type 0.
func (c *checker) identType(n syntax.Node, id syntax.Ident) (t ir.TypeID, ok bool) {
	if c.bind[id.Name] != 0 {
		did := c.lookup(n, id.Name)
		switch d := &c.decls[did]; d.kind {
		case declStruct, declAlias:
			if len(id.Args) > 0 {
				c.errorf(codeTemplate, c.t.Span(n), "%q takes no template arguments", c.t.Name(id.Name))
				return 0, true
			}
			return d.ty, true
		case declError:
			return 0, true
		}
		return 0, false
	}
	m := c.meaningOf(id.Name)
	if m == nil || !m.isType {
		return 0, false
	}
	if m.ty != 0 || m.gen == noGenerator {
		if len(id.Args) > 0 {
			c.errorf(codeTemplate, c.t.Span(n), "%q takes no template arguments", c.t.Name(id.Name))
			return 0, true
		}
		if m.ty == 0 {
			return c.m.Types.Intern(m.image), true
		}
		c.needScalar(n, c.m.Types.ScalarOf(m.ty))
		return m.ty, true
	}
	return c.generate(n, id, m), true
}

// scalarEnabled reports whether a scalar type needs no extension that isn't enabled.
func (c *checker) scalarEnabled(s ir.Scalar) bool {
	switch s {
	case ir.F16:
		return c.enabled&ExtF16 != 0
	case ir.I16, ir.U16:
		return c.enabled&ExtInt16 != 0
	case ir.I64, ir.U64:
		return c.enabled&ExtInt64 != 0
	case ir.F64:
		return c.enabled&ExtFloat64 != 0
	}
	return true
}

// needScalar reports that the extension that a scalar type needs is not enabled.
func (c *checker) needScalar(n syntax.Node, s ir.Scalar) {
	switch s {
	case ir.F16:
		c.need(ExtF16, c.t.Primary(n), "the type f16")
	case ir.I16, ir.U16:
		c.need(ExtInt16, c.t.Primary(n), "the type "+s.String())
	case ir.I64, ir.U64:
		c.need(ExtInt64, c.t.Primary(n), "the type "+s.String())
	case ir.F64:
		c.need(ExtFloat64, c.t.Primary(n), "the type f64")
	}
}

// needRays reports that neither of the extensions that trace rays is enabled.
func (c *checker) needRays(n syntax.Node, feature string) {
	if c.enabled&ExtRayTracingPipeline == 0 {
		c.need(ExtRayQuery, c.t.Primary(n), feature)
	}
}

// rayStruct is a predeclared struct of ray queries.
func (c *checker) rayStruct(n syntax.Node, g generator) ir.TypeID {
	c.needRays(n, "ray queries' struct")
	if g == genRayDesc {
		return c.m.SpecialStruct(ir.SpecialRayDesc, 0)
	}
	return c.m.SpecialStruct(ir.SpecialRayIntersection, 0)
}

func (c *checker) notType(n syntax.Node, id syntax.Ident) {
	if did := c.bind[id.Name]; did != 0 {
		d := &c.decls[did]
		c.errorf(codeNotType, c.t.Primary(n), "%q is a %s, not a type", c.t.Name(id.Name), d.kind).
			Label(c.t.Primary(d.node), "declared here")
		return
	}
	if c.meaningOf(id.Name) != nil {
		c.errorf(codeNotType, c.t.Primary(n), "%q is not a type", c.t.Name(id.Name))
		return
	}
	c.unknown(n, id.Name)
}

// wantArgs checks the number of template arguments.
func (c *checker) wantArgs(n syntax.Node, id syntax.Ident, least, most int) bool {
	if len(id.Args) >= least && len(id.Args) <= most {
		return true
	}
	want := plural(least, "template argument")
	if most > least {
		want = plural(least, "template argument") + " or " + plural(most, "")
	}
	c.errorf(codeTemplate, c.t.Span(n), "%q takes %s, found %d", c.t.Name(id.Name), want, len(id.Args))
	return false
}

// generate applies a type-generator to its template arguments.
func (c *checker) generate(n syntax.Node, id syntax.Ident, m *meaning) ir.TypeID {
	if !c.enter(n) {
		c.leave()
		return 0
	}
	defer c.leave()
	switch m.gen {
	case genVec2, genVec3, genVec4, genMatrix:
		if !c.wantArgs(n, id, 1, 1) {
			return 0
		}
		elem := c.typeExpr(id.Args[0])
		if elem == 0 {
			return 0
		}
		s := c.m.Types.At(elem)
		if s.Kind != ir.TypeScalar || m.gen == genMatrix && !s.Scalar.IsFloat() {
			want := "a scalar"
			if m.gen == genMatrix {
				want = "a floating-point scalar"
			}
			c.errorf(codeTypeRule, c.t.Span(id.Args[0]), "the component type of %q must be %s, found %s",
				c.t.Name(id.Name), want, c.typeName(elem))
			return 0
		}
		if m.gen == genMatrix {
			return ir.MatrixOf(s.Scalar, int(m.columns), int(m.rows))
		}
		return ir.VectorOf(s.Scalar, int(m.rows))
	case genArray, genBindingArray:
		return c.arrayType(n, id, m)
	case genBuffer:
		return c.bufferType(n, id)
	case genAtomic:
		if !c.wantArgs(n, id, 1, 1) {
			return 0
		}
		elem := c.typeExpr(id.Args[0])
		if elem == 0 {
			return 0
		}
		s := c.m.Types.At(elem)
		if s.Kind == ir.TypeScalar {
			switch s.Scalar {
			case ir.I32, ir.U32:
				return ir.AtomicOf(s.Scalar)
			case ir.I64, ir.U64:
				c.need(Ext64BitAtomics, c.t.Span(id.Args[0]), "an atomic of 64 bits")
				return ir.AtomicOf(s.Scalar)
			case ir.F32:
				if c.enabled&ExtFloatAtomics != 0 {
					return ir.AtomicOf(s.Scalar)
				}
			}
		}
		d := c.errorf(codeTypeRule, c.t.Span(id.Args[0]), "an atomic holds i32 or u32, found %s", c.typeName(elem))
		if elem == ir.TypeF32 {
			d.Note("with the extension \"wgpu_float_atomics\" it may hold f32, too")
			c.howToAllow(d, "wgpu_float_atomics")
		}
		return 0
	case genPtr:
		return c.pointerType(n, id)
	case genSampledImage:
		if !c.wantArgs(n, id, 1, 1) {
			return 0
		}
		elem := c.typeExpr(id.Args[0])
		switch elem {
		case 0:
			return 0
		case ir.TypeF32, ir.TypeI32, ir.TypeU32:
		default:
			c.errorf(codeTypeRule, c.t.Span(id.Args[0]), "the sampled type of a texture must be f32, i32 or u32, found %s", c.typeName(elem))
			return 0
		}
		t := m.image
		t.Scalar = c.m.Types.At(elem).Scalar
		return c.m.Types.Intern(t)
	case genStorageImage:
		return c.storageImage(n, id, m)
	case genCooperative:
		return c.cooperativeType(n, id, m)
	case genRayDesc, genRayIntersection:
		if !c.wantArgs(n, id, 0, 0) {
			return 0
		}
		return c.rayStruct(n, m.gen)
	case genRayQuery, genAccelerationStructure:
		c.needRays(n, "the type "+c.t.Name(id.Name))
		if !c.wantArgs(n, id, 0, 1) {
			return 0
		}
		t := ir.Type{Kind: ir.TypeRayQuery}
		if m.gen == genAccelerationStructure {
			t.Kind = ir.TypeAccelerationStructure
		}
		if len(id.Args) == 1 {
			if c.t.Text(id.Args[0]) != "vertex_return" {
				c.errorf(codeTemplate, c.t.Span(id.Args[0]), "expected vertex_return")
				return 0
			}
			t.VertexReturn = true
		}
		return c.m.Types.Intern(t)
	}
	panic("wgsl: type-generator of " + c.t.Name(id.Name))
}

// enumerant is the predeclared meaning of a template argument that names an
// address space, access mode or texel format; nil if it is shadowed or none.
func (c *checker) enumerant(n syntax.Node) *meaning {
	if c.t.Kind(n) != syntax.KindIdent {
		return nil
	}
	id := c.t.Ident(n)
	if c.bind[id.Name] != 0 || len(id.Args) > 0 {
		return nil
	}
	return c.meaningOf(id.Name)
}

func (c *checker) storageImage(n syntax.Node, id syntax.Ident, m *meaning) ir.TypeID {
	if !c.wantArgs(n, id, 2, 2) {
		return 0
	}
	t := m.image
	f, a := c.enumerant(id.Args[0]), c.enumerant(id.Args[1])
	if f == nil || f.format == ir.NoFormat {
		c.errorf(codeTemplate, c.t.Span(id.Args[0]), "expected a texel format, such as rgba8unorm")
		return 0
	}
	if a == nil || a.access == 0 {
		c.errorf(codeTemplate, c.t.Span(id.Args[1]), "expected an access mode: read, write or read_write")
		return 0
	}
	if a.access&ir.AccessAtomic != 0 {
		c.need(ExtTextureAtomics, c.t.Span(id.Args[1]), "atomic access of a texture")
	}
	t.Format, t.Access = f.format, a.access
	return c.m.Types.Intern(t)
}

func (c *checker) pointerType(n syntax.Node, id syntax.Ident) ir.TypeID {
	if !c.wantArgs(n, id, 2, 3) {
		return 0
	}
	s := c.enumerant(id.Args[0])
	if s == nil || s.space == ir.NoSpace {
		c.errorf(codeTemplate, c.t.Span(id.Args[0]), "expected an address space: function, private, workgroup, storage or uniform")
		return 0
	}
	base := c.typeExpr(id.Args[1])
	if base == 0 {
		return 0
	}
	if !c.storable(base) || !c.storableIn(base, s.space) {
		c.errorf(codeTypeRule, c.t.Span(id.Args[1]), "a pointer into the %s address space can't point to %s", s.space, c.typeName(base))
		return 0
	}
	access := defaultAccess(s.space)
	if len(id.Args) == 3 {
		a := c.enumerant(id.Args[2])
		if a == nil || a.access == 0 || a.access&ir.AccessAtomic != 0 {
			c.errorf(codeTemplate, c.t.Span(id.Args[2]), "expected an access mode: read, write or read_write")
			return 0
		}
		if s.space != ir.SpaceStorage {
			c.errorf(codeTemplate, c.t.Span(id.Args[2]), "an access mode may be written only for the storage address space")
			return 0
		}
		if a.access == ir.AccessWrite {
			c.errorf(codeTemplate, c.t.Span(id.Args[2]), "the storage address space can't be write-only").
				Suggest(c.t.Span(id.Args[2]), "read_write", "make it read_write")
			return 0
		}
		access = a.access
	}
	if k := c.m.Types.At(base); k.Kind == ir.TypeAtomic && access != ir.AccessReadWrite {
		c.errorf(codeTypeRule, c.t.Span(n), "a pointer to an atomic needs read_write access")
		return 0
	}
	return c.m.Types.Pointer(base, s.space, access, layoutFor(s.space))
}

// storableIn reports whether memory of an address space can hold a type.
func (c *checker) storableIn(t ir.TypeID, s ir.AddressSpace) bool {
	switch s {
	case ir.SpaceFunction:
		return c.constructible(t) || c.m.Types.At(t).Kind == ir.TypeRayQuery
	case ir.SpacePrivate:
		return c.constructible(t)
	case ir.SpaceWorkgroup: // a runtime-sized array is one that a view of a buffer points to
		return c.plain(t) || c.isBuffer(t)
	case ir.SpaceUniform:
		return (c.plain(t) || c.isBuffer(t)) && c.hostShareable(t) && c.creationFixed(t) && !c.containsAtomic(t)
	case ir.SpaceImmediate:
		return c.constructible(t) && c.hostShareable(t)
	case ir.SpaceStorage:
		return (c.plain(t) || c.isBuffer(t)) && c.hostShareable(t) && c.creationFixed(t)
	case ir.SpaceTaskPayload:
		return c.plain(t)
	case ir.SpaceRayPayload, ir.SpaceIncomingRayPayload:
		return c.constructible(t)
	}
	return true
}

// defaultAccess is the access mode of an address space if none is written.
func defaultAccess(s ir.AddressSpace) ir.AccessMode {
	if s.IsResource() {
		return ir.AccessRead
	}
	return ir.AccessReadWrite
}

// layoutFor is the layout of memory in an address space.
func layoutFor(s ir.AddressSpace) ir.LayoutID {
	switch s {
	case ir.SpaceUniform, ir.SpaceStorage, ir.SpaceImmediate:
		return ir.LayoutNatural
	}
	return ir.NoLayout
}

func (c *checker) arrayType(n syntax.Node, id syntax.Ident, m *meaning) ir.TypeID {
	if !c.wantArgs(n, id, 1, 2) {
		return 0
	}
	kind := ir.TypeArray
	if m.gen == genBindingArray {
		kind = ir.TypeBindingArray
		c.need(ExtBindingArray, c.t.Primary(n), "the type binding_array")
	}
	elem := c.typeExpr(id.Args[0])
	if elem == 0 {
		return 0
	}
	if kind == ir.TypeArray && !c.elementAllowed(elem) {
		c.errorf(codeTypeRule, c.t.Span(id.Args[0]), "an array can't have elements of type %s", c.typeName(elem))
		return 0
	}
	t := ir.Type{Kind: kind, Base: elem}
	if len(id.Args) == 2 {
		if !c.arrayLength(id.Args[1], &t, "the element count of an array") {
			return 0
		}
	}
	at := c.m.Types.Intern(t)
	if c.tooNested(at, n) {
		return 0
	}
	if kind == ir.TypeArray && t.Length != 0 {
		if _, err := c.layout.Of(at, ir.LayoutNatural); err != nil {
			c.errorf(codeTypeRule, c.t.Span(n), "%s", err.Error())
			return 0
		}
	}
	return at
}

// arrayLength reads the length of an array or buffer into t.
func (c *checker) arrayLength(n syntax.Node, t *ir.Type, what string) bool {
	fn, ex := c.fn, c.ex
	c.fn, c.ex = nil, &c.m.Consts
	x := c.expr(n)
	c.fn, c.ex = fn, ex
	if !c.wantStage(x, stageOverride, n, what) {
		return false
	}
	if x.stage == stageConst {
		x = c.concretize(x, n)
	}
	if x.ty != ir.TypeI32 && x.ty != ir.TypeU32 {
		if x.ty != 0 {
			c.errorf(codeType, c.t.Span(n), "%s must be i32 or u32, found %s", what, c.typeName(x.ty))
		}
		return false
	}
	if x.stage == stageOverride {
		t.LengthExpr = ir.ConstID(x.expr())
		return true
	}
	count := int64(uint32(x.bits))
	if x.ty == ir.TypeI32 {
		count = int64(int32(x.bits))
	}
	if count <= 0 {
		c.errorf(codeTypeRule, c.t.Span(n), "%s must be positive, found %d", what, count)
		return false
	}
	t.Length = uint32(count)
	return true
}

// elementAllowed reports whether a type may be an array's element or a member:
// plain types with a fixed footprint; override-sized arrays can't nest.
func (c *checker) elementAllowed(t ir.TypeID) bool {
	return c.plain(t) && c.fixedFootprint(t) && c.creationFixed(t)
}

// plain reports whether a type is a plain type: scalar, vector, matrix, atomic,
// array or struct of them.
func (c *checker) plain(t ir.TypeID) bool {
	switch c.m.Types.At(t).Kind {
	case ir.TypeScalar, ir.TypeVector, ir.TypeMatrix, ir.TypeAtomic, ir.TypeArray, ir.TypeStruct, ir.TypeCooperative:
		return true
	}
	return false
}

// storable reports whether a variable can hold the type.
func (c *checker) storable(t ir.TypeID) bool {
	switch c.m.Types.At(t).Kind {
	case ir.TypeImage, ir.TypeSampler, ir.TypeAccelerationStructure, ir.TypeRayQuery, ir.TypeBindingArray, ir.TypeBuffer:
		return true
	}
	return c.plain(t)
}

// fixedFootprint reports whether the size is known when the pipeline is made.
func (c *checker) fixedFootprint(t ir.TypeID) bool {
	ty := c.m.Types.At(t)
	switch ty.Kind {
	case ir.TypeArray, ir.TypeBuffer:
		return !ty.IsRuntimeSized()
	case ir.TypeStruct:
		members := c.m.Structs[ty.Struct].Members
		return len(members) == 0 || c.fixedFootprint(members[len(members)-1].Type)
	}
	return true
}

// creationFixed reports whether the size is known when the shader is read: no
// override-sized array.
func (c *checker) creationFixed(t ir.TypeID) bool {
	ty := c.m.Types.At(t)
	return ty.Kind != ir.TypeArray && ty.Kind != ir.TypeBuffer || ty.LengthExpr == 0
}

// constructible reports whether values of the type can be made, stored, loaded,
// passed and returned.
func (c *checker) constructible(t ir.TypeID) bool {
	ty := c.m.Types.At(t)
	switch ty.Kind {
	case ir.TypeScalar, ir.TypeVector, ir.TypeMatrix, ir.TypeCooperative:
		return true
	case ir.TypeArray:
		return ty.Length != 0 && c.constructible(ty.Base)
	case ir.TypeStruct:
		return c.factsOf(ty.Struct)&structConstructible != 0
	}
	return false
}

// Facts about a struct, so that nobody looks through its members twice.
const (
	structKnown = 1 << iota
	structConstructible
	structHostShareable
	structAtomic
)

// factsOf is the facts about a struct.
func (c *checker) factsOf(id ir.StructID) uint8 {
	for int(id) >= len(c.structFacts) {
		c.structFacts = append(c.structFacts, 0)
	}
	if f := c.structFacts[id]; f != 0 {
		return f
	}
	f := uint8(structKnown | structConstructible | structHostShareable)
	for i := range c.m.Structs[id].Members {
		c.opts.meter.Step()
		t := c.m.Structs[id].Members[i].Type
		if !c.constructible(t) {
			f &^= structConstructible
		}
		if !c.hostShareable(t) {
			f &^= structHostShareable
		}
		if c.containsAtomic(t) {
			f |= structAtomic
		}
	}
	c.structFacts[id] = f
	return f
}

// unconstructible is the part of a type that keeps values of it from being made, or "".
func (c *checker) unconstructible(t ir.TypeID) string {
	path := ""
	for {
		in := ""
		if path != "" {
			in = "its member " + path[1:] + " is "
		}
		switch ty := c.m.Types.At(t); ty.Kind {
		case ir.TypeAtomic:
			return in + "an atomic, which only memory can hold"
		case ir.TypeArray:
			switch {
			case ty.LengthExpr != 0:
				return in + "an array whose size depends on an override"
			case ty.Length == 0:
				return in + "an array without a size"
			}
			t = ty.Base
			continue
		case ir.TypeStruct:
			next := ir.TypeID(0)
			for i := range c.m.Structs[ty.Struct].Members {
				m := &c.m.Structs[ty.Struct].Members[i]
				if !c.constructible(m.Type) {
					path, next = path+"."+m.Name, m.Type
					break
				}
			}
			if next == 0 {
				return ""
			}
			t = next
			continue
		case ir.TypePointer:
			return in + "a pointer"
		case ir.TypeImage, ir.TypeSampler, ir.TypeAccelerationStructure, ir.TypeBindingArray, ir.TypeRayQuery:
			return in + "a resource"
		case ir.TypeBuffer:
			return in + "a buffer"
		}
		return ""
	}
}

// because adds to a report the part that keeps a type from being constructible.
func (c *checker) because(d *diag.Diagnostic, t ir.TypeID) {
	if why := c.unconstructible(t); why != "" {
		d.Note("%s: %s", c.typeName(t), why)
	}
}

// unshareable is the member of a type that the host can't share, or "".
func (c *checker) unshareable(t ir.TypeID) string {
	path := ""
	for {
		ty := c.m.Types.At(t)
		switch ty.Kind {
		case ir.TypeArray:
			t = ty.Base
			continue
		case ir.TypeStruct:
			for i := range c.m.Structs[ty.Struct].Members {
				m := &c.m.Structs[ty.Struct].Members[i]
				if !c.hostShareable(m.Type) {
					path, t = path+"."+m.Name, m.Type
					break
				}
			}
			if c.m.Types.At(t) != ty {
				continue
			}
		}
		if path == "" {
			return ""
		}
		return "its member " + path[1:] + " is " + c.typeName(t)
	}
}

// hostShareable reports whether the host and the shader can share memory of the
// type.
func (c *checker) hostShareable(t ir.TypeID) bool {
	ty := c.m.Types.At(t)
	switch ty.Kind {
	case ir.TypeScalar, ir.TypeVector:
		return ty.Scalar != ir.Bool
	case ir.TypeMatrix, ir.TypeAtomic, ir.TypeBuffer:
		return true
	case ir.TypeArray:
		return c.hostShareable(ty.Base)
	case ir.TypeStruct:
		return c.factsOf(ty.Struct)&structHostShareable != 0
	}
	return false
}

// containsAtomic reports whether a plain type holds an atomic.
func (c *checker) containsAtomic(t ir.TypeID) bool {
	ty := c.m.Types.At(t)
	switch ty.Kind {
	case ir.TypeAtomic:
		return true
	case ir.TypeArray:
		return c.containsAtomic(ty.Base)
	case ir.TypeStruct:
		return c.factsOf(ty.Struct)&structAtomic != 0
	}
	return false
}

// typeName spells a type as WGSL does.
func (c *checker) typeName(t ir.TypeID) string {
	if t == 0 {
		return "nothing"
	}
	return builtin.TypeName(c.m, t)
}
