#version 450

layout(local_size_x = 128) in;

const int strip = 128;
const int radius = 8;

layout(rgba8, binding = 0) writeonly uniform image2D target_image;

layout(std140, binding = 0) uniform Blur {
    ivec2 direction;
    float sigma;
} blur;

layout(binding = 0) uniform sampler2D source;

shared vec4 tile[144];
shared float weights[9];

vec4 load(int along, int across) {
    ivec2 last = textureSize(source, 0) - 1;
    ivec2 place = blur.direction.x == 1 ? ivec2(along, across) : ivec2(across, along);
    return texelFetch(source, ivec2(min(uvec2(min(max(place, ivec2(0)), last)), uvec2(textureSize(source, 0)) - 1u)), 0);
}

void main() {
    for (uint index = gl_LocalInvocationIndex; index < 144u; index += 128u) {
        tile[index] = vec4(0.0);
    }
    if (gl_LocalInvocationIndex < 1u) {
        weights = float[9](0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
    }
    memoryBarrierShared();
    barrier();
    int first = int(gl_WorkGroupID.x) * strip;
    int across = int(gl_WorkGroupID.y);
    for (int i = int(gl_LocalInvocationIndex); i < 144; i += strip) {
        tile[min(uint(i), 143u)] = load(first + i - radius, across);
    }
    if (gl_LocalInvocationIndex <= 8u) {
        float x = float(gl_LocalInvocationIndex) / max(blur.sigma, 0.001);
        weights[min(gl_LocalInvocationIndex, 8u)] = exp(-0.5 * x * x);
    }
    memoryBarrierShared();
    barrier();
    int center = int(gl_LocalInvocationIndex) + radius;
    vec4 sum = tile[center] * weights[0];
    float total = weights[0];
    for (int k = 1; k <= radius; k++) {
        float w = weights[k];
        sum += w * (tile[min(uint(center - k), 143u)] + tile[center + k]);
        total += 2.0 * w;
    }
    int along = first + int(gl_LocalInvocationIndex);
    ivec2 place = blur.direction.x == 1 ? ivec2(along, across) : ivec2(across, along);
    if (all(lessThan(place, imageSize(target_image)))) {
        imageStore(target_image, place, sum / total);
    }
}
