#version 450
// Texel buffers in a fragment shader, one of them among several in an array.
layout(set = 0, binding = 0) uniform samplerBuffer palette;
layout(set = 0, binding = 1, r32f) readonly uniform imageBuffer weights;
layout(location = 0) out vec4 color;
void main() {
    ivec2 p = ivec2(gl_FragCoord.xy);
    int i = (p.x + 5 * p.y) % textureSize(palette);
    color = texelFetch(palette, i) * imageLoad(weights, i).x;
}
