#version 300 es
precision highp float;
precision highp int;
precision highp sampler2D;
in vec2 uv_interp;
in vec4 color_interp;
flat in uint flags_interp;
layout(std140) uniform GlobalShaderUniformData { vec4 global_shader_uniforms[4]; };
layout(std140) uniform CanvasData {
	mat4 canvas_transform;
	mat4 screen_transform;
	vec4 canvas_modulation;
	vec2 screen_pixel_size;
	float time;
	bool use_pixel_snap;
};
uniform sampler2D color_texture; // texunit:0
uniform highp sampler2D specular_texture;
uniform vec2 color_texture_pixel_size;
layout(location = 0) out vec4 frag_color;
float map_ninepatch_axis(float pixel, float draw_size, float tex_pixel_size, float margin_begin, int repeat, inout int draw_center) {
	float tex_size = 1.0 / tex_pixel_size;
	if (pixel < margin_begin) return pixel * tex_pixel_size;
	else if (pixel >= draw_size - margin_begin) return (tex_size - (draw_size - pixel)) * tex_pixel_size;
	else {
		draw_center = 1 - draw_center;
		switch (repeat) {
		case 0: return mix(margin_begin, tex_size, (pixel - margin_begin) / (draw_size - margin_begin)) * tex_pixel_size;
		case 1: { float ofs = mod(pixel - margin_begin, tex_size - margin_begin); return (margin_begin + ofs) * tex_pixel_size; }
		default: return 0.0;
		}
	}
}
vec4 light_shadow_compute(vec4 light_color, float shadow) { return light_color * (1.0 - shadow) + vec4(0.0, 0.0, 0.0, shadow * 0.5); }
void main() {
	vec4 color = color_interp;
	vec2 uv = uv_interp;
	int draw_center = 2;
	uv.x = map_ninepatch_axis(uv.x * 16.0, 16.0, color_texture_pixel_size.x, 3.0, int(flags_interp & 1u), draw_center);
	if (draw_center == 0) discard;
	color *= texture(color_texture, fract(uv));
	vec3 normal = vec3(texture(specular_texture, uv * 0.5).xy * vec2(2.0, -2.0) - vec2(1.0, -1.0), 0.0);
	normal.z = sqrt(max(0.0, 1.0 - dot(normal.xy, normal.xy)));
	color = light_shadow_compute(color, clamp(dot(normal, normalize(vec3(1.0, 1.0, 2.0))), 0.0, 1.0) * 0.25);
	color.rgb += global_shader_uniforms[int(flags_interp >> 1) % 4].rgb * 0.1 + fract(time) * 0.0;
	frag_color = vec4(color.rgb, 1.0);
}
