package ir

import (
	"slices"
	"strings"
)

// This file holds the small enumerations of the IR. Each has a table of names,
// used by the text form and in messages.

var spaceNames = [numSpaces]string{"none", "function", "private", "workgroup", "uniform", "storage",
	"handle", "immediate", "task_payload", "physical", "input", "output", "ray_payload", "incoming_ray_payload",
	"hit_attribute", "callable_data", "incoming_callable_data", "shader_record", "hit_object_attribute"}

func (s AddressSpace) String() string { return spaceNames[s] }

// IsBuffer reports whether variables of the space are memory that the host sees.
func (s AddressSpace) IsBuffer() bool {
	return s == SpaceUniform || s == SpaceStorage || s == SpaceImmediate || s == SpaceShaderRecord
}

// IsResource reports whether hosts bind variables of the space: buffers, immediate data and
// opaque resources.
func (s AddressSpace) IsResource() bool {
	switch s {
	case SpaceUniform, SpaceStorage, SpaceHandle, SpaceImmediate:
		return true
	}
	return false
}

var accessNames = [8]string{"none", "read", "write", "read_write", "atomic", "read_atomic", "write_atomic", "read_write_atomic"}

func (a AccessMode) String() string { return accessNames[a] }

var dimNames = [numImageDims]string{"1d", "2d", "3d", "cube", "buffer", "subpass"}

func (d ImageDim) String() string { return dimNames[d] }

// CoordinateCount is the number of coordinates that address a texel, of a cube by
// sampling; of an input attachment there are none.
func (d ImageDim) CoordinateCount() int { return [numImageDims]int{1, 2, 3, 3, 1, 0}[d] }

var classNames = [numImageClasses]string{"sampled", "depth", "storage", "external"}

func (c ImageClass) String() string { return classNames[c] }

var typeKindNames = [numTypeKinds]string{"none", "scalar", "vector", "matrix", "atomic", "pointer", "array",
	"struct", "image", "sampler", "sampled_image", "acceleration_structure", "ray_query", "binding_array", "buffer", "cooperative", "hit_object"}

func (k TypeKind) String() string { return typeKindNames[k] }

// StorageFormat is the texel format of a storage image.
type StorageFormat uint8

const (
	NoFormat StorageFormat = iota
	R8Unorm
	R8Snorm
	R8Uint
	R8Sint
	R16Unorm
	R16Snorm
	R16Uint
	R16Sint
	R16Float
	Rg8Unorm
	Rg8Snorm
	Rg8Uint
	Rg8Sint
	R32Uint
	R32Sint
	R32Float
	Rg16Unorm
	Rg16Snorm
	Rg16Uint
	Rg16Sint
	Rg16Float
	Rgba8Unorm
	Rgba8Snorm
	Rgba8Uint
	Rgba8Sint
	Bgra8Unorm
	Rgb10a2Uint
	Rgb10a2Unorm
	Rg11b10Ufloat
	R64Uint
	R64Sint
	Rg32Uint
	Rg32Sint
	Rg32Float
	Rgba16Unorm
	Rgba16Snorm
	Rgba16Uint
	Rgba16Sint
	Rgba16Float
	Rgba32Uint
	Rgba32Sint
	Rgba32Float
	numFormats
)

var formats = [numFormats]struct {
	name       string
	texel      Scalar // scalar of a texel's components as the shader sees it
	components uint8
	bytes      uint8 // per texel
}{
	NoFormat:      {"none", NoScalar, 0, 0},
	R8Unorm:       {"r8unorm", F32, 1, 1},
	R8Snorm:       {"r8snorm", F32, 1, 1},
	R8Uint:        {"r8uint", U32, 1, 1},
	R8Sint:        {"r8sint", I32, 1, 1},
	R16Unorm:      {"r16unorm", F32, 1, 2},
	R16Snorm:      {"r16snorm", F32, 1, 2},
	R16Uint:       {"r16uint", U32, 1, 2},
	R16Sint:       {"r16sint", I32, 1, 2},
	R16Float:      {"r16float", F32, 1, 2},
	Rg8Unorm:      {"rg8unorm", F32, 2, 2},
	Rg8Snorm:      {"rg8snorm", F32, 2, 2},
	Rg8Uint:       {"rg8uint", U32, 2, 2},
	Rg8Sint:       {"rg8sint", I32, 2, 2},
	R32Uint:       {"r32uint", U32, 1, 4},
	R32Sint:       {"r32sint", I32, 1, 4},
	R32Float:      {"r32float", F32, 1, 4},
	Rg16Unorm:     {"rg16unorm", F32, 2, 4},
	Rg16Snorm:     {"rg16snorm", F32, 2, 4},
	Rg16Uint:      {"rg16uint", U32, 2, 4},
	Rg16Sint:      {"rg16sint", I32, 2, 4},
	Rg16Float:     {"rg16float", F32, 2, 4},
	Rgba8Unorm:    {"rgba8unorm", F32, 4, 4},
	Rgba8Snorm:    {"rgba8snorm", F32, 4, 4},
	Rgba8Uint:     {"rgba8uint", U32, 4, 4},
	Rgba8Sint:     {"rgba8sint", I32, 4, 4},
	Bgra8Unorm:    {"bgra8unorm", F32, 4, 4},
	Rgb10a2Uint:   {"rgb10a2uint", U32, 4, 4},
	Rgb10a2Unorm:  {"rgb10a2unorm", F32, 4, 4},
	Rg11b10Ufloat: {"rg11b10ufloat", F32, 3, 4},
	R64Uint:       {"r64uint", U64, 1, 8},
	R64Sint:       {"r64sint", I64, 1, 8},
	Rg32Uint:      {"rg32uint", U32, 2, 8},
	Rg32Sint:      {"rg32sint", I32, 2, 8},
	Rg32Float:     {"rg32float", F32, 2, 8},
	Rgba16Unorm:   {"rgba16unorm", F32, 4, 8},
	Rgba16Snorm:   {"rgba16snorm", F32, 4, 8},
	Rgba16Uint:    {"rgba16uint", U32, 4, 8},
	Rgba16Sint:    {"rgba16sint", I32, 4, 8},
	Rgba16Float:   {"rgba16float", F32, 4, 8},
	Rgba32Uint:    {"rgba32uint", U32, 4, 16},
	Rgba32Sint:    {"rgba32sint", I32, 4, 16},
	Rgba32Float:   {"rgba32float", F32, 4, 16},
}

// String is WGSL's name of the format.
func (f StorageFormat) String() string { return formats[f].name }

// Texel is the scalar of a texel's components as the shader sees them.
func (f StorageFormat) Texel() Scalar { return formats[f].texel }

// Components is the number of channels stored; the shader always sees four.
func (f StorageFormat) Components() int { return int(formats[f].components) }

// Bytes is the size of a texel in bytes.
func (f StorageFormat) Bytes() int { return int(formats[f].bytes) }

// StorageFormatByName finds a format by its WGSL name, or returns NoFormat.
func StorageFormatByName(name string) StorageFormat {
	for f := R8Unorm; f < numFormats; f++ {
		if formats[f].name == name {
			return f
		}
	}
	return NoFormat
}

// BuiltIn is a built-in input or output value.
type BuiltIn uint8

const (
	NoBuiltIn BuiltIn = iota
	BuiltInPosition
	BuiltInViewIndex
	BuiltInBaseInstance
	BuiltInBaseVertex
	BuiltInClipDistances
	BuiltInCullDistances
	BuiltInInstanceIndex
	BuiltInPointSize
	BuiltInVertexIndex
	BuiltInDrawIndex
	BuiltInFragDepth
	BuiltInPointCoord
	BuiltInFrontFacing
	BuiltInPrimitiveIndex
	BuiltInBarycentric
	BuiltInSampleIndex
	BuiltInSamplePosition // of the sample within its pixel, 0 to 1
	BuiltInSampleMask
	BuiltInHelperInvocation
	BuiltInGlobalInvocationID
	BuiltInLocalInvocationID
	BuiltInLocalInvocationIndex
	BuiltInWorkgroupID
	BuiltInWorkgroupSize
	BuiltInNumWorkgroups
	BuiltInGlobalInvocationIndex
	BuiltInWorkgroupIndex
	BuiltInNumSubgroups
	BuiltInSubgroupID
	BuiltInSubgroupSize
	BuiltInSubgroupInvocationID
	BuiltInLayer
	BuiltInViewportIndex
	BuiltInStencilRef  // what the stencil test compares with
	BuiltInDeviceIndex // of a group of devices
	BuiltInShadingRate // as Vulkan encodes it: log2 of the height in bits 0 and 1, of the width in 2 and 3
	BuiltInPrimitiveShadingRate
	BuiltInFullyCovered // the pixel, by the primitive
	BuiltInWarpsPerSM   // this and the next three: multiprocessors of NVIDIA
	BuiltInSMCount
	BuiltInWarpID
	BuiltInSMID
	BuiltInCoreID // this and the next four: shader cores of Arm
	BuiltInCoreCount
	BuiltInCoreMaxID
	BuiltInCoreWarpID
	BuiltInCoreWarpMaxID
	BuiltInMeshTaskSize
	BuiltInCullPrimitive
	BuiltInPointIndex
	BuiltInLineIndices
	BuiltInTriangleIndices
	BuiltInVertexCount
	BuiltInVertices
	BuiltInPrimitiveCount
	BuiltInPrimitives
	BuiltInInvocationID       // tessellation control: the control point; geometry: the instance of the shader
	BuiltInPatchVertices      // control points of the input patch
	BuiltInTessLevelOuter     // array<f32, 4>
	BuiltInTessLevelInner     // array<f32, 2>
	BuiltInTessCoord          // vec3<f32>: the place in the patch
	BuiltInRayInvocationID    // vec3<u32>: of the launch
	BuiltInNumRayInvocations  // vec3<u32>
	BuiltInInstanceCustomData // u32: of the instance that was hit
	BuiltInInstanceID         // u32: its index
	BuiltInGeometryIndex      // u32
	BuiltInWorldRayOrigin
	BuiltInWorldRayDirection
	BuiltInObjectRayOrigin
	BuiltInObjectRayDirection
	BuiltInRayTMin
	BuiltInRayTCurrentMax
	BuiltInObjectToWorld // mat4x3<f32>
	BuiltInWorldToObject
	BuiltInHitKind
	BuiltInIncomingRayFlags
	BuiltInCullMask
	BuiltInHitTriangleVertexPositions // array<vec3<f32>, 3>
	BuiltInRayTime                    // f32: of a ray with motion
	BuiltInClusterID                  // u32: of the cluster that was hit; ^0 is none
	BuiltInHitIsSphere                // bool
	BuiltInHitIsLSS                   // bool: a linear swept sphere
	BuiltInHitSpherePosition          // vec3<f32>
	BuiltInHitSphereRadius            // f32
	BuiltInHitLSSPositions            // array<vec3<f32>, 2>
	BuiltInHitLSSRadii                // array<f32, 2>
	BuiltInHitMicroVertexPositions    // array<vec3<f32>, 3>: of the displaced micro-triangle that was hit
	BuiltInHitMicroVertexBarycentrics // array<vec2<f32>, 3>
	BuiltInFrontMicroTriangleKind     // u32: the hit kind of micro-triangles that face the ray
	BuiltInBackMicroTriangleKind      // u32: of those that face away
	BuiltInViewportMask               // array<i32, n>: bit i is viewport i, to which the primitive goes
	BuiltInSecondaryPosition          // vec4<f32>: in the second view of stereo
	BuiltInSecondaryViewportMask      // array<i32, n>
	BuiltInPositionPerView            // array<vec4<f32>, n>: in each view
	BuiltInViewportMaskPerView        // array<i32, n>: a mask for each view
	numBuiltIns

	// BuiltInCount is one more than the greatest.
	BuiltInCount = numBuiltIns
)

var builtInNames = [numBuiltIns]string{"none", "position", "view_index", "base_instance", "base_vertex",
	"clip_distances", "cull_distances", "instance_index", "point_size", "vertex_index", "draw_index", "frag_depth",
	"point_coord", "front_facing", "primitive_index", "barycentric", "sample_index", "sample_position", "sample_mask",
	"helper_invocation", "global_invocation_id", "local_invocation_id", "local_invocation_index", "workgroup_id",
	"workgroup_size", "num_workgroups", "global_invocation_index", "workgroup_index", "num_subgroups", "subgroup_id",
	"subgroup_size", "subgroup_invocation_id", "layer", "viewport_index", "stencil_ref", "device_index", "shading_rate", "primitive_shading_rate", "fully_covered", "warps_per_sm", "sm_count", "warp_id", "sm_id", "core_id", "core_count", "core_max_id", "core_warp_id", "core_warp_max_id", "mesh_task_size", "cull_primitive",
	"point_index", "line_indices", "triangle_indices", "vertex_count", "vertices", "primitive_count", "primitives",
	"invocation_id", "patch_vertices", "tess_level_outer", "tess_level_inner", "tess_coord",
	"ray_invocation_id", "num_ray_invocations", "instance_custom_data", "instance_id", "geometry_index",
	"world_ray_origin", "world_ray_direction", "object_ray_origin", "object_ray_direction", "ray_t_min", "ray_t_current_max",
	"object_to_world", "world_to_object", "hit_kind", "incoming_ray_flags", "cull_mask", "hit_triangle_vertex_positions",
	"ray_time", "cluster_id", "hit_is_sphere", "hit_is_lss", "hit_sphere_position", "hit_sphere_radius",
	"hit_lss_positions", "hit_lss_radii", "hit_micro_vertex_positions", "hit_micro_vertex_barycentrics",
	"front_micro_triangle_kind", "back_micro_triangle_kind",
	"viewport_mask", "secondary_position", "secondary_viewport_mask", "position_per_view", "viewport_mask_per_view"}

// String is the name of the value, WGSL's if WGSL has it.
func (b BuiltIn) String() string { return builtInNames[b] }

// PerVertex reports whether a vertex has the value, as an output and as an input of the next stage.
func (b BuiltIn) PerVertex() bool {
	return b == BuiltInPosition || b == BuiltInPointSize || b == BuiltInClipDistances || b == BuiltInCullDistances || b == BuiltInSecondaryPosition ||
		b == BuiltInPositionPerView
}

// IsOfViews reports whether the value sends a primitive to several viewports, or is of one of several views.
func (b BuiltIn) IsOfViews() bool { return b >= BuiltInViewportMask && b <= BuiltInViewportMaskPerView }

// PerPatch reports whether the values are those of a patch, and their bindings have Patch.
func (b BuiltIn) PerPatch() bool { return b == BuiltInTessLevelOuter || b == BuiltInTessLevelInner }

// Interpolation is how a varying is interpolated.
type Interpolation uint8

const (
	DefaultInterpolation Interpolation = iota
	InterpolatePerspective
	InterpolateLinear
	InterpolateFlat
	InterpolatePerVertex
	numInterpolations
)

var interpolationNames = [numInterpolations]string{"default", "perspective", "linear", "flat", "per_vertex"}

func (i Interpolation) String() string { return interpolationNames[i] }

// Sampling is the place in a pixel at which a varying is sampled.
type Sampling uint8

const (
	DefaultSampling Sampling = iota
	SampleCenter
	SampleCentroid
	SampleSample
	SampleFirst  // flat: the first vertex of the primitive
	SampleEither // flat: any vertex
	numSamplings
)

var samplingNames = [numSamplings]string{"default", "center", "centroid", "sample", "first", "either"}

func (s Sampling) String() string { return samplingNames[s] }

// UnaryOp is a unary operator.
type UnaryOp uint8

const (
	Negate     UnaryOp = iota // signed integers (wrapping), floats; scalar or vector; matrices
	LogicalNot                // bool
	BitwiseNot                // integers
	numUnaryOps
)

var unaryNames = [numUnaryOps]string{"neg", "lnot", "not"}

func (o UnaryOp) String() string { return unaryNames[o] }

// BinaryOp is a binary operator. Operands have the same type unless documented otherwise;
// there is no implicit splat except for Mul.
type BinaryOp uint8

const (
	Add        BinaryOp = iota // numeric scalar, vector, matrix; integers wrap
	Sub                        // likewise
	Mul                        // likewise, and mat*mat, mat*vec, vec*mat, mat*scalar, scalar*mat, vec*scalar, scalar*vec
	Div                        // numeric; integer x/0 = x, MIN/-1 = MIN
	Rem                        // sign of the dividend; integer x%0 = 0, MIN%-1 = 0
	And                        // integers and bools, component-wise
	Or                         // likewise
	Xor                        // integers
	LogicalAnd                 // bool scalars; both sides are evaluated
	LogicalOr                  // likewise
	Shl                        // integers; the right side is u32 of the same component count, taken modulo the bit width
	Shr                        // likewise; arithmetic for signed integers
	Eq                         // any scalar; result bool of the same component count
	Ne
	Lt // numeric
	Le
	Gt
	Ge
	numBinaryOps
)

var binaryNames = [numBinaryOps]string{"add", "sub", "mul", "div", "rem", "and", "or", "xor", "land", "lor",
	"shl", "shr", "eq", "ne", "lt", "le", "gt", "ge"}

func (o BinaryOp) String() string { return binaryNames[o] }

// IsComparison reports whether the result is a bool.
func (o BinaryOp) IsComparison() bool { return o >= Eq }

// RelationalOp is a test on a value.
type RelationalOp uint8

const (
	All   RelationalOp = iota // bool vector (or scalar) to bool
	Any                       // likewise
	IsNan                     // float, component-wise
	IsInf                     // float, component-wise
	numRelationalOps
)

var relationalNames = [numRelationalOps]string{"all", "any", "isnan", "isinf"}

func (o RelationalOp) String() string { return relationalNames[o] }

// DerivativeAxis is the direction of a derivative.
type DerivativeAxis uint8

const (
	AxisX DerivativeAxis = iota
	AxisY
	AxisWidth // |ddx| + |ddy|
	numAxes
)

var axisNames = [numAxes]string{"x", "y", "width"}

func (a DerivativeAxis) String() string { return axisNames[a] }

// DerivativeControl is the precision asked of a derivative.
type DerivativeControl uint8

const (
	ControlNone DerivativeControl = iota
	ControlCoarse
	ControlFine
	numControls
)

var controlNames = [numControls]string{"none", "coarse", "fine"}

func (c DerivativeControl) String() string { return controlNames[c] }

// AtomicOp is an atomic read-modify-write operation.
type AtomicOp uint8

const (
	AtomicAdd AtomicOp = iota
	AtomicSub
	AtomicAnd
	AtomicOr
	AtomicXor
	AtomicMin
	AtomicMax
	AtomicExchange
	AtomicCompareExchange // the result is a struct {old_value: T, exchanged: bool}
	numAtomicOps
)

var atomicNames = [numAtomicOps]string{"add", "sub", "and", "or", "xor", "min", "max", "exchange", "compare_exchange"}

func (o AtomicOp) String() string { return atomicNames[o] }

// InterlockOp is an end of a critical section of fragments: the fragments that cover the
// same pixel or sample, by the entry point's Interlock, are in it one at a time.
type InterlockOp uint8

const (
	InterlockBegin InterlockOp = iota
	InterlockEnd
	numInterlockOps
)

var interlockOpNames = [numInterlockOps]string{"begin", "end"}

func (o InterlockOp) String() string { return interlockOpNames[o] }

// Interlock is the set of fragments that exclude one another from critical sections, and
// whether they come in the order of their primitives.
type Interlock uint8

const (
	NoInterlock Interlock = iota
	InterlockPixelOrdered
	InterlockPixelUnordered
	InterlockSampleOrdered
	InterlockSampleUnordered
	InterlockShadingRateOrdered
	InterlockShadingRateUnordered
	numInterlocks
)

var interlockNames = [numInterlocks]string{"none", "pixel_ordered", "pixel_unordered", "sample_ordered", "sample_unordered",
	"shading_rate_ordered", "shading_rate_unordered"}

func (i Interlock) String() string { return interlockNames[i] }

// DerivativeGroup is how the invocations of a workgroup form the quads whose differences are
// derivatives (SPV_KHR_compute_shader_derivatives). Fragments have quads without it.
type DerivativeGroup uint8

const (
	NoDerivativeGroup     DerivativeGroup = iota // compute, task and mesh stages have no derivatives
	DerivativeGroupQuads                         // 2x2 invocations by local_invocation_id
	DerivativeGroupLinear                        // four successive invocations by local_invocation_index
	numDerivativeGroups
)

var derivativeGroupNames = [numDerivativeGroups]string{"none", "quads", "linear"}

func (g DerivativeGroup) String() string { return derivativeGroupNames[g] }

// Misfit is the rule that a size of workgroups breaks, as the end of a sentence about the size, or "".
func (g DerivativeGroup) Misfit(size [3]uint32) string {
	switch {
	case g == DerivativeGroupQuads && (size[0]%2 != 0 || size[1]%2 != 0):
		return "width and height must be even for derivatives in quads"
	case g == DerivativeGroupLinear && size[0]%4*(size[1]%4)*(size[2]%4)%4 != 0:
		return "the number of invocations must be a multiple of 4 for derivatives of successive invocations"
	}
	return ""
}

// FloatModes are rules for the floating-point numbers of all operations of an entry point,
// stricter than the freedom otherwise left to an implementation: for each rule a bit of 16,
// 32 and 64 bits, in this order.
type FloatModes uint16

// The rules, for 16 bits; see [FloatModes.For].
const (
	FloatPreserve  FloatModes = 1 << (3 * iota) // signed zeros, infinities and NaNs are what IEEE 754 says
	FloatDenormals                              // so are denormal numbers
	FloatFlush                                  // denormal numbers are zero
	FloatRoundEven                              // results are rounded to the nearest, to even ones of two
	endFloatModes
)

var floatModeNames = [...]string{"preserve16", "preserve32", "preserve64", "denormals16", "denormals32", "denormals64",
	"flush16", "flush32", "flush64", "round_even16", "round_even32", "round_even64"}

// For returns the rules, given for 16 bits, for numbers of so many: 16, 32 or 64.
func (f FloatModes) For(bits int) FloatModes { return f << (bits / 32) }

// String lists the rules, with commas.
func (f FloatModes) String() string {
	var list []string
	for i, name := range floatModeNames {
		if f>>i&1 != 0 {
			list = append(list, name)
		}
	}
	return strings.Join(list, ", ")
}

// ClipSpace is the space of the positions that a shader writes.
type ClipSpace uint8

const (
	ClipSpaceWebGPU ClipSpace = iota // y up, depth from 0 to w: WebGPU, Direct3D and Metal
	ClipSpaceVulkan                  // y down, depth from 0 to w
	ClipSpaceOpenGL                  // y up, depth from -w to w, and images begin at the bottom
	NumClipSpaces
)

var clipSpaceNames = [NumClipSpaces]string{"webgpu", "vulkan", "opengl"}

func (c ClipSpace) String() string { return clipSpaceNames[c] }

// ClipSpaceByName finds a ClipSpace by its name.
func ClipSpaceByName(s string) (c ClipSpace, ok bool) {
	i := slices.Index(clipSpaceNames[:], s)
	return ClipSpace(max(i, 0)), i >= 0
}

// FragmentOrigin is the corner of the image from which a fragment shader counts: the
// position, derivatives by y, sample positions, and offsets of interpolation.
type FragmentOrigin uint8

const (
	OriginWebGPU    FragmentOrigin = iota // everything from the top, as in all languages but OpenGL's
	OriginLowerLeft                       // of OpenGL: everything from the bottom
	OriginUpperLeft                       // of OpenGL: the position from the top, the rest from the bottom
	numFragmentOrigins
)

var fragmentOriginNames = [numFragmentOrigins]string{"webgpu", "lower_left", "upper_left"}

func (o FragmentOrigin) String() string { return fragmentOriginNames[o] }

// InterpolateOp is the place in the fragment at which an input is interpolated anew.
type InterpolateOp uint8

const (
	InterpolateCentroid InterpolateOp = iota // at a place that the primitive covers; no operand
	InterpolateSample                        // at a sample; the operand is its number, i32 or u32
	InterpolateOffset                        // at a distance from the center of the pixel; the operand is a vec2<f32>, in pixels
	numInterpolateOps
)

var interpolateNames = [numInterpolateOps]string{"centroid", "sample", "offset"}

func (o InterpolateOp) String() string { return interpolateNames[o] }

// SampleLevel is how the mip level of a sample is chosen.
type SampleLevel uint8

const (
	LevelAuto     SampleLevel = iota // by implicit derivatives; fragment stage (or where the target gives them)
	LevelZero                        // the base level
	LevelExact                       // the given level
	LevelBias                        // automatic, plus a bias
	LevelGradient                    // by the given derivatives
	LevelQuery                       // as LevelAuto, and the result is the level itself, vec2<f32>: the one that is read, and the one computed
	numLevels
)

var levelNames = [numLevels]string{"auto", "zero", "exact", "bias", "gradient", "query"}

func (l SampleLevel) String() string { return levelNames[l] }

// IsImplicit reports whether derivatives of the coordinates, which nobody gives, decide the level.
func (l SampleLevel) IsImplicit() bool { return l == LevelAuto || l == LevelBias || l == LevelQuery }

// ImageQueryOp is a question about an image.
type ImageQueryOp uint8

const (
	QuerySize    ImageQueryOp = iota // u32, vec2<u32> or vec3<u32>, in texels of the given level (default 0)
	QueryLevels                      // u32
	QueryLayers                      // u32
	QuerySamples                     // u32
	numImageQueries
)

var imageQueryNames = [numImageQueries]string{"size", "levels", "layers", "samples"}

func (q ImageQueryOp) String() string { return imageQueryNames[q] }

// GatherMode is how a subgroup operation moves a value between invocations.
type GatherMode uint8

const (
	BroadcastFirst GatherMode = iota // from the lowest active invocation; no index
	Broadcast                        // from the given invocation (constant)
	Shuffle                          // from the given invocation
	ShuffleDown                      // from id + index
	ShuffleUp                        // from id - index
	ShuffleXor                       // from id ^ index
	QuadBroadcast                    // from the given quad member (constant)
	QuadSwapX
	QuadSwapY
	QuadSwapDiagonal
	numGatherModes
)

var gatherNames = [numGatherModes]string{"broadcast_first", "broadcast", "shuffle", "shuffle_down", "shuffle_up",
	"shuffle_xor", "quad_broadcast", "quad_swap_x", "quad_swap_y", "quad_swap_diagonal"}

func (g GatherMode) String() string { return gatherNames[g] }

// HasIndex reports whether the mode takes an index operand.
func (g GatherMode) HasIndex() bool { return g >= Broadcast && g <= QuadBroadcast }

// InQuad reports whether values move within quads only.
func (g GatherMode) InQuad() bool { return g >= QuadBroadcast }

// SubgroupOp is the operation of a subgroup reduction or scan.
type SubgroupOp uint8

const (
	SubgroupAll SubgroupOp = iota // bool
	SubgroupAny                   // bool
	SubgroupAdd                   // numeric scalar or vector
	SubgroupMul
	SubgroupMin
	SubgroupMax
	SubgroupAnd // integers
	SubgroupOr
	SubgroupXor
	SubgroupElect // no argument; true in the lowest active invocation
	numSubgroupOps
)

var subgroupNames = [numSubgroupOps]string{"all", "any", "add", "mul", "min", "max", "and", "or", "xor", "elect"}

func (o SubgroupOp) String() string { return subgroupNames[o] }

// CollectiveOp is the kind of a collective subgroup operation: a reduction or a scan.
type CollectiveOp uint8

const (
	Reduce CollectiveOp = iota
	InclusiveScan
	ExclusiveScan
	Clustered // a reduction within each run of so many invocations
	numCollectives
)

var collectiveNames = [numCollectives]string{"reduce", "inclusive_scan", "exclusive_scan", "clustered"}

// MaxCluster is the most invocations in a cluster: no subgroup has more.
const MaxCluster = 128

func (c CollectiveOp) String() string { return collectiveNames[c] }

// RayQueryOp is a statement on a ray query.
type RayQueryOp uint8

const (
	RayInitialize RayQueryOp = iota // operands: acceleration structure, descriptor (RayDesc)
	RayProceed                      // result: bool
	RayTerminate
	RayGenerateIntersection // operand: hit_t
	RayConfirmIntersection
	numRayQueryOps
)

var rayQueryNames = [numRayQueryOps]string{"initialize", "proceed", "terminate", "generate_intersection", "confirm_intersection"}

func (o RayQueryOp) String() string { return rayQueryNames[o] }

// Memory is a set of kinds of memory that a barrier orders.
type Memory uint8

const (
	MemoryStorage Memory = 1 << iota
	MemoryWorkgroup
	MemoryTexture
	MemorySubgroup // the barrier's execution scope is the subgroup
)

// Scope is the set of invocations that an atomic or barrier is ordered against.
type Scope uint8

const (
	ScopeDefault Scope = iota // atomics: workgroup for workgroup memory, else device; barriers: workgroup
	ScopeInvocation
	ScopeSubgroup
	ScopeWorkgroup
	ScopeQueueFamily
	ScopeDevice
	numScopes
)

var scopeNames = [numScopes]string{"default", "invocation", "subgroup", "workgroup", "queue_family", "device"}

func (s Scope) String() string { return scopeNames[s] }

// Ordering is the memory ordering of an atomic or barrier.
type Ordering uint8

const (
	OrderDefault Ordering = iota // atomics: relaxed; barriers: acquire-release
	OrderRelaxed
	OrderAcquire
	OrderRelease
	OrderAcquireRelease
	numOrderings
)

var orderingNames = [numOrderings]string{"default", "relaxed", "acquire", "release", "acquire_release"}

func (o Ordering) String() string { return orderingNames[o] }
