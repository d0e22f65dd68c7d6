#version 450
#define MODE_QUAD
#define M_PI 3.14159265359
#define MAX_LIGHTS 15
#define BATCH_FLAGS_USE_PIXEL_SNAP (1 << 4)
layout(push_constant, std430) uniform DrawData {
	vec2 world_x; vec2 world_y; vec2 world_ofs;
	uint flags; uint specular_shininess;
	vec4 ninepatch_margins;
	vec4 dst_rect; vec4 src_rect;
	vec2 pad;
	vec2 color_texture_pixel_size;
	uint lights[4];
} draw_data;
layout(location = 0) in vec2 uv_interp;
layout(location = 1) in vec4 color_interp;
layout(location = 2) in vec2 vertex_interp;
layout(location = 0) out vec4 frag_color;
layout(set = 0, binding = 1) uniform texture2D color_texture;
layout(set = 0, binding = 2) uniform sampler texture_sampler;
struct Light { mat2x4 texture_matrix; mat2x4 shadow_matrix; vec4 color; uint shadow_color; uint flags; float shadow_pixel_size; float height; vec2 position; float shadow_zfar_inv; float shadow_y_ofs; vec4 atlas_rect; };
layout(set = 0, binding = 3, std140) uniform LightData { Light data[MAX_LIGHTS]; } light_array;
#ifdef LIGHT_CODE_USED
vec4 light_compute(vec3 light_vertex, vec3 light_position, vec3 normal, vec4 light_color, float energy, vec4 sc, inout vec4 shadow_modulate, vec2 uv) { return light_color; }
#endif
float map_ninepatch_axis(float pixel, float draw_size, float tex_pixel_size, float margin_begin, float margin_end, int np_repeat, inout int draw_center) {
	float tex_size = 1.0 / tex_pixel_size;
	if (pixel < margin_begin) {
		return pixel * tex_pixel_size;
	} else if (pixel >= draw_size - margin_end) {
		return (tex_size - (draw_size - pixel)) * tex_pixel_size;
	} else {
		if (!bool(draw_data.flags & 1u)) { draw_center--; }
		if (np_repeat == 0) {
			float ratio = (pixel - margin_begin) / (draw_size - margin_begin - margin_end);
			return (margin_begin + ratio * (tex_size - margin_begin - margin_end)) * tex_pixel_size;
		} else if (np_repeat == 1) {
			return (margin_begin + mod(pixel - margin_begin, tex_size - margin_begin - margin_end)) * tex_pixel_size;
		} else if (np_repeat == 2) {
			float src_area = tex_size - margin_begin - margin_end, dst_area = draw_size - margin_begin - margin_end;
			float scale = max(1.0, floor(dst_area / max(src_area, 0.0000001) + 0.5));
			return (margin_begin + mod((pixel - margin_begin) / dst_area * scale, 1.0) * src_area) * tex_pixel_size;
		} else { return 0.0; }
	}
}
void main() {
	vec4 color = color_interp;
	vec2 uv = uv_interp, vertex = vertex_interp;
	int draw_center = 2;
	uv = vec2(
			map_ninepatch_axis(uv.x, abs(draw_data.dst_rect.z), draw_data.color_texture_pixel_size.x, draw_data.ninepatch_margins.x, draw_data.ninepatch_margins.z, int(draw_data.flags >> 8) & 0x3, draw_center),
			map_ninepatch_axis(uv.y, abs(draw_data.dst_rect.w), draw_data.color_texture_pixel_size.y, draw_data.ninepatch_margins.y, draw_data.ninepatch_margins.w, int(draw_data.flags >> 10) & 0x3, draw_center));
	if (draw_center == 0) { color.a = 0.0; }
	uv = uv * draw_data.src_rect.zw + draw_data.src_rect.xy;
	color *= texture(sampler2D(color_texture, texture_sampler), uv);
	uint light_count = (draw_data.flags >> 20) & 0xFu;
	for (uint i = 0; i < MAX_LIGHTS; i++) {
		if (i >= light_count) { break; }
		uint light_base = draw_data.lights[i >> 2];
		light_base >>= (i & 3) * 8;
		light_base &= 0xFF;
		vec2 tex_uv = (vec4(vertex, 0.0, 1.0) * mat4(light_array.data[light_base].texture_matrix[0], light_array.data[light_base].texture_matrix[1], vec4(0.0, 0.0, 1.0, 0.0), vec4(0.0, 0.0, 0.0, 1.0))).xy;
		vec4 light_color = light_array.data[light_base].color + unpackUnorm4x8(light_array.data[light_base].shadow_color);
		if (any(lessThan(tex_uv, vec2(0.0, 0.0))) || any(greaterThanEqual(tex_uv, vec2(1.0, 1.0)))) { continue; }
		switch (light_array.data[light_base].flags & 3u) {
			case 0: color.rgb += light_color.rgb * light_color.a; break;
			case 1: { color.rgb -= light_color.rgb * light_color.a; } break;
			case 2: color.rgb = mix(color.rgb, light_color.rgb, light_color.a);
			default: color.a *= .5;
		}
	}
	frag_color = color;
}
