package dxil

// This file reads and writes the part RTS0: a root signature, which says where a pipeline's resources
// come from (the versions 1.0, 1.1 and 1.2 of D3D12_VERSIONED_ROOT_SIGNATURE_DESC, serialized).

import "math"

// Versions of root signatures.
const (
	RootVersion10 = 1
	RootVersion11 = 2 // flags of descriptors and ranges
	RootVersion12 = 3 // flags of static samplers
)

// RootFlags are properties of a root signature.
type RootFlags uint32

// The properties of root signatures.
const (
	RootAllowInputLayout RootFlags = 1 << iota
	RootDenyVertex
	RootDenyHull
	RootDenyDomain
	RootDenyGeometry
	RootDenyPixel
	RootAllowStreamOutput
	RootLocal
	RootDenyAmplification
	RootDenyMesh
	RootResourceHeap // ResourceDescriptorHeap is indexed
	RootSamplerHeap  // SamplerDescriptorHeap is indexed
)

// A Visibility is the stages that see a parameter or sampler. Its values are the encoding's.
type Visibility uint32

// The visibilities.
const (
	VisibleAll Visibility = iota
	VisibleVertex
	VisibleHull
	VisibleDomain
	VisibleGeometry
	VisiblePixel
	VisibleAmplification
	VisibleMesh
	visibilities
)

// A RootParameterKind is a kind of root parameter. Its values are the encoding's.
type RootParameterKind uint32

// The kinds of root parameters.
const (
	RootTable RootParameterKind = iota
	RootConstants
	RootCBV
	RootSRV
	RootUAV
	rootKinds
)

// A RangeKind is a kind of descriptors in a table. Its values are the encoding's.
type RangeKind uint32

// The kinds of descriptors.
const (
	RangeSRV RangeKind = iota
	RangeUAV
	RangeCBV
	RangeSampler
	rangeKinds
)

// DataFlags are promises about descriptors and their data, from version 1.1 on.
type DataFlags uint32

// The promises. No flag is the default of the kind of descriptor.
const (
	DescriptorsVolatile  DataFlags = 1 // of ranges
	DataVolatile         DataFlags = 2
	DataStaticWhileSet   DataFlags = 4
	DataStatic           DataFlags = 8
	DescriptorsKeepCheck DataFlags = 1 << 16 // of ranges
)

// Values of counts and offsets.
const (
	Unbounded   = 0xffffffff // of DescriptorRange.Count
	AppendRange = 0xffffffff // of DescriptorRange.Offset: behind the range before
)

// A RootSignature is the contents of the part RTS0.
type RootSignature struct {
	Version    uint32 // RootVersion10 to RootVersion12
	Flags      RootFlags
	Parameters []RootParameter
	Samplers   []StaticSampler
}

// A RootParameter is a parameter of a root signature.
type RootParameter struct {
	Kind       RootParameterKind
	Visibility Visibility
	// Of constants, CBV, SRV and UAV.
	Register, Space uint32
	Count           uint32 // of constants: words
	Flags           DataFlags
	// Of tables.
	Ranges []DescriptorRange
}

// A DescriptorRange is a range of registers in a table.
type DescriptorRange struct {
	Kind            RangeKind
	Count           uint32 // or Unbounded
	Register, Space uint32
	Flags           DataFlags
	Offset          uint32 // in the table, in descriptors; or AppendRange
}

// A StaticSampler is a sampler that is part of a root signature. Numbers are those of Direct3D 12's
// enumerations.
type StaticSampler struct {
	Filter                       uint32
	AddressU, AddressV, AddressW uint32
	MipLODBias                   float32
	MaxAnisotropy                uint32
	Comparison                   uint32
	BorderColor                  uint32
	MinLOD, MaxLOD               float32
	Register, Space              uint32
	Visibility                   Visibility
	Flags                        uint32 // from version 1.2 on: 1 integer border color, 2 coordinates in texels
}

const (
	rootHead       = 24 // bytes of the header
	rootParamSize  = 12
	rootTableSize  = 8
	samplerSize10  = 52
	samplerSize12  = 56
	rangeSize10    = 20
	rangeSize11    = 24
	constantsSize  = 12
	descriptorSize = 8 // 12 from version 1.1 on
)

func (s *RootSignature) rangeSize() int {
	if s.Version == RootVersion10 {
		return rangeSize10
	}
	return rangeSize11
}

func (s *RootSignature) samplerSize() int {
	if s.Version >= RootVersion12 {
		return samplerSize12
	}
	return samplerSize10
}

// Bytes returns the contents of the part: parameters, their contents, static samplers.
func (s *RootSignature) Bytes() []byte {
	contents := rootHead + rootParamSize*len(s.Parameters)
	var b []byte // from the contents on
	heads := appendWords(nil)
	for i := range s.Parameters {
		p := &s.Parameters[i]
		heads = appendWords(heads, uint32(p.Kind), uint32(p.Visibility), uint32(contents+len(b)))
		switch p.Kind {
		case RootTable:
			b = appendWords(b, uint32(len(p.Ranges)), uint32(contents+len(b)+rootTableSize))
			for k := range p.Ranges {
				r := &p.Ranges[k]
				b = appendWords(b, uint32(r.Kind), r.Count, r.Register, r.Space)
				if s.Version >= RootVersion11 {
					b = appendWords(b, uint32(r.Flags))
				}
				b = appendWords(b, r.Offset)
			}
		case RootConstants:
			b = appendWords(b, p.Register, p.Space, p.Count)
		default:
			b = appendWords(b, p.Register, p.Space)
			if s.Version >= RootVersion11 {
				b = appendWords(b, uint32(p.Flags))
			}
		}
	}
	out := appendWords(nil, s.Version, uint32(len(s.Parameters)), rootHead,
		uint32(len(s.Samplers)), uint32(contents+len(b)), uint32(s.Flags))
	out = append(append(out, heads...), b...)
	for i := range s.Samplers {
		x := &s.Samplers[i]
		out = appendWords(out, x.Filter, x.AddressU, x.AddressV, x.AddressW, math.Float32bits(x.MipLODBias), x.MaxAnisotropy,
			x.Comparison, x.BorderColor, math.Float32bits(x.MinLOD), math.Float32bits(x.MaxLOD), x.Register, x.Space, uint32(x.Visibility))
		if s.Version >= RootVersion12 {
			out = appendWords(out, x.Flags)
		}
	}
	return out
}

// ParseRootSignature returns the root signature with the contents of a part. Mistakes are returned as
// *[Error].
func ParseRootSignature(data []byte) (*RootSignature, error) {
	r := &reader{data: data}
	s := &RootSignature{Version: r.u32()}
	params, paramsAt, samplers, samplersAt := r.u32(), r.u32(), r.u32(), r.u32()
	s.Flags = RootFlags(r.u32())
	if r.err == nil && (s.Version < RootVersion10 || s.Version > RootVersion12) {
		r.fail(0, "version %d of root signatures is unknown", s.Version)
	}
	r.table(4, params, paramsAt, rootParamSize)
	r.table(12, samplers, samplersAt, s.samplerSize())
	budget := len(data) // of ranges, which tables may share
	for i := range int(params) {
		if r.err != nil {
			break
		}
		r.at = int(paramsAt) + rootParamSize*i
		s.Parameters = append(s.Parameters, s.parameter(r, &budget))
	}
	r.at = int(samplersAt)
	for range samplers {
		if r.err != nil {
			break
		}
		s.Samplers = append(s.Samplers, s.sampler(r))
	}
	if r.err != nil {
		return nil, r.err
	}
	return s, nil
}

// table checks that a table of entries is in the data.
func (r *reader) table(place int, count, at uint32, size int) {
	if r.err == nil && (uint64(at) > uint64(len(r.data)) || uint64(count)*uint64(size) > uint64(len(r.data))-uint64(at)) {
		r.fail(place, "a table of %d entries at %d exceeds the part", count, at)
	}
}

// parameter reads a parameter.
func (s *RootSignature) parameter(r *reader, budget *int) (p RootParameter) {
	start := r.at
	p.Kind, p.Visibility = RootParameterKind(r.u32()), Visibility(r.u32())
	at := r.u32()
	switch {
	case p.Kind >= rootKinds:
		r.fail(start, "the kind %d of parameters is unknown", p.Kind)
	case p.Visibility >= visibilities:
		r.fail(start+4, "the visibility %d is unknown", p.Visibility)
	case uint64(at) > uint64(len(r.data)):
		r.fail(start+8, "a parameter at %d is beyond the part", at)
	}
	if r.err != nil {
		return p
	}
	r.at = int(at)
	switch p.Kind {
	case RootTable:
		count, ranges := r.u32(), r.u32()
		r.table(int(at), count, ranges, s.rangeSize())
		if *budget -= int(count) * s.rangeSize(); r.err == nil && *budget < 0 {
			r.fail(int(at), "tables of ranges overlap")
		}
		r.at = int(ranges)
		for range count {
			if r.err != nil {
				break
			}
			p.Ranges = append(p.Ranges, s.descriptorRange(r))
		}
	case RootConstants:
		p.Register, p.Space, p.Count = r.u32(), r.u32(), r.u32()
	default:
		p.Register, p.Space = r.u32(), r.u32()
		if s.Version >= RootVersion11 {
			p.Flags = DataFlags(r.u32())
		}
	}
	return p
}

func (s *RootSignature) descriptorRange(r *reader) (x DescriptorRange) {
	x.Kind, x.Count, x.Register, x.Space = RangeKind(r.u32()), r.u32(), r.u32(), r.u32()
	if x.Kind >= rangeKinds {
		r.fail(r.at-16, "the kind %d of descriptors is unknown", x.Kind)
	}
	if s.Version >= RootVersion11 {
		x.Flags = DataFlags(r.u32())
	}
	x.Offset = r.u32()
	return x
}

func (s *RootSignature) sampler(r *reader) (x StaticSampler) {
	x.Filter, x.AddressU, x.AddressV, x.AddressW = r.u32(), r.u32(), r.u32(), r.u32()
	x.MipLODBias, x.MaxAnisotropy = math.Float32frombits(r.u32()), r.u32()
	x.Comparison, x.BorderColor = r.u32(), r.u32()
	x.MinLOD, x.MaxLOD = math.Float32frombits(r.u32()), math.Float32frombits(r.u32())
	x.Register, x.Space, x.Visibility = r.u32(), r.u32(), Visibility(r.u32())
	if x.Visibility >= visibilities {
		r.fail(r.at-4, "the visibility %d is unknown", x.Visibility)
	}
	if s.Version >= RootVersion12 {
		x.Flags = r.u32()
	}
	return x
}
