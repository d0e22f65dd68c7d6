package dxbc

// This file is the form of operands: a register or immediate values, a selection of its
// components, modifiers and indices.

// An Operand is an operand of an instruction, or of an index.
type Operand struct {
	Kind       OperandKind
	Form       Form
	Select     uint8 // by Form: a mask, a swizzle, a component
	Modifier   Modifier
	Precision  MinPrecision
	NonUniform bool   // model 5.1: the resource differs among invocations
	Extended   bool   // an extended token is present though Modifier, Precision and NonUniform are zero
	Dimensions uint8  // the number of indices, 0 to 3
	First      uint32 // of Program.Indices, or for immediates of Program.Words
}

// A Form is the number of an operand's components and the way to select of them.
type Form uint8

// The forms. Select is in brackets.
const (
	None     Form = iota // no components: samplers, labels, null
	One                  // a scalar: immediates, depth, indices of threads
	Masked               // four components, written ones (mask: bit 0 is x)
	Swizzled             // four components, read in an order (swizzle: bits 0 and 1 are that of x)
	Selected             // four components, one read (0 is x)
)

// Identity is the swizzle xyzw.
const Identity uint8 = 0<<0 | 1<<2 | 2<<4 | 3<<6

// Swizzle returns the swizzle of four components.
func Swizzle(x, y, z, w uint8) uint8 { return x | y<<2 | z<<4 | w<<6 }

// A Modifier changes the value of a source. Its values are the encoding's.
type Modifier uint8

// The modifiers. Both together negate the absolute value.
const (
	Negate Modifier = 1 << iota
	Absolute
)

// MinPrecision is the least precision of an operand. Its values are the encoding's.
type MinPrecision uint8

// The precisions.
const (
	PrecisionDefault  MinPrecision = 0
	PrecisionFloat16  MinPrecision = 1
	PrecisionFloat2_8 MinPrecision = 2 // 10 bits: 2.8 fixed-point
	PrecisionSint16   MinPrecision = 4
	PrecisionUint16   MinPrecision = 5
)

// An OperandKind is a register file or a kind of operand. Its values are the encoding's.
type OperandKind uint8

// The kinds of operands.
const (
	Temp                          OperandKind = iota // r0
	Input                                            // v0
	Output                                           // o0
	IndexableTemp                                    // x0[1]
	Immediate32                                      // l(1.0)
	Immediate64                                      // d(1.0)
	Sampler                                          // s0
	Resource                                         // t0
	ConstantBuffer                                   // cb0[1]
	ImmediateConstantBuffer                          // icb[1]
	Label                                            // label0
	InputPrimitiveID                                 // vPrim
	OutputDepth                                      // oDepth
	Null                                             // null: discards a result
	Rasterizer                                       // rasterizer
	OutputCoverageMask                               // oMask
	Stream                                           // m0
	FunctionBody                                     // fb0
	FunctionTable                                    // ft0
	Interface                                        // fp0[1][2]
	FunctionInput                                    // fi0
	FunctionOutput                                   // fo0
	OutputControlPointID                             // vOutputControlPointID
	InputForkInstanceID                              // vForkInstanceID
	InputJoinInstanceID                              // vJoinInstanceID
	InputControlPoint                                // vicp[0][1]
	OutputControlPoint                               // vocp[0][1]
	InputPatchConstant                               // vpc0
	InputDomainPoint                                 // vDomain
	ThisPointer                                      // this[0]
	UnorderedAccessView                              // u0
	ThreadGroupSharedMemory                          // g0
	InputThreadID                                    // vThreadID
	InputThreadGroupID                               // vThreadGroupID
	InputThreadIDInGroup                             // vThreadIDInGroup
	InputCoverageMask                                // vCoverage
	InputThreadIDInGroupFlattened                    // vThreadIDInGroupFlattened
	InputGSInstanceID                                // vGSInstanceID
	OutputDepthGreaterEqual                          // oDepthGE
	OutputDepthLessEqual                             // oDepthLE
	CycleCounter                                     // vCycleCounter
	OutputStencilRef                                 // oStencilRef
	InnerCoverage                                    // vInnerCoverage
	operandKinds
)

// operandRows are the kinds of operands.
var operandRows = [operandKinds]struct {
	name   string // in the text of Microsoft's disassembler
	style  indexStyle
	model  uint8 // the first shader model that has it, times ten
	stages uint8 // stages that have it
}{
	Temp:                          {"r", joined, 40, all},
	Input:                         {"v", bracketed, 40, all},
	Output:                        {"o", bracketed, 40, all},
	IndexableTemp:                 {"x", numbered, 40, all},
	Immediate32:                   {"l", joined, 40, all},
	Immediate64:                   {"d", joined, 50, all},
	Sampler:                       {"s", numberedUpper, 40, all},
	Resource:                      {"t", numberedUpper, 40, all},
	ConstantBuffer:                {"cb", numberedUpper, 40, all},
	ImmediateConstantBuffer:       {"icb", joined, 40, all},
	Label:                         {"label", joined, 40, all},
	InputPrimitiveID:              {"vPrim", joined, 40, gs | hs | ds},
	OutputDepth:                   {"oDepth", joined, 40, ps},
	Null:                          {"null", joined, 40, all},
	Rasterizer:                    {"rasterizer", joined, 41, all},
	OutputCoverageMask:            {"oMask", joined, 41, ps},
	Stream:                        {"m", joined, 50, gs},
	FunctionBody:                  {"fb", joined, 50, all},
	FunctionTable:                 {"ft", joined, 50, all},
	Interface:                     {"fp", numbered, 50, all},
	FunctionInput:                 {"iv", numbered, 50, all},
	FunctionOutput:                {"ov", numbered, 50, all},
	OutputControlPointID:          {"vOutputControlPointID", joined, 50, hs},
	InputForkInstanceID:           {"vForkInstanceID", joined, 50, hs},
	InputJoinInstanceID:           {"vJoinInstanceID", joined, 50, hs},
	InputControlPoint:             {"vicp", bracketed, 50, hs | ds},
	OutputControlPoint:            {"vocp", bracketed, 50, hs},
	InputPatchConstant:            {"vpc", joined, 50, hs | ds},
	InputDomainPoint:              {"vDomain", joined, 50, ds},
	ThisPointer:                   {"this", numbered, 50, all},
	UnorderedAccessView:           {"u", numberedUpper, 40, all},
	ThreadGroupSharedMemory:       {"g", joined, 40, cs},
	InputThreadID:                 {"vThreadID", joined, 40, cs},
	InputThreadGroupID:            {"vThreadGroupID", joined, 40, cs},
	InputThreadIDInGroup:          {"vThreadIDInGroup", joined, 40, cs},
	InputCoverageMask:             {"vCoverage", joined, 50, ps},
	InputThreadIDInGroupFlattened: {"vThreadIDInGroupFlattened", joined, 40, cs},
	InputGSInstanceID:             {"vGSInstanceID", joined, 50, gs},
	OutputDepthGreaterEqual:       {"oDepthGE", joined, 50, ps},
	OutputDepthLessEqual:          {"oDepthLE", joined, 50, ps},
	CycleCounter:                  {"vCycleCounter", joined, 50, all},
	OutputStencilRef:              {"oStencilRef", joined, 50, ps},
	InnerCoverage:                 {"vInnerCoverage", joined, 50, ps},
}

// An indexStyle is the way to print immediate indices; relative ones are in brackets always.
type indexStyle uint8

const (
	joined        indexStyle = iota // r1: each index as a number
	numbered                        // x1[2]: the first index as a number
	numberedUpper                   // likewise, and the name in capitals in model 5.1
	bracketed                       // v[1][2]: as a number if it is the only one
)

// String returns the name of the kind's registers, such as "r".
func (k OperandKind) String() string {
	if k >= operandKinds {
		return ""
	}
	return operandRows[k].name
}

func (k OperandKind) immediate() bool { return k == Immediate32 || k == Immediate64 }

// components is the number of components: 0, 1 or 4.
func (f Form) components() int {
	switch f {
	case None:
		return 0
	case One:
		return 1
	}
	return 4
}

// words is the number of words of an immediate operand's values.
func (o *Operand) words() int {
	switch o.Kind {
	case Immediate32:
		return o.Form.components()
	case Immediate64:
		// Two values of four components, one of a scalar.
		return max(2, o.Form.components())
	}
	return 0
}

// Negated returns the operand with its sign changed.
func (o Operand) Negated() Operand {
	o.Modifier ^= Negate
	return o
}
