package dxil

// This file holds the properties of resources that the operation AnnotateHandle has, in two words.

import "fmt"

// A Component is the type of a resource's components, in metadata and in properties. Its values are
// the encoding's.
type Component uint8

// The types of components.
const (
	ComponentInvalid Component = iota
	ComponentBool
	ComponentInt16
	ComponentUint16
	ComponentInt32
	ComponentUint32
	ComponentInt64
	ComponentUint64
	ComponentFloat16
	ComponentFloat32
	ComponentFloat64
	ComponentSnormFloat16
	ComponentUnormFloat16
	ComponentSnormFloat32
	ComponentUnormFloat32
	ComponentSnormFloat64
	ComponentUnormFloat64
	ComponentPackedInt8
	ComponentPackedUint8
	components
)

// componentTexts are the texts of types: in comments behind calls, in tables of resources, in HLSL and
// in HLSL of minimum precision.
var componentTexts = [components]struct{ short, table, hlsl, minimum string }{
	ComponentInvalid:      {"invalid", "invalid", "invalid", "invalid"},
	ComponentBool:         {"I1", "i1", "bool", "bool"},
	ComponentInt16:        {"I16", "i16", "int16_t", "min16int"},
	ComponentUint16:       {"U16", "u16", "uint16_t", "min16uint"},
	ComponentInt32:        {"I32", "i32", "int", "int"},
	ComponentUint32:       {"U32", "u32", "uint", "uint"},
	ComponentInt64:        {"I64", "i64", "int64_t", "int64_t"},
	ComponentUint64:       {"U64", "u64", "uint64_t", "uint64_t"},
	ComponentFloat16:      {"F16", "f16", "half", "min16float"},
	ComponentFloat32:      {"F32", "f32", "float", "float"},
	ComponentFloat64:      {"F64", "f64", "double", "double"},
	ComponentSnormFloat16: {"SNormF16", "snorm_f16", "snorm half", "snorm min16float"},
	ComponentUnormFloat16: {"UNormF16", "unorm_f16", "unorm half", "unorm min16float"},
	ComponentSnormFloat32: {"SNormF32", "snorm_f32", "snorm float", "snorm float"},
	ComponentUnormFloat32: {"UNormF32", "unorm_f32", "unorm float", "unorm float"},
	ComponentSnormFloat64: {"SNormF64", "snorm_f64", "snorm double", "snorm double"},
	ComponentUnormFloat64: {"UNormF64", "unorm_f64", "unorm double", "unorm double"},
	ComponentPackedInt8:   {"PackedS8x32", "p32i8", "int8_t4_packed", "int8_t4_packed"},
	ComponentPackedUint8:  {"PackedU8x32", "p32u8", "uint8_t4_packed", "uint8_t4_packed"},
}

// String returns the type's name, as "F32".
func (c Component) String() string {
	if c < components {
		return componentTexts[c].short
	}
	return fmt.Sprintf("Component(%d)", uint8(c))
}

// kindTexts are the names of kinds of resources, and their texts in tables.
var kindTexts = [kinds]struct{ name, table string }{
	KindInvalid:                {"Invalid", "invalid"},
	KindTexture1D:              {"Texture1D", "1d"},
	KindTexture2D:              {"Texture2D", "2d"},
	KindTexture2DMS:            {"Texture2DMS", "2dMS"},
	KindTexture3D:              {"Texture3D", "3d"},
	KindTextureCube:            {"TextureCube", "cube"},
	KindTexture1DArray:         {"Texture1DArray", "1darray"},
	KindTexture2DArray:         {"Texture2DArray", "2darray"},
	KindTexture2DMSArray:       {"Texture2DMSArray", "2darrayMS"},
	KindTextureCubeArray:       {"TextureCubeArray", "cubearray"},
	KindTypedBuffer:            {"TypedBuffer", "buf"},
	KindRawBuffer:              {"ByteAddressBuffer", "rawbuf"},
	KindStructuredBuffer:       {"StructuredBuffer", "structbuf"},
	KindCBuffer:                {"CBuffer", "cbuffer"},
	KindSampler:                {"SamplerState", "sampler"},
	KindTBuffer:                {"TBuffer", "tbuffer"},
	KindAccelerationStructure:  {"RTAccelerationStructure", "ras"},
	KindFeedbackTexture2D:      {"FeedbackTexture2D", "fbtex2d"},
	KindFeedbackTexture2DArray: {"FeedbackTexture2DArray", "fbtex2darray"},
}

// String returns the kind's name, as "Texture2D".
func (k ResourceKind) String() string {
	if k < kinds {
		return kindTexts[k].name
	}
	return fmt.Sprintf("ResourceKind(%d)", uint32(k))
}

// ResourceProperties are the properties of a resource, from shader model 6.6 on.
type ResourceProperties struct {
	Kind        ResourceKind
	AlignLog2   uint8 // of structured buffers: the logarithm of the alignment in bytes, at most 15
	UAV         bool
	Ordered     bool // a rasterizer-ordered UAV
	Coherent    bool // globallycoherent
	Counter     bool // of UAVs: a counter; of samplers: comparisons
	Component   Component
	Count       uint8  // components of an element
	Samples     uint8  // of multisampled textures
	Size        uint32 // of structured buffers: the stride; of constant buffers: the size; in bytes
	UsedRegions bool   // of feedback textures: mip region used, not minimum mip
}

// Bits of the first word of properties.
const (
	propertyUAV      = 1 << 12
	propertyOrdered  = 1 << 13
	propertyCoherent = 1 << 14
	propertyCounter  = 1 << 15
)

// PropertiesOf returns the properties that two words encode.
func PropertiesOf(first, second uint32) ResourceProperties {
	p := ResourceProperties{
		Kind: ResourceKind(first & 0xff), AlignLog2: uint8(first >> 8 & 15),
		UAV: first&propertyUAV != 0, Ordered: first&propertyOrdered != 0,
		Coherent: first&propertyCoherent != 0, Counter: first&propertyCounter != 0,
	}
	switch p.Kind {
	case KindStructuredBuffer, KindCBuffer, KindTBuffer:
		p.Size = second
	case KindFeedbackTexture2D, KindFeedbackTexture2DArray:
		p.UsedRegions = second&0xff != 0
	case KindRawBuffer, KindSampler, KindAccelerationStructure, KindInvalid:
	default:
		p.Component, p.Count, p.Samples = Component(second&0xff), uint8(second>>8), uint8(second>>16)
	}
	return p
}

// Words returns the two words that encode the properties.
func (p *ResourceProperties) Words() (first, second uint32) {
	first = uint32(p.Kind)&0xff | uint32(p.AlignLog2&15)<<8
	for _, f := range []struct {
		set bool
		bit uint32
	}{{p.UAV, propertyUAV}, {p.Ordered, propertyOrdered}, {p.Coherent, propertyCoherent}, {p.Counter, propertyCounter}} {
		if f.set {
			first |= f.bit
		}
	}
	switch p.Kind {
	case KindStructuredBuffer, KindCBuffer, KindTBuffer:
		second = p.Size
	case KindFeedbackTexture2D, KindFeedbackTexture2DArray:
		second = bit(p.UsedRegions)
	case KindRawBuffer, KindSampler, KindAccelerationStructure, KindInvalid:
	default:
		second = uint32(p.Component) | uint32(p.Count)<<8 | uint32(p.Samples)<<16
	}
	return first, second
}

// String returns the properties as the disassembler prints them, as "RWTexture2D<4xF32>".
func (p *ResourceProperties) String() string {
	s := ""
	if p.Coherent {
		s = "globallycoherent "
	}
	feedback := p.Kind == KindFeedbackTexture2D || p.Kind == KindFeedbackTexture2DArray
	switch {
	case p.UAV && p.Ordered:
		s += "ROV"
	case p.UAV && !feedback:
		s += "RW"
	}
	switch p.Kind {
	case KindSampler:
		if p.Counter {
			return s + "SamplerComparisonState"
		}
		return s + p.Kind.String()
	case KindStructuredBuffer:
		s += fmt.Sprintf("%v<stride=%d", p.Kind, p.Size)
		if p.Counter {
			s += ", counter"
		}
		return s + ">"
	case KindRawBuffer, KindCBuffer, KindTBuffer, KindAccelerationStructure, KindInvalid:
		return s + p.Kind.String()
	}
	if feedback {
		if p.UsedRegions {
			return s + p.Kind.String() + "<MipRegionUsed>"
		}
		return s + p.Kind.String() + "<MinMip>"
	}
	if p.Count > 1 {
		return fmt.Sprintf("%s%v<%dx%v>", s, p.Kind, p.Count, p.Component)
	}
	return fmt.Sprintf("%s%v<%v>", s, p.Kind, p.Component)
}
