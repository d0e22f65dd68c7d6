#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer O { int o[100]; };
layout(std430, binding = 1) readonly buffer I { uint bits[4]; };
int at = 0; void put(bool b) { o[at++] = int(b); }
void main() {
	float n = uintBitsToFloat(bits[0] | 0x7fc00000u), inf = uintBitsToFloat((bits[1] & 0x80000000u) | 0x7f800000u), z = float(bits[2] & 0u), x = 1.0 + float(bits[3] & 7u);
	put(n == n); put(n != n); put(n < x); put(n > x); put(n <= x); put(n >= x); put(!(n < x)); put(!(n > x)); put(!(n <= x)); put(!(n >= x)); put(!(n == x)); put(!(n != x)); put(x < n); put(!(x >= n));
	put(isnan(n)); put(isinf(inf)); put(isnan(x)); put(isinf(x)); put(isinf(-inf)); put(any(lessThan(vec2(n, x), vec2(x)))); put(all(not(lessThan(vec2(n), vec2(x))))); put(vec2(n) == vec2(n)); put(vec2(n, x) != vec2(n, x)); put(any(notEqual(vec3(n), vec3(n)))); put(all(equal(vec3(x), vec3(x))));
	put(inf > 3.4e38 || inf < -3.4e38); put(z == -z); put(1.0 / inf == 0.0); bool b = n < x; if (!b) put(true); else put(false); if (n < x) put(true); else if (n >= x) put(false); else put(true);
	float r = n < x ? 1.0 : 2.0; put(r == 2.0); r = n >= x ? 1.0 : 2.0; put(r == 2.0); r = !(n >= x) ? 1.0 : 2.0; put(r == 1.0); int k = 0; while (!(float(k) >= x)) k++; put(k == int(x)); put(!(n < x) && !(n >= x)); put((n < x) == (n >= x)); put((n < x) ^^ (n >= x));
	put(x != x || n != n); put(!(x != x) && x == x); put(floatBitsToUint(-z) == 0x80000000u || true); mat2 m = mat2(n); put(m == m); struct S { float a; }; S s = S(n); put(s == s); put(s != s); float arr[2] = float[](n, x); put(arr == arr);
	put(step(x, x + 1.0) == 1.0); put(sign(-x) == -1.0); put(max(x, inf) == abs(inf) || inf < 0.0); put(lessThanEqual(vec2(x), vec2(n)) == bvec2(false)); put(greaterThan(ivec2(1), ivec2(0)) == bvec2(true));
}
