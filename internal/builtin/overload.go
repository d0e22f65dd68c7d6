package builtin

// This file holds the overloads that functions share.

import (
	"slices"
	"sync"

	"refract/ir"
)

// The memory of all tables. It is exactly as large as they are, which a test checks.
var (
	paramMemory    [numParams]Param
	overloadMemory [numOverloads]Overload
	madeParams     int
	madeOverloads  int
)

const (
	numParams    = 633
	numOverloads = 242
)

// params is a list of parameters in that memory.
func params(list []Param) []Param {
	at := madeParams
	if madeParams += len(list); madeParams > numParams {
		return slices.Clone(list)
	}
	copy(paramMemory[at:], list)
	return paramMemory[at:madeParams:madeParams]
}

// several is a list of overloads in that memory.
func several(list ...Overload) []Overload {
	at := madeOverloads
	if madeOverloads += len(list); madeOverloads > numOverloads {
		return slices.Clone(list)
	}
	copy(overloadMemory[at:], list)
	return overloadMemory[at:madeOverloads:madeOverloads]
}

// of makes an overload over one class of scalars from the patterns of its
// parameters.
func of(c class, result pattern, patterns ...pattern) Overload {
	var list [MaxParams]Param
	single := result == anyT
	for i, p := range patterns {
		list[i] = Param{RoleValue, p}
		single = single && p == anyT
	}
	o := over(c, result, list[:len(patterns)]...)
	o.single = single
	return o
}

// over is of, with a role for each parameter.
func over(c class, result pattern, list ...Param) Overload {
	return Overload{vars: [maxVariables]class{c}, result: result, Params: params(list)}
}

// and is an overload with a second variable.
func (o Overload) and(c class) Overload {
	o.vars[1] = c
	return o
}

// and3 is an overload with a third variable.
func (o Overload) and3(c class) Overload {
	o.vars[2] = c
	return o
}

// splatting is an overload that repeats the argument of parameter i.
func (o Overload) splatting(i int) Overload {
	o.splat = 1 << i
	return o
}

func one(o Overload) []Overload { return several(o) }

var (
	bufferPtr    = Param{RolePointer, pattern{formBuffer, 0, 0}}
	bufferOffset = Param{RoleByteOffset, pattern{formScalar, variable, 0}}
	atomicPtr    = Param{RolePointer, pattern{formAtomic, variable, 0}}
	atomics      = bitI32 | bitU32 | bitI64 | bitU64
	query        = Param{RolePointer, pattern{formRayQuery, 0, 0}}

	float1, float2, float3, numeric1, numeric2, numeric3, signed1, integer1, length1, length2, vector1, vector2,
	vector3, cross, dot, refract, square, squareDet, transpose, modf, frexp, quantize, extract, insert, mix,
	ldexp, boolsToBool, selects, bitcastOverloads, arrayLength, bufferView, bufferArrayView, bufferLength,
	derivative, dotU8, dotI8, packVec4, packVec2, packI8, packU8, unpackVec4, unpackVec2, unpackI8, unpackU8,
	atomicLoad, atomicStore, atomicFloat, atomicInteger, atomicExchange, nothing, workgroupLoad, subgroupNumeric,
	subgroupInteger, subgroupBool, ballot, elect, broadcast, quadBroadcast, shuffle, shuffleBy, queryInitialize,
	queryBool, queryNone, queryFloat, queryGet, queryVertices, traceRay, coopLoad, coopStore, coopMultiplyAdd []Overload
)

// ready has every list of overloads made, at the first use of one: most commands need none.
func ready() { lists.Do(fill) }

var lists sync.Once

func fill() {
	fillShared()
	fillOperators()
	fillTextures()
}

// fillShared makes the lists that functions share.
func fillShared() {
	float1 = one(of(allFloat, anyT, anyT))
	float2 = one(of(allFloat, anyT, anyT, anyT))
	float3 = one(of(allFloat, anyT, anyT, anyT, anyT))
	numeric1 = one(of(allNumeric, anyT, anyT))
	numeric2 = one(of(allNumeric, anyT, anyT, anyT))
	numeric3 = one(of(allNumeric, anyT, anyT, anyT, anyT))
	signed1 = one(of(allSigned, anyT, anyT))
	integer1 = one(of(sints|uints, anyT, anyT))
	length1 = one(of(allFloat, scalarT, anyT))
	length2 = one(of(allFloat, scalarT, anyT, anyT))
	vector1 = one(of(allFloat, vectorT, vectorT))
	vector2 = one(of(allFloat, vectorT, vectorT, vectorT))
	vector3 = one(of(allFloat, vectorT, vectorT, vectorT, vectorT))
	cross = one(of(allFloat, exact(variable, 3), exact(variable, 3), exact(variable, 3)))
	dot = one(of(allNumeric, scalarT, vectorT, vectorT))
	refract = one(of(allFloat, vectorT, vectorT, vectorT, scalarT))
	square = one(of(allFloat, squareT, squareT))
	squareDet = one(of(allFloat, scalarT, squareT))
	transpose = one(of(allFloat, pattern{formTransposed, variable, 0}, matrixT))
	modf = one(of(allFloat, special(ir.SpecialModf), anyT))
	frexp = one(of(allFloat, special(ir.SpecialFrexp), anyT))
	quantize = one(of(0, anyF32, anyF32))
	extract = one(of(sints|uints, anyT, anyT, u32, u32))
	insert = one(of(sints|uints, anyT, anyT, anyT, u32, u32))
	mix = several(of(allFloat, anyT, anyT, anyT, anyT), of(allFloat, vectorT, vectorT, vectorT, scalarT).splatting(2))
	// WGSL requires that either both be abstract or none. The conformance suite and other
	// implementations let each differ, which accepts more.
	ldexp = one(of(allFloat, anyT, anyT, anyU).and(bitAbstractInt | bitI32))

	boolsToBool = several(of(0, boolean, boolean), of(0, boolean, bools))
	selects = several(
		over(allScalar, anyT, Param{RoleReject, anyT}, Param{RoleAccept, anyT}, Param{RoleCondition, boolean}),
		over(allScalar, vectorT, Param{RoleReject, vectorT}, Param{RoleAccept, vectorT}, Param{RoleCondition, bools}))
	bitcastOverloads = one(of(numbers, pattern{formAny, 0, 0}, anyT))
	arrayLength = one(over(0, u32, Param{RolePointer, pattern{formRuntimeArray, 0, 0}}))

	bufferView = one(over(int32s, pattern{formView, 0, 0}, bufferPtr, bufferOffset))
	bufferArrayView = one(over(int32s, pattern{formView, 0, 0}, bufferPtr, bufferOffset,
		Param{RoleByteSize, pattern{formScalar, second, 0}}).and(int32s))
	bufferLength = one(over(0, u32, bufferPtr))

	derivative = one(of(0, anyF32, anyF32))

	dotU8 = one(of(0, u32, u32, u32))
	dotI8 = one(of(0, i32, u32, u32))
	packVec4 = one(of(0, u32, exact(uint8(ir.F32), 4)))
	packVec2 = one(of(0, u32, exact(uint8(ir.F32), 2)))
	packI8 = one(of(0, u32, exact(uint8(ir.I32), 4)))
	packU8 = one(of(0, u32, exact(uint8(ir.U32), 4)))
	unpackVec4 = one(of(0, exact(uint8(ir.F32), 4), u32))
	unpackVec2 = one(of(0, exact(uint8(ir.F32), 2), u32))
	unpackI8 = one(of(0, exact(uint8(ir.I32), 4), u32))
	unpackU8 = one(of(0, exact(uint8(ir.U32), 4), u32))

	atomicLoad = one(over(atomics|bitF32, scalarT, atomicPtr))
	atomicStore = one(over(atomics|bitF32, none, atomicPtr, Param{RoleValue, scalarT}))
	atomicFloat = one(over(atomics|bitF32, scalarT, atomicPtr, Param{RoleValue, scalarT}))
	atomicInteger = one(over(atomics, scalarT, atomicPtr, Param{RoleValue, scalarT}))
	atomicExchange = one(over(atomics, special(ir.SpecialAtomicExchange), atomicPtr, Param{RoleCompare, scalarT}, Param{RoleValue, scalarT}))

	nothing = one(of(0, none))
	workgroupLoad = one(over(0, pattern{formPointee, 0, 0}, Param{RolePointer, pattern{formWorkgroup, 0, 0}}))

	subgroupNumeric = one(of(numbers, anyT, anyT))
	subgroupInteger = one(of(sints|uints, anyT, anyT))
	subgroupBool = one(of(0, boolean, boolean))
	ballot = one(of(0, exact(uint8(ir.U32), 4), boolean))
	elect = one(of(0, boolean))
	broadcast = one(lane(RoleLane, int32s))
	quadBroadcast = one(lane(RoleQuadLane, int32s))
	shuffle = one(lane(RoleShuffle, int32s))
	shuffleBy = one(lane(RoleShuffle, bitU32))

	queryInitialize = one(over(0, none, query, Param{RoleAcceleration, pattern{formAcceleration, 0, 0}},
		Param{RoleDescriptor, pattern{formSpecial, 0, uint8(ir.SpecialRayDesc)}}))
	queryBool = one(over(0, boolean, query))
	queryNone = one(over(0, none, query))
	queryFloat = one(over(0, none, query, Param{RoleValue, f32}))
	queryGet = one(over(0, pattern{formSpecial, 0, uint8(ir.SpecialRayIntersection)}, query))
	queryVertices = one(over(0, pattern{formVertices, 0, 0}, query))
	matrix := func(scalar uint8, use uint8) pattern { return pattern{formCooperative, scalar, use} }
	stride := Param{RoleStride, u32}
	from := Param{RolePointer, pattern{formElement, variable, uint8(ir.AccessRead)}}
	to := Param{RolePointer, pattern{formElement, variable, uint8(ir.AccessWrite)}}
	stored := Param{RoleMatrix, matrix(variable, 0)}
	loaded := pattern{formTemplate, variable, 0}
	coopLoad = several(over(allFloat, loaded, from, stride), over(allFloat, loaded, from))
	coopStore = several(over(allFloat, none, stored, to, stride), over(allFloat, none, stored, to))
	coopMultiplyAdd = one(over(allFloat, matrix(third, 3), Param{RoleMatrix, matrix(variable, 1)}, Param{RoleMatrix, matrix(second, 2)},
		Param{RoleMatrix, matrix(third, 3)}).and(allFloat).and3(allFloat))
	traceRay = one(over(0, none, Param{RoleAcceleration, pattern{formAcceleration, 0, 0}},
		Param{RoleDescriptor, pattern{formSpecial, 0, uint8(ir.SpecialRayDesc)}}, Param{RolePointer, pattern{formPayload, 0, 0}}))
}

// lane is an operation that reads a value of another invocation.
func lane(r Role, c class) Overload {
	return over(numbers, anyT, Param{RoleValue, anyT}, Param{r, pattern{formScalar, second, 0}}).and(c)
}
