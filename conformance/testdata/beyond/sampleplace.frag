#version 450
// Where in the pixel the sample lies: with one sample, in its middle.
layout(location = 0) out vec4 color;
vec2 place() { return gl_SamplePosition; }
void main() { color = vec4(place(), gl_SamplePosition * 2.0); }
