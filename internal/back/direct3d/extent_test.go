package direct3d_test

import (
	"testing"

	"refract/internal/back/direct3d"
	"refract/internal/ir/layout"
	"refract/ir"
)

// TestExtent measures structs whose members have offsets in another order than their own.
func TestExtent(t *testing.T) {
	for _, c := range []struct {
		offsets []uint32
		types   []ir.TypeID
		want    uint32
	}{
		{[]uint32{0, 16}, []ir.TypeID{ir.VectorOf(ir.F32, 4), ir.TypeF32}, 20},
		{[]uint32{32, 0}, []ir.TypeID{ir.VectorOf(ir.F32, 3), ir.TypeF32}, 44},
		{[]uint32{16, 64, 8}, []ir.TypeID{ir.TypeU32, ir.VectorOf(ir.U32, 2), ir.TypeU32}, 72},
	} {
		m := ir.NewModule()
		var s ir.Struct
		node := ir.LayoutNode{Offsets: c.offsets, Members: make([]ir.LayoutID, len(c.offsets))}
		for i, member := range c.types {
			s.Members = append(s.Members, ir.Member{Name: string(rune('a' + i)), Type: member})
		}
		m.Layouts = append(m.Layouts, node)
		p := layout.Place{Type: m.AddStruct(s), Layout: ir.FirstExplicitLayout}
		if got := direct3d.Extent(m, layout.NewPlaces(m), p); got != c.want {
			t.Errorf("offsets %v: %d bytes, not %d", c.offsets, got, c.want)
		}
	}
}
