#version 330 core
#define FXAA_PC 1
#define FXAA_GLSL_130 1
#define FXAA_QUALITY__PRESET 12
#if (FXAA_QUALITY__PRESET == 12)
    #define FXAA_QUALITY__PS 5
    #define FXAA_QUALITY__P0 1.0
    #define FXAA_QUALITY__P1 1.5
#endif
#if (FXAA_GLSL_120 == 1) || (FXAA_GLSL_130 == 1)
    #define FxaaBool bool
    #define FxaaDiscard discard
    #define FxaaFloat float
    #define FxaaFloat2 vec2
    #define FxaaFloat4 vec4
    #define FxaaInt2 ivec2
    #define FxaaSat(x) clamp(x, 0.0, 1.0)
    #define FxaaTex sampler2D
#else
    #define FxaaBool bool
#endif
#if (FXAA_GLSL_130 == 1)
    #define FxaaTexTop(t, p) textureLod(t, p, 0.0)
    #define FxaaTexOff(t, p, o, r) textureLodOffset(t, p, 0.0, o)
#endif
#ifndef FXAA_GREEN_AS_LUMA
    #define FXAA_GREEN_AS_LUMA 0
#endif
#if (FXAA_GREEN_AS_LUMA == 0)
    FxaaFloat FxaaLuma(FxaaFloat4 rgba) { return rgba.w; }
#else
    FxaaFloat FxaaLuma(FxaaFloat4 rgba) { return rgba.y; }
#endif
uniform sampler2D screen;
uniform vec2 rcpFrame;
in vec2 uv;
out vec4 color;
FxaaFloat4 FxaaPixelShader(FxaaFloat2 pos, FxaaTex tex, FxaaFloat2 fxaaQualityRcpFrame, FxaaFloat fxaaQualityEdgeThreshold)
{
    FxaaFloat2 posM;
    posM.x = pos.x;
    posM.y = pos.y;
    FxaaFloat4 rgbyM = FxaaTexTop(tex, posM);
    #if (FXAA_GREEN_AS_LUMA == 0)
        #define lumaM rgbyM.w
    #else
        #define lumaM rgbyM.y
    #endif
    FxaaFloat lumaS = FxaaLuma(FxaaTexOff(tex, posM, FxaaInt2( 0, 1), fxaaQualityRcpFrame.xy));
    FxaaFloat lumaE = FxaaLuma(FxaaTexOff(tex, posM, FxaaInt2( 1, 0), fxaaQualityRcpFrame.xy));
    FxaaFloat rangeMax = max(max(lumaS, lumaE), lumaM), rangeMin = min(min(lumaS, lumaE), lumaM);
    FxaaBool earlyExit = rangeMax - rangeMin < rangeMax * fxaaQualityEdgeThreshold;
    if(earlyExit)
        return rgbyM;
    FxaaBool horzSpan = abs(lumaS - lumaM) >= abs(lumaE - lumaM);
    FxaaFloat2 offNP;
    offNP.x = (!horzSpan) ? 0.0 : fxaaQualityRcpFrame.x;
    offNP.y = ( horzSpan) ? 0.0 : fxaaQualityRcpFrame.y;
    FxaaFloat2 posN = posM - offNP * FXAA_QUALITY__P0;
    FxaaBool done = false;
    for (int i = 0; i < FXAA_QUALITY__PS && !done; i++) {
        posN -= offNP * FXAA_QUALITY__P1;
        done = abs(FxaaLuma(FxaaTexTop(tex, posN)) - lumaM) >= FxaaSat(rangeMax);
    }
    return FxaaTexTop(tex, mix(posM, posN, .25));
}
void main() { color = FxaaPixelShader(uv, screen, rcpFrame, 0.166); }
