#version 450
layout(push_constant) uniform Color { layout(offset = 112) vec4 color; } _color;
layout(binding = 0) uniform sampler2D tex;
layout(location = 0) in vec2 vUV;
layout(location = 1) in float opacity;
layout(location = 0) out vec4 fragColor;
void main() { fragColor = texture(tex, vUV) * _color.color * opacity; }
