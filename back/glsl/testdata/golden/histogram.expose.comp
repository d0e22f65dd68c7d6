#version 450

layout(local_size_x = 256) in;

const uint bins = 256u;

layout(std430, binding = 0) buffer Histogram {
    uint histogram[256];
};

layout(std430, binding = 1) buffer Exposure {
    float low;
    float high;
    uint brightest;
} exposure;

shared uint counts[256];

void main() {
    counts[gl_LocalInvocationIndex] = 0u;
    memoryBarrierShared();
    barrier();
    counts[gl_LocalInvocationIndex] = atomicExchange(histogram[gl_LocalInvocationIndex], 0u);
    memoryBarrierShared();
    barrier();
    if (gl_LocalInvocationIndex != 0u) {
        return;
    }
    uint total = 0u;
    for (uint i = 0u; i < bins; i++) {
        total += counts[i];
    }
    uint seen = 0u;
    uint low = 0u;
    uint high = 255u;
    while (true) {
        if (low >= 255u || (seen + counts[min(low, 255u)]) * 20u > total) {
            break;
        }
        seen += counts[min(low, 255u)];
        low++;
    }
    seen = 0u;
    while (high > low && (seen + counts[min(high, 255u)]) * 20u <= total) {
        seen += counts[min(high, 255u)];
        high--;
    }
    exposure.low = float(low) / 255.0;
    exposure.high = min(float(high) / 255.0, uintBitsToFloat(atomicOr(exposure.brightest, 0u)));
}
