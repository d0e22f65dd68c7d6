package dxbc

// This file is the table of opcodes: a row for each instruction and declaration.

// An Opcode is the number of an instruction or declaration in the encoding.
type Opcode uint16

// The opcodes, by number.
const (
	OpAdd Opcode = iota
	OpAnd
	OpBreak
	OpBreakc
	OpCall
	OpCallc
	OpCase
	OpContinue
	OpContinuec
	OpCut
	OpDefault
	OpDerivRTX
	OpDerivRTY
	OpDiscard
	OpDiv
	OpDp2
	OpDp3
	OpDp4
	OpElse
	OpEmit
	OpEmitThenCut
	OpEndif
	OpEndloop
	OpEndswitch
	OpEq
	OpExp
	OpFrc
	OpFtoi
	OpFtou
	OpGe
	OpIadd
	OpIf
	OpIeq
	OpIge
	OpIlt
	OpImad
	OpImax
	OpImin
	OpImul
	OpIne
	OpIneg
	OpIshl
	OpIshr
	OpItof
	OpLabel
	OpLd
	OpLdMS
	OpLog
	OpLoop
	OpLt
	OpMad
	OpMin
	OpMax
	OpCustomData
	OpMov
	OpMovc
	OpMul
	OpNe
	OpNop
	OpNot
	OpOr
	OpResinfo
	OpRet
	OpRetc
	OpRoundNE
	OpRoundNI
	OpRoundPI
	OpRoundZ
	OpRsq
	OpSample
	OpSampleC
	OpSampleCLZ
	OpSampleL
	OpSampleD
	OpSampleB
	OpSqrt
	OpSwitch
	OpSincos
	OpUdiv
	OpUlt
	OpUge
	OpUmul
	OpUmad
	OpUmax
	OpUmin
	OpUshr
	OpUtof
	OpXor
	OpDclResource
	OpDclConstantBuffer
	OpDclSampler
	OpDclIndexRange
	OpDclOutputTopology
	OpDclInputPrimitive
	OpDclMaxOut
	OpDclInput
	OpDclInputSGV
	OpDclInputSIV
	OpDclInputPS
	OpDclInputPSSGV
	OpDclInputPSSIV
	OpDclOutput
	OpDclOutputSGV
	OpDclOutputSIV
	OpDclTemps
	OpDclIndexableTemp
	OpDclGlobalFlags
	_
	OpLod
	OpGather4
	OpSamplePos
	OpSampleInfo
	_
	OpHSDecls
	OpHSControlPointPhase
	OpHSForkPhase
	OpHSJoinPhase
	OpEmitStream
	OpCutStream
	OpEmitThenCutStream
	OpFCall
	OpBufinfo
	OpDerivRTXCoarse
	OpDerivRTXFine
	OpDerivRTYCoarse
	OpDerivRTYFine
	OpGather4C
	OpGather4PO
	OpGather4POC
	OpRcp
	OpF32toF16
	OpF16toF32
	OpUaddc
	OpUsubb
	OpCountbits
	OpFirstbitHi
	OpFirstbitLo
	OpFirstbitSHi
	OpUbfe
	OpIbfe
	OpBfi
	OpBfrev
	OpSwapc
	OpDclStream
	OpDclFunctionBody
	OpDclFunctionTable
	OpDclInterface
	OpDclInputControlPointCount
	OpDclOutputControlPointCount
	OpDclTessellatorDomain
	OpDclTessellatorPartitioning
	OpDclTessellatorOutputPrimitive
	OpDclHSMaxTessFactor
	OpDclHSForkPhaseInstanceCount
	OpDclHSJoinPhaseInstanceCount
	OpDclThreadGroup
	OpDclUAVTyped
	OpDclUAVRaw
	OpDclUAVStructured
	OpDclTGSMRaw
	OpDclTGSMStructured
	OpDclResourceRaw
	OpDclResourceStructured
	OpLdUAVTyped
	OpStoreUAVTyped
	OpLdRaw
	OpStoreRaw
	OpLdStructured
	OpStoreStructured
	OpAtomicAnd
	OpAtomicOr
	OpAtomicXor
	OpAtomicCmpStore
	OpAtomicIadd
	OpAtomicImax
	OpAtomicImin
	OpAtomicUmax
	OpAtomicUmin
	OpImmAtomicAlloc
	OpImmAtomicConsume
	OpImmAtomicIadd
	OpImmAtomicAnd
	OpImmAtomicOr
	OpImmAtomicXor
	OpImmAtomicExch
	OpImmAtomicCmpExch
	OpImmAtomicImax
	OpImmAtomicImin
	OpImmAtomicUmax
	OpImmAtomicUmin
	OpSync
	OpDadd
	OpDmax
	OpDmin
	OpDmul
	OpDeq
	OpDge
	OpDlt
	OpDne
	OpDmov
	OpDmovc
	OpDtof
	OpFtod
	OpEvalSnapped
	OpEvalSampleIndex
	OpEvalCentroid
	OpDclGSInstances
	OpAbort
	OpDebugBreak
	_
	OpDdiv
	OpDfma
	OpDrcp
	OpMsad
	OpDtoi
	OpDtou
	OpItod
	OpUtod
	_
	OpGather4S
	OpGather4CS
	OpGather4POS
	OpGather4POCS
	OpLdS
	OpLdMSS
	OpLdUAVTypedS
	OpLdRawS
	OpLdStructuredS
	OpSampleLS
	OpSampleCLZS
	OpSampleClS
	OpSampleBClS
	OpSampleDClS
	OpSampleCClS
	OpCheckAccessFullyMapped

	opcodes
)

// A Class groups opcodes.
type Class uint8

// The classes of opcodes.
const (
	ClassOther    Class = iota
	ClassFloat          // arithmetic and comparisons of floats
	ClassInt            // of signed integers
	ClassUint           // of unsigned integers
	ClassBit            // and, or, xor, not
	ClassConvert        // conversions of types
	ClassMov            // copies
	ClassMovc           // selections
	ClassFlow           // control flow
	ClassSample         // sampling at a given or computed level
	ClassLoad           // loads from resources, views and shared memory
	ClassCompare        // sampling with comparison
	ClassBias           // sampling with a bias
	ClassGradient       // sampling with gradients
	ClassGather         // gathering four texels
	ClassStore          // stores to views and shared memory
	ClassAtomic         // atomics
	ClassBarrier        // sync
	ClassEmit           // geometry: a vertex
	ClassCut            // geometry: the end of a strip
	ClassPhase          // hull: the beginning of a phase
	ClassDeclare        // declarations
	ClassData           // custom data
)

// The words that follow operands beside the fixed number of a row.
const (
	wordsNone      = iota
	wordsSpace     // in model 5.1 a word: the register space
	wordsSizeSpace // in model 5.1 two words: the size in registers, the space
	wordsAny       // any number
)

// The forms in which immediate values are printed.
const (
	literalInt   = iota // as integers
	literalFloat        // as floats
	literalRaw          // as numbers of the type that the bits look like
)

// Sets of stages.
const (
	ps  = 1 << Pixel
	gs  = 1 << Geometry
	hs  = 1 << Hull
	ds  = 1 << Domain
	cs  = 1 << Compute
	all = 1<<(Compute+1) - 1
)

// A row describes an opcode.
type row struct {
	name    string // in the text of Microsoft's disassembler
	dests   uint8  // destinations
	sources uint8  // sources, after the destinations
	words   uint8  // words behind the operands
	more    uint8  // further words
	class   Class
	literal uint8 // how immediate sources are printed
	narrow  uint8 // the sources that are read at the precision of the result: bit 0 is the first
	model   uint8 // the first shader model that has it, times ten
	stages  uint8 // stages that have it; model 4 has views and shared memory in compute programs only
}

// rows are the opcodes. Opcodes that are reserved have no name.
var rows = [opcodes]row{
	OpAdd:                           {"add", 1, 2, 0, wordsNone, ClassFloat, literalFloat, 3, 40, all},
	OpAnd:                           {"and", 1, 2, 0, wordsNone, ClassBit, literalInt, 3, 40, all},
	OpBreak:                         {"break", 0, 0, 0, wordsNone, ClassFlow, literalInt, 0, 40, all},
	OpBreakc:                        {"breakc", 0, 1, 0, wordsNone, ClassFlow, literalInt, 0, 40, all},
	OpCall:                          {"call", 0, 1, 0, wordsNone, ClassFlow, literalInt, 0, 40, all},
	OpCallc:                         {"callc", 0, 2, 0, wordsNone, ClassFlow, literalInt, 0, 40, all},
	OpCase:                          {"case", 0, 1, 0, wordsNone, ClassFlow, literalInt, 0, 40, all},
	OpContinue:                      {"continue", 0, 0, 0, wordsNone, ClassFlow, literalInt, 0, 40, all},
	OpContinuec:                     {"continuec", 0, 1, 0, wordsNone, ClassFlow, literalInt, 0, 40, all},
	OpCut:                           {"cut", 0, 0, 0, wordsNone, ClassCut, literalInt, 0, 40, gs},
	OpDefault:                       {"default", 0, 0, 0, wordsNone, ClassFlow, literalInt, 0, 40, all},
	OpDerivRTX:                      {"deriv_rtx", 1, 1, 0, wordsNone, ClassFloat, literalFloat, 1, 40, ps},
	OpDerivRTY:                      {"deriv_rty", 1, 1, 0, wordsNone, ClassFloat, literalFloat, 1, 40, ps},
	OpDiscard:                       {"discard", 0, 1, 0, wordsNone, ClassFlow, literalInt, 0, 40, ps},
	OpDiv:                           {"div", 1, 2, 0, wordsNone, ClassFloat, literalFloat, 3, 40, all},
	OpDp2:                           {"dp2", 1, 2, 0, wordsNone, ClassFloat, literalFloat, 3, 40, all},
	OpDp3:                           {"dp3", 1, 2, 0, wordsNone, ClassFloat, literalFloat, 3, 40, all},
	OpDp4:                           {"dp4", 1, 2, 0, wordsNone, ClassFloat, literalFloat, 3, 40, all},
	OpElse:                          {"else", 0, 0, 0, wordsNone, ClassFlow, literalInt, 0, 40, all},
	OpEmit:                          {"emit", 0, 0, 0, wordsNone, ClassEmit, literalInt, 0, 40, gs},
	OpEmitThenCut:                   {"emit_then_cut", 0, 0, 0, wordsNone, ClassEmit, literalInt, 0, 40, gs},
	OpEndif:                         {"endif", 0, 0, 0, wordsNone, ClassFlow, literalInt, 0, 40, all},
	OpEndloop:                       {"endloop", 0, 0, 0, wordsNone, ClassFlow, literalInt, 0, 40, all},
	OpEndswitch:                     {"endswitch", 0, 0, 0, wordsNone, ClassFlow, literalInt, 0, 40, all},
	OpEq:                            {"eq", 1, 2, 0, wordsNone, ClassFloat, literalFloat, 0, 40, all},
	OpExp:                           {"exp", 1, 1, 0, wordsNone, ClassFloat, literalFloat, 1, 40, all},
	OpFrc:                           {"frc", 1, 1, 0, wordsNone, ClassFloat, literalFloat, 1, 40, all},
	OpFtoi:                          {"ftoi", 1, 1, 0, wordsNone, ClassConvert, literalFloat, 0, 40, all},
	OpFtou:                          {"ftou", 1, 1, 0, wordsNone, ClassConvert, literalFloat, 0, 40, all},
	OpGe:                            {"ge", 1, 2, 0, wordsNone, ClassFloat, literalFloat, 0, 40, all},
	OpIadd:                          {"iadd", 1, 2, 0, wordsNone, ClassInt, literalInt, 3, 40, all},
	OpIf:                            {"if", 0, 1, 0, wordsNone, ClassFlow, literalInt, 0, 40, all},
	OpIeq:                           {"ieq", 1, 2, 0, wordsNone, ClassInt, literalInt, 0, 40, all},
	OpIge:                           {"ige", 1, 2, 0, wordsNone, ClassInt, literalInt, 0, 40, all},
	OpIlt:                           {"ilt", 1, 2, 0, wordsNone, ClassInt, literalInt, 0, 40, all},
	OpImad:                          {"imad", 1, 3, 0, wordsNone, ClassInt, literalInt, 7, 40, all},
	OpImax:                          {"imax", 1, 2, 0, wordsNone, ClassInt, literalInt, 3, 40, all},
	OpImin:                          {"imin", 1, 2, 0, wordsNone, ClassInt, literalInt, 3, 40, all},
	OpImul:                          {"imul", 2, 2, 0, wordsNone, ClassInt, literalInt, 3, 40, all},
	OpIne:                           {"ine", 1, 2, 0, wordsNone, ClassInt, literalInt, 0, 40, all},
	OpIneg:                          {"ineg", 1, 1, 0, wordsNone, ClassInt, literalInt, 1, 40, all},
	OpIshl:                          {"ishl", 1, 2, 0, wordsNone, ClassInt, literalInt, 1, 40, all},
	OpIshr:                          {"ishr", 1, 2, 0, wordsNone, ClassInt, literalInt, 1, 40, all},
	OpItof:                          {"itof", 1, 1, 0, wordsNone, ClassConvert, literalInt, 0, 40, all},
	OpLabel:                         {"label", 0, 1, 0, wordsNone, ClassFlow, literalInt, 0, 40, all},
	OpLd:                            {"ld", 1, 2, 0, wordsNone, ClassLoad, literalInt, 0, 40, all},
	OpLdMS:                          {"ldms", 1, 3, 0, wordsNone, ClassLoad, literalInt, 0, 40, all},
	OpLog:                           {"log", 1, 1, 0, wordsNone, ClassFloat, literalFloat, 1, 40, all},
	OpLoop:                          {"loop", 0, 0, 0, wordsNone, ClassFlow, literalInt, 0, 40, all},
	OpLt:                            {"lt", 1, 2, 0, wordsNone, ClassFloat, literalFloat, 0, 40, all},
	OpMad:                           {"mad", 1, 3, 0, wordsNone, ClassFloat, literalFloat, 7, 40, all},
	OpMin:                           {"min", 1, 2, 0, wordsNone, ClassFloat, literalFloat, 3, 40, all},
	OpMax:                           {"max", 1, 2, 0, wordsNone, ClassFloat, literalFloat, 3, 40, all},
	OpCustomData:                    {"customdata", 0, 0, 0, wordsAny, ClassData, literalInt, 0, 40, all},
	OpMov:                           {"mov", 1, 1, 0, wordsNone, ClassMov, literalRaw, 1, 40, all},
	OpMovc:                          {"movc", 1, 3, 0, wordsNone, ClassMovc, literalRaw, 6, 40, all},
	OpMul:                           {"mul", 1, 2, 0, wordsNone, ClassFloat, literalFloat, 3, 40, all},
	OpNe:                            {"ne", 1, 2, 0, wordsNone, ClassFloat, literalFloat, 0, 40, all},
	OpNop:                           {"nop", 0, 0, 0, wordsNone, ClassOther, literalInt, 0, 40, all},
	OpNot:                           {"not", 1, 1, 0, wordsNone, ClassBit, literalInt, 1, 40, all},
	OpOr:                            {"or", 1, 2, 0, wordsNone, ClassBit, literalInt, 3, 40, all},
	OpResinfo:                       {"resinfo", 1, 2, 0, wordsNone, ClassOther, literalInt, 0, 40, all},
	OpRet:                           {"ret", 0, 0, 0, wordsNone, ClassFlow, literalInt, 0, 40, all},
	OpRetc:                          {"retc", 0, 1, 0, wordsNone, ClassFlow, literalInt, 0, 40, all},
	OpRoundNE:                       {"round_ne", 1, 1, 0, wordsNone, ClassFloat, literalFloat, 1, 40, all},
	OpRoundNI:                       {"round_ni", 1, 1, 0, wordsNone, ClassFloat, literalFloat, 1, 40, all},
	OpRoundPI:                       {"round_pi", 1, 1, 0, wordsNone, ClassFloat, literalFloat, 1, 40, all},
	OpRoundZ:                        {"round_z", 1, 1, 0, wordsNone, ClassFloat, literalFloat, 1, 40, all},
	OpRsq:                           {"rsq", 1, 1, 0, wordsNone, ClassFloat, literalFloat, 1, 40, all},
	OpSample:                        {"sample", 1, 3, 0, wordsNone, ClassSample, literalFloat, 0, 40, ps},
	OpSampleC:                       {"sample_c", 1, 4, 0, wordsNone, ClassCompare, literalFloat, 0, 40, ps},
	OpSampleCLZ:                     {"sample_c_lz", 1, 4, 0, wordsNone, ClassCompare, literalFloat, 0, 40, all},
	OpSampleL:                       {"sample_l", 1, 4, 0, wordsNone, ClassSample, literalFloat, 0, 40, all},
	OpSampleD:                       {"sample_d", 1, 5, 0, wordsNone, ClassGradient, literalFloat, 0, 40, all},
	OpSampleB:                       {"sample_b", 1, 4, 0, wordsNone, ClassBias, literalFloat, 0, 40, ps},
	OpSqrt:                          {"sqrt", 1, 1, 0, wordsNone, ClassFloat, literalFloat, 1, 40, all},
	OpSwitch:                        {"switch", 0, 1, 0, wordsNone, ClassFlow, literalInt, 0, 40, all},
	OpSincos:                        {"sincos", 2, 1, 0, wordsNone, ClassFloat, literalFloat, 1, 40, all},
	OpUdiv:                          {"udiv", 2, 2, 0, wordsNone, ClassUint, literalInt, 3, 40, all},
	OpUlt:                           {"ult", 1, 2, 0, wordsNone, ClassUint, literalInt, 0, 40, all},
	OpUge:                           {"uge", 1, 2, 0, wordsNone, ClassUint, literalInt, 0, 40, all},
	OpUmul:                          {"umul", 2, 2, 0, wordsNone, ClassUint, literalInt, 3, 40, all},
	OpUmad:                          {"umad", 1, 3, 0, wordsNone, ClassUint, literalInt, 7, 40, all},
	OpUmax:                          {"umax", 1, 2, 0, wordsNone, ClassUint, literalInt, 3, 40, all},
	OpUmin:                          {"umin", 1, 2, 0, wordsNone, ClassUint, literalInt, 3, 40, all},
	OpUshr:                          {"ushr", 1, 2, 0, wordsNone, ClassUint, literalInt, 1, 40, all},
	OpUtof:                          {"utof", 1, 1, 0, wordsNone, ClassConvert, literalInt, 0, 40, all},
	OpXor:                           {"xor", 1, 2, 0, wordsNone, ClassBit, literalInt, 3, 40, all},
	OpDclResource:                   {"dcl_resource", 0, 1, 1, wordsSpace, ClassDeclare, literalInt, 0, 40, all},
	OpDclConstantBuffer:             {"dcl_constantbuffer", 0, 1, 0, wordsSizeSpace, ClassDeclare, literalInt, 0, 40, all},
	OpDclSampler:                    {"dcl_sampler", 0, 1, 0, wordsSpace, ClassDeclare, literalInt, 0, 40, all},
	OpDclIndexRange:                 {"dcl_indexrange", 0, 1, 1, wordsNone, ClassDeclare, literalInt, 0, 40, all},
	OpDclOutputTopology:             {"dcl_outputtopology", 0, 0, 0, wordsNone, ClassDeclare, literalInt, 0, 40, gs},
	OpDclInputPrimitive:             {"dcl_inputprimitive", 0, 0, 0, wordsNone, ClassDeclare, literalInt, 0, 40, gs},
	OpDclMaxOut:                     {"dcl_maxout", 0, 0, 1, wordsNone, ClassDeclare, literalInt, 0, 40, gs},
	OpDclInput:                      {"dcl_input", 0, 1, 0, wordsNone, ClassDeclare, literalInt, 0, 40, all},
	OpDclInputSGV:                   {"dcl_input_sgv", 0, 1, 1, wordsNone, ClassDeclare, literalInt, 0, 40, all},
	OpDclInputSIV:                   {"dcl_input_siv", 0, 1, 1, wordsNone, ClassDeclare, literalInt, 0, 40, all},
	OpDclInputPS:                    {"dcl_input_ps", 0, 1, 0, wordsNone, ClassDeclare, literalInt, 0, 40, ps},
	OpDclInputPSSGV:                 {"dcl_input_ps_sgv", 0, 1, 1, wordsNone, ClassDeclare, literalInt, 0, 40, ps},
	OpDclInputPSSIV:                 {"dcl_input_ps_siv", 0, 1, 1, wordsNone, ClassDeclare, literalInt, 0, 40, ps},
	OpDclOutput:                     {"dcl_output", 0, 1, 0, wordsNone, ClassDeclare, literalInt, 0, 40, all},
	OpDclOutputSGV:                  {"dcl_output_sgv", 0, 1, 1, wordsNone, ClassDeclare, literalInt, 0, 40, all},
	OpDclOutputSIV:                  {"dcl_output_siv", 0, 1, 1, wordsNone, ClassDeclare, literalInt, 0, 40, all},
	OpDclTemps:                      {"dcl_temps", 0, 0, 1, wordsNone, ClassDeclare, literalInt, 0, 40, all},
	OpDclIndexableTemp:              {"dcl_indexableTemp", 0, 0, 3, wordsNone, ClassDeclare, literalInt, 0, 40, all},
	OpDclGlobalFlags:                {"dcl_globalFlags", 0, 0, 0, wordsNone, ClassDeclare, literalInt, 0, 40, all},
	OpLod:                           {"lod", 1, 3, 0, wordsNone, ClassOther, literalInt, 0, 41, ps},
	OpGather4:                       {"gather4", 1, 3, 0, wordsNone, ClassGather, literalFloat, 0, 41, all},
	OpSamplePos:                     {"samplepos", 1, 2, 0, wordsNone, ClassOther, literalInt, 0, 41, all},
	OpSampleInfo:                    {"sampleinfo", 1, 1, 0, wordsNone, ClassOther, literalInt, 0, 41, all},
	OpHSDecls:                       {"hs_decls", 0, 0, 0, wordsNone, ClassPhase, literalInt, 0, 50, hs},
	OpHSControlPointPhase:           {"hs_control_point_phase", 0, 0, 0, wordsNone, ClassPhase, literalInt, 0, 50, hs},
	OpHSForkPhase:                   {"hs_fork_phase", 0, 0, 0, wordsNone, ClassPhase, literalInt, 0, 50, hs},
	OpHSJoinPhase:                   {"hs_join_phase", 0, 0, 0, wordsNone, ClassPhase, literalInt, 0, 50, hs},
	OpEmitStream:                    {"emit_stream", 0, 1, 0, wordsNone, ClassEmit, literalInt, 0, 50, gs},
	OpCutStream:                     {"cut_stream", 0, 1, 0, wordsNone, ClassCut, literalInt, 0, 50, gs},
	OpEmitThenCutStream:             {"emit_then_cut_stream", 0, 1, 0, wordsNone, ClassEmit, literalInt, 0, 50, gs},
	OpFCall:                         {"fcall", 0, 1, 1, wordsNone, ClassFlow, literalFloat, 0, 50, all},
	OpBufinfo:                       {"bufinfo", 1, 1, 0, wordsNone, ClassOther, literalInt, 0, 50, all},
	OpDerivRTXCoarse:                {"deriv_rtx_coarse", 1, 1, 0, wordsNone, ClassFloat, literalInt, 1, 50, ps},
	OpDerivRTXFine:                  {"deriv_rtx_fine", 1, 1, 0, wordsNone, ClassFloat, literalInt, 1, 50, ps},
	OpDerivRTYCoarse:                {"deriv_rty_coarse", 1, 1, 0, wordsNone, ClassFloat, literalInt, 1, 50, ps},
	OpDerivRTYFine:                  {"deriv_rty_fine", 1, 1, 0, wordsNone, ClassFloat, literalInt, 1, 50, ps},
	OpGather4C:                      {"gather4_c", 1, 4, 0, wordsNone, ClassGather, literalFloat, 0, 50, all},
	OpGather4PO:                     {"gather4_po", 1, 4, 0, wordsNone, ClassGather, literalInt, 0, 50, all},
	OpGather4POC:                    {"gather4_po_c", 1, 5, 0, wordsNone, ClassGather, literalInt, 0, 50, all},
	OpRcp:                           {"rcp", 1, 1, 0, wordsNone, ClassFloat, literalInt, 1, 50, all},
	OpF32toF16:                      {"f32tof16", 1, 1, 0, wordsNone, ClassConvert, literalFloat, 0, 50, all},
	OpF16toF32:                      {"f16tof32", 1, 1, 0, wordsNone, ClassConvert, literalInt, 0, 50, all},
	OpUaddc:                         {"uaddc", 2, 2, 0, wordsNone, ClassUint, literalInt, 3, 50, all},
	OpUsubb:                         {"usubb", 2, 2, 0, wordsNone, ClassUint, literalInt, 3, 50, all},
	OpCountbits:                     {"countbits", 1, 1, 0, wordsNone, ClassUint, literalInt, 1, 50, all},
	OpFirstbitHi:                    {"firstbit_hi", 1, 1, 0, wordsNone, ClassUint, literalInt, 1, 50, all},
	OpFirstbitLo:                    {"firstbit_lo", 1, 1, 0, wordsNone, ClassUint, literalInt, 1, 50, all},
	OpFirstbitSHi:                   {"firstbit_shi", 1, 1, 0, wordsNone, ClassUint, literalInt, 1, 50, all},
	OpUbfe:                          {"ubfe", 1, 3, 0, wordsNone, ClassUint, literalInt, 1, 50, all},
	OpIbfe:                          {"ibfe", 1, 3, 0, wordsNone, ClassInt, literalInt, 1, 50, all},
	OpBfi:                           {"bfi", 1, 4, 0, wordsNone, ClassUint, literalInt, 1, 50, all},
	OpBfrev:                         {"bfrev", 1, 1, 0, wordsNone, ClassUint, literalInt, 1, 50, all},
	OpSwapc:                         {"swapc", 2, 3, 0, wordsNone, ClassMovc, literalRaw, 0, 50, all},
	OpDclStream:                     {"dcl_stream", 0, 1, 0, wordsNone, ClassDeclare, literalInt, 0, 50, gs},
	OpDclFunctionBody:               {"dcl_function_body", 0, 0, 1, wordsNone, ClassDeclare, literalInt, 0, 50, all},
	OpDclFunctionTable:              {"dcl_function_table", 0, 0, 0, wordsAny, ClassDeclare, literalInt, 0, 50, all},
	OpDclInterface:                  {"dcl_interface", 0, 0, 0, wordsAny, ClassDeclare, literalInt, 0, 50, all},
	OpDclInputControlPointCount:     {"dcl_input_control_point_count", 0, 0, 0, wordsNone, ClassDeclare, literalInt, 0, 50, hs | ds},
	OpDclOutputControlPointCount:    {"dcl_output_control_point_count", 0, 0, 0, wordsNone, ClassDeclare, literalInt, 0, 50, hs},
	OpDclTessellatorDomain:          {"dcl_tessellator_domain", 0, 0, 0, wordsNone, ClassDeclare, literalInt, 0, 50, hs | ds},
	OpDclTessellatorPartitioning:    {"dcl_tessellator_partitioning", 0, 0, 0, wordsNone, ClassDeclare, literalInt, 0, 50, hs},
	OpDclTessellatorOutputPrimitive: {"dcl_tessellator_output_primitive", 0, 0, 0, wordsNone, ClassDeclare, literalInt, 0, 50, hs},
	OpDclHSMaxTessFactor:            {"dcl_hs_max_tessfactor", 0, 0, 1, wordsNone, ClassDeclare, literalInt, 0, 50, hs},
	OpDclHSForkPhaseInstanceCount:   {"dcl_hs_fork_phase_instance_count", 0, 0, 1, wordsNone, ClassDeclare, literalInt, 0, 50, hs},
	OpDclHSJoinPhaseInstanceCount:   {"dcl_hs_join_phase_instance_count", 0, 0, 1, wordsNone, ClassDeclare, literalInt, 0, 50, hs},
	OpDclThreadGroup:                {"dcl_thread_group", 0, 0, 3, wordsNone, ClassDeclare, literalInt, 0, 40, cs},
	OpDclUAVTyped:                   {"dcl_uav_typed", 0, 1, 1, wordsSpace, ClassDeclare, literalInt, 0, 50, all},
	OpDclUAVRaw:                     {"dcl_uav_raw", 0, 1, 0, wordsSpace, ClassDeclare, literalInt, 0, 40, all},
	OpDclUAVStructured:              {"dcl_uav_structured", 0, 1, 1, wordsSpace, ClassDeclare, literalInt, 0, 40, all},
	OpDclTGSMRaw:                    {"dcl_tgsm_raw", 0, 1, 1, wordsNone, ClassDeclare, literalInt, 0, 40, cs},
	OpDclTGSMStructured:             {"dcl_tgsm_structured", 0, 1, 2, wordsNone, ClassDeclare, literalInt, 0, 40, cs},
	OpDclResourceRaw:                {"dcl_resource_raw", 0, 1, 0, wordsSpace, ClassDeclare, literalInt, 0, 40, all},
	OpDclResourceStructured:         {"dcl_resource_structured", 0, 1, 1, wordsSpace, ClassDeclare, literalInt, 0, 40, all},
	OpLdUAVTyped:                    {"ld_uav_typed", 1, 2, 0, wordsNone, ClassLoad, literalInt, 0, 50, all},
	OpStoreUAVTyped:                 {"store_uav_typed", 1, 2, 0, wordsNone, ClassStore, literalRaw, 0, 50, all},
	OpLdRaw:                         {"ld_raw", 1, 2, 0, wordsNone, ClassLoad, literalInt, 0, 40, all},
	OpStoreRaw:                      {"store_raw", 1, 2, 0, wordsNone, ClassStore, literalRaw, 0, 40, all},
	OpLdStructured:                  {"ld_structured", 1, 3, 0, wordsNone, ClassLoad, literalInt, 0, 40, all},
	OpStoreStructured:               {"store_structured", 1, 3, 0, wordsNone, ClassStore, literalRaw, 0, 40, all},
	OpAtomicAnd:                     {"atomic_and", 1, 2, 0, wordsNone, ClassAtomic, literalInt, 0, 50, all},
	OpAtomicOr:                      {"atomic_or", 1, 2, 0, wordsNone, ClassAtomic, literalInt, 0, 50, all},
	OpAtomicXor:                     {"atomic_xor", 1, 2, 0, wordsNone, ClassAtomic, literalInt, 0, 50, all},
	OpAtomicCmpStore:                {"atomic_cmp_store", 1, 3, 0, wordsNone, ClassAtomic, literalInt, 0, 50, all},
	OpAtomicIadd:                    {"atomic_iadd", 1, 2, 0, wordsNone, ClassAtomic, literalInt, 0, 50, all},
	OpAtomicImax:                    {"atomic_imax", 1, 2, 0, wordsNone, ClassAtomic, literalInt, 0, 50, all},
	OpAtomicImin:                    {"atomic_imin", 1, 2, 0, wordsNone, ClassAtomic, literalInt, 0, 50, all},
	OpAtomicUmax:                    {"atomic_umax", 1, 2, 0, wordsNone, ClassAtomic, literalInt, 0, 50, all},
	OpAtomicUmin:                    {"atomic_umin", 1, 2, 0, wordsNone, ClassAtomic, literalInt, 0, 50, all},
	OpImmAtomicAlloc:                {"imm_atomic_alloc", 2, 0, 0, wordsNone, ClassAtomic, literalInt, 0, 50, all},
	OpImmAtomicConsume:              {"imm_atomic_consume", 2, 0, 0, wordsNone, ClassAtomic, literalInt, 0, 50, all},
	OpImmAtomicIadd:                 {"imm_atomic_iadd", 2, 2, 0, wordsNone, ClassAtomic, literalInt, 0, 50, all},
	OpImmAtomicAnd:                  {"imm_atomic_and", 2, 2, 0, wordsNone, ClassAtomic, literalInt, 0, 50, all},
	OpImmAtomicOr:                   {"imm_atomic_or", 2, 2, 0, wordsNone, ClassAtomic, literalInt, 0, 50, all},
	OpImmAtomicXor:                  {"imm_atomic_xor", 2, 2, 0, wordsNone, ClassAtomic, literalInt, 0, 50, all},
	OpImmAtomicExch:                 {"imm_atomic_exch", 2, 2, 0, wordsNone, ClassAtomic, literalInt, 0, 50, all},
	OpImmAtomicCmpExch:              {"imm_atomic_cmp_exch", 2, 3, 0, wordsNone, ClassAtomic, literalInt, 0, 50, all},
	OpImmAtomicImax:                 {"imm_atomic_imax", 2, 2, 0, wordsNone, ClassAtomic, literalInt, 0, 50, all},
	OpImmAtomicImin:                 {"imm_atomic_imin", 2, 2, 0, wordsNone, ClassAtomic, literalInt, 0, 50, all},
	OpImmAtomicUmax:                 {"imm_atomic_umax", 2, 2, 0, wordsNone, ClassAtomic, literalInt, 0, 50, all},
	OpImmAtomicUmin:                 {"imm_atomic_umin", 2, 2, 0, wordsNone, ClassAtomic, literalInt, 0, 50, all},
	OpSync:                          {"sync", 0, 0, 0, wordsNone, ClassBarrier, literalInt, 0, 40, all},
	OpDadd:                          {"dadd", 1, 2, 0, wordsNone, ClassFloat, literalFloat, 3, 50, all},
	OpDmax:                          {"dmax", 1, 2, 0, wordsNone, ClassFloat, literalFloat, 3, 50, all},
	OpDmin:                          {"dmin", 1, 2, 0, wordsNone, ClassFloat, literalFloat, 3, 50, all},
	OpDmul:                          {"dmul", 1, 2, 0, wordsNone, ClassFloat, literalFloat, 3, 50, all},
	OpDeq:                           {"deq", 1, 2, 0, wordsNone, ClassFloat, literalFloat, 0, 50, all},
	OpDge:                           {"dge", 1, 2, 0, wordsNone, ClassFloat, literalFloat, 0, 50, all},
	OpDlt:                           {"dlt", 1, 2, 0, wordsNone, ClassFloat, literalFloat, 0, 50, all},
	OpDne:                           {"dne", 1, 2, 0, wordsNone, ClassFloat, literalFloat, 0, 50, all},
	OpDmov:                          {"dmov", 1, 1, 0, wordsNone, ClassMov, literalFloat, 1, 50, all},
	OpDmovc:                         {"dmovc", 1, 3, 0, wordsNone, ClassMovc, literalFloat, 6, 50, all},
	OpDtof:                          {"dtof", 1, 1, 0, wordsNone, ClassConvert, literalFloat, 1, 50, all},
	OpFtod:                          {"ftod", 1, 1, 0, wordsNone, ClassConvert, literalFloat, 0, 50, all},
	OpEvalSnapped:                   {"eval_snapped", 1, 2, 0, wordsNone, ClassOther, literalInt, 1, 50, ps},
	OpEvalSampleIndex:               {"eval_sample_index", 1, 2, 0, wordsNone, ClassOther, literalInt, 1, 50, ps},
	OpEvalCentroid:                  {"eval_centroid", 1, 1, 0, wordsNone, ClassOther, literalInt, 1, 50, ps},
	OpDclGSInstances:                {"dcl_gsinstances", 0, 0, 1, wordsNone, ClassDeclare, literalInt, 0, 50, gs},
	OpAbort:                         {"abort", 0, 0, 0, wordsNone, ClassOther, literalInt, 0, 50, all},
	OpDebugBreak:                    {"debug_break", 0, 0, 0, wordsNone, ClassOther, literalInt, 0, 50, all},
	OpDdiv:                          {"ddiv", 1, 2, 0, wordsNone, ClassFloat, literalFloat, 3, 50, all},
	OpDfma:                          {"dfma", 1, 3, 0, wordsNone, ClassFloat, literalInt, 7, 50, all},
	OpDrcp:                          {"drcp", 1, 1, 0, wordsNone, ClassFloat, literalInt, 1, 50, all},
	OpMsad:                          {"msad", 1, 3, 0, wordsNone, ClassUint, literalInt, 7, 50, all},
	OpDtoi:                          {"dtoi", 1, 1, 0, wordsNone, ClassConvert, literalInt, 0, 50, all},
	OpDtou:                          {"dtou", 1, 1, 0, wordsNone, ClassConvert, literalInt, 0, 50, all},
	OpItod:                          {"itod", 1, 1, 0, wordsNone, ClassConvert, literalInt, 0, 50, all},
	OpUtod:                          {"utod", 1, 1, 0, wordsNone, ClassConvert, literalInt, 0, 50, all},
	OpGather4S:                      {"gather4_s", 2, 3, 0, wordsNone, ClassGather, literalFloat, 0, 50, all},
	OpGather4CS:                     {"gather4_c_s", 2, 4, 0, wordsNone, ClassGather, literalFloat, 0, 50, all},
	OpGather4POS:                    {"gather4_po_s", 2, 4, 0, wordsNone, ClassGather, literalInt, 0, 50, all},
	OpGather4POCS:                   {"gather4_po_c_s", 2, 5, 0, wordsNone, ClassGather, literalInt, 0, 50, all},
	OpLdS:                           {"ld_s", 2, 2, 0, wordsNone, ClassLoad, literalInt, 0, 50, all},
	OpLdMSS:                         {"ldms_s", 2, 3, 0, wordsNone, ClassLoad, literalInt, 0, 50, all},
	OpLdUAVTypedS:                   {"ld_uav_typed_s", 2, 2, 0, wordsNone, ClassLoad, literalInt, 0, 50, all},
	OpLdRawS:                        {"ld_raw_s", 2, 2, 0, wordsNone, ClassLoad, literalInt, 0, 50, all},
	OpLdStructuredS:                 {"ld_structured_s", 2, 3, 0, wordsNone, ClassLoad, literalInt, 0, 50, all},
	OpSampleLS:                      {"sample_l_s", 2, 4, 0, wordsNone, ClassSample, literalFloat, 0, 50, all},
	OpSampleCLZS:                    {"sample_c_lz_s", 2, 4, 0, wordsNone, ClassCompare, literalFloat, 0, 50, all},
	OpSampleClS:                     {"sample_cl_s", 2, 4, 0, wordsNone, ClassSample, literalFloat, 0, 50, ps},
	OpSampleBClS:                    {"sample_b_cl_s", 2, 5, 0, wordsNone, ClassBias, literalFloat, 0, 50, ps},
	OpSampleDClS:                    {"sample_d_cl_s", 2, 6, 0, wordsNone, ClassGradient, literalFloat, 0, 50, all},
	OpSampleCClS:                    {"sample_c_cl_s", 2, 5, 0, wordsNone, ClassCompare, literalFloat, 0, 50, ps},
	OpCheckAccessFullyMapped:        {"check_access_fully_mapped", 1, 1, 0, wordsNone, ClassOther, literalInt, 0, 50, all},
}

// String returns the opcode's name, such as "mad".
func (o Opcode) String() string {
	if o >= opcodes {
		return ""
	}
	return rows[o].name
}

// Class returns the group of an opcode.
func (o Opcode) Class() Class { return rows[o].class }

// Destinations returns the number of operands that the opcode writes, which come first.
func (o Opcode) Destinations() int { return int(rows[o].dests) }

// Sources returns the number of operands that the opcode reads.
func (o Opcode) Sources() int { return int(rows[o].sources) }

// Model returns the first shader model that has the opcode, such as 4, 1.
func (o Opcode) Model() (major, minor int) { return int(rows[o].model) / 10, int(rows[o].model) % 10 }

// In reports whether a stage has the opcode.
func (o Opcode) In(s Stage) bool { return rows[o].stages>>s&1 != 0 }
