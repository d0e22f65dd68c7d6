package glsl

// This file finds the uniform blocks and push constants that GLSL can't lay out as
// the module has them, not even with members added (transform.PadStructs): they
// become arrays of words (transform.UniformWords). Storage blocks have their vectors as
// arrays of numbers then, and their matrices as arrays (transform.SpreadElements). std140 has the elements of arrays
// and the columns of matrices 16 bytes apart, and begins arrays and structs at a
// multiple of that ("Standard Uniform Block Layout").

import (
	"errors"

	"refract/internal/ir/layout"
	"refract/internal/ir/transform"
	"refract/ir"
)

// layOut gives buffers the layouts that GLSL knows.
func (w *Writer) layOut(m *ir.Module, opts transform.PaddingOptions) error {
	if w.isLoose() {
		opts.Uniform = ir.NoLayout
	}
	rule := func(g *ir.Global) ir.LayoutID {
		switch {
		case g.Default:
		case g.Space == ir.SpaceUniform:
			return opts.Uniform
		case g.Space == ir.SpaceImmediate:
			return opts.Immediate
		}
		return ir.NoLayout
	}
	w.Layout.Reset(m)
	p := placer{m: m, layouts: &w.Layout}
	transform.UniformWords(m, func(id ir.GlobalID) bool {
		g := &m.Globals[id]
		p.rule = rule(g)
		if p.rule == ir.NoLayout || g.Layout == p.rule || g.Layout == ir.LayoutScalar && w.opts.Vulkan {
			return false
		}
		t, l := m.Held(g)
		_, ok := p.place(t, l, 0)
		return !ok
	})
	for left := len(m.Globals); ; left-- {
		err := transform.PadStructs(m, opts)
		if err == nil {
			return nil
		}
		var pad *transform.PaddingError
		if !errors.As(err, &pad) {
			return err
		}
		words := transform.UniformWords(m, func(id ir.GlobalID) bool {
			g := &m.Globals[id]
			return rule(g) != ir.NoLayout && holds(m, g.Type, pad.ID, 0)
		})
		o := transform.SpreadOptions{Vectors: true, Chosen: func(id ir.GlobalID) bool {
			g := &m.Globals[id]
			return g.Space == ir.SpaceStorage && holds(m, g.Type, pad.ID, 0)
		}}
		spread := transform.HasSpreadElements(m, o)
		if !words && !spread || left == 0 {
			return err
		}
		transform.SpreadElements(m, o)
	}
}

// holds reports whether a type is, or holds, another.
func holds(m *ir.Module, t, part ir.TypeID, depth int) bool {
	if t == part || depth > layout.MaxDepth {
		return t == part
	}
	switch ty := m.Types.At(t); ty.Kind {
	case ir.TypeArray, ir.TypeBindingArray:
		return holds(m, ty.Base, part, depth+1)
	case ir.TypeStruct:
		for i := range m.Structs[ty.Struct].Members {
			if holds(m, m.Structs[ty.Struct].Members[i].Type, part, depth+1) {
				return true
			}
		}
	}
	return false
}

// placer lays types out by a rule of GLSL, with members added.
type placer struct {
	m       *ir.Module
	layouts *layout.Cache
	rule    ir.LayoutID // std140 or std430
	structs int         // how many are around what is placed
}

// placed is the size and alignment of a type under the rule.
type placed struct{ size, align uint32 }

// place is the size and alignment of a value with layout l; ok is false if that is
// impossible.
func (p *placer) place(t ir.TypeID, l ir.LayoutID, depth int) (e placed, ok bool) {
	info, err := p.layouts.Of(t, l)
	if err != nil || depth > layout.MaxDepth {
		return e, false
	}
	least := uint32(1)
	if p.rule == ir.LayoutStd140 {
		least = 16
	}
	switch ty := p.m.Types.At(t); ty.Kind {
	case ir.TypeScalar, ir.TypeVector:
		return p.vector(t)
	case ir.TypeMatrix:
		length, count := ty.Rows, uint32(ty.Columns)
		if info.RowMajor {
			if p.structs != 1 {
				return e, false // only a block's members say so
			}
			length, count = ty.Columns, uint32(ty.Rows)
		}
		e, _ = p.vector(ir.VectorOf(ty.Scalar, int(length)))
		e.align = max(e.align, least)
		stride := layout.RoundUp(e.size, e.align)
		return placed{stride * count, e.align}, stride == info.Stride
	case ir.TypeArray:
		e, ok = p.place(ty.Base, p.m.ElementLayout(l), depth+1)
		e.align = max(e.align, least)
		stride := layout.RoundUp(e.size, e.align)
		if p.m.StructOf(ty.Base) != nil && stride < info.Stride && info.Stride%e.align == 0 {
			stride = info.Stride // by members added
		}
		return placed{stride * ty.Length, e.align}, ok && stride == info.Stride
	case ir.TypeStruct:
		return p.structure(t, l, least, depth)
	}
	return e, false
}

func (p *placer) vector(t ir.TypeID) (placed, bool) {
	n := max(1, uint32(p.m.Types.ComponentCount(t)))
	bytes := p.m.Types.ScalarOf(t).Bytes()
	return placed{n * bytes, bytes * [...]uint32{1, 1, 2, 4, 4}[n]}, bytes != 0
}

func (p *placer) structure(t ir.TypeID, l ir.LayoutID, least uint32, depth int) (placed, bool) {
	s := p.m.StructOf(t)
	p.structs++
	defer func() { p.structs-- }()
	at, align := uint32(0), least
	for i := range s.Members {
		offset, info, err := p.layouts.Member(t, l, i)
		if err != nil || info.RowMajor && l < ir.FirstExplicitLayout {
			return placed{}, false
		}
		mem, ok := p.place(s.Members[i].Type, p.m.MemberLayout(l, i), depth+1)
		if !ok || offset < at || offset%mem.align != 0 {
			return placed{}, false
		}
		at, align = offset+mem.size, max(align, mem.align)
	}
	return placed{layout.RoundUp(at, align), align}, true
}
