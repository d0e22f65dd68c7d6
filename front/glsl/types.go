package glsl

// This file has the names of the types, and the facts of a type that the module IR doesn't
// have: which kind of opaque object it is.
//
// A value's type is an ir.TypeID. Opaque objects have the IR type of the resource
// that stands for them, and beside it an opaque: GLSL has kinds (rectangles,
// images without a format) that share one.

import (
	"fmt"
	"strconv"

	"refract/ir"
)

// opaqueKind is the kind of an opaque object.
type opaqueKind uint8

const (
	notOpaque     opaqueKind = iota
	opaqueSampler            // texture and sampler: sampler2D
	opaqueTexture            // texture2D
	opaqueImage              // image2D
	opaqueBare               // sampler, samplerShadow
	opaqueSubpass            // subpassInput
	opaqueCounter            // atomic_uint
	opaqueAcceleration
	opaqueRayQuery
	opaqueHitObject
)

// dim is the dimensionality of an opaque object.
type dim uint8

const (
	dim1D dim = iota
	dim2D
	dim3D
	dimCube
	dimRect
	dimBuffer
	dimSubpass
)

var dimNames = [...]string{"1D", "2D", "3D", "Cube", "2DRect", "Buffer", ""}

// coordinates is the number of coordinates of a texture, without its layer.
func (d dim) coordinates() int { return [...]int{1, 2, 3, 3, 2, 1, 2}[d] }

// texels is the number of coordinates of a texel, without its layer.
func (d dim) texels() int { return [...]int{1, 2, 3, 2, 2, 1, 2}[d] }

// opaque is the kind of an opaque object. The zero opaque is none.
type opaque struct {
	kind    opaqueKind
	dim     dim
	arrayed bool
	ms      bool
	shadow  bool
	scalar  ir.Scalar // of the texels
}

// layered is 1 for an arrayed texture, else 0.
func (o opaque) layered() int {
	if o.arrayed {
		return 1
	}
	return 0
}

// String spells the type.
func (o opaque) String() string {
	prefix := map[ir.Scalar]string{ir.I32: "i", ir.U32: "u", ir.I64: "i64", ir.U64: "u64", ir.F16: "f16"}[o.scalar]
	shape := dimNames[o.dim]
	if o.ms {
		shape += "MS"
	}
	if o.arrayed {
		shape += "Array"
	}
	switch o.kind {
	case opaqueSampler:
		if o.shadow {
			shape += "Shadow"
		}
		return prefix + "sampler" + shape
	case opaqueTexture:
		return prefix + "texture" + shape
	case opaqueImage:
		return prefix + "image" + shape
	case opaqueBare:
		if o.shadow {
			return "samplerShadow"
		}
		return "sampler"
	case opaqueSubpass:
		return prefix + "subpassInput" + shape
	case opaqueCounter:
		return "atomic_uint"
	case opaqueAcceleration:
		return "accelerationStructureEXT"
	case opaqueRayQuery:
		return "rayQueryEXT"
	case opaqueHitObject:
		return "hitObjectEXT"
	}
	return "nothing"
}

// typeName is one name of a type.
type typeName struct {
	name string
	ty   ir.TypeID // of a value; void: 0
	opq  opaque
	av   avail
}

// typeNames are the names of all types.
var typeNames []typeName

func makeTypeNames() []typeName {
	list := []typeName{{"void", 0, opaque{}, avail{}}}
	value := func(name string, t ir.TypeID, a avail) { list = append(list, typeName{name, t, opaque{}, a}) }
	vectors := func(prefix string, s ir.Scalar, a avail) {
		for n := 2; n <= 4; n++ {
			value(prefix+"vec"+strconv.Itoa(n), ir.VectorOf(s, n), a)
		}
	}
	matrices := func(prefix string, s ir.Scalar, square, other avail) {
		for c := 2; c <= 4; c++ {
			value(prefix+"mat"+strconv.Itoa(c), ir.MatrixOf(s, c, c), square)
			for r := 2; r <= 4; r++ {
				value(prefix+"mat"+strconv.Itoa(c)+"x"+strconv.Itoa(r), ir.MatrixOf(s, c, r), other)
			}
		}
	}
	unsigned := since(130, 300, exts{extGPUShader4})
	double := since(400, never, exts{extFP64})
	value("bool", ir.TypeBool, avail{})
	value("int", ir.TypeI32, avail{})
	value("uint", ir.TypeU32, unsigned)
	value("float", ir.TypeF32, avail{})
	value("double", ir.TypeF64, double)
	vectors("", ir.F32, avail{})
	vectors("b", ir.Bool, avail{})
	vectors("i", ir.I32, avail{})
	vectors("u", ir.U32, unsigned)
	vectors("d", ir.F64, double)
	matrices("", ir.F32, avail{}, since(120, 300, exts{}))
	matrices("d", ir.F64, double, double)
	for _, e := range []struct {
		name, prefix string
		s            ir.Scalar
		av           avail
	}{
		{"int8_t", "i8", ir.I8, only(exts{extExplicitInt8, ext8BitStorage, extSubgroupExtended8})},
		{"uint8_t", "u8", ir.U8, only(exts{extExplicitInt8, ext8BitStorage, extSubgroupExtended8})},
		{"int16_t", "i16", ir.I16, only(exts{extExplicitInt16, ext16BitStorage, extInt16AMD, extSubgroupExtended16})},
		{"uint16_t", "u16", ir.U16, only(exts{extExplicitInt16, ext16BitStorage, extInt16AMD, extSubgroupExtended16})},
		{"int32_t", "i32", ir.I32, only(exts{extExplicitInt32})},
		{"uint32_t", "u32", ir.U32, only(exts{extExplicitInt32})},
		{"int64_t", "i64", ir.I64, only(exts{extExplicitInt64, extInt64, extImageInt64, extSubgroupExtended64})},
		{"uint64_t", "u64", ir.U64, only(exts{extExplicitInt64, extInt64, extImageInt64, extSubgroupExtended64})},
		{"float16_t", "f16", ir.F16, only(exts{extExplicitFloat16, ext16BitStorage, extHalfFloatAMD, extSubgroupExtendedFloat16})},
		{"float32_t", "f32", ir.F32, only(exts{extExplicitFloat32})},
		{"float64_t", "f64", ir.F64, only(exts{extExplicitFloat64})},
	} {
		value(e.name, ir.ScalarTypeOf(e.s), e.av)
		vectors(e.prefix, e.s, e.av)
		if e.s.IsFloat() {
			matrices(e.prefix, e.s, e.av, e.av)
		}
	}
	return append(list, opaqueNames()...)
}

func opaqueNames() (list []typeName) {
	add := func(o opaque, a avail) { list = append(list, typeName{o.String(), 0, o, a}) }
	shapes := []struct {
		o      opaque
		av     avail // of the float sampler
		shadow avail // of its shadow sampler; zero desktop: there is none
	}{
		{opaque{dim: dim1D}, since(110, never, exts{}), since(110, never, exts{})},
		{opaque{dim: dim2D}, avail{}, since(110, 300, exts{extShadowSamplersES})},
		{opaque{dim: dim3D}, since(110, 300, exts{extTexture3DOES}), avail{}},
		{opaque{dim: dimCube}, avail{}, since(130, 300, exts{})},
		{opaque{dim: dimRect}, since(140, never, exts{extTextureRectangle}), since(140, never, exts{extTextureRectangle})},
		{opaque{dim: dim1D, arrayed: true}, since(130, never, exts{}), since(130, never, exts{})},
		{opaque{dim: dim2D, arrayed: true}, since(130, 300, exts{}), since(130, 300, exts{})},
		{opaque{dim: dimCube, arrayed: true}, since(400, 320, exts{extTextureCubeMapArray, extTextureCubeMapArrayES}), since(400, 320, exts{extTextureCubeMapArray, extTextureCubeMapArrayES})},
		{opaque{dim: dimBuffer}, since(140, 320, exts{extTextureBufferES}), avail{}},
		{opaque{dim: dim2D, ms: true}, since(150, 310, exts{extTextureMultisample}), avail{}},
		{opaque{dim: dim2D, ms: true, arrayed: true}, since(150, 320, exts{extTextureMultisample, extTextureStorageMultisampleOES}), avail{}},
	}
	images := since(420, 310, exts{extImageLoadStore})
	for _, sh := range shapes {
		for _, s := range []ir.Scalar{ir.F32, ir.I32, ir.U32} {
			o, a := sh.o, sh.av
			o.scalar = s
			if s != ir.F32 {
				a.desktop, a.es = max(a.desktop, 130), max(a.es, 300)
			}
			o.kind = opaqueSampler
			add(o, a)
			if sh.shadow.desktop != 0 && s == ir.F32 {
				d := o
				d.shadow = true
				add(d, sh.shadow)
			}
			o.kind = opaqueTexture
			add(o, since(140, 310, exts{}))
			o.kind = opaqueImage
			i := images
			if o.dim == dimBuffer {
				i.es = 320
				i.exts[1] = extTextureBufferES
			} else if o.dim == dimCube && o.arrayed {
				i.es = 320
				i.exts[1] = extTextureCubeMapArrayES
			} else if o.dim == dim1D || o.dim == dimRect || o.ms {
				i.es = never
			}
			add(o, i)
		}
		for _, s := range []ir.Scalar{ir.I64, ir.U64} {
			o := sh.o
			o.scalar, o.kind = s, opaqueImage
			add(o, only(exts{extImageInt64}))
		}
	}
	vulkan := since(140, 310, exts{})
	add(opaque{kind: opaqueBare}, vulkan)
	add(opaque{kind: opaqueBare, shadow: true}, vulkan)
	for _, s := range []ir.Scalar{ir.F32, ir.I32, ir.U32} {
		add(opaque{kind: opaqueSubpass, dim: dimSubpass, scalar: s}, vulkan)
		add(opaque{kind: opaqueSubpass, dim: dimSubpass, ms: true, scalar: s}, vulkan)
	}
	add(opaque{kind: opaqueCounter}, since(420, 310, exts{extAtomicCounters}))
	add(opaque{kind: opaqueAcceleration}, only(exts{extRayQuery, extRayTracing}))
	add(opaque{kind: opaqueRayQuery}, only(exts{extRayQuery}))
	add(opaque{kind: opaqueHitObject}, only(exts{extHitObjects}))
	list = append(list, typeName{"hitObjectNV", 0, opaque{kind: opaqueHitObject}, only(exts{extHitObjectsNV})})
	list = append(list, typeName{"accelerationStructureNV", 0, opaque{kind: opaqueAcceleration}, only(exts{extRayTracingNV})})
	return append(list, typeName{"samplerExternalOES", 0, opaque{kind: opaqueSampler, dim: dim2D, scalar: ir.F32},
		only(exts{extExternalImage, extExternalImageES3})})
}

// scalarNames are the names of scalars, and the prefixes of their vectors and
// matrices.
var scalarNames = [ir.AbstractInt + 1]struct{ name, vector string }{
	ir.Bool: {"bool", "b"}, ir.I8: {"int8_t", "i8"}, ir.U8: {"uint8_t", "u8"}, ir.I16: {"int16_t", "i16"},
	ir.U16: {"uint16_t", "u16"}, ir.I32: {"int", "i"}, ir.U32: {"uint", "u"}, ir.I64: {"int64_t", "i64"},
	ir.U64: {"uint64_t", "u64"}, ir.F16: {"float16_t", "f16"}, ir.F32: {"float", ""}, ir.F64: {"double", "d"},
}

// valueTypeName spells the type of a value as GLSL does.
func valueTypeName(m *ir.Module, id ir.TypeID) string {
	t := m.Types.At(id)
	switch t.Kind {
	case ir.TypeNone:
		return "void"
	case ir.TypeScalar, ir.TypeAtomic:
		return scalarNames[t.Scalar].name
	case ir.TypeVector:
		return scalarNames[t.Scalar].vector + "vec" + strconv.Itoa(int(t.Rows))
	case ir.TypeMatrix:
		s := scalarNames[t.Scalar].vector + "mat" + strconv.Itoa(int(t.Columns))
		if t.Rows != t.Columns {
			s += "x" + strconv.Itoa(int(t.Rows))
		}
		return s
	case ir.TypeArray, ir.TypeBindingArray:
		dims := ""
		for t.Kind == ir.TypeArray || t.Kind == ir.TypeBindingArray {
			if t.LengthExpr != 0 && m.Consts.Kind(ir.ExprID(t.LengthExpr)) == ir.KindOverride {
				dims += "[" + m.Overrides[m.Consts.OverrideRef(ir.ExprID(t.LengthExpr))].Name + "]"
			} else if t.LengthExpr != 0 {
				dims += "[...]"
			} else if t.Length == 0 {
				dims += "[]"
			} else {
				dims += "[" + strconv.Itoa(int(t.Length)) + "]"
			}
			id = t.Base
			t = m.Types.At(id)
		}
		return valueTypeName(m, id) + dims
	case ir.TypeCooperative:
		return fmt.Sprintf("coopmat<%s, gl_ScopeSubgroup, %d, %d, %s>", scalarNames[t.Scalar].name, t.Rows, t.Columns,
			[...]string{ir.CooperativeA: "gl_MatrixUseA", ir.CooperativeB: "gl_MatrixUseB", ir.CooperativeC: "gl_MatrixUseAccumulator"}[t.Use])
	case ir.TypeStruct:
		return m.Structs[t.Struct].Name
	case ir.TypePointer:
		return valueTypeName(m, t.Base)
	}
	return m.TypeName(id)
}
