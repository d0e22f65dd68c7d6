// 0=3 1=2 2=4
// 0=2 1=3 2=6
#version 450
layout(local_size_x_id = 2, local_size_x = 2, local_size_y_id = 2, local_size_y = 2) in;
layout(constant_id = 0) const int KW = 2;
layout(constant_id = 1) const int KH = 1;
layout(constant_id = 2) const int TILE = 2;
const int PADDED_W = TILE + KW - 1, PADDED_H = TILE + KH - 1;
layout(binding = 0) readonly buffer A { int a[256]; };
layout(binding = 1) writeonly buffer D { int d[64]; };
shared int tile[PADDED_H][PADDED_W];
void weights(out int w[KH][KW]) {
    for (int y = 0; y < KH; y++) for (int x = 0; x < KW; x++) w[y][x] = a[(y * KW + x + 200) & 255] & 7;
}
void main() {
    const ivec2 at = ivec2(gl_LocalInvocationID.xy);
    for (int y = at.y; y < PADDED_H; y += TILE) for (int x = at.x; x < PADDED_W; x += TILE) tile[y][x] = a[(y * 16 + x) & 255] & 255;
    barrier();
    int w[KH][KW], sum = 0;
    weights(w);
    for (int y = 0; y < KH; y++) for (int x = 0; x < KW; x++) sum += w[y][x] * tile[at.y + y][at.x + x];
    d[at.y * TILE + at.x] = sum;
}
