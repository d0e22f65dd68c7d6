#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer O { float f[256]; int count; };
int at = 0;
void put(float x) { f[at++] = x; }
void put(vec2 v) { put(v.x); put(v.y); }
void put(vec3 v) { put(v.xy); put(v.z); }
void put(vec4 v) { put(v.xyz); put(v.w); }
void put(mat2 m) { put(m[0]); put(m[1]); }
void put(mat3 m) { put(m[0]); put(m[1]); put(m[2]); }
void put(mat2x3 m) { put(m[0]); put(m[1]); }
void put(mat3x2 m) { put(m[0]); put(m[1]); put(m[2]); }
void put(mat4 m) { put(m[0]); put(m[1]); put(m[2]); put(m[3]); }
void main() {
	mat2 a = mat2(1.0, 2.0, 3.0, 4.0), b = mat2(5.0, 6.0, 7.0, 8.0);
	put(a * b); put(matrixCompMult(a, b)); put(a / b * 8.0); put(a + b); put(-a); put(a - 1.0); put(2.0 * a); put(8.0 / b * 0.5);
	vec2 v = vec2(1.0, -1.0);
	put(a * v); put(v * a);
	v *= a; put(v);
	a *= b; put(a);
	a *= 0.5; put(a);
	a += b; put(a);
	a++; put(a); put(a--); put(--a);
	mat2x3 c = mat2x3(1.0, 2.0, 3.0, 4.0, 5.0, 6.0);
	mat3x2 d = transpose(c);
	put(d); put(c * d); put(d * c); put(c * vec2(1.0, 2.0)); put(vec3(1.0, 2.0, 3.0) * c);
	put(mat3(c)); put(mat2(c)); put(mat4(mat2(3.0))); put(mat3x2(mat4(2.0))); put(mat2(mat3(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0)));
	put(outerProduct(vec3(1.0, 2.0, 3.0), vec2(4.0, 5.0)));
	put(mat2(vec4(1.0, 2.0, 3.0, 4.0))); put(mat2(1, 2u, true, 4.5));
	put(mat3(vec2(1.0, 2.0), vec4(3.0, 4.0, 5.0, 6.0), 7.0, 8.0, 9.0));
	put(determinant(mat2(3.0, 1.0, 2.0, 4.0))); put(inverse(mat2(2.0, 0.0, 0.0, 4.0)));
	put(float(a == a)); put(float(a != b)); put(float(c.length() * 10 + c[0].length()));
	int i = 1;
	put(c[i][i + 1]); put(mat2(1.0, 2.0, 3.0, 4.0)[i]); put((a * b)[i].x);
	const mat2 k[2] = mat2[](mat2(1.0), mat2(2.0, 3.0, 4.0, 5.0));
	put(k[i][1 - i]); put(k[i] * k[0]);
	count = at;
}
