// profiles: ps_6_2 ps_6_4
// args: -Od -denorm preserve
Texture1D<float4> ramp;
SamplerState s;
struct Light { float3 at; float power; };
cbuffer Lights { Light lights[4]; int count; float table[3]; };

float4 shade(float3 n, Light l) {
	float d = max(dot(n, normalize(l.at)), 0);
	if (d > 0.5 && l.power < 3)
		return ramp.Sample(s, d);
	return pow(d, l.power);
}

float4 main(float3 n : NORMAL, int which : WHICH) : SV_Target {
	float4 sum = 0;
	precise float scale = n.x * table[which % 3] + 1;
	for (int i = 0; i < count; i++) {
		if (lights[i].power == 0)
			continue;
		sum += shade(n, lights[i]) * scale;
	}
	float local[4] = { n.x, n.y, n.z, 1.5e30 };
	local[which & 3] = 0x1p-140;
	return sum / local[(which + 1) & 3];
}
