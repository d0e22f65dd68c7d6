// profiles: lib_6_8
struct Item { uint4 values[2]; };
struct [NodeTrackRWInputSharing] Shared { uint count; uint3 grid : SV_DispatchGrid; };
globallycoherent RWStructuredBuffer<uint> total : register(u0);

[Shader("node")] [NodeLaunch("coalescing")] [NumThreads(8, 1, 1)]
void collect([MaxRecords(4)] GroupNodeInputRecords<Item> items, [MaxRecords(8)] [NodeArraySize(4)] NodeOutputArray<Item> next,
		[MaxRecords(2)] EmptyNodeOutput done, uint id : SV_GroupIndex) {
	if (next[2].IsValid()) {
		ThreadNodeOutputRecords<Item> o = next[2].GetThreadNodeOutputRecords(id & 1);
		if (id & 1)
			o.Get().values[id & 1] = items[id & 3].values[0] + items.Count();
		o.OutputComplete();
	}
	done.GroupIncrementOutputCount(1);
	Barrier(total, DEVICE_SCOPE | GROUP_SYNC);
	total[id] = items[0].values[1].z;
}

[Shader("node")] [NodeLaunch("broadcasting")] [NumThreads(4, 1, 1)] [NodeMaxDispatchGrid(4, 1, 1)] [NodeMaxRecursionDepth(3)]
void share(RWDispatchNodeInputRecord<Shared> input, [MaxRecords(1)] [NodeID("share")] NodeOutput<Shared> again, uint id : SV_GroupIndex) {
	InterlockedAdd(input.Get().count, id);
	Barrier(input, DEVICE_SCOPE | GROUP_SYNC);
	if (GetRemainingRecursionLevels() > 0) {
		GroupNodeOutputRecords<Shared> o = again.GetGroupNodeOutputRecords(1);
		o.Get().grid = 1;
		o.OutputComplete();
	}
	if (input.FinishedCrossGroupSharing())
		total[0] = input.Get().count;
}

[Shader("node")] [NodeLaunch("thread")]
void single(ThreadNodeInputRecord<Item> i) { total[1] = i.Get().values[0].x; }
