package exec

// This file checks the resources of a run against the variables of the shader, as a GPU API
// would (WebGPU, "Resource interface validation"), and resolves them for engines.

import (
	"fmt"

	"refract/internal/exec/bvh"
	"refract/internal/ir/layout"
	"refract/ir"
)

// A Bound is the resource of a variable in a run. The slices have one entry for each
// element of a binding array, else one.
type Bound struct {
	Memory   [][]byte // buffers
	Textures []*TextureView
	Samplers []*Sampler

	// Structures are for the engines of this module.
	Structures []*bvh.Top
}

// Resolve checks and resolves the resources of the globals; the result has an
// entry for each, empty for memory that needs no resource. The error is a
// *BindingError.
func (r *Resources) Resolve(m *ir.Module, globals []ir.GlobalID) ([]Bound, error) {
	b := binder{m: m, cache: layout.New(m)}
	out := make([]Bound, len(globals))
	for i, id := range globals {
		g := &m.Globals[id]
		b.g = g
		var err error
		switch g.Space {
		case ir.SpaceUniform, ir.SpaceStorage, ir.SpaceHandle:
			err = b.bind(r.of(g), &out[i])
		case ir.SpaceImmediate:
			var memory []byte
			if r != nil {
				memory = r.Immediate
			}
			err = b.memory(memory, 0, g.Type, &out[i])
		}
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

type binder struct {
	m     *ir.Module
	cache *layout.Cache
	g     *ir.Global
}

func (b *binder) fail(p Problem, format string, args ...any) error {
	g := b.g
	return &BindingError{Group: g.Binding.Group, Binding: g.Binding.Binding, HasBinding: g.HasBinding, Name: g.Name,
		Problem: p, Message: fmt.Sprintf(format, args...), Span: g.Span}
}

// bind resolves the resource of the variable at hand.
func (b *binder) bind(res Resource, out *Bound) error {
	if res == nil {
		return b.fail(Missing, "nothing is bound")
	}
	t := b.m.Types.At(b.g.Type)
	if t.Kind != ir.TypeBindingArray {
		return b.one(res, b.g.Type, out)
	}
	list, ok := res.(Array)
	if !ok {
		return b.fail(WrongKind, "a binding array wants an Array")
	}
	switch {
	case len(list) == 0:
		return b.fail(WrongCount, "the Array is empty")
	case t.Length != 0 && len(list) != int(t.Length):
		return b.fail(WrongCount, "the binding array has %d elements, the Array %d", t.Length, len(list))
	}
	for i, element := range list {
		if element == nil {
			return b.fail(Missing, "element %d is missing", i)
		}
		if err := b.one(element, t.Base, out); err != nil {
			return err
		}
	}
	return nil
}

// one resolves a single resource of the given type.
func (b *binder) one(res Resource, ty ir.TypeID, out *Bound) error {
	t := b.m.Types.At(ty)
	switch t.Kind {
	case ir.TypeImage:
		return b.texture(res, t, out)
	case ir.TypeSampler:
		return b.sampler(res, t.Comparison, out)
	case ir.TypeSampledImage:
		c, ok := res.(Combined)
		if !ok || c.Texture == nil || c.Sampler == nil {
			return b.fail(WrongKind, "a Combined texture and sampler is expected, not %s", nameOf(res))
		}
		if err := b.texture(c.Texture, b.m.Types.At(t.Base), out); err != nil {
			return err
		}
		return b.sampler(c.Sampler, b.m.Types.At(t.Base).Class == ir.ImageDepth, out)
	case ir.TypeAccelerationStructure:
		return b.structure(res, out)
	}
	var memory []byte
	switch res := res.(type) {
	case *Buffer:
		if res == nil {
			return b.fail(Missing, "the buffer is nil")
		}
		if res.ReadOnly && b.writes() {
			return b.fail(WrongAccess, "a read-only buffer is bound to a variable that may be written")
		}
		memory = res.Data
	case BufferRange:
		if res.Buffer == nil {
			return b.fail(Missing, "the buffer is nil")
		}
		if res.Buffer.ReadOnly && b.writes() {
			return b.fail(WrongAccess, "a read-only buffer is bound to a variable that may be written")
		}
		if res.Offset%OffsetAlignment != 0 {
			return b.fail(Misaligned, "the offset %d is not a multiple of %d bytes", res.Offset, OffsetAlignment)
		}
		size := res.Size
		if size == 0 {
			size = len(res.Buffer.Data) - res.Offset
		}
		if res.Offset < 0 || size <= 0 || size > len(res.Buffer.Data)-res.Offset {
			return b.fail(TooSmall, "%d bytes from offset %d are bound of a buffer with %d", size, res.Offset, len(res.Buffer.Data))
		}
		memory = res.Buffer.Data[res.Offset : res.Offset+size : res.Offset+size]
	default:
		return b.fail(WrongKind, "a buffer is expected, not %s", nameOf(res))
	}
	if b.g.Space == ir.SpaceStorage && len(memory)%4 != 0 {
		return b.fail(Misaligned, "the size of a storage buffer must be a multiple of 4 bytes, but is %d", len(memory))
	}
	return b.memory(memory, 1, ty, out)
}

// writes reports whether the variable at hand may be written.
func (b *binder) writes() bool {
	return b.g.Space == ir.SpaceStorage && b.g.Access&ir.AccessWrite != 0
}

// memory checks the size of memory for a type.
func (b *binder) memory(memory []byte, least uint32, ty ir.TypeID, out *Bound) error {
	l := b.g.Layout
	if b.m.Types.At(b.g.Type).Kind == ir.TypeBindingArray {
		l = b.m.ElementLayout(l)
	}
	size, err := b.cache.MinSize(ty, l)
	if err != nil {
		return b.fail(WrongKind, "the type has no layout: %v", err)
	}
	if size = max(size, least); len(memory) < int(size) {
		return b.fail(TooSmall, "the type takes at least %d bytes, but %d are bound", size, len(memory))
	}
	out.Memory = append(out.Memory, memory)
	return nil
}

func (b *binder) sampler(res Resource, comparison bool, out *Bound) error {
	s, ok := res.(*Sampler)
	if !ok || s == nil {
		return b.fail(WrongKind, "a sampler is expected, not %s", nameOf(res))
	}
	if comparison && s.Compare == NoCompare {
		return b.fail(WrongSampler, "a comparison sampler is expected")
	}
	if !comparison && s.Compare != NoCompare {
		return b.fail(WrongSampler, "a comparison sampler is bound where none is expected")
	}
	out.Samplers = append(out.Samplers, s)
	return nil
}

func (b *binder) texture(res Resource, t *ir.Type, out *Bound) error {
	view, ok := res.(*TextureView)
	if texture, whole := res.(*Texture); whole && texture != nil {
		view, ok = texture.View(), true
		if t.Dim == ir.DimCube {
			view = texture.CubeView()
		}
		if t.Arrayed {
			view.Arrayed = true
		}
		if t.Class == ir.ImageStorage {
			view.Levels = 1
		}
	}
	if !ok || view == nil {
		return b.fail(WrongKind, "a texture is expected, not %s", nameOf(res))
	}
	if problem := view.problem(); problem != "" {
		return b.fail(WrongDim, "%s", problem)
	}
	want := t.Dim
	if want == ir.DimSubpass {
		want = ir.Dim2D
	}
	if view.Dim != want || view.Arrayed != t.Arrayed {
		return b.fail(WrongDim, "a %s texture is expected, not %s", dimName(want, t.Arrayed), dimName(view.Dim, view.Arrayed))
	}
	if t.Multisampled != (view.Texture.Samples > 1) {
		return b.fail(WrongDim, "the texture has %d samples", view.Texture.Samples)
	}
	format := view.Texture.Format
	switch t.Class {
	case ir.ImageStorage:
		if t.Format == ir.NoFormat {
			if format.IsDepth() || format.Texel() != t.Scalar {
				return b.fail(WrongFormat, "a format of %s texels is expected, not %s", t.Scalar, format)
			}
		} else if format != FormatOf(t.Format) {
			return b.fail(WrongFormat, "format %s is expected, not %s", t.Format, format)
		}
		if view.Levels != 1 {
			return b.fail(WrongDim, "a storage texture is one mip level, not %d", view.Levels)
		}
	case ir.ImageDepth:
		if !format.IsDepth() {
			return b.fail(WrongFormat, "a depth format is expected, not %s", format)
		}
	case ir.ImageSampled:
		if format.Texel() != t.Scalar {
			return b.fail(WrongFormat, "a format of %s texels is expected, not %s", t.Scalar, format)
		}
	case ir.ImageExternal:
		if format.Texel() != ir.F32 || view.Levels != 1 {
			return b.fail(WrongFormat, "an external texture is one mip level of f32 texels")
		}
	default:
		panic("exec: image class " + t.Class.String())
	}
	out.Textures = append(out.Textures, view)
	return nil
}

func dimName(d ir.ImageDim, arrayed bool) string {
	if arrayed {
		return d.String() + "_array"
	}
	return d.String()
}

// nameOf names the kind of a resource.
func nameOf(r Resource) string {
	switch r.(type) {
	case *Buffer, BufferRange:
		return "a buffer"
	case *Texture, *TextureView:
		return "a texture"
	case *Sampler:
		return "a sampler"
	case Combined:
		return "a combined texture and sampler"
	case *AccelerationStructure:
		return "an acceleration structure"
	case Array:
		return "an array"
	}
	return "nothing"
}
