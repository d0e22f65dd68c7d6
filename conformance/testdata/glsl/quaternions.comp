#version 450
// loose 1e-4
// Quaternions as macros for operators, dual quaternions in structs, skinning, euler angles.
#define quat vec4
layout(local_size_x = 4) in;
layout(std430, binding = 0) readonly buffer In { vec4 q[4]; vec3 t[4]; float w[4]; };
layout(std430, binding = 1) buffer Out { vec4 r[4]; vec3 p[4]; mat3 m[4]; mat4x3 a[4]; };
struct Dual { quat real, dual; };
quat qmul(quat a, quat b) { return quat(a.w * b.xyz + b.w * a.xyz + cross(a.xyz, b.xyz), a.w * b.w - dot(a.xyz, b.xyz)); }
quat conj(quat a) { return quat(-a.xyz, a.w); }
vec3 rotate(quat a, vec3 v) { return v + 2.0 * cross(a.xyz, cross(a.xyz, v) + a.w * v); }
mat3 toMat(quat a) { vec3 d = a.xyz * 2.0; mat3 o = outerProduct(a.xyz, d); vec3 n = a.w * d; return mat3(1.0 - o[1].y - o[2].z, o[0].y + n.z, o[0].z - n.y, o[1].x - n.z, 1.0 - o[0].x - o[2].z, o[1].z + n.x, o[2].x + n.y, o[2].y - n.x, 1.0 - o[0].x - o[1].y); }
Dual dual(quat a, vec3 t) { return Dual(a, 0.5 * qmul(quat(t, 0.0), a)); }
Dual mad(Dual a, Dual b, float k) { a.real += b.real * (dot(a.real, b.real) < 0.0 ? -k : k); a.dual += b.dual * k; return a; }
void norm(inout Dual d) { float l = length(d.real); d.real /= l; d.dual /= l; }
void main() {
	uint i = gl_LocalInvocationIndex; Dual s = Dual(quat(0, 0, 0, 1e-3), quat(0));
	for (uint k = 0u; k < 4u; k++) { quat n = normalize(clamp(q[k], -2.0, 2.0) + quat(0, 0, 0, 5)); s = mad(s, dual(n, clamp(t[k], -2.0, 2.0)), k == i ? 0.7 : 0.1); }
	norm(s); r[i] = s.real; p[i] = rotate(s.real, vec3(1, 2, 3)) + 2.0 * qmul(s.dual, conj(s.real)).xyz; m[i] = toMat(s.real); a[i] = mat4x3(m[i]); a[i][3] = p[i]; a[i] *= 2.0; a[i][1].zx = a[i][0].xy;
}
