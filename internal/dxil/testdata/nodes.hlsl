// profiles: lib_6_8
struct Record { uint count; uint3 grid : SV_DispatchGrid; };
struct Item { float4 at; };
RWStructuredBuffer<uint> counters : register(u0);

[Shader("node")] [NodeLaunch("broadcasting")] [NodeMaxDispatchGrid(8, 1, 1)] [NumThreads(32, 1, 1)]
void spread(DispatchNodeInputRecord<Record> input, [MaxRecords(4)] [NodeID("gather")] NodeOutput<Item> output, uint id : SV_GroupIndex) {
	GroupNodeOutputRecords<Item> o = output.GetGroupNodeOutputRecords(2);
	if (id < 2)
		o.Get(id).at = input.Get().count * 0.5;
	o.OutputComplete();
}

[Shader("node")] [NodeLaunch("coalescing")] [NumThreads(8, 1, 1)]
void gather([MaxRecords(8)] GroupNodeInputRecords<Item> items) {
	for (uint i = 0; i < items.Count(); i++)
		InterlockedAdd(counters[i], (uint)items[i].at.x);
	Barrier(UAV_MEMORY, DEVICE_SCOPE);
}
