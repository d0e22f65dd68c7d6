package transform

// This file puts a member in front of structs whose first one lies further inside, as in
// push constants whose beginning belongs to another stage:
//
//	struct @P { color : vec4<f32> }            // at 64
//
// becomes
//
//	struct @P { pad : u32  color : vec4<f32> } // at 0 and 64

import (
	"slices"

	"refract/internal/ir/layout"
	"refract/ir"
)

// PadFront adds a member at offset 0 to the structs of buffers whose explicit layouts
// leave a gap there, unless another layout of the same struct leaves none. It reports
// whether there was one.
func PadFront(m *ir.Module) bool {
	var p *frontPadding
	for i := 1; i < len(m.Globals); i++ {
		if g := &m.Globals[i]; g.Layout >= ir.FirstExplicitLayout {
			if p == nil {
				p = &frontPadding{m: m, of: make([][]ir.LayoutID, len(m.Structs)), none: make([]bool, len(m.Structs))}
			}
			p.visit(g.Type, g.Layout, 0)
		}
	}
	if p == nil {
		return false
	}
	q := padding{m: m, forms: make([][]int, len(m.Structs))}
	for s, nodes := range p.of {
		if len(nodes) == 0 || p.none[s] {
			continue
		}
		st := &m.Structs[s]
		q.changed = true
		q.forms[s] = []int{-1}
		for i := range st.Members {
			q.forms[s] = append(q.forms[s], i)
		}
		st.Members = slices.Insert(slices.Clone(st.Members), 0, ir.Member{Name: "pad", Type: ir.TypeU32, Span: st.Span})
		for _, l := range nodes {
			n := &m.Layouts[l-ir.FirstExplicitLayout]
			n.Offsets = slices.Insert(slices.Clone(n.Offsets), 0, 0)
			n.Members = slices.Insert(slices.Clone(n.Members), 0, ir.NoLayout)
		}
	}
	if q.changed {
		q.expressions(&m.Consts)
		for _, f := range m.Functions[1:] {
			q.expressions(&f.Exprs)
		}
	}
	return q.changed
}

type frontPadding struct {
	m    *ir.Module
	of   [][]ir.LayoutID // by StructID: layouts with a gap in front
	none []bool          // by StructID: there is one without
}

func (p *frontPadding) visit(t ir.TypeID, l ir.LayoutID, depth int) {
	if depth > layout.MaxDepth {
		return
	}
	switch ty := p.m.Types.At(t); ty.Kind {
	case ir.TypeBindingArray:
		p.visit(ty.Base, p.m.ElementLayout(l), depth+1)
	case ir.TypeArray:
		p.visit(ty.Base, p.m.ElementLayout(l), depth+1)
	case ir.TypeStruct:
		switch s := ty.Struct; {
		case l < ir.FirstExplicitLayout || slices.Min(p.m.Layouts[l-ir.FirstExplicitLayout].Offsets) < 4:
			p.none[s] = true
		case !slices.Contains(p.of[s], l):
			p.of[s] = append(p.of[s], l)
		}
		for i := range p.m.Structs[ty.Struct].Members {
			p.visit(p.m.Structs[ty.Struct].Members[i].Type, p.m.MemberLayout(l, i), depth+1)
		}
	}
}
