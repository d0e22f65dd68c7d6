package raster

// This file declares the state of a pipeline.

import (
	"refract/exec"
	"refract/ir"
)

// A Shader is an entry point of a loaded program, which must be an exec.Stager.
type Shader struct {
	Program exec.Program
	Entry   string
}

// A Pipeline is the state that draws share. It is not changed by drawing. The zero value of
// each state is WebGPU's default.
type Pipeline struct {
	Vertex   Shader // without a Program: a triangle that covers the viewport (see Fullscreen)
	Fragment Shader // without a Program, only depth and stencil are written

	// Stages between vertices and fragments. Control and Evaluation need each other; Mesh
	// takes the place of Vertex, and Task comes before it.
	Control, Evaluation Shader
	Geometry            Shader
	Task, Mesh          Shader
	PatchVertices       int // vertices of a patch; Primitive.Topology is then ignored

	Buffers   []VertexLayout
	Primitive Primitive
	Depth     *Depth   // nil: no depth test, no depth written
	Stencil   *Stencil // nil: no stencil test
	Targets   []Target // by location; where there are fewer than attachments: the zero Target
	Clip      ClipSpace

	SampleMask      uint32 // samples that may be written; 0: all
	AlphaToCoverage bool   // the first target's alpha decides how many samples are covered
}

// A VertexLayout describes the contents of a vertex buffer.
type VertexLayout struct {
	Stride      int  // bytes from one vertex or instance to the next
	PerInstance bool // a step for each instance, not for each vertex
	Attributes  []Attribute
}

// An Attribute is one input of the vertex stage.
type Attribute struct {
	Location uint32
	Format   VertexFormat
	Offset   int // bytes from the beginning of the vertex
}

// Topology is the kind of primitives that vertices make.
type Topology uint8

const (
	TriangleList Topology = iota
	TriangleStrip
	TriangleFan
	LineList
	LineStrip
	PointList
	LineListAdjacency     // four vertices each, for a geometry stage
	TriangleListAdjacency // six vertices each, for a geometry stage
	numTopologies
)

var topologyNames = [numTopologies]string{"triangle-list", "triangle-strip", "triangle-fan", "line-list", "line-strip", "point-list",
	"line-list-with-adjacency", "triangle-list-with-adjacency"}

func (t Topology) String() string { return name(topologyNames[:], t) }

// TopologyByName finds a topology by WebGPU's name for it.
func TopologyByName(s string) (Topology, bool) { return byName[Topology](topologyNames[:], s) }

// FrontFace is the orientation of triangles that face the front.
type FrontFace uint8

const (
	CounterClockwise FrontFace = iota
	Clockwise
)

var frontNames = []string{"ccw", "cw"}

func (f FrontFace) String() string { return name(frontNames, f) }

// FrontFaceByName finds a FrontFace by WebGPU's name for it.
func FrontFaceByName(s string) (FrontFace, bool) { return byName[FrontFace](frontNames, s) }

// Cull is the set of triangles that are not drawn.
type Cull uint8

const (
	CullNone Cull = iota
	CullFront
	CullBack
)

var cullNames = []string{"none", "front", "back"}

func (c Cull) String() string { return name(cullNames, c) }

// CullByName finds a Cull by WebGPU's name for it.
func CullByName(s string) (Cull, bool) { return byName[Cull](cullNames, s) }

// A Primitive is the rule by which vertices become primitives.
type Primitive struct {
	Topology  Topology
	Restart   bool // the greatest index value ends a strip or fan
	Front     FrontFace
	Cull      Cull
	Unclipped bool    // depth is clamped, not clipped
	LineWidth float32 // pixels; 0: 1
	Discard   bool    // primitives are captured by transform feedback, and not drawn
}

// ClipSpace is the space of the positions that a vertex stage writes. A pipeline has one of
// its own, which may differ from the entry point's.
type ClipSpace = ir.ClipSpace

const (
	ClipWebGPU = ir.ClipSpaceWebGPU // y runs up, depth from 0 to 1
	ClipVulkan = ir.ClipSpaceVulkan // y runs down, depth from 0 to 1
	ClipOpenGL = ir.ClipSpaceOpenGL // y runs up, and so do the attachments' rows; depth from -1 to 1
)

// ClipSpaceByName finds a ClipSpace by its name.
func ClipSpaceByName(s string) (ClipSpace, bool) { return ir.ClipSpaceByName(s) }

// ClipSpaceOf is the clip space of a module's entry point that writes positions, if it has one of the name.
func ClipSpaceOf(m *ir.Module, entry string) (ClipSpace, bool) {
	for i := range m.EntryPoints {
		if e := &m.EntryPoints[i]; e.Name == entry && e.Stage.Info().HasPositions {
			return e.ClipSpace, true
		}
	}
	return 0, false
}

// Depth is the depth test.
type Depth struct {
	Compare   exec.Compare // fragment OP stored; NoCompare: always
	Write     bool
	Bias      int32 // in units of the format's resolution
	BiasSlope float32
	BiasClamp float32
}

// StencilOp is an operation on a stencil value.
type StencilOp uint8

const (
	StencilKeep StencilOp = iota
	StencilZero
	StencilReplace
	StencilInvert
	StencilIncrementClamp
	StencilDecrementClamp
	StencilIncrementWrap
	StencilDecrementWrap
	numStencilOps
)

var stencilNames = [numStencilOps]string{"keep", "zero", "replace", "invert", "increment-clamp", "decrement-clamp", "increment-wrap", "decrement-wrap"}

func (o StencilOp) String() string { return name(stencilNames[:], o) }

// StencilOpByName finds an operation by WebGPU's name for it.
func StencilOpByName(s string) (StencilOp, bool) { return byName[StencilOp](stencilNames[:], s) }

// A StencilFace is the stencil test of triangles that face one way.
type StencilFace struct {
	Compare   exec.Compare // reference OP stored; NoCompare: always
	Fail      StencilOp
	DepthFail StencilOp
	Pass      StencilOp
}

// Stencil is the stencil test.
type Stencil struct {
	Front, Back         StencilFace
	ReadMask, WriteMask uint8
}

// BlendFactor is the factor of a side of a blend equation.
type BlendFactor uint8

const (
	BlendZero BlendFactor = iota
	BlendOne
	BlendSrc
	BlendOneMinusSrc
	BlendSrcAlpha
	BlendOneMinusSrcAlpha
	BlendDst
	BlendOneMinusDst
	BlendDstAlpha
	BlendOneMinusDstAlpha
	BlendSrcAlphaSaturated
	BlendConstant
	BlendOneMinusConstant
	BlendSrc1
	BlendOneMinusSrc1
	BlendSrc1Alpha
	BlendOneMinusSrc1Alpha
	numBlendFactors
)

var blendFactorNames = [numBlendFactors]string{"zero", "one", "src", "one-minus-src", "src-alpha", "one-minus-src-alpha",
	"dst", "one-minus-dst", "dst-alpha", "one-minus-dst-alpha", "src-alpha-saturated", "constant", "one-minus-constant",
	"src1", "one-minus-src1", "src1-alpha", "one-minus-src1-alpha"}

func (f BlendFactor) String() string { return name(blendFactorNames[:], f) }

// BlendFactorByName finds a factor by WebGPU's name for it.
func BlendFactorByName(s string) (BlendFactor, bool) {
	return byName[BlendFactor](blendFactorNames[:], s)
}

// BlendOp combines the two sides of a blend equation.
type BlendOp uint8

const (
	BlendAdd BlendOp = iota
	BlendSubtract
	BlendReverseSubtract
	BlendMin // factors have no part in it, nor in BlendMax
	BlendMax
	numBlendOps
)

var blendOpNames = [numBlendOps]string{"add", "subtract", "reverse-subtract", "min", "max"}

func (o BlendOp) String() string { return name(blendOpNames[:], o) }

// BlendOpByName finds an operation by WebGPU's name for it.
func BlendOpByName(s string) (BlendOp, bool) { return byName[BlendOp](blendOpNames[:], s) }

// An Equation is how colors, or alphas, are blended.
type Equation struct {
	Src, Dst BlendFactor
	Op       BlendOp
}

// Blend is how a fragment is blended with the stored color.
type Blend struct {
	Color, Alpha Equation
}

// WriteMask is the set of channels that are not written.
type WriteMask uint8

const (
	KeepRed WriteMask = 1 << iota
	KeepGreen
	KeepBlue
	KeepAlpha
)

// A Target is the state of one color attachment.
type Target struct {
	Blend *Blend    // nil: fragments replace what is there
	Keep  WriteMask // channels that keep what they have
}

// name is the entry of a table of names.
func name[T ~uint8](names []string, x T) string {
	if int(x) < len(names) {
		return names[x]
	}
	return "?"
}

// byName finds an entry of a table of names.
func byName[T ~uint8](names []string, s string) (T, bool) {
	for i, n := range names {
		if n == s {
			return T(i), true
		}
	}
	return 0, false
}
