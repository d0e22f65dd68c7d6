package glsl

// This file knows the features of versions, and the extensions that add them.

import (
	"fmt"
	"slices"

	"refract/diag"
)

// A feature is something that not every version has.
type feature uint8

const (
	noFeature feature = iota
	arraysOfArrays
	attributeLocation
	barycentrics
	bindingLayout
	bitEncoding
	bitFunctions
	blockInstances
	bufferReferences
	clipDistances
	compareCubeArrays
	computeShaders
	conservativeDepth
	cullDistances
	cubeArrays
	demotion
	derivativeControl
	doubleInputs
	doubles
	deviceGroups
	drawParameters
	dualSource
	earlyTests
	enhancedLayouts
	externalTextures
	floatAtomics
	wideFloatAtomics
	fragmentOrigins
	fullyCovered
	fusedMultiply
	halfFloats
	halfStorage
	halfPacking
	helperInvocation
	imageAtomics
	imageFormats
	imageSizes
	integerMix
	interlocks
	printing
	interpolationFunctions
	int16s
	int64Atomics
	int64s
	int8s
	indexedBuffers
	indexedResources
	fragmentLayers
	fragmentViewports
	layers
	ldexpFunction
	multisampleArrays
	multisampleTextures
	multiprocessors
	memoryBarriers
	memoryQualifiers
	multiviews
	noPerspective
	nonUniform
	normPacking
	primitiveIDs
	queryLevels
	queryLod
	querySamples
	rayQueries
	rayMotion
	rayClusters
	raySpheres
	rayMicromaps
	hitObjects
	hitObjectsNV
	cooperativeMatrices
	shaderClocks
	realtimeClocks
	rayTracing
	cullMasks
	positionFetch
	meshShaders
	geometryShaders
	tessellationShaders
	openArrays
	passthroughs
	viewportMasks
	stereoViews
	perViews
	postDepth
	sparseTextures
	computeDerivatives
	meshDerivatives
	sampleInterpolation
	sampleMaskIn
	sampleVariables
	samplerless
	scalarLayout
	shaderCores
	shadingRates
	shadowLod
	leastLevels
	stencilExport
	storageBuffers
	storageImages
	subgroupArithmetic
	subgroupBallot
	subgroupBasic
	subgroupClustered
	subgroupQuad
	subgroupShuffle
	subgroupShuffleRelative
	subgroupVote
	texelBuffers
	textureGather
	textureGatherComponent
	varyingLocation
	vulkanMultiviews
	// Features that GLSL ES 1.00, 1.10 or 1.20 alone lack.
	arrayValues
	bitOperations
	constantBounds
	derivatives
	drawBuffers
	fragmentDepth
	infinities
	instanceIndices
	integerTextures
	interpolatedOnly
	largeUnsigned
	pointCoordinates
	rectangular
	sampleLevels
	sampleOffsets
	shadowTextures
	stageIntegers
	texelFetches
	textureArrays
	vertexIndices
	volumeTextures
	numFeatures
)

// featureRow is the availability of a feature: since which version, or with which extension
// since which version; 0 and "": never.
type featureRow struct {
	name       string
	desktop    uint16
	desktopExt string
	extSince   uint16
	es         uint16
	esExt      string
	esExtSince uint16
}

var features = [numFeatures]featureRow{
	arraysOfArrays:          {"arrays of arrays", 430, "GL_ARB_arrays_of_arrays", 140, 310, "", 0},
	attributeLocation:       {"locations of attributes", 330, "GL_ARB_explicit_attrib_location", 140, 300, "", 0},
	barycentrics:            {"barycentric coordinates", 0, "GL_EXT_fragment_shader_barycentric", 450, 0, "GL_EXT_fragment_shader_barycentric", 320},
	bindingLayout:           {"binding points", 420, "", 0, 310, "", 0},
	bitEncoding:             {"bitcasts of floats", 330, "GL_ARB_shader_bit_encoding", 140, 300, "", 0},
	bitFunctions:            {"functions on bits", 400, "", 0, 310, "", 0},
	blockInstances:          {"names of blocks", 150, "", 0, 300, "", 0},
	bufferReferences:        {"physical memory", 0, "GL_EXT_buffer_reference", 450, 0, "", 0},
	clipDistances:           {"clip distances", 140, "", 0, 0, "GL_EXT_clip_cull_distance", 300},
	compareCubeArrays:       {"comparison at a given level of arrays of cubes", 0, "", 0, 0, "", 0},
	computeShaders:          {"compute shaders", 430, "GL_ARB_compute_shader", 420, 310, "", 0},
	conservativeDepth:       {"conservative depth", 420, "", 0, 0, "", 0},
	cullDistances:           {"cull distances", 450, "GL_ARB_cull_distance", 140, 0, "GL_EXT_clip_cull_distance", 300},
	cubeArrays:              {"arrays of cubes", 400, "GL_ARB_texture_cube_map_array", 140, 320, "GL_EXT_texture_cube_map_array", 310},
	demotion:                {"demote", 0, "GL_EXT_demote_to_helper_invocation", 140, 0, "GL_EXT_demote_to_helper_invocation", 300},
	derivativeControl:       {"coarse and fine derivatives", 450, "GL_ARB_derivative_control", 400, 0, "", 0},
	doubleInputs:            {"vertex inputs of 64 bits", 410, "GL_ARB_vertex_attrib_64bit", 150, 0, "", 0},
	doubles:                 {"64-bit floats", 400, "GL_ARB_gpu_shader_fp64", 150, 0, "", 0},
	deviceGroups:            {"the index of the device", 0, "GL_EXT_device_group", 140, 0, "GL_EXT_device_group", 310},
	drawParameters:          {"the parameters of draws", 460, "GL_ARB_shader_draw_parameters", 140, 0, "", 0},
	dualSource:              {"dual-source blending", 330, "", 0, 0, "GL_EXT_blend_func_extended", 300},
	earlyTests:              {"early fragment tests", 420, "GL_ARB_shader_image_load_store", 140, 310, "", 0},
	enhancedLayouts:         {"components of locations", 440, "GL_ARB_enhanced_layouts", 140, 0, "", 0},
	externalTextures:        {"external textures", 0, "", 0, 0, "GL_OES_EGL_image_external_essl3", 300},
	floatAtomics:            {"atomic floats", 0, "GL_EXT_shader_atomic_float", 450, 0, "", 0},
	wideFloatAtomics:        {"the least and greatest of atomic floats, and atomic halves", 0, "GL_EXT_shader_atomic_float2", 450, 0, "", 0},
	fragmentOrigins:         {"positions of fragments from the top", 150, "GL_ARB_fragment_coord_conventions", 140, 0, "", 0},
	fullyCovered:            {"the built-in value fully_covered", 0, "GL_NV_conservative_raster_underestimation", 450, 0, "", 0},
	fusedMultiply:           {"fma", 400, "", 0, 320, "", 0},
	halfFloats:              {"16-bit floats", 0, "GL_EXT_shader_explicit_arithmetic_types_float16", 450, 0, "GL_EXT_shader_explicit_arithmetic_types_float16", 310},
	halfStorage:             {"16-bit floats in buffers", 0, "GL_EXT_shader_16bit_storage", 450, 0, "GL_EXT_shader_16bit_storage", 310},
	halfPacking:             {"packing of 16-bit floats", 420, "GL_ARB_shading_language_packing", 140, 300, "", 0},
	helperInvocation:        {"the built-in value helper_invocation", 450, "", 0, 310, "", 0},
	imageAtomics:            {"atomic operations on textures", 420, "GL_ARB_shader_image_load_store", 140, 320, "GL_OES_shader_image_atomic", 310},
	imageFormats:            {"this format of storage textures", 140, "", 0, 0, "GL_NV_image_formats", 310},
	imageSizes:              {"sizes of storage textures", 430, "GL_ARB_shader_image_size", 420, 310, "", 0},
	printing:                {"printing", 0, "GL_EXT_debug_printf", 140, 0, "GL_EXT_debug_printf", 310},
	interlocks:              {"critical sections of fragments", 0, "GL_ARB_fragment_shader_interlock", 450, 0, "", 0},
	interpolationFunctions:  {"inputs interpolated elsewhere", 400, "GL_ARB_gpu_shader5", 150, 320, "GL_OES_shader_multisample_interpolation", 310},
	indexedBuffers:          {"an index that isn't constant, of an array of storage buffers", 400, "", 0, 0, "", 0},
	indexedResources:        {"an index that isn't constant, of an array of resources", 400, "", 0, 320, "GL_EXT_gpu_shader5", 310},
	integerMix:              {"mix of integers", 450, "", 0, 310, "", 0},
	int16s:                  {"16-bit integers", 0, "GL_EXT_shader_explicit_arithmetic_types_int16", 450, 0, "GL_EXT_shader_explicit_arithmetic_types_int16", 310},
	int64Atomics:            {"atomic operations of 64 bits", 0, "GL_EXT_shader_atomic_int64", 450, 0, "", 0},
	int64s:                  {"64-bit integers", 0, "GL_ARB_gpu_shader_int64", 400, 0, "", 0},
	int8s:                   {"8-bit integers", 0, "GL_EXT_shader_explicit_arithmetic_types_int8", 450, 0, "GL_EXT_shader_explicit_arithmetic_types_int8", 310},
	fragmentLayers:          {"layers of fragments", 430, "GL_ARB_fragment_layer_viewport", 150, 320, "", 0},
	fragmentViewports:       {"viewports of fragments", 430, "GL_ARB_fragment_layer_viewport", 150, 0, "", 0},
	layers:                  {"layers and viewports", 0, "GL_ARB_shader_viewport_layer_array", 410, 0, "", 0},
	ldexpFunction:           {"ldexp", 400, "", 0, 310, "", 0},
	multisampleArrays:       {"arrays of multisampled textures", 150, "GL_ARB_texture_multisample", 140, 320, "GL_OES_texture_storage_multisample_2d_array", 310},
	multisampleTextures:     {"multisampled textures", 150, "GL_ARB_texture_multisample", 140, 310, "", 0},
	multiprocessors:         {"the multiprocessors of NVIDIA", 0, "GL_NV_shader_sm_builtins", 450, 0, "", 0},
	multiviews:              {"multiview", 0, "GL_OVR_multiview2", 330, 0, "GL_OVR_multiview2", 300},
	noPerspective:           {"linear interpolation", 140, "", 0, 0, "GL_NV_shader_noperspective_interpolation", 300},
	memoryBarriers:          {"memory barriers", 420, "GL_ARB_shader_image_load_store", 140, 310, "", 0},
	memoryQualifiers:        {"qualifiers of memory", 420, "GL_ARB_shader_image_load_store", 140, 310, "", 0},
	openArrays:              {"arrays of resources without a size", 0, "GL_EXT_nonuniform_qualifier", 400, 0, "", 0},
	nonUniform:              {"indices that differ among invocations", 0, "GL_EXT_nonuniform_qualifier", 400, 0, "GL_EXT_nonuniform_qualifier", 310},
	normPacking:             {"packing of normalized floats", 420, "", 0, 310, "", 0},
	sparseTextures:          {"the residency of texels", 0, "GL_ARB_sparse_texture2", 450, 0, "", 0},
	computeDerivatives:      {"derivatives in compute shaders", 0, "GL_NV_compute_shader_derivatives", 450, 0, "GL_NV_compute_shader_derivatives", 320},
	meshDerivatives:         {"derivatives in mesh and task shaders", 0, "GL_KHR_compute_shader_derivatives", 450, 0, "GL_KHR_compute_shader_derivatives", 320},
	viewportMasks:           {"viewport masks", 0, "GL_NV_viewport_array2", 430, 0, "", 0},
	stereoViews:             {"the second view of stereo", 0, "GL_NV_stereo_view_rendering", 430, 0, "", 0},
	perViews:                {"values of each view", 0, "GL_NVX_multiview_per_view_attributes", 430, 0, "", 0},
	passthroughs:            {"primitives that pass through a geometry shader", 0, "GL_NV_geometry_shader_passthrough", 430, 0, "", 0},
	postDepth:               {"sample masks after the depth test", 0, "GL_EXT_post_depth_coverage", 450, 0, "GL_EXT_post_depth_coverage", 310},
	primitiveIDs:            {"the built-in value primitive_index", 150, "", 0, 320, "GL_EXT_geometry_shader", 310},
	queryLevels:             {"the number of a texture's levels", 430, "GL_ARB_texture_query_levels", 140, 0, "", 0},
	queryLod:                {"the level of detail of a sample", 400, "", 0, 0, "", 0},
	querySamples:            {"the number of a texture's samples", 450, "GL_ARB_shader_texture_image_samples", 150, 0, "", 0},
	rayTracing:              {"ray-tracing shaders", 0, "GL_EXT_ray_tracing", 460, 0, "", 0},
	cullMasks:               {"masks of rays", 0, "GL_EXT_ray_cull_mask", 460, 0, "", 0},
	positionFetch:           {"positions of a hit triangle's vertices", 0, "GL_EXT_ray_tracing_position_fetch", 460, 0, "", 0},
	meshShaders:             {"mesh shaders", 0, "GL_EXT_mesh_shader", 450, 0, "", 0},
	geometryShaders:         {"geometry shaders", 150, "", 0, 320, "GL_EXT_geometry_shader", 310},
	tessellationShaders:     {"tessellation shaders", 400, "GL_ARB_tessellation_shader", 150, 320, "GL_EXT_tessellation_shader", 310},
	cooperativeMatrices:     {"cooperative matrices", 0, "GL_KHR_cooperative_matrix", 450, 0, "", 0},
	shaderClocks:            {"clocks", 0, "GL_ARB_shader_clock", 450, 0, "", 0},
	realtimeClocks:          {"clocks of the device", 0, "GL_EXT_shader_realtime_clock", 450, 0, "", 0},
	rayQueries:              {"ray queries", 0, "GL_EXT_ray_query", 460, 0, "", 0},
	rayMotion:               {"rays with a time", 0, "GL_NV_ray_tracing_motion_blur", 460, 0, "", 0},
	rayClusters:             {"clusters of triangles", 0, "GL_NV_cluster_acceleration_structure", 460, 0, "", 0},
	raySpheres:              {"spheres and linear swept spheres", 0, "GL_NV_linear_swept_spheres", 460, 0, "", 0},
	rayMicromaps:            {"displaced micro-triangles", 0, "GL_NV_displacement_micromap", 460, 0, "", 0},
	hitObjects:              {"hit objects", 0, "GL_EXT_shader_invocation_reorder", 460, 0, "", 0},
	hitObjectsNV:            {"hit objects", 0, "GL_NV_shader_invocation_reorder", 460, 0, "", 0},
	sampleInterpolation:     {"interpolation at samples", 400, "GL_ARB_gpu_shader5", 150, 320, "GL_OES_shader_multisample_interpolation", 300},
	sampleMaskIn:            {"the sample mask as an input", 400, "GL_ARB_gpu_shader5", 150, 320, "GL_OES_sample_variables", 310},
	sampleVariables:         {"the sample's index and mask", 400, "GL_ARB_sample_shading", 140, 320, "GL_OES_sample_variables", 310},
	samplerless:             {"textures without samplers", 0, "GL_EXT_samplerless_texture_functions", 140, 0, "GL_EXT_samplerless_texture_functions", 300},
	scalarLayout:            {"this layout of a buffer", 0, "GL_EXT_scalar_block_layout", 430, 0, "", 0},
	shaderCores:             {"the shader cores of Arm", 0, "GL_ARM_shader_core_builtins", 450, 0, "GL_ARM_shader_core_builtins", 310},
	shadingRates:            {"shading rates", 0, "GL_EXT_fragment_shading_rate", 450, 0, "GL_EXT_fragment_shading_rate", 310},
	shadowLod:               {"this comparison with a level or a bias", 0, "GL_EXT_texture_shadow_lod", 140, 0, "GL_EXT_texture_shadow_lod", 300},
	leastLevels:             {"the least level of a sample", 0, "GL_ARB_sparse_texture_clamp", 400, 0, "", 0},
	stencilExport:           {"the stencil reference value", 0, "GL_ARB_shader_stencil_export", 140, 0, "", 0},
	storageBuffers:          {"storage buffers", 430, "GL_ARB_shader_storage_buffer_object", 400, 310, "", 0},
	storageImages:           {"storage textures", 420, "GL_ARB_shader_image_load_store", 140, 310, "", 0},
	subgroupArithmetic:      {"subgroup operations", 0, "GL_KHR_shader_subgroup_arithmetic", 140, 0, "GL_KHR_shader_subgroup_arithmetic", 310},
	subgroupBallot:          {"subgroup operations", 0, "GL_KHR_shader_subgroup_ballot", 140, 0, "GL_KHR_shader_subgroup_ballot", 310},
	subgroupBasic:           {"subgroup operations", 0, "GL_KHR_shader_subgroup_basic", 140, 0, "GL_KHR_shader_subgroup_basic", 310},
	subgroupClustered:       {"subgroup operations in clusters", 0, "GL_KHR_shader_subgroup_clustered", 140, 0, "GL_KHR_shader_subgroup_clustered", 310},
	subgroupQuad:            {"subgroup operations", 0, "GL_KHR_shader_subgroup_quad", 140, 0, "GL_KHR_shader_subgroup_quad", 310},
	subgroupShuffle:         {"subgroup operations", 0, "GL_KHR_shader_subgroup_shuffle", 140, 0, "GL_KHR_shader_subgroup_shuffle", 310},
	subgroupShuffleRelative: {"subgroup operations", 0, "GL_KHR_shader_subgroup_shuffle_relative", 140, 0, "GL_KHR_shader_subgroup_shuffle_relative", 310},
	subgroupVote:            {"subgroup operations", 0, "GL_KHR_shader_subgroup_vote", 140, 0, "GL_KHR_shader_subgroup_vote", 310},
	texelBuffers:            {"texel buffers", 140, "", 0, 320, "GL_EXT_texture_buffer", 310},
	textureGather:           {"textureGather", 400, "GL_ARB_texture_gather", 140, 310, "", 0},
	textureGatherComponent:  {"textureGather of this kind", 400, "GL_ARB_gpu_shader5", 150, 310, "", 0},
	varyingLocation:         {"locations of varyings", 410, "", 0, 310, "", 0},
	vulkanMultiviews:        {"multiview", 0, "GL_EXT_multiview", 140, 0, "GL_EXT_multiview", 310},

	arrayValues:      {"arrays as values", 140, "", 0, 300, "", 0},
	bitOperations:    {"operations on bits", 140, "", 0, 300, "", 0},
	constantBounds:   {"loops and indices beyond appendix A, which WebGL 1 holds shaders to", 110, "", 0, 300, "", 0},
	derivatives:      {"derivatives", 110, "", 0, 300, "GL_OES_standard_derivatives", 100},
	drawBuffers:      {"several outputs of fragments", 110, "", 0, 300, "GL_EXT_draw_buffers", 100},
	fragmentDepth:    {"the depth of fragments", 110, "", 0, 300, "GL_EXT_frag_depth", 100},
	infinities:       {"isinf and isnan", 140, "", 0, 300, "", 0},
	instanceIndices:  {"the built-in value instance_index", 140, "", 0, 300, "", 0},
	integerTextures:  {"textures of integers", 140, "", 0, 300, "", 0},
	interpolatedOnly: {"inputs of fragments that aren't interpolated with perspective", 140, "", 0, 300, "", 0},
	largeUnsigned:    {"unsigned integers above 2147483647", 140, "", 0, 300, "", 0},
	pointCoordinates: {"the place in a point", 120, "", 0, 100, "", 0},
	rectangular:      {"matrices that aren't square", 120, "", 0, 300, "", 0},
	sampleLevels:     {"this choice of a texture's level", 140, "GL_ARB_shader_texture_lod", 110, 300, "GL_EXT_shader_texture_lod", 100},
	sampleOffsets:    {"offsets of samples", 140, "", 0, 300, "", 0},
	shadowTextures:   {"comparisons with a texture's depth", 110, "", 0, 300, "GL_EXT_shadow_samplers", 100},
	stageIntegers:    {"inputs and outputs of a stage that are integers", 140, "", 0, 300, "", 0},
	texelFetches:     {"texels by their numbers (textureLoad), and sizes of textures", 140, "", 0, 300, "", 0},
	textureArrays:    {"arrays of textures", 140, "", 0, 300, "", 0},
	vertexIndices:    {"the built-in value vertex_index", 140, "", 0, 300, "", 0},
	volumeTextures:   {"textures of three dimensions", 110, "", 0, 300, "GL_OES_texture_3D", 100},
}

// webGLExtensions are the extensions that WebGL 2 has, too, and in the last line WebGL 1.
var webGLExtensions = []string{"GL_EXT_blend_func_extended",
	"GL_NV_shader_noperspective_interpolation", "GL_OES_sample_variables", "GL_OES_shader_multisample_interpolation",
	"GL_OVR_multiview2",
	"GL_OES_standard_derivatives", "GL_EXT_draw_buffers", "GL_EXT_frag_depth", "GL_EXT_shader_texture_lod"}

// has reports whether the version has a feature in itself.
func (w *Writer) has(f feature) bool {
	row := &features[f]
	if w.opts.Version.ES {
		return row.es != 0 && w.opts.Version.Number >= row.es
	}
	return row.desktop != 0 && w.opts.Version.Number >= row.desktop
}

// vulkanLacks are extensions that compilers of Vulkan's form don't have.
var vulkanLacks = []string{"GL_ARB_arrays_of_arrays", "GL_ARB_shader_texture_image_samples", "GL_ARB_texture_query_levels",
	"GL_EXT_clip_cull_distance", "GL_NV_image_formats"}

// vulkanFeatures are the features that only Vulkan's form has.
var vulkanFeatures = []feature{bufferReferences, cooperativeMatrices, cullMasks, positionFetch, rayQueries, rayTracing, scalarLayout, rayMotion, rayClusters,
	raySpheres, rayMicromaps, hitObjects, hitObjectsNV}

// extension is the extension that gives a feature, or "".
func (w *Writer) extension(f feature) string {
	row := &features[f]
	if !w.opts.Vulkan && slices.Contains(vulkanFeatures, f) {
		return ""
	}
	if w.opts.Vulkan {
		e := row.desktopExt
		if w.opts.Version.ES {
			e = row.esExt
		}
		if slices.Contains(vulkanLacks, e) {
			return ""
		}
	}
	if w.opts.Version.ES {
		if row.esExt != "" && w.opts.Version.Number >= row.esExtSince && (!w.opts.WebGL || slices.Contains(webGLExtensions, row.esExt)) {
			return row.esExt
		}
		return ""
	}
	if row.desktopExt != "" && w.opts.Version.Number >= row.extSince {
		return row.desktopExt
	}
	return ""
}

// require notes that a feature is used; it is unsupported if neither the version nor an
// extension has it.
func (w *Writer) require(f feature, span diag.Span) {
	if f == noFeature || w.has(f) {
		return
	}
	if e := w.extension(f); e != "" {
		w.addExtension(e)
		return
	}
	w.lacks(f, span)
}

// lacks notes a feature that neither the version nor an extension has.
func (w *Writer) lacks(f feature, span diag.Span) {
	w.UnsupportedUnless(w.hint(f), features[f].name, span)
}

// hint names the version that has a feature, or an extension for it: one of the same family
// if there is one.
func (w *Writer) hint(f feature) string {
	row := &features[f]
	if !w.opts.Vulkan && slices.Contains(vulkanFeatures, f) {
		return "Vulkan's form of GLSL can (--to glsl --set glsl.vulkan=true)"
	}
	if !w.opts.Version.ES {
		if s := hintOf(row.desktop, row.desktopExt, row.extSince, false, w.opts.Version.Number); s != "" {
			return s
		}
		return hintOf(row.es, row.esExt, row.esExtSince, true, 0)
	}
	if w.opts.WebGL {
		if row.es == 300 && w.isOld() {
			return "GLSL 300 es can, as WebGL 2 has it (--to essl --set essl.version=300es)"
		}
		return "" // the one version that there is
	}
	if s := hintOf(row.es, row.esExt, row.esExtSince, true, w.opts.Version.Number); s != "" {
		return s
	}
	return hintOf(row.desktop, row.desktopExt, row.extSince, false, 0)
}

// hintOf names the version later than now that has a feature, or else an extension for it.
func hintOf(has uint16, extension string, since uint16, es bool, now uint16) string {
	v := Version{ES: es}
	switch {
	case has > now:
		v.Number = has
		return fmt.Sprintf("GLSL %v can (%s)", v, optionOf(v))
	case extension != "" && since > now:
		v.Number = since
		return fmt.Sprintf("GLSL %v can, with %s (%s)", v, extension, optionOf(v))
	}
	return ""
}

// optionOf is the command's option for writing a version.
func optionOf(v Version) string {
	if v.ES {
		return fmt.Sprintf("--to essl --set essl.version=%des", v.Number)
	}
	return fmt.Sprintf("--to glsl --set glsl.version=%d", v.Number)
}

// available reports whether require will succeed.
func (w *Writer) available(f feature) bool { return w.has(f) || w.extension(f) != "" }

// addExtension notes an extension for the header.
func (w *Writer) addExtension(name string) {
	if !slices.Contains(w.extensions, name) {
		w.extensions = append(w.extensions, name)
	}
}
