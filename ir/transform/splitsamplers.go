package transform

// This file takes textures with a sampler in them apart, for targets where the
// two are resources of their own:
//
//	global @tex : sampled_image<image<2d, f32>> handle group 0 binding 0
//	%1 = image_sample @tex at %uv
//
// becomes
//
//	global @tex : image<2d, f32> handle group 0 binding 0
//	global @tex_sampler : sampler handle group 0 binding 1
//	%1 = image_sample @tex with @tex_sampler at %uv
//
// The sampler of a texture that is only read texel by texel, or asked for its
// size, isn't made. Samplers get the bindings that follow the greatest of their
// group, in the order of the textures.

import (
	"slices"

	"refract/ir"
	"refract/ir/rewrite"
)

// A SplitSampler says which sampler a texture got.
type SplitSampler struct {
	Texture, Sampler ir.GlobalID
}

// SplitSamplers takes every texture with a sampler in it apart. Such textures are
// globals, or elements of arrays that are; others stay as they are.
func SplitSamplers(m *ir.Module) []SplitSampler {
	first := slices.IndexFunc(m.Globals[1:], func(g ir.Global) bool { return apart(m, g.Type) != g.Type })
	if first < 0 {
		return nil
	}
	s := &splitting{m: m}
	for id := ir.GlobalID(first + 1); int(id) < len(m.Globals); id++ {
		if t := apart(m, m.Globals[id].Type); t != m.Globals[id].Type {
			s.textures = append(s.textures, id)
			m.Globals[id].Type = t
		}
	}
	s.sampler = make([]ir.GlobalID, len(m.Globals))
	for _, f := range m.Functions[1:] {
		for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
			if t := apart(m, f.TypeOf(x)); t != f.TypeOf(x) {
				f.SetType(x, t)
			}
		}
		for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
			if f.Kind(x) == ir.KindImageSample && f.ImageSample(x).Sampler == 0 {
				if g, _ := root(f, f.ImageSample(x).Image); g != 0 && slices.Contains(s.textures, g) {
					s.sampler[g] = 1 // is needed
				}
			}
		}
	}
	s.declare()
	if len(s.list) == 0 {
		return nil
	}
	for _, f := range m.Functions[1:] {
		if f.MayHave(ir.KindImageSample) {
			rewrite.Function(m, f, s)
		}
	}
	return s.list
}

type splitting struct {
	m        *ir.Module
	textures []ir.GlobalID
	sampler  []ir.GlobalID // by texture
	list     []SplitSampler
}

// apart is a type without the samplers in its textures.
func apart(m *ir.Module, id ir.TypeID) ir.TypeID {
	if id == 0 {
		return id
	}
	switch t := *m.Types.At(id); t.Kind {
	case ir.TypeSampledImage:
		return t.Base
	case ir.TypeBindingArray, ir.TypePointer:
		if base := apart(m, t.Base); base != t.Base {
			t.Base = base
			return m.Types.Intern(t)
		}
	}
	return id
}

// declare makes the samplers that are needed.
func (s *splitting) declare() {
	m := s.m
	for _, id := range s.textures {
		if s.sampler[id] == 0 {
			continue
		}
		g := m.Globals[id]
		t := *m.Types.At(g.Type)
		array := t.Kind == ir.TypeBindingArray
		image := t
		if array {
			image = *m.Types.At(t.Base)
		}
		sampler := ir.Type{Kind: ir.TypeSampler, Comparison: image.Class == ir.ImageDepth}
		if array {
			t.Base = m.Types.Intern(sampler)
			sampler = t
		}
		g.Type = m.Types.Intern(sampler)
		g.Name += "_sampler"
		g.Doc = ""
		g.Default = false
		if g.HasBinding {
			g.Binding.Binding = freeBinding(m, g.Binding.Group)
		}
		s.sampler[id] = ir.GlobalID(len(m.Globals))
		s.list = append(s.list, SplitSampler{id, s.sampler[id]})
		m.Globals = append(m.Globals, g)
	}
}

// freeBinding is the binding behind the greatest of a group.
func freeBinding(m *ir.Module, group uint32) uint32 {
	free := uint32(0)
	for i := 1; i < len(m.Globals); i++ {
		if g := &m.Globals[i]; g.HasBinding && g.Binding.Group == group && g.Binding.Binding >= free {
			free = g.Binding.Binding + 1
		}
	}
	return free
}

// Kinds implements rewrite.Selective.
func (s *splitting) Kinds() ir.KindSet { return ir.Kinds(ir.KindImageSample) }

// Expr implements rewrite.Visitor.
func (s *splitting) Expr(e *rewrite.Editor, x ir.ExprID) {
	f := e.F
	if f.Kind(x) != ir.KindImageSample {
		return
	}
	v := f.ImageSample(x)
	if v.Sampler != 0 {
		return
	}
	g, access := root(f, v.Image)
	if g == 0 || int(g) >= len(s.sampler) || s.sampler[g] == 0 {
		return
	}
	b := e.Ahead()
	v.Sampler = b.Global(s.sampler[g])
	switch {
	case access == 0:
	case f.Kind(access) == ir.KindAccess:
		index, flags := f.Access(access).Index, f.Flags(access)
		v.Sampler = b.Access(v.Sampler, index)
		f.SetFlags(v.Sampler, flags)
	default:
		v.Sampler = b.AccessIndex(v.Sampler, f.AccessIndex(access).Index)
	}
	e.Become(b.ImageSample(v))
}

// Stmt implements rewrite.Visitor.
func (s *splitting) Stmt(*rewrite.Editor, ir.StmtID) {}
