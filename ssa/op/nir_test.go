package op_test

// This file holds the names of NIR's opcodes (Mesa 22.3), of its intrinsics but for
// those of one vendor's hardware, and of its texture operations, and what stands here
// for each.

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"refract/ssa/op"
)

// nirNames are the names, by family. Where a family has forms, its names stand for
// each of them: in a form, * is the name.
var nirNames = []struct {
	family string
	forms  string
	names  string
}{
	{"move/vec", "*", "mov vec2 vec3 vec4 vec5 vec8 vec16"},
	{"float arithmetic", "*", "fneg fsign fabs fsat frcp frsq fsqrt fexp2 flog2 ftrunc fceil ffloor ffract fround_even fquantize2f16 fsin fcos " +
		"frexp_exp frexp_sig fadd fsub fmul fmulz fdiv fmod frem fmin fmax fpow ldexp ffma ffmaz flrp fisnormal fisfinite " +
		"fisfinite32"},
	{"integer arithmetic", "*", "ineg isign iabs iadd iadd_sat uadd_sat isub_sat usub_sat isub uabs_isub uabs_usub imul imul_2x32_64 umul_2x32_64 " +
		"imul_high umul_high umul_low imul_32x16 umul_32x16 idiv udiv uadd_carry usub_borrow ihadd uhadd irhadd urhadd " +
		"umod irem imod imin umin imax umax iadd3 amul imul24 umad24 umul24 imul24_relaxed umad24_relaxed umul24_relaxed"},
	{"bitwise/shift/bitfield", "*", "inot bitfield_reverse bit_count ufind_msb ufind_msb_rev uclz ifind_msb ifind_msb_rev find_lsb ishl ishr ushr " +
		"urol uror iand ior ixor bfm extract_u8 extract_i8 extract_u16 extract_i16 insert_u8 insert_u16 bfi " +
		"bitfield_select ubfe ibfe ubitfield_extract ibitfield_extract bitfield_insert"},
	{"compare", "*", "flt flt8 flt16 flt32 fge fge8 fge16 fge32 feq feq8 feq16 feq32 fneu fneu8 fneu16 fneu32 ilt ilt8 ilt16 ilt32 ige " +
		"ige8 ige16 ige32 ieq ieq8 ieq16 ieq32 ine ine8 ine16 ine32 ult ult8 ult16 ult32 uge uge8 uge16 uge32 slt sge seq " +
		"sne"},
	{"select", "*", "fcsel bcsel b8csel b16csel b32csel i32csel_gt i32csel_ge fcsel_gt fcsel_ge"},
	{"conversion", "*", "i2f16 i2f32 i2f64 i2i1 i2i8 i2i16 i2i32 i2i64 i2b1 i2b8 i2b16 i2b32 u2f16 u2f32 u2f64 u2u1 u2u8 u2u16 u2u32 " +
		"u2u64 f2i1 f2i8 f2i16 f2i32 f2i64 f2u1 f2u8 f2u16 f2u32 f2u64 f2f16_rtne f2f16_rtz f2f16 f2f32 f2f64 f2b1 f2b8 " +
		"f2b16 f2b32 b2f16 b2f32 b2f64 b2i1 b2i8 b2i16 b2i32 b2i64 b2b1 b2b8 b2b16 b2b32 f2fmp i2imp f2imp f2ump i2fmp " +
		"u2fmp"},
	{"pack/unpack", "*", "pack_snorm_2x16 pack_snorm_4x8 pack_unorm_2x16 pack_unorm_4x8 pack_half_2x16 unpack_snorm_2x16 unpack_snorm_4x8 " +
		"unpack_unorm_2x16 unpack_unorm_4x8 unpack_half_2x16 pack_uint_2x16 pack_sint_2x16 pack_uvec2_to_uint " +
		"pack_uvec4_to_uint pack_32_4x8 pack_32_2x16 pack_64_2x32 pack_64_4x16 unpack_64_2x32 unpack_64_4x16 " +
		"unpack_32_2x16 unpack_32_4x8 unpack_half_2x16_flush_to_zero unpack_half_2x16_split_x unpack_half_2x16_split_y " +
		"unpack_half_2x16_split_x_flush_to_zero unpack_half_2x16_split_y_flush_to_zero unpack_32_2x16_split_x " +
		"unpack_32_2x16_split_y unpack_64_2x32_split_x unpack_64_2x32_split_y pack_half_2x16_split pack_64_2x32_split " +
		"pack_32_2x16_split pack_32_4x8_split"},
	{"derivative", "*", "fddx fddy fddx_fine fddy_fine fddx_coarse fddy_coarse"},
	{"reduction/horizontal", "*", "fsum2 fsum3 fsum4 ball_fequal2 ball_fequal4 ball_fequal8 ball_fequal16 ball_fequal3 ball_fequal5 b8all_fequal2 " +
		"b8all_fequal4 b8all_fequal8 b8all_fequal16 b8all_fequal3 b8all_fequal5 b16all_fequal2 b16all_fequal4 " +
		"b16all_fequal8 b16all_fequal16 b16all_fequal3 b16all_fequal5 b32all_fequal2 b32all_fequal4 b32all_fequal8 " +
		"b32all_fequal16 b32all_fequal3 b32all_fequal5 bany_fnequal2 bany_fnequal4 bany_fnequal8 bany_fnequal16 " +
		"bany_fnequal3 bany_fnequal5 b8any_fnequal2 b8any_fnequal4 b8any_fnequal8 b8any_fnequal16 b8any_fnequal3 " +
		"b8any_fnequal5 b16any_fnequal2 b16any_fnequal4 b16any_fnequal8 b16any_fnequal16 b16any_fnequal3 b16any_fnequal5 " +
		"b32any_fnequal2 b32any_fnequal4 b32any_fnequal8 b32any_fnequal16 b32any_fnequal3 b32any_fnequal5 ball_iequal2 " +
		"ball_iequal4 ball_iequal8 ball_iequal16 ball_iequal3 ball_iequal5 b8all_iequal2 b8all_iequal4 b8all_iequal8 " +
		"b8all_iequal16 b8all_iequal3 b8all_iequal5 b16all_iequal2 b16all_iequal4 b16all_iequal8 b16all_iequal16 " +
		"b16all_iequal3 b16all_iequal5 b32all_iequal2 b32all_iequal4 b32all_iequal8 b32all_iequal16 b32all_iequal3 " +
		"b32all_iequal5 bany_inequal2 bany_inequal4 bany_inequal8 bany_inequal16 bany_inequal3 bany_inequal5 " +
		"b8any_inequal2 b8any_inequal4 b8any_inequal8 b8any_inequal16 b8any_inequal3 b8any_inequal5 b16any_inequal2 " +
		"b16any_inequal4 b16any_inequal8 b16any_inequal16 b16any_inequal3 b16any_inequal5 b32any_inequal2 b32any_inequal4 " +
		"b32any_inequal8 b32any_inequal16 b32any_inequal3 b32any_inequal5 fall_equal2 fall_equal4 fall_equal8 " +
		"fall_equal16 fall_equal3 fall_equal5 fany_nequal2 fany_nequal4 fany_nequal8 fany_nequal16 fany_nequal3 " +
		"fany_nequal5 fdot2 fdot4 fdot8 fdot16 fdot3 fdot5 fdot2_replicated fdot4_replicated fdot8_replicated " +
		"fdot16_replicated fdot3_replicated fdot5_replicated fdph fdph_replicated"},
	{"integer dot/sad", "*", "sad_u8x4 sdot_4x8_iadd udot_4x8_uadd sudot_4x8_iadd sdot_4x8_iadd_sat udot_4x8_uadd_sat sudot_4x8_iadd_sat " +
		"sdot_2x16_iadd udot_2x16_uadd sdot_2x16_iadd_sat udot_2x16_uadd_sat"},
	{"vendor", "*", "cube_face_coord_amd cube_face_index_amd imadsh_mix16 imad24_ir3 cube_r600 fsin_amd fcos_amd fsin_agx " +
		"usadd_4x8_vc4 ussub_4x8_vc4 umin_4x8_vc4 umax_4x8_vc4 umul_unorm_4x8_vc4 fsat_signed_mali fclamp_pos_mali " +
		"fddx_must_abs_mali fddy_must_abs_mali pack_double_2x32_dxil unpack_double_2x32_dxil"},
	{"system values", "load_*", "frag_coord point_coord line_coord front_face vertex_id vertex_id_zero_base first_vertex is_indexed_draw " +
		"base_vertex instance_id base_instance draw_id sample_id sample_id_no_per_sample sample_pos sample_pos_or_center " +
		"sample_mask_in primitive_id invocation_id tess_coord tess_level_outer tess_level_inner tess_level_outer_default " +
		"tess_level_inner_default patch_vertices_in local_invocation_id local_invocation_index workgroup_id " +
		"workgroup_id_zero_base workgroup_index base_workgroup_id user_clip_plane num_workgroups num_vertices " +
		"helper_invocation layer_id view_index subgroup_size subgroup_invocation subgroup_eq_mask subgroup_ge_mask " +
		"subgroup_gt_mask subgroup_le_mask subgroup_lt_mask num_subgroups subgroup_id workgroup_size global_invocation_id " +
		"global_invocation_id_zero_base base_global_invocation_id global_invocation_index work_dim line_width " +
		"aa_line_width scratch_base_ptr constant_base_ptr shared_base_ptr global_base_ptr xfb_address ray_launch_id " +
		"ray_launch_size ray_world_origin ray_world_direction ray_object_origin ray_object_direction ray_t_min ray_t_max " +
		"ray_object_to_world ray_world_to_object ray_hit_kind ray_flags ray_geometry_index ray_instance_custom_index " +
		"shader_record_ptr cull_mask viewport_x_scale viewport_y_scale viewport_z_scale viewport_x_offset " +
		"viewport_y_offset viewport_z_offset viewport_scale viewport_offset viewport_xy_scale_and_offset " +
		"blend_const_color_r_float blend_const_color_g_float blend_const_color_b_float blend_const_color_a_float " +
		"blend_const_color_rgba blend_const_color_rgba8888_unorm blend_const_color_aaaa8888_unorm color0 color1 " +
		"printf_buffer_address mesh_view_count task_ib_addr task_ib_stride"},
	{"misc", "*", "nop convert_alu_types is_sparse_texels_resident sparse_residency_code_and shader_clock printf"},
	{"deref/variable", "*", "load_param load_deref store_deref copy_deref memcpy_deref interp_deref_at_centroid interp_deref_at_sample " +
		"interp_deref_at_offset interp_deref_at_vertex deref_buffer_array_length get_ssbo_size get_ubo_size deref_mode_is " +
		"addr_mode_is"},
	{"kill/demote", "*", "discard demote is_helper_invocation terminate discard_if demote_if terminate_if"},
	{"barriers/interlock", "*", "control_barrier memory_barrier scoped_barrier group_memory_barrier memory_barrier_atomic_counter " +
		"memory_barrier_buffer memory_barrier_image memory_barrier_shared begin_invocation_interlock " +
		"end_invocation_interlock memory_barrier_tcs_patch"},
	{"subgroup/quad", "*", "ballot read_invocation read_first_invocation elect first_invocation last_invocation vote_any vote_all vote_feq " +
		"vote_ieq ballot_bitfield_extract ballot_bit_count_reduce ballot_bit_count_inclusive ballot_bit_count_exclusive " +
		"ballot_find_lsb ballot_find_msb shuffle shuffle_xor shuffle_up shuffle_down quad_broadcast quad_swap_horizontal " +
		"quad_swap_vertical quad_swap_diagonal reduce inclusive_scan exclusive_scan"},
	{"GS/mesh", "*", "emit_vertex end_primitive emit_vertex_with_counter end_primitive_with_counter set_vertex_and_primitive_count " +
		"launch_mesh_workgroups launch_mesh_workgroups_with_payload_deref"},
	{"ray tracing", "*", "trace_ray report_ray_intersection ignore_ray_intersection accept_ray_intersection terminate_ray execute_callable " +
		"rq_initialize rq_terminate rq_proceed rq_generate_intersection rq_confirm_intersection rq_load rt_resume " +
		"rt_execute_callable rt_trace_ray"},
	{"atomic counters", "*", "atomic_counter_inc_deref atomic_counter_inc atomic_counter_pre_dec_deref atomic_counter_pre_dec " +
		"atomic_counter_post_dec_deref atomic_counter_post_dec atomic_counter_read_deref atomic_counter_read " +
		"atomic_counter_add_deref atomic_counter_add atomic_counter_min_deref atomic_counter_min atomic_counter_max_deref " +
		"atomic_counter_max atomic_counter_and_deref atomic_counter_and atomic_counter_or_deref atomic_counter_or " +
		"atomic_counter_xor_deref atomic_counter_xor atomic_counter_exchange_deref atomic_counter_exchange " +
		"atomic_counter_comp_swap_deref atomic_counter_comp_swap"},
	{"images", "image_deref_* image_* bindless_image_*", "load sparse_load store atomic_add atomic_imin atomic_umin atomic_imax atomic_umax atomic_and atomic_or " +
		"atomic_xor atomic_exchange atomic_comp_swap atomic_fadd atomic_fmin atomic_fmax size samples atomic_inc_wrap " +
		"atomic_dec_wrap samples_identical format order"},
	{"Vulkan descriptors", "*", "vulkan_resource_index vulkan_resource_reindex load_vulkan_descriptor"},
	{"memory atomics", "deref_atomic_* ssbo_atomic_* shared_atomic_* task_payload_atomic_* global_atomic_* global_atomic_*_2x32", "add and comp_swap exchange fadd fcomp_swap fmax fmin imax imin or umax umin xor"},
	{"barycentrics", "*", "load_barycentric_pixel load_barycentric_centroid load_barycentric_sample load_barycentric_model " +
		"load_barycentric_at_sample load_barycentric_at_offset"},
	{"lowered IO / memory", "*", "load_sample_pos_from_id load_texture_rect_scaling load_fs_input_interp_deltas load_uniform load_ubo " +
		"load_ubo_vec4 load_input load_input_vertex load_per_vertex_input load_interpolated_input load_ssbo " +
		"load_ssbo_address load_output load_per_vertex_output load_per_primitive_output load_shared load_task_payload " +
		"load_push_constant load_constant load_global load_global_2x32 load_global_constant load_global_constant_offset " +
		"load_global_constant_bounded load_kernel_input load_scratch store_output store_per_vertex_output " +
		"store_per_primitive_output store_ssbo store_shared store_task_payload store_global store_global_2x32 " +
		"store_scratch load_stack store_stack load_frag_shading_rate load_mesh_view_indices load_preamble store_preamble " +
		"load_point_coord_maybe_flipped"},
	{"texture operations", "*", "tex txb txl txd txf txf_ms txf_ms_fb txf_ms_mcs_intel txs lod tg4 query_levels texture_samples samples_identical " +
		"tex_prefetch fragment_fetch_amd fragment_mask_fetch_amd descriptor_amd"},
	{"instructions that are no opcodes", "*", "load_const ssa_undef phi parallel_copy call return break continue halt goto goto_if load_reg store_reg"},
}

const (
	wide      = "not needed: vectors have at most four components"
	vendor    = "not needed: an opcode of one vendor's hardware"
	byVertex  = "not needed: stages with values of several vertices or primitives keep variables, `load` and `store`"
	system    = "`load_system_value`"
	parameter = "a parameter of the entry point: `param`"
	piped     = "`pipeline`"
	legacy    = "not needed: state of OpenGL's fixed functions"
	driver    = "not needed: addresses and counts that a driver makes up"
	sparse    = "`tex`, `txf` and `image_load`, with the field `residency`"
	byNumber  = "not needed: variables name images, and elements of arrays of them have derefs"
	kernels   = "not needed: of OpenCL's kernels"
	counters  = "not needed: OpenGL's atomic counters; `atomic` on storage"
)

// nirRules say what stands for names, which must match a rule from end to end. The
// first that matches counts. A name that an operation has too needs none.
var nirRules = [][2]string{
	// Opcodes.
	{"vec[234]", "`vec`"},
	{"vec(5|8|16)", wide},
	{"fquantize2f16", "`fquantize_to_f16`"},
	{"frexp_exp", "`ffrexp_exp`, or with the significand `ffrexp`"},
	{"frexp_sig", "`ffrexp_sig`, or with the exponent `ffrexp`"},
	{"ldexp", "`fldexp`"},
	{"flrp", "`fmix`"},
	{"fisnormal|fisfinite|fisfinite32", "`fisnan`, `fisinf` and `flt`"},
	{"fmulz|ffmaz", "function ZeroProduct of package build"},
	{"uabs_isub", "`imax`, `imin` and `isub`"},
	{"uabs_usub", "`umax`, `umin` and `isub`"},
	{"imul_2x32_64", "`imul_extended`"},
	{"umul_2x32_64", "`umul_extended`"},
	{"umul_low|[iu]mul_32x16", "function Product16 of package build"},
	{"amul", "`imul`: pass address-products finds products that addresses are made of"},
	{"imul24_relaxed", "`imul24`"},
	{"umul24_relaxed", "`umul24`"},
	{"umad24(_relaxed)?", "`umul24` and `iadd`"},
	{"umod", "`urem`"},
	{"imod", "function Modulo of package build"},
	{"[iu]r?hadd", "function Halving of package build"},
	{"iadd3", "`iadd`, twice"},
	{"bitfield_reverse", "`bit_reverse`"},
	{"ufind_msb_rev", "`uclz`"},
	{"ifind_msb_rev", "`ifind_msb` and `isub`"},
	{"bfm", "`ishl` and `isub`"},
	{"extract_u(8|16)|ubitfield_extract", "`ubfe`"},
	{"extract_i(8|16)|ibitfield_extract", "`ibfe`"},
	{"insert_u(8|16)|bitfield_insert", "`bfi`"},
	{"bitfield_select", "`bit_select`"},
	{"(flt|fge)(8|16|32)", "`flt_mask`, `fle_mask`"},
	{"(feq|fneu)(8|16|32)", "`feq_mask`, `fneu_mask`"},
	{"(ilt|ige|ult|uge)(8|16|32)", "`ilt_mask`, `ile_mask`, `ult_mask`, `ule_mask`"},
	{"(ieq|ine)(8|16|32)", "`ieq_mask`, `ine_mask`"},
	{"b(8|16|32)csel", "`csel_mask`"},
	{"fge", "`fle`, its sources exchanged"},
	{"ige", "`ile`, its sources exchanged"},
	{"uge", "`ule`, its sources exchanged"},
	{"i32csel_g[te]|fcsel_g[te]", "a comparison and `bcsel`"},
	{"i2f\\d+", "`i2f`"},
	{"u2f\\d+", "`u2f`"},
	{"i2i\\d+", "`i2i`"},
	{"u2u\\d+", "`u2u`"},
	{"f2i\\d+", "`f2i`"},
	{"f2u\\d+", "`f2u`"},
	{"f2f16_rtz", "`convert`, with the field `rounding`"},
	{"f2f(16(_rtne)?|32|64)", "`f2f`"},
	{"[if]2b1", "`i2b`, `f2b`"},
	{"([if]2|b2)b(1|8|16|32)", "`f2b` or `i2b`, and `bool_mask` or `mask_bool`"},
	{"b2f\\d+", "`b2f`"},
	{"b2i\\d+", "`b2i`"},
	{"(f2f|i2i|f2i|f2u|i2f|u2f)mp", "`f2f`, `i2i`, `f2i`, `f2u`, `i2f` or `u2f`: pass mediump makes them"},
	{"pack_(uint|sint)_2x16|pack_uvec[24]_to_uint", "function PackInts of package build"},
	{"unpack_half_2x16_(split_[xy]_)?flush_to_zero", "function UnpackHalvesFlushed of package build"},
	{"unpack_half_2x16_split_[xy]", "`unpack_half_2x16`, of which a component is read"},
	{"pack_half_2x16_split", "`vec` and `pack_half_2x16`"},
	{"pack_(32_4x8|32_2x16|64_2x32)_split", "`vec` and `bitcast`"},
	{"unpack_(32_2x16|64_2x32)_split_[xy]", "`bitcast`, of which a component is read"},
	{"(un)?pack_(32|64)_\\d+x\\d+", "`bitcast`"},
	{"fdd[xy](_fine|_coarse)?", "`derivative`, with the fields `axis` and `control`"},
	{"fsum[234]", "`fadd`"},
	{"b(8|16|32)(all|any)_.*(5|8|16)", wide},
	{"b(8|16|32)(all|any)_.*", "`feq`, `ieq`, `fneu` or `ine`, then `ball` or `bany`, and `bool_mask`"},
	{"(ball_[fi]equal|bany_f?i?nequal|fall_equal|fany_nequal|fdot)(5|8|16)|fdot(5|8|16)_replicated", wide},
	{"ball_fequal[234]", "`feq` and `ball`"},
	{"ball_iequal[234]", "`ieq` and `ball`"},
	{"bany_fnequal[234]", "`fneu` and `bany`"},
	{"bany_inequal[234]", "`ine` and `bany`"},
	{"fall_equal[234]", "`feq`, `ball` and `b2f`"},
	{"fany_nequal[234]", "`fneu`, `bany` and `b2f`"},
	{"fdot[234](_replicated)?", "`fdot`; a swizzle replicates it"},
	{"fdph(_replicated)?", "`fdot` and `fadd`"},
	{"sad_u8x4", "function AbsoluteDifferences of package build"},
	{"sudot_.*", "function MixedDot of package build"},
	{"[su]dot_2x16_.*", "function Dot2x16 of package build"},
	{"sdot_4x8_iadd", "`sdot_4x8` and `iadd`"},
	{"sdot_4x8_iadd_sat", "`sdot_4x8` and `iadd_sat`"},
	{"udot_4x8_uadd", "`udot_4x8` and `iadd`"},
	{"udot_4x8_uadd_sat", "`udot_4x8` and `uadd_sat`"},
	{".*_(amd|r600|agx|vc4|mali|dxil|ir3|intel)|imadsh_mix16", vendor},

	// System values.
	{"load_(frag_coord|point_coord|front_face|vertex_id|instance_id|base_vertex|base_instance|draw_id|sample_id|sample_mask_in|" +
		"primitive_id|local_invocation_id|local_invocation_index|workgroup_id|num_workgroups|workgroup_size|global_invocation_id|" +
		"global_invocation_index|workgroup_index|helper_invocation|layer_id|view_index|subgroup_size|subgroup_invocation|num_subgroups|subgroup_id)", parameter},
	{"load_subgroup_(eq|ge|gt|le|lt)_mask", "`ishl` of the number in the subgroup: front ends compute them"},
	{"load_sample_(pos|pos_or_center)", system},
	{"load_sample_id_no_per_sample", driver},
	{"load_(tess_level_.*_default|num_vertices|shader_record_ptr|mesh_view_count|task_ib_.*)", driver},
	{"load_(tess_.*|patch_vertices_in|invocation_id|ray_.*|cull_mask)", system},
	{"load_(line_.*|aa_line_width|user_clip_plane|viewport_.*|blend_const_.*|color[01])", legacy},
	{"load_(vertex_id_zero_base|first_vertex|is_indexed_draw|.*_base_ptr|xfb_address|printf_buffer_address|.*_zero_base|base_workgroup_id|base_global_invocation_id)", driver},
	{"load_work_dim", kernels},

	// Intrinsics.
	{"nop", "not needed: nothing is nothing"},
	{"convert_alu_types", "`convert`"},
	{"sparse_residency_code_and", "`iand` of residencies"},
	{"is_sparse_texels_resident|(image|image_deref|bindless_image)_sparse_load", sparse},
	{"shader_clock", "`pipeline`, with the field `op`"},
	{"printf", "`print`"},
	{"load_param", "`param`"},
	{"load_deref", "`load`"},
	{"store_deref", "`store`, with the field `mask`"},
	{"copy_deref", "`copy`"},
	{"memcpy_deref|deref_mode_is|addr_mode_is", kernels},
	{"interp_deref_at_vertex|load_fs_input_interp_deltas", "`load_input` of an input per vertex: pass lower-interpolation"},
	{"interp_deref_at_.*", "`interpolate`, with the field `op`"},
	{"load_barycentric_model", driver},
	{"load_barycentric_.*", "`load_barycentric`, with the fields `at` and `interpolation`"},
	{"load_sample_pos_from_id", "constants: pass lower-interpolation has the standard places"},
	{"load_point_coord_maybe_flipped", "pass point-coord-flip"},
	{"deref_buffer_array_length", "`array_length`"},
	{"get_ubo_size", "not needed: the type of a uniform buffer has its size"},
	{"discard|demote", "`demote`"},
	{"terminate", "`halt`"},
	{"discard_if", "`terminate_if`"},
	{"is_helper_invocation", "a variable that front ends set before `demote`"},
	{"scoped_barrier", "`control_barrier`, `memory_barrier`"},
	{"group_memory_barrier|memory_barrier_(buffer|image|shared)", "`memory_barrier`, with the field `memory`"},
	{"memory_barrier_(atomic_counter|tcs_patch)", "`control_barrier`, `memory_barrier`"},
	{"(begin|end)_invocation_interlock", "`interlock`"},
	{"read_(first_)?invocation|shuffle(_xor|_up|_down)?|quad_.*", "`subgroup_gather`, with the field `mode`"},
	{"elect|vote_(any|all)|reduce|(in|ex)clusive_scan", "`subgroup_collective`, with the fields `op` and `collective`"},
	{"first_invocation|last_invocation", "`ballot`, `find_lsb` or `ufind_msb`"},
	{"vote_[fi]eq", "`subgroup_gather` and `subgroup_collective`"},
	{"ballot_bitfield_extract|ballot_find_[lm]sb|ballot_bit_count_.*", "`ballot`, `bit_count`, `find_lsb`, `ufind_msb` and `iand`"},
	{"emit_vertex|end_primitive|launch_mesh_workgroups.*", piped},
	{"rq_initialize", "`ray_initialize`"},
	{"rq_terminate", "`ray_terminate`"},
	{"rq_proceed", "`ray_proceed`"},
	{"rq_generate_intersection", "`ray_generate_intersection`"},
	{"rq_confirm_intersection", "`ray_confirm_intersection`"},
	{"rq_load", "`ray_get`, `ray_vertices`"},
	{"trace_ray|report_ray_.*|ignore_ray_.*|terminate_ray|execute_callable", piped},
	{"accept_ray_.*|rt_.*", "not needed: ray tracing that a driver makes of calls"},
	{"atomic_counter_.*", counters},
	{"image_deref_load", "`image_load`"},
	{"image_deref_store", "`image_store`"},
	{"image_deref_atomic_(inc|dec)_wrap", kernels},
	{"image_deref_atomic_.*", "`image_atomic`, with the field `op`"},
	{"image_deref_size", "`txs`"},
	{"image_deref_samples", "`tex_samples`"},
	{"image_deref_samples_identical|samples_identical", "a loop over the samples, by GLSL's front end"},
	{"image_deref_(format|order)", kernels},
	{"(image|bindless_image)_(format|order)", kernels},
	{"image_.*|bindless_image_.*", byNumber},
	{"vulkan_resource_(re)?index|load_vulkan_descriptor", "not needed: variables name resources, `deref_var`"},
	{"deref_atomic_(fadd|fmax|fmin|fcomp_swap)", "`atomic`, with the field `op`"},
	{"deref_atomic_.*", "`atomic`, with the fields `op`, `scope` and `order`"},
	{"ssbo_atomic_.*", "`ssbo_atomic`, with the field `op`"},
	{"shared_atomic_.*", "`shared_atomic`, with the field `op`"},
	{"global_atomic_.*", "`global_atomic`, with the field `op`"},
	{"task_payload_atomic_.*", "`atomic` on a variable of the payload"},
	{"load_uniform", "`load` of a variable of mode uniform"},
	{"(load|store)_task_payload", "`load` and `store` of variables of the payload"},
	{"load_global_(2x32|constant.*)", "`load_global`, with the field `reorder`"},
	{"store_global_2x32", "`store_global`"},
	{"load_kernel_input", kernels},
	{"(load|store)_stack", "`load` and `store` of the stack that pass shader-calls makes"},
	{"(load|store)_preamble", driver},
	{"load_input_vertex", "`load_input` of an input per vertex"},
	{"(load|store)_per_.*", byVertex},
	{"load_frag_shading_rate", system},
	{"load_(texture_rect_scaling|mesh_view_indices)", driver},

	// Texture operations.
	{"txb|txl|txd", "`tex`, with the field `level`"},
	{"tg4", "`tex`, with the field `gather`"},
	{"txf_ms", "`txf`, with a source `sample`"},
	{"txf_ms_fb|tex_prefetch", "not needed: of one vendor's frame buffers and registers"},
	{"lod", "`tex`, with the field `level`"},
	{"query_levels", "`tex_levels`"},
	{"texture_samples", "`tex_samples`"},

	// The rest.
	{"load_const", "`const`"},
	{"ssa_undef", "`undef`"},
	{"parallel_copy", "`pcopy`"},
	{"goto|goto_if", "not needed: control flow is a tree"},
}

// nirMapping is what stands for each name: for each family, rows of the names that
// have the same.
func nirMapping(t testing.TB) string {
	rules := make([]*regexp.Regexp, len(nirRules))
	used := make([]bool, len(nirRules))
	for k, r := range nirRules {
		rules[k] = regexp.MustCompile("^(?:" + r[0] + ")$")
		for _, m := range regexp.MustCompile("`([a-z0-9_]+)`").FindAllStringSubmatch(r[1], -1) {
			if _, ok := op.ByName(m[1]); !ok && !isField(m[1]) {
				t.Errorf("%s: there is no operation and no field %s", r[0], m[1])
			}
		}
	}
	find := func(name string) string {
		for k, r := range rules {
			if r.MatchString(name) {
				used[k] = true
				return nirRules[k][1]
			}
		}
		if _, ok := op.ByName(name); ok {
			return "the same"
		}
		t.Errorf("nothing says what stands for %s", name)
		return ""
	}
	var w strings.Builder
	total, here := 0, 0
	seen := map[string]bool{}
	for _, f := range nirNames {
		var order []string
		rows := map[string][]string{}
		for _, form := range strings.Fields(f.forms) {
			for _, name := range strings.Fields(f.names) {
				name = strings.Replace(form, "*", name, 1)
				if seen[f.family[:3]+name] {
					t.Errorf("%s is listed twice", name)
				}
				seen[f.family[:3]+name] = true
				what := find(name)
				if rows[what] == nil {
					order = append(order, what)
				}
				rows[what] = append(rows[what], name)
				total++
				if !strings.HasPrefix(what, "not ") {
					here++
				}
			}
		}
		fmt.Fprintf(&w, "\n### %s\n\n| there | here |\n|---|---|\n", f.family)
		for _, what := range order {
			fmt.Fprintf(&w, "| `%s` | %s |\n", strings.Join(rows[what], "` `"), what)
		}
	}
	for k := range used {
		if !used[k] {
			t.Errorf("the rule %s has no name", nirRules[k][0])
		}
	}
	return fmt.Sprintf("%d of %d names have something here.\n%s", here, total, w.String())
}

// isField reports whether an operation has a field or a source of the name.
func isField(name string) bool {
	for o := op.Op(1); int(o) < op.Count; o++ {
		for _, f := range o.Info().Fields {
			if f.Name == name {
				return true
			}
		}
		for _, s := range o.Info().Srcs {
			if s.Name == name {
				return true
			}
		}
	}
	return false
}

// TestNIRNames counts the names, so that none is lost: 422 opcodes, 412 intrinsics and
// 18 texture operations.
func TestNIRNames(t *testing.T) {
	counts := map[bool]int{}
	for k, f := range nirNames {
		if n := len(strings.Fields(f.names)) * len(strings.Fields(f.forms)); k < len(nirNames)-2 {
			counts[k < 12] += n
		} else if f.family == "texture operations" && n != 18 {
			t.Errorf("%d texture operations", n)
		}
	}
	if counts[true] != 422 || counts[false] != 412 {
		t.Errorf("%d opcodes and %d intrinsics", counts[true], counts[false])
	}
}
