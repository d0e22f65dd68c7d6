#version 430
layout(local_size_x = 4, local_size_y = 2) in;
layout(std140, row_major, binding = 0) uniform Cam { mat4 vp; mat3x4 bones[3]; layout(column_major) mat2x3 uvm; mat4x2 last; } cam;
layout(std430, binding = 1) buffer Out { vec4 r[]; } dst;
layout(std430, binding = 2) restrict readonly buffer Src { mat2 d; float k; mat3 ms[]; } src;
shared mat2 tile[4][2];
mat3 eye() { return mat3(1); }
mat4 widen(mat3 m) { return mat4(m); }
mat2 shrink(mat4 m) { return mat2(m); }
mat3x2 odd(mat2x3 m) { return transpose(m); }
void main() {
	uvec2 l = gl_LocalInvocationID.xy;
	tile[l.x][l.y] = shrink(widen(src.ms[gl_GlobalInvocationID.x] + eye()));
	barrier();
	mat3 m = mat3(cam.vp) * mat3(cam.bones[1]) + outerProduct(vec3(1, 2, 3), vec3(4, 5, 6));
	m[1] = vec3(tile[3 - l.x][l.y][0], 1);
	m[2].zx = vec2(5, 6);
	m[l.x % 3u][l.y] += 2.0;
	m /= 2.0; m = m - 1.0; ++m; m *= m;
	mat2 q = mat2(vec4(1, 2, 3, 4)), z = mat2(odd(cam.uvm)) * 0.5;
	vec2 v = vec2(1, 2) * q * z, w = cam.last * vec4(1);
	float det = determinant(m) + determinant(src.d) * src.k;
	bool same = q == z || m != eye();
	mat4x3 wide = mat4x3(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
	vec4 back = vec3(1) * wide;
	dst.r[gl_LocalInvocationIndex] = vec4(v + w, det, float(same)) + back + vec4(matrixCompMult(q, q)[1], inverse(q)[0]);
}
