package vkrun

// This file reads the facts about SPIR-V that a run needs.

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// SPIR-V numbers, as in the specification's sections 3.20 to 3.52.
const (
	opTypeBool          = 20
	opTypeInt           = 21
	opTypeFloat         = 22
	opTypeImage         = 25
	opTypeSampler       = 26
	opTypeSampledImage  = 27
	opTypePointer       = 32
	opTypeArray         = 28
	opTypeRuntimeArray  = 29
	opConstant          = 43
	opSpecConstantTrue  = 48
	opSpecConstantFalse = 49
	opSpecConstant      = 50
	opVariable          = 59
	opDecorate          = 71
	opTypeAcceleration  = 5341

	decorationSpecID        = 1
	decorationBlock         = 2
	decorationBufferBlock   = 3
	decorationBinding       = 33
	decorationDescriptorSet = 34

	storageUniform = 2
	storageBuffer  = 12
)

// module is the facts about a SPIR-V module that a run needs.
type module struct {
	words       []uint32
	decorations map[uint32]map[uint32]uint32 // by target and decoration; the first operand
	ops         map[uint32][]uint32          // types, constants and variables by result id; all words
}

func parseModule(spirv []byte) (*module, error) {
	if len(spirv) < 20 || len(spirv)%4 != 0 || binary.LittleEndian.Uint32(spirv) != 0x07230203 {
		return nil, errors.New("not a SPIR-V module")
	}
	m := &module{
		words:       make([]uint32, len(spirv)/4),
		decorations: map[uint32]map[uint32]uint32{},
		ops:         map[uint32][]uint32{},
	}
	for i := range m.words {
		m.words[i] = binary.LittleEndian.Uint32(spirv[4*i:])
	}
	for at := 5; at < len(m.words); {
		n := int(m.words[at] >> 16)
		if n == 0 || at+n > len(m.words) {
			return nil, fmt.Errorf("bad instruction length at word %d", at)
		}
		m.add(m.words[at : at+n])
		at += n
	}
	return m, nil
}

func (m *module) add(op []uint32) {
	switch code := op[0] & 0xffff; {
	case code == opDecorate && len(op) >= 3:
		target := m.decorations[op[1]]
		if target == nil {
			target = map[uint32]uint32{}
			m.decorations[op[1]] = target
		}
		target[op[2]] = 0
		if len(op) > 3 {
			target[op[2]] = op[3]
		}
	case (code == opTypeBool || code == opTypeInt || code == opTypeFloat || code >= opTypeImage && code <= opTypeSampledImage ||
		code == opTypePointer || code == opTypeArray || code == opTypeRuntimeArray || code == opTypeAcceleration) && len(op) >= 2:
		m.ops[op[1]] = op
	case (code == opConstant || code >= opSpecConstantTrue && code <= opSpecConstant || code == opVariable) && len(op) >= 3:
		m.ops[op[2]] = op
	}
}

// op returns the words of id's instruction, padded, so that operands can be read unchecked.
func (m *module) op(id uint32) (code uint32, words [8]uint32) {
	copy(words[:], m.ops[id])
	return words[0] & 0xffff, words
}

// uniformBuffers adds the set and binding of each uniform buffer variable to found. In the
// Uniform storage class, BufferBlock instead of Block makes a storage buffer.
func (m *module) uniformBuffers(found map[[2]uint32]bool) {
	for id := range m.ops {
		code, variable := m.op(id)
		if code != opVariable || variable[3] != storageUniform {
			continue
		}
		_, pointerType := m.op(variable[1])
		block := pointerType[3]
		if code, array := m.op(block); code == opTypeArray || code == opTypeRuntimeArray {
			block = array[2]
		}
		if _, ok := m.decorations[block][decorationBlock]; ok {
			found[[2]uint32{m.decorations[id][decorationDescriptorSet], m.decorations[id][decorationBinding]}] = true
		}
	}
}

// specConstant returns the bytes of value in the type of specialization constant specID.
func (m *module) specConstant(specID uint32, value float64) ([]byte, error) {
	for id := range m.ops {
		if got, ok := m.decorations[id][decorationSpecID]; !ok || got != specID {
			continue
		}
		_, constant := m.op(id)
		code, typ := m.op(constant[1])
		width := typ[2] / 8
		var bits uint64
		switch {
		case code == opTypeBool:
			width = 4
			if value != 0 {
				bits = 1
			}
		case code == opTypeInt && typ[3] == 1:
			bits = uint64(int64(value))
		case code == opTypeInt:
			bits = uint64(value)
		case width == 8:
			bits = math.Float64bits(value)
		case width == 4:
			bits = uint64(math.Float32bits(float32(value)))
		default:
			return nil, fmt.Errorf("specialization constant %d: %d-bit floats are not supported", specID, typ[2])
		}
		return binary.LittleEndian.AppendUint64(nil, bits)[:width], nil
	}
	return nil, fmt.Errorf("no specialization constant %d", specID)
}
