package interp

// This file declares the compiled form of functions.

import (
	"refract/diag"
	"refract/internal/ir/arith"
	"refract/ir"
	"refract/ssa/op"
)

// opcode is the operation of an instruction. r[x] is slot x of the frame; n, f,
// dst, a, b, c and d are the instruction's fields.
type opcode uint8

const (
	opMove    opcode = iota // r[dst] = r[a]
	opCopy                  // c slots from a
	opConst                 // c slots from the pool at a
	opNumber                // the bits in c and d
	opSplat                 // n times r[a]
	opSwizzle               // n components of a, two bits of f each

	// Per component, on n components. f indexes the table of functions.
	opUnary
	opBinary
	opBinaryScalarLeft  // a is one scalar for all
	opBinaryScalarRight // b is
	opMath1
	opMath2
	opMath3
	opConvert
	opIsNaN // f: scalar
	opIsInf
	opExtractBits // a; offset b and count c are scalars. f: scalar
	opInsertBits  // a, b; offset c and count d
	opSelectEach  // a: condition, b: accept, c: reject

	// The commonest of the above on one component.
	opAdd32
	opSub32
	opMul32
	opEq32
	opNe32
	opLtI32
	opLtU32
	opGeU32
	opAddF32
	opSubF32
	opMulF32
	opLtF32

	opSelect  // d slots of b if r[a], else of c
	opAll     // of n components
	opAny     //
	opMatMul  // d: matMuls
	opWhole   // d: wholes
	opPack    // f: MathOp
	opSplit   // f: MathOp | scalar<<8
	opBitcast // n components of f&15 bytes to d of f>>4 bytes

	opFold   // f: operation of package ssa/op on n components each of a, b and c; d: source bits | result bits<<8
	opInsert // element r[b] of c, of d slots each, at dst becomes that at a; f: access flags

	// Checks of promises.
	opPromiseBinary // f, n as opBinary; d: 1 left is one scalar, 2 right is
	opPromiseNegate
	opPromiseFit // f: from*arith.ScalarCount + to

	// Pointers and parts.
	opLocalPointer // to offset c of the frame's memory
	opOffset       // r[a] plus c bytes
	opIndex        // element r[b] of c, of d slots each, from a; f: access flags
	opIndexConst   // likewise, from the pool at a
	opIndexPointer // d: strides
	opIndexBinding // element r[b] of the binding array a; f: access flags
	opArrayLength  // d: strides
	opView         // the part of a buffer behind a from byte b on (-1: all), of c bytes (-1: to its end); d: strides
	opPhysical     // the pointer to what lies at the address a

	// Memory. 32: n adjacent components of four bytes. c: offset in bytes.
	opLoad32
	opLoadLocal32 // c: offset in the frame's memory
	opLoad        // d: plan
	opStore32     // to a, from b
	opStoreLocal32
	opStore
	opClearLocal // d bytes at offset c of the frame's memory become undefined, that is zero
	opAtomic     // d: atomics

	// Memory by offset: b is the offset, c is added to it, a the number of a buffer. d: offsets.
	opLoadAt  // n components
	opStoreAt // n components, from dst
	opAtomicAt
	opSizeAt    // bytes of the buffer a
	opAddressAt // of the buffer a
	opBuffer    // the number of the buffer that the pointer a is to

	// Control flow. d is the target.
	opJump
	opBranchFalse // if not r[a]
	opBranchTrue
	opSwitch    // on r[a]; d: switches
	opEnterLoop // r[b], the count of iterations, becomes zero
	opLoop      // back to d; c: cost in steps, b: count
	opCall      // d: calls
	opReturn    // c slots from a
	opTerminate
	opDemote
	opTerminateIf // a: the condition
	opDemoteIf
	opFence // f: memory, whose writes the next barrier of the workgroup makes known
	opPrint // d: printArgs

	// Operations of several invocations: they suspend.
	opBarrier    // f: memory; n: 0 workgroup, 1 subgroup
	opBallot     // a: predicate; or b is 1 and there is none
	opGather     // f: mode; a: index, b: argument of c slots
	opCollective // f: op | collective<<4 | cluster<<8; a: argument of n components; d: scalar
	opDerivative // f: axis | control<<4; a: n components
	opGradients  // the differences by x, then by y, in the quad, of the n components at a

	opImageSample // d: samples
	opImageLoad   // d: texels
	opImageStore  // d: texels
	opImageAtomic // d: texels
	opImageQuery  // f: query; a: image, b: level or -1

	// Ray queries: a is the pointer to one.
	opRay        // f: RayQueryOp; b: structure or distance, c: ray
	opRayGet     // f: 1 if of the committed intersection
	opRayCorners // likewise

	opPipeline // f: PipelineOp; d: pipelines
	numOpcodes
)

// suspends reports whether the operation needs other invocations.
func (o opcode) suspends() bool { return o >= opBarrier && o <= opGradients }

// Access flags: bits of f.
const (
	accessPromised = 1 << iota // trap when out of bounds
	accessAtomic
)

// instr is one instruction.
type instr struct {
	op  opcode
	n   uint8
	f   uint16
	dst int32
	a   int32
	b   int32
	c   int32
	d   int32
}

// Operands that don't fit in an instruction.
type (
	matMulArgs struct {
		s           ir.Scalar
		left, right arith.Shape
	}
	printArgs struct {
		format ir.FormatID
		args   []printed
	}
	printed struct {
		slot int32
		ty   ir.TypeID
	}
	wholeArgs struct {
		op         ir.MathOp
		s          ir.Scalar
		size       arith.Shape
		n, nb, nc  int32 // slots of the operands
		resultSize int32
	}
	strideArgs struct {
		offset uint32 // of the first element
		stride uint32 // of views: the alignment
		length uint32 // of views: in bytes; 0: as many as the memory holds
		size   uint32 // of an element
	}
	switchArgs struct {
		values  []uint32 // ascending
		targets []int32
		other   int32
	}
	callArgs struct {
		function *function
		args     []argument
	}
	argument struct{ from, count int32 }

	atomicArgs struct {
		op      ir.AtomicOp
		s       ir.Scalar
		offset  uint32
		compare int32 // slot
		result  bool
	}
	// offsetArgs are the further arguments of an access of memory by offset.
	offsetArgs struct {
		kind   op.MemoryKind
		bytes  uint8       // of a component
		mask   uint8       // of components that are stored
		from   uint32      // of scratch memory: where it begins in the frame's; with a scale: added
		scale  uint32      // of the offset; 0: 1
		size   uint32      // of scratch and shared memory
		global ir.GlobalID // of immediate data
		atomic atomicArgs
		value  int32 // slot, of an atomic operation
	}
	// sampleArgs are the slots of an ImageSample's operands; -1: absent.
	sampleArgs struct {
		image, sampler, coordinate, array, offset, level, levelY, reference, least int32

		mode       ir.SampleLevel
		intLevel   bool // level is an integer
		dim        ir.ImageDim
		gather     int
		clampEdge  bool
		residency  bool
		signed     bool // the array index is
		components int32
	}
	// texelArgs are the slots of operations on one texel; -1: absent.
	texelArgs struct {
		image, coordinate, array, sample, level, value, compare int32

		dim        ir.ImageDim
		op         ir.AtomicOp
		s          ir.Scalar
		components int32 // of the result
		promised   bool
		residency  bool
	}
)

// A loop is the range of a loop's code and the slot of its count.
type loopRange struct{ head, end, counter int32 }

// A function is a compiled function. Its frame has the arguments first, then
// pointers to globals, then constants, then values.
type function struct {
	id      ir.FuncID
	name    string
	code    []instr
	spans   []diag.Span // of code
	args    []argument  // where arguments lie: from is the slot
	result  int32       // slots
	globals []ir.GlobalID
	consts  []uint64
	slots   int32  // of the frame
	memory  uint32 // bytes of locals
	loops   []loopRange
	callees []*function

	inputs, outputs []ioValue // of an entry point, beside arguments and result: variables in SSA form

	suspends bool // it, or what it calls, has operations of several invocations
	shares   bool // it, or what it calls, has atomics on memory or images that other workgroups see

	matMuls   []matMulArgs
	wholes    []wholeArgs
	prints    []printArgs
	strides   []strideArgs
	switches  []switchArgs
	calls     []callArgs
	atomics   []atomicArgs
	offsets   []offsetArgs
	samples   []sampleArgs
	pipelines []pipelineArgs
	texels    []texelArgs
}
