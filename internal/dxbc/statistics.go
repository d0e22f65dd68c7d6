package dxbc

// Statistics are the contents of the chunk STAT: FXC's counts of a program. A field's comment has
// its place among the words of the chunk; words without a field are 0. Words from 29 on are of
// model 5.
type Statistics struct {
	Instructions        uint32
	Temps               uint32
	Definitions         uint32
	Declarations        uint32
	FloatInstructions   uint32
	IntInstructions     uint32
	UintInstructions    uint32
	StaticFlow          uint32
	DynamicFlow         uint32
	Macros              uint32
	TempArrays          uint32
	ArrayInstructions   uint32
	Cuts                uint32
	Emits               uint32
	TextureNormal       uint32
	TextureLoads        uint32
	TextureComparisons  uint32
	TextureBias         uint32
	TextureGradients    uint32
	Movs                uint32
	Movcs               uint32
	Conversions         uint32
	Unknown22           uint32
	InputPrimitive      Primitive
	OutputTopology      Topology
	MaxVertices         uint32
	Unknown26           uint32
	Unknown27           uint32
	SampleFrequency     uint32
	GSInstances         uint32
	ControlPoints       uint32
	HullOutputPrimitive TessellatorOutput
	HullPartitioning    Partitioning
	TessellatorDomain   TessellatorDomain
	Barriers            uint32
	Interlocked         uint32
	TextureStores       uint32
}
