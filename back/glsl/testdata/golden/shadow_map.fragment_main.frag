#version 450

const int cascades = 4;

layout(std140, binding = 0) uniform Shadows {
    mat4 matrices[4];
    vec4 splits;
    vec3 light;
    float bias;
} shadows;

layout(binding = 0) uniform sampler2DArrayShadow depth_maps_depth_sampler;
layout(binding = 2) uniform sampler2D color_map;

layout(location = 0) in vec3 world;
layout(location = 1) centroid in vec3 normal;
layout(location = 2) in vec2 uv;
layout(location = 3) in float view_depth;
layout(location = 0) out vec4 color;

int cascade_of(float depth) {
    vec4 past = vec4(lessThan(shadows.splits, vec4(depth)));
    return min(int(clamp(dot(past, vec4(1.0)), -2147483600.0, 2147483500.0)), 3);
}

float lit_in(int cascade, vec3 world, float slope) {
    vec4 clip = shadows.matrices[min(uint(cascade), 3u)] * vec4(world, 1.0);
    vec3 place = clip.xyz / clip.w;
    vec2 uv = place.xy * vec2(0.5, -0.5) + 0.5;
    if (any(lessThan(uv, vec2(0.0))) || any(greaterThan(uv, vec2(1.0)))) {
        return 1.0;
    }
    vec2 texel = 1.0 / vec2(textureSize(depth_maps_depth_sampler, 0).xy);
    float reference = place.z - shadows.bias * (1.0 + slope);
    float sum = 0.0;
    for (int y = -1; y <= 1; y++) {
        for (int x = -1; x <= 1; x++) {
            vec2 shifted = uv + vec2(ivec2(x, y)) * texel;
            sum += textureGrad(depth_maps_depth_sampler, vec4(shifted, cascade, reference), vec2(0.0), vec2(0.0));
        }
    }
    return sum / 9.0;
}

void main() {
    vec4 color_1 = texture(color_map, uv);
    float n_dot_l = clamp(dot(normalize(normal), shadows.light), 0.0, 1.0);
    float slope = sqrt(1.0 - n_dot_l * n_dot_l) / max(n_dot_l, 0.05);
    int cascade = cascade_of(view_depth);
    float lit = lit_in(cascade, world, slope);
    float end = shadows.splits[min(uint(cascade), 3u)];
    float blend = smoothstep(0.9 * end, end, view_depth);
    if (blend > 0.0 && cascade + 1 < cascades) {
        lit = mix(lit, lit_in(cascade + 1, world, slope), blend);
    }
    color = vec4(color_1.xyz * (0.15 + 0.85 * n_dot_l * lit), color_1.w);
}
