#version 450

layout(binding = 1) uniform sampler2DArray depth_maps;

layout(location = 0) out vec4 color;

void main() {
    ivec2 place = ivec2(clamp(gl_FragCoord.xy, -2147483600.0, 2147483500.0));
    ivec2 t = textureSize(depth_maps, 0).xy;
    ivec2 t_1 = mix(t, ivec2(1), bvec2(uvec2(equal(t, ivec2(0))) | (uvec2(equal(place, ivec2(int(0x80000000u)))) & uvec2(equal(t, ivec2(-1))))));
    float depth = texelFetch(depth_maps, ivec3(min(uvec2(place - t_1 * (place / t_1)), uvec2(textureSize(depth_maps, 0).xy) - 1u), 0u), 0).x;
    color = vec4(vec3(depth), 1.0);
}
