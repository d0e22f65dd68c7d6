package dxil

// This file reads and writes the part DXIL: a header, and bitcode.

import (
	"crypto/md5"
	"encoding/binary"
	"fmt"
)

// A Stage is a kind of shader. Its values are the encoding's.
type Stage uint8

// The stages.
const (
	Pixel Stage = iota
	Vertex
	Geometry
	Hull
	Domain
	Compute
	Library
	RayGeneration
	Intersection
	AnyHit
	ClosestHit
	Miss
	Callable
	Mesh
	Amplification
	Node
	stages
)

var stageNames = [stages]struct{ name, profile string }{
	Pixel:         {"Pixel", "ps"},
	Vertex:        {"Vertex", "vs"},
	Geometry:      {"Geometry", "gs"},
	Hull:          {"Hull", "hs"},
	Domain:        {"Domain", "ds"},
	Compute:       {"Compute", "cs"},
	Library:       {"Library", "lib"},
	RayGeneration: {"RayGeneration", "raygeneration"},
	Intersection:  {"Intersection", "intersection"},
	AnyHit:        {"AnyHit", "anyhit"},
	ClosestHit:    {"ClosestHit", "closesthit"},
	Miss:          {"Miss", "miss"},
	Callable:      {"Callable", "callable"},
	Mesh:          {"Mesh", "ms"},
	Amplification: {"Amplification", "as"},
	Node:          {"Node", "node"},
}

// String returns the stage's name, as "Pixel".
func (s Stage) String() string {
	if s < stages {
		return stageNames[s].name
	}
	return fmt.Sprintf("Stage(%d)", uint8(s))
}

// Profile returns the stage's letters in profiles and in the metadata dx.shaderModel, as "ps".
func (s Stage) Profile() string {
	if s < stages {
		return stageNames[s].profile
	}
	return ""
}

// A Program is the contents of the part DXIL.
type Program struct {
	Stage                Stage
	Major, Minor         uint8 // the shader model, as 6 and 3
	DXILMajor, DXILMinor uint8 // the version of DXIL: 1 and the shader model's minor number
	Bitcode              []byte
}

const (
	programSize = 24 // bytes of the header
	programMark = 'D' | 'X'<<8 | 'I'<<16 | 'L'<<24
	bitcodeFrom = 8  // offsets of bitcode begin here
	bitcodeHead = 16 // bytes between
)

// Bytes returns the contents of the part. The bitcode is padded to a multiple of four bytes.
func (p *Program) Bytes() []byte {
	n := (len(p.Bitcode) + 3) / 4
	b := make([]byte, 0, programSize+4*n)
	b = appendWords(b, uint32(p.Stage)<<16|uint32(p.Major)<<4|uint32(p.Minor), uint32(programSize/4+n),
		programMark, uint32(p.DXILMajor)<<8|uint32(p.DXILMinor), bitcodeHead, uint32(len(p.Bitcode)))
	return align(append(b, p.Bitcode...))
}

// ParseProgram returns the program with the contents of a part, which its bitcode shares. Mistakes
// are returned as *[Error].
func ParseProgram(data []byte) (*Program, error) {
	r := &reader{data: data}
	version, size, mark, model, at, n := r.u32(), r.u32(), r.u32(), r.u32(), r.u32(), r.u32()
	switch {
	case r.err != nil:
		return nil, r.err
	case mark != programMark:
		r.fail(8, "the program has no mark DXIL")
	case version>>16 >= uint32(stages):
		r.fail(0, "the stage %d is unknown", version>>16)
	case uint64(size)*4 > uint64(len(data)):
		r.fail(4, "a program of %d bytes exceeds the part", uint64(size)*4)
	case at < bitcodeHead || uint64(at)+uint64(n) > uint64(len(data)-bitcodeFrom):
		r.fail(16, "%d bytes of bitcode at %d exceed the part", n, at)
	}
	if r.err != nil {
		return nil, r.err
	}
	from := bitcodeFrom + int(at)
	return &Program{
		Stage: Stage(version >> 16), Major: uint8(version >> 4 & 15), Minor: uint8(version & 15),
		DXILMajor: uint8(model >> 8), DXILMinor: uint8(model),
		Bitcode: data[from : from+int(n) : from+int(n)],
	}, nil
}

// A Hash is the contents of the part HASH, which containers have from validator version 1.5 on: it
// names a shader in tools and caches.
type Hash struct {
	Source bool // the source is hashed, too
	Digest [16]byte
}

// HashOf returns the hash of bitcode, its MD5, as DXC computes it.
func HashOf(bitcode []byte) Hash { return Hash{Digest: md5.Sum(bitcode)} }

// Bytes returns the contents of the part.
func (h Hash) Bytes() []byte {
	flags := uint32(0)
	if h.Source {
		flags = 1
	}
	return append(appendWords(nil, flags), h.Digest[:]...)
}

// ParseHash returns the hash with the contents of a part. Mistakes are returned as *[Error].
func ParseHash(data []byte) (h Hash, err error) {
	r := &reader{data: data}
	flags := r.u32()
	copy(h.Digest[:], r.take(len(h.Digest)))
	if flags > 1 {
		r.fail(0, "the flags 0x%x have no meaning", flags)
	}
	h.Source = flags == 1
	return h, r.end()
}

// Features is the contents of the part SFI0: a set of features of hardware that a shader needs beyond
// its shader model's.
type Features uint64

// The features.
const (
	FeatureDoubles Features = 1 << iota
	FeatureComputeModel4
	FeatureViewsInAllStages // UAVs in stages beside pixel and compute
	Feature64Views          // more than eight UAVs
	FeatureMinimumPrecision
	FeatureDoubleExtensions // division, fma and conversions of doubles
	FeatureShaderExtensions
	FeatureLevel9Comparison
	FeatureTiledResources // status of accesses, lower bounds of levels
	FeatureStencilRef
	FeatureInnerCoverage
	FeatureTypedLoads // loads from typed UAVs beside single words
	FeatureRasterOrderedViews
	FeatureArrayIndices // SV_RenderTargetArrayIndex, SV_ViewportArrayIndex before the geometry stage
	FeatureWaveOps
	FeatureInt64
	FeatureViewID
	FeatureBarycentrics
	FeatureNativeLowPrecision // types of 16 bits
	FeatureShadingRate
	FeatureRaytracing11 // ray queries, geometry indices
	FeatureSamplerFeedback
	FeatureAtomicInt64Typed
	FeatureAtomicInt64Shared
	FeatureDerivativesInMesh // in mesh and amplification shaders
	FeatureResourceHeap      // ResourceDescriptorHeap
	FeatureSamplerHeap       // SamplerDescriptorHeap
	FeatureWaveMatrix
	FeatureAtomicInt64Heap
	FeatureAdvancedTextures // raw gathers, programmable offsets
	FeatureWriteableMSAA
	FeatureSampleCmpGradientOrBias
	FeatureExtendedCommands // SV_StartVertexLocation, SV_StartInstanceLocation
)

// Bytes returns the contents of the part.
func (f Features) Bytes() []byte { return binary.LittleEndian.AppendUint64(nil, uint64(f)) }

// ParseFeatures returns the features with the contents of a part. Mistakes are returned as *[Error].
func ParseFeatures(data []byte) (Features, error) {
	r := &reader{data: data}
	low, high := r.u32(), r.u32()
	return Features(low) | Features(high)<<32, r.end()
}
