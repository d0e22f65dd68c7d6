// profiles: vs_4_0 vs_4_1 vs_5_0 vs_5_1
// Control flow, functions that stay calls, arrays in registers.
float4 list[8];
int limit;
float4 pick(int i, float4 v)
{
	float4 local[6];
	for (int k = 0; k < 6; k++)
		local[k] = v * k;
	local[i] = list[i];
	return local[(i + 1) % 6];
}
struct Out { float4 p : SV_Position; float2 uv[2] : UV; float clip : SV_ClipDistance; };
Out main(float4 p : POSITION, int4 n : BLENDINDICES, uint id : SV_VertexID, uint instance : SV_InstanceID)
{
	Out o;
	float4 v = pick(n.x, p);
	[loop] for (int i = 0; i < limit; i++)
	{
		if (i == n.y)
			continue;
		if (v.x > 100)
			break;
		v += list[i & 7];
		[branch] if (v.y < 0)
			v.y = -v.y;
		else
			v.z = sqrt(v.y);
	}
	[call] switch (n.z)
	{
	case 0: v = sin(v); break;
	case 1:
	case 2: v = v.wzyx; break;
	case 7: v *= id; break;
	default: v += instance; break;
	}
	[forcecase] switch (n.w)
	{
	case 3: v.x++; break;
	case -4: v.y++; break;
	default: v.w = 9; break;
	}
	uint k = 0;
	while (true)
	{
		k++;
		if (k * k > id)
			break;
	}
	o.p = v;
	o.uv[0] = v.xy / k;
	o.uv[1] = exp2(v.zw);
	o.clip = v.x;
	if (limit == 3)
		return o;
	o.p += 1;
	return o;
}
