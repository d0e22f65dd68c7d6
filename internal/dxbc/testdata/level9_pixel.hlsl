// profiles: ps_4_0_level_9_1 ps_4_0_level_9_3
// Pixel programs of level 9: textures of all shapes, discard, comparisons.
Texture2D a : register(t0);
Texture2D b : register(t3);
TextureCube c;
Texture3D d;
SamplerState s : register(s0);
SamplerState r : register(s4);
cbuffer Frame { float4 tint; float4 unused; float edge; };
struct In { float4 p : SV_Position; float4 color : COLOR0; float2 uv : TEXCOORD0; float3 n : TEXCOORD1; float4 q : TEXCOORD2; };
float4 main(In i) : SV_Target
{
	float4 v = a.Sample(s, i.uv) * tint + b.SampleBias(r, i.uv * 2, -1);
	v += c.Sample(s, i.n) + d.Sample(r, i.n) * i.color;
	v.xyz = lerp(v.xyz, i.q.xyz, saturate(edge));
	clip(v.a - 0.5);
	if (v.x > edge)
		v = sqrt(abs(v)) + cos(i.q);
	v.w = dot(i.n, v.xyz) + dot(i.uv, i.q.xy) + normalize(i.q).w + cross(i.n, v.xyz).x;
	return v;
}
