#version 460
#extension GL_EXT_ray_tracing : require
struct Path {
    vec3 light;
    vec3 weight;
    vec3 origin;
    vec3 direction;
    bool done;
};
layout(location = 0) rayPayloadInEXT Path path;

void main() {
    path.done = true;
    path.light += path.weight * mix(vec3(0.2), vec3(0.5, 0.7, 1.0), gl_WorldRayDirectionEXT.y * 0.5 + 0.5);
}
