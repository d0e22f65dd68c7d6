#version 450
#extension GL_ARB_fragment_shader_interlock : require
// A critical section of the fragments of a pixel.
layout(pixel_interlock_ordered) in;
layout(set = 0, binding = 0, rgba32f) uniform coherent image2D colors;
layout(location = 0) out vec4 o;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    beginInvocationInterlockARB();
    vec4 before = imageLoad(colors, at);
    imageStore(colors, at, before * 0.5 + vec4(0.25));
    endInvocationInterlockARB();
    o = before;
}
