package dxbc

// This file writes token programs.

import (
	"encoding/binary"
	"fmt"
)

// maxLength is the most tokens of an instruction.
const maxLength = lengthMask

// Bytes returns the contents of a SHDR or SHEX chunk with the program. An instruction of more than
// 127 tokens, which the encoding lacks, is an error.
func (p *Program) Bytes() ([]byte, error) {
	e := &encoder{program: p, words: make([]uint32, versionTokens, 4+len(p.Operands)+len(p.Indices)+len(p.Words)+2*len(p.Instructions))}
	e.words[0] = uint32(p.Stage)<<16 | uint32(p.Major)<<4 | uint32(p.Minor)
	for i := range p.Instructions {
		if err := e.instruction(&p.Instructions[i]); err != nil {
			return nil, err
		}
	}
	e.words[1] = uint32(len(e.words))
	b := make([]byte, 0, 4*len(e.words))
	for _, w := range e.words {
		b = binary.LittleEndian.AppendUint32(b, w)
	}
	return b, nil
}

// ChunkKind returns the kind of the program's chunk: SHDR for model 4, and SHEX for model 5
// and for compute.
func (p *Program) ChunkKind() FourCC {
	if p.Major >= 5 || p.Stage == Compute {
		return ChunkSHEX
	}
	return ChunkSHDR
}

// An encoder writes a chunk.
type encoder struct {
	program *Program
	words   []uint32
}

func (e *encoder) instruction(in *Instruction) error {
	start := len(e.words)
	words := e.program.WordsOf(in)
	if in.Opcode == OpCustomData {
		e.words = append(e.words, uint32(in.Opcode)|uint32(in.Control), uint32(2+len(words)))
		e.words = append(e.words, words...)
		return nil
	}
	e.words = append(e.words, uint32(in.Opcode)|uint32(in.Control&controlMask))
	if in.LongLength {
		e.words = append(e.words, 0)
	}
	for bit := ExtendedOffsets; bit <= ExtendedReturns; bit <<= 1 {
		if in.Extended&bit != 0 {
			e.words[len(e.words)-1] |= extendedBit
			e.words = append(e.words, in.extendedToken(bit))
		}
	}
	if in.Opcode == OpFCall {
		e.words = append(e.words, words...)
		words = nil
	}
	operands := e.program.OperandsOf(in)
	for i := range operands {
		e.operand(&operands[i])
	}
	e.words = append(e.words, words...)
	length := len(e.words) - start
	switch {
	case in.LongLength:
		e.words[start+1] = uint32(length)
	case length > maxLength:
		return fmt.Errorf("%v has %d tokens, and the encoding has at most %d", in.Opcode, length, maxLength)
	default:
		e.words[start] |= uint32(length) << lengthShift
	}
	return nil
}

// extendedToken is an extended opcode token of the instruction.
func (in *Instruction) extendedToken(bit Extended) uint32 {
	switch bit {
	case ExtendedOffsets:
		token := uint32(extendedKindOffset)
		for i, v := range in.Offsets {
			token |= uint32(v&15) << (9 + 4*i)
		}
		return token
	case ExtendedResource:
		return extendedKindShape | uint32(in.Resource)<<6 | uint32(in.Stride)<<11
	}
	return extendedKindReturn | uint32(in.Returns)<<6
}

// extendedToken is the extended token of the operand.
func (o *Operand) extendedToken() uint32 {
	token := operandExtendedKind | uint32(o.Modifier)<<operandModifierShift | uint32(o.Precision)<<operandPrecShift
	if o.NonUniform {
		token |= operandNonUniform
	}
	return token
}

// token is the first token of the operand, without the bit of the extended token.
func (o *Operand) token(p *Program) uint32 {
	token := uint32(o.Kind)<<operandKindShift | uint32(o.Dimensions)<<operandDimShift
	switch o.Form {
	case One:
		token |= 1
	case Masked, Swizzled, Selected:
		token |= 2 | uint32(o.Form-Masked)<<operandModeShift | uint32(o.Select)<<operandSelectShift
	}
	for i, x := range p.IndicesOf(o) {
		token |= uint32(x.Kind) << (operandIndexShift + 3*i)
	}
	return token
}

func (e *encoder) operand(o *Operand) {
	p := e.program
	token := o.token(p)
	if o.Extended || o.Modifier != 0 || o.Precision != 0 || o.NonUniform {
		e.words = append(e.words, token|extendedBit, o.extendedToken())
	} else {
		e.words = append(e.words, token)
	}
	if o.Kind.immediate() {
		e.words = append(e.words, p.ValuesOf(o)...)
		return
	}
	for _, x := range p.IndicesOf(o) {
		if x.Kind != IndexRelative {
			e.words = append(e.words, x.Value)
		}
		if x.Kind != IndexImmediate {
			e.operand(&p.Operands[x.Relative])
		}
	}
}
