package kage

// This file makes the uniform buffer and the textures, and lays the buffer out.

import (
	"slices"
	"strconv"

	"refract/diag"
	"refract/internal/ir/layout"
	"refract/ir"
)

// Bindings of resources, in group 0.
const (
	UniformBinding = 0 // the uniform buffer
	TextureBinding = 1 // of source image 0; the others follow
	SourceImages   = 4
)

// UniformBuffer is the name of the variable that is the uniform buffer.
const UniformBuffer = "uniforms"

// maxUniforms bounds the bytes of the uniform buffer.
const maxUniforms = 1 << 20

// declareUniforms declares the uniform buffer.
func (c *checker) declareUniforms() {
	if len(c.uniforms) == 0 {
		return
	}
	s := ir.Struct{Name: "Uniforms", Members: c.m.MakeMembers(len(c.uniforms))}
	if c.opts.Layout == LayoutMetal {
		c.groupBools()
	}
	number := 0 // of the uniform, as Ebitengine counts
	for _, o := range c.uniforms {
		if o.kind == objBytes {
			s.Members = append(s.Members, ir.Member{Name: "flags" + strconv.Itoa(number), Type: c.m.Types.Array(ir.TypeU32, uint32(o.t.length))})
			continue
		}
		number++
		if o.flags {
			continue
		}
		o.member = uint32(len(s.Members))
		name := o.name
		if c.opts.EngineNames {
			name = "U" + strconv.Itoa(number-1)
		}
		t := c.irType(o.t)
		host := o.t.kind == boolean
		if host {
			t = ir.TypeU32
			if o.t.array {
				t = c.m.Types.Array(ir.TypeU32, uint32(o.t.length))
			}
		}
		s.Members = append(s.Members, ir.Member{Name: name, Type: t, Bool: host, Span: o.span})
	}
	layout := ir.LayoutID(ir.LayoutStd140)
	if c.opts.Layout != LayoutStd140 {
		p := packing{m: c.m, metal: c.opts.Layout == LayoutMetal}
		layout = p.structure(slices.DeleteFunc(slices.Clone(c.uniforms), func(o *object) bool { return o.flags }))
		if p.head > maxUniforms {
			c.errorAt(codeLimit, diag.Span{Start: c.base, End: c.base}, "the uniforms take more than %d bytes", maxUniforms)
		}
	}
	c.buffer = c.addGlobal(ir.Global{Name: UniformBuffer, Space: ir.SpaceUniform, Access: ir.AccessRead, Type: c.m.AddStruct(s),
		Layout: layout, HasBinding: true, Binding: ir.ResourceBinding{Binding: UniformBinding}, Block: ir.BlockLoose})
}

// groupBools puts an array of words in front of each run of bools in a uniform buffer of Metal,
// where a bool is a byte: the words hold the run.
func (c *checker) groupBools() {
	var list []*object
	var run *object
	bytes, members := uint32(0), uint32(0)
	for _, o := range c.uniforms {
		if o.t.kind != boolean {
			run = nil
			members++
			list = append(list, o)
			continue
		}
		if run == nil {
			run, bytes = &object{kind: objBytes, t: typ{kind: integer, array: true}}, 0
			list = append(list, run)
			members++
		}
		o.flags, o.member, o.byte = true, members-1, bytes
		bytes += uint32(o.t.size())
		run.t.length = int32((bytes + 3) / 4)
		list = append(list, o)
	}
	c.uniforms = list
}

func (c *checker) addGlobal(g ir.Global) ir.GlobalID {
	c.m.Globals = append(c.m.Globals, g)
	return ir.GlobalID(len(c.m.Globals) - 1)
}

// textureOf is the texture of a source image.
func (c *checker) textureOf(n int) ir.GlobalID {
	if c.textures[n] == 0 {
		name := "source" + strconv.Itoa(n)
		if c.opts.EngineNames {
			name = "T" + strconv.Itoa(n)
		}
		c.textures[n] = c.addGlobal(ir.Global{Name: name, Space: ir.SpaceHandle, HasBinding: true,
			Type:    c.m.Types.Intern(ir.Type{Kind: ir.TypeImage, Dim: ir.Dim2D, Class: ir.ImageSampled, Scalar: ir.F32}),
			Binding: ir.ResourceBinding{Binding: TextureBinding + uint32(n)}})
	}
	return c.textures[n]
}

// packing lays out the uniform buffer as Direct3D or Metal does.
//
// Direct3D: matrices lie by rows; a vector that would cross a boundary of 16 bytes begins there, as do matrices and
// arrays; columns and elements begin at multiples of 16 bytes, and the last one leaves the rest
// of its 16 bytes to the next member. Metal: a vector of three takes the memory of four; each
// type is aligned to its size, a matrix and an array as their columns and elements are.
type packing struct {
	m     *ir.Module
	metal bool
	head  uint32
}

func (p *packing) structure(list []*object) ir.LayoutID {
	n := ir.LayoutNode{Offsets: make([]uint32, len(list)), Members: make([]ir.LayoutID, len(list))}
	for i, o := range list {
		size, align, stride := p.shape(o.t)
		if !p.metal && align < 16 && p.head%16+size > 16 {
			align = 16
		}
		p.head = layout.RoundUp(p.head, align)
		n.Offsets[i] = p.head
		n.Members[i] = p.layout(o.t, stride)
		p.head += size
	}
	return p.add(n)
}

// shape is the size in bytes of a member, its alignment, and the stride of its elements.
func (p *packing) shape(t typ) (size, align, stride uint32) {
	n := uint32(t.size())
	switch {
	case t.array:
		each, align, _ := p.shape(t.element())
		if p.metal {
			stride = layout.RoundUp(each, align)
			return n * stride, align, stride
		}
		stride = layout.RoundUp(each, 16)
		return (n-1)*stride + each, 16, stride
	case t.matrix():
		if p.metal {
			stride = 4 * layout.RoundUp(n, 2)
			return n * stride, stride, stride
		}
		return (n-1)*16 + 4*n, 16, 16
	case p.metal:
		if n == 3 {
			n = 4
		}
		return 4 * n, 4 * n, 0
	}
	return 4 * n, 4, 0
}

// layout is the layout of a member with parts.
func (p *packing) layout(t typ, stride uint32) ir.LayoutID {
	if t.array {
		_, _, inner := p.shape(t.element())
		return p.add(ir.LayoutNode{Stride: stride, Members: []ir.LayoutID{p.layout(t.element(), inner)}})
	}
	if t.matrix() {
		return p.add(ir.LayoutNode{Stride: stride, RowMajor: !p.metal})
	}
	return ir.NoLayout
}

func (p *packing) add(n ir.LayoutNode) ir.LayoutID {
	p.m.Layouts = append(p.m.Layouts, n)
	return ir.FirstExplicitLayout + ir.LayoutID(len(p.m.Layouts)-1)
}
