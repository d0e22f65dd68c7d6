package dxil

// This file holds the part PSV0: facts about a shader by which a driver checks pipelines, without
// reading its code.

import "fmt"

// A ResourceType is how a shader uses a resource. Its values are the encoding's.
type ResourceType uint32

// The types of resources in pipeline information.
const (
	ResourceInvalid ResourceType = iota
	ResourceSampler
	ResourceCBV
	ResourceSRVTyped // textures and typed buffers
	ResourceSRVRaw
	ResourceSRVStructured
	ResourceUAVTyped
	ResourceUAVRaw
	ResourceUAVStructured
	ResourceUAVStructuredCounter // with a counter
)

// A ResourceKind is the shape of a resource, in pipeline information and in metadata. Its values are
// the encoding's.
type ResourceKind uint32

// The kinds of resources.
const (
	KindInvalid ResourceKind = iota
	KindTexture1D
	KindTexture2D
	KindTexture2DMS
	KindTexture3D
	KindTextureCube
	KindTexture1DArray
	KindTexture2DArray
	KindTexture2DMSArray
	KindTextureCubeArray
	KindTypedBuffer
	KindRawBuffer
	KindStructuredBuffer
	KindCBuffer
	KindSampler
	KindTBuffer
	KindAccelerationStructure
	KindFeedbackTexture2D
	KindFeedbackTexture2DArray
	kinds
)

// A ResourceFlag is a property of a resource, from version 2 on.
type ResourceFlag uint32

// ResourceAtomic64 marks resources with atomic operations on 64 bits.
const ResourceAtomic64 ResourceFlag = 1

// A Resource is a range of registers that a shader uses. DXC orders constant buffers, samplers, SRVs
// and UAVs, each in the order of its metadata.
type Resource struct {
	Type  ResourceType
	Space uint32 // register space
	Lower uint32 // the first register
	Upper uint32 // the last register; 0xffffffff: without a bound
	Kind  ResourceKind
	Flags ResourceFlag
}

// A SemanticKind is the kind of a semantic, in pipeline information and in metadata. Its values are
// the encoding's.
type SemanticKind uint8

// The kinds of semantics.
const (
	SemanticArbitrary SemanticKind = iota
	SemanticVertexID
	SemanticInstanceID
	SemanticPosition
	SemanticTargetArrayIndex // SV_RenderTargetArrayIndex
	SemanticViewportIndex    // SV_ViewportArrayIndex
	SemanticClipDistance
	SemanticCullDistance
	SemanticOutputControlPointID
	SemanticDomainLocation
	SemanticPrimitiveID
	SemanticGSInstanceID
	SemanticSampleIndex
	SemanticFrontFace
	SemanticCoverage
	SemanticInnerCoverage
	SemanticTarget
	SemanticDepth
	SemanticDepthLessEqual
	SemanticDepthGreaterEqual
	SemanticStencilRef
	SemanticDispatchThreadID
	SemanticGroupID
	SemanticGroupIndex
	SemanticGroupThreadID
	SemanticTessFactor
	SemanticInsideTessFactor
	SemanticViewID
	SemanticBarycentrics
	SemanticShadingRate
	SemanticCullPrimitive
	SemanticStartVertexLocation
	SemanticStartInstanceLocation
	semantics
)

// An Interpolation is how an input of pixel shaders is interpolated. Its values are the encoding's.
type Interpolation uint8

// The interpolations.
const (
	InterpolationUndefined Interpolation = iota
	InterpolationConstant
	InterpolationLinear
	InterpolationLinearCentroid
	InterpolationLinearNoPerspective
	InterpolationLinearNoPerspectiveCentroid
	InterpolationLinearSample
	InterpolationLinearNoPerspectiveSample
)

// A PipelineElement is an element of a signature in pipeline information.
type PipelineElement struct {
	Semantic      string   // ""  for system values
	Indices       []uint32 // of the semantic, one for each row
	Allocated     bool     // the element has a place among registers
	Row, Column   uint8    // its place: the first row and column
	Columns       uint8    // 1 to 4
	Kind          SemanticKind
	Type          ComponentType
	Interpolation Interpolation
	DynamicMask   uint8 // the components that are indexed at run time
	Stream        uint8 // of a geometry shader
}

// The highest version of PipelineInfo that the package knows.
const maxPipelineVersion = 5

// A PipelineInfo is the contents of the part PSV0. Fields that the stage or version lacks are zero.
type PipelineInfo struct {
	// Version is that of the encoding, which the validator version of the module decides: see
	// [PipelineVersion].
	Version int
	Stage   Stage

	// Of vertex, domain and geometry shaders.
	Position bool // SV_Position is an output
	// Of pixel shaders.
	Depth           bool // an output SV_Depth, SV_DepthLessEqual or SV_DepthGreaterEqual
	SampleFrequency bool // runs once for each sample
	// Of hull and domain shaders.
	InputPoints     uint32 // control points of a patch
	OutputPoints    uint32 // control points that a hull shader outputs
	Domain          uint32 // 1 isolines, 2 triangles, 3 quads
	OutputPrimitive uint32 // of a hull shader: 1 points, 2 lines, 3 clockwise triangles, 4 the other way
	// Of geometry shaders.
	InputPrimitive uint32 // 1 points, 2 lines, 3 triangles, 6 and 7 lines and triangles with neighbours
	OutputTopology uint32 // 1 points, 3 line strips, 5 triangle strips
	StreamMask     uint32 // bit i: stream i is written
	MaxVertexCount uint16 // version 1
	// Of mesh and amplification shaders.
	SharedBytes       uint32 // of a mesh shader: groupshared memory
	SharedBytesByView uint32 // of a mesh shader: the part of it that depends on SV_ViewID
	PayloadBytes      uint32
	MaxVertices       uint16 // of a mesh shader
	MaxPrimitives     uint16 // of a mesh shader
	MeshTopology      uint8  // of a mesh shader, version 1: 1 lines, 2 triangles

	// The number of lanes in waves; 0 and 0xffffffff: any.
	MinLanes, MaxLanes uint32

	// From version 1 on.
	UsesViewID     bool              // SV_ViewID is read
	Inputs         []PipelineElement // of the signature ISG1
	Outputs        []PipelineElement // of OSG1
	PatchConstants []PipelineElement // of PSG1: patch constants, or primitives of a mesh shader
	// Numbers of vectors, rows of registers, that signatures take; outputs by stream.
	InputVectors  uint8
	OutputVectors [4]uint8
	PatchVectors  uint8
	// Components of outputs (by stream) and of patch constants or primitives that depend on SV_ViewID,
	// if UsesViewID: masks of [MaskWords]. nil is none of them.
	ViewIDOutputs [4][]uint32
	ViewIDPatch   []uint32
	// Components of outputs that depend on inputs, in tables of [TableWords]: of outputs (by stream) on
	// inputs, except in mesh shaders; of a hull shader's patch constants on inputs; of a domain shader's
	// outputs on patch constants. nil is none of them.
	InputToOutput [4][]uint32
	InputToPatch  []uint32
	PatchToOutput []uint32

	// From version 2 on, of compute, mesh and amplification shaders and nodes: the size of a group.
	Threads [3]uint32
	// From version 3 on.
	Entry string // the name of the function
	// From version 4 on, of stages with groups.
	GroupSharedBytes uint32

	Resources []Resource
}

// PipelineVersion returns the version of pipeline information that the validator expects of a module
// with a validator version, dx.valver in its metadata.
func PipelineVersion(major, minor int) int {
	switch v := major*100 + minor; {
	case v < 101:
		return 0
	case v < 106:
		return 1
	case v < 108:
		return 2
	case v < 110:
		return 3
	}
	return 5
}

// MaskWords returns the number of words of a mask of a number of vectors. Component c of vector v is
// bit 4*v + c, from the lowest bit of the first word on.
func MaskWords(vectors uint8) int { return (int(vectors) + 7) / 8 }

// TableWords returns the number of words of a table of dependencies: for each component of the
// inputs, 4 a vector, a mask of outputs.
func TableWords(inputs, outputs uint8) int { return MaskWords(outputs) * int(inputs) * 4 }

// Depend marks, in a table of dependencies, that a component of an output depends on a component of
// an input. Components count from the first vector's first.
func Depend(table []uint32, outputs uint8, input, output int) {
	table[MaskWords(outputs)*input+output/32] |= 1 << (output % 32)
}

// sizes of versions in bytes.
var pipelineSizes = [maxPipelineVersion + 1]uint32{24, 36, 48, 52, 56, 60}

// resourceSize returns the size of resources in bytes.
func (p *PipelineInfo) resourceSize() uint32 {
	if p.Version < 2 {
		return 16
	}
	return 24
}

const pipelineElementSize = 16

// A bitTable is a mask or table of dependencies, with the number of its words.
type bitTable struct {
	name  string
	bits  *[]uint32
	words int
}

// tables returns the masks and tables that the part has, in its order.
func (p *PipelineInfo) tables() (list []bitTable) {
	if p.Version == 0 {
		return nil
	}
	add := func(name string, bits *[]uint32, words int) {
		if words > 0 {
			list = append(list, bitTable{name, bits, words})
		}
	}
	streams := 1
	if p.Stage == Geometry {
		streams = 4
	}
	if p.UsesViewID {
		for i := range streams {
			add("outputs by SV_ViewID", &p.ViewIDOutputs[i], MaskWords(p.OutputVectors[i]))
		}
		if p.Stage == Hull || p.Stage == Mesh {
			add("patch constants by SV_ViewID", &p.ViewIDPatch, MaskWords(p.PatchVectors))
		}
	}
	if p.Stage != Mesh {
		for i := range streams {
			add("outputs by inputs", &p.InputToOutput[i], TableWords(p.InputVectors, p.OutputVectors[i]))
		}
	}
	switch p.Stage {
	case Hull:
		add("patch constants by inputs", &p.InputToPatch, TableWords(p.InputVectors, p.PatchVectors))
	case Domain:
		add("outputs by patch constants", &p.PatchToOutput, TableWords(p.PatchVectors, p.OutputVectors[0]))
	}
	return list
}

// hasPatch reports whether the stage has patch constants or primitives.
func (p *PipelineInfo) hasPatch() bool {
	return p.Stage == Hull || p.Stage == Domain || p.Stage == Mesh
}

// check returns a mistake in numbers.
func (p *PipelineInfo) check() error {
	const most = 255
	switch {
	case p.Version < 0 || p.Version > maxPipelineVersion:
		return fmt.Errorf("dxil: version %d of pipeline information is unknown", p.Version)
	case len(p.Inputs) > most || len(p.Outputs) > most || len(p.PatchConstants) > most:
		return fmt.Errorf("dxil: a signature has more than %d elements", most)
	}
	for _, list := range [][]PipelineElement{p.Inputs, p.Outputs, p.PatchConstants} {
		for i := range list {
			if n := len(list[i].Indices); n > most {
				return fmt.Errorf("dxil: an element has %d rows, more than %d", n, most)
			}
		}
	}
	for _, t := range p.tables() {
		if n := len(*t.bits); n != 0 && n != t.words {
			return fmt.Errorf("dxil: the table of %s has %d words, not %d", t.name, n, t.words)
		}
	}
	return nil
}
