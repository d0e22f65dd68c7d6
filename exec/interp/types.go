package interp

// This file computes the number of slots of values, the places of their parts in them, and
// how values move between slots and memory.

import (
	"refract/diag"
	"refract/exec"
	"refract/ir"
)

// maxValueSlots is the largest number of slots that one value may take.
const maxValueSlots = 1 << 20

// A move copies count scalars between adjacent slots and memory.
type move struct {
	slot   int32
	offset uint32 // bytes from the pointer
	stride uint32 // bytes from scalar to scalar
	count  int32
	bytes  uint8 // of a scalar: 1, 2, 4 or 8
}

// A plan moves a whole value.
type plan struct {
	moves   []move
	size    uint32 // bytes from the pointer to the end of what is touched
	scalars int32
}

// types knows the types of one module.
type types struct {
	m      *ir.Module
	places *exec.Places
	slots  []int32   // by TypeID: slots, plus one; 0: not known yet
	starts [][]int32 // by StructID: the first slot of each member
	plans  []plan
	index  map[exec.Place]int32 // into plans
}

func newTypes(m *ir.Module) *types {
	return &types{m: m, places: exec.NewPlaces(m), slots: make([]int32, m.Types.Len()),
		starts: make([][]int32, len(m.Structs)), index: map[exec.Place]int32{}}
}

// slotsOf is the number of slots of a value of a type; 0 if there are no values of it. It
// is at most maxValueSlots+1, which stands for all greater numbers.
func (ts *types) slotsOf(t ir.TypeID) int32 {
	if n := ts.slots[t]; n != 0 {
		return n - 1
	}
	ty := ts.m.Types.At(t)
	var n int64
	switch ty.Kind {
	case ir.TypeScalar, ir.TypeAtomic, ir.TypePointer, ir.TypeImage, ir.TypeSampler, ir.TypeSampledImage,
		ir.TypeAccelerationStructure, ir.TypeBindingArray:
		n = 1
	case ir.TypeVector:
		n = int64(ty.Rows)
	case ir.TypeMatrix:
		n = int64(ty.Columns) * int64(ty.Rows)
	case ir.TypeArray:
		n = int64(ts.slotsOf(ty.Base)) * int64(ty.Length)
	case ir.TypeStruct:
		members := ts.m.Structs[ty.Struct].Members
		starts := make([]int32, len(members))
		for i := range members {
			starts[i] = int32(min(n, maxValueSlots+1))
			n += int64(ts.slotsOf(members[i].Type))
		}
		ts.starts[ty.Struct] = starts
	}
	out := int32(min(n, maxValueSlots+1))
	ts.slots[t] = out + 1
	return out
}

// part is the place of element or member i of a value in its slots.
func (ts *types) part(t ir.TypeID, i uint32) int32 {
	ty := ts.m.Types.At(t)
	switch ty.Kind {
	case ir.TypeMatrix:
		return int32(i) * int32(ty.Rows)
	case ir.TypeArray:
		return int32(i) * ts.slotsOf(ty.Base)
	case ir.TypeStruct:
		ts.slotsOf(t)
		return ts.starts[ty.Struct][i]
	}
	return int32(i)
}

// plan returns the index of the plan that moves a value at a place.
func (ts *types) plan(at exec.Place, span diag.Span) (int32, error) {
	if i, ok := ts.index[at]; ok {
		return i, nil
	}
	var p plan
	if n := ts.slotsOf(at.Type); n > maxValueSlots {
		return 0, &exec.LimitError{What: "scalars in one value", Needed: uint64(n), Limit: maxValueSlots, Span: span}
	}
	if err := ts.addMoves(&p, at, 0, 0); err != nil {
		return 0, &exec.UnsupportedError{Feature: "memory of type " + ts.m.TypeName(at.Type) + " (" + err.Error() + ")", Span: span}
	}
	for _, m := range p.moves {
		p.size = max(p.size, m.offset+uint32(m.count-1)*m.stride+uint32(m.bytes))
	}
	p.scalars = ts.slotsOf(at.Type)
	i := int32(len(ts.plans))
	ts.plans = append(ts.plans, p)
	ts.index[at] = i
	return i, nil
}

// addMoves appends the moves of a value whose first scalar is at the slot and
// offset.
func (ts *types) addMoves(p *plan, at exec.Place, slot int32, offset uint32) error {
	t := ts.m.Types.At(at.Type)
	switch t.Kind {
	case ir.TypeScalar, ir.TypeAtomic:
		n := t.Scalar.Bytes()
		if last := len(p.moves) - 1; last >= 0 {
			m := &p.moves[last]
			// Extend the previous move if the scalar continues its stride.
			if uint32(m.bytes) == n && m.slot+m.count == slot &&
				(m.count == 1 && offset > m.offset || offset == m.offset+uint32(m.count)*m.stride) {
				if m.count == 1 {
					m.stride = offset - m.offset
				}
				m.count++
				return nil
			}
		}
		p.moves = append(p.moves, move{slot, offset, n, 1, uint8(n)})
		return nil
	case ir.TypeVector, ir.TypeMatrix, ir.TypeArray:
		element, stride, err := ts.places.Element(at)
		if err != nil {
			return err
		}
		n, slots := t.Length, ts.slotsOf(element.Type)
		switch t.Kind {
		case ir.TypeVector:
			n = uint32(t.Rows)
		case ir.TypeMatrix:
			n = uint32(t.Columns)
		}
		for i := range n {
			if err := ts.addMoves(p, element, slot+int32(i)*slots, offset+i*stride); err != nil {
				return err
			}
		}
		return nil
	case ir.TypeStruct:
		ts.slotsOf(at.Type) // finds the starts of the members
		for i := range ts.m.Structs[t.Struct].Members {
			member, at, err := ts.places.Member(at, i)
			if err != nil {
				return err
			}
			if err := ts.addMoves(p, member, slot+ts.starts[t.Struct][i], offset+at); err != nil {
				return err
			}
		}
		return nil
	}
	_, err := ts.places.Info(at)
	return err
}
