// 0=8 1=2 2=1
// 0=4 1=3 2=0
#version 450
layout(local_size_x_id = 0, local_size_x = 4) in;
layout(constant_id = 0) const uint BLOCK = 4;
layout(constant_id = 1) const uint ROWS = 1;
layout(constant_id = 2) const bool CACHE = true;
const uint CACHED = CACHE ? ROWS : 1;
layout(binding = 0) readonly buffer A { uint a[128]; };
layout(binding = 1) writeonly buffer D { uint d[128]; };
shared uint most[BLOCK];
uint value(uint row) { return a[(row * BLOCK + gl_LocalInvocationID.x) % 128u] & 65535u; }
void main() {
    uint cache[CACHED];
    uint m = 0u;
    for (uint r = 0; r < ROWS; r++) {
        const uint v = value(r);
        if (CACHE) cache[r] = v;
        m = max(m, v);
    }
    most[gl_LocalInvocationID.x] = m;
    barrier();
    for (uint s = BLOCK / 2u; s > 0u; s /= 2u) {
        if (gl_LocalInvocationID.x < s) most[gl_LocalInvocationID.x] = max(most[gl_LocalInvocationID.x], most[gl_LocalInvocationID.x + s]);
        barrier();
    }
    for (uint r = 0; r < ROWS; r++) d[r * BLOCK + gl_LocalInvocationID.x] = most[0] - (CACHE ? cache[r] : value(r));
}
