package wgsl

// This file lays out memory that the host sees as the module requires. WGSL has one set of
// rules (section "Memory Layout") and two attributes: @size, which pads a member, is enough
// wherever another layout leaves gaps. Strides of arrays that aren't of structs, and of
// matrices, can't be changed.

import (
	"errors"

	"refract/internal/back"
	"refract/internal/ir/layout"
	"refract/internal/ir/transform"
	"refract/ir"
)

// hasOtherLayouts reports whether a buffer lies by other rules than WGSL's and
// these come out differently.
func (w *Writer) hasOtherLayouts(m *ir.Module) bool {
	for i := 1; i < len(m.Globals); i++ {
		if g := &m.Globals[i]; needsLayout(g) && !sameLayout(m, &w.Layout, bufferType(m, g), g.Layout, 0) {
			return true
		}
	}
	return false
}

func needsLayout(g *ir.Global) bool { return g.Layout > ir.LayoutNatural && g.Space != ir.SpaceHandle }

func bufferType(m *ir.Module, g *ir.Global) ir.TypeID {
	if t := m.Types.At(g.Type); t.Kind == ir.TypeBindingArray {
		return t.Base
	}
	return g.Type
}

// sameLayout reports whether a type lies by the rules of a layout as it does by
// WGSL's.
func sameLayout(m *ir.Module, c *layout.Cache, t ir.TypeID, l ir.LayoutID, depth int) bool {
	if l <= ir.LayoutNatural || depth > maxTypeDepth {
		return true
	}
	ty := m.Types.At(t)
	switch ty.Kind {
	case ir.TypeMatrix, ir.TypeArray:
		a, err := c.Of(t, l)
		b, err2 := c.Of(t, ir.LayoutNatural)
		if err != nil || err2 != nil || a.Stride != b.Stride || a.RowMajor {
			return false
		}
		return ty.Kind == ir.TypeMatrix || sameLayout(m, c, ty.Base, m.ElementLayout(l), depth+1)
	case ir.TypeStruct:
		for i := range m.Structs[ty.Struct].Members {
			a, info, err := c.Member(t, l, i)
			b, _, err2 := c.Member(t, ir.LayoutNatural, i)
			if err != nil || err2 != nil || a != b || info.RowMajor ||
				!sameLayout(m, c, m.Structs[ty.Struct].Members[i].Type, m.MemberLayout(l, i), depth+1) {
				return false
			}
		}
	}
	return true
}

// padding gives members sizes.
type padding struct {
	m    *ir.Module
	c    *layout.Cache
	done []bool // by struct: its members have their sizes
}

// pad changes the module so that its buffers lie as they should: those that no padding helps
// become arrays of words.
func (w *Writer) pad(m *ir.Module) error {
	p := padding{m: m, c: &w.Layout, done: make([]bool, len(m.Structs))}
	for i := 1; i < len(m.Globals); i++ {
		if g := &m.Globals[i]; needsLayout(g) {
			p.c.Reset(m)
			p.typ(bufferType(m, g), g.Layout, 0)
		}
	}
	p.c.Reset(m)
	isOther := func(id ir.GlobalID) bool {
		g := &m.Globals[id]
		return needsLayout(g) && !sameLayout(m, p.c, bufferType(m, g), g.Layout, 0)
	}
	isUniform := func(id ir.GlobalID) bool { return m.Globals[id].Space == ir.SpaceUniform && isOther(id) }
	some := func(chosen func(ir.GlobalID) bool) bool {
		for i := 1; i < len(m.Globals); i++ {
			if chosen(ir.GlobalID(i)) {
				return true
			}
		}
		return false
	}
	before := transform.UsedStructs(m)
	words := false
	if some(isUniform) {
		words = true
		if err := transform.PointerParams(m, transform.PointerParamOptions{}); err != nil {
			return err
		}
		transform.UniformWords(m, isUniform)
		p.c.Reset(m)
	}
	if some(isOther) {
		words = true
		if err := w.bufferWords(m, isOther); err != nil {
			return err
		}
		p.c.Reset(m)
	}
	if words {
		for id, used := range transform.UsedStructs(m) {
			if !used && id < len(before) && before[id] {
				m.Structs[id].Name = ""
				w.left = append(w.left, ir.StructID(id))
			}
		}
	}
	return nil
}

// bufferWords makes arrays of words of buffers that lie as nothing else does.
func (w *Writer) bufferWords(m *ir.Module, chosen func(ir.GlobalID) bool) error {
	err := transform.BufferWords(m, transform.BufferWordsOptions{Chosen: chosen})
	if narrow := (*transform.NarrowError)(nil); errors.As(err, &narrow) {
		return &UnsupportedError{back.Unsupported{Feature: narrow.What, Span: narrow.Span}}
	}
	if err != nil {
		return err
	}
	// Numbers of 16 bits are stored by atomic operations.
	if err := transform.AtomicMemory(m); err != nil {
		return unsupportedAtomics(err)
	}
	return nil
}

// typ pads the structs in a type, inner ones first.
func (p *padding) typ(t ir.TypeID, l ir.LayoutID, depth int) {
	if l <= ir.LayoutNatural || depth > maxTypeDepth {
		return
	}
	switch ty := p.m.Types.At(t); ty.Kind {
	case ir.TypeArray:
		base := ty.Base
		p.typ(base, p.m.ElementLayout(l), depth+1)
		if s := p.m.StructOf(base); s != nil && len(s.Members) > 0 {
			p.stride(t, base, s, l)
		}
	case ir.TypeStruct:
		s := &p.m.Structs[ty.Struct]
		if p.done[ty.Struct] {
			return
		}
		p.done[ty.Struct] = true
		for i := range s.Members {
			p.typ(s.Members[i].Type, p.m.MemberLayout(l, i), depth+1)
		}
		p.c.Reset(p.m)
		for i := range s.Members {
			s.Members[i].Align, s.Members[i].Size = 0, 0
		}
		for i := 1; i < len(s.Members); i++ {
			before, info, err := p.c.Member(t, l, i-1)
			at, _, err2 := p.c.Member(t, l, i)
			natural, err3 := p.c.Of(s.Members[i-1].Type, ir.LayoutNatural)
			next, err4 := p.c.Of(s.Members[i].Type, ir.LayoutNatural)
			if err != nil || err2 != nil || err3 != nil || err4 != nil || at < before || info.RowMajor || next.Align == 0 {
				return
			}
			if gap := at - before; (natural.Size+next.Align-1)&^(next.Align-1) < gap {
				s.Members[i-1].Size = gap
			}
		}
		p.c.Reset(p.m)
	}
}

// stride pads the last member of the elements of an array.
func (p *padding) stride(t, base ir.TypeID, s *ir.Struct, l ir.LayoutID) {
	array, err := p.c.Of(t, l)
	element, err2 := p.c.Of(base, ir.LayoutNatural)
	last := len(s.Members) - 1
	at, _, err3 := p.c.Member(base, ir.LayoutNatural, last)
	if err != nil || err2 != nil || err3 != nil || array.Stride <= element.Size || array.Stride%max(1, element.Align) != 0 {
		return
	}
	s.Members[last].Size = array.Stride - at
	p.c.Reset(p.m)
}
