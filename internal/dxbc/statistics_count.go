package dxbc

// This file counts a program's instructions in the way of FXC, as its own containers show it.

// Count returns the statistics of a program. FXC's counts of movs and arithmetic differ in programs
// with doubles, and in programs with movs of negated or absolute values, which it counts as copies, as
// arithmetic, or not at all.
func (p *Program) Count() *Statistics {
	s := &Statistics{}
	declarations, primitives := uint32(0), uint32(0)
	for i := range p.Instructions {
		in := &p.Instructions[i]
		switch rows[in.Opcode].class {
		case ClassDeclare:
			if p.Stage == Hull && in.Opcode == OpDclInput && p.OperandsOf(in)[0].Kind == InputPrimitiveID {
				primitives++ // in every phase
			} else {
				p.countDeclaration(s, in)
			}
		case ClassData:
			if in.Control.Custom() == CustomConstantBuffer {
				s.Definitions += in.Words.Count / 4
			} else {
				s.Instructions++
			}
		case ClassPhase:
			declarations, s.Declarations = max(declarations, s.Declarations), 0
		default:
			p.countInstruction(s, in)
		}
	}
	s.Declarations = max(declarations, s.Declarations) + primitives
	return s
}

func (p *Program) countDeclaration(s *Statistics, in *Instruction) {
	switch in.Opcode {
	case OpDclInput, OpDclInputSGV, OpDclInputSIV, OpDclInputPS, OpDclInputPSSGV, OpDclInputPSSIV, OpDclOutput, OpDclOutputSGV, OpDclOutputSIV:
		s.Declarations++
		if i := in.Control.Interpolation(); p.Stage == Pixel && (i == InterpolationLinearSample || i == InterpolationNoPerspectiveSample) ||
			in.Opcode == OpDclInputPSSGV && SystemValue(p.WordsOf(in)[0]) == ValueSampleIndex {
			s.SampleFrequency = 1
		}
	case OpDclTemps:
		s.Temps = max(s.Temps, p.WordsOf(in)[0])
	case OpDclIndexableTemp:
		s.TempArrays += p.WordsOf(in)[1]
	case OpDclInputPrimitive:
		s.InputPrimitive = uint32(in.Control.Primitive())
	case OpDclOutputTopology:
		s.OutputTopology = uint32(in.Control.Topology())
	case OpDclMaxOut:
		s.MaxVertices = p.WordsOf(in)[0]
	case OpDclGSInstances:
		s.GSInstances = p.WordsOf(in)[0]
	case OpDclInputControlPointCount:
		s.ControlPoints = uint32(in.Control.Points())
		if p.Stage == Hull {
			s.InputPrimitive = uint32(PrimitivePatch1) + s.ControlPoints - 1
		}
	case OpDclOutputControlPointCount:
		s.ControlPoints = uint32(in.Control.Points())
	case OpDclTessellatorOutputPrimitive:
		s.HullOutputPrimitive = uint32(in.Control>>11) & 7
	case OpDclTessellatorPartitioning:
		s.HullPartitioning = uint32(in.Control>>11) & 7
	case OpDclTessellatorDomain:
		s.TessellatorDomain = uint32(in.Control>>11) & 3
	}
}

func (p *Program) countInstruction(s *Statistics, in *Instruction) {
	operands := p.OperandsOf(in)
	if in.Opcode != OpLabel && in.Opcode != OpAbort {
		s.Instructions++
	}
	if rows[in.Opcode].dests == 2 && operands[0].Kind != Null && operands[1].Kind != Null {
		// FXC counts no arithmetic with two results.
		switch in.Opcode {
		case OpSincos, OpUdiv, OpImul, OpUmul:
			return
		}
	}
	for i := range operands {
		if operands[i].Kind == IndexableTemp {
			s.ArrayInstructions++
			break
		}
	}
	switch in.Opcode {
	case OpAdd, OpDiv, OpDp2, OpDp3, OpDp4, OpEq, OpExp, OpGe, OpLog, OpLt, OpMad, OpMax, OpMin, OpMul, OpRsq, OpSincos, OpSqrt,
		OpDerivRTX, OpDerivRTY, OpDerivRTXCoarse, OpDerivRTYCoarse, OpDerivRTXFine, OpDerivRTYFine:
		s.FloatInstructions++
	case OpFrc, OpRoundNE, OpRoundNI, OpRoundPI, OpRoundZ:
		s.FloatInstructions++
		s.Conversions++
	case OpFtoi, OpFtou, OpItof, OpUtof, OpDtof, OpFtod, OpDtoi, OpDtou, OpItod, OpUtod:
		s.Conversions++
	case OpIadd, OpIeq, OpIge, OpIlt, OpImad, OpImax, OpImin, OpImul, OpIne, OpIneg, OpIshl, OpIshr:
		s.IntInstructions++
	case OpAnd, OpNot, OpOr, OpXor, OpUdiv, OpUge, OpUlt, OpUmax, OpUmin, OpUshr, OpUmul, OpUmad, OpMsad:
		s.UintInstructions++
	case OpBreak, OpContinue, OpElse, OpRet, OpCall:
		s.StaticFlow++
	case OpIf, OpBreakc, OpContinuec, OpRetc, OpCallc, OpSwitch:
		if operands[0].Kind == ConstantBuffer {
			s.StaticFlow++
		} else {
			s.DynamicFlow++
		}
	case OpCut, OpCutStream:
		s.Cuts++
	case OpEmit, OpEmitStream:
		s.Emits++
	case OpSample, OpSampleClS:
		s.TextureNormal++
	case OpLd, OpLdMS, OpLdUAVTyped, OpSampleL, OpLdS, OpLdMSS, OpLdUAVTypedS, OpSampleLS:
		s.TextureLoads++
	case OpLdRaw, OpLdStructured, OpLdRawS, OpLdStructuredS:
		if !touches(operands, ThreadGroupSharedMemory) {
			s.TextureLoads++
		}
	case OpSampleC, OpSampleCLZ, OpSampleCClS:
		s.TextureComparisons++
	case OpSampleB, OpSampleBClS:
		s.TextureBias++
	case OpSampleD, OpSampleDClS:
		s.TextureGradients++
	case OpGather4, OpGather4S, OpGather4PO, OpGather4POS:
		s.Gathers++
	case OpLod:
		s.LevelQueries++
	case OpMov:
		switch {
		case touches(operands, IndexableTemp), p.Stage == Geometry && operands[0].Kind == Output:
		case operands[1].Modifier&Negate != 0:
			s.FloatInstructions++
		default:
			s.Movs++
		}
	case OpNe:
		if p.isZero(&operands[1]) {
			s.Conversions++ // to a boolean
		} else {
			s.FloatInstructions++
		}
	case OpMovc:
		s.Movcs++
	case OpSync:
		s.Barriers++
	case OpStoreUAVTyped:
		s.TextureStores++
	case OpStoreRaw, OpStoreStructured:
		if !touches(operands, ThreadGroupSharedMemory) {
			s.TextureStores++
		}
	}
	if rows[in.Opcode].class == ClassAtomic {
		s.Interlocked++
	}
}

// touches reports whether an operand is of a kind.
func touches(operands []Operand, kind OperandKind) bool {
	for i := range operands {
		if operands[i].Kind == kind {
			return true
		}
	}
	return false
}

// isZero reports whether an operand is immediate zeros.
func (p *Program) isZero(o *Operand) bool {
	if o.Kind != Immediate32 {
		return false
	}
	for _, v := range p.ValuesOf(o) {
		if v != 0 {
			return false
		}
	}
	return true
}
