#version 450
#extension GL_NV_geometry_shader_passthrough : require
// Each triangle goes on as it is, to the layer of the color that it has most of.
layout(triangles) in;

layout(passthrough) in gl_PerVertex {
    vec4 gl_Position;
} gl_in[];
layout(location = 0) in Vertex {
    layout(passthrough) vec3 color;
    layout(passthrough) flat ivec2 seed;
    float weight;
} vertex[];
layout(passthrough, location = 4) in vec2 place[];
layout(location = 5) out float share;

layout(binding = 0) uniform Layers {
    int first;
    float least;
};

void main() {
    vec3 sum = vec3(0.0);
    for (int i = 0; i < 3; i++)
        sum += vertex[i].color * vertex[i].weight;
    share = max(sum.x, max(sum.y, sum.z));
    gl_Layer = 0;
    if (share < least)
        return;
    gl_Layer = first + (share == sum.x ? 0 : share == sum.y ? 1 : 2);
    gl_PrimitiveID = vertex[0].seed.x + gl_PrimitiveIDIn;
}
