#version 450
// A patch of four corners is divided by the lengths of its edges as they are seen.
layout(vertices = 4) out;

layout(location = 0) in vec2 place[];
layout(location = 0) out vec2 corner[];
layout(location = 1) patch out vec3 tint;

layout(binding = 0) uniform View {
    mat4 projection;
    float detail;
    float most;
};

float edge(vec4 a, vec4 b) {
    vec4 p = projection * a, q = projection * b;
    return clamp(distance(p.xy / p.w, q.xy / q.w) * detail, 1.0, most);
}

void main() {
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    corner[gl_InvocationID] = place[gl_InvocationID];
    barrier();
    if (gl_InvocationID == 0) {
        gl_TessLevelOuter[0] = edge(gl_in[0].gl_Position, gl_in[3].gl_Position);
        gl_TessLevelOuter[1] = edge(gl_in[0].gl_Position, gl_in[1].gl_Position);
        gl_TessLevelOuter[2] = edge(gl_in[1].gl_Position, gl_in[2].gl_Position);
        gl_TessLevelOuter[3] = edge(gl_in[2].gl_Position, gl_in[3].gl_Position);
        gl_TessLevelInner[0] = max(gl_TessLevelOuter[1], gl_TessLevelOuter[3]);
        gl_TessLevelInner[1] = max(gl_TessLevelOuter[0], gl_TessLevelOuter[2]);
        tint = vec3(corner[0] + corner[2], float(gl_PrimitiveID & 1)) * 0.5;
    }
}
