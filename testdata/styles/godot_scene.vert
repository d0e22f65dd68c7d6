#version 450
// In the style of an engine's scene shader: versions by macros, packed instances, flags.
#define MODE_UNSHADED_NOT
#define NORMAL_USED
#define TANGENT_USED
#define UV_USED
#define COLOR_USED
#define MAX_VIEWS 2
#define SHADER_IS_SRGB false
#define INSTANCE_FLAGS_MULTIMESH (1 << 12)
#define INSTANCE_FLAGS_MULTIMESH_HAS_COLOR (1 << 14)
#define INSTANCE_FLAGS_NON_UNIFORM_SCALE (1 << 5)
#define FLAGS_COMPRESSED 0x10u
layout(constant_id = 0) const uint sc_packed_0 = 0;
layout(constant_id = 1) const float sc_luminance_multiplier = 2.0;
bool sc_use_fog() { return ((sc_packed_0 >> 7) & 1U) != 0; }
uint sc_quality() { return (sc_packed_0 >> 8) & 63U; }
layout(location = 0) in vec4 vertex_angle_attrib;
layout(location = 1) in vec4 axis_tangent_attrib;
#if defined(COLOR_USED)
layout(location = 3) in vec4 color_attrib;
#endif
#ifdef UV_USED
layout(location = 4) in vec2 uv_attrib;
#endif
layout(push_constant, std430) uniform DrawCall {
	uint instance_index; uint uv_offset; uint multimesh_motion_vectors_current_offset; uint pad;
	uint sc_packed_0; float sc_packed_1;
} draw_call;
struct InstanceData {
	mat4 transform; mat4 prev_transform;
	uint flags; uint instance_uniforms_ofs; uint gi_offset; uint layer_mask;
	vec4 lightmap_uv_scale;
	vec4 compressed_aabb_position_pad, compressed_aabb_size_pad;
};
layout(set = 1, binding = 2, std430) buffer restrict readonly InstanceDataBuffer { InstanceData data[]; } instances;
layout(set = 2, binding = 0, std430) restrict readonly buffer Transforms { vec4 data[]; } transforms;
struct SceneData {
	mat4 projection_matrix; mat4 inv_projection_matrix; mat4 view_matrix;
	mat4 projection_matrix_view[MAX_VIEWS]; vec4 eye_offset[MAX_VIEWS];
	mat3 radiance_inverse_xform; vec2 viewport_size; bool use_reflection_cubemap; float time;
};
layout(set = 1, binding = 0, std140) uniform SceneDataBlock { SceneData data; SceneData prev_data; } scene_data_block;
layout(location = 0) out vec3 vertex_interp;
layout(location = 1) out vec3 normal_interp;
layout(location = 2) out vec4 color_interp;
layout(location = 3) out vec2 uv_interp;
layout(location = 5) out vec3 tangent_interp;
layout(location = 6) out vec3 binormal_interp;
layout(location = 7) out flat uint instance_index_interp;
invariant gl_Position;
#define scene_data scene_data_block.data
vec3 oct_to_vec3(vec2 e) {
	vec3 v = vec3(e.xy, 1.0 - abs(e.x) - abs(e.y));
	float t = max(-v.z, 0.0);
	v.xy += t * -sign(v.xy);
	return normalize(v);
}
void axis_angle_to_tbn(vec3 axis, float angle, out vec3 tangent, out vec3 binormal, out vec3 normal) {
	float c = cos(angle), s = sin(angle);
	vec3 omc_axis = (1.0 - c) * axis;
	vec3 s_axis = s * axis;
	tangent = omc_axis.xxx * axis + vec3(c, -s_axis.z, s_axis.y);
	binormal = omc_axis.yyy * axis + vec3(s_axis.z, c, -s_axis.x);
	normal = omc_axis.zzz * axis + vec3(-s_axis.y, s_axis.x, c);
}
void vertex_shader(vec3 vertex_input, in vec3 normal_input, in vec3 tangent_input, in vec3 binormal_input, in uint instance_index, in bool is_multimesh, in uint multimesh_offset, in SceneData sd, in mat4 model_matrix, out vec4 screen_pos) {
	vec4 instance_custom = vec4(0.0);
	color_interp = color_attrib;
	mat4 inv_view_matrix = transpose(mat4(sd.view_matrix[0], sd.view_matrix[1], sd.view_matrix[2], vec4(0, 0, 0, 1)));
	mat3 model_normal_matrix;
	if (bool(instances.data[instance_index].flags & INSTANCE_FLAGS_NON_UNIFORM_SCALE)) {
		model_normal_matrix = transpose(inverse(mat3(model_matrix)));
	} else {
		model_normal_matrix = mat3(model_matrix);
	}
	mat4 matrix;
	if (is_multimesh) {
		uint stride = 3 + (bool(instances.data[instance_index].flags & INSTANCE_FLAGS_MULTIMESH_HAS_COLOR) ? 1 : 0);
		uint offset = stride * (gl_InstanceIndex + multimesh_offset);
		matrix = mat4(transforms.data[offset + 0], transforms.data[offset + 1], transforms.data[offset + 2], vec4(0.0, 0.0, 0.0, 1.0));
		offset += 3;
		if (stride > 3) color_interp *= transforms.data[offset];
		matrix = transpose(matrix);
		model_matrix = model_matrix * matrix;
		model_normal_matrix = model_normal_matrix * mat3(matrix);
	}
	mat4 modelview = sd.view_matrix * model_matrix;
	vec3 vertex = (modelview * vec4(vertex_input, 1.0)).xyz;
	uv_interp = uv_attrib;
	if (sc_use_fog()) uv_interp += unpackUnorm2x16(draw_call.uv_offset) * float(sc_quality());
	vec4 uv_scale = instances.data[instance_index].lightmap_uv_scale;
	if (uv_scale != vec4(0.0)) uv_interp = (uv_interp - 0.5) * uv_scale.xy;
	vertex_interp = vertex;
	normal_interp = mat3(sd.view_matrix) * normalize(model_normal_matrix * normal_input);
	tangent_interp = mat3(inv_view_matrix) * tangent_input;
	binormal_interp = binormal_input;
	vec4 p = sd.projection_matrix_view[gl_VertexIndex & 1] * vec4(vertex_interp + sd.eye_offset[1].xyz, 1.0);
	p.z = sd.use_reflection_cubemap ? p.z : p.w * sc_luminance_multiplier;
	screen_pos = p;
	gl_Position = p;
}
void main() {
	uint instance_index = draw_call.instance_index;
	bool is_multimesh = bool(instances.data[instance_index].flags & INSTANCE_FLAGS_MULTIMESH);
	if (!is_multimesh) instance_index += gl_InstanceIndex;
	instance_index_interp = instance_index;
	vec3 vertex = vertex_angle_attrib.xyz * instances.data[instance_index].compressed_aabb_size_pad.xyz + instances.data[instance_index].compressed_aabb_position_pad.xyz;
	vec3 normal, binormal, tangent;
	float angle = axis_tangent_attrib.w * 6.283185;
	axis_angle_to_tbn(oct_to_vec3(axis_tangent_attrib.xy * 2.0 - 1.0), angle, tangent, binormal, normal);
	vec4 screen_position;
	vertex_shader(vertex, normal, tangent, binormal, instance_index, is_multimesh, draw_call.multimesh_motion_vectors_current_offset, scene_data, instances.data[instance_index].transform, screen_position);
	vec4 prev;
	vertex_shader(vertex, normal, tangent, binormal, instance_index, is_multimesh, 0u, scene_data_block.prev_data, instances.data[instance_index].prev_transform, prev);
	gl_Position = screen_position;
}
