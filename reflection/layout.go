package reflection

// This file describes types as they lie in memory.

import "refract/ir"

// laidOut is a struct under a layout.
type laidOut struct {
	struct_ ir.StructID
	layout  ir.LayoutID
}

// layoutName is the name of a layout.
func layoutName(l ir.LayoutID) string {
	switch l {
	case ir.NoLayout, ir.LayoutNatural:
		return "natural"
	case ir.LayoutStd140:
		return "std140"
	case ir.LayoutStd430:
		return "std430"
	case ir.LayoutScalar:
		return "scalar"
	}
	return "explicit"
}

// typeOf describes a type, and its structs in Reflection.Structs. Types of valid
// modules nest layout.MaxDepth deep at most.
func (r *reflector) typeOf(id ir.TypeID, l ir.LayoutID) Type {
	t := r.m.Types.At(id)
	d := Type{Name: r.m.TypeName(id), Kind: t.Kind.String()}
	info, err := r.layouts.Of(id, l)
	if err != nil {
		return d // a resource: it has no place in memory
	}
	d.Stride, d.RowMajor = info.Stride, info.RowMajor
	switch t.Kind {
	case ir.TypeScalar, ir.TypeAtomic:
		d.Scalar = t.Scalar.String()
	case ir.TypeVector:
		d.Scalar, d.Rows = t.Scalar.String(), t.Rows
	case ir.TypeMatrix:
		d.Scalar, d.Columns, d.Rows = t.Scalar.String(), t.Columns, t.Rows
	case ir.TypeArray:
		element := r.typeOf(t.Base, r.m.ElementLayout(l))
		d.Element = &element
		d.RowMajor = false // the element says
		if n, ok := r.length(t); ok && n > 0 {
			d.Length = NumberOf(n)
		}
	case ir.TypeStruct:
		d.Struct = NumberOf(uint32(r.structure(id, l)))
	}
	return d
}

// rowsInside makes the matrices in an array lie by rows, by a member's qualifier: the type
// of the element doesn't know of it.
func (t *Type) rowsInside() {
	for t.Element != nil {
		e := t.Element
		switch {
		case e.Kind == ir.TypeMatrix.String():
			e.Stride, e.RowMajor = t.Stride/uint32(e.Rows), true
		case e.Element != nil && e.Length.Is():
			e.Stride = t.Stride / e.Length.Value()
		}
		t = e
	}
}

// length is the number of elements of an array; 0: the host decides. False: an
// override without a value does.
func (r *reflector) length(t *ir.Type) (uint32, bool) {
	if t.LengthExpr != 0 {
		return r.number(t.LengthExpr)
	}
	return t.Length, true
}

// structure describes a struct under a layout, once, and returns its index.
func (r *reflector) structure(id ir.TypeID, l ir.LayoutID) int {
	if l == ir.NoLayout {
		l = ir.LayoutNatural
	}
	key := laidOut{r.m.Types.At(id).Struct, l}
	if i, done := r.structs[key]; done {
		return i
	}
	s := &r.m.Structs[key.struct_]
	info, _ := r.layouts.Of(id, l)
	d := Struct{Name: s.Name, Layout: layoutName(l), Align: info.Align, RuntimeSized: info.Open, Members: make([]Member, len(s.Members)),
		Source: r.place(s.Span)}
	d.Size, _ = r.footprint(id, l)
	for i := range s.Members {
		offset, mem, err := r.layouts.Member(id, l, i)
		if err != nil {
			continue
		}
		ml := r.m.MemberLayout(l, i)
		size, _ := r.footprint(s.Members[i].Type, ml)
		t := r.typeOf(s.Members[i].Type, ml)
		t.Stride, t.RowMajor = mem.Stride, mem.RowMajor && t.Kind == ir.TypeMatrix.String()
		if mem.RowMajor {
			t.rowsInside()
		}
		d.Members[i] = Member{Name: s.Members[i].Name, Offset: offset, Size: size, Align: mem.Align, Type: t, Source: r.place(s.Members[i].Span)}
		if words := s.Members[i].Default; words != "" {
			d.Members[i].Default, _ = r.initial(nil, s.Members[i].Type, words)
		}
	}
	for i := range d.Members {
		end := d.Size
		if i+1 < len(d.Members) {
			end = uint64(d.Members[i+1].Offset)
		}
		if at := uint64(d.Members[i].Offset) + d.Members[i].Size; end > at {
			d.Members[i].Padding = end - at
		}
	}
	r.structs[key] = len(r.out.Structs)
	r.out.Structs = append(r.out.Structs, d)
	return r.structs[key]
}

// initial spells words as the scalars of a type, and returns the remaining words; nil if
// there are too few.
func (r *reflector) initial(list []Value, id ir.TypeID, words ir.Words) ([]Value, ir.Words) {
	t := r.m.Types.At(id)
	n, inner := int(t.Rows), ir.ScalarTypeOf(t.Scalar)
	switch t.Kind {
	case ir.TypeScalar:
		if words.Len() == 0 || t.Scalar.Bits() == 64 && words.Len() == 1 {
			return nil, ""
		}
		bits := uint64(words.At(0))
		if words = words[4:]; t.Scalar.Bits() == 64 {
			bits |= uint64(words.At(0)) << 32
			words = words[4:]
		}
		return append(list, spell(t.Scalar, bits)), words
	case ir.TypeVector:
	case ir.TypeMatrix:
		n *= int(t.Columns)
	case ir.TypeArray:
		n, inner = int(t.Length), t.Base
	case ir.TypeStruct:
		n = len(r.m.Structs[t.Struct].Members)
	default:
		return nil, ""
	}
	for i := range n {
		if t.Kind == ir.TypeStruct {
			inner = r.m.Structs[t.Struct].Members[i].Type
		}
		if list, words = r.initial(list, inner, words); list == nil {
			return nil, ""
		}
	}
	return list, words
}

// footprint is the size of a type, with one element in an array whose length
// the host decides (WebGPU, "minimum buffer binding size").
func (r *reflector) footprint(id ir.TypeID, l ir.LayoutID) (uint64, error) {
	info, err := r.layouts.Of(id, l)
	if err != nil || !info.Open {
		return uint64(info.Size), err
	}
	switch t := r.m.Types.At(id); t.Kind {
	case ir.TypeArray:
		return uint64(info.Stride), nil
	case ir.TypeStruct:
		last := len(r.m.Structs[t.Struct].Members) - 1
		offset, _, err := r.layouts.Member(id, l, last)
		if err != nil {
			return 0, err
		}
		size, err := r.footprint(r.m.Structs[t.Struct].Members[last].Type, r.m.MemberLayout(l, last))
		size += uint64(offset)
		if l < ir.FirstExplicitLayout {
			size = (size + uint64(info.Align) - 1) &^ (uint64(info.Align) - 1)
		}
		return size, err
	}
	return uint64(info.Size), nil
}

// sizeOf is the size of a variable that the host can't see; false: an override
// without a value decides.
func (r *reflector) sizeOf(id ir.TypeID) (uint64, bool) {
	t := r.m.Types.At(id)
	if t.Kind == ir.TypeArray && t.LengthExpr != 0 {
		n, ok := r.number(t.LengthExpr)
		info, err := r.layouts.Of(id, ir.NoLayout)
		return uint64(n) * uint64(info.Stride), ok && err == nil
	}
	info, err := r.layouts.Of(id, ir.NoLayout)
	return uint64(info.Size), err == nil
}
