// 0=16 7=2
// 0=8 7=4
#version 450
layout(local_size_x_id = 0) in;
layout(constant_id = 7) const uint EACH = 1;
layout(binding = 0) readonly buffer A { uint a[128]; };
layout(binding = 1) writeonly buffer D { uint d[128]; };
shared uint sums[2][gl_WorkGroupSize.x];
void main() {
    uint l = gl_LocalInvocationIndex, mine[EACH], total = 0u;
    for (uint i = 0; i < EACH; i++) { total += a[l * EACH + i] & 1023u; mine[i] = total; }
    uint side = 0u;
    sums[0][l] = total;
    barrier();
    for (uint s = 1u; s < gl_WorkGroupSize.x; s <<= 1) {
        sums[1u - side][l] = sums[side][l] + (l >= s ? sums[side][l - s] : 0u);
        side = 1u - side;
        barrier();
    }
    uint before = sums[side][l] - total;
    for (uint i = 0; i < EACH; i++) d[l * EACH + i] = before + mine[i];
}
