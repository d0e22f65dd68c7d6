#version 150
#extension GL_ARB_explicit_attrib_location : require
#extension GL_ARB_shader_bit_encoding : enable
vec4 ImmCB_0[4];
uniform vec4 _Time;
uniform vec4 _Color;
uniform float _Cutoff;
uniform int _Mode;
uniform sampler2D _MainTex;
in vec2 vs_TEXCOORD0;
in vec4 vs_COLOR0;
in vec3 vs_TEXCOORD1;
layout(location = 0) out vec4 SV_Target0;
vec4 u_xlat0;
vec4 u_xlat10_0;
bool u_xlatb0;
vec3 u_xlat1;
int u_xlati1;
bvec3 u_xlatb2;
uint u_xlatu_loop_1;
bool u_xlatb6;
int int_bitfieldInsert(int base, int insert, int offset, int bits) {
    uint mask = ~(0xffffffffu << bits) << offset;
    return int((uint(base) & ~mask) | ((uint(insert) << offset) & mask));
}
void main()
{
	ImmCB_0[0] = vec4(1.0, 0.0, 0.0, 0.0);
	ImmCB_0[1] = vec4(0.0, 1.0, 0.0, 0.0);
	ImmCB_0[2] = vec4(0.0, 0.0, 1.0, 0.0);
	ImmCB_0[3] = vec4(0.0, 0.0, 0.0, 1.0);
    u_xlat10_0 = texture(_MainTex, vs_TEXCOORD0.xy);
    u_xlat0 = u_xlat10_0 * _Color;
    u_xlatb6 = u_xlat0.w<_Cutoff * 0.01;
    if(((int(u_xlatb6) * int(0xffffffffu)))!=0){discard;}
    u_xlat1 = vec3(0.0);
    for(u_xlatu_loop_1 = uint(0u) ; u_xlatu_loop_1<4u ; u_xlatu_loop_1++)
    {
        u_xlati1 = int_bitfieldInsert(0, int(u_xlatu_loop_1), 0, 2);
        u_xlat1.xyz = vec3(dot(u_xlat0, ImmCB_0[u_xlati1])) * 0.25 + u_xlat1.xyz;
    }
    u_xlatb2.xyz = lessThan(vec4(0.5, 0.25, 0.75, 0.0), u_xlat0.xyzx).xyz;
    u_xlat1.x = (u_xlatb2.x) ? u_xlat1.x : float(0.125);
    {
        vec3 hlslcc_movcTemp = u_xlat1;
        hlslcc_movcTemp.y = (u_xlatb2.y) ? u_xlat0.y : u_xlat1.z;
        hlslcc_movcTemp.z = (u_xlatb2.z) ? u_xlat1.x : vs_COLOR0.z;
        u_xlat1 = hlslcc_movcTemp;
    }
    switch(_Mode){
        case 1: u_xlat1.xyz = u_xlat1.zxy; break;
        case 2:
        case 3: u_xlat1.xyz = sqrt(abs(u_xlat1.xyz)); break;
        default: u_xlat1.xyz = u_xlat1.xyz * vs_COLOR0.xyz + fract(vs_TEXCOORD1.xyz) * 0.25; break;
    }
    SV_Target0.xyz = u_xlat1.xyz;
    SV_Target0.w = 1.0;
    return;
}
