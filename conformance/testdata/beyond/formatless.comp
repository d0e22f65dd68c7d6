#version 450
// Images without a format, written only, of each type of texel.
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) writeonly uniform image2D floats;
layout(set = 0, binding = 1) writeonly uniform uimage2DArray unsigneds;
layout(set = 0, binding = 2) writeonly uniform iimageBuffer signeds;
void main() {
    int i = int(gl_LocalInvocationIndex);
    imageStore(floats, ivec2(i, 1), vec4(0.25 * float(i), 0.5, 0.75, 1.0));
    imageStore(unsigneds, ivec3(i, 2, 1), uvec4(i, 2, 3, 4));
    imageStore(signeds, i, ivec4(-i, -2, 3, 4));
}
