#version 450
// not msl wgsl hlsl wasm
// Doubles: constants, conversions, matrices, packing, built-ins, in blocks.
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer I { int i[4]; float f[4]; double d; dvec3 v; } a;
layout(std430, binding = 1) buffer O { double d[20]; dvec4 v[4]; dmat2x3 m; dmat3 r; float f[4]; int i[4]; uint u[2]; } o;
const double PI = 3.14159265358979323846LF; const dvec2 K = dvec2(1.0lf, 2);
struct S { double x; float y; dvec2 z[2]; };
double poly(double x) { return ((x * 2.0LF + 1.0) * x - 0.5) * x; } dvec3 poly(dvec3 v) { return v * v + 1.0; }
void main() {
	double n = double(a.i[0] & 255) / 16.0, m = clamp(double(a.f[0]), -4.0LF, 4.0LF);
	o.d[0] = n * PI; o.d[1] = poly(n); o.d[2] = m + a.i[1] % 100; o.d[3] = sqrt(n); o.d[4] = floor(m) + ceil(n) + fract(n) + trunc(m) + roundEven(n); o.d[5] = min(n, m) + max(n, 3.0) + abs(m) + sign(m); o.d[6] = mix(n, m, 0.25LF) + step(n, m) + mod(n, 3.0LF);
	o.d[7] = dot(dvec3(n, m, 1), dvec3(1, 2, 3)); o.d[8] = length(dvec2(3, 4)) + distance(dvec2(1), dvec2(1, 5)); o.d[9] = fma(n, m, n); o.d[10] = n < m ? 1.0 : 2.0; o.d[11] = K.y + PI; o.d[12] = 1.0 / 3.0LF; o.d[13] = float(m / 3.0LF);
	o.v[0] = dvec4(n, dvec2(m), 4.0); o.v[1].zyx = poly(dvec3(n, m, 2)); o.v[2] = dvec4(vec4(1, 2, 3, a.i[0]) * 0.5) * 2.0; o.v[3] = dvec4(ivec2(a.i[2] & 7, 3), uvec2(4u, 5u)); o.v[3].x++;
	dmat2x3 mm = dmat2x3(n, 1, 2, m, 4, 5); o.m = mm; o.m[1].y -= 0.5; dmat3 mr = mm * transpose(mm); o.r = mr; o.d[14] = (dvec3(1, 2, 3) * mm).y; o.d[15] = determinant(dmat2(n, 1, 2, 3)); dmat3 md = dmat3(mat3(2)); md *= mr; o.d[16] = md[1][1];
	o.f[0] = float(n); o.f[1] = vec3(dvec3(m)).z; o.i[0] = int(m); o.i[1] = int(dvec2(n) == dvec2(n)); uvec2 w = unpackDouble2x32(n); o.u[0] = w.y; o.d[17] = packDouble2x32(w); bvec3 b = lessThan(dvec3(n), dvec3(m, 2, 100)); o.i[2] = int(b.x) + int(b.y) * 2 + int(b.z) * 4;
	S s = S(n, 2.5, dvec2[](dvec2(1), dvec2(m, n))); s.z[a.i[3] & 1].y *= 2.0; o.d[18] = s.z[1].y + s.x + s.y; double arr[3] = double[](1, 2u, 3.5); o.d[19] = arr[a.i[0] & 1] + double(true);
}
