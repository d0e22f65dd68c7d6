package dxil

// This file holds the words of root signatures in HLSL, and prints root signatures with them. Members
// with default values are left out.

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"refract/internal/lazy"
)

// A word is a number with its name in the text.
type word struct {
	name  string
	value uint32
}

var rootFlagWords = []word{
	{"ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT", uint32(RootAllowInputLayout)},
	{"DENY_VERTEX_SHADER_ROOT_ACCESS", uint32(RootDenyVertex)},
	{"DENY_HULL_SHADER_ROOT_ACCESS", uint32(RootDenyHull)},
	{"DENY_DOMAIN_SHADER_ROOT_ACCESS", uint32(RootDenyDomain)},
	{"DENY_GEOMETRY_SHADER_ROOT_ACCESS", uint32(RootDenyGeometry)},
	{"DENY_PIXEL_SHADER_ROOT_ACCESS", uint32(RootDenyPixel)},
	{"ALLOW_STREAM_OUTPUT", uint32(RootAllowStreamOutput)},
	{"LOCAL_ROOT_SIGNATURE", uint32(RootLocal)},
	{"DENY_AMPLIFICATION_SHADER_ROOT_ACCESS", uint32(RootDenyAmplification)},
	{"DENY_MESH_SHADER_ROOT_ACCESS", uint32(RootDenyMesh)},
	{"CBV_SRV_UAV_HEAP_DIRECTLY_INDEXED", uint32(RootResourceHeap)},
	{"SAMPLER_HEAP_DIRECTLY_INDEXED", uint32(RootSamplerHeap)},
}

var visibilityWords = []word{
	{"SHADER_VISIBILITY_ALL", uint32(VisibleAll)},
	{"SHADER_VISIBILITY_VERTEX", uint32(VisibleVertex)},
	{"SHADER_VISIBILITY_HULL", uint32(VisibleHull)},
	{"SHADER_VISIBILITY_DOMAIN", uint32(VisibleDomain)},
	{"SHADER_VISIBILITY_GEOMETRY", uint32(VisibleGeometry)},
	{"SHADER_VISIBILITY_PIXEL", uint32(VisiblePixel)},
	{"SHADER_VISIBILITY_AMPLIFICATION", uint32(VisibleAmplification)},
	{"SHADER_VISIBILITY_MESH", uint32(VisibleMesh)},
}

var descriptorFlagWords = []word{
	{"DATA_VOLATILE", uint32(DataVolatile)},
	{"DATA_STATIC_WHILE_SET_AT_EXECUTE", uint32(DataStaticWhileSet)},
	{"DATA_STATIC", uint32(DataStatic)},
}

var rangeFlagWords = []word{
	{"DESCRIPTORS_VOLATILE", uint32(DescriptorsVolatile)},
	{"DESCRIPTORS_STATIC_KEEPING_BUFFER_BOUNDS_CHECKS", uint32(DescriptorsKeepCheck)},
	{"DATA_VOLATILE", uint32(DataVolatile)},
	{"DATA_STATIC_WHILE_SET_AT_EXECUTE", uint32(DataStaticWhileSet)},
	{"DATA_STATIC", uint32(DataStatic)},
}

var samplerFlagWords = []word{
	{"UINT_BORDER_COLOR", 1},
	{"NON_NORMALIZED_COORDINATES", 2},
}

var addressWords = []word{
	{"TEXTURE_ADDRESS_WRAP", 1},
	{"TEXTURE_ADDRESS_MIRROR", 2},
	{"TEXTURE_ADDRESS_CLAMP", 3},
	{"TEXTURE_ADDRESS_BORDER", 4},
	{"TEXTURE_ADDRESS_MIRROR_ONCE", 5},
}

var comparisonWords = []word{
	{"COMPARISON_NEVER", 1},
	{"COMPARISON_LESS", 2},
	{"COMPARISON_EQUAL", 3},
	{"COMPARISON_LESS_EQUAL", 4},
	{"COMPARISON_GREATER", 5},
	{"COMPARISON_NOT_EQUAL", 6},
	{"COMPARISON_GREATER_EQUAL", 7},
	{"COMPARISON_ALWAYS", 8},
}

var borderWords = []word{
	{"STATIC_BORDER_COLOR_TRANSPARENT_BLACK", 0},
	{"STATIC_BORDER_COLOR_OPAQUE_BLACK", 1},
	{"STATIC_BORDER_COLOR_OPAQUE_WHITE", 2},
	{"STATIC_BORDER_COLOR_OPAQUE_BLACK_UINT", 3},
	{"STATIC_BORDER_COLOR_OPAQUE_WHITE_UINT", 4},
}

// filterWords are made of the ways to filter, by which numbers are made.
var filterWords = lazy.Value[[]word]{Make: func() (list []word) {
	ways := []word{
		{"MIN_MAG_MIP_POINT", 0x00},
		{"MIN_MAG_POINT_MIP_LINEAR", 0x01},
		{"MIN_POINT_MAG_LINEAR_MIP_POINT", 0x04},
		{"MIN_POINT_MAG_MIP_LINEAR", 0x05},
		{"MIN_LINEAR_MAG_MIP_POINT", 0x10},
		{"MIN_LINEAR_MAG_POINT_MIP_LINEAR", 0x11},
		{"MIN_MAG_LINEAR_MIP_POINT", 0x14},
		{"MIN_MAG_MIP_LINEAR", 0x15},
		{"ANISOTROPIC", 0x55},
	}
	for _, kind := range []word{{"FILTER_", 0}, {"FILTER_COMPARISON_", 0x80}, {"FILTER_MINIMUM_", 0x100}, {"FILTER_MAXIMUM_", 0x180}} {
		for _, w := range ways {
			list = append(list, word{kind.name + w.name, kind.value | w.value})
		}
	}
	return list
}}

// defaultSampler has the values of members that a text leaves out.
var defaultSampler = StaticSampler{
	Filter: 0x55, AddressU: 1, AddressV: 1, AddressW: 1, MaxAnisotropy: 16, Comparison: 4, BorderColor: 2, MaxLOD: math.MaxFloat32,
}

// nameOf returns a number's name, or the number.
func nameOf(words []word, v uint32) string {
	for _, w := range words {
		if w.value == v {
			return w.name
		}
	}
	return strconv.FormatUint(uint64(v), 10)
}

// flagsText returns the names of flags, or 0.
func flagsText(words []word, v uint32) string {
	var list []string
	for _, w := range words {
		if v&w.value != 0 {
			list = append(list, w.name)
			v &^= w.value
		}
	}
	if v != 0 || list == nil {
		list = append(list, strconv.FormatUint(uint64(v), 10))
	}
	return strings.Join(list, " | ")
}

// A memberList is the members of a term, as text.
type memberList []string

func (l *memberList) add(format string, args ...any) { *l = append(*l, fmt.Sprintf(format, args...)) }

func (l *memberList) number(name string, v, without uint32) {
	if v != without {
		l.add("%s = %d", name, v)
	}
}

func (l *memberList) named(name string, words []word, v, without uint32) {
	if v != without {
		l.add("%s = %s", name, nameOf(words, v))
	}
}

func (l *memberList) flags(words []word, v uint32) {
	if v != 0 {
		l.add("flags = %s", flagsText(words, v))
	}
}

func (l *memberList) float(name string, v, without float32) {
	if math.Float32bits(v) == math.Float32bits(without) {
		return
	}
	s := strconv.FormatFloat(float64(v), 'g', -1, 32)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	l.add("%s = %s", name, s)
}

func (l *memberList) place(space uint32, v Visibility) {
	l.number("space", space, 0)
	l.named("visibility", visibilityWords, uint32(v), 0)
}

// String returns the root signature in the grammar of HLSL's attribute RootSignature.
func (s *RootSignature) String() string {
	var terms []string
	if s.Flags != 0 {
		terms = append(terms, "RootFlags("+flagsText(rootFlagWords, uint32(s.Flags))+")")
	}
	for i := range s.Parameters {
		terms = append(terms, s.Parameters[i].String())
	}
	for i := range s.Samplers {
		terms = append(terms, s.Samplers[i].String())
	}
	return strings.Join(terms, ", ")
}

var rootNames = [rootKinds]struct{ name, register string }{
	RootTable:     {"DescriptorTable", ""},
	RootConstants: {"RootConstants", "b"},
	RootCBV:       {"CBV", "b"},
	RootSRV:       {"SRV", "t"},
	RootUAV:       {"UAV", "u"},
}

var rangeNames = [rangeKinds]struct{ name, register string }{
	RangeSRV:     {"SRV", "t"},
	RangeUAV:     {"UAV", "u"},
	RangeCBV:     {"CBV", "b"},
	RangeSampler: {"Sampler", "s"},
}

// String returns the parameter as text, as "CBV(b0)".
func (p *RootParameter) String() string {
	if p.Kind >= rootKinds {
		return fmt.Sprintf("RootParameterKind(%d)", p.Kind)
	}
	var l memberList
	name := &rootNames[p.Kind]
	switch p.Kind {
	case RootTable:
		for i := range p.Ranges {
			l = append(l, p.Ranges[i].String())
		}
		l.place(0, p.Visibility)
	case RootConstants:
		l.add("num32BitConstants = %d", p.Count)
		l.add("%s%d", name.register, p.Register)
		l.place(p.Space, p.Visibility)
	default:
		l.add("%s%d", name.register, p.Register)
		l.flags(descriptorFlagWords, uint32(p.Flags))
		l.place(p.Space, p.Visibility)
	}
	return name.name + "(" + strings.Join(l, ", ") + ")"
}

// String returns the range as text, as "SRV(t0, numDescriptors = 2)".
func (r *DescriptorRange) String() string {
	if r.Kind >= rangeKinds {
		return fmt.Sprintf("RangeKind(%d)", r.Kind)
	}
	var l memberList
	name := &rangeNames[r.Kind]
	l.add("%s%d", name.register, r.Register)
	if r.Count == Unbounded {
		l.add("numDescriptors = unbounded")
	} else {
		l.number("numDescriptors", r.Count, 1)
	}
	l.number("space", r.Space, 0)
	l.flags(rangeFlagWords, uint32(r.Flags))
	l.number("offset", r.Offset, AppendRange)
	return name.name + "(" + strings.Join(l, ", ") + ")"
}

// String returns the sampler as text, as "StaticSampler(s0)".
func (x *StaticSampler) String() string {
	var l memberList
	d := &defaultSampler
	l.add("s%d", x.Register)
	l.named("filter", filterWords.Get(), x.Filter, d.Filter)
	l.named("addressU", addressWords, x.AddressU, d.AddressU)
	l.named("addressV", addressWords, x.AddressV, d.AddressV)
	l.named("addressW", addressWords, x.AddressW, d.AddressW)
	l.float("mipLODBias", x.MipLODBias, d.MipLODBias)
	l.number("maxAnisotropy", x.MaxAnisotropy, d.MaxAnisotropy)
	l.named("comparisonFunc", comparisonWords, x.Comparison, d.Comparison)
	l.named("borderColor", borderWords, x.BorderColor, d.BorderColor)
	l.float("minLOD", x.MinLOD, d.MinLOD)
	l.float("maxLOD", x.MaxLOD, d.MaxLOD)
	l.flags(samplerFlagWords, x.Flags)
	l.place(x.Space, x.Visibility)
	return "StaticSampler(" + strings.Join(l, ", ") + ")"
}
