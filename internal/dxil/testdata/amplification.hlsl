// profiles: as_6_5 as_6_7
struct Payload { uint start; float scale[3]; };
groupshared Payload shared_;

[numthreads(3, 1, 1)]
void main(uint id : SV_GroupIndex, uint3 group : SV_GroupID) {
	shared_.scale[id] = id * 0.25 + group.y;
	if (id == 0)
		shared_.start = group.x * 4;
	GroupMemoryBarrierWithGroupSync();
	DispatchMesh(group.x & 3, 1, 1, shared_);
}
