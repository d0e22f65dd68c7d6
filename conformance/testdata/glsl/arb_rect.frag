#version 140
// opengl
// loose 1e-3
// Uniform blocks without places, buffer textures, rectangles, loose and block uniforms.
layout(std140) uniform Scene { mat4 view; vec4 fog; float range[2]; }; uniform samplerBuffer points; uniform float exposure; uniform ivec4 window;
in vec4 world; out vec4 color;
float fogAmount(float d) { return clamp((d - range[0]) / max(abs(range[1] - range[0]), 1.0), 0.0, 1.0); }
void main() { vec4 p = texelFetch(points, 0) + texelFetch(points, textureSize(points) - 1); color = mix(clamp(p, -4.0, 4.0), clamp(fog, 0.0, 1.0), fogAmount(world.z)) + clamp(view[2], -1.0, 1.0) * clamp(exposure, 0.0, 1.0); color.a += float(window.x >= window.y) + float(inverse(mat2(2, 0, 0, 4))[1][1]); }
