#version 330 core
// In the style of antialiasing that is written once for all languages.
#define SMAA_GLSL_3
#define SMAA_RT_METRICS uMetrics
#define SMAA_MAX_SEARCH_STEPS 16
#define SMAA_AREATEX_MAX_DISTANCE 16
#define SMAA_AREATEX_PIXEL_SIZE (1.0 / float2(160.0, 560.0))
#define SMAA_SEARCHTEX_SELECT(sample) sample.r
#define SMAA_AREATEX_SELECT(sample) sample.rg
#if defined(SMAA_GLSL_3) || defined(SMAA_GLSL_4)
#define SMAATexture2D(tex) sampler2D tex
#define SMAATexturePass2D(tex) tex
#define SMAASampleLevelZero(tex, coord) textureLod(tex, coord, 0.0)
#define SMAASampleLevelZeroOffset(tex, coord, offset) textureLodOffset(tex, coord, 0.0, offset)
#define SMAASample(tex, coord) texture(tex, coord)
#define SMAA_FLATTEN
#define SMAA_BRANCH
#define lerp(a, b, t) mix(a, b, t)
#define saturate(a) clamp(a, 0.0, 1.0)
#if defined(SMAA_GLSL_4)
#define mad(a, b, c) fma(a, b, c)
#else
#define mad(a, b, c) (a * b + c)
#endif
#define float2 vec2
#define float3 vec3
#define float4 vec4
#define int2 ivec2
#define bool2 bvec2
#endif
#if !defined(SMAA_GLSL_3) && !defined(SMAA_GLSL_4)
#error you must define the shading language: SMAA_GLSL_*
#endif
uniform vec4 uMetrics;
uniform sampler2D edgesTex, areaTex, searchTex;
in vec2 vTexcoord;
in vec2 vPixcoord;
in vec4 vOffset[3];
out vec4 fragColor;
void SMAAMovc(bool2 cond, inout float2 variable, float2 value) {
    SMAA_FLATTEN if (cond.x) variable.x = value.x;
    SMAA_FLATTEN if (cond.y) variable.y = value.y;
}
void SMAAMovc(bvec4 cond, inout float4 variable, float4 value) {
    SMAAMovc(cond.xy, variable.xy, value.xy);
    SMAAMovc(cond.zw, variable.zw, value.zw);
}
float SMAASearchLength(SMAATexture2D(searchTex), float2 e, float offset) {
    float2 scale = float2(66.0, 33.0) * float2(0.5, -1.0);
    float2 bias = float2(66.0, 33.0) * float2(offset, 1.0);
    scale += float2(-1.0,  1.0);
    bias  += float2( 0.5, -0.5);
    scale *= 1.0 / float2(64.0, 16.0);
    return SMAA_SEARCHTEX_SELECT(SMAASampleLevelZero(searchTex, mad(scale, e, bias)));
}
float SMAASearchXLeft(SMAATexture2D(edgesTex), SMAATexture2D(searchTex), float2 texcoord, float end) {
    float2 e = float2(0.0, 1.0);
    while (texcoord.x > end &&
           e.g > 0.8281 &&
           e.r == 0.0) {
        e = SMAASampleLevelZero(edgesTex, texcoord).rg;
        texcoord = mad(-float2(2.0, 0.0), SMAA_RT_METRICS.xy, texcoord);
    }
    float offset = mad(-(255.0 / 127.0), SMAASearchLength(SMAATexturePass2D(searchTex), e, 0.0), 3.25);
    return mad(SMAA_RT_METRICS.x, offset, texcoord.x);
}
float2 SMAAArea(SMAATexture2D(areaTex), float2 dist, float e1, float e2, float offset) {
    float2 texcoord = mad(float2(SMAA_AREATEX_MAX_DISTANCE, SMAA_AREATEX_MAX_DISTANCE), round(4.0 * float2(e1, e2)), dist);
    texcoord = mad(SMAA_AREATEX_PIXEL_SIZE, texcoord, 0.5 * SMAA_AREATEX_PIXEL_SIZE);
    texcoord.y = mad(float(1) / 7.0, offset, texcoord.y);
    return SMAA_AREATEX_SELECT(SMAASampleLevelZero(areaTex, texcoord));
}
float4 SMAABlendingWeightCalculationPS(float2 texcoord, float2 pixcoord, float4 offset[3], SMAATexture2D(edgesTex), SMAATexture2D(areaTex), SMAATexture2D(searchTex), float4 subsampleIndices) {
    float4 weights = float4(0.0, 0.0, 0.0, 0.0);
    float2 e = SMAASample(edgesTex, texcoord).rg;
    SMAA_BRANCH
    if (e.g > 0.0) {
        float2 d;
        float3 coords;
        coords.x = SMAASearchXLeft(SMAATexturePass2D(edgesTex), SMAATexturePass2D(searchTex), offset[0].xy, offset[2].x);
        coords.y = offset[1].y;
        d.x = coords.x;
        float e1 = SMAASampleLevelZero(edgesTex, coords.xy).r;
        coords.z = SMAASearchXLeft(edgesTex, searchTex, offset[0].zw, offset[2].y);
        d.y = coords.z;
        d = abs(round(mad(SMAA_RT_METRICS.zz, d, -pixcoord.xx)));
        float2 sqrt_d = sqrt(d);
        float e2 = SMAASampleLevelZeroOffset(edgesTex, coords.zy, int2(1, 0)).r;
        weights.rg = SMAAArea(SMAATexturePass2D(areaTex), sqrt_d, e1, e2, subsampleIndices.y);
    } else
        e.r = 0.0;
    bvec4 h = greaterThan(weights.abgr, offset[2]);
    SMAAMovc(h, weights, lerp(weights, float4(0.5), saturate(e.rgrg)));
    return weights;
}
void main() { fragColor = SMAABlendingWeightCalculationPS(vTexcoord, vPixcoord, vOffset, edgesTex, areaTex, searchTex, vec4(0)); }
