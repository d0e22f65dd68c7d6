#version 450
layout(location=0) in vec2 uv;
layout(location=1) flat in int mode;
layout(location=0) out vec4 color;
layout(set=0,binding=0) uniform sampler2D tex;
layout(std140, set=0, binding=1) uniform Params { vec4 tint; float k[3]; mat3 m; bool flip; } params;
layout(set=0,binding=2) uniform Time { float time; };
const float weights[3] = float[](0.25, 0.5, 0.25);
float wave(float x, inout float acc) { acc += sin(x * time); return acc * 0.5; }
void main() {
    vec4 c = texture(tex, uv) * params.tint;
    float acc = 0.0;
    for (int i = 0; i < 3; i++) {
        if (mode == 2 && acc > 1.0) break;
        c.xy += weights[i] * wave(float(i) + params.k[i], acc);
    }
    if (params.flip) c.yx = c.xy;
    if (c.a < 0.1) discard;
    switch (mode) {
    case 0: c.r = 1.0; break;
    case 1: c.g = 1.0;
    case 2: c.b += acc; break;
    default: c *= 2.0;
    }
    color = vec4(params.m * c.rgb, mode > 3 ? 1.0 : c.a);
}
