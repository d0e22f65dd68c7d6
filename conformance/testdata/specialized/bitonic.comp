// 0=16 1=4
// 0=4 1=2
#version 450
layout(local_size_x_id = 0, local_size_x = 8) in;
layout(constant_id = 0) const int BLOCK = 8;
layout(constant_id = 1) const int LOG = 3;
layout(binding = 0) readonly buffer A { int a[64]; };
layout(binding = 1) writeonly buffer D { int d[64]; };
shared ivec2 keys[BLOCK];
void main() {
    const int l = int(gl_LocalInvocationID.x);
    keys[l] = ivec2(l, a[l]);
    barrier();
    int depth = LOG;
    for (int k = 2, n = 0; n < depth; k *= 2, n++)
        for (int j = k / 2; j > 0; j /= 2) {
            const int other = l ^ j;
            if (other > l) {
                const ivec2 x = keys[l], y = keys[other];
                const bool up = (l & k) == 0;
                if (up ? x.y > y.y : x.y < y.y) { keys[l] = y; keys[other] = x; }
            }
            barrier();
        }
    d[l] = keys[l].x;
    d[l + 32] = keys[l].y;
}
