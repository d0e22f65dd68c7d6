package engine

// This file makes the resources of a run: those of the request, and for the rest something
// to look at.

import (
	"errors"
	"fmt"
	"image"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"refract"
	"refract/exec"
	"refract/exec/raster"
	"refract/front/glsl"
	"refract/internal/exec/ebitengine"
	"refract/internal/exec/setup"
	"refract/internal/web/service"
	"refract/ir"
)

// A bench is the resources of a run.
type bench struct {
	call     *service.Call
	module   *ir.Module
	bound    exec.Resources
	buffers  map[ir.GlobalID]*exec.Buffer
	unset    map[ir.GlobalID]*exec.Buffer // uniforms that the request doesn't give
	textures map[ir.GlobalID]*exec.Texture
}

const (
	openLength  = 64 // elements of arrays whose length the buffer decides
	patternSize = 64 // pixels of textures that aren't given
	shownTexels = 1 << 20
)

// frame is the size and time of the picture.
func (b *bench) frame() setup.Frame {
	c := b.call
	return setup.Frame{Number: c.Frame, Seconds: c.Time, FPS: 30, Width: c.Width, Height: c.Height, Mouse: c.Mouse,
		Channels: func() []float64 { return setup.ChannelSizes(b.module, &b.bound) }}
}

// clip is the clip space of the vertex shader. Without one, GLSL with uniforms outside of
// blocks is OpenGL's.
func (b *bench) clip(vertex string) raster.ClipSpace {
	l, _ := b.call.Language()
	if c, ok := raster.ClipSpaceOf(b.module, vertex); ok {
		return c
	}
	switch {
	case b.lower():
		return raster.ClipOpenGL
	case l == refract.SPIRV || l == refract.GLSL:
		return raster.ClipVulkan
	}
	return raster.ClipWebGPU
}

// lower reports whether the shader is OpenGL's, whose rows count from the bottom.
func (b *bench) lower() bool {
	l, _ := b.call.Language()
	return b.call.From == "shadertoy" || l == refract.GLSL && slices.ContainsFunc(b.module.Globals, func(g ir.Global) bool { return g.Name == glsl.LooseUniforms })
}

// label is the name of a variable in requests and answers.
func label(g *ir.Global) string {
	if g.Name == "" && g.HasBinding {
		return strconv.Itoa(int(g.Binding.Group)) + "." + strconv.Itoa(int(g.Binding.Binding))
	}
	return g.Name
}

// given is the content that the request has for a variable.
func (b *bench) given(g *ir.Global) (string, bool) {
	if text, ok := b.call.Buffers[label(g)]; ok {
		return text, true
	}
	if g.HasBinding {
		text, ok := b.call.Buffers[fmt.Sprintf("%d.%d", g.Binding.Group, g.Binding.Binding)]
		return text, ok
	}
	return "", false
}

// unknown returns an error if the request has content for a buffer that the module lacks:
// zeros in its place would look like results.
func (b *bench) unknown() error {
	known, names := map[string]bool{}, []string{}
	for i := range b.module.Globals[1:] {
		g := &b.module.Globals[i+1]
		switch g.Space {
		case ir.SpaceStorage, ir.SpaceUniform, ir.SpaceImmediate:
		default:
			continue
		}
		known[label(g)] = true
		names = append(names, label(g))
		if g.HasBinding {
			known[fmt.Sprintf("%d.%d", g.Binding.Group, g.Binding.Binding)] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(b.call.Buffers)) {
		if known[name] {
			continue
		}
		if len(names) == 0 {
			return fmt.Errorf("there is no buffer %q: the shader has none", name)
		}
		return fmt.Errorf("there is no buffer %q; there are %s", name, strings.Join(names, ", "))
	}
	return nil
}

// supply binds something to each of the variables.
func (b *bench) supply(globals []ir.GlobalID) error {
	if err := b.unknown(); err != nil {
		return err
	}
	b.unset = map[ir.GlobalID]*exec.Buffer{}
	done := map[ir.GlobalID]bool{}
	for _, id := range globals {
		g := &b.module.Globals[id]
		if done[id] || g.Space == ir.SpacePrivate || g.Space == ir.SpaceWorkgroup {
			continue
		}
		done[id] = true
		r, err := b.resource(id, g)
		if err != nil {
			return fmt.Errorf("%s: %w", label(g), err)
		}
		switch {
		case g.Space == ir.SpaceImmediate:
			b.bound.Immediate = b.buffers[id].Data
		case g.HasBinding:
			b.bound.Bind(g.Binding.Group, g.Binding.Binding, r)
		default:
			b.bound.BindName(g.Name, r)
		}
	}
	return nil
}

func (b *bench) resource(id ir.GlobalID, g *ir.Global) (exec.Resource, error) {
	t := b.module.Types.At(g.Type)
	switch t.Kind {
	case ir.TypeSampler:
		return sampler(t.Comparison), nil
	case ir.TypeImage:
		texture, err := b.texture(g, t)
		if err != nil {
			return nil, err
		}
		b.textures[id] = texture
		return viewOf(texture, t), nil
	case ir.TypeSampledImage:
		image := b.module.Types.At(t.Base)
		texture, err := b.texture(g, image)
		if err != nil {
			return nil, err
		}
		return exec.Combined{Texture: viewOf(texture, image), Sampler: sampler(image.Class == ir.ImageDepth)}, nil
	}
	if text, ok := b.given(g); ok {
		data, err := setup.ParseContent(text)
		if err != nil {
			return nil, err
		}
		b.buffers[id] = &exec.Buffer{Data: data}
		return b.buffers[id], nil
	}
	buffer, err := exec.BufferFor(b.module, id, openLength)
	if err != nil {
		return nil, err
	}
	b.buffers[id] = buffer
	if g.Space == ir.SpaceUniform || g.Space == ir.SpaceImmediate {
		b.unset[id] = buffer
	}
	return buffer, nil
}

// kage makes the call draw a program in Kage.
func (b *bench) kage(call *raster.Draw) error {
	d := ebitengine.Drawing{Width: b.call.Width, Height: b.call.Height, Color: [4]float32{1, 1, 1, 1}}
	for id, t := range b.textures {
		if n := ebitengine.Source(b.module.Globals[id].Name); n >= 0 {
			d.Sources[n] = t
		}
	}
	for id, buffer := range b.unset {
		g := &b.module.Globals[id]
		view, err := exec.NewView(b.module, g.Type, g.Layout, buffer.Data)
		if err == nil {
			err = d.SetUniforms(view)
		}
		if err != nil {
			return err
		}
	}
	d.Prepare(call, call.Pipeline)
	return nil
}

func sampler(comparison bool) *exec.Sampler {
	s := exec.NewSampler(exec.Linear, exec.Repeat)
	if comparison {
		s.Compare = exec.CompareLessEqual
	}
	return s
}

func viewOf(t *exec.Texture, image *ir.Type) *exec.TextureView {
	v := t.View()
	if image.Dim == ir.DimCube {
		v = t.CubeView()
	}
	v.Arrayed = v.Arrayed || image.Arrayed
	return v
}

// chosen is the texture of a picture of the request.
func (b *bench) chosen(p service.Texture, t *ir.Type) (*exec.Texture, error) {
	switch {
	case t.Dim != ir.Dim2D || t.Class != ir.ImageSampled || t.Scalar != ir.F32 || t.Multisampled:
		return nil, errors.New("only 2D textures of floats hold pictures")
	case p.Width < 1 || p.Height < 1 || p.Width > maxPixels || p.Height > maxPixels || len(p.Pixels) != 4*p.Width*p.Height:
		return nil, fmt.Errorf("%d bytes are no picture of %d by %d", len(p.Pixels), p.Width, p.Height)
	}
	img := &image.NRGBA{Pix: p.Pixels, Stride: 4 * p.Width, Rect: image.Rect(0, 0, p.Width, p.Height)}
	texture, err := exec.TextureOf(img, exec.FormatOf(ir.Rgba8Unorm))
	if err == nil && b.lower() {
		setup.FlipRows(texture)
	}
	return texture, err
}

// texture makes the texture of a variable: the request's picture; of storage, black and as large as the
// picture that is drawn; else a pattern of squares and slopes.
func (b *bench) texture(g *ir.Global, t *ir.Type) (*exec.Texture, error) {
	if p, ok := b.call.Textures[label(g)]; ok {
		return b.chosen(p, t)
	}
	d := exec.TextureDesc{Dim: t.Dim, Format: exec.FormatOf(ir.Rgba8Unorm), Width: patternSize}
	switch {
	case t.Class == ir.ImageStorage:
		if d.Width, d.Height = uint32(b.call.Width), uint32(b.call.Height); d.Width == 0 {
			d.Width, d.Height = 4*patternSize, 4*patternSize
		}
		if t.Format != ir.NoFormat {
			d.Format = exec.FormatOf(t.Format)
		}
	case t.Class == ir.ImageDepth:
		d.Format = exec.Depth32Float
	case t.Scalar == ir.U32:
		d.Format = exec.FormatOf(ir.Rgba8Uint)
	case t.Scalar == ir.I32:
		d.Format = exec.FormatOf(ir.Rgba8Sint)
	}
	switch t.Dim {
	case ir.Dim1D, ir.DimBuffer:
		d.Height = 0
	case ir.DimCube:
		d.Dim, d.Height, d.Layers = ir.Dim2D, d.Width, 6
	default:
		if d.Height == 0 {
			d.Height = patternSize
		}
		if t.Dim == ir.Dim3D {
			d.Depth = 1
		}
	}
	texture, err := exec.NewTexture(d)
	if err != nil || t.Class == ir.ImageStorage {
		return texture, err
	}
	layers := max(d.Layers, 1)
	for z := range layers {
		for y := range max(d.Height, 1) {
			for x := range d.Width {
				texture.Set(0, x, y, z, 0, pattern(x, y, t.Scalar))
			}
		}
	}
	return texture, nil
}

// results are the buffers and storage textures that a run may have changed.
func (b *bench) results(globals []ir.GlobalID) []shown {
	list := []shown{}
	for _, id := range globals {
		g := &b.module.Globals[id]
		if buffer := b.buffers[id]; buffer != nil && g.Space == ir.SpaceStorage {
			s := shown{Name: label(g)}
			if view, err := exec.NewView(b.module, g.Type, g.Layout, buffer.Data); err == nil {
				s.Type, s.Text = view.TypeName(), view.String()
			}
			list = append(list, s)
		}
		t := b.module.Types.At(g.Type)
		if texture := b.textures[id]; texture != nil && t.Class == ir.ImageStorage && t.Dim == ir.Dim2D {
			w, h, _ := texture.Size(0)
			if w*h <= shownTexels {
				list = append(list, shown{Name: label(g), Type: "texture", Pixels: texture.Image().Pix, Width: int(w), Height: int(h)})
			}
		}
	}
	return list
}

// pattern is a texel of a texture that isn't given: squares of 8 by 8 over a slope.
func pattern(x, y uint32, s ir.Scalar) exec.Texel {
	dark := (x/8+y/8)%2 == 0
	if s != ir.F32 {
		n := uint64(x*4) % 256
		if dark {
			n = 0
		}
		return exec.Texel{n, uint64(y*4) % 256, 0, 255}
	}
	value := func(v float32) uint64 { return uint64(math.Float32bits(v)) }
	light := float32(0.9)
	if dark {
		light = 0.35
	}
	return exec.Texel{value(light * float32(x%patternSize) / patternSize), value(light * float32(y%patternSize) / patternSize), value(light * 0.6), value(1)}
}
