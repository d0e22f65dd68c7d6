#version 420
layout(location = 0) in ivec2 grid;
layout(location = 1) in vec4 patchData[2];
uniform sampler2D heights;
uniform ivec4 lod;
const vec2 offsets[4] = vec2[](vec2(1, 0), vec2(-1, 0), vec2(0, 1), vec2(0, -1));
const mat2x3 basis = mat2x3(1.0, 0.0, 0.0,
                            0.0, 0.0, 1.0);
out Varying { smooth vec3 normal; noperspective vec2 screen; flat ivec2 cell; } v;
float height(in vec2 p) { return textureLod(heights, p * patchData[0].zw, 0.0).r * patchData[1].x; }
vec3 normalAt(vec2 p) {
	float h[4];
	for (int i = 0; i < offsets.length(); ++i) h[i] = height(p + offsets[i]);
	return normalize(vec3(h[1] - h[0], 2.0, h[3] - h[2]));
}
void main() {
	ivec2 g = grid;
	int step = 1 << lod[gl_InstanceID & 3];
	g.x -= (g.x & (step - 1)), g.y -= g.y & (step - 1);
	vec2 p = vec2(g) + patchData[0].xy;
	vec3 world = basis * p + vec3(0, height(p), 0);
	v.normal = normalAt(p);
	v.cell = g >> 1;
	gl_Position = vec4(world, 1.0);
	v.screen = gl_Position.xy / gl_Position.w;
	gl_ClipDistance[0] = dot(vec4(world, 1), vec4(0, 1, 0, -0.5));
}
