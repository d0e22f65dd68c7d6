#version 450
// The level of detail that a sample would have, of textures of each kind.
layout(set = 0, binding = 0) uniform sampler2D flat2D;
layout(set = 0, binding = 1) uniform sampler2DArray layered;
layout(set = 0, binding = 2) uniform texture3D solid;
layout(set = 0, binding = 3) uniform sampler filtering;
layout(location = 0) out vec4 color;
void main() {
    vec2 p = gl_FragCoord.xy;
    vec2 a = textureQueryLod(flat2D, p / vec2(32.0, 16.0));
    vec2 b = textureQueryLod(layered, p * 4.0 / vec2(32.0, 16.0));
    vec2 c = textureQueryLod(sampler3D(solid, filtering), vec3(p * 2.0 / vec2(16.0, 8.0), 0.5));
    color = vec4(a.x + b.x + c.x, round(a.y), round(b.y), round(c.y));
}
