package wgsl

// This file decides which overrides WGSL keeps. Its arrays have lengths that overrides
// give as whole variables of the workgroup alone, its overrides have few types, and two
// of them can't share an id.

import (
	"slices"

	"refract/internal/back"
	"refract/internal/ir/transform"
	"refract/ir"
)

// keepOverrides gives the overrides that WGSL can't keep their initial values: in a copy
// of the module, if there are any.
func (w *Writer) keepOverrides(m *ir.Module) (*ir.Module, error) {
	if len(m.Overrides) == 1 {
		return m, nil
	}
	m, err := w.fixOverrides(m)
	if err == nil {
		w.leaveSpecialized(m)
	}
	return m, err
}

// leaveSpecialized leaves out the structs with members whose lengths overrides give, which
// nothing uses by now.
func (w *Writer) leaveSpecialized(m *ir.Module) {
	left := make([]bool, len(m.Structs))
	for t := ir.FirstModuleType; int(t) < m.Types.Len(); t++ { // a struct stands behind the types of its members
		if ty := m.Types.At(t); ty.Kind == ir.TypeStruct && slices.ContainsFunc(m.Structs[ty.Struct].Members, func(x ir.Member) bool { return isSpecialized(m, x.Type, left) }) {
			left[ty.Struct] = true
			w.left = append(w.left, ty.Struct)
		}
	}
}

// isSpecialized reports whether a type holds an array whose length an override gives, or a
// struct that is left out.
func isSpecialized(m *ir.Module, t ir.TypeID, left []bool) bool {
	for m.Types.At(t).Kind == ir.TypeArray {
		if m.Types.At(t).LengthExpr != 0 {
			return true
		}
		t = m.Types.At(t).Base
	}
	return m.Types.At(t).Kind == ir.TypeStruct && left[m.Types.At(t).Struct]
}

// fixOverrides is keepOverrides where there are overrides.
func (w *Writer) fixOverrides(m *ir.Module) (*ir.Module, error) {
	var marked []bool
	transform.MarkLengths(m, true, &marked)
	ids, twins := map[uint16]bool{}, false
	for i := 1; i < len(m.Overrides); i++ {
		o := &m.Overrides[i]
		switch o.Type {
		case ir.TypeBool, ir.TypeI32, ir.TypeU32, ir.TypeF32, ir.TypeF16:
		default:
			if marked == nil {
				marked = make([]bool, len(m.Overrides))
			}
			marked[i] = true
		}
		twins = twins || o.HasID && ids[o.ID]
		ids[o.ID] = ids[o.ID] || o.HasID
	}
	if marked == nil && !twins {
		return m, nil
	}
	m = m.CloneInto(&w.frozen)
	transform.MarkTwins(m, marked)
	frozen, err := transform.FreezeOverrides(m, marked)
	if err == nil && twins {
		var lost []transform.FrozenOverride
		lost, err = transform.MergeTwins(m)
		frozen = append(frozen, lost...)
	}
	for _, f := range frozen {
		w.dropped = append(w.dropped, back.Dropped{What: f.What, Span: f.Span})
	}
	return m, err
}
