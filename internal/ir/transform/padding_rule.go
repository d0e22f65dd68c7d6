package transform

// This file chooses the rule of each buffer for PadStructs, and finds differences that
// members can't mend: the strides of arrays of anything but structs, and of the columns or
// rows of matrices.

import (
	"slices"

	"refract/internal/ir/layout"
	"refract/ir"
)

// ruleOf is the rule that a buffer gets: that of its space; std140 for a storage buffer
// that has it, or whose explicit layout has its strides and not the rule's.
func (p *padding) ruleOf(g *ir.Global, opts PaddingOptions) ir.LayoutID {
	rule := opts.rule(g.Space)
	switch {
	case rule == ir.NoLayout || g.Default:
		return ir.NoLayout
	case g.Space == ir.SpaceStorage && g.Layout == ir.LayoutStd140:
		return ir.LayoutStd140
	case g.Space == ir.SpaceStorage && g.Layout >= ir.FirstExplicitLayout:
		if p.misfit(g.Type, g.Layout, rule, 0) != 0 && p.misfit(g.Type, g.Layout, ir.LayoutStd140, 0) == 0 {
			return ir.LayoutStd140
		}
	}
	return rule
}

// markRows gives the members of a block the mark of matrices stored by rows, if its
// explicit layout stores them so. Deeper within each other, structs keep their form.
func (p *padding) markRows(g *ir.Global) {
	t, l := p.m.Held(g)
	s := p.m.StructOf(t)
	if s == nil || l < ir.FirstExplicitLayout {
		return
	}
	copied := false
	for i := range s.Members {
		_, info, err := p.layouts.Member(t, l, i)
		if err != nil || !info.RowMajor || s.Members[i].RowMajor {
			continue
		}
		if !copied {
			copied = true
			p.keep(p.m.Types.At(t).Struct)
			s.Members = slices.Clone(s.Members)
		}
		s.Members[i].RowMajor = true
	}
	if copied {
		p.layouts.Reset(p.m)
	}
}

// keep remembers the members of a struct, in case there is no padding for all.
func (p *padding) keep(s ir.StructID) {
	if p.old == nil {
		p.old = map[ir.StructID][]ir.Member{}
	}
	if _, known := p.old[s]; !known {
		p.old[s] = p.m.Structs[s].Members
	}
}

// misfit is the innermost type with a struct, or 0, that contains an array or a matrix with
// another place under the rule.
func (p *padding) misfit(t ir.TypeID, l, rule ir.LayoutID, depth int) ir.TypeID {
	if a := p.m.Types.At(t); a.Kind == ir.TypeBindingArray {
		t, l = a.Base, p.m.ElementLayout(l)
	}
	if l == rule || depth > layout.MaxDepth {
		return 0
	}
	is, err := p.layouts.Of(t, l)
	would, err2 := p.layouts.Of(t, rule)
	if err != nil || err2 != nil {
		return 0 // which is found later
	}
	switch ty := p.m.Types.At(t); ty.Kind {
	case ir.TypeArray, ir.TypeMatrix:
		if !p.sameStrides(t, l, rule, is, would) {
			return t
		}
		for ty.Kind == ir.TypeArray {
			t, l = ty.Base, p.m.ElementLayout(l)
			ty = p.m.Types.At(t)
		}
		if ty.Kind == ir.TypeStruct {
			return p.misfit(t, l, rule, depth+1)
		}
	case ir.TypeStruct:
		for i := range p.m.Structs[ty.Struct].Members {
			mem := p.m.Structs[ty.Struct].Members[i].Type
			if p.m.Types.IsScalarOrVector(mem) {
				continue
			}
			inner := p.m.MemberLayout(l, i)
			_, is, err := p.layouts.Member(t, l, i)
			_, would, err2 := p.layouts.Member(t, rule, i)
			if err != nil || err2 != nil {
				return 0
			}
			if !p.sameStrides(mem, inner, rule, is, would) {
				return t
			}
			if in := p.misfit(p.innermost(mem, &inner), inner, rule, depth+1); p.m.StructOf(in) != nil {
				return in
			}
		}
	}
	return 0
}

// innermost is the innermost element of an array that is no array, and in l its layout.
func (p *padding) innermost(t ir.TypeID, l *ir.LayoutID) ir.TypeID {
	for p.m.Types.At(t).Kind == ir.TypeArray {
		t, *l = p.m.Types.At(t).Base, p.m.ElementLayout(*l)
	}
	return t
}

// sameStrides reports whether the parts of an array or matrix are as far apart as they
// would be. Structs may grow to be so, in arrays of one dimension.
func (p *padding) sameStrides(t ir.TypeID, l, rule ir.LayoutID, is, would layout.Info) bool {
	for {
		ty := p.m.Types.At(t)
		switch ty.Kind {
		case ir.TypeMatrix:
			return is.Stride == would.Stride && is.RowMajor == would.RowMajor
		case ir.TypeArray:
		default:
			return true
		}
		if p.m.StructOf(ty.Base) != nil {
			return true
		}
		if is.Stride != would.Stride || is.RowMajor != would.RowMajor {
			// An array of arrays of structs grows as these do.
			inner := ir.NoLayout
			return p.m.StructOf(p.innermost(t, &inner)) != nil
		}
		is = p.elementOf(ty, l, is)
		would = p.elementOf(ty, rule, would)
		t, l = ty.Base, p.m.ElementLayout(l)
	}
}

// elementOf is how the elements of an array lie.
func (p *padding) elementOf(array *ir.Type, l ir.LayoutID, info layout.Info) layout.Info {
	e, _ := p.layouts.Of(array.Base, p.m.ElementLayout(l))
	if info.RowMajor && l < ir.FirstExplicitLayout {
		// The member was stored by rows, not the rule: elements fill their array.
		e.RowMajor = true
		switch base := p.m.Types.At(array.Base); base.Kind {
		case ir.TypeArray:
			e.Stride = info.Stride / max(1, base.Length)
		case ir.TypeMatrix:
			e.Stride = info.Stride / uint32(base.Rows)
		}
	}
	return e
}
