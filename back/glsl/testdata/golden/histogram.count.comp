#version 450

layout(local_size_x = 16, local_size_y = 16) in;

layout(std430, binding = 0) buffer Histogram {
    uint histogram[256];
};

layout(std430, binding = 1) buffer Exposure {
    float low;
    float high;
    uint brightest;
} exposure;

layout(binding = 0) uniform sampler2D image;

shared uint local_bins[256];

float luminance(vec3 color) {
    return dot(color, vec3(0.2126, 0.7152, 0.0722));
}

void main() {
    local_bins[gl_LocalInvocationIndex] = 0u;
    memoryBarrierShared();
    barrier();
    atomicExchange(local_bins[gl_LocalInvocationIndex], 0u);
    memoryBarrierShared();
    barrier();
    uvec2 size = uvec2(textureSize(image, 0));
    if (all(lessThan(gl_GlobalInvocationID.xy, size))) {
        float light = clamp(luminance(texelFetch(image, ivec2(min(gl_GlobalInvocationID.xy, uvec2(textureSize(image, 0)) - 1u)), 0).xyz), 0.0, 1.0);
        atomicAdd(local_bins[min(uint(clamp(light * 255.0, 0.0, 4294967000.0)), 255u)], 1u);
        atomicMax(exposure.brightest, floatBitsToUint(light));
    }
    memoryBarrierShared();
    barrier();
    uint found = atomicOr(local_bins[gl_LocalInvocationIndex], 0u);
    if (found > 0u) {
        atomicAdd(histogram[gl_LocalInvocationIndex], found);
    }
}
