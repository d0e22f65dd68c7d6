#version 450
// Global variables with initializers that aren't constants, in order, that use functions
// and other globals; globals that functions hide; globals without initializers.
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer I { int in_[4]; float fin[4]; };
layout(std430, binding = 1) buffer O { int o[32]; float f[16]; };
int counter = 3;
int bump(int by) { counter += by; return counter; }
uint me = gl_LocalInvocationIndex * 2u;
int first = bump(2), second = bump(first), third = first + second * 100;
int table[3] = int[3](bump(1), bump(1), bump(1));
float scale = fin[me / 2u] > 0.0 ? 2.0 : 3.0;
struct State { int a; float b[2]; } state = State(second, float[](scale, scale * 2.0));
mat2 m = mat2(scale, 1, 2, scale);
bool odd = (in_[gl_LocalInvocationID.x] & 1) == 1;
vec3 v = vec3(m * vec2(1, 2), odd);
int last = state.a + table[2] + (odd ? 1000 : 2000);
const int K = 5; int unset[K]; int shadow = 7; float zeroed;
int hide(int counter) { int first = counter * 2; { int counter = first + shadow; first = counter; } return first + K; }
int shadow2 = hide(shadow);
void touch() { shadow++; state.b[1] += 0.5; table[1] = -table[1]; m[0].y = 9.0; }
int read() { int r = shadow; touch(); return r * 100 + shadow; }
void main() {
	uint k = me / 2u;
	int shadow = read();
	for (int i = 0; i < K; i++) unset[i] = i * first;
	o[k] = third; o[4u + k] = last; o[8u + k] = shadow + shadow2; o[12u + k] = unset[4] + counter; o[16u + k] = table[0] + table[1] * 10 + table[2] * 1000; o[20u + k] = int(me);
	f[k] = state.b[1]; f[4u + k] = v.x + v.z * 100.0; f[8u + k] = m[0][1] + m[1][1]; zeroed = f[k]; f[12u + k] = zeroed;
}
