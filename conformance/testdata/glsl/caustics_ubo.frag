#version 420 core
// loose 1e-3
// not wgsl
// Version 4.20: initializer lists, const variables that aren't constants, scalar swizzles,
// line continuations, implicit conversions of results, qualifiers in any order, ünïcode.
flat in layout(location = 1) int id; in layout(location = 0) vec2 uv; layout(location = 0, index = 0) out vec4 color;
layout(binding = 0) layout(std140) uniform Settings { vec4 a; ivec3 b; } set\
tings; // continued \
color = not code;
struct Wave { vec2 d; float k; int n; };
const Wave waves[3] = { { { 1.0, 0.5 }, 2.0, 1 }, { vec2(0.25, 1), 3, 2 }, Wave(vec2(-1), 0.5, 3) };
float g(int x) { return x; } vec2 h(float x) { return x.xx; } double dbl(int x) { return x; } uint u(int x) { return x; }
vec4 run(const vec2 p) { const float s = p.x * 2.0; const vec2 q = p + s.xx; float acc[2] = { 0, 1u }; for (int i = 0; i < 3; ++i) { const Wave w = waves[i]; acc[i & 1] += sin(dot(w.d, q) * w.k) * w.n; } return vec4(acc[0], acc[1], q); }
void main() { color = run(uv * .25); color.r += g(id & 7) + float(dbl(3)) + u(4); color.g += h(2).y + 1.5.x + (id & 1).xx.y; ivec2 i2 = { 1, 2 }; color.ba += i2; color.a += clamp(settings.a.x, 0., 1.) + (settings.b == ivec3(7) ? 1 : 0u); const int k = 3; float arr[k] = { 1, 2, 3 }; color.b += arr[id & 1]; mat2 m = { { 1, 2 }, { 3, 4 } }; color.b += m[1][id & 1]; }
