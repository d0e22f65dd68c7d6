#version 450
// A depth that is written behind the test.
layout(early_fragment_tests) in;
layout(location = 0) out vec4 color;
void main() { gl_FragDepth = 0.5; color = vec4(gl_FragDepth); }
