#version 450
// The points of a patch lie between its corners, raised by waves.
layout(quads, fractional_odd_spacing, ccw) in;

layout(location = 0) in vec2 corner[];
layout(location = 1) patch in vec3 tint;
layout(location = 0) out vec3 color;

layout(binding = 0) uniform View {
    mat4 projection;
    float detail;
    float most;
};

void main() {
    vec2 t = gl_TessCoord.xy;
    vec4 p = mix(mix(gl_in[0].gl_Position, gl_in[1].gl_Position, t.x), mix(gl_in[3].gl_Position, gl_in[2].gl_Position, t.x), t.y);
    vec2 q = mix(mix(corner[0], corner[1], t.x), mix(corner[3], corner[2], t.x), t.y);
    float h = sin(q.x * 7.0) * cos(q.y * 5.0) * 0.1;
    p.y += h;
    color = tint + vec3(h);
    gl_Position = projection * p;
}
