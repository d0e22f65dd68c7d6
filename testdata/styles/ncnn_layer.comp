#version 450
// In the style of layers of neural networks: shapes that may be constants, storage by macro.
#define sfp float
#define afp float
#define sfpvec4 vec4
#define buffer_ld1(buf,i) buf[i]
#define buffer_st1(buf,i,v) {buf[i]=v;}
#define buffer_cp1(buf,i,sbuf,si) {buf[i]=sbuf[si];}
#define psc(x) (x==0?p.x:x)
layout (constant_id = 0) const int activation_type = 0;
layout (constant_id = 1) const float activation_param_0 = 0;
layout (constant_id = 2) const int kernel_w = 3;
#define shape_constant_id_offset 3
layout (constant_id = shape_constant_id_offset + 0) const int w = 0;
layout (constant_id = shape_constant_id_offset + 1) const int h = 0;
layout (constant_id = shape_constant_id_offset + 2) const int c = 0;
layout (local_size_x_id = 233) in;
layout (local_size_y_id = 234, local_size_z_id = 235) in;
layout (binding = 0) readonly buffer bottom_blob { sfp bottom_blob_data[]; };
layout (binding = 1) buffer top_blob { sfp top_blob_data[]; };
layout (binding = 2) readonly buffer weight_blob { sfpvec4 weight_data[]; };
layout (push_constant) uniform parameter { int w; int h; int c; int cstep; } p;
afp activation_afp(afp v) {
    if (activation_type == 1) { v = max(v, afp(0.f)); }
    if (activation_type == 2) { const afp slope = afp(activation_param_0); v = v < afp(0.f) ? v * slope : v; }
    if (activation_type == 4) { v = afp(1.f) / (afp(1.f) + exp(-v)); }
    return v;
}
void main() {
    int gx = int(gl_GlobalInvocationID.x);
    int gy = int(gl_GlobalInvocationID.y);
    int gz = int(gl_GlobalInvocationID.z);
    if (gx >= psc(w) || gy >= psc(h) || gz >= psc(c)) return;
    const int gi = gz * p.cstep + gy * psc(w) + gx;
    afp sum = afp(0.f);
    for (int k = 0; k < kernel_w; k++) {
        sfpvec4 weights = buffer_ld1(weight_data, gz * kernel_w + k);
        for (int j = 0; j < 4; j++)
            sum += weights[j] * buffer_ld1(bottom_blob_data, min(gi + k * 4 + j, psc(w) * psc(h) - 1));
    }
    buffer_st1(top_blob_data, gi, activation_afp(sum));
    if (gx == 0) buffer_cp1(top_blob_data, gi + 1, bottom_blob_data, gi);
}
