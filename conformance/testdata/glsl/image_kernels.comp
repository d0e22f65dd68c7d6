#version 450
// loose 1e-3
// Filters: separable blur through shared memory with an apron, a median by a network of
// macros, bilateral weights, sobel; images in parameters with qualifiers.
#define R 2
#define S2(a, b) { float t_ = min(a, b); b = max(a, b); a = t_; }
#define MN3(a, b, c) S2(a, b) S2(a, c)
#define MX3(a, b, c) S2(b, c) S2(a, c)
layout(local_size_x = 8, local_size_y = 4, local_size_z = 1) in;
layout(set = 0, binding = 0, rgba8) uniform readonly restrict image2D src;
layout(set = 0, binding = 1, rgba32f) uniform writeonly restrict image2D dst;
layout(set = 0, binding = 2, std430) buffer Out { vec4 o[32]; float med[32]; vec2 grad[32]; };
layout(set = 0, binding = 3) uniform sampler2D tex;
shared vec4 row[4][8 + 2 * R];
const float w[R + 1] = float[](0.4, 0.2, 0.1);
ivec2 wrap(ivec2 p, ivec2 s) { return ivec2(((p.x % s.x) + s.x) % s.x, (p.y % s.y + s.y) % s.y); }
vec4 load(ivec2 p) { return imageLoad(src, wrap(p, imageSize(src))); }
void save(writeonly restrict image2D im, ivec2 p, vec4 v) { imageStore(im, p, v); }
float lum(ivec2 p) { return dot(load(p).rgb, vec3(.299, .587, .114)); }
void main() {
	ivec2 at = ivec2(gl_LocalInvocationID.xy), size = imageSize(src);
	uint i = gl_LocalInvocationIndex;
	row[at.y][at.x + R] = load(at);
	if (at.x < R) { row[at.y][at.x] = load(at - ivec2(R, 0)); row[at.y][at.x + 8 + R] = load(at + ivec2(8, 0)); }
	barrier();
	vec4 sum = row[at.y][at.x + R] * w[0];
	for (int k = 1; k <= R; ++k) sum += (row[at.y][at.x + R - k] + row[at.y][at.x + R + k]) * w[k];
	float v[9];
	for (int y = -1, n = 0; y <= 1; y++) for (int x = -1; x <= 1; x++, n++) v[n] = lum(at + ivec2(x, y));
	grad[i] = vec2(v[2] + 2. * v[5] + v[8] - v[0] - 2. * v[3] - v[6], v[6] + 2. * v[7] + v[8] - v[0] - 2. * v[1] - v[2]);
	for (int a = 0; a < 9; a++) for (int b = 0; b + 1 < 9 - a; b++) S2(v[b], v[b + 1])
	med[i] = v[4];
	vec4 c = row[at.y][at.x + R]; float total = 0.; vec4 bi = vec4(0);
	for (int k = -R; k <= R; k++) { vec4 s = row[at.y][at.x + R + k]; float g = exp(-float(k * k) * .5) * exp(-dot(s - c, s - c)); bi += s * g; total += g; }
	o[i] = sum + bi / total + textureLod(tex, (vec2(at) + .5) / vec2(8, 4), 0.) * .25 + texelFetch(tex, ivec2(0), 0);
	if (i == 0u) save(dst, ivec2(0), vec4(sum.rgb, 1.));
}
