#version 450
// Texel buffers: texels read as floats and integers, sizes, stores.
layout(local_size_x = 16) in;
layout(set = 0, binding = 0) uniform samplerBuffer floats;
layout(set = 0, binding = 1) uniform isamplerBuffer signeds;
layout(set = 0, binding = 2) uniform usamplerBuffer unsigneds;
layout(set = 0, binding = 3, rgba32ui) writeonly uniform uimageBuffer written;
layout(set = 0, binding = 5, rgba32f) readonly uniform imageBuffer stored;
layout(set = 0, binding = 6, rgba32i) uniform iimageBuffer both;
layout(set = 0, binding = 7) buffer Result { vec4 sums[16]; ivec4 numbers[16]; uint sizes[8]; };

int at(int i) { return i * 3 % 7; }

vec4 sum(samplerBuffer b, int first, int count) {
    vec4 s = vec4(0.0);
    for (int i = first; i < first + count; i++) s += texelFetch(b, i);
    return s;
}

void main() {
    int i = int(gl_LocalInvocationIndex);
    sums[i] = sum(floats, i, 2) + imageLoad(stored, at(i));
    numbers[i] = texelFetch(signeds, at(i)) + ivec4(texelFetch(unsigneds, i)) + imageLoad(both, i);
    imageStore(written, i, uvec4(i, texelFetch(unsigneds, i + 1).x, 7u, 9u));
    imageStore(both, i, ivec4(i, -i, 1, 2));
    if (i == 0) {
        sizes[0] = uint(textureSize(floats));
        sizes[1] = uint(textureSize(signeds));
        sizes[2] = uint(imageSize(written));
        sizes[4] = uint(imageSize(stored));
    }
}
