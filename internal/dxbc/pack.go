package dxbc

// This file assigns registers to the elements of signatures in the way of FXC: in order, each to the row
// with the most room at which it may be.

import (
	"math/bits"
	"slices"
	"strings"
)

// A Linkage is the kind of a signature for packing.
type Linkage uint8

// The kinds of signatures.
const (
	LinkageStages   Linkage = iota // between stages: elements share registers
	LinkagePatch                   // patch constants: elements share registers, whatever their interpolation
	LinkageStream                  // outputs of geometry programs: LinkageStages, but SV_PrimitiveID begins a register
	LinkageFirst                   // as DXC packs: an element takes the first row with room
	LinkageVertices                // inputs of vertex programs: an element has a register of its own
	LinkageTargets                 // outputs of pixel programs: the register is the number of the target
)

// A Slot is a variable of a signature: one element, or an array of them in registers that follow
// each other.
type Slot struct {
	Element       Element // of the first; Mask has Columns components from x on; Index rises by one for each row
	Rows          int     // 1, or the elements of an array
	Interpolation Interpolation
	Narrow        bool  // components have 16 bits, which share no register with others
	Rank          uint8 // of LinkageFirst: an element isn't behind one of a higher rank in a register
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
	array         bool  // an array or a tessellation factor is in it: no other may be
	rank          uint8 // of the last element
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
			if linkage == LinkagePatch {
				first, column, ok = placePatch(&rows, s)
			} else {
				first, column, ok = place(&rows, s, linkage)
			}
			if !ok {
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

// place takes rows for a slot, and returns the first row and the column: of the rows in use that it
// may share the one with the most room, or else the first one that isn't in use. An array takes the
// first rows with room, and so do all elements of LinkageFirst.
func place(rows *[maxPackedRows]packedRow, s *Slot, linkage Linkage) (first, column int, ok bool) {
	v := s.Element.SystemValue
	mask := s.Element.Mask
	array := s.Rows > 1 || v.isFactor()
	best := -1
	column = maxColumns + 1
	for first := 0; first+s.Rows <= maxPackedRows; first++ {
		at, unused := 0, true // the first column that is free in all rows
		fits := true
		for k := first; k < first+s.Rows; k++ {
			r := &rows[k]
			if r.used == 0 {
				continue
			}
			unused = false
			at = max(at, bits.Len8(r.used))
			fits = fits && r.group == v.group() && !(r.array && array) && r.interpolation == s.Interpolation && r.narrow == s.Narrow
		}
		fits = fits && (unused || linkage != LinkageFirst || rows[first].rank <= s.Rank) && int(mask)<<at <= 15 && !(linkage == LinkageStream && v == ValuePrimitiveID && !unused)
		switch {
		case fits && unused:
			if best < 0 {
				best, column = first, 0
			}
		case fits && at < column:
			best, column = first, at
		}
		if best >= 0 && (unused || s.Rows > 1 || linkage == LinkageFirst) {
			break
		}
	}
	if best < 0 {
		return 0, 0, false
	}
	for k := best; k < best+s.Rows; k++ {
		r := &rows[k]
		*r = packedRow{r.used | mask<<column, v.group(), s.Interpolation, s.Narrow, r.array || array, s.Rank}
	}
	return best, column, true
}

// maxColumns is the number of components of a register.
const maxColumns = 4

// isFactor reports whether a value is a tessellation factor.
func (v SystemValue) isFactor() bool { return SignatureQuadEdge <= v && v <= SignatureLineDense }

// placePatch is place for patch constants: a slot takes the row that has the most room of those in
// use, or the first one that isn't. Arrays have rows of their own, but for slots that are no factors.
func placePatch(rows *[maxPackedRows]packedRow, s *Slot) (first, column int, ok bool) {
	best, factor := -1, s.Element.SystemValue.isFactor()
	width := bits.OnesCount8(s.Element.Mask)
	column = maxColumns + 1
	for k := 0; k+s.Rows <= maxPackedRows; k++ {
		r := &rows[k]
		used := bits.OnesCount8(r.used)
		if used == 0 && (s.Rows == 1 || !slices.ContainsFunc(rows[k:k+s.Rows], func(r packedRow) bool { return r.used != 0 })) {
			if best < 0 {
				best, column = k, 0
			}
			break
		}
		if s.Rows == 1 && used+width <= maxColumns && used < column && used > 0 && !(factor && r.array) {
			best, column = k, used
		}
	}
	if best < 0 {
		return 0, 0, false
	}
	for k := best; k < best+s.Rows; k++ {
		rows[k].used |= s.Element.Mask << column
		rows[k].array = rows[k].array || factor
	}
	return best, column, true
}
