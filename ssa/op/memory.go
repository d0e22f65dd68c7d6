package op

// This file describes the machine's operations on memory: the memory that they access, and
// the roles of their sources. An address is an offset of 32 bits into a buffer that another
// source names, an offset into the one memory of its kind, or a number of 64 bits; the
// constant field base is added to it, and the sum doesn't wrap.

import "refract/ir"

// MemoryKind is a kind of memory.
type MemoryKind uint8

const (
	NoMemory MemoryKind = iota
	MemoryUBO
	MemorySSBO
	MemoryPushConstant
	MemoryShared
	MemoryScratch
	MemoryConstant
	MemoryTaskPayload
	MemoryGlobal
)

var memoryKindNames = [...]string{"none", "ubo", "ssbo", "push_constant", "shared", "scratch", "constant", "task_payload", "global"}

func (k MemoryKind) String() string { return memoryKindNames[k] }

// MemoryRole is the effect of an operation on memory.
type MemoryRole uint8

const (
	MemoryLoad MemoryRole = iota
	MemoryStore
	MemoryAtomic
)

// A MemoryForm describes how an operation accesses memory by offset. Sources are given by
// number; -1: there is none.
type MemoryForm struct {
	Kind   MemoryKind // NoMemory: the operation accesses none by offset
	Role   MemoryRole
	Value  int8
	Block  int8 // the buffer
	Offset int8
}

// Memory is how the operation accesses memory by offset. [LoadUBOVec4], whose offset
// isn't in bytes, isn't among them.
func (o Op) Memory() MemoryForm {
	switch o {
	case LoadUBO:
		return MemoryForm{MemoryUBO, MemoryLoad, -1, 0, 1}
	case LoadSSBO:
		return MemoryForm{MemorySSBO, MemoryLoad, -1, 0, 1}
	case StoreSSBO:
		return MemoryForm{MemorySSBO, MemoryStore, 0, 1, 2}
	case SSBOAtomic:
		return MemoryForm{MemorySSBO, MemoryAtomic, 2, 0, 1}
	case LoadPushConstant:
		return MemoryForm{MemoryPushConstant, MemoryLoad, -1, -1, 0}
	case LoadShared:
		return MemoryForm{MemoryShared, MemoryLoad, -1, -1, 0}
	case StoreShared:
		return MemoryForm{MemoryShared, MemoryStore, 0, -1, 1}
	case SharedAtomic:
		return MemoryForm{MemoryShared, MemoryAtomic, 1, -1, 0}
	case LoadScratch:
		return MemoryForm{MemoryScratch, MemoryLoad, -1, -1, 0}
	case StoreScratch:
		return MemoryForm{MemoryScratch, MemoryStore, 0, -1, 1}
	case LoadConstant:
		return MemoryForm{MemoryConstant, MemoryLoad, -1, -1, 0}
	case LoadTaskPayload:
		return MemoryForm{MemoryTaskPayload, MemoryLoad, -1, -1, 0}
	case StoreTaskPayload:
		return MemoryForm{MemoryTaskPayload, MemoryStore, 0, -1, 1}
	case TaskPayloadAtomic:
		return MemoryForm{MemoryTaskPayload, MemoryAtomic, 1, -1, 0}
	case LoadGlobal:
		return MemoryForm{MemoryGlobal, MemoryLoad, -1, -1, 0}
	case StoreGlobal:
		return MemoryForm{MemoryGlobal, MemoryStore, 0, -1, 1}
	case GlobalAtomic:
		return MemoryForm{MemoryGlobal, MemoryAtomic, 1, -1, 0}
	}
	return MemoryForm{}
}

// MemoryOp is the operation that accesses memory of a kind, or Invalid.
func MemoryOp(k MemoryKind, r MemoryRole) Op {
	rows := [...][3]Op{
		MemoryUBO:          {LoadUBO},
		MemorySSBO:         {LoadSSBO, StoreSSBO, SSBOAtomic},
		MemoryPushConstant: {LoadPushConstant},
		MemoryShared:       {LoadShared, StoreShared, SharedAtomic},
		MemoryScratch:      {LoadScratch, StoreScratch},
		MemoryConstant:     {LoadConstant},
		MemoryTaskPayload:  {LoadTaskPayload, StoreTaskPayload, TaskPayloadAtomic},
		MemoryGlobal:       {LoadGlobal, StoreGlobal, GlobalAtomic},
	}
	return rows[k][r]
}

// Access flags of loads, stores and atomic operations: qualities of the memory there.
const (
	AccessCoherent uint32 = 1 << iota // others see what is written, and what they write is seen
	AccessVolatile                    // each access counts
	AccessRestrict                    // nothing else names the memory
	AccessReadOnly                    // the shader writes nothing there
	AccessWriteOnly
	AccessAtomic    // in one piece
	AccessReorder   // nobody writes there while the shader runs
	accessFlagCount = iota

	// AccessKept are the flags of accesses that may not be joined, split or left out.
	AccessKept = AccessVolatile | AccessAtomic
)

// accessShift is the first bit of access flags in the second word.
const accessShift = 23

// Access are the access flags in an instruction's words.
func Access(words [2]uint32) uint32 { return words[1] >> accessShift & (1<<accessFlagCount - 1) }

// SetAccess sets the access flags.
func SetAccess(words *[2]uint32, flags uint32) {
	words[1] = words[1]&^((1<<accessFlagCount-1)<<accessShift) | flags<<accessShift
}

// Rows of sources and fields that operations have in common.
var (
	block     = Operand{Name: "block", Base: Uint, Comps: 1, Bits: 32}
	offset    = Operand{Name: "offset", Base: Uint, Comps: 1, Bits: 32}
	address   = Operand{Name: "address", Base: Uint, Comps: 1, Bits: 64}
	slot      = Operand{Name: "slot", Base: Uint, Comps: 1, Bits: 32}
	owner     = Operand{Name: "vertex", Base: Uint, Comps: 1, Bits: 32, Optional: true}
	value     = Operand{Name: "data", Base: Any, Comps: VarComps, Bits: VarBits}
	scalar    = Operand{Name: "value", Base: Any, Comps: 1}
	exchanged = Operand{Name: "compare", Base: Any, Comps: 1, Optional: true}
)

// MaxAlign is the greatest alignment that an access can state.
const MaxAlign = 512

var loadFields = []Field{
	{Name: "base", Bits: 31}, {Name: "align", Word: 1, Bits: 10}, {Name: "align_offset", Word: 1, Shift: 10, Bits: 9},
	{Name: "coherent", Word: 1, Shift: 23, Bits: 1}, {Name: "volatile", Word: 1, Shift: 24, Bits: 1}, {Name: "restrict", Word: 1, Shift: 25, Bits: 1},
	{Name: "readonly", Word: 1, Shift: 26, Bits: 1}, {Name: "writeonly", Word: 1, Shift: 27, Bits: 1}, {Name: "atomic", Word: 1, Shift: 28, Bits: 1},
	{Name: "reorder", Word: 1, Shift: 29, Bits: 1},
}

var storeFields = []Field{
	{Name: "mask", Word: 1, Shift: 19, Bits: 4},
	{Name: "base", Bits: 31}, {Name: "align", Word: 1, Bits: 10}, {Name: "align_offset", Word: 1, Shift: 10, Bits: 9},
	{Name: "coherent", Word: 1, Shift: 23, Bits: 1}, {Name: "volatile", Word: 1, Shift: 24, Bits: 1}, {Name: "restrict", Word: 1, Shift: 25, Bits: 1},
	{Name: "readonly", Word: 1, Shift: 26, Bits: 1}, {Name: "writeonly", Word: 1, Shift: 27, Bits: 1}, {Name: "atomic", Word: 1, Shift: 28, Bits: 1},
}

var atomicFields = []Field{
	{Name: "op", Word: 1, Bits: 4, Names: atomicName, Count: 9}, {Name: "kind", Word: 1, Shift: 4, Bits: 5, Names: scalarName, Count: uint32(ir.F64) + 1},
	{Name: "weak", Word: 1, Shift: 9, Bits: 1}, {Name: "scope", Word: 1, Shift: 10, Bits: 4, Names: scopeName, Count: 6},
	{Name: "order", Word: 1, Shift: 14, Bits: 4, Names: orderName, Count: 5}, {Name: "base", Bits: 31},
	{Name: "coherent", Word: 1, Shift: 23, Bits: 1}, {Name: "volatile", Word: 1, Shift: 24, Bits: 1}, {Name: "restrict", Word: 1, Shift: 25, Bits: 1},
}

var inputFields = []Field{{Name: "base", Bits: 16}, {Name: "component", Word: 1, Bits: 2}, {Name: "slots", Word: 1, Shift: 8, Bits: 16}}

var outputFields = []Field{
	{Name: "mask", Word: 1, Shift: 4, Bits: 4}, {Name: "base", Bits: 16}, {Name: "component", Word: 1, Bits: 2}, {Name: "slots", Word: 1, Shift: 8, Bits: 16},
}

// counters are the vertices of a stream, the vertices of its current strip, and the strips before it.
var counters = []Operand{vertices, {Name: "strip", Base: Uint, Comps: 1, Bits: 32, Optional: true}, strips}

var (
	vertices = Operand{Name: "vertices", Base: Uint, Comps: 1, Bits: 32}
	strips   = Operand{Name: "strips", Base: Uint, Comps: 1, Bits: 32, Optional: true}
)

var streamField = []Field{{Name: "stream", Bits: 2}}

// Barycentric is the place in its primitive at which an input is interpolated.
type Barycentric uint8

const (
	BarycentricPixel Barycentric = iota
	BarycentricCentroid
	BarycentricSample
	BarycentricAtSample // the source is its number
	BarycentricAtOffset // the source is the distance from the pixel's center
	numBarycentrics
)

var barycentricNames = [numBarycentrics]string{"pixel", "centroid", "sample", "at_sample", "at_offset"}

// BarycentricBinding is the system value whose second and third component a place of interpolation at the
// center of the pixel is, by the interpolation that the place names.
func BarycentricBinding(interpolation uint32) ir.Binding {
	b := ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInBarycentric}
	if ir.Interpolation(interpolation) == ir.InterpolateLinear {
		b.Interpolation = ir.InterpolateLinear
	}
	return b
}

func barycentricName(v uint32) string   { return barycentricNames[v] }
func interpolationName(v uint32) string { return ir.Interpolation(v).String() }
func builtInName(v uint32) string       { return ir.BuiltIn(v).String() }
func scalarName(v uint32) string {
	if v == 0 {
		return "none"
	}
	return ir.Scalar(v).String()
}

// BaseOf is the system value that an index of vertices or instances begins with, which
// [LoadSystemValue] can leave out; 0: it is no index with a base.
func BaseOf(b ir.BuiltIn) ir.BuiltIn {
	switch b {
	case ir.BuiltInVertexIndex:
		return ir.BuiltInBaseVertex
	case ir.BuiltInInstanceIndex:
		return ir.BuiltInBaseInstance
	}
	return 0
}
