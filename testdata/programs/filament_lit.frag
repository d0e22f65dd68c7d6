#version 310 es
#define MEDIUMP mediump
#define LAYOUT_LOCATION(x) layout(location = x)
#define FILAMENT_QUALITY 1
#define saturate(x) clamp(x, 0.0, 1.0)
#define MIN_PERCEPTUAL_ROUGHNESS 0.089
precision mediump float;
precision highp int;
LAYOUT_LOCATION(4) in highp vec4 vertex_worldPosition;
LAYOUT_LOCATION(5) in mediump vec3 vertex_worldNormal;
LAYOUT_LOCATION(6) in highp vec4 vertex_uv01;
layout(std140) uniform FrameUniforms {
    highp mat4 viewFromWorldMatrix;
    highp mat4 clipFromWorldMatrix;
    highp vec4 lightColorIntensity;
    highp vec3 lightDirection;
    highp float exposure;
} frameUniforms;
layout(std140) uniform MaterialParams { vec4 baseColor; highp float roughness; highp float metallic; vec3 sphericalHarmonics[4]; } materialParams;
layout(binding = 5) uniform mediump sampler2D materialParams_albedo;
layout(location = 0) out vec4 fragColor;
const float PI = 3.14159265359;
struct MaterialInputs { vec4 baseColor; float roughness; float metallic; vec4 emissive; };
struct PixelParams { vec3 diffuseColor; float perceptualRoughness; float roughness; vec3 f0; };
float pow5(float x) { float x2 = x * x; return x2 * x2 * x; }
float sq(float x) { return x * x; }
float D_GGX(float roughness, float NoH, const vec3 h) {
    highp float oneMinusNoHSquared = 1.0 - NoH * NoH;
    float a = NoH * roughness, k = roughness / (oneMinusNoHSquared + a * a);
    return min(k * k * (1.0 / PI), 65504.0);
}
vec3 F_Schlick(const vec3 f0, float VoH) { float f = pow5(1.0 - VoH); return f + f0 * (1.0 - f); }
float F_Schlick(float f0, float f90, float VoH) { return f0 + (f90 - f0) * pow5(1.0 - VoH); }
vec3 Irradiance_SphericalHarmonics(const vec3 n) {
    return max(materialParams.sphericalHarmonics[0]
#if FILAMENT_QUALITY >= 1
        + materialParams.sphericalHarmonics[1] * (n.y)
        + materialParams.sphericalHarmonics[2] * (n.z)
        + materialParams.sphericalHarmonics[3] * (n.x)
#endif
        , 0.0);
}
void initMaterial(out MaterialInputs material) {
    material.baseColor = vec4(1.0);
    material.roughness = 1.0;
    material.metallic = 0.0;
    material.emissive = vec4(vec3(0.0), 1.0);
}
void material(inout MaterialInputs m) {
    m.baseColor = texture(materialParams_albedo, vertex_uv01.xy) * materialParams.baseColor;
    m.roughness = materialParams.roughness;
    m.metallic = materialParams.metallic;
}
void getPixelParams(const MaterialInputs m, out PixelParams pixel) {
    pixel.diffuseColor = m.baseColor.rgb * (1.0 - m.metallic);
    pixel.perceptualRoughness = clamp(m.roughness, MIN_PERCEPTUAL_ROUGHNESS, 1.0);
    pixel.roughness = sq(pixel.perceptualRoughness);
    pixel.f0 = mix(vec3(0.04), m.baseColor.rgb, m.metallic);
}
void main() {
    MaterialInputs inputs;
    initMaterial(inputs);
    material(inputs);
    PixelParams pixel;
    getPixelParams(inputs, pixel);
    vec3 n = normalize(vertex_worldNormal), v = normalize(vec3(0.0, 0.0, 2.0) - vertex_worldPosition.xyz), l = normalize(frameUniforms.lightDirection);
    vec3 h = normalize(v + l);
    float NoL = saturate(dot(n, l)), NoH = saturate(dot(n, h)), LoH = saturate(dot(l, h));
    vec3 Fr = D_GGX(pixel.roughness, NoH, h) * F_Schlick(pixel.f0, LoH);
    vec3 Fd = pixel.diffuseColor * (F_Schlick(1.0, 0.5 + 2.0 * pixel.roughness * LoH * LoH, NoL) / PI);
    vec3 color = (Fd + Fr * 0.25) * frameUniforms.lightColorIntensity.rgb * NoL + Irradiance_SphericalHarmonics(n) * pixel.diffuseColor * 0.5;
    color *= frameUniforms.exposure + vertex_uv01.w * 0.0;
    fragColor = vec4(color / (1.0 + color), 1.0);
}
