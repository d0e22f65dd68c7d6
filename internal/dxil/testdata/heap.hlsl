// profiles: cs_6_6 cs_6_7
cbuffer Indices : register(b7) { uint texture_, sampler_, output; };

[numthreads(8, 8, 1)]
[WaveSize(32)]
void main(uint2 id : SV_DispatchThreadID) {
	Texture2D<float4> t = ResourceDescriptorHeap[texture_];
	SamplerState s = SamplerDescriptorHeap[NonUniformResourceIndex(sampler_ + id.x)];
	RWTexture2D<float4> o = ResourceDescriptorHeap[output];
	RWStructuredBuffer<uint64_t> counts = ResourceDescriptorHeap[output + 1];
	uint64_t old;
	InterlockedAdd(counts[id.x], (uint64_t)id.y, old);
	uint status;
	float4 c = t.SampleLevel(s, id / 64.0, 2, int2(0, 0), status);
	o[id] = CheckAccessFullyMapped(status) ? c : (float)old;
}
