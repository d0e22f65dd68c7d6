package glsl

// This file spells types.

import (
	"refract/diag"
	"refract/ir"
)

// maxTypeDepth bounds how deep types nest.
const maxTypeDepth = 255

// scalarNames are scalars, and the prefixes of the names of their vectors and matrices.
var scalarNames = [ir.F64 + 1]struct {
	name, vector, matrix string
	need                 feature
}{
	ir.Bool: {"bool", "bvec", "", noFeature},
	ir.I8:   {"int8_t", "i8vec", "", int8s},
	ir.U8:   {"uint8_t", "u8vec", "", int8s},
	ir.I16:  {"int16_t", "i16vec", "", int16s},
	ir.U16:  {"uint16_t", "u16vec", "", int16s},
	ir.I32:  {"int", "ivec", "", noFeature},
	ir.U32:  {"uint", "uvec", "", noFeature},
	ir.I64:  {"int64_t", "i64vec", "", int64s},
	ir.U64:  {"uint64_t", "u64vec", "", int64s},
	ir.F16:  {"float16_t", "f16vec", "f16mat", halfFloats},
	ir.F32:  {"float", "vec", "mat", noFeature},
	ir.F64:  {"double", "dvec", "dmat", doubles},
}

// typeName spells a type as constructors do: of arrays with all dimensions.
func (w *Writer) typeName(id ir.TypeID) {
	w.elementName(id)
	w.dimensions(id)
}

// element is the innermost element of an array of arrays.
func (w *Writer) element(id ir.TypeID) ir.TypeID {
	for range maxTypeDepth {
		t := w.M.Types.At(id)
		if t.Kind != ir.TypeArray && t.Kind != ir.TypeBindingArray {
			return id
		}
		id = t.Base
	}
	w.Unsupported("a type that nests so deeply", diag.Span{})
	return ir.TypeU32
}

// elementName spells the type before the name in a declaration.
func (w *Writer) elementName(id ir.TypeID) {
	o := &w.Out
	id = w.element(id)
	t := w.M.Types.At(id)
	switch t.Kind {
	case ir.TypeScalar, ir.TypeAtomic:
		w.needScalar(t.Scalar)
		o.Str(scalarNames[w.spelled(t.Scalar)].name)
	case ir.TypeVector:
		w.vectorName(t.Scalar, int(t.Rows))
	case ir.TypeMatrix:
		w.needScalar(t.Scalar)
		o.Str(scalarNames[t.Scalar].matrix)
		o.Byte('0' + t.Columns)
		if t.Columns != t.Rows {
			w.require(rectangular, w.Span)
			o.Byte('x')
			o.Byte('0' + t.Rows)
		}
	case ir.TypeStruct:
		o.Name(w.Structs[t.Struct])
	case ir.TypeImage, ir.TypeSampledImage, ir.TypeSampler:
		w.resourceType(t)
	case ir.TypeCooperative:
		w.cooperativeType(t)
	case ir.TypeAccelerationStructure:
		w.require(rayQueries, w.Span)
		o.Str("accelerationStructureEXT")
	case ir.TypeHitObject:
		o.Str("hitObject" + w.hitSuffix())
	case ir.TypeRayQuery:
		w.require(rayQueries, w.Span)
		o.Str("rayQueryEXT")
	default:
		panic("glsl: type of kind " + t.Kind.String())
	}
}

func (w *Writer) needScalar(s ir.Scalar) {
	if f := scalarNames[s].need; f != noFeature {
		if f == int64s && w.opts.Vulkan {
			w.addExtension("GL_EXT_shader_explicit_arithmetic_types_int64")
			return
		}
		w.require(f, diag.Span{})
	}
}

func (w *Writer) vectorName(s ir.Scalar, n int) {
	w.needScalar(s)
	s = w.spelled(s)
	if n == 1 {
		w.Out.Str(scalarNames[s].name)
		return
	}
	w.Out.Str(scalarNames[s].vector)
	w.Out.Byte('0' + byte(n))
}

// dimensions spells the lengths of arrays, the outermost first.
func (w *Writer) dimensions(id ir.TypeID) {
	o := &w.Out
	for depth := 0; depth < maxTypeDepth; depth++ {
		t := w.M.Types.At(id)
		if t.Kind != ir.TypeArray && t.Kind != ir.TypeBindingArray {
			return
		}
		if depth == 1 {
			w.require(arraysOfArrays, diag.Span{})
		}
		o.Byte('[')
		switch {
		case t.LengthExpr != 0:
			w.ModuleExpr(t.LengthExpr, anyForm)
		case t.Length != 0:
			o.Uint(uint64(t.Length))
		}
		o.Byte(']')
		id = t.Base
	}
}

var dimNames = [...]string{ir.Dim1D: "1D", ir.Dim2D: "2D", ir.Dim3D: "3D", ir.DimCube: "Cube", ir.DimBuffer: "Buffer", ir.DimSubpass: ""}

// resourceType spells the type of a texture, sampler or both.
func (w *Writer) resourceType(t *ir.Type) {
	o := &w.Out
	family := "sampler"
	switch t.Kind {
	case ir.TypeSampler:
		o.Str("sampler")
		if t.Comparison {
			o.Str("Shadow")
		}
		return
	case ir.TypeSampledImage:
		t = w.M.Types.At(t.Base)
		if t.Class == ir.ImageExternal {
			if w.isOld() {
				w.addExtension("GL_OES_EGL_image_external")
			} else {
				w.require(externalTextures, diag.Span{})
			}
			o.Str("samplerExternalOES")
			return
		}
	default:
		switch {
		case t.Dim == ir.DimSubpass:
			family = "subpassInput"
		case t.Class == ir.ImageStorage:
			family = "image"
		case t.Dim != ir.DimBuffer: // a samplerBuffer has no sampler
			family = "texture"
		}
	}
	w.imageType(family, t, t.Class == ir.ImageDepth && family == "sampler")
}

// imageType spells the type of a family (sampler, texture, image) for an image.
func (w *Writer) imageType(family string, t *ir.Type, shadow bool) {
	o := &w.Out
	scalar := ir.F32
	switch t.Class {
	case ir.ImageSampled:
		scalar = t.Scalar
	case ir.ImageStorage:
		scalar = t.Texel()
	}
	if scalar != ir.F32 {
		w.require(integerTextures, w.Span)
	}
	switch scalar {
	case ir.F32:
	case ir.I32:
		o.Byte('i')
	case ir.U32:
		o.Byte('u')
	default:
		w.Unsupported("textures of "+scalar.String(), diag.Span{})
	}
	switch {
	case t.Dim == ir.Dim1D && w.opts.Version.ES:
		w.Unsupported("textures of one dimension", diag.Span{})
	case t.Dim == ir.DimBuffer:
		w.require(texelBuffers, diag.Span{})
	case t.Dim == ir.DimCube && t.Arrayed:
		w.require(cubeArrays, diag.Span{})
	case t.Dim == ir.DimSubpass:
	case t.Multisampled && t.Class == ir.ImageStorage && w.opts.Version.ES:
		w.Unsupported("storage textures of several samples", diag.Span{})
	case t.Multisampled && t.Arrayed:
		w.require(multisampleArrays, diag.Span{})
	case t.Multisampled:
		w.require(multisampleTextures, diag.Span{})
	}
	if t.Dim == ir.Dim3D {
		w.require(volumeTextures, w.Span)
	}
	if t.Arrayed {
		w.require(textureArrays, w.Span)
	}
	if shadow {
		w.require(shadowTextures, w.Span)
	}
	o.Str(family)
	o.Str(dimNames[t.Dim])
	if t.Multisampled {
		o.Str("MS")
	}
	if t.Arrayed {
		o.Str("Array")
	}
	if shadow {
		o.Str("Shadow")
	}
}

// formatNames are the formats of storage textures; es marks the ones of OpenGL ES without
// an extension.
var formatNames = [ir.Rgba32Float + 1]struct {
	name string
	es   bool
}{
	ir.R8Unorm:       {"r8", false},
	ir.R8Snorm:       {"r8_snorm", false},
	ir.R8Uint:        {"r8ui", false},
	ir.R8Sint:        {"r8i", false},
	ir.R16Unorm:      {"r16", false},
	ir.R16Snorm:      {"r16_snorm", false},
	ir.R16Uint:       {"r16ui", false},
	ir.R16Sint:       {"r16i", false},
	ir.R16Float:      {"r16f", false},
	ir.Rg8Unorm:      {"rg8", false},
	ir.Rg8Snorm:      {"rg8_snorm", false},
	ir.Rg8Uint:       {"rg8ui", false},
	ir.Rg8Sint:       {"rg8i", false},
	ir.R32Uint:       {"r32ui", true},
	ir.R32Sint:       {"r32i", true},
	ir.R32Float:      {"r32f", true},
	ir.Rg16Unorm:     {"rg16", false},
	ir.Rg16Snorm:     {"rg16_snorm", false},
	ir.Rg16Uint:      {"rg16ui", false},
	ir.Rg16Sint:      {"rg16i", false},
	ir.Rg16Float:     {"rg16f", false},
	ir.Rgba8Unorm:    {"rgba8", true},
	ir.Rgba8Snorm:    {"rgba8_snorm", true},
	ir.Rgba8Uint:     {"rgba8ui", true},
	ir.Rgba8Sint:     {"rgba8i", true},
	ir.Rgb10a2Uint:   {"rgb10_a2ui", false},
	ir.Rgb10a2Unorm:  {"rgb10_a2", false},
	ir.Rg11b10Ufloat: {"r11f_g11f_b10f", false},
	ir.Rg32Uint:      {"rg32ui", false},
	ir.Rg32Sint:      {"rg32i", false},
	ir.Rg32Float:     {"rg32f", false},
	ir.Rgba16Unorm:   {"rgba16", false},
	ir.Rgba16Snorm:   {"rgba16_snorm", false},
	ir.Rgba16Uint:    {"rgba16ui", true},
	ir.Rgba16Sint:    {"rgba16i", true},
	ir.Rgba16Float:   {"rgba16f", true},
	ir.Rgba32Uint:    {"rgba32ui", true},
	ir.Rgba32Sint:    {"rgba32i", true},
	ir.Rgba32Float:   {"rgba32f", true},
}
