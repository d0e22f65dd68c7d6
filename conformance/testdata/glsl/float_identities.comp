#version 450
// Exact float identities that optimizers may not use: signed zeros aside, sums in order, x - x, x * 0, divisions, compares.
layout(local_size_x = 16) in; layout(std430, binding = 0) readonly buffer I { float a[16]; }; layout(std430, binding = 1) buffer O { uint o[16][40]; };
const float EDGES[16] = float[](0., 1., -1., .5, 1e-20, 1e20, 3.4e38, -3.4e38, 16777216., 16777217., 1e-38, .1, 2147483648., -2147483904., 4294967040., 65504.);
void main() {
	uint l = gl_LocalInvocationIndex; float x = EDGES[l], y = EDGES[(l * 5u + 3u) & 15u], z = float(int(l) - 8); int k = 0; precise float p;
#define P(e) p = e; o[l][k++] = floatBitsToUint(p)
#define B(e) o[l][k++] = uint(e)
	P(x); P(x * .5); P(-y); P(z * 2. / 2.); P(z * 3. - z * 2.); P(x > y ? x : y); P(x < y ? x : y); P(abs(z) * sign(z)); P(floor(z * .5) + fract(z * .5)); P(trunc(z * .75)); P(ceil(z * .3)); P(roundEven(z * .5)); P(mod(z, 3.)); P(min(max(z, -3.), 4.)); P(clamp(z, -2., 5.)); P(step(z, 2.)); P(float(int(z * 1.5))); P(float(uint(abs(z) * 1.5))); B(x == y); B(x != y); B(x < y || x >= y); B(!(x < y) == (x >= y)); B(z > 0. == z * 2. > 0.); B(z * z >= 0.); B(-z < z); B(x * 1. == x); B(x + 0. == x); B(min(x, y) == x || max(x, y) == x); B(int(floor(z * .25))); B(uint(int(z)) >> 28); B(int(z) / 3 * 3 == int(z)); float s = 0.; for (int i = 0; i < 8; i++) s += float(i) * .5 * z; P(s); s = 1.; for (int i = 0; i < 5; i++) { s *= z; if (abs(s) > 100.) break; } P(s); P(-(-z)); P(z - (z + 1.)); P(2. - (z - 3.)); P(ldexp(z, 3)); 
}
