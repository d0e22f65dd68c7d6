#version 450
// Sizes of images whose formats differ and that are read as the same type.
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, rgba8) uniform image2D a;
layout(set = 0, binding = 1, rgba32f) uniform image2D b;
layout(set = 0, binding = 2, rgba16f) readonly uniform image2D c;
layout(set = 0, binding = 3) uniform texture2D d;
layout(set = 0, binding = 4, r32ui) uniform uimage2D e;
layout(set = 0, binding = 5) buffer Result { ivec2 sizes[5]; };
layout(set = 0, binding = 6) uniform sampler s;
void main() {
    sizes[0] = imageSize(a);
    sizes[1] = imageSize(b);
    sizes[2] = imageSize(c);
    sizes[3] = textureSize(sampler2D(d, s), 0);
    sizes[4] = imageSize(e);
    imageStore(a, ivec2(0), imageLoad(b, ivec2(1)));
    imageStore(b, ivec2(1), imageLoad(c, ivec2(2)));
    imageStore(e, ivec2(1), imageLoad(e, ivec2(2)));
}
