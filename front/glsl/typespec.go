package glsl

// This file resolves type specifiers: names, structs and array dimensions.

import (
	"refract/diag"
	"refract/internal/front/glsl/syntax"
	"refract/ir"
)

// gtype is a type with facts that the IR's types don't have.
type gtype struct {
	ty      ir.TypeID // of a value; void and errors: 0; of a resource, that of its IR type where known
	opq     uint16
	void    bool
	ok      bool
	unsized bool     // the outermost dimension has no size
	dims    []uint32 // of opaque objects: outermost first; 0 is unsized
	spec    bool     // a length among the dimensions is a specialization constant
	open    []uint32 // inner dimensions lack sizes, too: all of them, outermost first; ty is that of an element
}

// structInfo has facts that the IR's struct doesn't have.
type structInfo struct {
	opaques     []opaqueMember // members that are opaque: the IR's struct is without them
	any         bool           // there are some, or a member has some
	known       bool           // what follows is of all that is in it
	scalars     uint64         // at most a little more than maxScalars
	depth       int
	nesting     int // structs within each other, with this one
	bools       bool
	matrix      bool
	flat        bool   // holds what can't be interpolated
	specialized bool   // holds an array whose size is a specialization constant
	queries     bool   // holds ray queries
	reference   uint16 // one more than the index of the type of references that this is
	empty       bool   // there are no other members: the IR's struct has one that stands for nothing
}

func (c *checker) opaqueIndex(o opaque) uint16 {
	for i := 1; i < len(c.opaques); i++ {
		if c.opaques[i] == o {
			return uint16(i)
		}
	}
	c.opaques = append(c.opaques, o)
	return uint16(len(c.opaques) - 1)
}

// typeSpec resolves a KindType and the dimensions of a declarator.
func (c *checker) typeSpec(n syntax.Node, dims []syntax.Node) gtype {
	v := c.t.Type(n)
	var t gtype
	switch {
	case v.Struct != syntax.None:
		t = c.structSpec(v.Struct)
	case v.Params != nil:
		t = c.cooperativeType(n, v)
	default:
		t = c.namedType(n, v.Name)
	}
	return c.arrays(t, n, dims, v.Dims)
}

// namedType is the type of a name.
func (c *checker) namedType(n syntax.Node, name syntax.Symbol) gtype {
	span := c.t.Span(n)
	if l := uint32(len(c.t.Name(name))); span.End-span.Start > l {
		span.End = span.Start + l
	}
	if id := c.bind[name]; id != 0 {
		d := &c.decls[id]
		switch d.kind {
		case declType:
			return gtype{ty: d.ty, ok: true}
		case declError:
			return gtype{}
		}
		c.errorf(codeNotType, span, "%q is a %s; a type is wanted here", c.t.Name(name), d.kind)
		return gtype{}
	}
	m := meaningOf(name)
	if m == nil || m.ty == 0 {
		text := c.t.Name(name)
		if feature, ok := refused(refusedTypes[:], text); ok {
			c.unsupported(span, feature)
			return gtype{}
		}
		c.unknown(n, name, "type")
		return gtype{}
	}
	tn := &typeNames[m.ty-1]
	if tn.av != (avail{}) {
		c.needs(span, tn.name, &tn.av)
	}
	if tn.opq.kind != notOpaque {
		if tn.opq.kind == opaqueRayQuery { // a variable of a shader, which structs and arrays may hold
			return gtype{ty: c.queryType(), ok: true}
		}
		if tn.opq.kind == opaqueHitObject {
			return gtype{ty: c.m.Types.Intern(ir.Type{Kind: ir.TypeHitObject}), ok: true}
		}
		return gtype{opq: c.opaqueIndex(tn.opq), ok: true}
	}
	return gtype{ty: tn.ty, void: tn.ty == 0, ok: true}
}

// refusedTypes are names of types that are recognized and not supported.
var refusedTypes = [...]refusal{
	{"fcoopmatNV", "cooperative matrices"}, {"icoopmatNV", "cooperative matrices"},
	{"ucoopmatNV", "cooperative matrices"}, {"spirv_type", "SPIR-V intrinsics"},
	{"tensorARM", "tensors"}, {"attachmentEXT", "tile images"}, {"hvec2", "Cg's types"}, {"hvec3", "Cg's types"},
	{"accelerationStructureNV", "ray tracing stages"},
}

// arrays makes an array type: of int[2] a[3] the dimensions are those of the
// declarator, then those of the type.
func (c *checker) arrays(t gtype, n syntax.Node, outer, inner []syntax.Node) gtype {
	total := len(outer) + len(inner)
	if total == 0 || !t.ok {
		return t
	}
	if t.void {
		c.errorf(codeTypeRule, c.t.Span(n), "there are no arrays of void")
		return gtype{}
	}
	if total > 1 {
		a := since(430, 310, exts{extArraysOfArrays})
		c.needs(c.t.Span(n), "an array of arrays", &a)
	}
	at := func(i int) syntax.Node {
		if i < len(outer) {
			return outer[i]
		}
		return inner[i-len(outer)]
	}
	lengths := make([]uint32, total)
	open := false
	for i := total - 1; i >= 0; i-- {
		length, spec, ok := c.arrayLength(at(i), n)
		if !ok {
			return gtype{}
		}
		lengths[i] = length
		open = open || i > 0 && length == 0 && spec == 0
		if open && t.opq == 0 {
			if t.spec || spec != 0 {
				c.errorf(codeTypeRule, c.t.Span(n), "an array with a dimension that is a specialization constant needs sizes in all inner dimensions")
				return gtype{}
			}
			for t.open == nil && i+1 < total && c.at(t.ty).Kind == ir.TypeArray {
				t.ty = c.at(t.ty).Base // sizes of inner dimensions, which stand in lengths
				if i++; i+1 >= total {
					break
				}
			}
			for k := range total {
				if lengths[k] == 0 && at(k) != syntax.None {
					if lengths[k], _, ok = c.arrayLength(at(k), n); !ok {
						return gtype{}
					}
				}
			}
			t.open, t.unsized = lengths, true
			return t
		}
		if t.opq != 0 {
			if spec != 0 {
				length, t.spec = c.defaultLength(spec, c.t.Span(n)), true
			}
			t.dims = append([]uint32{length}, t.dims...)
			continue
		}
		if spec != 0 && c.holdsRayObject(t.ty) {
			length, spec, t.spec = c.defaultLength(spec, c.t.Span(n)), 0, true
		}
		t.unsized = length == 0 && spec == 0
		if spec != 0 {
			t.ty = c.m.Types.Intern(ir.Type{Kind: ir.TypeArray, Base: t.ty, LengthExpr: spec})
			t.spec = true
			continue
		}
		t.ty = c.m.Types.Array(t.ty, length)
		if !t.unsized && c.tooLarge(t.ty, c.t.Span(n)) {
			return gtype{}
		}
	}
	return t
}

// maxScalars is how many scalars a type may have.
const maxScalars = 1 << 26

func (c *checker) tooLarge(t ir.TypeID, span diag.Span) bool {
	if c.scalars(t) > maxScalars {
		c.errorf(codeLimit, span, "the type has more than %d components", maxScalars)
		return true
	}
	return false
}

// scalars is the number of scalars of a value, at most a little more than
// maxScalars.
func (c *checker) scalars(t ir.TypeID) uint64 {
	ty := c.at(t)
	switch ty.Kind {
	case ir.TypeVector:
		return uint64(ty.Rows)
	case ir.TypeMatrix:
		return uint64(ty.Rows) * uint64(ty.Columns)
	case ir.TypeArray:
		return min(uint64(ty.Length)*c.scalars(ty.Base), maxScalars+1)
	case ir.TypeStruct:
		return c.infoOf(t).scalars
	}
	return 1
}

// infoOf is the facts about a struct: computed once.
func (c *checker) infoOf(t ir.TypeID) *structInfo {
	id := int(c.at(t).Struct)
	for len(c.structs) <= id {
		c.structs = append(c.structs, structInfo{})
	}
	if c.structs[id].known {
		return &c.structs[id]
	}
	info := c.structs[id]
	info.known = true
	for i := range c.m.Structs[id].Members {
		m := c.m.Structs[id].Members[i].Type
		info.scalars = min(info.scalars+c.scalars(m), maxScalars+1)
		info.depth = max(info.depth, c.depthOf(m))
		info.nesting = max(info.nesting, c.nestingOf(m))
		info.bools = info.bools || c.hasBool(m)
		info.matrix = info.matrix || c.hasMatrix(m)
		info.flat = info.flat || c.needsFlat(m)
		info.specialized = info.specialized || c.isSpecialized(m)
		info.queries = info.queries || c.holdsRayObject(m)
	}
	info.depth++
	info.nesting++
	c.structs[id] = info
	return &c.structs[id]
}

// arrayLength is the length of a dimension: 0 if it has none.
func (c *checker) arrayLength(n, typ syntax.Node) (length uint32, spec ir.ConstID, ok bool) {
	if n == syntax.None {
		return 0, 0, true
	}
	o := c.constExpr(n, true)
	if !o.ok() {
		return 0, 0, false
	}
	if s := c.at(o.ty); s.Kind != ir.TypeScalar || !s.Scalar.IsInteger() {
		c.errorf(codeType, c.t.Span(n), "the size of an array must be an integer, found %s", c.typeName(o))
		return 0, 0, false
	}
	if !o.isConst() {
		return 0, c.specLength(o), true
	}
	v, _ := c.constInteger(o)
	if v <= 0 {
		c.errorf(codeTypeRule, c.t.Span(n), "the size of an array must be greater than zero, found %d", v)
		return 0, 0, false
	}
	if v > maxScalars {
		c.errorf(codeLimit, c.t.Span(n), "an array has at most %d elements", maxScalars)
		return 0, 0, false
	}
	return uint32(v), 0, true
}

// structSpec declares a struct.
func (c *checker) structSpec(n syntax.Node) gtype {
	v := c.t.Struct(n)
	name := c.t.Name(v.Name)
	c.isReserved(v.Name, v.NameSpan)
	members, info, ok := c.members(v.Members, false)
	if !ok {
		if v.Name != syntax.NoSymbol {
			c.declareError(v.Name, v.NameSpan)
		}
		return gtype{}
	}
	var plain []ir.Member
	for i := range members {
		if members[i].opq == 0 {
			plain = append(plain, members[i].Member)
		}
	}
	if plain == nil {
		info.empty = true
		plain = []ir.Member{{Name: "unused", Type: ir.TypeU32}}
	}
	span := v.NameSpan
	if v.Name == syntax.NoSymbol {
		span = c.t.Span(n)
		name = "Anonymous"
	}
	t := c.m.AddStruct(ir.Struct{Name: name, Members: plain, Span: span})
	c.noteStruct(t, info)
	c.noteMembers(t, members)
	if c.nestingOf(t) > webGLNesting {
		c.beyondWebGL(span, "structs in more than 4 levels")
	}
	if c.depthOf(t) > 200 {
		c.errorf(codeDepth, span, "structs nest too deep")
		return gtype{}
	}
	if v.Name != syntax.NoSymbol {
		c.declare(decl{kind: declType, name: v.Name, node: n, span: v.NameSpan, ty: t, member: -1})
	}
	return gtype{ty: t, ok: true}
}

// depthOf is how deep a type nests.
func (c *checker) depthOf(t ir.TypeID) int {
	switch ty := c.at(t); ty.Kind {
	case ir.TypeArray:
		return 1 + c.depthOf(ty.Base)
	case ir.TypeStruct:
		return c.infoOf(t).depth
	}
	return 1
}

func (c *checker) noteStruct(t ir.TypeID, info structInfo) {
	id := int(c.at(t).Struct)
	for len(c.structs) <= id {
		c.structs = append(c.structs, structInfo{})
	}
	info.known = false
	c.structs[id] = info
}

// structOpaque reports whether a type is a struct, or array of structs, with
// opaque members.
func (c *checker) structOpaque(t ir.TypeID) bool {
	for c.at(t).Kind == ir.TypeArray {
		t = c.at(t).Base
	}
	ty := c.at(t)
	return ty.Kind == ir.TypeStruct && int(ty.Struct) < len(c.structs) && c.structs[ty.Struct].any
}

// memberInfo is a member of a struct or block with its qualifiers.
type memberInfo struct {
	ir.Member
	name    syntax.Symbol
	value   ir.TypeID // of blocks: the type as GLSL sees it; Type is that of memory
	q       qualifiers
	unsized bool
	opq     uint16
	dims    []uint32
}

// members resolves the members of a struct or block.
func (c *checker) members(list []syntax.Node, block bool) (members []memberInfo, info structInfo, ok bool) {
	ok = true
	members = make([]memberInfo, 0, len(list))
	first := map[syntax.Symbol]int{} // members by name
	for _, n := range list {
		c.opts.Preprocessor.Meter.Step()
		if c.t.Kind(n) != syntax.KindDeclaration {
			continue
		}
		d := c.t.Declaration(n)
		var q qualifiers
		c.qualifiers(d.Quals, &q)
		if !block && q.storage != syntax.QualNone {
			c.errorf(codeQualifier, q.span, "a member of a struct has no storage qualifier")
		} else if !block && (q.interp != 0 || q.sampling != 0 || q.invariant || q.layout.any || q.memory != 0 || q.readOnly || q.writeOnly) {
			c.errorf(codeQualifier, q.span, "a member of a struct has no qualifier but its precision")
		}
		if len(d.Declarators) == 0 {
			c.errorf(codeVariable, c.t.Span(n), "a member needs a name")
			ok = false
		}
		for _, dn := range d.Declarators {
			v := c.t.Declarator(dn)
			t := c.typeSpec(d.Type, v.Dims)
			if !t.ok {
				ok = false
				continue
			}
			if t.void {
				c.errorf(codeTypeRule, c.t.Span(d.Type), "a member can't be void")
				ok = false
				continue
			}
			if block && !c.fixLengths(v.Name, v.NameSpan, &t) {
				ok = false
				continue
			}
			c.hasPrecision(c.t.Span(d.Type), t.ty, &q)
			c.noTypeName(v.Name, v.NameSpan)
			ok = !c.isReserved(v.Name, v.NameSpan) && ok
			if i, declared := first[v.Name]; declared {
				c.errorf(codeRedeclared, v.NameSpan, "the member %q is declared twice", c.t.Name(v.Name)).Label(members[i].Span, "first declared here")
				ok = false
			} else {
				first[v.Name] = len(members)
			}
			if t.unsized && !block {
				c.errorf(codeTypeRule, v.NameSpan, "a member of a struct must have a size")
				ok = false
				continue
			}
			if t.opq != 0 && c.opaques[t.opq].kind == opaqueCounter {
				c.unsupported(v.NameSpan, "atomic counters in structs")
				ok = false
				continue
			}
			if t.opq != 0 && block {
				c.errorf(codeTypeRule, v.NameSpan, "a member of a block can't be of type %s", c.opaques[t.opq])
				ok = false
				continue
			}
			if block && c.holdsRayObject(t.ty) {
				c.errorf(codeTypeRule, v.NameSpan, "a member of a block can't hold a ray query")
				ok = false
				continue
			}
			members = append(members, memberInfo{Member: ir.Member{Name: c.t.Name(v.Name), Type: t.ty, Span: v.NameSpan},
				name: v.Name, q: q, unsized: t.unsized, opq: t.opq, dims: t.dims})
			info.any = info.any || t.opq != 0 || c.structOpaque(t.ty)
			if t.opq != 0 {
				info.opaques = append(info.opaques, opaqueMember{members[len(members)-1], []syntax.Symbol{v.Name}})
			} else if c.structOpaque(t.ty) {
				info.opaques = c.nest(info.opaques, &members[len(members)-1])
			}
		}
	}
	if len(members) == 0 && ok {
		if len(list) == 0 {
			c.errorf(codeTypeRule, diag.Span{}, "a struct needs a member")
		}
		ok = false
	}
	return members, info, ok
}

// resourceType is the IR's type of an opaque object.
func (c *checker) resourceType(o opaque, format ir.StorageFormat, access ir.AccessMode, depth bool) ir.TypeID {
	switch o.kind {
	case opaqueBare:
		if o.shadow || depth {
			return ir.TypeSamplerComparison
		}
		return ir.TypeSamplerFiltering
	case opaqueAcceleration:
		return c.m.Types.Intern(ir.Type{Kind: ir.TypeAccelerationStructure, VertexReturn: c.scan.corners})
	}
	t := ir.Type{Kind: ir.TypeImage, Arrayed: o.arrayed, Multisampled: o.ms, Class: ir.ImageSampled, Scalar: o.scalar}
	switch o.dim {
	case dim1D:
		t.Dim = ir.Dim1D
	case dim3D:
		t.Dim = ir.Dim3D
	case dimCube:
		t.Dim = ir.DimCube
	case dimBuffer:
		t.Dim = ir.DimBuffer
	case dimSubpass:
		t.Dim = ir.DimSubpass
	default:
		t.Dim = ir.Dim2D
	}
	switch {
	case o.kind == opaqueImage:
		t.Class, t.Format, t.Access = ir.ImageStorage, format, access
		if format != ir.NoFormat { // which says the scalar
			t.Scalar = 0
		}
	case o.shadow || depth:
		t.Class, t.Scalar = ir.ImageDepth, 0
	}
	id := c.m.Types.Intern(t)
	if o.kind == opaqueSampler && o.dim != dimBuffer { // a samplerBuffer has no sampler
		return c.m.Types.Intern(ir.Type{Kind: ir.TypeSampledImage, Base: id})
	}
	return id
}
