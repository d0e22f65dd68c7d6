package builtin

// This file names the built-in functions.

// ID is a built-in function. IDs are dense from 1.
type ID uint8

const (
	NoID ID = iota

	// Bits and logic.
	Bitcast
	All
	Any
	Select

	// Arrays.
	ArrayLength

	// Buffers.
	BufferView
	BufferArrayView
	BufferLength

	// Numbers.
	Abs
	Acos
	Acosh
	Asin
	Asinh
	Atan
	Atanh
	Atan2
	Ceil
	Clamp
	Cos
	Cosh
	CountLeadingZeros
	CountOneBits
	CountTrailingZeros
	Cross
	Degrees
	Determinant
	Distance
	Dot
	Dot4U8Packed
	Dot4I8Packed
	Exp
	Exp2
	ExtractBits
	FaceForward
	FirstLeadingBit
	FirstTrailingBit
	Floor
	Fma
	Fract
	Frexp
	InsertBits
	Inverse
	InverseSqrt
	Ldexp
	Length
	Log
	Log2
	Max
	Min
	Mix
	Modf
	Normalize
	Pow
	QuantizeToF16
	Radians
	Reflect
	Refract
	ReverseBits
	Round
	Saturate
	Sign
	Sin
	Sinh
	SmoothStep
	Sqrt
	Step
	Tan
	Tanh
	Transpose
	Trunc

	// Derivatives.
	Dpdx
	DpdxCoarse
	DpdxFine
	Dpdy
	DpdyCoarse
	DpdyFine
	Fwidth
	FwidthCoarse
	FwidthFine

	// Packing.
	Pack4x8snorm
	Pack4x8unorm
	Pack4xI8
	Pack4xU8
	Pack4xI8Clamp
	Pack4xU8Clamp
	Pack2x16snorm
	Pack2x16unorm
	Pack2x16float
	Unpack4x8snorm
	Unpack4x8unorm
	Unpack4xI8
	Unpack4xU8
	Unpack2x16snorm
	Unpack2x16unorm
	Unpack2x16float

	// Textures.
	TextureDimensions
	TextureGather
	TextureGatherCompare
	TextureLoad
	TextureNumLayers
	TextureNumLevels
	TextureNumSamples
	TextureSample
	TextureSampleBias
	TextureSampleCompare
	TextureSampleCompareLevel
	TextureSampleGrad
	TextureSampleLevel
	TextureSampleBaseClampToEdge
	TextureStore
	TextureAtomicAdd
	TextureAtomicAnd
	TextureAtomicMax
	TextureAtomicMin
	TextureAtomicOr
	TextureAtomicXor

	// Atomics.
	AtomicLoad
	AtomicStore
	AtomicAdd
	AtomicSub
	AtomicMax
	AtomicMin
	AtomicAnd
	AtomicOr
	AtomicXor
	AtomicExchange
	AtomicCompareExchangeWeak

	// Synchronization.
	StorageBarrier
	TextureBarrier
	WorkgroupBarrier
	SubgroupBarrier
	WorkgroupUniformLoad

	// Subgroups and quads.
	SubgroupAdd
	SubgroupExclusiveAdd
	SubgroupInclusiveAdd
	SubgroupAll
	SubgroupAnd
	SubgroupAny
	SubgroupBallot
	SubgroupBroadcast
	SubgroupBroadcastFirst
	SubgroupElect
	SubgroupMax
	SubgroupMin
	SubgroupMul
	SubgroupExclusiveMul
	SubgroupInclusiveMul
	SubgroupOr
	SubgroupShuffle
	SubgroupShuffleDown
	SubgroupShuffleUp
	SubgroupShuffleXor
	SubgroupXor
	QuadBroadcast
	QuadSwapDiagonal
	QuadSwapX
	QuadSwapY

	// Ray queries.
	RayQueryInitialize
	RayQueryProceed
	RayQueryTerminate
	RayQueryGenerateIntersection
	RayQueryConfirmIntersection
	RayQueryGetCommittedIntersection
	RayQueryGetCandidateIntersection
	GetCommittedHitVertexPositions
	GetCandidateHitVertexPositions

	// Ray-tracing pipelines.
	TraceRay

	// Cooperative matrices.
	CoopLoad
	CoopLoadT
	CoopStore
	CoopStoreT
	CoopMultiplyAdd

	numIDs
)

// Count is the number of built-in functions: their IDs are 1 to Count.
const Count = int(numIDs) - 1
