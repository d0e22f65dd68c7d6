package dxil

// This file holds the dx.op functions that the generator calls: a subset of DXIL's table of
// operations, by opcode.

import "refract/internal/llvm"

// An opcode is an operation of DXIL: the first operand of its call.
type opcode uint16

// The operations in use.
const (
	opLoadInput                opcode = 4
	opStoreOutput              opcode = 5
	opFAbs                     opcode = 6
	opSaturate                 opcode = 7
	opIsNaN                    opcode = 8
	opIsInf                    opcode = 9
	opCos                      opcode = 12
	opSin                      opcode = 13
	opTan                      opcode = 14
	opAcos                     opcode = 15
	opAsin                     opcode = 16
	opAtan                     opcode = 17
	opHcos                     opcode = 18
	opHsin                     opcode = 19
	opHtan                     opcode = 20
	opExp                      opcode = 21
	opFrc                      opcode = 22
	opLog                      opcode = 23
	opSqrt                     opcode = 24
	opRsqrt                    opcode = 25
	opRoundNE                  opcode = 26
	opRoundNI                  opcode = 27
	opRoundPI                  opcode = 28
	opRoundZ                   opcode = 29
	opBfrev                    opcode = 30
	opCountbits                opcode = 31
	opFirstbitLo               opcode = 32
	opFirstbitHi               opcode = 33
	opFirstbitSHi              opcode = 34
	opFMax                     opcode = 35
	opFMin                     opcode = 36
	opIMax                     opcode = 37
	opIMin                     opcode = 38
	opUMax                     opcode = 39
	opUMin                     opcode = 40
	opIMul                     opcode = 41
	opUMul                     opcode = 42
	opUAddc                    opcode = 44
	opUSubb                    opcode = 45
	opFMad                     opcode = 46
	opFma                      opcode = 47
	opIMad                     opcode = 48
	opUMad                     opcode = 49
	opIbfe                     opcode = 51
	opUbfe                     opcode = 52
	opBfi                      opcode = 53
	opDot2                     opcode = 54
	opDot3                     opcode = 55
	opDot4                     opcode = 56
	opCreateHandle             opcode = 57
	opCBufferLoadLegacy        opcode = 59
	opSample                   opcode = 60
	opSampleBias               opcode = 61
	opSampleLevel              opcode = 62
	opSampleGrad               opcode = 63
	opSampleCmp                opcode = 64
	opSampleCmpLevelZero       opcode = 65
	opTextureLoad              opcode = 66
	opTextureStore             opcode = 67
	opBufferLoad               opcode = 68
	opBufferStore              opcode = 69
	opGetDimensions            opcode = 72
	opTextureGather            opcode = 73
	opTextureGatherCmp         opcode = 74
	opAtomicBinOp              opcode = 78
	opAtomicCompareExchange    opcode = 79
	opBarrier                  opcode = 80
	opCalculateLOD             opcode = 81
	opDiscard                  opcode = 82
	opDerivCoarseX             opcode = 83
	opDerivCoarseY             opcode = 84
	opDerivFineX               opcode = 85
	opDerivFineY               opcode = 86
	opEvalSnapped              opcode = 87
	opEvalSampleIndex          opcode = 88
	opEvalCentroid             opcode = 89
	opSampleIndex              opcode = 90
	opCoverage                 opcode = 91
	opThreadID                 opcode = 93
	opGroupID                  opcode = 94
	opThreadIDInGroup          opcode = 95
	opFlattenedThreadIDInGroup opcode = 96
	opMakeDouble               opcode = 101
	opSplitDouble              opcode = 102
	opPrimitiveID              opcode = 108
	opWaveIsFirstLane          opcode = 110
	opWaveGetLaneIndex         opcode = 111
	opWaveGetLaneCount         opcode = 112
	opWaveAnyTrue              opcode = 113
	opWaveAllTrue              opcode = 114
	opWaveActiveBallot         opcode = 116
	opWaveReadLaneAt           opcode = 117
	opWaveReadLaneFirst        opcode = 118
	opWaveActiveOp             opcode = 119
	opWaveActiveBit            opcode = 120
	opWavePrefixOp             opcode = 121
	opQuadReadLaneAt           opcode = 122
	opQuadOp                   opcode = 123
	opLegacyF32ToF16           opcode = 130
	opLegacyF16ToF32           opcode = 131
	opAttributeAtVertex        opcode = 137
	opViewID                   opcode = 138
	opRawBufferLoad            opcode = 139
	opRawBufferStore           opcode = 140
	opDot4AddI8Packed          opcode = 163
	opDot4AddU8Packed          opcode = 164
	opAllocateRayQuery         opcode = 178
	opTraceRayInline           opcode = 179
	opRayProceed               opcode = 180
	opRayAbort                 opcode = 181
	opCommitTriangle           opcode = 182
	opCommitProcedural         opcode = 183
	opCommittedStatus          opcode = 184
	opCandidateType            opcode = 185
	opCandidateToWorld         opcode = 186
	opCandidateToObject        opcode = 187
	opCommittedToWorld         opcode = 188
	opCommittedToObject        opcode = 189
	opCandidateFrontFace       opcode = 191
	opCommittedFrontFace       opcode = 192
	opCandidateBarycentrics    opcode = 193
	opCommittedBarycentrics    opcode = 194
	opCandidateRayT            opcode = 199
	opCommittedRayT            opcode = 200
	opCandidateInstanceIndex   opcode = 201
	opCandidateInstanceID      opcode = 202
	opCandidateGeometryIndex   opcode = 203
	opCandidatePrimitiveIndex  opcode = 204
	opCommittedInstanceIndex   opcode = 207
	opCommittedInstanceID      opcode = 208
	opCommittedGeometryIndex   opcode = 209
	opCommittedPrimitiveIndex  opcode = 210
	opCandidateOffset          opcode = 214
	opCommittedOffset          opcode = 215
	opAnnotateHandle           opcode = 216
	opCreateHandleFromBinding  opcode = 217
	opIsHelperLane             opcode = 221
	opSampleCmpLevel           opcode = 224
	opSampleCmpGrad            opcode = 254
	opSampleCmpBias            opcode = 255
)

// A resultForm is the type of an operation's result.
type resultForm uint8

const (
	returnsNothing  resultForm = iota
	returnsOverload            // the type that the name of the function ends in
	returnsI1
	returnsI32
	returnsHandle
	returnsTexels     // ResRet: four of the overload, and a status
	returnsConstants  // CBufRet: a row of 16 bytes
	returnsDimensions // four i32
	returnsTwo        // two i32
	returnsFour       // four i32
	returnsCarry      // i32c: the sum and the carry
	returnsSplit      // splitdouble
	returnsDouble
	returnsFloat
)

// An operation describes the function of an opcode.
type operation struct {
	class      string
	attributes llvm.Attribute
	result     resultForm
	plain      bool // the name has no overload
}

const (
	pure    = llvm.NoUnwind | llvm.ReadNone
	reads   = llvm.NoUnwind | llvm.ReadOnly
	effects = llvm.NoUnwind
)

// operations are the functions, by opcode.
var operations = [...]operation{
	opLoadInput: {"loadInput", pure, returnsOverload, false}, opStoreOutput: {"storeOutput", effects, returnsNothing, false},
	opFAbs: {"unary", pure, returnsOverload, false}, opSaturate: {"unary", pure, returnsOverload, false},
	opIsNaN: {"isSpecialFloat", pure, returnsI1, false}, opIsInf: {"isSpecialFloat", pure, returnsI1, false},
	opCos: {"unary", pure, returnsOverload, false}, opSin: {"unary", pure, returnsOverload, false}, opTan: {"unary", pure, returnsOverload, false},
	opAcos: {"unary", pure, returnsOverload, false}, opAsin: {"unary", pure, returnsOverload, false}, opAtan: {"unary", pure, returnsOverload, false},
	opHcos: {"unary", pure, returnsOverload, false}, opHsin: {"unary", pure, returnsOverload, false}, opHtan: {"unary", pure, returnsOverload, false},
	opExp: {"unary", pure, returnsOverload, false}, opFrc: {"unary", pure, returnsOverload, false}, opLog: {"unary", pure, returnsOverload, false},
	opSqrt: {"unary", pure, returnsOverload, false}, opRsqrt: {"unary", pure, returnsOverload, false}, opRoundNE: {"unary", pure, returnsOverload, false},
	opRoundNI: {"unary", pure, returnsOverload, false}, opRoundPI: {"unary", pure, returnsOverload, false}, opRoundZ: {"unary", pure, returnsOverload, false},
	opBfrev: {"unary", pure, returnsOverload, false}, opCountbits: {"unaryBits", pure, returnsI32, false}, opFirstbitLo: {"unaryBits", pure, returnsI32, false},
	opFirstbitHi: {"unaryBits", pure, returnsI32, false}, opFirstbitSHi: {"unaryBits", pure, returnsI32, false},
	opFMax: {"binary", pure, returnsOverload, false}, opFMin: {"binary", pure, returnsOverload, false}, opIMax: {"binary", pure, returnsOverload, false},
	opIMin: {"binary", pure, returnsOverload, false}, opUMax: {"binary", pure, returnsOverload, false}, opUMin: {"binary", pure, returnsOverload, false},
	opIMul: {"binaryWithTwoOuts", pure, returnsTwo, false}, opUMul: {"binaryWithTwoOuts", pure, returnsTwo, false},
	opUAddc: {"binaryWithCarryOrBorrow", pure, returnsCarry, false}, opUSubb: {"binaryWithCarryOrBorrow", pure, returnsCarry, false},
	opFMad: {"tertiary", pure, returnsOverload, false}, opFma: {"tertiary", pure, returnsOverload, false}, opIMad: {"tertiary", pure, returnsOverload, false},
	opUMad: {"tertiary", pure, returnsOverload, false}, opIbfe: {"tertiary", pure, returnsOverload, false}, opUbfe: {"tertiary", pure, returnsOverload, false},
	opBfi: {"quaternary", pure, returnsOverload, false}, opDot2: {"dot2", pure, returnsOverload, false}, opDot3: {"dot3", pure, returnsOverload, false},
	opDot4: {"dot4", pure, returnsOverload, false}, opCreateHandle: {"createHandle", reads, returnsHandle, true},
	opCBufferLoadLegacy: {"cbufferLoadLegacy", reads, returnsConstants, false}, opSample: {"sample", reads, returnsTexels, false},
	opSampleBias: {"sampleBias", reads, returnsTexels, false}, opSampleLevel: {"sampleLevel", reads, returnsTexels, false},
	opSampleGrad: {"sampleGrad", reads, returnsTexels, false}, opSampleCmp: {"sampleCmp", reads, returnsTexels, false},
	opSampleCmpLevelZero: {"sampleCmpLevelZero", reads, returnsTexels, false}, opTextureLoad: {"textureLoad", reads, returnsTexels, false},
	opTextureStore: {"textureStore", effects, returnsNothing, false}, opBufferLoad: {"bufferLoad", reads, returnsTexels, false},
	opBufferStore: {"bufferStore", effects, returnsNothing, false}, opGetDimensions: {"getDimensions", reads, returnsDimensions, true},
	opTextureGather: {"textureGather", reads, returnsTexels, false}, opTextureGatherCmp: {"textureGatherCmp", reads, returnsTexels, false},
	opAtomicBinOp: {"atomicBinOp", effects, returnsOverload, false}, opAtomicCompareExchange: {"atomicCompareExchange", effects, returnsOverload, false},
	opBarrier: {"barrier", llvm.NoUnwind | llvm.NoDuplicate, returnsNothing, true}, opCalculateLOD: {"calculateLOD", reads, returnsFloat, false},
	opDiscard: {"discard", effects, returnsNothing, true}, opDerivCoarseX: {"unary", pure, returnsOverload, false}, opDerivCoarseY: {"unary", pure, returnsOverload, false},
	opDerivFineX: {"unary", pure, returnsOverload, false}, opDerivFineY: {"unary", pure, returnsOverload, false},
	opEvalSnapped: {"evalSnapped", pure, returnsOverload, false}, opEvalSampleIndex: {"evalSampleIndex", pure, returnsOverload, false},
	opEvalCentroid: {"evalCentroid", pure, returnsOverload, false}, opSampleIndex: {"sampleIndex", pure, returnsOverload, false},
	opCoverage: {"coverage", pure, returnsOverload, false}, opThreadID: {"threadId", pure, returnsOverload, false}, opGroupID: {"groupId", pure, returnsOverload, false},
	opThreadIDInGroup: {"threadIdInGroup", pure, returnsOverload, false}, opFlattenedThreadIDInGroup: {"flattenedThreadIdInGroup", pure, returnsOverload, false},
	opMakeDouble: {"makeDouble", pure, returnsDouble, false}, opSplitDouble: {"splitDouble", pure, returnsSplit, false}, opPrimitiveID: {"primitiveID", pure, returnsOverload, false},
	opWaveIsFirstLane: {"waveIsFirstLane", effects, returnsI1, true}, opWaveGetLaneIndex: {"waveGetLaneIndex", reads, returnsI32, true},
	opWaveGetLaneCount: {"waveGetLaneCount", pure, returnsI32, true}, opWaveAnyTrue: {"waveAnyTrue", effects, returnsI1, true}, opWaveAllTrue: {"waveAllTrue", effects, returnsI1, true},
	opWaveActiveBallot: {"waveActiveBallot", effects, returnsFour, true}, opWaveReadLaneAt: {"waveReadLaneAt", effects, returnsOverload, false},
	opWaveReadLaneFirst: {"waveReadLaneFirst", effects, returnsOverload, false}, opWaveActiveOp: {"waveActiveOp", effects, returnsOverload, false},
	opWaveActiveBit: {"waveActiveBit", effects, returnsOverload, false}, opWavePrefixOp: {"wavePrefixOp", effects, returnsOverload, false},
	opQuadReadLaneAt: {"quadReadLaneAt", effects, returnsOverload, false}, opQuadOp: {"quadOp", effects, returnsOverload, false},
	opLegacyF32ToF16: {"legacyF32ToF16", pure, returnsI32, true}, opLegacyF16ToF32: {"legacyF16ToF32", pure, returnsFloat, true},
	opAttributeAtVertex: {"attributeAtVertex", pure, returnsOverload, false}, opViewID: {"viewID", pure, returnsOverload, false},
	opRawBufferLoad: {"rawBufferLoad", reads, returnsTexels, false}, opRawBufferStore: {"rawBufferStore", effects, returnsNothing, false},
	opDot4AddI8Packed: {"dot4AddPacked", pure, returnsOverload, false}, opDot4AddU8Packed: {"dot4AddPacked", pure, returnsOverload, false},
	opAnnotateHandle: {"annotateHandle", pure, returnsHandle, true}, opCreateHandleFromBinding: {"createHandleFromBinding", pure, returnsHandle, true},
	opIsHelperLane: {"isHelperLane", reads, returnsI1, false}, opSampleCmpLevel: {"sampleCmpLevel", reads, returnsTexels, false},
	opAllocateRayQuery: {"allocateRayQuery", effects, returnsI32, true}, opTraceRayInline: {"rayQuery_TraceRayInline", effects, returnsNothing, true}, opRayProceed: {"rayQuery_Proceed", effects, returnsOverload, false},
	opRayAbort: {"rayQuery_Abort", effects, returnsNothing, true}, opCommitTriangle: {"rayQuery_CommitNonOpaqueTriangleHit", effects, returnsNothing, true}, opCommitProcedural: {"rayQuery_CommitProceduralPrimitiveHit", effects, returnsNothing, true},
	opCommittedStatus: {"rayQuery_StateScalar", reads, returnsOverload, false}, opCandidateType: {"rayQuery_StateScalar", reads, returnsOverload, false}, opCandidateFrontFace: {"rayQuery_StateScalar", reads, returnsOverload, false},
	opCommittedFrontFace: {"rayQuery_StateScalar", reads, returnsOverload, false}, opCandidateRayT: {"rayQuery_StateScalar", reads, returnsOverload, false}, opCommittedRayT: {"rayQuery_StateScalar", reads, returnsOverload, false},
	opCandidateInstanceIndex: {"rayQuery_StateScalar", reads, returnsOverload, false}, opCandidateInstanceID: {"rayQuery_StateScalar", reads, returnsOverload, false}, opCandidateGeometryIndex: {"rayQuery_StateScalar", reads, returnsOverload, false},
	opCandidatePrimitiveIndex: {"rayQuery_StateScalar", reads, returnsOverload, false}, opCommittedInstanceIndex: {"rayQuery_StateScalar", reads, returnsOverload, false}, opCommittedInstanceID: {"rayQuery_StateScalar", reads, returnsOverload, false},
	opCommittedGeometryIndex: {"rayQuery_StateScalar", reads, returnsOverload, false}, opCommittedPrimitiveIndex: {"rayQuery_StateScalar", reads, returnsOverload, false}, opCandidateOffset: {"rayQuery_StateScalar", reads, returnsOverload, false},
	opCommittedOffset: {"rayQuery_StateScalar", reads, returnsOverload, false}, opCandidateBarycentrics: {"rayQuery_StateVector", reads, returnsOverload, false}, opCommittedBarycentrics: {"rayQuery_StateVector", reads, returnsOverload, false},
	opCandidateToWorld: {"rayQuery_StateMatrix", reads, returnsOverload, false}, opCandidateToObject: {"rayQuery_StateMatrix", reads, returnsOverload, false}, opCommittedToWorld: {"rayQuery_StateMatrix", reads, returnsOverload, false},
	opCommittedToObject: {"rayQuery_StateMatrix", reads, returnsOverload, false},
	opSampleCmpGrad:     {"sampleCmpGrad", reads, returnsTexels, false}, opSampleCmpBias: {"sampleCmpBias", reads, returnsTexels, false},
}

// overloadNames are the names of overloads, as the names of functions end.
func (g *generator) overloadName(t llvm.Type) string {
	switch x := g.out.At(t); x.Kind {
	case llvm.Half:
		return "f16"
	case llvm.Float:
		return "f32"
	case llvm.Double:
		return "f64"
	case llvm.Integer:
		switch x.N {
		case 1:
			return "i1"
		case 8:
			return "i8"
		case 16:
			return "i16"
		case 64:
			return "i64"
		}
	}
	return "i32"
}

// resultType is the type of an operation's result.
func (g *generator) resultType(form resultForm, overload llvm.Type) llvm.Type {
	o := g.out
	i32 := g.i32
	switch form {
	case returnsNothing:
		return o.Of(llvm.Void)
	case returnsOverload:
		return overload
	case returnsI1:
		return g.i1
	case returnsI32:
		return i32
	case returnsHandle:
		return g.handleType
	case returnsTexels:
		return o.StructOf("dx.types.ResRet."+g.overloadName(overload), overload, overload, overload, overload, i32)
	case returnsConstants:
		name := "dx.types.CBufRet." + g.overloadName(overload)
		switch g.sizeOf(overload) {
		case 64:
			return o.StructOf(name, overload, overload)
		case 16:
			return o.StructOf(name+".8", overload, overload, overload, overload, overload, overload, overload, overload)
		}
		return o.StructOf(name, overload, overload, overload, overload)
	case returnsDimensions:
		return o.StructOf("dx.types.Dimensions", i32, i32, i32, i32)
	case returnsTwo:
		return o.StructOf("dx.types.twoi32", i32, i32)
	case returnsFour:
		return o.StructOf("dx.types.fouri32", i32, i32, i32, i32)
	case returnsCarry:
		return o.StructOf("dx.types.i32c", i32, g.i1)
	case returnsSplit:
		return o.StructOf("dx.types.splitdouble", i32, i32)
	case returnsDouble:
		return o.Of(llvm.Double)
	case returnsFloat:
		return g.f32
	}
	panic("dxil: result form")
}

// call calls the function of an opcode. The overload is a type, or 0 if the function has none.
func (g *generator) call(op opcode, overload llvm.Type, args ...llvm.Value) llvm.Value {
	x := &operations[op]
	key := callKey{op, overload}
	f := g.functions[key]
	if f == nil {
		name := "dx.op." + x.class
		if !x.plain {
			name += "." + g.overloadName(overload)
		}
		params := append(g.params[:0], g.i32)
		for _, a := range args {
			params = append(params, g.fn.TypeOf(a))
		}
		g.params = params
		f = g.out.Declare(name, g.out.FuncType(g.resultType(x.result, overload), append([]llvm.Type(nil), params...)...), x.attributes)
		g.functions[key] = f
	}
	g.args = append(append(g.args[:0], f.Value, g.out.I32(int64(op))), args...)
	return g.fn.Add(llvm.Instr{Op: llvm.OpCall, Type: g.out.At(f.Type).Elem}, g.args...)
}

// A callKey is a function: an opcode and its overload.
type callKey struct {
	op       opcode
	overload llvm.Type
}

// part is a member of a struct that a call returned.
func (g *generator) part(v llvm.Value, k int) llvm.Value {
	return g.fn.Add(llvm.Instr{Op: llvm.OpExtractValue, Sub: uint8(k), Type: g.out.At(g.fn.TypeOf(v)).Fields[k]}, v)
}
