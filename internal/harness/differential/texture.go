package differential

// This file makes up textures and samplers.
//
// Their contents make filtering exact: extents are powers of two, and floats that are
// filtered are small multiples of a power of two, in formats of 16 or 32 bits, for drivers
// filter normalized numbers of 8 bits with weights of 8 bits. The levels that derivatives
// select are left open within bounds (Vulkan, section "Scale Factor Operation,
// Level-of-Detail Operation and Image Level(s) Selection"), so textures have a single level
// in shaders that select by them.

import (
	"bytes"
	"fmt"
	"math"
	"math/bits"
	"strings"

	"refract/exec"
	"refract/internal/ir/transform"
	"refract/internal/vkrun"
	"refract/ir"
	"refract/ir/validate"
)

// A Texture is a texture that a job's shader declares, with the contents before
// the run.
type Texture struct {
	Group, Binding uint32
	Element        int // of a binding array: a Texture for each; -1: of none
	Storage        bool
	Attachment     bool // an input attachment
	View           *exec.TextureView
	Sampler        *exec.Sampler // of a texture and sampler in one
}

// A Sampler is a sampler that a job's shader declares.
type Sampler struct {
	Group, Binding uint32
	Element        int // as of Texture
	*exec.Sampler
}

// sampling is an entry point's ways to sample.
type sampling struct {
	pairs  []validate.Sampling // of image and sampler
	levels bool                // levels are selected by derivatives
}

// samplingOf looks at an entry point, and at functions of the module that may be
// called.
func samplingOf(m *ir.Module, entry *validate.EntryPointInfo) sampling {
	s := sampling{pairs: entry.Samplings}
	for _, f := range m.Functions[1:] {
		for i := 1; i < f.ExprCount(); i++ {
			if e := ir.ExprID(i); f.Kind(e) == ir.KindImageSample {
				switch f.ImageSample(e).Level {
				case ir.LevelAuto, ir.LevelBias, ir.LevelGradient, ir.LevelQuery:
					s.levels = true
				}
			}
		}
	}
	return s
}

// sampled reports whether a texture is sampled.
func (s *sampling) sampled(image ir.GlobalID) bool {
	for _, p := range s.pairs {
		if p.Image.Global() == image {
			return true
		}
	}
	return false
}

// filtered reports whether a sampler may filter: it samples only textures of f32,
// and depths only to compare them.
func (s *sampling) filtered(m *ir.Module, sampler ir.GlobalID) bool {
	for _, p := range s.pairs {
		combined := m.Types.At(m.Globals[sampler].Type)
		if combined.Kind == ir.TypeBindingArray {
			combined = m.Types.At(combined.Base)
		}
		if combined.Kind == ir.TypeSampledImage {
			image := m.Types.At(combined.Base)
			return image.Class == ir.ImageDepth || image.Scalar == ir.F32
		}
		if p.Sampler.Global() != sampler {
			continue
		}
		t := m.Types.At(m.Globals[p.Image.Global()].Type)
		if t.Kind == ir.TypeBindingArray {
			t = m.Types.At(t.Base)
		}
		comparison := combined.Comparison
		if t.Class == ir.ImageDepth && !comparison || t.Class == ir.ImageSampled && t.Scalar != ir.F32 {
			return false
		}
	}
	return true
}

// The formats that sampled textures get, by the shader's component type: the first two of
// f32 if they are filtered. Formats of sRGB are not among them: see package vkrun.
var (
	floatFormats = formatsByName("rgba32float", "rgba16float", "rgba8unorm", "rgba8snorm", "bgra8unorm", "rg32float", "r16float",
		"rg8unorm", "r32float", "rg16float", "rg8snorm", "r8unorm", "r8snorm", "rgb10a2unorm", "rg11b10ufloat", "rgb9e5ufloat",
		"rgba16unorm", "rg16snorm")
	uintFormats = formatsByName("rgba32uint", "rgba8uint", "rgba16uint", "r32uint", "rg8uint", "rg16uint", "r8uint", "r16uint", "rg32uint", "rgb10a2uint")
	sintFormats = formatsByName("rgba32sint", "rgba8sint", "rgba16sint", "r32sint", "rg8sint", "rg16sint", "r8sint", "r16sint", "rg32sint")
)

// filterable is how many of floatFormats are filtered without rounding.
const filterable = 2

func formatsByName(names ...string) (list []exec.Format) {
	for _, name := range names {
		f := exec.FormatByName(name)
		if f == 0 {
			panic("differential: no format " + name)
		}
		list = append(list, f)
	}
	return list
}

// texture makes up a texture of a type for a variable.
func (f *filler) texture(id ir.GlobalID, t *ir.Type, s *sampling) (*exec.TextureView, error) {
	d := exec.TextureDesc{Dim: t.Dim, Width: 32, Height: 16, Levels: 3}
	switch t.Dim {
	case ir.DimSubpass:
		d.Dim, d.Levels = ir.Dim2D, 1
	case ir.Dim1D, ir.DimBuffer:
		d.Height, d.Levels = 1, 1
	case ir.Dim3D:
		d.Width, d.Height, d.Depth = 16, 8, 4
	case ir.DimCube:
		d.Dim, d.Width, d.Height, d.Layers = ir.Dim2D, 8, 8, 6
	}
	if t.Arrayed {
		d.Layers = max(d.Layers*2, 3)
	}
	if t.Arrayed && t.Class == ir.ImageStorage && t.Dim != ir.DimCube {
		d.Layers = 8 // shaders name layers
	}
	if t.Multisampled {
		d.Samples, d.Levels = 4, 1
	}
	sampled := s.sampled(id)
	if t.Class == ir.ImageStorage || t.Class == ir.ImageExternal || s.levels && sampled {
		d.Levels = 1
	}
	d.Format = f.format(t, sampled)
	block, sparse := sparseBlock(&d)
	if sparse = sparse && transform.HasResidency(f.m); sparse {
		d.Width, d.Height = 2*block[0], 2*block[1]
		if d.Dim == ir.Dim3D {
			d.Depth = 2 * block[2]
		}
	}
	texture, err := exec.NewTexture(d)
	if err != nil {
		return nil, err
	}
	f.texels(texture)
	if sparse {
		if err := punch(texture, block); err != nil {
			return nil, err
		}
	}
	view := texture.View()
	if t.Dim == ir.DimCube {
		view = texture.CubeView()
	}
	view.Arrayed = t.Arrayed
	return view, nil
}

// sparseBlock is the size in texels of a block of 64 KiB of a texture (Vulkan, "Standard Sparse
// Image Block Shapes"), if it may have holes.
func sparseBlock(d *exec.TextureDesc) (block [3]uint32, ok bool) {
	n := bits.TrailingZeros(uint(d.Format.Bytes()))
	switch {
	case d.Samples > 1 || d.Format.Bytes() != 1<<n || n > 4:
		return block, false
	case d.Dim == ir.Dim2D:
		block = [...][3]uint32{{256, 256, 1}, {256, 128, 1}, {128, 128, 1}, {128, 64, 1}, {64, 64, 1}}[n]
	case d.Dim == ir.Dim3D:
		block = [...][3]uint32{{64, 32, 32}, {32, 32, 32}, {32, 32, 16}, {32, 16, 16}, {16, 16, 16}}[n]
	}
	if d.Layers == 6 || d.Layers == 12 { // faces of cubes are squares
		block[0] = max(block[0], block[1])
		block[1] = block[0]
	}
	return block, block[0] > 0
}

// punch makes holes in a texture of 2×2 or 2×2×2 blocks: every second block.
func punch(t *exec.Texture, block [3]uint32) error {
	_, _, depth := t.Size(0)
	for z := range max(depth/block[2], t.Layers) {
		for k := range uint32(4) {
			x, y := k&1, k>>1
			if (x+y+z)%2 == 0 {
				continue
			}
			if err := t.Unmap(exec.Hole{At: [3]uint32{x * block[0], y * block[1], z * block[2]}, Size: block}); err != nil {
				return err
			}
		}
	}
	return nil
}

// format picks the format of a texture of a type.
func (f *filler) format(t *ir.Type, sampled bool) exec.Format {
	pick := func(list []exec.Format) exec.Format { return list[f.next()%uint64(len(list))] }
	switch {
	case t.Class == ir.ImageStorage && t.Format == ir.NoFormat:
		return exec.FormatOf(map[ir.Scalar]ir.StorageFormat{ir.F32: ir.Rgba32Float, ir.I32: ir.Rgba32Sint, ir.U32: ir.Rgba32Uint}[t.Scalar])
	case t.Class == ir.ImageStorage:
		return exec.FormatOf(t.Format)
	case t.Class == ir.ImageDepth:
		return exec.Depth32Float
	case t.Scalar == ir.U32 && t.Multisampled:
		return uintFormats[0]
	case t.Scalar == ir.U32:
		return pick(uintFormats)
	case t.Scalar == ir.I32 && t.Multisampled:
		return sintFormats[0]
	case t.Scalar == ir.I32:
		return pick(sintFormats)
	case t.Multisampled:
		return floatFormats[0]
	case sampled || t.Class == ir.ImageExternal:
		return pick(floatFormats[:filterable])
	}
	return pick(floatFormats)
}

// texels fills a texture: formats of floats with multiples of 1/8 from -8 to 8, or 0 to 8
// if they have no sign, depths from 0 to 1, others with any bits.
func (f *filler) texels(t *exec.Texture) {
	name := t.Format.String()
	float, signed := strings.HasSuffix(name, "float"), !strings.HasSuffix(name, "ufloat")
	for level := range t.Levels {
		data := t.Level(level)
		for at := range data {
			data[at] = byte(f.next())
		}
		for at := 0; float && at < len(data); at += t.Format.Bytes() {
			var texel exec.Texel
			for c := range texel {
				x := f.next()
				v := float32(x%65) / 8
				switch {
				case t.Format.IsDepth():
					v = float32(x%9) / 8
				case signed:
					v = float32(x%129)/8 - 8
				}
				texel[c] = uint64(math.Float32bits(v))
			}
			t.Format.Encode(data[at:], texel)
		}
	}
}

// sampler makes up a sampler for a variable. One that takes the nearest texel doesn't
// mirror: see package vkrun.
func (f *filler) sampler(id ir.GlobalID, t *ir.Type, s *sampling) *exec.Sampler {
	x := f.next()
	address := func() exec.AddressMode { x /= 3; return exec.AddressMode(x % 3) }
	o := &exec.Sampler{AddressU: address(), AddressV: address(), AddressW: address(), LodMax: 32}
	if x /= 3; x%4 != 0 && s.filtered(f.m, id) {
		o.Magnify, o.Minify = exec.Linear, exec.Linear
		if x%4 != 1 {
			o.Mipmap = exec.Linear
		}
	}
	for _, mode := range []*exec.AddressMode{&o.AddressU, &o.AddressV, &o.AddressW} {
		if o.Magnify == exec.Nearest && *mode == exec.MirrorRepeat {
			*mode = exec.Repeat
		}
	}
	if t.Comparison || t.Kind == ir.TypeSampledImage && f.m.Types.At(t.Base).Class == ir.ImageDepth {
		o.Compare = exec.CompareLess + exec.Compare(x/4%6)
	}
	return o
}

// clone is a texture's view with contents of its own.
func clone(v *exec.TextureView) (*exec.TextureView, error) {
	t, err := exec.NewTexture(v.Texture.TextureDesc)
	if err != nil {
		return nil, err
	}
	for level := range t.Levels {
		copy(t.Level(level), v.Texture.Level(level))
	}
	for _, h := range v.Texture.Holes() {
		if err := t.Unmap(h); err != nil {
			return nil, err
		}
	}
	c := *v
	c.Texture = t
	return &c, nil
}

// bindAll binds all resources for an engine of this module; textures that it may write
// are copies, which become part of the result.
func (j *Job) bindAll(r *exec.Resources, out Result) error {
	arrays := arrays{}
	r.Immediate = j.Immediate
	for i := range j.Buffers {
		b := &j.Buffers[i]
		if b.Address != 0 {
			r.Place(b.Address, &exec.Buffer{Data: out[i]})
			continue
		}
		arrays.bind(r, b.Group, b.Binding, b.Element, &exec.Buffer{Data: out[i], ReadOnly: !b.Writable})
	}
	n := len(j.Buffers)
	for i := range j.Textures {
		t := &j.Textures[i]
		view := t.View
		if t.Storage {
			var err error
			if view, err = clone(view); err != nil {
				return err
			}
			out[n] = view.Texture.Level(0)
			n++
		}
		if t.Sampler != nil {
			arrays.bind(r, t.Group, t.Binding, t.Element, exec.Combined{Texture: view, Sampler: t.Sampler})
			continue
		}
		arrays.bind(r, t.Group, t.Binding, t.Element, view)
	}
	for i := range j.Samplers {
		s := &j.Samplers[i]
		arrays.bind(r, s.Group, s.Binding, s.Element, s.Sampler)
	}
	return nil
}

// arrays are the binding arrays that are being bound; elements come in their order.
type arrays map[[2]uint32]exec.Array

// bind binds a resource, or an element of an array.
func (a arrays) bind(r *exec.Resources, group, binding uint32, element int, x exec.Resource) {
	if element < 0 {
		r.Bind(group, binding, x)
		return
	}
	list := append(a[[2]uint32{group, binding}], x)
	a[[2]uint32{group, binding}] = list
	r.Bind(group, binding, list)
}

// Bindings are the resources of a job for a device, which leaves its result in out. The
// error names resources that no device can be given.
func (j *Job) Bindings(out Result) ([]vkrun.Binding, error) {
	var list []vkrun.Binding
	for i := range j.Buffers {
		list = append(list, vkrun.Binding{Address: j.Buffers[i].Address, Set: j.Buffers[i].Group, Binding: j.Buffers[i].Binding, Element: uint32(max(j.Buffers[i].Element, 0)), Data: out[i]})
	}
	n := len(j.Buffers)
	for i := range j.Textures {
		t := &j.Textures[i]
		texture, err := deviceTexture(t.View, t.Storage)
		if err != nil {
			return nil, err
		}
		if t.Storage {
			texture.Levels = [][]byte{out[n]}
			n++
		}
		texture.Attachment = t.Attachment
		b := vkrun.Binding{Set: t.Group, Binding: t.Binding, Element: uint32(max(t.Element, 0)), Texture: texture}
		if t.Sampler != nil {
			b.Sampler = deviceSampler(t.Sampler)
		}
		list = append(list, b)
	}
	for i := range j.Samplers {
		s := &j.Samplers[i]
		list = append(list, vkrun.Binding{Set: s.Group, Binding: s.Binding, Element: uint32(max(s.Element, 0)), Sampler: deviceSampler(s.Sampler)})
	}
	return list, nil
}

// deviceTexture is a view for a device.
func deviceTexture(v *exec.TextureView, storage bool) (*vkrun.Texture, error) {
	x := v.Texture
	format, ok := vkrun.FormatByName(x.Format.String())
	if !ok {
		return nil, fmt.Errorf("a texture of %v", x.Format)
	}
	t := &vkrun.Texture{Format: format, Width: x.Width, Height: x.Height, Depth: x.Depth, Layers: x.Layers, Samples: x.Samples, Storage: storage}
	for level := range x.Levels {
		t.Levels = append(t.Levels, x.Level(level))
	}
	for _, h := range x.Holes() {
		t.Sparse = true
		t.Holes = append(t.Holes, vkrun.Hole(h))
	}
	views := map[ir.ImageDim][2]vkrun.View{
		ir.Dim1D:     {vkrun.View1D, vkrun.View1DArray},
		ir.Dim2D:     {vkrun.View2D, vkrun.View2DArray},
		ir.Dim3D:     {vkrun.View3D, vkrun.View3D},
		ir.DimCube:   {vkrun.ViewCube, vkrun.ViewCubeArray},
		ir.DimBuffer: {vkrun.ViewBuffer, vkrun.ViewBuffer},
	}
	t.View = views[v.Dim][0]
	if v.Arrayed {
		t.View = views[v.Dim][1]
	}
	return t, nil
}

func deviceSampler(s *exec.Sampler) *vkrun.Sampler {
	filter := map[exec.Filter]vkrun.Filter{exec.Nearest: vkrun.Nearest, exec.Linear: vkrun.Linear}
	mode := map[exec.AddressMode]vkrun.AddressMode{
		exec.ClampToEdge: vkrun.ClampToEdge, exec.Repeat: vkrun.Repeat, exec.MirrorRepeat: vkrun.MirrorRepeat, exec.ClampToBorder: vkrun.ClampToBorder}
	return &vkrun.Sampler{
		Magnify: filter[s.Magnify], Minify: filter[s.Minify], Mipmap: filter[s.Mipmap],
		Address: [3]vkrun.AddressMode{mode[s.AddressU], mode[s.AddressV], mode[s.AddressW]},
		LodMin:  s.LodMin, LodMax: s.LodMax, Compare: vkrun.Compare(s.Compare), // in the same order
		Border: 2 * uint32(s.Border), Anisotropy: float32(s.MaxAnisotropy), // of floats
	}
}

// compareTextures describes the first difference of the storage textures after two runs, or
// returns "".
func (j *Job) compareTextures(a, b Result) string {
	n := len(j.Buffers)
	for i := range j.Textures {
		t := &j.Textures[i]
		if !t.Storage {
			continue
		}
		x, y, size := a[n], b[n], t.View.Texture.Format.Bytes()
		n++
		if bytes.Equal(x, y) || t.View.Texture.Samples > 1 { // of several samples nothing comes back from a device
			continue
		}
		for at := 0; at < len(x); at += size {
			if !sameTexel(t.View.Texture.Format, x[at:at+size], y[at:at+size], j.tolerance()) {
				return fmt.Sprintf("texture %d.%d (%v) differs at texel %d: %x and %x", t.Group, t.Binding, t.View.Texture.Format, at/size, x[at:at+size], y[at:at+size])
			}
		}
	}
	return ""
}

// tolerance is how far floats of results may be apart. It isn't 0 if a job has textures of
// normalized numbers: Vulkan's section "Conversion From Normalized Fixed-Point to
// Floating-Point" wants a quotient and leaves its rounding open, Mesa's driver multiplies
// by the inverse. Nor is it 0 with cubes, as the average of the three texels around a
// corner rounds. Either is a unit or two in the last place, of numbers up to 8, and a
// little more if some are added; a step of eight bits is a thousand times as much.
func (j *Job) tolerance() float32 {
	for i := range j.Textures {
		if v := j.Textures[i].View; v.Dim == ir.DimCube || strings.Contains(v.Texture.Format.String(), "norm") {
			return 0x1p-18
		}
	}
	return 0
}

// sameTexel reports whether texels hold the same numbers, or floats of 32 bits that are
// that far apart. Drivers may truncate to a float of 16 bits or less, and Mesa's does while
// exec rounds.
func sameTexel(f exec.Format, a, b []byte, most float32) bool {
	var relative float64
	if !strings.HasSuffix(f.String(), "32float") {
		most = 0
	}
	switch {
	case strings.HasSuffix(f.String(), "16float"):
		relative = 0x1p-10
	case f == exec.FormatOf(ir.Rg11b10Ufloat):
		relative = 0x1p-5
	}
	x, y := f.Decode(a), f.Decode(b)
	for c := range x {
		if x[c] == y[c] {
			continue
		}
		u, v := float64(math.Float32frombits(uint32(x[c]))), float64(math.Float32frombits(uint32(y[c])))
		if f.Texel() != ir.F32 || math.Abs(u-v) > max(float64(most), relative*max(math.Abs(u), math.Abs(v))) || (u == u) != (v == v) {
			return false
		}
	}
	return true
}
