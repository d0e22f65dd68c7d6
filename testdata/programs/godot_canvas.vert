#version 300 es
// In the style of an engine's canvas renderer: batches of instances packed in attributes,
// a block of the frame, flags in bits.
#define USE_ATTRIBUTES
#define BATCH_FLAGS_INSTANCING_MASK 0x7Fu
#define FLAGS_TRANSPOSE_RECT uint(1 << 10)
precision highp float;
precision highp int;
#ifdef USE_ATTRIBUTES
layout(location = 0) in vec2 vertex_attrib;
layout(location = 3) in vec4 color_attrib;
layout(location = 4) in vec2 uv_attrib;
#endif
layout(std140) uniform GlobalShaderUniformData { vec4 global_shader_uniforms[4]; };
layout(std140) uniform CanvasData {
	mat4 canvas_transform;
	mat4 screen_transform;
	vec4 canvas_modulation;
	vec2 screen_pixel_size;
	float time;
	bool use_pixel_snap;
};
uniform vec4 world_x_y;
uniform vec4 uv_rect[2];
out vec2 uv_interp;
out vec4 color_interp;
flat out uint flags_interp;
#ifdef USE_NINEPATCH
out vec2 pixel_size_interp;
#endif
vec2 select_uv(uint flags) { return (flags & FLAGS_TRANSPOSE_RECT) != 0u ? uv_attrib.yx : uv_attrib; }
void main() {
	vec4 instance_custom = vec4(0.0);
	uint flags = uint(gl_VertexID) & BATCH_FLAGS_INSTANCING_MASK;
	mat4 model = mat4(vec4(world_x_y.xy * 0.25 + vec2(1.0, 0.0), 0.0, 0.0), vec4(vec2(0.0, 1.0), 0.0, 0.0), vec4(0.0, 0.0, 1.0, 0.0), vec4(0.0, 0.0, 0.0, 1.0));
	vec2 vertex = vertex_attrib, uv = select_uv(0u) * abs(uv_rect[1].zw) + uv_rect[0].xy;
	vertex = (model * vec4(vertex, 0.0, 1.0)).xy;
	if (use_pixel_snap) vertex = floor(vertex / screen_pixel_size + 0.5) * screen_pixel_size;
	vertex = (canvas_transform * vec4(vertex, 0.0, 1.0)).xy;
	color_interp = color_attrib * canvas_modulation + instance_custom;
	uv_interp = uv + global_shader_uniforms[flags & 3u].xy * 0.0;
	flags_interp = flags << 1 | 1u;
	gl_Position = screen_transform * vec4(vertex, 0.0, 1.0);
}
