package direct3d

// This file knows how long constant buffers are.

import (
	"refract/internal/ir/layout"
	"refract/ir"
)

// MaxTypeDepth bounds how deeply the types of descriptions are nested.
const MaxTypeDepth = 64

// Extent is the number of bytes up to the end of the last number in a place, which is the size that
// FXC and DXC give constant buffers.
func Extent(m *ir.Module, places *layout.Places, p layout.Place) uint32 {
	return extent(m, places, p, 0)
}

// Size is the number of bytes of a type, with the padding at its end; 0 for one that has no layout.
func Size(places *layout.Places, t ir.TypeID, l ir.LayoutID) uint32 {
	info, err := places.Info(layout.Place{Type: t, Layout: l})
	if err != nil {
		return 0
	}
	return info.Size
}

func extent(m *ir.Module, places *layout.Places, p layout.Place, depth int) uint32 {
	info, err := places.Info(p)
	t := m.Types.At(p.Type)
	if err != nil || depth > MaxTypeDepth {
		return info.Size
	}
	switch t.Kind {
	case ir.TypeStruct:
		last, start, found := p, uint32(0), false // members may have offsets in another order
		for i := range m.Structs[t.Struct].Members {
			if member, offset, err := places.Member(p, i); err == nil && (!found || offset >= start) {
				last, start, found = member, offset, true
			}
		}
		if found {
			return start + extent(m, places, last, depth+1)
		}
	case ir.TypeArray, ir.TypeMatrix:
		n := max(1, t.Length)
		if t.Kind == ir.TypeMatrix {
			if info.RowMajor {
				return info.Stride*uint32(t.Rows-1) + uint32(t.Columns)*t.Scalar.Bytes()
			}
			n = uint32(t.Columns)
		}
		if element, stride, err := places.Element(p); err == nil {
			return stride*(n-1) + extent(m, places, element, depth+1)
		}
	}
	return info.Size
}
