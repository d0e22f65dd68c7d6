// 0=4 1=3
// 0=1 1=5
#version 450
layout(local_size_x = 4) in;
layout(constant_id = 0) const int N = 2;
layout(constant_id = 1) const int M = 2;
layout(binding = 0) readonly buffer A { int a[64]; };
layout(binding = 1) writeonly buffer D { int d[64]; };
struct Row { int sum; int values[M]; uint count; };
struct Table { Row rows[N]; int total; };
void fill(inout Table t, int first) {
    for (int i = 0; i < N; i++) {
        t.rows[i].sum = 0;
        t.rows[i].count = uint(t.rows[i].values.length());
        for (int j = 0; j < M; j++) {
            t.rows[i].values[j] = a[(first + i * M + j) & 63];
            t.rows[i].sum += t.rows[i].values[j];
        }
        t.total += t.rows[i].sum;
    }
}
int last(const Table t) { return t.rows[N - 1].values[M - 1] ^ t.total; }
Table make(int first) {
    Table t;
    t.total = first;
    fill(t, first);
    return t;
}
void main() {
    int i = int(gl_LocalInvocationIndex);
    d[i] = last(make(i * 3));
    d[i + 8] = int(make(i).rows[0].count);
}
