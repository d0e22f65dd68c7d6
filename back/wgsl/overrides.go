package wgsl

// This file decides which overrides WGSL keeps. Its arrays have lengths that overrides
// give as whole variables of the workgroup alone, its overrides have few types, and two
// of them can't share an id.

import (
	"refract/back"
	"refract/ir"
	"refract/ir/transform"
)

// keepOverrides gives the overrides that WGSL can't keep their initial values: in a copy
// of the module, if there are any.
func (w *Writer) keepOverrides(m *ir.Module) (*ir.Module, error) {
	if len(m.Overrides) == 1 {
		return m, nil
	}
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
