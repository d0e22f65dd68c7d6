#version 450
// Storage images of several samples: reads, writes, atomic operations, questions.
layout(local_size_x = 4) in;
layout(set = 0, binding = 0, rgba32f) uniform image2DMS colors;
layout(set = 0, binding = 1, r32ui) uniform uimage2DMSArray counters;
layout(set = 0, binding = 2) buffer Result { vec4 sums[4]; uint olds[4]; ivec3 size; int samples; };

void main() {
    int i = int(gl_LocalInvocationIndex);
    ivec2 at = ivec2(i & 1, i >> 1);
    imageStore(colors, at, 2, vec4(i, 0.5, -1.0, 1.0));
    imageStore(colors, at, 3, imageLoad(colors, at, 2) * 2.0);
    sums[i] = imageLoad(colors, at, 2) + imageLoad(colors, at, 3);
    for (int s = 0; s < 4; s++) {
        imageStore(counters, ivec3(at, 0), s, uvec4(uint(s * i)));
    }
    imageAtomicAdd(counters, ivec3(at, 0), 1, 5u);
    imageAtomicCompSwap(counters, ivec3(at, 0), 2, 2u, 40u);
    olds[i] = imageAtomicMax(counters, ivec3(at, 0), 2, uint(i));
    if (i == 0) {
        size = imageSize(counters);
        samples = imageSamples(colors);
    }
}
