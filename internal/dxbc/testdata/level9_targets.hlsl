// profiles: ps_4_0_level_9_3
// Derivatives, several targets, depth and loops of level 9.3.
Texture2D a;
SamplerState s;
float4 k[3];
int n;
struct Out { float4 x : SV_Target0; float4 y : SV_Target1; float depth : SV_Depth; };
Out main(float2 uv : TEXCOORD0, float4 v : TEXCOORD1)
{
	Out o;
	o.x = a.SampleGrad(s, uv, ddx(uv), ddy(uv));
	if (v.x > 0.5)
		o.x += a.Sample(s, uv * v.y);
	[unroll] for (int i = 0; i < 3; i++)
		o.x += k[i] * frac(v);
	o.y = fwidth(v) + floor(uv).xyxy;
	if (v.z < 0.25)
		o.y = o.y * o.y + 1;
	o.depth = v.w;
	return o;
}
