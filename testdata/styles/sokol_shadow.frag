#version 310 es
precision highp float;
precision highp sampler2DShadow;
precision highp int;
layout(binding = 0) uniform sampler2DShadow shadow_map;
layout(binding = 1) uniform highp usampler2D ids;
layout(std140, binding = 0) uniform fs_params { highp vec3 light_dir; lowp vec3 eye; mediump mat3 m[2]; };
in highp vec4 light_proj_pos;
flat in highp ivec3 id;
layout(location = 0) out lowp vec4 frag_color;
float sample_pcf(sampler2DShadow tex, vec3 uv_depth) {
    float result = 0.0;
    for (int x = -2; x <= 2; x++) {
        for (int y = -2; y <= 2; y++) {
            vec2 offset = vec2(ivec2(x, y)) / vec2(textureSize(tex, 0));
            result += textureLod(tex, uv_depth + vec3(offset, 0), 0.0);
        }
    }
    return result / 25.0;
}
lowp vec4 gamma(vec4 c) { const highp float p = 1.0 / 2.2; return vec4(pow(abs(c.xyz), vec3(p)), c.w); }
void main() {
    vec3 lp = light_proj_pos.xyz / light_proj_pos.w;
    vec3 sm_uv = lp * 0.5 + 0.5;
    uvec4 t = texelFetch(ids, id.xy & ivec2(15), 0);
    highp int k = bitfieldExtract(id.z, 3, 5) + findMSB(t.x) + bitCount(id.y);
    frag_color = gamma(vec4(m[k & 1] * eye * sample_pcf(shadow_map, sm_uv) * dot(light_dir, vec3(0, 1, 0)), 1.0));
}
