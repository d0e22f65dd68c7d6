package hlsl

// This file declares resources: textures, buffers, samplers and constant buffers. A resource
// is never a value: an operand refers to a variable of the module, with an index if that is
// an array. Functions are lowered for each choice of resources.

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"refract/internal/front/hlsl/syntax"
	"refract/internal/ir/layout"
	"refract/internal/lazy"
	"refract/ir"
)

// resKind is a type of resources.
type resKind uint8

// resForm is the form of a resource in the module.
type resForm uint8

const (
	resTexture    resForm = iota // an image that is sampled and loaded
	resStorage                   // an image that is loaded and stored
	resStructured                // a runtime-sized array
	resBytes                     // an array of words
	resConstants                 // a struct
	resSampler
	resComparison
	resCombined // a texture and sampler in one
	resAcceleration
	resRayQuery
	resSubpass
	resStream      // of vertices that a geometry shader makes
	resPatch       // an array of control points
	resState       // state of effects, left out
	resUnsupported // of stages and features that the module doesn't have
)

// resourceInfo is a row of the table of resource types.
type resourceInfo struct {
	ordered bool // fragments that cover one place have it one after the other
	name    string
	form    resForm
	class   byte // register: b, t, u, s
	dim     ir.ImageDim
	elem    bool // it has an element type in angle brackets
	arrayed bool
	multi   bool
	write   bool
	buffer  ir.BufferForm // of structured ones
}

const numResources = resKind(len(resources))

// resources is the table; [0] is none.
var resources = [...]resourceInfo{
	{},
	{name: "Texture1D", form: resTexture, class: 't', dim: ir.Dim1D, elem: true},
	{name: "Texture2D", form: resTexture, class: 't', dim: ir.Dim2D, elem: true},
	{name: "Texture3D", form: resTexture, class: 't', dim: ir.Dim3D, elem: true},
	{name: "TextureCube", form: resTexture, class: 't', dim: ir.DimCube, elem: true},
	{name: "Texture1DArray", form: resTexture, class: 't', dim: ir.Dim1D, elem: true, arrayed: true},
	{name: "Texture2DArray", form: resTexture, class: 't', dim: ir.Dim2D, elem: true, arrayed: true},
	{name: "TextureCubeArray", form: resTexture, class: 't', dim: ir.DimCube, elem: true, arrayed: true},
	{name: "Texture2DMS", form: resTexture, class: 't', dim: ir.Dim2D, elem: true, multi: true},
	{name: "Texture2DMSArray", form: resTexture, class: 't', dim: ir.Dim2D, elem: true, multi: true, arrayed: true},
	{name: "Buffer", form: resTexture, class: 't', dim: ir.DimBuffer, elem: true},
	{name: "RWTexture1D", form: resStorage, class: 'u', dim: ir.Dim1D, elem: true, write: true},
	{name: "RWTexture2D", form: resStorage, class: 'u', dim: ir.Dim2D, elem: true, write: true},
	{name: "RWTexture3D", form: resStorage, class: 'u', dim: ir.Dim3D, elem: true, write: true},
	{name: "RWTexture1DArray", form: resStorage, class: 'u', dim: ir.Dim1D, elem: true, arrayed: true, write: true},
	{name: "RWTexture2DArray", form: resStorage, class: 'u', dim: ir.Dim2D, elem: true, arrayed: true, write: true},
	{name: "RWTexture2DMS", form: resStorage, class: 'u', dim: ir.Dim2D, elem: true, multi: true, write: true},
	{name: "RWTexture2DMSArray", form: resStorage, class: 'u', dim: ir.Dim2D, elem: true, multi: true, arrayed: true, write: true},
	{name: "RWBuffer", form: resStorage, class: 'u', dim: ir.DimBuffer, elem: true, write: true},
	{name: "RasterizerOrderedTexture1D", form: resStorage, class: 'u', dim: ir.Dim1D, elem: true, write: true, ordered: true},
	{name: "RasterizerOrderedTexture2D", form: resStorage, class: 'u', dim: ir.Dim2D, elem: true, write: true, ordered: true},
	{name: "RasterizerOrderedTexture3D", form: resStorage, class: 'u', dim: ir.Dim3D, elem: true, write: true, ordered: true},
	{name: "RasterizerOrderedTexture1DArray", form: resStorage, class: 'u', dim: ir.Dim1D, arrayed: true, elem: true, write: true, ordered: true},
	{name: "RasterizerOrderedTexture2DArray", form: resStorage, class: 'u', dim: ir.Dim2D, arrayed: true, elem: true, write: true, ordered: true},
	{name: "RasterizerOrderedBuffer", form: resStorage, class: 'u', dim: ir.DimBuffer, elem: true, write: true, ordered: true},
	{name: "RasterizerOrderedStructuredBuffer", form: resStructured, buffer: ir.BufferStructured, class: 'u', elem: true, write: true, ordered: true},
	{name: "RasterizerOrderedByteAddressBuffer", form: resBytes, class: 'u', write: true, ordered: true},
	{name: "StructuredBuffer", form: resStructured, buffer: ir.BufferStructured, class: 't', elem: true},
	{name: "RWStructuredBuffer", form: resStructured, buffer: ir.BufferStructured, class: 'u', elem: true, write: true},
	{name: "AppendStructuredBuffer", form: resStructured, buffer: ir.BufferAppend, class: 'u', elem: true, write: true},
	{name: "ConsumeStructuredBuffer", form: resStructured, buffer: ir.BufferConsume, class: 'u', elem: true, write: true},
	{name: "ByteAddressBuffer", form: resBytes, class: 't'},
	{name: "RWByteAddressBuffer", form: resBytes, class: 'u', write: true},
	{name: "ConstantBuffer", form: resConstants, class: 'b', elem: true},
	{name: "TextureBuffer", form: resConstants, class: 't', elem: true},
	{name: "SamplerState", form: resSampler, class: 's'},
	{name: "sampler", form: resSampler, class: 's'},
	{name: "SamplerComparisonState", form: resComparison, class: 's'},
	{name: "sampler1D", form: resCombined, class: 's', dim: ir.Dim1D},
	{name: "sampler2D", form: resCombined, class: 's', dim: ir.Dim2D},
	{name: "sampler3D", form: resCombined, class: 's', dim: ir.Dim3D},
	{name: "samplerCUBE", form: resCombined, class: 's', dim: ir.DimCube},
	{name: "texture", form: resState, class: 't'},
	{name: "texture1D", form: resState, class: 't'},
	{name: "texture2D", form: resState, class: 't'},
	{name: "texture3D", form: resState, class: 't'},
	{name: "textureCUBE", form: resState, class: 't'},
	{name: "RaytracingAccelerationStructure", form: resAcceleration, class: 't'},
	{name: "RayQuery", form: resRayQuery, elem: true},
	{name: "SubpassInput", form: resSubpass, class: 't', dim: ir.DimSubpass, elem: true},
	{name: "SubpassInputMS", form: resSubpass, class: 't', dim: ir.DimSubpass, elem: true, multi: true},
	{name: "FeedbackTexture2D", form: resUnsupported, class: 'u', elem: true},
	{name: "FeedbackTexture2DArray", form: resUnsupported, class: 'u', elem: true},
	{name: "InputPatch", form: resPatch, elem: true},
	{name: "OutputPatch", form: resPatch, elem: true},
	{name: "PointStream", form: resStream, elem: true},
	{name: "LineStream", form: resStream, elem: true},
	{name: "TriangleStream", form: resStream, elem: true},
	{name: "BlendState", form: resState},
	{name: "DepthStencilState", form: resState},
	{name: "RasterizerState", form: resState},
	{name: "DepthStencilView", form: resState},
	{name: "RenderTargetView", form: resState},
	{name: "PixelShader", form: resState},
	{name: "VertexShader", form: resState},
	{name: "GeometryShader", form: resState},
	{name: "ComputeShader", form: resState},
	{name: "HullShader", form: resState},
	{name: "DomainShader", form: resState},
	{name: "GlobalRootSignature", form: resState},
	{name: "LocalRootSignature", form: resState},
	{name: "StateObjectConfig", form: resState},
	{name: "TriangleHitGroup", form: resState},
	{name: "ProceduralPrimitiveHitGroup", form: resState},
	{name: "RaytracingShaderConfig", form: resState},
	{name: "RaytracingPipelineConfig", form: resState},
	{name: "RaytracingPipelineConfig1", form: resState},
	{name: "SubobjectToExportsAssociation", form: resState},
	{name: "DispatchNodeInputRecord", form: resUnsupported, elem: true},
	{name: "RWDispatchNodeInputRecord", form: resUnsupported, elem: true},
	{name: "GroupNodeInputRecords", form: resUnsupported, elem: true},
	{name: "RWGroupNodeInputRecords", form: resUnsupported, elem: true},
	{name: "ThreadNodeInputRecord", form: resUnsupported, elem: true},
	{name: "RWThreadNodeInputRecord", form: resUnsupported, elem: true},
	{name: "NodeOutput", form: resUnsupported, elem: true},
	{name: "NodeOutputArray", form: resUnsupported, elem: true},
	{name: "EmptyNodeInput", form: resUnsupported},
	{name: "EmptyNodeOutput", form: resUnsupported},
	{name: "EmptyNodeOutputArray", form: resUnsupported},
	{name: "GroupNodeOutputRecords", form: resUnsupported, elem: true},
	{name: "ThreadNodeOutputRecords", form: resUnsupported, elem: true},
}

// info is the row of a resource type.
func (c *checker) info(t typeID) *resourceInfo { return &resources[c.at(t).res] }

// resourceType is the type of a resource with its arguments.
func (c *checker) resourceType(r resKind, args []node, n node) (typeID, int8) {
	i := &resources[r]
	h := htype{kind: htResource, res: r}
	major := int8(0)
	if i.form == resRayQuery {
		if len(args) > 0 {
			v, ok := c.constIndex(args[0])
			if !ok {
				return tError, 0
			}
			h.samples = uint32(v)
		}
		h.kind, h.base = htQuery, tVoid
		return c.intern(h), 0
	}
	if i.form == resUnsupported {
		for _, a := range args {
			if c.t.Kind(a) == syntax.KindType && c.quiet == 0 {
				c.quiet++
				c.typeOf(a)
				c.quiet--
			}
		}
		return c.intern(h), 0
	}
	if !i.elem {
		return c.intern(h), 0
	}
	texels := i.form == resTexture || i.form == resStorage || i.form == resSubpass
	if len(args) == 0 {
		if i.form == resTexture || i.form == resSubpass {
			h.base = vectorType(kFloat, 4)
			return c.intern(h), 0
		}
		c.errorf(codeArgCount, c.t.Span(n), "%s needs the type of its elements in angle brackets", i.name)
		return tError, 0
	}
	if c.t.Kind(args[0]) != syntax.KindType {
		c.errorf(codeNotType, c.t.Span(args[0]), "a type is wanted here")
		return tError, 0
	}
	t, m, ok := c.typeOf(args[0])
	if !ok {
		return tError, 0
	}
	major = m
	mod := c.t.Type(args[0]).Mods
	if mod&syntax.ModUnorm != 0 {
		h.norm = normUnorm
	} else if mod&syntax.ModSnorm != 0 {
		h.norm = normSnorm
	}
	at := c.t.Span(args[0])
	switch {
	case t == tVoid || c.holdsResource(t) && !(i.form == resConstants):
		c.errorf(codeTypeRule, at, "the elements of %s can't be %s", i.name, c.name(t))
		return tError, 0
	case texels && c.isStruct(t) && c.structOf(t).defined:
		if c.texelVector(t) == tError || c.prof.major >= 6 {
			c.errorf(codeTypeRule, at, "the elements of %s are scalars or vectors, not %s", i.name, c.name(t))
			return tError, 0
		}
	case texels && (!t.numeric() || t.isMatrix() && t.shape().count() > 4):
		c.errorf(codeTypeRule, at, "the elements of %s are scalars or vectors, not %s", i.name, c.name(t))
		return tError, 0
	case texels && t.isMatrix():
		c.unsupported(at, "textures of matrices")
		return tError, 0
	case texels && c.width(t.kind()) == 64 && t.size() > 2:
		c.errorf(codeTypeRule, at, "the elements of %s have at most 128 bits", i.name)
		return tError, 0
	case i.form == resConstants && !c.isStruct(t):
		c.errorf(codeTypeRule, at, "the element of %s is a struct, not %s", i.name, c.name(t))
		return tError, 0
	case i.form == resStructured && c.isResource(t):
		c.errorf(codeTypeRule, at, "the elements of %s can't be %s", i.name, c.name(t))
		return tError, 0
	}
	if i.form == resPatch {
		if len(args) != 2 {
			c.errorf(codeArgCount, c.t.Span(n), "%s takes a type and a number, found %d arguments", i.name, len(args))
			return tError, 0
		}
		v, ok := c.constIndex(args[1])
		if !ok {
			return tError, 0
		}
		if v < 1 || v > 32 {
			c.errorf(codeTypeRule, c.t.Span(args[1]), "a patch has 1 to 32 control points, not %d", v)
			return tError, 0
		}
		return c.intern(htype{kind: htArray, base: t, length: uint32(v), res: r}), major
	}
	if i.multi && len(args) > 1 {
		v, ok := c.constIndex(args[1])
		if !ok {
			return tError, 0
		}
		h.samples = uint32(v)
	} else if len(args) > 1 && !(i.form == resConstants || i.form == resStructured) {
		c.errorf(codeArgCount, c.t.Span(n), "%s takes one type, found %d arguments", i.name, len(args))
		return tError, 0
	}
	h.base = t
	if i.form == resStructured && t.isMatrix() && m > 0 {
		h.samples = 1 // by rows
	}
	return c.intern(h), major
}

// texelVector is the vector of the components of a texel, which may be a struct for FXC: up to four
// numbers of one kind.
func (c *checker) texelVector(t typeID) typeID {
	if t.numeric() {
		return t
	}
	kind, n := noKind, 0
	var count func(t typeID) bool
	count = func(t typeID) bool {
		if t.numeric() {
			n += t.shape().count()
			if kind == noKind {
				kind = t.kind()
			}
			return kind == t.kind() && n <= 4
		}
		if !c.isStruct(t) {
			return false
		}
		for i := range c.structOf(t).members {
			m := c.structOf(t).members[i]
			if m.field || !count(m.ty) {
				return false
			}
		}
		return true
	}
	if !count(t) || n == 0 {
		return tError
	}
	return sized(kind, n)
}

// resource is a variable of the module that is a resource.
type resource struct {
	name    string
	sym     syntax.Symbol
	ty      typeID // without arrays
	count   uint32 // of all elements; 0: unbounded
	arrayed bool
	global  ir.GlobalID
	counter ir.GlobalID
	major   int8
	order   uint32
	space   int64 // -1: not given
	reg     int64
	class   byte
	group   int64 // vk::binding
	binding int64
	count2  int64 // vk::counter_binding
	span    span
	wide    [2]ir.GlobalID // of a buffer of bytes: see wideOf
	alias   uint32         // the resource whose place it has; 0: it has its own
	push    bool           // it has no place
	record  bool           // of the shader binding table
	stream  uint8          // of a geometry shader
	names   ir.BufferNames // of a constant buffer
}

// resRef is a resource, or an element of an array of these.
type resRef struct {
	res     uint32
	index   ir.ExprID // 0: none
	at      uint32    // 1 + a constant index, if index is 0; 0: none
	nonUnif bool
	unset   bool  // a local variable without a value
	arrayed bool  // in a choice: the element that index is
	choice  int32 // index in choices: one of several resources; 0: it is res
}

// newRef adds a reference.
func (c *checker) newRef(r resRef) int32 {
	c.refs = append(c.refs, r)
	return int32(len(c.refs) - 1)
}

// registerOf reads the register of annotations.
func (c *checker) registerOf(annots []node, r *resource) {
	for _, a := range annots {
		if c.t.Kind(a) != syntax.KindRegister {
			continue
		}
		list := c.t.Register(a)
		for i, x := range list {
			extra := int64(0)
			at := c.t.Span(x)
			if c.t.Kind(x) == syntax.KindIndex { // t0[2]
				v := c.t.Index(x)
				n, ok := c.constIndex(v.Index)
				if !ok {
					return
				}
				extra, x = n, v.X
			}
			if c.t.Kind(x) != syntax.KindIdent {
				c.errorf(codeLayout, at, "expected a register such as t0, or space1")
				return
			}
			text := strings.ToLower(c.t.Name(c.t.Ident(x)))
			if rest, ok := strings.CutPrefix(text, "space"); ok {
				v, err := strconv.Atoi(rest)
				if err != nil {
					c.errorf(codeLayout, at, "expected a space such as space1, found %q", text)
					return
				}
				r.space = int64(v)
				continue
			}
			if i == 0 && len(list) > 1 && strings.Contains(text, "_") { // a profile: ps, t0
				continue
			}
			if text == "vs" || text == "ps" || text == "cs" {
				continue
			}
			v, err := strconv.Atoi(text[1:])
			if err != nil || !strings.ContainsAny(text[:1], "btusci") {
				c.errorf(codeLayout, at, "expected a register such as t0, found %q", text)
				return
			}
			if text[0] == 'c' && r.class == 'c' {
				r.reg = int64(v) + extra
				continue
			}
			if r.class == 'c' {
				continue // of the legacy kind
			}
			if text[0] == 'i' || text[0] != r.class && !(r.class == 's' && text[0] == 't') {
				c.errorf(codeLayout, at, "the register of %s is one of %c, not %q", c.name(r.ty), r.class, text)
				return
			}
			if text[0] == r.class {
				r.reg = int64(v) + extra
			}
		}
	}
}

// vulkanAttributes reads the binding that attributes give.
func (c *checker) vulkanAttributes(attrs []node, r *resource) {
	if a, ok := c.attribute(attrs, "vk", "binding"); ok {
		if v := c.attributeInts(a); len(v) >= 1 {
			r.binding, r.group = v[0], 0
			if len(v) > 1 {
				r.group = v[1]
			}
		}
	}
	if a, ok := c.attribute(attrs, "vk", "counter_binding"); ok {
		if v := c.attributeInts(a); len(v) == 1 {
			r.count2 = v[0]
		}
	}
	_, r.push = c.attribute(attrs, "vk", "push_constant")
	for _, name := range []string{"shader_record_ext", "shader_record_nv"} {
		if _, ok := c.attribute(attrs, "vk", name); ok {
			r.record, r.push = true, true
		}
	}
}

// pushSpace is the space of a buffer that has no place.
func (r *resource) pushSpace() ir.AddressSpace {
	if r.record {
		return ir.SpaceShaderRecord
	}
	return ir.SpaceImmediate
}

func (c *checker) freshResource(name string, sym syntax.Symbol, t typeID, at span) resource {
	return resource{name: name, sym: sym, ty: t, count: 1, order: c.order, space: -1, reg: -1, group: -1, binding: -1, count2: -1, span: at, major: -1}
}

// arrayCount is the number of elements of arrays of arrays, and whether the type is an
// array.
func (c *checker) arrayCount(t typeID) (n uint32, arrayed bool) {
	n = 1
	for c.isArray(t) {
		n *= c.at(t).length
		t = c.at(t).base
		arrayed = true
	}
	return n, arrayed
}

// useOf is the knowledge of earlier runs about a resource.
func (c *checker) useOf(order uint32, name syntax.Symbol) (u use) {
	for _, x := range c.uses {
		if x.name == name && (x.order == 0 || x.order == order) {
			u.depth = u.depth || x.depth
			u.combined = max(u.combined, x.combined)
		}
	}
	return u
}

// declareResource declares a variable that is a resource, or an array of these.
func (c *checker) declareResource(d syntax.Declarator, m mods, t typeID, major int8, attrs []node) {
	if d.Init != syntax.None && c.t.Kind(d.Init) != syntax.KindState {
		c.errorf(codeVariable, c.t.Span(d.Init), "a resource at global scope can't have an initial value")
	}
	base := c.innermost(t)
	r := c.freshResource(c.qualifiedName(d.Name), d.Name, base, d.NameSpan)
	r.class = c.info(base).class
	r.major = major
	if h := c.at(base); c.info(base).form == resStructured && h.samples == 1 {
		r.major = 1
	}
	if n, arrayed := c.arrayCount(t); arrayed {
		r.count, r.arrayed = n, true
	}
	c.registerOf(d.Annots, &r)
	c.vulkanAttributes(attrs, &r)
	id := c.addResource(r, m, attrs)
	if id == 0 {
		c.declareError(d.Name, d.NameSpan)
		return
	}
	c.declare(decl{kind: declResource, name: d.Name, span: d.NameSpan, ty: t, handle: uint32(c.newRef(resRef{res: id})), member: -1})
}

// addResource makes the variable of a resource.
func (c *checker) addResource(r resource, m mods, attrs []node) uint32 {
	i := c.info(r.ty)
	h := *c.at(r.ty)
	g := ir.Global{Name: r.name, Space: ir.SpaceHandle, HasBinding: true, Span: r.span}
	u := c.useOf(r.order, r.sym)
	if m&syntax.ModGloballyCoherent != 0 || m&syntax.ModReorderCoherent != 0 {
		g.Memory |= ir.Coherent
	}
	switch i.form {
	case resTexture, resSubpass, resStorage:
		t, ok := c.imageType(&h, i, u, attrs, r.span)
		if !ok {
			return 0
		}
		g.Type = t
		if i.form == resSubpass {
			if a, ok := c.attribute(attrs, "vk", "input_attachment_index"); ok {
				if v := c.attributeInts(a); len(v) == 1 && v[0] >= 0 {
					g.Attachment = uint32(v[0])
				}
			}
		}
		if i.form != resStorage {
			g.Memory = 0
		}
	case resSampler:
		g.Type = ir.TypeSamplerFiltering
		if u.combined > 0 {
			g.Type = c.combinedType(ir.ImageDim(u.combined-1), u.depth)
		}
		g.Memory = 0
	case resComparison:
		g.Type = ir.TypeSamplerComparison
		g.Memory = 0
	case resCombined:
		g.Type = c.combinedType(i.dim, u.depth)
		g.Memory = 0
	case resAcceleration:
		g.Type = c.m.Types.Intern(ir.Type{Kind: ir.TypeAccelerationStructure})
		g.Memory = 0
	case resStructured:
		g.Space, g.Access = ir.SpaceStorage, ir.AccessRead
		if i.write {
			g.Access = ir.AccessReadWrite
		}
		l := c.layoutOf(h.base, r.major, false)
		stride := layout.RoundUp(l.size, l.align)
		g.Type = c.m.Types.Array(c.hostType(h.base, r.major), 0)
		g.Layout = c.addLayout(ir.LayoutNode{Stride: max(stride, 1), Members: []ir.LayoutID{l.layout}})
	case resBytes:
		g.Space, g.Access = ir.SpaceStorage, ir.AccessRead
		if i.write {
			g.Access = ir.AccessReadWrite
		}
		g.Type = c.m.Types.Array(ir.TypeU32, 0)
		g.Layout = c.addLayout(ir.LayoutNode{Stride: 4, Members: []ir.LayoutID{ir.NoLayout}})
	case resConstants:
		if c.holdsResource(h.base) {
			c.unsupported(r.span, "resources in constant buffers of a struct type")
			return 0
		}
		g.Space, g.Access = ir.SpaceUniform, ir.AccessRead
		if i.class == 't' {
			g.Space = ir.SpaceStorage
		}
		if r.push {
			g.Space, g.HasBinding = r.pushSpace(), false
		}
		g.Memory = 0
		l := c.layoutOf(h.base, r.major, true)
		g.Type, g.Layout = c.hostType(h.base, r.major), l.layout
	default:
		c.unsupported(r.span, i.name)
		return 0
	}
	if r.arrayed {
		c.inArray(&g, &r)
	}
	c.m.Globals = append(c.m.Globals, g)
	r.global = ir.GlobalID(len(c.m.Globals) - 1)
	c.res = append(c.res, r)
	return uint32(len(c.res) - 1)
}

// inArray makes the variable of a resource an array of resources.
func (c *checker) inArray(g *ir.Global, r *resource) {
	if form := c.info(r.ty).form; form == resStructured || form == resBytes {
		// The module has arrays of structs only.
		g.Type = c.m.AddStruct(ir.Struct{Name: g.Name + "_buffer", Members: []ir.Member{{Name: "data", Type: g.Type}}})
		g.Layout = c.addLayout(ir.LayoutNode{Offsets: []uint32{0}, Members: []ir.LayoutID{g.Layout}})
	}
	g.Type = c.m.Types.Intern(ir.Type{Kind: ir.TypeBindingArray, Base: g.Type, Length: r.count})
	if g.Layout >= ir.FirstExplicitLayout {
		g.Layout = c.addLayout(ir.LayoutNode{Members: []ir.LayoutID{g.Layout}})
	}
}

// combinedType is the type of a texture with a sampler.
func (c *checker) combinedType(d ir.ImageDim, depth bool) ir.TypeID {
	t := ir.Type{Kind: ir.TypeImage, Dim: d, Class: ir.ImageSampled, Scalar: ir.F32}
	if depth {
		t.Class, t.Scalar = ir.ImageDepth, 0
	}
	return c.m.Types.Intern(ir.Type{Kind: ir.TypeSampledImage, Base: c.m.Types.Intern(t)})
}

// imageType is the type of an image.
func (c *checker) imageType(h *htype, i *resourceInfo, u use, attrs []node, at span) (ir.TypeID, bool) {
	t := ir.Type{Kind: ir.TypeImage, Dim: i.dim, Arrayed: i.arrayed, Multisampled: i.multi, Class: ir.ImageSampled}
	texel := c.texelVector(h.base)
	s, size := c.scalarOf(texel.kind()), texel.size()
	if s == ir.F64 || s.Bits() == 64 && (i.form != resStorage || size > 1) { // two words for each
		s, size = ir.U32, 2*size
	}
	switch s {
	case ir.F16:
		t.Scalar = ir.F32
	case ir.I16:
		t.Scalar = ir.I32
	case ir.U16, ir.Bool:
		t.Scalar = ir.U32
	default:
		t.Scalar = s
	}
	if i.form != resStorage {
		if u.depth && t.Scalar == ir.F32 && i.form == resTexture && i.dim != ir.DimBuffer && i.dim != ir.Dim3D {
			t.Class, t.Scalar = ir.ImageDepth, 0
		}
		return c.m.Types.Intern(t), true
	}
	t.Class, t.Access = ir.ImageStorage, ir.AccessReadWrite
	t.Format = storageFormat(t.Scalar, size, h.norm)
	if a, ok := c.attribute(attrs, "vk", "image_format"); ok {
		if args := c.t.Attribute(a).Args; len(args) == 1 && c.t.Kind(args[0]) == syntax.KindString {
			name := c.t.Str(args[0])
			f, known := vulkanFormats.Get()[name]
			switch {
			case name == "unknown":
				t.Format = ir.NoFormat
			case !known:
				c.errorf(codeLayout, c.t.Span(args[0]), "unknown format %q", name)
			case f.Texel() != t.Scalar:
				c.warnf(codeLayout, c.t.Span(args[0]), "the format %s doesn't fit %s, and is left out", name, c.name(h.base))
			default:
				t.Format = f
			}
		}
	}
	if c.atomics && (t.Format == ir.R32Uint || t.Format == ir.R32Sint || t.Format == ir.R64Uint || t.Format == ir.R64Sint) || c.exchanges && t.Format == ir.R32Float {
		t.Access |= ir.AccessAtomic
	}
	t.Scalar = 0
	if t.Format == ir.NoFormat {
		t.Scalar = s
		if s == ir.F16 {
			t.Scalar = ir.F32
		}
	}
	return c.m.Types.Intern(t), true
}

// storageFormat is the format of texels of a type, as DXC infers it.
func storageFormat(s ir.Scalar, n int, norm uint8) ir.StorageFormat {
	at := []int{0, 0, 1, 2, 2}[n]
	switch {
	case norm == normUnorm:
		return [...]ir.StorageFormat{ir.R8Unorm, ir.Rg8Unorm, ir.Rgba8Unorm}[at]
	case norm == normSnorm:
		return [...]ir.StorageFormat{ir.R8Snorm, ir.Rg8Snorm, ir.Rgba8Snorm}[at]
	}
	switch s {
	case ir.F32:
		return [...]ir.StorageFormat{ir.R32Float, ir.Rg32Float, ir.Rgba32Float}[at]
	case ir.I32:
		return [...]ir.StorageFormat{ir.R32Sint, ir.Rg32Sint, ir.Rgba32Sint}[at]
	case ir.U32:
		return [...]ir.StorageFormat{ir.R32Uint, ir.Rg32Uint, ir.Rgba32Uint}[at]
	case ir.I64:
		return ir.R64Sint
	case ir.U64:
		return ir.R64Uint
	}
	return ir.NoFormat
}

// vulkanFormats are the formats of vk::image_format.
var vulkanFormats = lazy.Value[map[string]ir.StorageFormat]{Make: func() map[string]ir.StorageFormat {
	return map[string]ir.StorageFormat{
		"rgba32f": ir.Rgba32Float, "rgba16f": ir.Rgba16Float, "r32f": ir.R32Float, "rgba8": ir.Rgba8Unorm, "rgba8snorm": ir.Rgba8Snorm,
		"rg32f": ir.Rg32Float, "rg16f": ir.Rg16Float, "r11g11b10f": ir.Rg11b10Ufloat, "r16f": ir.R16Float, "rgba16": ir.Rgba16Unorm,
		"rgb10a2": ir.Rgb10a2Unorm, "rg16": ir.Rg16Unorm, "rg8": ir.Rg8Unorm, "r16": ir.R16Unorm, "r8": ir.R8Unorm,
		"rgba16snorm": ir.Rgba16Snorm, "rg16snorm": ir.Rg16Snorm, "rg8snorm": ir.Rg8Snorm, "r16snorm": ir.R16Snorm, "r8snorm": ir.R8Snorm,
		"rgba32i": ir.Rgba32Sint, "rgba16i": ir.Rgba16Sint, "rgba8i": ir.Rgba8Sint, "r32i": ir.R32Sint, "rg32i": ir.Rg32Sint,
		"rg16i": ir.Rg16Sint, "rg8i": ir.Rg8Sint, "r16i": ir.R16Sint, "r8i": ir.R8Sint, "rgba32ui": ir.Rgba32Uint,
		"rgba16ui": ir.Rgba16Uint, "rgba8ui": ir.Rgba8Uint, "r32ui": ir.R32Uint, "rgb10a2ui": ir.Rgb10a2Uint, "rg32ui": ir.Rg32Uint,
		"rg16ui": ir.Rg16Uint, "rg8ui": ir.Rg8Uint, "r16ui": ir.R16Uint, "r8ui": ir.R8Uint, "r64ui": ir.R64Uint, "r64i": ir.R64Sint,
	}
}}

// globalRef is the resource that an expression at global scope names: a variable, or an element of one.
func (c *checker) globalRef(n node) operand {
	n = c.t.Unparen(n)
	if c.t.Kind(n) == syntax.KindIndex {
		v := c.t.Index(n)
		x := c.globalRef(v.X)
		if x.kind != opResource || !c.isArray(x.ty) {
			return operand{}
		}
		h, r := *c.at(x.ty), c.refs[x.ref]
		i, ok := c.constIndex(v.Index)
		if !ok || i < 0 || h.length == 0 || i >= int64(h.length) {
			return operand{}
		}
		r.at = max(r.at, 1)*h.length - h.length + uint32(i) + 1
		return operand{kind: opResource, ty: h.base, ref: c.newRef(r), decl: x.decl}
	}
	if c.t.Kind(n) != syntax.KindIdent {
		return operand{}
	}
	if id := c.lookup(c.t.Ident(n)); id != 0 && c.decls[id].kind == declResource {
		return operand{kind: opResource, ty: c.decls[id].ty, ref: int32(c.decls[id].handle), decl: id}
	}
	return operand{}
}

// counterOf is the buffer that counts the elements of a structured buffer, or an array of these.
func (c *checker) counterOf(id uint32) ir.GlobalID {
	r := &c.res[id]
	if r.counter == 0 {
		g := ir.Global{Name: ir.CounterPrefix + r.name, Space: ir.SpaceStorage, Access: ir.AccessReadWrite, Layout: ir.LayoutStd430, HasBinding: true, Span: r.span}
		g.Type = c.m.AddStruct(ir.Struct{Name: r.name + "_counter", Members: []ir.Member{{Name: "count", Type: ir.TypeU32}}})
		if r.arrayed {
			g.Type = c.m.Types.Intern(ir.Type{Kind: ir.TypeBindingArray, Base: g.Type, Length: r.count})
			g.Layout = c.addLayout(ir.LayoutNode{Members: []ir.LayoutID{c.addLayout(ir.LayoutNode{Offsets: []uint32{0}, Members: []ir.LayoutID{ir.NoLayout}})}})
		}
		c.m.Globals = append(c.m.Globals, g)
		r.counter = ir.GlobalID(len(c.m.Globals) - 1)
	}
	return r.counter
}

// bindings gives resources their places: registers that the source gives, then free ones, in
// the order of the declarations, of used resources only. Then classes are told apart.
func (c *checker) bindings() {
	used := c.usedGlobals()
	for i := range c.res {
		if r := &c.res[i]; r.alias != 0 && used[r.global] {
			used[c.res[r.alias].global] = true
		}
		if r := &c.res[i]; r.counter != 0 && used[r.counter] {
			used[r.global] = true
		}
	}
	var list []int
	for i := 1; i < len(c.res); i++ {
		if r := &c.res[i]; r.global != 0 && used[r.global] && !r.push && r.alias == 0 {
			list = append(list, i)
		}
	}
	rank := func(i int) int { return min(int(ir.NamesLoose-c.res[i].names), 1) }
	slices.SortStableFunc(list, func(a, b int) int { return rank(a) - rank(b) }) // loose uniforms get the first registers
	regs := c.registersOf(list, true)
	c.giveRegisters(list, regs)
	if slices.ContainsFunc(list, func(i int) bool { return c.res[i].binding >= 0 && c.res[i].reg < 0 }) {
		regs = c.registersOf(list, false)
	}
	for k, at := range regs {
		c.res[list[k]].reg = at
	}
	slices.SortStableFunc(list, func(a, b int) int {
		return strings.IndexByte("btus", c.res[a].class) - strings.IndexByte("btus", c.res[b].class)
	})
	c.assignBindings(list)
}

// giveRegisters notes the places of resources in Direct3D, which vk::binding doesn't change.
func (c *checker) giveRegisters(list []int, regs []int64) {
	for k, at := range regs {
		r := &c.res[list[k]]
		switch {
		case r.ty != tNone && c.info(r.ty).form == resCombined: // a texture and a sampler
		case c.isHeap(list[k]):
			c.giveRegister(r, ir.Register{Given: true, Index: uint32(list[k]), Heap: true})
		case r.count == 0 && r.reg < 0: // it takes a space of its own
		default:
			c.giveRegister(r, ir.Register{Given: true, Index: uint32(at), Space: uint32(max(r.space, 0)), Names: r.names})
		}
	}
	for i := 1; i < len(c.res); i++ {
		if r := &c.res[i]; r.alias != 0 {
			c.m.Globals[r.global].Register = c.m.Globals[c.res[r.alias].global].Register
		}
	}
}

// giveRegister notes the place of a resource and of its counter, and the form of its elements.
func (c *checker) giveRegister(r *resource, reg ir.Register) {
	if r.ty != tNone {
		switch info := c.info(r.ty); {
		case info.form == resStructured:
			reg.Form, reg.Stride = info.buffer, c.stride(r.ty, r.major)
		case info.form == resTexture || info.form == resStorage:
			t := c.m.Types.At(c.m.Globals[r.global].Type)
			if t.Kind == ir.TypeBindingArray {
				t = c.m.Types.At(t.Base)
			}
			if n := c.texelVector(c.at(r.ty).base).size(); n != reg.TexelComponents(t) {
				reg.Texel = uint8(n)
			}
		}
	}
	c.m.Globals[r.global].Register = reg
	if r.counter != 0 {
		reg.Form = ir.BufferCounter
		c.m.Globals[r.counter].Register = reg
	}
}

// isHeap reports whether a resource is an array of all descriptors of a heap.
func (c *checker) isHeap(id int) bool {
	return slices.ContainsFunc(c.heaps, func(h heap) bool { return int(h.res) == id })
}

// A registerSpace is a class of registers in a space.
type registerSpace struct {
	class byte
	space int64
}

// freeRegisters are the ranges of registers that no resource has, in order: the first one, and the one
// behind the last.
type freeRegisters [][2]int64

// take returns the first of the lowest n registers in a row, and removes them.
func (f *freeRegisters) take(n int64) int64 {
	for k := range *f {
		gap := &(*f)[k]
		if at := gap[0]; at+n <= gap[1] {
			if gap[0] += n; gap[0] == gap[1] {
				*f = slices.Delete(*f, k, k+1)
			}
			return at
		}
	}
	panic("hlsl: the last range of registers has an end")
}

// registersOf are the registers of the resources of a list: the source's, then free ones. Without bound, a
// resource with a binding gets no free one.
func (c *checker) registersOf(list []int, bound bool) []int64 {
	regs := make([]int64, len(list))
	taken := map[registerSpace][][2]int64{}
	for at, i := range list {
		r := &c.res[i]
		if regs[at] = r.reg; r.reg >= 0 {
			k := registerSpace{r.class, max(r.space, 0)}
			n := int64(r.count)
			if n == 0 {
				n = 1 << 32
			}
			taken[k] = append(taken[k], [2]int64{r.reg, r.reg + n})
		}
	}
	free := map[registerSpace]*freeRegisters{}
	for at, i := range list {
		r := &c.res[i]
		if r.reg >= 0 || r.binding >= 0 && !bound {
			continue
		}
		k := registerSpace{r.class, max(r.space, 0)}
		if free[k] == nil {
			free[k] = freeAmong(taken[k])
		}
		n := int64(r.count)
		if n == 0 {
			n = 1 << 20
		}
		regs[at] = free[k].take(n)
	}
	return regs
}

// freeAmong are the registers that none of the ranges has. It sorts the ranges.
func freeAmong(taken [][2]int64) *freeRegisters {
	slices.SortFunc(taken, func(a, b [2]int64) int { return cmp.Compare(a[0], b[0]) })
	var free freeRegisters
	at := int64(0)
	for _, t := range taken {
		if at < t[0] {
			free = append(free, [2]int64{at, t[0]})
		}
		at = max(at, t[1])
	}
	free = append(free, [2]int64{at, math.MaxInt64})
	return &free
}

// A bindingPlace is a group with a number in it.
type bindingPlace struct{ group, binding int64 }

// bindingPlaces has the places that resources have.
type bindingPlaces struct {
	claimed map[bindingPlace]bool
	first   map[int64]int64 // by group: all numbers below are claimed
}

// free is the lowest place of a group that no resource has.
func (b *bindingPlaces) free(group int64) bindingPlace {
	p := bindingPlace{group, b.first[group]}
	for b.claimed[p] {
		p.binding++
	}
	b.first[group] = p.binding
	return p
}

// assignBindings gives each resource of a list a number of its own in its group, and then the counters of
// buffers.
func (c *checker) assignBindings(list []int) {
	places := bindingPlaces{claimed: map[bindingPlace]bool{}, first: map[int64]int64{}}
	shift := map[byte]int64{'b': int64(c.opts.Shifts.B), 't': int64(c.opts.Shifts.T), 'u': int64(c.opts.Shifts.U), 's': int64(c.opts.Shifts.S)}
	give := func(g ir.GlobalID, p bindingPlace) {
		places.claimed[p] = true
		c.m.Globals[g].Binding = ir.ResourceBinding{Group: uint32(p.group), Binding: uint32(p.binding)}
	}
	for _, i := range list {
		if r := &c.res[i]; r.binding >= 0 {
			give(r.global, bindingPlace{r.group, r.binding})
		}
	}
	var late []int
	for _, i := range list {
		r := &c.res[i]
		if r.binding >= 0 {
			continue
		}
		p := bindingPlace{max(r.space, 0), r.reg + shift[r.class]}
		if places.claimed[p] {
			late = append(late, i)
			continue
		}
		give(r.global, p)
	}
	for _, i := range late {
		give(c.res[i].global, places.free(max(c.res[i].space, 0)))
	}
	for i := 1; i < len(c.res); i++ {
		r := &c.res[i]
		if r.alias != 0 {
			c.m.Globals[r.global].Binding = c.m.Globals[c.res[r.alias].global].Binding
		}
		if r.counter == 0 {
			continue
		}
		group := max(r.space, 0)
		if r.group >= 0 {
			group = r.group
		}
		p := bindingPlace{group, r.count2}
		if r.count2 < 0 || places.claimed[p] {
			p = places.free(group)
		}
		give(r.counter, p)
	}
}

// usedGlobals are the globals that the functions name.
func (c *checker) usedGlobals() []bool {
	used := make([]bool, len(c.m.Globals))
	for _, f := range c.m.Functions[1:] {
		for e := ir.ExprID(1); int(e) < f.ExprCount(); e++ {
			if f.Kind(e) == ir.KindGlobal {
				used[f.GlobalRef(e)] = true
			}
		}
	}
	return used
}
