// 5=7
// 5=3
#version 450
layout(local_size_x = 2, local_size_y_id = 5, local_size_y = 4) in;
layout(constant_id = 5) const int N = 4;
layout(binding = 0) readonly buffer A { int a[16]; };
layout(binding = 1) writeonly buffer D { int d[256]; };
int table[N + 1];
int counts[2][N];
void put(int i) { table[i % table.length()] += a[i & 15]; counts[i & 1][i % N]++; }
void main() {
    for (int i = 0; i < table.length(); i++) table[i] = i;
    for (int i = 0; i < N; i++) counts[0][i] = counts[1][i] = 0;
    for (int i = 0; i < 16; i++) put(i);
    int at = int(gl_LocalInvocationIndex);
    for (int i = 0; i < N; i++) d[(at * N + i) & 255] = table[i] + counts[0][i] * 16 + counts[1][i];
}
