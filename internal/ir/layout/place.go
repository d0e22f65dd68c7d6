package layout

// This file computes the places of a value's parts in memory. A Cache lays out types; a
// Place adds the decisions on the way to a value: that matrices are stored by rows because
// of an attribute of a member on the way, and that a vector is a column of such a matrix.

import "refract/ir"

// A Place is a type as it lies in some memory.
type Place struct {
	Type   ir.TypeID
	Layout ir.LayoutID
	Rows   bool   // the matrix, or those in the array, are stored row after row
	Apart  uint32 // vector: bytes from component to component; 0: side by side
}

// Places computes places of one module's types. It is not safe for concurrent
// use.
type Places struct {
	m     *ir.Module
	cache *Cache
}

// NewPlaces returns the places of a module.
func NewPlaces(m *ir.Module) *Places { return &Places{m, New(m)} }

// Module is whose types they are of.
func (p *Places) Module() *ir.Module { return p.m }

// Info is the layout of a place. The error is a *Error.
func (p *Places) Info(at Place) (Info, error) {
	info, err := p.cache.Of(at.Type, at.Layout)
	if err != nil || !at.Rows || info.Stride == 0 {
		return info, err
	}
	t := p.m.Types.At(at.Type)
	if t.Kind == ir.TypeMatrix {
		n := t.Scalar.Bytes()
		info.Align = n
		if at.Layout != ir.LayoutScalar {
			info.Align = n * uint32(t.Columns+t.Columns&1)
		}
		if at.Layout == ir.LayoutStd140 {
			info.Align = max(info.Align, 16)
		}
		info.Stride = uint32(RoundUp(uint64(n*uint32(t.Columns)), uint64(info.Align)))
		info.Size = info.Stride * uint32(t.Rows)
		info.RowMajor = true
		return info, nil
	}
	element, err := p.Info(Place{Type: t.Base, Layout: at.Layout, Rows: true})
	if err != nil {
		return info, err
	}
	info.Align = element.Align
	if at.Layout == ir.LayoutStd140 {
		info.Align = max(info.Align, 16)
	}
	info.Stride = uint32(RoundUp(uint64(element.Size), uint64(info.Align)))
	info.Size = info.Stride * t.Length
	info.RowMajor = true
	return info, nil
}

// Size is the number of bytes that a place takes; an array whose length the memory decides
// counts with a single element.
func (p *Places) Size(at Place) (uint32, error) {
	if at.Apart != 0 {
		t := p.m.Types.At(at.Type)
		return at.Apart*uint32(t.Rows-1) + t.Scalar.Bytes(), nil
	}
	info, err := p.Info(at)
	if err == nil && info.Open {
		return p.cache.MinSize(at.Type, at.Layout)
	}
	return info.Size, err
}

// Member is member i of a struct, and its offset.
func (p *Places) Member(at Place, i int) (Place, uint32, error) {
	offset, info, err := p.cache.Member(at.Type, at.Layout, i)
	if err != nil {
		return Place{}, 0, err
	}
	member := Place{Type: p.m.StructOf(at.Type).Members[i].Type, Layout: p.m.MemberLayout(at.Layout, i)}
	member.Rows = info.RowMajor && member.Layout < ir.FirstExplicitLayout
	return member, offset, nil
}

// Element is an element of an array, a column of a matrix or a component of a
// vector, and the distance from one to the next.
func (p *Places) Element(at Place) (Place, uint32, error) {
	info, err := p.Info(at)
	if err != nil {
		return Place{}, 0, err
	}
	t := p.m.Types.At(at.Type)
	switch t.Kind {
	case ir.TypeVector:
		stride := t.Scalar.Bytes()
		if at.Apart != 0 {
			stride = at.Apart
		}
		return Place{Type: ir.ScalarTypeOf(t.Scalar)}, stride, nil
	case ir.TypeMatrix:
		column := Place{Type: ir.VectorOf(t.Scalar, int(t.Rows))}
		if info.RowMajor {
			column.Apart = info.Stride
			return column, t.Scalar.Bytes(), nil
		}
		return column, info.Stride, nil
	case ir.TypeArray:
		return Place{Type: t.Base, Layout: p.m.ElementLayout(at.Layout), Rows: at.Rows}, info.Stride, nil
	}
	return Place{}, 0, &Error{Type: at.Type, Member: -1, Message: "the type has no elements"}
}
