package dxbc

// This file is the part of the opcode token whose meaning depends on the opcode: bits 11 to 23.

// A Control is bits 11 to 23 of an opcode token, at their places; of custom data it is the class in
// bits 11 to 31.
type Control uint32

// The flags of controls.
const (
	Saturate Control = 1 << 13 // arithmetic: the result is clamped to 0 to 1
	NonZero  Control = 1 << 18 // breakc, callc, continuec, discard, if, retc: the test is for any bit
	// ResinfoFloat, ResinfoReciprocal and ResinfoUint are the results of resinfo, and of sampleinfo the
	// first and last.
	ResinfoFloat      Control = 0 << 11
	ResinfoReciprocal Control = 1 << 11
	ResinfoUint       Control = 2 << 11

	SyncThreads   Control = 1 << 11 // sync: every invocation of the workgroup arrives
	SyncShared    Control = 1 << 12 // sync: accesses to shared memory are ordered
	SyncUAVGroup  Control = 1 << 13 // sync: accesses to views are ordered in the workgroup
	SyncUAVGlobal Control = 1 << 14 // sync: accesses to views are ordered on the device

	GloballyCoherent Control = 1 << 16 // dcl_uav: accesses are visible to other workgroups
	RasterOrdered    Control = 1 << 17 // dcl_uav: accesses are in the order of primitives
	HasCounter       Control = 1 << 23 // dcl_uav_structured: the view has a hidden counter

	DynamicIndexed Control = 1 << 11 // dcl_constantbuffer: indices are known when the shader runs
)

// The flags of dcl_globalFlags.
const (
	RefactoringAllowed      Control = 1 << 11
	DoublePrecision         Control = 1 << 12
	ForceEarlyDepthStencil  Control = 1 << 13
	RawAndStructuredBuffers Control = 1 << 14 // in model 4
	SkipOptimization        Control = 1 << 15
	MinimumPrecision        Control = 1 << 16
	DoubleExtensions        Control = 1 << 17 // of 11.1: ddiv, dfma, drcp, conversions
	ShaderExtensions        Control = 1 << 18 // of 11.1: msad
	AllResourcesBound       Control = 1 << 19
	controlMask             Control = 0x00fff800
	preciseShift                    = 19
	customDataShift                 = 11
)

// Precise is the control of an instruction whose results in the components of a mask are computed
// as they are written.
func Precise(mask uint8) Control { return Control(mask&15) << preciseShift }

// PreciseMask returns the components of Precise.
func (c Control) PreciseMask() uint8 { return uint8(c>>preciseShift) & 15 }

// A CustomData is the class of custom data.
type CustomData uint32

// The classes of custom data.
const (
	CustomComment CustomData = iota
	CustomDebugInfo
	CustomOpaque
	CustomConstantBuffer // the values of the immediate constant buffer, four words each
	CustomMessage        // a message of the shader
	CustomClipPlanes     // constants that hold clip planes, for level 9
)

// CustomClass is the control of custom data of a class.
func CustomClass(class CustomData) Control { return Control(class) << customDataShift }

// Custom returns the class of custom data.
func (c Control) Custom() CustomData { return CustomData(c >> customDataShift) }

// A ResourceDimension is the shape of a resource. Its values are the encoding's.
type ResourceDimension uint8

// The shapes of resources.
const (
	DimensionUnknown ResourceDimension = iota
	DimensionBuffer
	DimensionTexture1D
	DimensionTexture2D
	DimensionTexture2DMS
	DimensionTexture3D
	DimensionTextureCube
	DimensionTexture1DArray
	DimensionTexture2DArray
	DimensionTexture2DMSArray
	DimensionTextureCubeArray
	DimensionRawBuffer
	DimensionStructuredBuffer
)

// Dimension is the control of dcl_resource and dcl_uav_typed; samples is that of multisampled
// textures, otherwise 0.
func Dimension(d ResourceDimension, samples uint8) Control {
	return Control(d)<<11 | Control(samples&0x7f)<<16
}

// Dimension returns the shape of Dimension.
func (c Control) Dimension() ResourceDimension { return ResourceDimension(c>>11) & 31 }

// Samples returns the number of samples of dcl_resource.
func (c Control) Samples() int { return int(c>>16) & 0x7f }

// A ResourceReturn is the type of a resource's component. Its values are the encoding's.
type ResourceReturn uint8

// The types of components.
const (
	ReturnUnorm ResourceReturn = 1 + iota
	ReturnSnorm
	ReturnSint
	ReturnUint
	ReturnFloat
	ReturnMixed
	ReturnDouble
	ReturnContinued // the second word of a double
	ReturnUnused
)

// ResourceReturns are the types of four components, four bits each, x the lowest: the token of
// declarations, and the contents of the extended opcode token.
type ResourceReturns uint16

// Returns are the types of four components of the same type.
func Returns(t ResourceReturn) ResourceReturns { return ResourceReturns(t) * 0x1111 }

// At returns the type of a component, 0 to 3.
func (r ResourceReturns) At(component int) ResourceReturn {
	return ResourceReturn(r>>(4*component)) & 15
}

// An Interpolation is the mode of a pixel program's input. Its values are the encoding's.
type Interpolation uint8

// The modes of interpolation.
const (
	InterpolationUndefined Interpolation = iota
	InterpolationConstant
	InterpolationLinear
	InterpolationLinearCentroid
	InterpolationNoPerspective
	InterpolationNoPerspectiveCentroid
	InterpolationLinearSample
	InterpolationNoPerspectiveSample
)

// Interpolate is the control of dcl_input_ps and its siblings.
func Interpolate(i Interpolation) Control { return Control(i) << 11 }

// Interpolation returns the mode of Interpolate.
func (c Control) Interpolation() Interpolation { return Interpolation(c>>11) & 15 }

// A SamplerMode is the kind of a sampler. Its values are the encoding's.
type SamplerMode uint8

// The kinds of samplers.
const (
	SamplerDefault SamplerMode = iota
	SamplerComparison
	SamplerMono
)

// SampleMode is the control of dcl_sampler.
func SampleMode(m SamplerMode) Control { return Control(m) << 11 }

// SamplerMode returns the mode of SampleMode.
func (c Control) SamplerMode() SamplerMode { return SamplerMode(c>>11) & 15 }

// A Topology is the kind of a geometry program's output primitives. Its values are the encoding's.
type Topology uint8

// The kinds of output primitives.
const (
	TopologyPointList     Topology = 1
	TopologyLineList      Topology = 2
	TopologyLineStrip     Topology = 3
	TopologyTriangleList  Topology = 4
	TopologyTriangleStrip Topology = 5
)

// OutputTopology is the control of dcl_outputtopology.
func OutputTopology(t Topology) Control { return Control(t) << 11 }

// Topology returns the kind of OutputTopology.
func (c Control) Topology() Topology { return Topology(c>>11) & 0x7f }

// A Primitive is the kind of a geometry program's input primitives. Its values are the
// encoding's; a patch of n control points is PrimitivePatch1 + n - 1.
type Primitive uint8

// The kinds of input primitives.
const (
	PrimitivePoint       Primitive = 1
	PrimitiveLine        Primitive = 2
	PrimitiveTriangle    Primitive = 3
	PrimitiveLineAdj     Primitive = 6
	PrimitiveTriangleAdj Primitive = 7
	PrimitivePatch1      Primitive = 8
)

// InputPrimitive is the control of dcl_inputprimitive.
func InputPrimitive(p Primitive) Control { return Control(p) << 11 }

// Primitive returns the kind of InputPrimitive.
func (c Control) Primitive() Primitive { return Primitive(c>>11) & 0x3f }

// Points is the control of dcl_input_control_point_count and dcl_output_control_point_count.
func Points(n uint8) Control { return Control(n&0x3f) << 11 }

// Points returns the number of Points.
func (c Control) Points() int { return int(c>>11) & 0x3f }

// A TessellatorDomain is the domain of a patch. Its values are the encoding's.
type TessellatorDomain uint8

// The domains of patches.
const (
	DomainIsoline TessellatorDomain = 1 + iota
	DomainTriangle
	DomainQuad
)

// A Partitioning is the way that factors divide edges. Its values are the encoding's.
type Partitioning uint8

// The ways to divide edges.
const (
	PartitioningInteger Partitioning = 1 + iota
	PartitioningPow2
	PartitioningFractionalOdd
	PartitioningFractionalEven
)

// A TessellatorOutput is the kind of the tessellator's primitives. Its values are the encoding's.
type TessellatorOutput uint8

// The kinds of the tessellator's primitives.
const (
	TessellatePoint TessellatorOutput = 1 + iota
	TessellateLine
	TessellateTriangleCW
	TessellateTriangleCCW
)

// Tessellator is the control of dcl_tessellator_domain, dcl_tessellator_partitioning and
// dcl_tessellator_output_primitive.
func Tessellator[T TessellatorDomain | Partitioning | TessellatorOutput](v T) Control {
	return Control(v) << 11
}

// A SystemValue is a value that the pipeline gives or takes. Its values are the
// encoding's in declarations; signatures share the first eleven.
type SystemValue uint32

// The system values of declarations.
const (
	ValueUndefined SystemValue = iota
	ValuePosition
	ValueClipDistance
	ValueCullDistance
	ValueRenderTargetArrayIndex
	ValueViewportArrayIndex
	ValueVertexID
	ValuePrimitiveID
	ValueInstanceID
	ValueIsFrontFace
	ValueSampleIndex
	ValueFinalQuadUeq0EdgeTessFactor
	ValueFinalQuadVeq0EdgeTessFactor
	ValueFinalQuadUeq1EdgeTessFactor
	ValueFinalQuadVeq1EdgeTessFactor
	ValueFinalQuadUInsideTessFactor
	ValueFinalQuadVInsideTessFactor
	ValueFinalTriUeq0EdgeTessFactor
	ValueFinalTriVeq0EdgeTessFactor
	ValueFinalTriWeq0EdgeTessFactor
	ValueFinalTriInsideTessFactor
	ValueFinalLineDetailTessFactor
	ValueFinalLineDensityTessFactor
)
