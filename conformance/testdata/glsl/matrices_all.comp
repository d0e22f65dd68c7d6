#version 450
// loose 1e-5
// All matrices, constructed from scalars, vectors that straddle columns and matrices of
// other sizes; products of all kinds, element by element operations, transposes, inverses.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer I { float s[32]; };
layout(std430, binding = 1) buffer O { mat2 a; mat2x3 b; mat2x4 c; mat3x2 d; mat3 e; mat3x4 f; mat4x2 g; mat4x3 h; mat4 k; vec4 v[24]; };
layout(std140, binding = 2) uniform Matrices { mat3 um; layout(row_major) mat4x3 rows; mat2 small[2]; layout(row_major) mat2x3 more[2]; };
void main() {
	float x = clamp(s[0], -4.0, 4.0), y = clamp(s[1], -3.0, 3.0), z = clamp(s[2], -2.0, 2.0);
	vec4 p = vec4(x, y, z, 1.0); vec3 q = vec3(y, z, 2.0); vec2 r = vec2(z, x);
	a = mat2(x, y, z, 1); b = mat2x3(r, q, x); c = mat2x4(p, q, 5); d = mat3x2(r, p); e = mat3(q, r, p);
	f = mat3x4(x, p, p, q); g = mat4x2(p, r, r); h = mat4x3(q, q, p, r); k = mat4(r, q, p, q, r, p);
	mat4 grown = mat4(mat2x3(r, q, x)); v[0] = grown[0]; v[1] = grown[1]; v[2] = grown[2]; v[3] = grown[3];
	mat2 cut = mat2(k); v[4] = vec4(cut[0], cut[1]);
	mat3x4 odd = mat3x4(mat4x2(p, r, r)); v[5] = odd[0]; v[6] = odd[2];
	mat2x4 prod = mat3x4(f) * b; v[7] = prod[1];
	v[8].xyz = b * r; v[8].w = (q * b).x; v[9].xy = d * q; v[10].xyz = r * d; v[9].zw = p * c;
	mat3 outer = outerProduct(q, vec3(r, 1)); v[11].xyz = outer[1]; mat4x2 op = outerProduct(r, p); v[12].xy = op[3];
	v[13].xyz = transpose(b)[0].xyx; mat4x3 tr = transpose(f); v[14].xyz = tr[2];
	mat3 well = mat3(2, 0, 1, 0, 3, 0, 1, 0, 4) + mat3(x * 0.01); v[15].xyz = inverse(well)[2]; v[15].w = determinant(well);
	mat4 w4 = mat4(5) + mat4(p * 0.1, p.wzyx * 0.1, p.yxwz * 0.1, vec4(0)); v[16] = inverse(w4)[1]; v[17].x = determinant(w4); v[17].y = determinant(mat2(3, x, 0, 2));
	mat2 m = mat2(1); m += a; m *= 2.0; m -= mat2(x); m /= 4.0; m = -m; m++; v[18] = vec4(m[0], m[1]);
	m = 1.0 / mat2(2, 4, 5, 8); v[19] = vec4(m[0], m[1]); m = matrixCompMult(a, m); v[20] = vec4(m[0], m[1]);
	m *= a; m[0].yx = m[0].xy; m[1][1] -= 1.0; v[21] = vec4(m[0], m[1]);
	q *= mat3(2); r *= a; p *= k; v[22] = p; v[23] = vec4(a == m ? 1.0 : 2.0, a != a ? 1.0 : 2.0, float(mat3(2) == mat3(mat2(2))), float(h[0] == q));
	v[23].w += um[1].y * 1e-9;
	vec3 low = rows * vec4(1, 0, 0, 0); vec4 high = vec3(0, 1, 0) * rows; mat2x3 mr = more[1]; mat2 sm = small[int(z) & 1];
	v[22].x = dot(low, low) < 1.0 ? 1.0 : 0.0; v[22].y = high.x == rows[0].y ? 1.0 : 0.0; v[22].z = mr[1].z == more[1][1][2] ? 1.0 : 0.0; v[22].w = sm[0] == small[int(z) & 1][0] ? 1.0 : 0.0;
}
