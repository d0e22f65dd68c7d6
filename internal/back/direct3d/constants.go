package direct3d

// This file writes the values of arrays of constants.

import (
	"refract/internal/ir/layout"
	"refract/ir"
	"refract/ssa"
)

// maxConstDepth bounds how deeply constants are nested.
const maxConstDepth = 64

// A filler writes constant expressions to words.
type filler struct {
	m      *ir.Module
	places *layout.Places
	data   []uint32
}

// Fill writes a constant expression that lies at an offset in bytes to words; it reports false if
// the value isn't known.
func Fill(m *ir.Module, data []uint32, at uint32, t ir.TypeID, l ir.LayoutID, e ir.ExprID) bool {
	f := filler{m, layout.NewPlaces(m), data}
	return f.write(layout.Place{Type: t, Layout: l}, at, e, 0)
}

func (f *filler) write(p layout.Place, at uint32, e ir.ExprID, depth int) bool {
	m := f.m
	m.Meter.Step()
	if depth > maxConstDepth {
		return false
	}
	for m.Consts.Kind(e) == ir.KindConstant {
		e = ir.ExprID(m.Constants[m.Consts.ConstantRef(e)].Init)
	}
	if m.Consts.Kind(e) == ir.KindZeroValue {
		return true
	}
	t := m.Types.At(p.Type)
	if n := m.Types.ComponentCount(p.Type); n > 0 {
		for k := range n {
			bits, ok := ssa.ConstantBits(m, e, k)
			size := 8 * t.Scalar.Bytes()
			from := at + uint32(k)*size/8
			if !ok || int(from+size/8+3)/4 > len(f.data) {
				return false
			}
			f.put(from, size, bits)
		}
		return true
	}
	if m.Consts.Kind(e) != ir.KindCompose {
		return false
	}
	for k, x := range m.Consts.Compose(e).Components {
		part, offset := p, uint32(0)
		var err error
		if t.Kind == ir.TypeStruct {
			part, offset, err = f.places.Member(p, k)
		} else {
			part, offset, err = f.places.Element(p)
			offset *= uint32(k)
		}
		if err != nil || !f.write(part, at+offset, x, depth+1) {
			return false
		}
	}
	return true
}

// put writes a number of some bits at an offset in bytes.
func (f *filler) put(at, size uint32, bits uint64) {
	switch size {
	case 64:
		f.data[at/4+1] = uint32(bits >> 32)
		f.data[at/4] = uint32(bits)
	case 32:
		f.data[at/4] = uint32(bits)
	default:
		shift := at % 4 * 8
		mask := uint32(1)<<size - 1
		f.data[at/4] = f.data[at/4]&^(mask<<shift) | (uint32(bits)&mask)<<shift
	}
}
