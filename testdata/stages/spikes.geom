#version 450
// Each triangle becomes itself and a spike: three triangles that meet above its middle.
layout(triangles) in;
layout(triangle_strip, max_vertices = 12) out;

layout(location = 0) in vec3 normal[];
layout(location = 1) in vec2 place[];
layout(location = 0) out vec3 color;
layout(location = 1) flat out int side;

layout(binding = 0) uniform Spikes {
    mat4 projection;
    float height;
};

void corner(vec4 p, vec3 c, int k) {
    gl_Position = projection * p;
    color = c;
    side = k;
    EmitVertex();
}

void main() {
    vec4 middle = (gl_in[0].gl_Position + gl_in[1].gl_Position + gl_in[2].gl_Position) / 3.0;
    vec3 up = normalize(normal[0] + normal[1] + normal[2]);
    vec4 top = middle + vec4(up * height, 0.0);
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3;
        corner(gl_in[i].gl_Position, vec3(place[i], 0.0), i);
        corner(gl_in[j].gl_Position, vec3(place[j], 0.5), i);
        corner(top, vec3(0.5, 0.5, 1.0), i);
        EndPrimitive();
    }
    gl_PrimitiveID = gl_PrimitiveIDIn;
    for (int i = 0; i < 3; i++)
        corner(gl_in[i].gl_Position, vec3(place[i], 1.0), 3);
    EndPrimitive();
}
