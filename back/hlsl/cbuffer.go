package hlsl

// This file knows how Direct3D packs constant buffers ("Packing Rules for Constant
// Variables"): nothing straddles a register of 16 bytes; arrays, matrices and structs begin
// at one, and so does each element, row and the member behind a struct in a struct. Members
// behind arrays and matrices fill the last register. WGSL's layout differs in the gaps,
// which become padding.

import (
	"strconv"

	"refract/internal/ir/transform"
	"refract/internal/reuse"
	"refract/ir"
)

// extent is how a type lies in a constant buffer.
type extent struct {
	size    uint32 // up to the end of what it holds
	align   uint32 // 16 for what begins a register
	compact bool   // a scalar or vector
}

// extent computes the extent of a type in a constant buffer under a layout; ok is false if
// HLSL can't lay it out so. rows is set if a member stores matrices by rows, which layouts
// that are rules don't.
func (w *Writer) extent(t ir.TypeID, l ir.LayoutID, rows bool, depth int) (e extent, ok bool) {
	info, err := w.Layout.Of(t, l)
	if err != nil || depth > maxTypeDepth {
		return e, false
	}
	switch ty := w.M.Types.At(t); ty.Kind {
	case ir.TypeScalar, ir.TypeVector:
		n := ty.Scalar.Bytes()
		return extent{info.Size, n, true}, true
	case ir.TypeMatrix:
		count, length := uint32(ty.Columns), uint32(ty.Rows)
		if rows || info.RowMajor {
			count, length = length, count
		}
		row := length * ty.Scalar.Bytes()
		ok = info.Stride == 16
		if rows && l < ir.FirstExplicitLayout {
			ok = l == ir.LayoutStd140 || row > 8
		}
		return extent{16*(count-1) + row, 16, false}, ok && row <= 16
	case ir.TypeArray:
		e, ok = w.extent(ty.Base, w.M.ElementLayout(l), rows, depth+1)
		stride := (e.size + 15) &^ 15
		ok = ok && ty.Length > 0 && (stride == info.Stride || rows && l < ir.FirstExplicitLayout)
		return extent{stride*(max(1, ty.Length)-1) + e.size, 16, false}, ok
	case ir.TypeStruct:
		if e := &w.extents[ty.Struct]; l != ir.NoLayout && e.of == l {
			return e.extent, true
		}
		return w.structExtent(ty.Struct, l, depth, func(int, uint32, uint32, extent) {})
	}
	return e, false
}

// structExtent is extent of a struct. It calls do for each member with the end of the one
// before, its offset and its extent.
func (w *Writer) structExtent(id ir.StructID, l ir.LayoutID, depth int, do func(i int, at, offset uint32, m extent)) (e extent, ok bool) {
	s := &w.M.Structs[id]
	at := uint32(0)
	for i := range s.Members {
		offset, mem, err := w.Layout.Member(s.Type, l, i)
		m, fits := w.extent(s.Members[i].Type, w.M.MemberLayout(l, i), mem.RowMajor, depth+1)
		if err != nil || !fits || m.place(at) > offset || m.place(offset) != offset {
			return e, false
		}
		do(i, at, offset, m)
		at = offset + m.size
	}
	e = extent{w.structEnd(s.Type, l, at), 16, false}
	w.extents[id] = packedStruct{e, at, l}
	return e, true
}

// packedStruct is the packing of a struct under a layout.
type packedStruct struct {
	extent
	members uint32 // where the last one ends
	of      ir.LayoutID
}

// place is the place of a value behind at bytes; the zero extent, right there.
func (e extent) place(at uint32) uint32 {
	if e.align == 0 {
		return at
	}
	at = (at + e.align - 1) &^ (e.align - 1)
	if e.compact && at%16+e.size > 16 && at%16 != 0 {
		at = (at + 15) &^ 15
	}
	return at
}

// structEnd is the end of a struct in a constant buffer whose last member ends at bytes:
// farther, if elements of an array must be farther apart than they would.
func (w *Writer) structEnd(t ir.TypeID, l ir.LayoutID, at uint32) uint32 {
	if info, _ := w.Layout.Of(t, l); (at+15)&^15 < info.Size {
		return info.Size
	}
	return at
}

// padding is one member that fills a gap: n integers, or count times four; or one of 16
// bits, if n is 0.
type padding struct{ n, count uint32 }

// pad emits the padding between the end of a member and the offset of the next, if that
// wouldn't lie there by itself.
func (e extent) pad(at, offset uint32, emit func(padding)) {
	if e.place(at) == offset {
		return
	}
	if offset-at < 4 {
		emit(padding{})
		return
	}
	for at = (at + 3) &^ 3; at < offset; {
		bytes := offset - at
		if at%16 != 0 || bytes < 16 {
			n := min(16-at%16, bytes) / 4
			emit(padding{n, 0})
			at += 4 * n
			continue
		}
		emit(padding{4, bytes / 16})
		at += bytes &^ 15
	}
}

func (p padding) typeName() string {
	switch p.n {
	case 0:
		return "uint16_t"
	case 1:
		return "int"
	}
	return "int" + strconv.Itoa(int(p.n))
}

// eachPadding calls emit for the padding of a struct that lies in constant buffers: ahead
// of member i, or at the end, if i is their number.
func (w *Writer) eachPadding(id ir.StructID, emit func(i int, p padding)) {
	l := w.packed[id]
	if l == ir.NoLayout {
		return
	}
	if _, ok := w.structExtent(id, l, 0, func(i int, at, offset uint32, m extent) {
		m.pad(at, offset, func(p padding) { emit(i, p) })
	}); !ok {
		return
	}
	if e := &w.extents[id]; e.size > e.members {
		extent{}.pad(e.members, e.size, func(p padding) { emit(len(w.M.Structs[id].Members), p) })
	}
}

// isPadded reports whether a struct has padding.
func (w *Writer) isPadded(id ir.StructID) bool {
	padded := false
	w.eachPadding(id, func(int, padding) { padded = true })
	return padded
}

// uniformWords makes arrays of words of the buffers that can't lie in constant buffers as
// the module has them. A struct has one form: at a second layout of it, its buffer becomes
// words too.
func (w *Writer) uniformWords(m *ir.Module) {
	w.M = m
	w.Layout.Reset(m)
	w.packed, w.extents = reuse.Zeroed(w.packed, len(m.Structs)), reuse.Zeroed(w.extents, len(m.Structs))
	if transform.UniformWords(m, func(id ir.GlobalID) bool {
		g := &m.Globals[id]
		t, l := m.Held(g)
		_, ok := w.extent(t, l, false, 0)
		return !ok || !w.markPacked(t, l, 0)
	}) {
		transform.SplitBitcasts(m)
	}
}
