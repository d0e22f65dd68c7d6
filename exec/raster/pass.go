package raster

// This file declares passes: the attachments that draws write, how they are cleared
// and resolved.

import (
	"encoding/binary"
	"fmt"
	"math"

	"refract/exec"
	"refract/ir"
)

// MaxExtent is the greatest width or height of an attachment.
const MaxExtent = 1 << 14

// MaxColors is the greatest number of color attachments.
const MaxColors = 8

// A Color is a color attachment: the base level and layer of a view.
type Color struct {
	View    *exec.TextureView
	Resolve *exec.TextureView // what Resolve writes; nil: nothing
}

// A Pass is the attachments that draws write. All have the same size and number of
// samples.
type Pass struct {
	Colors  []Color
	Depth   *exec.TextureView // of a depth format; nil: none
	Stencil *exec.TextureView // of Stencil8; nil: none

	// Layers is how many layers of the views are drawn to, cleared and resolved, from their
	// base layers on; the vertex stage chooses one for each primitive. 0 and 1 mean the base
	// layer alone.
	Layers int

	// Workers is how many tiles are drawn at once; 0 and 1 mean one.
	Workers int

	// Tally counts the outcomes of the draws, from its last zero on.
	Tally Tally

	// Progress, if it isn't nil, is called with the number of finished tiles of a draw, and
	// of all; in a draw with a great many vertices, of the tiles that are sorted at once.
	// Workers call it, one at a time.
	Progress func(done, all int)

	// Options are the options of the shaders' runs. MaxSteps bounds each worker's part of a
	// draw. Checks are not made.
	Options exec.RunOptions
}

// NewPass makes a pass with one color attachment, and a depth attachment of floats if depth
// is set. The picture is in the texture: with more samples than one, after Resolve. The
// error is an *exec.InputError.
func NewPass(width, height int, f exec.Format, samples int, depth bool) (*Pass, *exec.Texture, error) {
	d := exec.TextureDesc{Dim: ir.Dim2D, Format: f, Width: uint32(width), Height: uint32(height)}
	picture, err := exec.NewTexture(d)
	if err != nil {
		return nil, nil, err
	}
	p := &Pass{Colors: []Color{{View: picture.View()}}}
	if samples > 1 {
		d.Samples = uint32(samples)
		several, err := exec.NewTexture(d)
		if err != nil {
			return nil, nil, err
		}
		p.Colors[0] = Color{View: several.View(), Resolve: picture.View()}
	}
	if depth {
		d.Format = exec.Depth32Float
		t, err := exec.NewTexture(d)
		if err != nil {
			return nil, nil, err
		}
		p.Depth = t.View()
	}
	return p, picture, nil
}

// An attachment is the memory of one.
type attachment struct {
	data    []byte // the layer of the level
	format  exec.Format
	bytes   int // of a sample
	row     int // bytes
	scalar  ir.Scalar
	unorm   bool // values are clamped to [0, 1] before blending
	snorm   bool
	bytes8  bool // four normalized bytes
	swapped bool // the first is blue
	floats  bool // four floats
}

// at is the memory of a sample.
func (a *attachment) at(x, y, sample, samples int) []byte {
	return a.data[y*a.row+(x*samples+sample)*a.bytes:]
}

// attach finds the memory of a view's layer.
func attach(v *exec.TextureView, layer int) attachment {
	w, h, _ := v.Size(0)
	t := v.Texture
	a := attachment{format: t.Format, bytes: t.Format.Bytes(), scalar: t.Format.Texel()}
	a.row = int(w) * int(t.Samples) * a.bytes
	size := int(h) * a.row
	a.data = t.Level(v.BaseLevel)[(int(v.BaseLayer)+layer)*size:][:size]
	a.unorm, a.snorm = normalized(t.Format)
	a.swapped = t.Format == exec.FormatOf(ir.Bgra8Unorm)
	a.floats = t.Format == exec.FormatOf(ir.Rgba32Float)
	a.bytes8 = a.swapped || t.Format == exec.FormatOf(ir.Rgba8Unorm)
	return a
}

// normalized reports whether values of a format lie in [0, 1], or in [-1, 1].
func normalized(f exec.Format) (unorm, snorm bool) {
	if f.Texel() != ir.F32 || f.IsDepth() {
		return false, false
	}
	b := make([]byte, f.Bytes())
	two := uint64(math.Float32bits(2))
	f.Encode(b, exec.Texel{two, two, two, two})
	if math.Float32frombits(uint32(f.Decode(b)[0])) > 1 {
		return false, false
	}
	f.Encode(b, exec.Texel{two | 1<<31, 0, 0, 0})
	return math.Float32frombits(uint32(f.Decode(b)[0])) == 0, math.Float32frombits(uint32(f.Decode(b)[0])) < 0
}

// inputError is an exec.InputError.
func inputError(what, format string, args ...any) error {
	return &exec.InputError{What: what, Message: fmt.Sprintf(format, args...)}
}

// size checks the attachments and returns their size and samples.
func (p *Pass) size() (width, height, samples int, err error) {
	found := false
	check := func(what string, v *exec.TextureView) error {
		if v == nil || v.Texture == nil {
			return inputError(what, "it has no view")
		}
		if v.Texture.Dim != ir.Dim2D {
			return inputError(what, "a %s texture can't be drawn to", v.Texture.Dim)
		}
		w, h, _ := v.Size(0)
		s := int(v.Texture.Samples)
		if p.Layers < 0 || p.Layers > 1 && p.Layers > int(v.Layers) {
			return inputError(what, "it has %d layers where %d are drawn to", v.Layers, p.Layers)
		}
		if w > MaxExtent || h > MaxExtent {
			return inputError(what, "%d×%d texels are more than %d each way", w, h, MaxExtent)
		}
		if found && (int(w) != width || int(h) != height || s != samples) {
			return inputError(what, "it has %d×%d texels of %d samples where another attachment has %d×%d of %d", w, h, s, width, height, samples)
		}
		found, width, height, samples = true, int(w), int(h), s
		return nil
	}
	if len(p.Colors) > MaxColors {
		return 0, 0, 0, inputError("attachments", "%d colors are more than %d", len(p.Colors), MaxColors)
	}
	for i, c := range p.Colors {
		what := fmt.Sprintf("color attachment %d", i)
		if c.View != nil && c.View.Texture != nil && (c.View.Texture.Format.IsDepth() || c.View.Texture.Format == exec.Stencil8 || c.View.Texture.Format == exec.Rgb9e5Ufloat) {
			return 0, 0, 0, inputError(what, "%s can't be drawn to as a color", c.View.Texture.Format)
		}
		if err := check(what, c.View); err != nil {
			return 0, 0, 0, err
		}
	}
	if p.Depth != nil {
		if p.Depth.Texture != nil && !p.Depth.Texture.Format.IsDepth() {
			return 0, 0, 0, inputError("depth attachment", "%s is no depth format", p.Depth.Texture.Format)
		}
		if err := check("depth attachment", p.Depth); err != nil {
			return 0, 0, 0, err
		}
	}
	if p.Stencil != nil {
		if p.Stencil.Texture != nil && p.Stencil.Texture.Format != exec.Stencil8 {
			return 0, 0, 0, inputError("stencil attachment", "%s is no stencil format", p.Stencil.Texture.Format)
		}
		if err := check("stencil attachment", p.Stencil); err != nil {
			return 0, 0, 0, err
		}
	}
	if !found {
		return 0, 0, 0, inputError("pass", "it has no attachments")
	}
	return width, height, samples, nil
}

// ClearColor fills a color attachment. Numbers are truncated for integer formats.
func (p *Pass) ClearColor(i int, value [4]float64) error {
	if _, _, _, err := p.size(); err != nil {
		return err
	}
	if i < 0 || i >= len(p.Colors) {
		return inputError("clear", "there is no color attachment %d", i)
	}
	first := attach(p.Colors[i].View, 0)
	var t exec.Texel
	for k, x := range value {
		switch first.scalar {
		case ir.I32:
			t[k] = uint64(uint32(int32(min(max(x, math.MinInt32), math.MaxInt32))))
		case ir.U32:
			t[k] = uint64(uint32(min(max(x, 0), math.MaxUint32)))
		default:
			t[k] = uint64(math.Float32bits(float32(x)))
		}
	}
	for layer := range p.layers() {
		a := attach(p.Colors[i].View, layer)
		a.fill(t)
	}
	return nil
}

func (p *Pass) layers() int { return max(p.Layers, 1) }

// ClearDepth fills the depth attachment with a value from 0 to 1.
func (p *Pass) ClearDepth(value float64) error {
	if _, _, _, err := p.size(); err != nil {
		return err
	}
	if p.Depth == nil {
		return inputError("clear", "there is no depth attachment")
	}
	if !(value >= 0 && value <= 1) {
		return inputError("clear", "a depth of %v is not from 0 to 1", value)
	}
	for layer := range p.layers() {
		a := attach(p.Depth, layer)
		a.fill(exec.Texel{uint64(math.Float32bits(float32(value)))})
	}
	return nil
}

// ClearStencil fills the stencil attachment.
func (p *Pass) ClearStencil(value uint8) error {
	if _, _, _, err := p.size(); err != nil {
		return err
	}
	if p.Stencil == nil {
		return inputError("clear", "there is no stencil attachment")
	}
	for layer := range p.layers() {
		a := attach(p.Stencil, layer)
		for i := range a.data {
			a.data[i] = value
		}
	}
	return nil
}

// fill sets every sample to a texel.
func (a *attachment) fill(t exec.Texel) {
	if len(a.data) == 0 {
		return
	}
	a.format.Encode(a.data, t)
	for n := a.bytes; n < len(a.data); n *= 2 {
		copy(a.data[n:], a.data[:n])
	}
}

// Resolve writes the mean of each pixel's samples to the attachments' Resolve views;
// of integer formats the first sample.
func (p *Pass) Resolve() error {
	width, height, samples, err := p.size()
	if err != nil {
		return err
	}
	for i, c := range p.Colors {
		if c.Resolve == nil {
			continue
		}
		w, h, _ := c.Resolve.Size(0)
		if t := c.Resolve.Texture; t.Samples != 1 || t.Format != c.View.Texture.Format || int(w) != width || int(h) != height {
			return inputError(fmt.Sprintf("color attachment %d", i), "its resolve target has another format or size, or more samples than one")
		}
		if p.layers() > max(int(c.Resolve.Layers), 1) {
			return inputError(fmt.Sprintf("color attachment %d", i), "its resolve target has %d layers, not %d", c.Resolve.Layers, p.Layers)
		}
		for layer := range p.layers() {
			from, to := attach(c.View, layer), attach(c.Resolve, layer)
			for y := range height {
				from.resolveRow(&to, y, width, samples)
			}
		}
	}
	return nil
}

// resolveRow resolves a row. In most pixels of bytes all four samples are the same.
func (a *attachment) resolveRow(to *attachment, y, width, samples int) {
	quick := a.bytes8 && samples == 4
	row, out := a.data[y*a.row:], to.data[y*to.row:]
	for x := range width {
		if quick {
			first, second := binary.LittleEndian.Uint64(row[16*x:]), binary.LittleEndian.Uint64(row[16*x+8:])
			if first == second && uint32(first) == uint32(first>>32) {
				binary.LittleEndian.PutUint32(out[4*x:], uint32(first))
				continue
			}
		}
		a.resolve(to.at(x, y, 0, 1), x, y, samples)
	}
}

// resolve writes the mean of a pixel's samples.
func (a *attachment) resolve(to []byte, x, y, samples int) {
	if a.scalar != ir.F32 {
		copy(to[:a.bytes], a.at(x, y, 0, samples))
		return
	}
	if a.bytes8 {
		table, b := unorms.Get(), a.at(x, y, 0, samples)
		var sum [4]float32
		for s := range samples {
			for k := range sum {
				sum[k] += table[b[4*s+k]]
			}
		}
		for k := range sum {
			to[k] = byte(byteOf(sum[k] / float32(samples)))
		}
		return
	}
	var sum [4]float32
	for s := range samples {
		t := a.format.Decode(a.at(x, y, s, samples))
		for k := range sum {
			sum[k] += math.Float32frombits(uint32(t[k]))
		}
	}
	var t exec.Texel
	for k := range sum {
		t[k] = uint64(math.Float32bits(sum[k] / float32(samples)))
	}
	a.format.Encode(to, t)
}
