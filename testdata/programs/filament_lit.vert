#version 310 es
// In the style of a material compiler: precision macros, objects in a uniform array, the
// material's own code between what is the engine's.
#define TARGET_MOBILE
#define HIGHP highp
#define MEDIUMP mediump
#define VARYING out
#define LAYOUT_LOCATION(x) layout(location = x)
#define ATTRIBUTE in
#define HAS_ATTRIBUTE_UV0
#define MATERIAL_HAS_NORMAL
#define CONFIG_MAX_INSTANCES 4
precision highp float;
precision highp int;
LAYOUT_LOCATION(0) ATTRIBUTE vec4 mesh_position;
LAYOUT_LOCATION(1) ATTRIBUTE vec4 mesh_tangents;
#if defined(HAS_ATTRIBUTE_UV0)
LAYOUT_LOCATION(3) ATTRIBUTE vec2 mesh_uv0;
#endif
LAYOUT_LOCATION(4) VARYING highp vec4 vertex_worldPosition;
LAYOUT_LOCATION(5) VARYING mediump vec3 vertex_worldNormal;
LAYOUT_LOCATION(6) VARYING highp vec4 vertex_uv01;
struct PerRenderableData {
    highp mat4 worldFromModelMatrix;
    highp mat3 worldFromModelNormalMatrix;
    highp int morphTargetCount;
    highp int flagsChannels;
    highp int objectId;
    highp float userData;
};
layout(std140) uniform FrameUniforms {
    mat4 viewFromWorldMatrix;
    mat4 clipFromWorldMatrix;
    vec4 lightColorIntensity;
    vec3 lightDirection;
    float exposure;
} frameUniforms;
layout(std140) uniform ObjectUniforms { PerRenderableData data[CONFIG_MAX_INSTANCES]; } objectUniforms;
PerRenderableData object_uniforms;
int instance_index;
struct MaterialVertexInputs { vec4 color; vec2 uv0; vec4 worldPosition; vec3 worldNormal; };
void initObjectUniforms() {
    instance_index = gl_InstanceID;
    object_uniforms = objectUniforms.data[instance_index & (CONFIG_MAX_INSTANCES - 1)];
}
void toTangentFrame(const HIGHP vec4 q, out HIGHP vec3 n) {
    n = vec3(0.0, 0.0, 1.0) + vec3(2.0, -2.0, -2.0) * q.x * q.zwx + vec3(2.0, 2.0, -2.0) * q.y * q.wzy;
}
void initMaterialVertex(out MaterialVertexInputs material) {
    material.color = vec4(1.0);
    material.uv0 = mesh_uv0;
    material.worldPosition = object_uniforms.worldFromModelMatrix * mesh_position;
}
void materialVertex(inout MaterialVertexInputs m) { m.worldPosition.xyz += m.worldNormal * 0.01 * float(object_uniforms.objectId & 1); }
void main() {
    initObjectUniforms();
    MaterialVertexInputs material;
    initMaterialVertex(material);
    toTangentFrame(mesh_tangents * 0.25, material.worldNormal);
    material.worldNormal = object_uniforms.worldFromModelNormalMatrix * material.worldNormal;
    materialVertex(material);
    vertex_uv01.xy = material.uv0;
    vertex_uv01.zw = vec2(0.0, object_uniforms.userData);
    vertex_worldPosition = material.worldPosition;
    vertex_worldNormal = material.worldNormal;
    gl_Position = frameUniforms.clipFromWorldMatrix * material.worldPosition;
    gl_Position.z = dot(gl_Position.zw, vec2(-0.5, 0.5)) * 0.25;
}
