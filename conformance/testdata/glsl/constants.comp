#version 450
// zero
// Constant expressions: sizes of arrays from built-ins, constants of structs, lengths,
// constants of constants, matrices, and switches that fold.
layout(local_size_x = 1) in;
const int N = 4, M = N * 2 - int(floor(1.5)), K = max(N, M) >> 1;
const ivec3 dims = ivec3(N, M, K);
const float weights[] = float[](0.25, 0.5, 0.125, sqrt(4.0) / 16.0);
const vec2 dirs[4] = { vec2(1, 0), { 0, 1 }, vec2(-1, 0), vec2(0, -1) };
struct Entry { int id; vec2 v[2]; mat2 m; };
const Entry table[2] = Entry[2](Entry(1, vec2[2](vec2(1), vec2(2)), mat2(3)), Entry(2, vec2[](dirs[0], dirs[3]), mat2(1, 2, 3, 4)));
const mat3 basis = mat3(vec3(1, 2, 3), 4, 5, 6, vec2(7, 8), 9) * 2.0;
const float det = dot(mat2(3, 1, 4, 2)[0], vec2(1, -1));
const bool big = N > 3 && !(M < 3) || false ^^ true;
const uint bits = (0xF0u | 0x0Fu) ^ (1u << 3) & ~2u;
const int nested[2][3] = int[][](int[](1, 2, 3), int[](4, 5, 6));
const vec4 mixed = vec4(dirs[1], weights[1], float(table.length()));
const float chosen = big ? weights[2] : 99.0;
const int fromStruct = table[1].id * 10 + int(table[0].m[1][1]);
const int neg = -7 / 2, rem = 7 % 4;
const float trig = cos(0.0) + radians(180.0) + pow(2.0, 10.0) + exp2(3.0) + mod(7.5, 2.0) + fract(2.75) + smoothstep(0.0, 2.0, 1.0);
const ivec2 cmp = ivec2(lessThan(vec2(1, 2), vec2(2, 1)));
const vec3 crossed = cross(vec3(1, 0, 0), vec3(0, 1, 0)) + normalize(vec3(3, 0, 4)) + reflect(vec3(1, -1, 0), vec3(0, 1, 0));
layout(std430, binding = 0) buffer O {
	float a[dims.x];
	int b[nested.length() * nested[0].length() + int(big)];
	float c[int(det) + K];
	vec4 d[weights.length()];
	uint e;
	float f[24];
};
int use(const int x[nested[1].length()]) { return x[x.length() - 1]; }
float area[N * K + 2];
void main() {
	for (int i = 0; i < a.length(); i++) a[i] = weights[i] * dirs[i].x + dirs[i].y;
	for (int i = 0; i < 6; ++i) b[i] = nested[i / 3][i % 3];
	b[6] = use(nested[1]) + area.length() + b.length() * 100;
	for (int i = 0; i < c.length(); i++) c[i] = float(i) * det + trig;
	for (int i = 0; i < 4; i++) d[i] = mixed * weights[3 - i];
	e = bits;
	f[0] = chosen; f[1] = float(fromStruct); f[2] = float(neg); f[3] = float(rem); f[4] = float(cmp.x * 10 + cmp.y);
	f[5] = crossed.x; f[6] = crossed.y; f[7] = crossed.z;
	f[8] = basis[1].z; f[9] = basis[2][0]; f[10] = (basis * vec3(1)).y; f[11] = table[int(e & 1u)].v[1].y; f[12] = table[1].m[int(e) & 1][1];
	const float local = weights[1] * float(K); f[13] = local;
	const vec3 sw = vec3(mixed.wz, mixed.x).zyx; f[14] = sw.x + sw.z * 10.0;
	const int size = vec3(1).length() + mat3x2(1).length() * 10 + mat4(1)[0].length() * 100; f[15] = float(size);
	float own[size - 430]; own[0] = 3.0; f[16] = own[0] + float(own.length());
	f[17] = float(int(1e3) + int(-2.9) + int(uint(3.99)) + int(true));
	f[18] = (0x7fffffff == 2147483647) ? 1.0 : 0.0; f[19] = float(-2147483648 == 1 << 31); f[20] = float(0777 + 0xFFu + 0u);
	f[21] = 1.0 / 3.0 * 3.0; f[22] = .5e1 + 5.e-1 + 1e+1f; f[23] = uintBitsToFloat(0x3fc00000u) + intBitsToFloat(floatBitsToInt(2.5));
}
