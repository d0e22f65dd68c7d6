// 0=4 1=0.5
// 0=2 1=-3
#version 450
layout(local_size_x = 1) in;
layout(constant_id = 0) const int N = 3;
layout(constant_id = 1) const float SCALE = 2.0;
layout(binding = 0) readonly buffer A { int a[32]; };
layout(binding = 1) writeonly buffer D { float d[32]; };
vec2 sum(const vec2 v[N]) { vec2 s = vec2(0); for (int i = 0; i < v.length(); i++) s += v[i]; return s; }
void main() {
    vec2 v[N];
    for (int i = 0; i < N; i++) v[i] = vec2(a[i] & 255, a[i + 16] & 255) * SCALE;
    const vec2 s = sum(v);
    d[0] = s.x;
    d[1] = s.y;
    mat2 m[N];
    for (int i = 0; i < N; i++) m[i] = mat2(v[i], v[N - 1 - i]);
    d[2] = m[N - 1][0][1];
}
