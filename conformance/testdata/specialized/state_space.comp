// 0=4 1=8
// 0=2 1=2
#version 450
layout(local_size_x_id = 1, local_size_x = 4) in;
layout(constant_id = 0) const uint D_STATE = 3;
layout(constant_id = 1) const uint SPLIT = 4;
layout(binding = 0) readonly buffer A { int a[128]; };
layout(binding = 1) writeonly buffer D { int d[128]; };
shared int stateC[SPLIT * D_STATE];
void main() {
    int state[D_STATE];
    const uint t = gl_LocalInvocationID.x;
    for (uint j = 0; j < D_STATE; j++) state[j] = a[t * D_STATE + j] & 255;
    for (uint step = 0; step < 4; step++) {
        for (uint j = 0; j < D_STATE; j++) {
            state[j] = (state[j] * 3 + a[(step * 16 + j) & 127]) & 65535;
            stateC[t + SPLIT * j] = state[j];
        }
        barrier();
        if (t == 0u) {
            int y = 0;
            for (uint k = 0; k < SPLIT * D_STATE; k++) y += stateC[k];
            d[step] = y;
        }
        barrier();
    }
}
