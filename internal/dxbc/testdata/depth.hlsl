// profiles: ps_4_0 ps_5_0 ps_5_1
// Depth, and two sources of blending.
struct Out { float4 x : SV_Target0; float4 y : SV_Target1; float depth : SV_Depth; };
Out main(float v : V, float w : W, float4 p : SV_Position, uint front : SV_IsFrontFace)
{
	Out o;
	o.x = p * v;
	o.y = front ? w : p.x;
	o.depth = p.z * 0.5;
	clip(w - 1);
	return o;
}
