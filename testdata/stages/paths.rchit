#version 460
#extension GL_EXT_ray_tracing : require
layout(binding = 0) uniform accelerationStructureEXT scene;
layout(std430, binding = 2) readonly buffer Normals { vec4 normals[]; };
layout(shaderRecordEXT, std430) buffer Material { vec4 color; vec4 emission; };

struct Path {
    vec3 light;
    vec3 weight;
    vec3 origin;
    vec3 direction;
    bool done;
};
layout(location = 0) rayPayloadInEXT Path path;
layout(location = 1) rayPayloadEXT float shade;
hitAttributeEXT vec2 barycentrics;

void main() {
    uint at = uint(gl_PrimitiveID + gl_InstanceCustomIndexEXT) * 3u;
    vec3 n = normals[at].xyz * (1.0 - barycentrics.x - barycentrics.y) + normals[at + 1u].xyz * barycentrics.x + normals[at + 2u].xyz * barycentrics.y;
    n = normalize(gl_ObjectToWorldEXT * vec4(n, 0.0));
    if (gl_HitKindEXT == gl_HitKindBackFacingTriangleEXT)
        n = -n;
    vec3 p = gl_WorldRayOriginEXT + gl_WorldRayDirectionEXT * gl_HitTEXT;
    shade = 1.0;
    traceRayEXT(scene, gl_RayFlagsTerminateOnFirstHitEXT | gl_RayFlagsSkipClosestHitShaderEXT, 0xFFu, 0u, 1u, 1u, p, 0.001, n, 1.0, 1);
    path.light += path.weight * emission.rgb * shade;
    path.weight *= color.rgb;
    path.origin = p;
    path.direction = reflect(gl_WorldRayDirectionEXT, n);
    path.done = dot(path.weight, vec3(1.0)) < 0.01;
}
