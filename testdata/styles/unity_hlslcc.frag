#version 300 es
// In the style of what HLSLcc makes: registers, masks of bits as bools, switches of precision.
#define HLSLCC_ENABLE_UNIFORM_BUFFERS 1
#if HLSLCC_ENABLE_UNIFORM_BUFFERS
#define UNITY_UNIFORM
#else
#define UNITY_UNIFORM uniform
#endif
#define UNITY_SUPPORTS_UNIFORM_LOCATION 0
#if UNITY_SUPPORTS_UNIFORM_LOCATION
#define UNITY_LOCATION(x) layout(location = x)
#define UNITY_BINDING(x) layout(binding = x, std140)
#else
#define UNITY_LOCATION(x)
#define UNITY_BINDING(x) layout(std140)
#endif
precision highp float;
precision highp int;
uniform 	vec4 _Time;
uniform 	vec3 _WorldSpaceCameraPos;
uniform 	mediump vec4 _LightColor0;
uniform 	vec4 hlslcc_mtx4x4unity_WorldToLight[4];
uniform 	int _Count;
#if HLSLCC_ENABLE_UNIFORM_BUFFERS
UNITY_BINDING(0) uniform UnityPerMaterial {
#endif
	UNITY_UNIFORM vec4 _MainTex_ST;
	UNITY_UNIFORM mediump vec4 _Color;
	UNITY_UNIFORM mediump float _Cutoff;
	UNITY_UNIFORM mediump float _Glossiness;
	UNITY_UNIFORM vec4 Xhlslcc_UnusedX_Bands[2];
#if HLSLCC_ENABLE_UNIFORM_BUFFERS
};
#endif
UNITY_LOCATION(0) uniform mediump sampler2D _MainTex;
UNITY_LOCATION(1) uniform highp sampler2D _ShadowMap;
UNITY_LOCATION(2) uniform mediump samplerCube unity_SpecCube0;
in highp vec4 vs_TEXCOORD0;
in highp vec3 vs_TEXCOORD1;
in mediump vec3 vs_TEXCOORD2;
flat in highp uint vs_SV_InstanceID0;
layout(location = 0) out mediump vec4 SV_Target0;
vec4 u_xlat0;
mediump vec4 u_xlat16_0;
bool u_xlatb0;
vec3 u_xlat1;
ivec2 u_xlati1;
uint u_xlatu1;
bvec4 u_xlatb1;
mediump vec3 u_xlat16_2;
vec4 u_xlat3;
vec4 ImmCB_0[4];
const vec4 ImmCB_1[3] = vec4[3](vec4(1.0, 0.0, 0.0, 0.0), vec4(0.0, 1.0, 0.0, 0.0), vec4(0.5, 0.0, 2.0, 1.0));
float trunc_(float x) { return float(int(x)); }
ivec2 op_shl(ivec2 a, int b) { ivec2 r = a; r.x <<= b; r.y = a.y << b; return r; }
int op_not(int value) { return -value - 1; }
void main()
{
ImmCB_0[0] = vec4(-0.25, 0.0, 0.0, 0.0);
ImmCB_0[1] = vec4(0.0, -0.25, 0.0, 0.0);
ImmCB_0[2] = ImmCB_0[0].yxzw;
ImmCB_0[3] = vec4(0.0);
    u_xlat0 = texture(_MainTex, vs_TEXCOORD0.xy);
    u_xlat16_0.w = u_xlat0.w * _Color.w + (-_Cutoff);
    u_xlatb0 = u_xlat16_0.w<0.0;
    if(((int(u_xlatb0) * int(0xffffffffu)))!=0){discard;}
    u_xlat16_0.xyz = u_xlat0.xyz * _Color.xyz;
    u_xlat1.xyz = (-vs_TEXCOORD1.xyz) + _WorldSpaceCameraPos.xyz;
    u_xlat3.x = dot(u_xlat1.xyz, u_xlat1.xyz);
    u_xlat3.x = inversesqrt(u_xlat3.x);
    u_xlat1.xyz = u_xlat1.xyz * u_xlat3.xxx;
    u_xlat3 = vs_TEXCOORD1.yyyy * hlslcc_mtx4x4unity_WorldToLight[1];
    u_xlat3 = hlslcc_mtx4x4unity_WorldToLight[0] * vs_TEXCOORD1.xxxx + u_xlat3;
    u_xlat3 = hlslcc_mtx4x4unity_WorldToLight[2] * vs_TEXCOORD1.zzzz + u_xlat3;
    u_xlat3 = u_xlat3 + hlslcc_mtx4x4unity_WorldToLight[3];
    u_xlatb1.xy = lessThan(u_xlat3.xyxx, vec4(0.0, 0.0, 0.0, 0.0)).xy;
    u_xlatb1.zw = greaterThan(u_xlat3.xxxy, u_xlat3.wwww).zw;
    {
        vec4 hlslcc_movcTemp = u_xlat3;
        hlslcc_movcTemp.x = (u_xlatb1.x) ? float(0.0) : u_xlat3.x;
        hlslcc_movcTemp.y = (u_xlatb1.y || u_xlatb1.z) ? float(0.0) : u_xlat3.y;
        u_xlat3 = hlslcc_movcTemp;
    }
    u_xlatu1 = uint((u_xlat3.x<u_xlat3.w) ? 0xFFFFFFFFu : uint(0)) & (u_xlatb1.w ? 0xFFFFFFFFu : uint(0u));
    u_xlati1.xy = op_shl(ivec2(int(vs_SV_InstanceID0), int(u_xlatu1)), 1);
    u_xlat16_2.xyz = vec3(0.0, 0.0, 0.0);
    for(int u_xlati_loop_1 = 0 ; u_xlati_loop_1<4 ; u_xlati_loop_1++)
    {
        u_xlat3.z = textureLod(_ShadowMap, u_xlat3.xy + ImmCB_0[u_xlati_loop_1].xy, 0.0).x;
#ifdef UNITY_ADRENO_ES3
        u_xlatb0 = !!(u_xlat3.z>=0.5);
#else
        u_xlatb0 = u_xlat3.z>=0.5;
#endif
        if(u_xlatb0) { break; }
        u_xlat16_2.xyz = u_xlat16_2.xyz + ImmCB_1[u_xlati_loop_1 % 3].xyz;
    }
    while(true){
        u_xlatb0 = u_xlati1.x>=_Count;
        if(u_xlatb0){break;}
        u_xlati1.x = u_xlati1.x + 1;
        u_xlati1.y = op_not(u_xlati1.y);
    }
    u_xlat16_2.xyz = u_xlat16_2.xyz * _LightColor0.xyz + textureLod(unity_SpecCube0, reflect(-u_xlat1, vs_TEXCOORD2), (1.0 - _Glossiness) * 6.0).xyz;
    SV_Target0.xyz = u_xlat16_0.xyz * u_xlat16_2.xyz + vec3(float(u_xlati1.y) * 0.001);
    SV_Target0.w = u_xlat16_0.w;
    return;
}
