// 0=8 1=3 2=2
// 0=4 1=1 2=4
// 0=16 1=2 2=1
#version 450
layout(local_size_x_id = 0, local_size_x = 32, local_size_y = 1, local_size_z = 1) in;
layout(constant_id = 0) const uint BLOCK = 32;
layout(constant_id = 1) const uint ROWS = 1;
layout(constant_id = 2) const uint COLS = 1;
layout(binding = 0) readonly buffer A { uint a[256]; };
layout(binding = 1) writeonly buffer D { uint d[64]; };
shared uint partial[COLS][ROWS][BLOCK];
void reduce(const in uint temp[COLS][ROWS], const in uint first) {
    for (uint j = 0; j < COLS; j++)
        for (uint n = 0; n < ROWS; n++) partial[j][n][gl_LocalInvocationID.x] = temp[j][n];
    barrier();
    for (uint s = BLOCK / 2; s > 0; s >>= 1) {
        if (gl_LocalInvocationID.x < s)
            for (uint j = 0; j < COLS; j++)
                for (uint n = 0; n < ROWS; n++) partial[j][n][gl_LocalInvocationID.x] += partial[j][n][gl_LocalInvocationID.x + s];
        barrier();
    }
    if (gl_LocalInvocationID.x == 0)
        for (uint j = 0; j < COLS; j++)
            for (uint n = 0; n < ROWS; n++) d[first + j * ROWS + n] = partial[j][n][0];
}
void main() {
    uint temp[COLS][ROWS];
    for (uint j = 0; j < COLS; j++)
        for (uint n = 0; n < ROWS; n++) temp[j][n] = a[(gl_LocalInvocationID.x * 7 + j * 5 + n) % 256];
    reduce(temp, temp.length());
}
