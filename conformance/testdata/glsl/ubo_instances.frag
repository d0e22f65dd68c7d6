#version 450
// loose 1e-3
// Arrays of blocks of uniforms and buffers, with several dimensions, in fragments.
layout(location = 0) in vec4 col; layout(location = 1) flat in ivec2 pick; layout(location = 0) out vec4 c;
layout(std140, binding = 0) uniform Node { vec4 tint; mat3 turn; float w[2]; } nodes[3];
layout(std430, binding = 4) readonly buffer Table { vec2 v[4]; uint n; } tables[2];
layout(binding = 8) uniform sampler2D maps[2][2];
struct Ray { vec3 o, d; }; struct Hit { float t; vec3 n; Ray r; };
Hit trace(const Ray r, float k) { Hit h = Hit(k, r.d.zyx, r); if (k > 1.) { h.t = 2.; return h; } h.n = -h.n; return h; }
void main() {
	int i = abs(pick.x) % 3, j = pick.y & 1;
	vec4 a = clamp(nodes[1].tint, 0., 1.) + vec4(clamp(nodes[2].turn[1], 0., 1.), clamp(nodes[0].w[j], 0., 1.));
	vec2 t = clamp(tables[0].v[i], -1., 1.) + clamp(tables[1].v[j].yx, -1., 1.);
	Hit h = trace(Ray(col.xyz, a.xyz), col.w); Ray r = h.r; r.o += h.n; h.r = r;
	c = vec4(h.r.o, h.t) + a * t.xyxy + texelFetch(maps[0][0], ivec2(0), 0) + textureLod(maps[0][1], vec2(.5), 0.) + float(tables[1].n & 3u);
}
