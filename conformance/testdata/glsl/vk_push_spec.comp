#version 460
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_nonuniform_qualifier : require
// Vulkan: push constants with offsets, specialization constants in operations and sizes,
// scalar layout, blocks in arrays indexed dynamically, runtime-sized arrays of structs.
layout(constant_id = 3) const int COUNT = 4;
layout(constant_id = 4) const float GAIN = 1.5;
layout(constant_id = 5) const bool INVERT = false;
const int TWICE = COUNT * 2 + 1;
const uint MASK = uint(COUNT) << 2u | 1u;
const bool SMALL = COUNT < 8 && !INVERT;
layout(local_size_x = 8) in;
layout(push_constant, std430) uniform Push { layout(offset = 16) vec3 axis; float angle; layout(offset = 48) mat2 m; uint index; } pc;
struct Packed { vec3 p; float r; vec2 uv; uint tag; };
layout(scalar, set = 1, binding = 0) readonly buffer In { uint count; Packed items[]; } in_;
layout(scalar, set = 1, binding = 1) buffer Out { vec3 sum; float w[9]; Packed result[8]; };
layout(std430, set = 2, binding = 0) buffer Slots { float v[4]; } slots[3];
vec3 spin(vec3 v, vec3 axis, float t) { axis = normalize(axis + vec3(0.0, 0.0, 40.0)); float c = cos(t), s = sin(t); return v * c + cross(axis, v) * s + axis * dot(axis, v) * (1. - c); }
void main() {
	uint me = gl_GlobalInvocationID.x;
	Packed p = in_.items[me % in_.items.length()];
	float t = clamp(pc.angle, -1., 1.);
	p.p = spin(clamp(p.p, -4., 4.), clamp(pc.axis, -2., 2.), t);
	p.r = SMALL ? GAIN : -GAIN; p.uv = clamp(p.uv, -3., 3.) * mat2(1, 2, 3, 4); p.tag = p.tag & MASK ^ uint(TWICE);
	result[me] = p;
	if (me < 9u) w[me] = float(COUNT) * GAIN;
	if (me == 0u) { sum = p.p * float(INVERT ? 1 : COUNT); w[8] = pc.m[1].y == pc.m[1][1] ? 1. : 2.; }
	slots[me % 3u].v[me / 3u] += 1.0; if (me == 3u) slots[2].v[3] = 4.0;
	switch (COUNT) { case 4: if (me == 1u) slots[2].v[2] = 5.0; break; default: break; }
}
