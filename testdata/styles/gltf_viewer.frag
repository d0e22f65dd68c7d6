#version 300 es
#define HAS_NORMALS
#define HAS_BASE_COLOR_MAP 1
#define LIGHT_COUNT 2
#define ALPHAMODE_MASK 1
#define ALPHAMODE ALPHAMODE_MASK
precision highp float;
const float GAMMA = 2.2;
const float INV_GAMMA = 1.0 / GAMMA;
const mat3 ACESInputMat = mat3
(
    0.59719, 0.07600, 0.02840,
    0.35458, 0.90834, 0.13383,
    0.04823, 0.01566, 0.83777
);
struct Light
{
    vec3 direction;
    float range;
    vec3 color;
    float intensity;
    vec3 position;
    float innerConeCos;
    float outerConeCos;
    int type;
};
const int LightType_Directional = 0;
const int LightType_Point = 1;
const int LightType_Spot = 2;
#ifdef LIGHT_COUNT
uniform Light u_Lights[LIGHT_COUNT + 1];
#endif
uniform vec3 u_Camera;
uniform float u_AlphaCutoff;
uniform vec4 u_BaseColorFactor;
uniform sampler2D u_BaseColorSampler;
uniform int u_BaseColorUVSet;
uniform mat3 u_BaseColorUVTransform;
in vec2 v_texcoord_0;
in vec2 v_texcoord_1;
in vec3 v_Position;
#ifdef HAS_NORMALS
#ifdef HAS_TANGENTS
in mat3 v_TBN;
#else
in vec3 v_Normal;
#endif
#endif
out vec4 g_finalColor;
vec2 getBaseColorUV()
{
    vec3 uv = vec3(u_BaseColorUVSet < 1 ? v_texcoord_0 : v_texcoord_1, 1.0);
    uv = u_BaseColorUVTransform * uv;
    return uv.xy;
}
float getRangeAttenuation(float range, float distance)
{
    if (range <= 0.0) { return 1.0 / pow(distance, 2.0); }
    return max(min(1.0 - pow(distance / range, 4.0), 1.0), 0.0) / pow(distance, 2.0);
}
vec3 getLighIntensity(Light light, vec3 pointToLight)
{
    float rangeAttenuation = 1.0;
    if (light.type != LightType_Directional) rangeAttenuation = getRangeAttenuation(light.range, length(pointToLight));
    return rangeAttenuation * light.intensity * light.color;
}
vec3 toneMap(vec3 color) { color = ACESInputMat * color; return pow(clamp(color, 0.0, 1.0), vec3(INV_GAMMA)); }
void main()
{
    vec4 baseColor = u_BaseColorFactor * texture(u_BaseColorSampler, getBaseColorUV());
#if ALPHAMODE == ALPHAMODE_MASK
    if (baseColor.a < u_AlphaCutoff) discard;
    baseColor.a = 1.0;
#endif
    vec3 v = normalize(u_Camera - v_Position), f = vec3(0.0);
    vec3 n = normalize(v_Normal);
    if (gl_FrontFacing == false) n *= -1.0;
    for (int i = 0; i < LIGHT_COUNT; ++i)
    {
        Light light = u_Lights[i];
        vec3 pointToLight;
        if (light.type != LightType_Directional) pointToLight = light.position - v_Position;
        else pointToLight = -light.direction;
        vec3 l = normalize(pointToLight);
        f += getLighIntensity(light, pointToLight) * clamp(dot(n, l), 0.0, 1.0) * baseColor.rgb;
    }
    g_finalColor = vec4(toneMap(f + v * 0.0), baseColor.a);
}
