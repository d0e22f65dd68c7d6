#version 310 es
// In the style of what tools make of SPIR-V: numbered values, loops without heads.
precision mediump float;
precision highp int;
struct _19 { highp vec3 _m0; highp float _m1; highp vec4 _m2; };
layout(binding = 0, std140) uniform type_Globals { highp mat4 _m0; layout(row_major) highp mat4 _m1; highp vec4 _m2[4]; uint _m3; } _Globals;
layout(binding = 1, std430) readonly buffer type_StructuredBuffer_v4float { highp vec4 _m0[]; } lights;
layout(binding = 2) uniform highp sampler2D SPIRV_Cross_Combinedtexsmp;
layout(location = 0) in highp vec2 in_var_TEXCOORD0;
layout(location = 1) flat in highp uint in_var_TEXCOORD1;
layout(location = 0) out highp vec4 out_var_SV_Target0;
highp vec4 _48;
uint spvPackHalf2x16(highp vec2 value) { return packHalf2x16(value); }
highp mat4 spvWorkaroundRowMajor(highp mat4 wrap) { return wrap; }
void main()
{
    _19 _76 = _19(vec3(0.0), 1.0, vec4(0.0));
    highp vec4 _80 = spvWorkaroundRowMajor(_Globals._m1) * vec4(in_var_TEXCOORD0, 0.0, 1.0);
    highp vec4 _85;
    do
    {
        highp vec4 _82 = texture(SPIRV_Cross_Combinedtexsmp, _80.xy);
        if (_82.w < 0.00999999977648258209228515625)
        {
            _85 = vec4(0.0);
            break;
        }
        highp vec3 _98;
        highp float _101;
        _98 = vec3(0.0);
        _101 = 1.0;
        highp vec3 _99;
        highp float _102;
        for (uint _96 = 0u; _96 < min(_Globals._m3, uint(lights._m0.length())); _98 = _99, _101 = _102, _96++)
        {
            highp vec3 _110 = lights._m0[_96].xyz - _Globals._m0[3].xyz;
            highp float _112 = dot(_110, _110);
            bool _115 = _112 > 100.0;
            bool _120;
            if (!_115)
            {
                _120 = _112 < 9.9999997473787516355514526367188e-05;
            }
            else
            {
                _120 = _115;
            }
            if (_120)
            {
                _99 = _98;
                _102 = _101;
                continue;
            }
            _99 = _98 + (_110 * inversesqrt(_112));
            _102 = _101 * 0.5;
        }
        highp int _130 = 0;
        for (;;)
        {
            if (!(_130 < 4))
            {
                break;
            }
            _76._m2 += _Globals._m2[_130];
            _76._m1 = isnan(_76._m2.x) ? 0.0 : _76._m1;
            _130++;
            continue;
        }
        switch (in_var_TEXCOORD1)
        {
            case 0u:
            {
                _85 = vec4(_98, _101);
                break;
            }
            case 3u:
            case 2u:
            {
                _85 = _76._m2.wzyx;
                break;
            }
            default:
            {
                _85 = uintBitsToFloat(uvec4(spvPackHalf2x16(_98.xy), floatBitsToUint(_101), 0u, uint(_130)));
                break;
            }
        }
        break;
    } while(false);
    if (all(equal(_85, vec4(0.0))) || any(notEqual(ivec2(gl_FragCoord.xy) & ivec2(1), ivec2(int(in_var_TEXCOORD1))))) { discard; }
    out_var_SV_Target0 = _85;
}
