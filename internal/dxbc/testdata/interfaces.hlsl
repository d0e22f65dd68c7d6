// profiles: ps_5_0
// Interfaces and classes: tables of functions, calls through them, and their reflection.
interface Light { float3 shade(float3 normal); float power(); };
interface Fog { float4 blend(float4 c); };
class Ambient : Light { float3 color; bool on; float3 shade(float3 n) { return color * on; } float power() { return 1; } };
class Directional : Light { float3 color; float3 direction; float3 shade(float3 n) { return color * dot(n, direction); } float power() { return color.x; } };
class Hemi : Ambient { float4 ground; float3 shade(float3 n) { return lerp(ground.xyz, color, n.y); } float power() { return 2; } };
class NoFog : Fog { float4 blend(float4 c) { return c; } };
class Distance : Fog { float4 tint; float4 blend(float4 c) { return lerp(c, tint, c.w); } };
Light key;
Light others[3];
Fog fog;
cbuffer Instances
{
	Ambient ambient;
	Directional directional;
	Hemi hemi;
	NoFog none;
	Distance far;
};
Texture2D t;
SamplerState s;
float4 main(float3 n : NORMAL, nointerpolation uint i : INDEX) : SV_Target
{
	float3 c = key.shade(n) * key.power();
	c += others[i].shade(n);
	return fog.blend(float4(c, others[1].power())) + t.Sample(s, n.xy);
}
