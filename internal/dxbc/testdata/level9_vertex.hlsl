// profiles: vs_4_0_level_9_1 vs_4_0_level_9_3
// Vertex programs of level 9: matrices, skinning, loops, several buffers.
cbuffer Frame : register(b0) { float4x4 view; float4 lights[4]; float time; float3 fog; };
cbuffer Bones : register(b2) { float4x3 bones[20]; };
float scale;
int iterations;
bool lit;
struct In { float4 p : POSITION; float3 n : NORMAL; float2 uv : TEXCOORD0; float4 w : BLENDWEIGHT; int4 b : BLENDINDICES; float4 color : COLOR0; };
struct Out { float4 p : SV_Position; float4 color : COLOR0; float2 uv : TEXCOORD0; float3 n : TEXCOORD1; float fog : TEXCOORD2; };
Out main(In i)
{
	Out o;
	float4 p = float4(mul(i.p, bones[i.b.x]) * i.w.x + mul(i.p, bones[i.b.y]) * i.w.y, 1);
	o.p = mul(p, view);
	o.n = normalize(i.n);
	float3 sum = 0;
	[unroll] for (int k = 0; k < 4; k++)
		sum += saturate(dot(o.n, lights[k].xyz)) * lights[k].w;
	if (lit)
		sum += pow(max(o.n.z, 0.01), 8);
	sum = o.n.x > 0 ? sum : sum * 0.5;
	o.color = float4(sum, 1) * i.color + frac(time) + abs(sin(time)) + sign(i.p.x) * step(0.5, i.uv.x);
	o.uv = i.uv * scale + floor(time);
	o.fog = exp2(-fog.x * o.p.w) + rsqrt(abs(i.p.y)) + log2(abs(i.p.z)) + 1 / i.w.z + (i.p.x >= i.p.y) * min(i.w.x, i.w.w);
	return o;
}
