// 0=4 1=2
// 0=8 1=4
#version 450
layout(local_size_x_id = 0, local_size_x = 2, local_size_y_id = 1, local_size_y = 2) in;
layout(constant_id = 0) const uint TILE = 2;
layout(constant_id = 1) const uint ROWS = 2;
layout(binding = 0) readonly buffer A { uint a[64]; };
layout(binding = 1) writeonly buffer D { uint d[64]; };
shared uint tile[TILE][TILE + 1];
void main() {
    const uint x = gl_LocalInvocationID.x;
    for (uint y = gl_LocalInvocationID.y; y < TILE; y += ROWS) tile[y][x] = a[y * TILE + x];
    barrier();
    for (uint y = gl_LocalInvocationID.y; y < TILE; y += ROWS) d[y * TILE + x] = tile[x][y] + gl_WorkGroupSize.y;
}
