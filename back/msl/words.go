package msl

// This file holds the words of Metal. "using namespace metal" puts all names of the library
// in reach of the shader's own, so nothing at module scope has one of them; variables may,
// if the library's isn't used.

import (
	"strings"
	"sync"

	"refract/internal/back/clike"
	"refract/internal/back/text"
	functions "refract/internal/builtin/row"
	"refract/ir"
)

// reserved are C++14's keywords, Metal's, the names of types and macros.
const reserved = `
	alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t class compl const
	const_cast constexpr continue decltype default delete do double dynamic_cast else enum explicit export extern false
	float for friend goto if inline int long mutable namespace new noexcept not not_eq nullptr operator or or_eq private
	protected public register reinterpret_cast return short signed sizeof static static_assert static_cast struct switch
	template this thread_local throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t
	while xor xor_eq final override restrict

	kernel vertex fragment device constant threadgroup thread threadgroup_imageblock ray_data object_data stage_in
	visible intersection stitchable mesh object as_type metal simd main assert

	half bfloat uchar ushort uint ulong size_t ptrdiff_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t
	uint64_t intptr_t uintptr_t

	INFINITY NAN MAXFLOAT MAXHALF HUGE_VALF HUGE_VALH HUGE_VAL NULL TRUE FALSE M_E_F M_LOG2E_F M_LOG10E_F M_LN2_F
	M_LN10_F M_PI_F M_PI_2_F M_PI_4_F M_1_PI_F M_2_PI_F M_2_SQRTPI_F M_SQRT2_F M_SQRT1_2_F M_E_H M_LOG2E_H M_LOG10E_H
	M_LN2_H M_LN10_H M_PI_H M_PI_2_H M_PI_4_H M_1_PI_H M_2_PI_H M_2_SQRTPI_H M_SQRT2_H M_SQRT1_2_H CHAR_BIT SCHAR_MAX
	SCHAR_MIN UCHAR_MAX CHAR_MAX CHAR_MIN USHRT_MAX SHRT_MAX SHRT_MIN UINT_MAX INT_MAX INT_MIN ULONG_MAX LONG_MAX
	LONG_MIN FLT_DIG FLT_MANT_DIG FLT_MAX_10_EXP FLT_MAX_EXP FLT_MIN_10_EXP FLT_MIN_EXP FLT_RADIX FLT_MAX FLT_MIN
	FLT_EPSILON FP_ILOGB0 FP_ILOGBNAN HALF_DIG HALF_MANT_DIG HALF_MAX_10_EXP HALF_MAX_EXP HALF_MIN_10_EXP HALF_MIN_EXP
	HALF_RADIX HALF_MAX HALF_MIN HALF_EPSILON METAL_FUNC METAL_ALIGN METAL_CONST METAL_PURE METAL_ASM METAL_INTERNAL
	TARGET_OS_MAC TARGET_OS_IPHONE`

// library are the names of namespace metal, beside the names in rows of math functions.
const library = `
	vec packed_vec matrix atomic array array_ref access sample read write read_write sampler coord normalized pixel
	filter nearest linear min_filter mag_filter mip_filter none address clamp_to_edge clamp_to_zero repeat
	mirrored_repeat clamp_to_border s_address t_address r_address border_color transparent_black opaque_black
	opaque_white compare_func never less less_equal greater greater_equal equal not_equal always max_anisotropy
	lod_clamp level bias min_lod_clamp gradient2d gradient3d gradientcube component depth2d depth2d_array depthcube
	depthcube_array depth2d_ms depth2d_ms_array texture1d texture1d_array texture2d texture2d_array texture3d
	texturecube texturecube_array texture2d_ms texture2d_ms_array texture_buffer interpolant command_buffer
	render_command compute_command render_pipeline_state compute_pipeline_state visible_function_table
	intersection_function_table function_groups raytracing acceleration_structure instance_acceleration_structure
	primitive_acceleration_structure intersector intersection_query intersection_params intersection_result
	intersection_type geometry_type ray instancing triangle_data world_space_data fast precise math_mode

	absdiff addsat hadd mad24 madhi madsat max3 median3 min3 mul24 mulhi rhadd rotate subsat all any isfinite isinf
	isnan isnormal isordered isunordered not select signbit copysign cospi divide exp10 fabs fdim fmax fmax3 fmedian3
	fmin fmin3 fmod frexp ilogb log10 modf nextafter powr round sincos sinpi tanpi distance_squared faceforward
	length_squared dfdx dfdy fwidth discard_fragment pack_float_to_srgb_unorm4x8 pack_float_to_unorm10a2
	pack_half_to_snorm4x8 pack_half_to_unorm4x8 pack_half_to_snorm2x16 pack_half_to_unorm2x16
	pack_half_to_srgb_unorm4x8 pack_half_to_unorm10a2 unpack_unorm4x8_srgb_to_float unpack_unorm10a2_to_float
	unpack_snorm4x8_to_half unpack_unorm4x8_to_half unpack_snorm2x16_to_half unpack_unorm2x16_to_half
	is_function_constant_defined threadgroup_barrier simdgroup_barrier mem_flags mem_none mem_device mem_threadgroup
	mem_texture mem_threadgroup_imageblock mem_object_data memory_order memory_order_relaxed memory_order_acquire
	memory_order_release memory_order_acq_rel memory_order_seq_cst thread_scope thread_scope_thread
	thread_scope_simdgroup thread_scope_threadgroup thread_scope_device atomic_thread_fence atomic_int atomic_uint
	atomic_bool atomic_long atomic_ulong atomic_float atomic_load_explicit atomic_store_explicit
	atomic_exchange_explicit atomic_compare_exchange_weak_explicit atomic_fetch_add_explicit atomic_fetch_sub_explicit
	atomic_fetch_and_explicit atomic_fetch_or_explicit atomic_fetch_xor_explicit atomic_fetch_min_explicit
	atomic_fetch_max_explicit atomic_min_explicit atomic_max_explicit simd_vote simd_ballot simd_all simd_any
	simd_is_first simd_is_helper_thread simd_active_threads_mask simd_broadcast simd_broadcast_first simd_shuffle
	simd_shuffle_down simd_shuffle_up simd_shuffle_xor simd_sum simd_product simd_min simd_max simd_and simd_or
	simd_xor simd_prefix_inclusive_sum simd_prefix_exclusive_sum simd_prefix_inclusive_product
	simd_prefix_exclusive_product quad_broadcast quad_shuffle_xor quad_shuffle quad_broadcast_first quad_all quad_any
	quad_ballot quad_is_first quad_sum quad_product quad_min quad_max quad_and quad_or quad_xor
	simd_shuffle_rotate_down simd_shuffle_rotate_up simd_shuffle_and_fill_down simd_shuffle_and_fill_up swap begin end
	cbegin cend size data get forward move declval conditional enable_if integral_constant numeric_limits is_same
	uniform same imageblock imageblock_slice imageblock_layout_explicit imageblock_layout_implicit patch_control_point
	draw_indexed primitive_type tensor mesh_grid_properties max_total_threads_per_threadgroup

	std atomic_load atomic_store atomic_exchange atomic_fetch_add atomic_fetch_sub atomic_fetch_and atomic_fetch_or
	atomic_fetch_xor atomic_fetch_min atomic_fetch_max atomic_min atomic_max simd_shuffle_and_fill_up
	simd_prefix_exclusive_min simd_prefix_exclusive_max simd_prefix_inclusive_min simd_prefix_inclusive_max
	quad_shuffle_up quad_shuffle_down quad_shuffle_rotate_up quad_shuffle_rotate_down quad_shuffle_and_fill_up
	quad_shuffle_and_fill_down quad_prefix_exclusive_sum quad_prefix_inclusive_sum quad_prefix_exclusive_product
	quad_prefix_inclusive_product quad_vote quad_active_threads_mask quad_is_helper_thread simdgroup_matrix
	simdgroup_float8x8 simdgroup_half8x8 simdgroup_bfloat8x8 simdgroup_load simdgroup_store simdgroup_multiply
	simdgroup_multiply_accumulate make_filled_simdgroup_matrix make_diagonal_simdgroup_matrix simdgroup_event
	simdgroup_async_copy mat vector vec_type_hint is_scalar is_vector is_matrix is_arithmetic is_integral
	is_floating_point is_signed is_unsigned is_const is_volatile is_pointer is_reference is_array is_enum is_void
	is_union is_class is_function is_base_of is_convertible is_constructible is_empty is_arithmetic_v is_integral_v
	is_same_v is_enum_v is_floating_point_v is_scalar_v is_signed_v is_unsigned_v true_type false_type bool_constant
	integer_sequence make_integer_sequence index_sequence make_index_sequence index_sequence_for remove_const
	remove_volatile remove_cv remove_reference remove_pointer remove_extent add_const add_volatile add_pointer
	make_signed make_unsigned make_scalar make_vector underlying_type common_type decay result_of invoke_result
	aligned_storage enable_if_t conditional_t decay_t remove_cv_t remove_reference_t make_signed_t make_unsigned_t
	void_t rank extent nullptr_t max_align_t addressof as_const exchange tuple pair copy_n fill identity
	raster_order_group coherent os_log os_log_default logger mesh max_mip_level_clamp lod_bias reduction
	intersection_tags world_space curve_data max_levels primitive_motion instance_motion extended_limits
	multi_level_instancing user_instance_id barycentric_coord tensor_ops dextents extents static_tensor
	tensor_handle tensor_inline tensor_offset cooperative_tensor execution_threads execution_simdgroup`

// typeNames are the names of vectors and matrices, and the names that simd.h declares for
// them beside the library.
func typeNames() (list []string) {
	for _, s := range strings.Fields("bool char uchar short ushort int uint long ulong half float bfloat double") {
		for _, n := range []string{"2", "3", "4"} {
			list = append(list, s+n, "packed_"+s+n, "simd_"+s+n, "vector_"+s+n, "simd_packed_"+s+n)
			for _, r := range []string{"2", "3", "4"} {
				if s == "half" || s == "float" || s == "double" {
					list = append(list, s+n+"x"+r, "simd_"+s+n+"x"+r, "matrix_"+s+n+"x"+r)
				}
			}
		}
	}
	return list
}

var words *text.Words

func word(s string) text.Word { return words.Word(s) }

// scalarNames are the names of scalars, also the beginnings of vectors' names.
var scalarNames = [ir.F64 + 1]string{ir.Bool: "bool", ir.I8: "char", ir.U8: "uchar", ir.I16: "short", ir.U16: "ushort",
	ir.I32: "int", ir.U32: "uint", ir.I64: "long", ir.U64: "ulong", ir.F16: "half", ir.F32: "float"}

// mathWords are the functions that are called with the same arguments.
var mathWords [functions.Count]text.Word

var atomicWords [ir.AtomicExchange + 1]text.Word

var (
	deriveWords   [ir.AxisWidth + 1]text.Word
	relationWords [ir.IsInf + 1]text.Word

	atomicLoadWord, atomicStoreWord text.Word
	relaxedWord                     text.Word
	selectWord, fmodWord            text.Word
	absWord, clampWord, maxWord     text.Word
	discardWord                     text.Word
	arrayWord, samplerWord          text.Word
)

// tables makes the tables of words, before the first module is written: a program that
// writes none doesn't pay for them.
var tables sync.Once

func mslName(r *functions.Row) string { return r.MSL }

func makeTables() {
	words = text.NewWords(append(strings.Fields(reserved), typeNames()...), append(strings.Fields(library), clike.MathNames(mslName)...), true, func(name string) bool {
		return name[0] != '_' && !strings.Contains(name, "__")
	})
	mathWords = clike.MathWords(words, mslName)
	atomicWords = [ir.AtomicExchange + 1]text.Word{
		ir.AtomicAdd:      word("atomic_fetch_add_explicit"),
		ir.AtomicSub:      word("atomic_fetch_sub_explicit"),
		ir.AtomicAnd:      word("atomic_fetch_and_explicit"),
		ir.AtomicOr:       word("atomic_fetch_or_explicit"),
		ir.AtomicXor:      word("atomic_fetch_xor_explicit"),
		ir.AtomicMin:      word("atomic_fetch_min_explicit"),
		ir.AtomicMax:      word("atomic_fetch_max_explicit"),
		ir.AtomicExchange: word("atomic_exchange_explicit"),
	}
	deriveWords = [ir.AxisWidth + 1]text.Word{ir.AxisX: word("dfdx"), ir.AxisY: word("dfdy"), ir.AxisWidth: word("fwidth")}
	relationWords = clike.Relations(words)
	atomicLoadWord, atomicStoreWord = word("atomic_load_explicit"), word("atomic_store_explicit")
	relaxedWord = word("memory_order_relaxed")
	selectWord, fmodWord = word("select"), word("fmod")
	absWord, clampWord, maxWord = word("abs"), word("clamp"), word("max")
	discardWord = word("discard_fragment")
	arrayWord, samplerWord = word("array"), word("sampler")
	makeImageTables()
}
