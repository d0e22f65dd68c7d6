// 0=2 1=3
// 0=4 1=1
#version 450
layout(local_size_x = 1) in;
layout(constant_id = 0) const int N = 3;
layout(constant_id = 1) const int M = 2;
layout(binding = 0) readonly buffer A { int a[64]; };
layout(binding = 1) writeonly buffer D { int d[64]; };
void row(inout int v[M], int k) { for (int i = 0; i < M; i++) v[i] += k * i + a[i]; }
void rows(inout int v[N][M]) { for (int i = 0; i < N; i++) row(v[i], i); }
int total(int v[N][M]) { rows(v); int s = 0; for (int i = 0; i < N; i++) for (int j = 0; j < M; j++) s = s * 3 + v[i][j]; return s; }
void main() {
    int v[N][M];
    for (int i = 0; i < N; i++) for (int j = 0; j < M; j++) v[i][j] = i - j;
    d[0] = total(v);
    rows(v);
    d[1] = total(v);
    d[2] = v[N - 1][M - 1];
}
