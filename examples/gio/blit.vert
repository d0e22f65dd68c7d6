#version 450
layout(push_constant) uniform Block { vec4 transform; layout(offset = 16) float opacity; } _block;
layout(location = 0) in vec2 pos;
layout(location = 1) in vec2 uv;
layout(location = 0) out vec2 vUV;
layout(location = 1) out float opacity;
void main() { gl_Position = vec4(pos * _block.transform.xy + _block.transform.zw, 0, 1); vUV = uv; opacity = _block.opacity; }
