// profiles: vs_6_0 vs_6_6
#define signature "RootFlags(ALLOW_INPUT_ASSEMBLER_INPUT_LAYOUT | DENY_GEOMETRY_SHADER_ROOT_ACCESS), " \
	"RootConstants(num32BitConstants = 4, b0, space = 1, visibility = SHADER_VISIBILITY_VERTEX), " \
	"CBV(b1), SRV(t0, flags = DATA_VOLATILE), UAV(u0), " \
	"DescriptorTable(SRV(t1, numDescriptors = 3, space = 2), UAV(u1, numDescriptors = unbounded, offset = 8), visibility = SHADER_VISIBILITY_PIXEL), " \
	"DescriptorTable(Sampler(s0, numDescriptors = 2)), " \
	"StaticSampler(s4, filter = FILTER_COMPARISON_MIN_MAG_MIP_LINEAR, addressU = TEXTURE_ADDRESS_CLAMP, mipLODBias = -0.5, maxAnisotropy = 8, " \
	"comparisonFunc = COMPARISON_GREATER, borderColor = STATIC_BORDER_COLOR_OPAQUE_WHITE, minLOD = 1, maxLOD = 9.5, visibility = SHADER_VISIBILITY_PIXEL)"
cbuffer Constants : register(b0, space1) { float4 k; };
cbuffer More : register(b1) { float4 m; };

[RootSignature(signature)]
float4 main(int4 bones : BLENDINDICES, min16float weight : BLENDWEIGHT) : SV_Position {
	return k * weight + m[bones.x & 3];
}
