#version 450
// Atomic operations on texel buffers.
layout(local_size_x = 16) in;
layout(set = 0, binding = 0, r32ui) uniform uimageBuffer counters;
layout(set = 0, binding = 1, r32i) uniform iimageBuffer signeds;
layout(set = 0, binding = 2) buffer Result { uint size; };

void main() {
    int i = int(gl_LocalInvocationIndex);
    imageAtomicAdd(counters, i & 3, uint(i));
    imageAtomicMax(counters, 4 + (i & 1), uint(i * i));
    imageAtomicMin(signeds, i & 1, -i);
    imageAtomicExchange(signeds, 2 + i, i * 3);
    imageAtomicCompSwap(counters, 8 + i, 0u, 5u);
    if (i == 0) size = uint(imageSize(counters));
}
