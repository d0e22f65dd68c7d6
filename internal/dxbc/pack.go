package dxbc

// This file assigns registers to the elements of signatures in the way of FXC: in order, each to
// the first row with room at which it may be.

import (
	"slices"
	"strings"
)

// A Linkage is the kind of a signature for packing.
type Linkage uint8

// The kinds of signatures.
const (
	LinkageStages   Linkage = iota // between stages, patch constants among them: elements share registers
	LinkageVertices                // inputs of vertex programs: an element has a register of its own
	LinkageTargets                 // outputs of pixel programs: the register is the number of the target
)

// A Slot is a variable of a signature: one element, or an array of them in registers that follow
// each other.
type Slot struct {
	Element       Element // of the first; Mask has Columns components from x on; Index rises by one for each row
	Rows          int     // 1, or the elements of an array
	Interpolation Interpolation
	Narrow        bool // components have 16 bits, which share no register with others
}

// group is the set of elements that may share a register: clip and cull distances have registers for
// themselves, so do values of a pixel program's invocation.
func (v SystemValue) group() int {
	switch v {
	case ValueClipDistance, ValueCullDistance:
		return 1
	case ValueIsFrontFace, ValueSampleIndex:
		return 2
	}
	return 0
}

// packedRow is a register that has elements.
type packedRow struct {
	used          uint8
	group         int
	interpolation Interpolation
	narrow        bool
	array         bool // an array or a tessellation factor is in it: no other may be
}

// maxPackedRows is the number of registers of a signature.
const maxPackedRows = 32

// Pack returns the elements of slots with registers and masks, in the order of FXC: by register, then
// by component; elements without a register are last. It reports false if the registers don't suffice.
func Pack(linkage Linkage, slots []Slot) ([]Element, bool) {
	var rows [maxPackedRows]packedRow
	var list []Element
	next := 0 // the next register of LinkageVertices
	for i := range slots {
		s := &slots[i]
		e := s.Element
		first, column := 0, 0
		switch {
		case e.Register == NoRegister || linkage == LinkageTargets && !strings.EqualFold(e.Semantic, "SV_Target"):
			e.Register = NoRegister
			list = append(list, e)
			continue
		case linkage == LinkageTargets:
			first = int(e.Index)
		case linkage == LinkageVertices:
			first = next
			next += s.Rows
		default:
			ok := false
			if first, column, ok = place(&rows, s); !ok {
				return nil, false
			}
		}
		if first+s.Rows > maxPackedRows {
			return nil, false
		}
		for k := range s.Rows {
			x := e
			x.Index += uint32(k)
			x.Register = uint32(first + k)
			x.Mask <<= column
			list = append(list, x)
		}
	}
	slices.SortStableFunc(list, func(a, b Element) int {
		switch {
		case a.Stream != b.Stream:
			return int(a.Stream) - int(b.Stream)
		case a.Register != b.Register:
			if a.Register < b.Register {
				return -1
			}
			return 1
		case a.Register == NoRegister:
			return 0
		}
		return int(a.Mask) - int(b.Mask)
	})
	return list, true
}

// place takes the first rows with room for a slot, and returns the first row and the column.
func place(rows *[maxPackedRows]packedRow, s *Slot) (first, column int, ok bool) {
	v := s.Element.SystemValue
	mask := s.Element.Mask
	array := s.Rows > 1 || SignatureQuadEdge <= v && v <= SignatureLineDense
	for first := 0; first+s.Rows <= maxPackedRows; first++ {
		for column := 0; int(mask)<<column <= 15; column++ {
			fits := true
			for k := first; k < first+s.Rows && fits; k++ {
				r := &rows[k]
				fits = r.used == 0 || r.group == v.group() && !(r.array && array) && r.interpolation == s.Interpolation && r.narrow == s.Narrow &&
					r.used < mask<<column&-(mask<<column)
			}
			if !fits {
				continue
			}
			for k := first; k < first+s.Rows; k++ {
				r := &rows[k]
				*r = packedRow{r.used | mask<<column, v.group(), s.Interpolation, s.Narrow, r.array || array}
			}
			return first, column, true
		}
	}
	return 0, 0, false
}
