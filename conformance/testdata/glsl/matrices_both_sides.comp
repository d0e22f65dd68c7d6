#version 450
// loose 1e-5
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer O { float o[200]; };
layout(std430, binding = 1) readonly buffer I { vec4 s[8]; };
int at = 0; void P(float x) { o[at++] = x; } void P(vec2 v) { P(v.x); P(v.y); } void P(vec3 v) { P(v.xy); P(v.z); } void P(vec4 v) { P(v.xy); P(v.zw); }
void P(mat2 m) { P(m[0]); P(m[1]); } void P(mat3 m) { P(m[0]); P(m[1]); P(m[2]); } void P(mat2x3 m) { P(m[0]); P(m[1]); } void P(mat3x2 m) { P(m[0]); P(m[1]); P(m[2]); } void P(mat4x2 m) { for (int i = 0; i < 4; i++) P(m[i]); }
void main() {
	vec4 a = clamp(s[0], -4.0, 4.0), b = clamp(s[1], -4.0, 4.0); if (any(isnan(a)) || any(isnan(b))) a = b = vec4(1, 2, 3, 4);
	mat3 m;
	m = mat3(a.x, a.yz, b.xyz, a.w, b.w, a.x + b.x);
	P(m); P(mat2(m)); P(mat3(mat2(a))); P(mat2x3(m)); P(mat3x2(m)); P(mat4x2(m)); P(mat4x2(mat2(b))); P(mat2(3.0)); P(mat3x2(a.x));
	P(mat2(a)); P(mat2(a.xy, b.zw)); P(mat2(vec3(1, 2, 3), 4)); P(mat2(mat3x2(1, 2, 3, 4, 5, 6)));
	m[1] = m[0].zxy; m[2].yx = m[1].xz; m[0][1] += 2.0; m[int(abs(a.x)) % 3][int(abs(b.x)) % 3] = 9.0; P(m);
	P(m * vec3(1, 2, 3)); P(vec3(1, 2, 3) * m); P(m * m); m *= mat3(2.0); P(m[2]); m += 1.0; P(m[1]); m = 1.0 - m; m = -m; P(m[0]); m /= 2.0; m++; P(m[0]); P(matrixCompMult(m, m)[1]); P(outerProduct(a.xy, b.xyz)[2]); P(transpose(mat2x3(a.xyz, b.xyz))); P(determinant(mat2(1, 2, 3, 5))); P(inverse(mat2(1, 2, 3, 5)));
	mat2x3 x = mat2x3(a.xyz, b.xyz); mat3x2 y = mat3x2(a.xy, b.xy, a.zw); P(x * y); P(y * x); P(y * b.xyz); P(x * b.xy); P(a.xyz * x); vec3 v = a.xyz; v *= m; P(v);
	P(float(mat2(1) == mat2(vec2(1, 0), vec2(0, 1)))); P(float(x != x)); P(float(m.length() + x.length() + x[0].length()));
	P((m * v).zyx); P((m[1] = v).y); P((x = mat2x3(1, 2, 3, 4, 5, 6))[1].z); mat2 arr[2] = mat2[](mat2(a), mat2(b)); arr[1][0].y = 3.0; arr[0] = arr[1] * arr[0]; P(arr[0]); 
}
