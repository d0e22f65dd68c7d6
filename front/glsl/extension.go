package glsl

// This file lists the extensions: extensions that the checker tests, extensions without an
// effect on it, and extensions that it refuses by name.

// extension is one that tables and the checker refer to.
type extension uint8

const (
	noExtension extension = iota
	extGPUShader5
	extGPUShader5ES
	extGPUShader5OES
	extFP64
	extAttrib64
	extInt64
	extTextureGather
	extTextureCubeMapArray
	extTextureCubeMapArrayES
	extTextureCubeMapArrayOES
	extTextureRectangle
	extTextureMultisample
	extTextureStorageMultisampleOES
	extTextureBufferES
	extTextureBufferOES
	extTextureQueryLod
	extTextureQueryLevels
	extTextureSamples
	extShaderTextureLod
	extShaderTextureLodES
	extShadowSamplersES
	extTexture3DOES
	extImageLoadStore
	extImageSize
	extImageAtomicOES
	extInterlock
	extInterlockNV
	extStorageBuffer
	extComputeShader
	extShadingLanguage420
	extShadingLanguagePacking
	extExplicitAttrib
	extExplicitUniform
	extSeparateObjects
	extEnhancedLayouts
	extBitEncoding
	extUniformBuffer
	extDerivativesOES
	extFragDepthES
	extDerivativeControl
	extDrawInstanced
	extDrawInstancedES
	extDrawParameters
	extSampleShading
	extSampleVariablesOES
	extInterpolationOES
	extClipCullES
	extClipCullAPPLE
	extCullDistance
	extBlendFuncExtendedES
	extFramebufferFetchES
	extExternalImage
	extBufferReference
	extBufferReference2
	extBufferReferenceVector
	extExternalImageES3
	extExplicitArithmetic
	extExplicitInt8
	extExplicitInt16
	extExplicitInt32
	extExplicitInt64
	extExplicitFloat16
	extExplicitFloat32
	extExplicitFloat64
	ext8BitStorage
	ext16BitStorage
	extHalfFloatAMD
	extInt16AMD
	extAtomicInt64
	extAtomicInt64NV
	extAtomicFloat
	extAtomicFloat2
	extImageInt64
	extSubgroupBasic
	extSubgroupVote
	extSubgroupArithmetic
	extSubgroupBallot
	extSubgroupShuffle
	extSubgroupShuffleRelative
	extSubgroupClustered
	extSubgroupQuad
	extSubgroupExtended8
	extSubgroupExtended16
	extSubgroupExtended64
	extSubgroupExtendedFloat16
	extSubgroupPartitioned
	extShaderBallot
	extGroupVote
	extGroupVoteEXT
	extNonuniform
	extScalarBlock
	extSharedBlock
	extMemoryScope
	extDemote
	extRayQuery
	extRayTracing
	extRayTracingNV
	extMesh
	extMeshNV
	extTessellation
	extRayFlagsCulling
	extRayPosition
	extMultiview
	extMultiviewOVR
	extMultiviewOVR2
	extBarycentric
	extBarycentricNV
	extViewportLayerArray
	extViewportLayerVertex
	extStencilExport
	extSamplerless
	extLoadFormatted
	extControlFlow
	extIncludeGoogle
	extIncludeARB
	extNullInitializer
	extTerminate
	extImplicitConversionsES
	extArraysOfArrays
	extIOBlocksES
	extIOBlocksOES
	extShaderBitEncoding
	extPostDepth
	extPostDepthEXT
	extComputeDerivativesNV
	extComputeDerivatives
	extSparseTexture2
	extSparseClamp
	extConservativeDepth
	extShadingRate
	extDeviceGroup
	extDebugPrintf
	extEarlyLate
	extIntegerMix
	extDrawBuffers
	extGPUShader4
	extAtomicCounters
	extAtomicCounterOps
	extVulkanMemoryNV
	extGatherBiasLod
	extPrimitiveIDES
	extCooperative
	extShaderClock
	extRealtimeClock
	extSamplesIdentical
	extIntDot
	extExpectAssume
	extMaximalReconvergence
	extUniformControlFlow
	extUnderestimation
	extSMBuiltins
	extCoresARM
	extRayMotion
	extRayClusters
	extRaySpheres
	extRayMicromaps
	extHitObjects
	extHitObjectsNV
	extPassthrough
	extIntrinsics
	extStereoViews
	extPerView
	numExtensions
)

var extensionNames = [numExtensions]string{
	extGPUShader5:                   "GL_ARB_gpu_shader5",
	extGPUShader5ES:                 "GL_EXT_gpu_shader5",
	extGPUShader5OES:                "GL_OES_gpu_shader5",
	extFP64:                         "GL_ARB_gpu_shader_fp64",
	extAttrib64:                     "GL_ARB_vertex_attrib_64bit",
	extInt64:                        "GL_ARB_gpu_shader_int64",
	extTextureGather:                "GL_ARB_texture_gather",
	extTextureCubeMapArray:          "GL_ARB_texture_cube_map_array",
	extTextureCubeMapArrayES:        "GL_EXT_texture_cube_map_array",
	extTextureCubeMapArrayOES:       "GL_OES_texture_cube_map_array",
	extTextureRectangle:             "GL_ARB_texture_rectangle",
	extTextureMultisample:           "GL_ARB_texture_multisample",
	extTextureStorageMultisampleOES: "GL_OES_texture_storage_multisample_2d_array",
	extTextureBufferES:              "GL_EXT_texture_buffer",
	extTextureBufferOES:             "GL_OES_texture_buffer",
	extTextureQueryLod:              "GL_ARB_texture_query_lod",
	extTextureQueryLevels:           "GL_ARB_texture_query_levels",
	extTextureSamples:               "GL_ARB_shader_texture_image_samples",
	extShaderTextureLod:             "GL_ARB_shader_texture_lod",
	extShaderTextureLodES:           "GL_EXT_shader_texture_lod",
	extShadowSamplersES:             "GL_EXT_shadow_samplers",
	extTexture3DOES:                 "GL_OES_texture_3D",
	extImageLoadStore:               "GL_ARB_shader_image_load_store",
	extImageSize:                    "GL_ARB_shader_image_size",
	extImageAtomicOES:               "GL_OES_shader_image_atomic",
	extInterlock:                    "GL_ARB_fragment_shader_interlock",
	extInterlockNV:                  "GL_NV_fragment_shader_interlock",
	extStorageBuffer:                "GL_ARB_shader_storage_buffer_object",
	extComputeShader:                "GL_ARB_compute_shader",
	extShadingLanguage420:           "GL_ARB_shading_language_420pack",
	extShadingLanguagePacking:       "GL_ARB_shading_language_packing",
	extExplicitAttrib:               "GL_ARB_explicit_attrib_location",
	extExplicitUniform:              "GL_ARB_explicit_uniform_location",
	extSeparateObjects:              "GL_ARB_separate_shader_objects",
	extEnhancedLayouts:              "GL_ARB_enhanced_layouts",
	extBitEncoding:                  "GL_ARB_shader_bit_encoding",
	extUniformBuffer:                "GL_ARB_uniform_buffer_object",
	extDerivativesOES:               "GL_OES_standard_derivatives",
	extFragDepthES:                  "GL_EXT_frag_depth",
	extDerivativeControl:            "GL_ARB_derivative_control",
	extDrawInstanced:                "GL_ARB_draw_instanced",
	extDrawInstancedES:              "GL_EXT_draw_instanced",
	extDrawParameters:               "GL_ARB_shader_draw_parameters",
	extSampleShading:                "GL_ARB_sample_shading",
	extSampleVariablesOES:           "GL_OES_sample_variables",
	extInterpolationOES:             "GL_OES_shader_multisample_interpolation",
	extClipCullES:                   "GL_EXT_clip_cull_distance",
	extClipCullAPPLE:                "GL_APPLE_clip_distance",
	extCullDistance:                 "GL_ARB_cull_distance",
	extBlendFuncExtendedES:          "GL_EXT_blend_func_extended",
	extFramebufferFetchES:           "GL_EXT_shader_framebuffer_fetch",
	extExternalImage:                "GL_OES_EGL_image_external",
	extExternalImageES3:             "GL_OES_EGL_image_external_essl3",
	extExplicitArithmetic:           "GL_EXT_shader_explicit_arithmetic_types",
	extExplicitInt8:                 "GL_EXT_shader_explicit_arithmetic_types_int8",
	extExplicitInt16:                "GL_EXT_shader_explicit_arithmetic_types_int16",
	extExplicitInt32:                "GL_EXT_shader_explicit_arithmetic_types_int32",
	extExplicitInt64:                "GL_EXT_shader_explicit_arithmetic_types_int64",
	extExplicitFloat16:              "GL_EXT_shader_explicit_arithmetic_types_float16",
	extExplicitFloat32:              "GL_EXT_shader_explicit_arithmetic_types_float32",
	extExplicitFloat64:              "GL_EXT_shader_explicit_arithmetic_types_float64",
	ext8BitStorage:                  "GL_EXT_shader_8bit_storage",
	ext16BitStorage:                 "GL_EXT_shader_16bit_storage",
	extHalfFloatAMD:                 "GL_AMD_gpu_shader_half_float",
	extInt16AMD:                     "GL_AMD_gpu_shader_int16",
	extAtomicInt64:                  "GL_EXT_shader_atomic_int64",
	extAtomicInt64NV:                "GL_NV_shader_atomic_int64",
	extAtomicFloat:                  "GL_EXT_shader_atomic_float",
	extAtomicFloat2:                 "GL_EXT_shader_atomic_float2",
	extImageInt64:                   "GL_EXT_shader_image_int64",
	extSubgroupBasic:                "GL_KHR_shader_subgroup_basic",
	extSubgroupVote:                 "GL_KHR_shader_subgroup_vote",
	extSubgroupArithmetic:           "GL_KHR_shader_subgroup_arithmetic",
	extSubgroupBallot:               "GL_KHR_shader_subgroup_ballot",
	extSubgroupShuffle:              "GL_KHR_shader_subgroup_shuffle",
	extSubgroupShuffleRelative:      "GL_KHR_shader_subgroup_shuffle_relative",
	extSubgroupClustered:            "GL_KHR_shader_subgroup_clustered",
	extSubgroupQuad:                 "GL_KHR_shader_subgroup_quad",
	extSubgroupExtended8:            "GL_EXT_shader_subgroup_extended_types_int8",
	extSubgroupExtended16:           "GL_EXT_shader_subgroup_extended_types_int16",
	extSubgroupExtended64:           "GL_EXT_shader_subgroup_extended_types_int64",
	extSubgroupExtendedFloat16:      "GL_EXT_shader_subgroup_extended_types_float16",
	extSubgroupPartitioned:          "GL_NV_shader_subgroup_partitioned",
	extShaderBallot:                 "GL_ARB_shader_ballot",
	extGroupVote:                    "GL_ARB_shader_group_vote",
	extGroupVoteEXT:                 "GL_EXT_shader_group_vote",
	extNonuniform:                   "GL_EXT_nonuniform_qualifier",
	extScalarBlock:                  "GL_EXT_scalar_block_layout",
	extSharedBlock:                  "GL_EXT_shared_memory_block",
	extMemoryScope:                  "GL_KHR_memory_scope_semantics",
	extBufferReference:              "GL_EXT_buffer_reference",
	extBufferReference2:             "GL_EXT_buffer_reference2",
	extBufferReferenceVector:        "GL_EXT_buffer_reference_uvec2",
	extDemote:                       "GL_EXT_demote_to_helper_invocation",
	extRayQuery:                     "GL_EXT_ray_query",
	extRayTracing:                   "GL_EXT_ray_tracing",
	extRayTracingNV:                 "GL_NV_ray_tracing",
	extMesh:                         "GL_EXT_mesh_shader",
	extMeshNV:                       "GL_NV_mesh_shader",
	extTessellation:                 "GL_EXT_tessellation_shader",
	extRayFlagsCulling:              "GL_EXT_ray_flags_primitive_culling",
	extRayPosition:                  "GL_EXT_ray_tracing_position_fetch",
	extMultiview:                    "GL_EXT_multiview",
	extMultiviewOVR:                 "GL_OVR_multiview",
	extMultiviewOVR2:                "GL_OVR_multiview2",
	extBarycentric:                  "GL_EXT_fragment_shader_barycentric",
	extBarycentricNV:                "GL_NV_fragment_shader_barycentric",
	extViewportLayerArray:           "GL_ARB_shader_viewport_layer_array",
	extViewportLayerVertex:          "GL_NV_viewport_array2",
	extStencilExport:                "GL_ARB_shader_stencil_export",
	extSamplerless:                  "GL_EXT_samplerless_texture_functions",
	extLoadFormatted:                "GL_EXT_shader_image_load_formatted",
	extControlFlow:                  "GL_EXT_control_flow_attributes",
	extIncludeGoogle:                "GL_GOOGLE_include_directive",
	extIncludeARB:                   "GL_ARB_shading_language_include",
	extNullInitializer:              "GL_EXT_null_initializer",
	extTerminate:                    "GL_EXT_terminate_invocation",
	extImplicitConversionsES:        "GL_EXT_shader_implicit_conversions",
	extArraysOfArrays:               "GL_ARB_arrays_of_arrays",
	extIOBlocksES:                   "GL_EXT_shader_io_blocks",
	extIOBlocksOES:                  "GL_OES_shader_io_blocks",
	extShaderBitEncoding:            "GL_EXT_shader_bit_encoding",
	extPostDepth:                    "GL_ARB_post_depth_coverage",
	extPostDepthEXT:                 "GL_EXT_post_depth_coverage",
	extComputeDerivativesNV:         "GL_NV_compute_shader_derivatives",
	extSparseTexture2:               "GL_ARB_sparse_texture2",
	extSparseClamp:                  "GL_ARB_sparse_texture_clamp",
	extComputeDerivatives:           "GL_KHR_compute_shader_derivatives",
	extConservativeDepth:            "GL_ARB_conservative_depth",
	extShadingRate:                  "GL_EXT_fragment_shading_rate",
	extDeviceGroup:                  "GL_EXT_device_group",
	extDebugPrintf:                  "GL_EXT_debug_printf",
	extEarlyLate:                    "GL_AMD_shader_early_and_late_fragment_tests",
	extIntegerMix:                   "GL_EXT_shader_integer_mix",
	extDrawBuffers:                  "GL_EXT_draw_buffers",
	extGPUShader4:                   "GL_EXT_gpu_shader4",
	extAtomicCounters:               "GL_ARB_shader_atomic_counters",
	extAtomicCounterOps:             "GL_ARB_shader_atomic_counter_ops",
	extVulkanMemoryNV:               "GL_KHR_vulkan_glsl",
	extGatherBiasLod:                "GL_AMD_texture_gather_bias_lod",
	extPrimitiveIDES:                "GL_EXT_geometry_shader",
	extCooperative:                  "GL_KHR_cooperative_matrix",
	extShaderClock:                  "GL_ARB_shader_clock",
	extRealtimeClock:                "GL_EXT_shader_realtime_clock",
	extSamplesIdentical:             "GL_EXT_shader_samples_identical",
	extIntDot:                       "GL_EXT_integer_dot_product",
	extExpectAssume:                 "GL_EXT_expect_assume",
	extMaximalReconvergence:         "GL_EXT_maximal_reconvergence",
	extUniformControlFlow:           "GL_EXT_subgroup_uniform_control_flow",
	extUnderestimation:              "GL_NV_conservative_raster_underestimation",
	extSMBuiltins:                   "GL_NV_shader_sm_builtins",
	extCoresARM:                     "GL_ARM_shader_core_builtins",
	extRayMotion:                    "GL_NV_ray_tracing_motion_blur",
	extRayClusters:                  "GL_NV_cluster_acceleration_structure",
	extRaySpheres:                   "GL_NV_linear_swept_spheres",
	extRayMicromaps:                 "GL_NV_displacement_micromap",
	extHitObjects:                   "GL_EXT_shader_invocation_reorder",
	extHitObjectsNV:                 "GL_NV_shader_invocation_reorder",
	extPassthrough:                  "GL_NV_geometry_shader_passthrough",
	extIntrinsics:                   "GL_EXT_spirv_intrinsics",
	extStereoViews:                  "GL_NV_stereo_view_rendering",
	extPerView:                      "GL_NVX_multiview_per_view_attributes",
}

// sameExtension has extensions with the features of another one.
var sameExtension = [...]struct {
	name string
	x    extension
}{
	{"GL_NV_gpu_shader5", extGPUShader5},
	{"GL_NV_shader_buffer_load", noExtension},
	{"GL_ARB_shader_precision", noExtension},
	{"GL_ARB_fragment_coord_conventions", noExtension},
	{"GL_ARB_uniform_buffer_object", extUniformBuffer},
	{"GL_EXT_texture_array", noExtension},
	{"GL_ARB_fragment_shader_interlock", extInterlock},
	{"GL_NV_fragment_shader_interlock", extInterlockNV},
	{"GL_EXT_Cg_shader", noExtension},
	{"GL_ARB_draw_buffers", noExtension},
	{"GL_ARB_robust_buffer_access_behavior", noExtension},
	{"GL_EXT_texture_shadow_lod", noExtension},
	{"GL_NV_image_formats", noExtension},
	{"GL_GOOGLE_cpp_style_line_directive", noExtension},
	{"GL_EXT_separate_shader_objects", extSeparateObjects},
	{"GL_NV_shader_noperspective_interpolation", noExtension},
	{"GL_EXT_conservative_depth", extConservativeDepth},
	{"GL_AMD_conservative_depth", extConservativeDepth},
	{"GL_EXT_clip_distance", extClipCullES},
	{"GL_ANDROID_extension_pack_es31a", extGPUShader5ES},
	{"GL_AMD_shader_trinary_minmax", noExtension},
	{"GL_AMD_vertex_shader_layer", extViewportLayerArray},
	{"GL_AMD_vertex_shader_viewport_index", extViewportLayerArray},
	{"GL_ARB_fragment_layer_viewport", extViewportLayerArray},
	{"GL_EXT_shader_texture_image_samples", extTextureSamples},
	{"GL_OES_shader_multisample_interpolation", extInterpolationOES},
	{"GL_EXT_shader_explicit_arithmetic_types", extExplicitArithmetic},
	{"GL_ARB_texture_buffer_object", noExtension},
	{"GL_EXT_texture_query_lod", extTextureQueryLod},
	{"GL_EXT_YUV_target", noExtension},
	{"GL_EXT_primitive_bounding_box", noExtension},
	{"GL_OES_primitive_bounding_box", noExtension},
	{"GL_EXT_shader_non_constant_global_initializers", noExtension},
	{"GL_EXT_ray_cull_mask", noExtension},
	{"GL_OES_geometry_shader", extPrimitiveIDES},
	{"GL_OES_tessellation_shader", extTessellation},
	{"GL_ARB_tessellation_shader", extTessellation},
	{"GL_EXT_geometry_point_size", noExtension},
	{"GL_EXT_tessellation_point_size", noExtension},
}

// extensionIndex finds an extension by its name.
var extensionIndex map[string]extension

func makeExtensionIndex() map[string]extension {
	index := make(map[string]extension, 2*len(extensionNames))
	for _, same := range sameExtension {
		index[same.name] = same.x
	}
	for x, name := range extensionNames {
		if name != "" {
			index[name] = extension(x)
		}
	}
	return index
}

// impliedExtensions are enabled together with an extension.
var impliedExtensions = [numExtensions][]extension{
	extExplicitArithmetic: {extExplicitInt8, extExplicitInt16, extExplicitInt32, extExplicitInt64,
		extExplicitFloat16, extExplicitFloat32, extExplicitFloat64},
	extBufferReference2:        {extBufferReference},
	extBufferReferenceVector:   {extBufferReference},
	extSubgroupVote:            {extSubgroupBasic},
	extSubgroupArithmetic:      {extSubgroupBasic},
	extSubgroupBallot:          {extSubgroupBasic},
	extSubgroupShuffle:         {extSubgroupBasic},
	extSubgroupShuffleRelative: {extSubgroupBasic},
	extSubgroupClustered:       {extSubgroupBasic},
	extSubgroupQuad:            {extSubgroupBasic},
	extSubgroupPartitioned:     {extSubgroupBasic},
	extGPUShader5OES:           {extGPUShader5ES},
	extTextureCubeMapArrayOES:  {extTextureCubeMapArrayES},
	extTextureBufferOES:        {extTextureBufferES},
	extMultiviewOVR2:           {extMultiviewOVR},
}

// A refusal names a feature that is recognized and not supported, and its extension.
type refusal struct{ name, feature string }

// refused looks for a name.
func refused(list []refusal, name string) (feature string, ok bool) {
	for i := range list {
		if list[i].name == name {
			return list[i].feature, true
		}
	}
	return "", false
}

// refusedExtensions names features that this front end doesn't accept: requiring one of the
// extensions, or using its features, is an error.
var refusedExtensions = [...]refusal{
	{"GL_INTEL_fragment_shader_ordering", "fragment shader interlock"},
	{"GL_NV_cooperative_matrix", "cooperative matrices"},
	{"GL_NV_cooperative_matrix2", "cooperative matrices"},
	{"GL_ARB_bindless_texture", "bindless textures"},
	{"GL_NV_bindless_texture", "bindless textures"},
	{"GL_AMD_shader_ballot", "AMD's ballot functions"},
	{"GL_AMD_shader_explicit_vertex_parameter", "explicit vertex parameters"},
	{"GL_AMD_gcn_shader", "AMD's shader functions"},
	{"GL_NV_shading_rate_image", "shading rate images"},
	{"GL_EXT_fragment_invocation_density", "fragment invocation density"},
	{"GL_EXT_opacity_micromap_ray_query_mode", "opacity micromaps"},
	{"GL_QCOM_image_processing", "image processing"},
	{"GL_EXT_shader_tile_image", "tile images"},
	{"GL_ARB_shader_subroutine", "subroutines"},
	{"GL_EXT_shader_image_load_store", "the images of GL_EXT_shader_image_load_store"},
	{"GL_ARB_geometry_shader4", "geometry shaders"},
	{"GL_HUAWEI_cluster_culling_shader", "cluster culling shaders"},
	{"GL_AMD_texture_gather_bias_lod", "gathering with a bias or level"},
	{"GL_EXT_shader_framebuffer_fetch", "framebuffer fetch"},
	{"GL_EXT_shader_framebuffer_fetch_non_coherent", "framebuffer fetch"},
	{"GL_ARM_shader_framebuffer_fetch", "framebuffer fetch"},
}
