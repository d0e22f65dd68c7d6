#version 310 es
#extension GL_EXT_shader_framebuffer_fetch : enable
#define TARGET_MOBILE
#define FILAMENT_QUALITY_LOW 0
#define FILAMENT_QUALITY_HIGH 2
#define FILAMENT_QUALITY FILAMENT_QUALITY_HIGH
#define LAYOUT_LOCATION(x) layout(location = x)
#define CONFIG_MAX_LIGHT_COUNT 256
precision mediump float;
precision mediump int;
precision highp sampler3D;
#define MEDIUMP_FLT_MAX 65504.0
#define saturateMediump(x) min(x, MEDIUMP_FLT_MAX)
#define PREVENT_DIV0(n, d, magic) ((n) / max(d, magic))
LAYOUT_LOCATION(4) in highp vec4 vertex_worldPosition;
LAYOUT_LOCATION(5) in mediump vec3 vertex_worldNormal;
LAYOUT_LOCATION(6) in highp vec2 vertex_uv01;
layout(std140) uniform FrameUniforms { highp mat4 viewFromWorld; highp vec4 resolution; highp vec2 clipControl; highp float time; float exposure; highp vec4 iblSH[9]; } frameUniforms;
layout(std140) uniform LightsUniforms { highp mat4 lights[CONFIG_MAX_LIGHT_COUNT / 4]; } lightsUniforms;
uniform mediump sampler2D materialParams_baseColorMap;
uniform mediump sampler3D light_froxels;
layout(location = 0) out vec4 fragColor;
struct MaterialInputs { vec4 baseColor; float roughness; vec3 normal; };
struct PixelParams { vec3 diffuseColor; float perceptualRoughness, roughness; vec3 f0; };
highp mat3 shading_tangentToWorld;
vec3 shading_normal, shading_view;
float pow5(float x) { float x2 = x * x; return x2 * x2 * x; }
float sq(float x) { return x * x; }
void initMaterial(out MaterialInputs material) { material.baseColor = vec4(1.0); material.roughness = 1.0; material.normal = vec3(0.0, 0.0, 1.0); }
void material(inout MaterialInputs material) {
    material.baseColor = texture(materialParams_baseColorMap, vertex_uv01);
    material.roughness = material.baseColor.a;
}
float D_GGX(float roughness, float NoH, const vec3 h) {
#if defined(TARGET_MOBILE)
    vec3 NxH = cross(shading_normal, h);
    float oneMinusNoHSquared = dot(NxH, NxH);
#else
    float oneMinusNoHSquared = 1.0 - NoH * NoH;
#endif
    float a = NoH * roughness;
    float k = roughness / (oneMinusNoHSquared + a * a);
    return saturateMediump(k * k * (1.0 / 3.14159));
}
vec3 Irradiance_SphericalHarmonics(const vec3 n) {
    return max(
          frameUniforms.iblSH[0].rgb
#if FILAMENT_QUALITY >= FILAMENT_QUALITY_HIGH
        + frameUniforms.iblSH[1].rgb * (n.y)
        + frameUniforms.iblSH[2].rgb * (n.z)
#endif
        , 0.0);
}
void getPixelParams(const MaterialInputs material, out PixelParams pixel) {
    pixel.diffuseColor = material.baseColor.rgb;
    pixel.f0 = vec3(0.04);
    pixel.perceptualRoughness = clamp(material.roughness, 0.089, 1.0);
    pixel.roughness = sq(pixel.perceptualRoughness);
}
void main() {
    shading_tangentToWorld = mat3(vec3(1, 0, 0), vec3(0, 1, 0), normalize(vertex_worldNormal));
    shading_normal = shading_tangentToWorld[2];
    shading_view = normalize(-vertex_worldPosition.xyz);
    MaterialInputs inputs;
    initMaterial(inputs);
    material(inputs);
    PixelParams pixel;
    getPixelParams(inputs, pixel);
    vec3 h = normalize(shading_view + vec3(0, 1, 0));
    highp uint index = uint(texelFetch(light_froxels, ivec3(0), 0).x) & 255u;
    highp mat4 data = lightsUniforms.lights[index / 4u];
    highp vec4 row = data[index % 4u];
    vec3 color = Irradiance_SphericalHarmonics(shading_normal) * pixel.diffuseColor + D_GGX(pixel.roughness, max(dot(shading_normal, h), 0.0), h) * pixel.f0 * row.xyz * pow5(row.w);
    fragColor = vec4(color * frameUniforms.exposure, inputs.baseColor.a);
}
