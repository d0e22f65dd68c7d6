package scene

// This file reads the descriptions of textures, and makes textures.

import (
	"fmt"
	"image"
	"math"

	"refract/exec"
	"refract/exec/raster"
	"refract/internal/exec/ebitengine"
	"refract/internal/exec/setup"
	"refract/internal/picture"
	"refract/ir"
)

// A patternKind is a picture that is made.
type patternKind uint8

const (
	noPattern patternKind = iota
	checker
	gradient
	noise
	coordinates
	numPatterns
)

var patternNames = [numPatterns]string{"", "checker", "gradient", "noise", "uv"}

func (p patternKind) String() string {
	if p < numPatterns {
		return patternNames[p]
	}
	return "?"
}

func patternByName(s string) (patternKind, bool) {
	for i, n := range patternNames {
		if n == s && s != "" {
			return patternKind(i), true
		}
	}
	return 0, false
}

// A pattern is a picture that is made: of two colors in cells, or of colors alone.
type pattern struct {
	kind   patternKind
	colors [2][4]float64
	cells  int
	seed   int
}

func formatByName(s string) (exec.Format, bool) {
	f := exec.FormatByName(s)
	return f, f != 0
}

func readTexture(r *reader, at name, n *node) *texture {
	t := &texture{name: at, scale: 1}
	if n.kind == text {
		t.files = []name{r.clean(r.textOf(n, "a texture"))}
		t.mips = true
		return t
	}
	f := r.object(n, "a texture")
	d := &t.desc
	d.Dim = ir.Dim2D
	d.Format = choice(f, "format", exec.Format(0), formatByName, exec.Format.String)
	switch dim := f.name("dimension"); dim.text {
	case "", "2d":
	case "cube":
		t.cube, d.Layers = true, 6
	case "1d":
		d.Dim = ir.Dim1D
	case "3d":
		d.Dim = ir.Dim3D
	default:
		r.fail(dim.span, `"dimension" is "1d", "2d", "3d" or "cube"`)
	}
	if size := f.integers("size", 1, 3, 1, raster.MaxExtent); size != nil {
		d.Width, d.Height = uint32(size[0]), 1
		if len(size) > 1 {
			d.Height = uint32(size[1])
		}
		if len(size) > 2 {
			d.Depth = uint32(size[2])
		}
	}
	t.scale = f.number("scale", 1, 1.0/1024, 16)
	d.Layers = uint32(f.integer("layers", int(max(d.Layers, 1)), 1, 2048))
	d.Levels = uint32(f.integer("levels", 1, 1, 15))
	d.Samples = uint32(f.integer("samples", 1, 1, 4))
	t.files = f.names("files")
	if one := f.name("file"); one.given() {
		t.files = append(t.files, one)
	}
	for i := range t.files {
		t.files[i] = r.clean(t.files[i])
	}
	t.numbers = f.numbers("texels", 1, 1<<20)
	t.pattern.kind = choice(f, "pattern", noPattern, patternByName, patternKind.String)
	t.pattern.colors = [2][4]float64{{0, 0, 0, 1}, {1, 1, 1, 1}}
	for i, c := range f.array("colors") {
		if i < 2 {
			list := (&fields{reader: r, of: &node{keys: []key{{name: "colors"}}, list: []*node{c}}}).numbers("colors", 3, 4)
			copy(t.pattern.colors[i][:], list)
		}
	}
	t.pattern.cells, t.pattern.seed = f.integer("cells", 8, 1, 4096), f.integer("seed", 1, 0, 1<<31-1)
	t.mips, t.flip, t.premultiply = f.flag("mips"), f.flag("flip"), f.flag("premultiply")
	for _, h := range f.array("holes") {
		t.holes = append(t.holes, readHole(r, h))
	}
	if len(t.holes) > maxHoles {
		r.fail(at.span, "a texture has at most %d holes", maxHoles)
	}
	f.done()
	if d.Format == 0 && (len(t.files) == 0 || t.premultiply) {
		d.Format = exec.FormatOf(ir.Rgba8Unorm)
	}
	if t.premultiply && (len(t.files) == 0 || d.Format != exec.FormatOf(ir.Rgba8Unorm)) {
		r.fail(at.span, `"premultiply" is for files whose format is rgba8unorm`)
	}
	return t
}

// maxHoles is how many holes a texture may have.
const maxHoles = 64

func readHole(r *reader, n *node) hole {
	f := r.object(n, "a hole")
	h := hole{exec.Hole{Level: uint32(f.integer("level", 0, 0, 14)), Size: [3]uint32{1, 1, 1}}, n.span}
	for i, x := range f.integers("at", 1, 3, 0, raster.MaxExtent) {
		h.At[i] = uint32(x)
	}
	size := f.integers("size", 1, 3, 1, raster.MaxExtent)
	for i, x := range size {
		h.Size[i] = uint32(x)
	}
	f.done()
	if size == nil {
		r.fail(n.span, `a hole has a "size"`)
	}
	return h
}

// make makes the texture.
func (t *texture) make(l *Frame) (*exec.Texture, error) {
	d := t.desc
	if d.Width == 0 {
		d.Width = uint32(max(1, math.Round(float64(l.scene.Width)*t.scale)))
		d.Height = uint32(max(1, math.Round(float64(l.scene.Height)*t.scale)))
	}
	var pictures []image.Image
	for _, f := range t.files {
		img, err := l.picture(f)
		if err != nil {
			return nil, err
		}
		if i := len(pictures); i > 0 && img.Bounds().Size() != pictures[0].Bounds().Size() {
			return nil, l.fail(f.span, "%s has %v pixels where %s has %v", f.text, img.Bounds().Size(), t.files[0].text, pictures[0].Bounds().Size())
		}
		pictures = append(pictures, img)
	}
	if len(pictures) > 0 {
		size := pictures[0].Bounds().Size()
		d.Width, d.Height, d.Layers = uint32(size.X), uint32(size.Y), max(d.Layers, uint32(len(pictures)))
		if d.Format == 0 {
			d.Format = exec.FormatOf(ir.Rgba8Unorm)
			if _, wide := pictures[0].(*picture.Float); wide {
				d.Format = exec.FormatOf(ir.Rgba16Float)
			}
		}
	}
	if d.Dim == ir.Dim1D {
		d.Height = 1
	}
	if t.mips {
		d.Levels = levelsOf(d.Width, d.Height)
	}
	if err := l.spend(t.span, uint64(d.Width)*uint64(max(d.Height, 1))*uint64(max(d.Depth, 1))*uint64(max(d.Layers, 1))*uint64(max(d.Samples, 1))*uint64(d.Format.Bytes())); err != nil {
		return nil, err
	}
	if len(t.holes) > 0 { // a byte for each texel
		if err := l.spend(t.span, uint64(d.Width)*uint64(max(d.Height, 1))*uint64(max(d.Depth, 1))*uint64(max(d.Layers, 1))); err != nil {
			return nil, err
		}
	}
	x, err := exec.NewTexture(d)
	if err != nil {
		return nil, l.fail(t.span, "%v", err)
	}
	if err := t.fill(x, pictures); err != nil {
		return nil, l.fail(t.span, "%v", err)
	}
	if t.mips {
		if err := x.MakeLevels(); err != nil {
			return nil, l.fail(t.span, "%v", err)
		}
	}
	for _, h := range t.holes {
		if err := x.Unmap(h.Hole); err != nil {
			return nil, l.fail(h.span, "%v", err)
		}
	}
	return x, nil
}

// levelsOf is the number of mip levels down to a single texel.
func levelsOf(width, height uint32) uint32 {
	n := uint32(1)
	for m := max(width, height); m > 1; m /= 2 {
		n++
	}
	return n
}

// fill writes the texture's initial contents.
func (t *texture) fill(x *exec.Texture, pictures []image.Image) error {
	for i, img := range pictures {
		one, err := exec.TextureOf(img, x.Format)
		if err != nil {
			return err
		}
		if t.premultiply {
			ebitengine.Premultiply(one)
		}
		if t.flip {
			setup.FlipRows(one)
		}
		copy(x.Level(0)[i*len(one.Level(0)):], one.Level(0))
	}
	channels := x.Format.Channels()
	texels := int(x.Width) * int(x.Height) * int(x.Depth) * int(x.Layers)
	if t.numbers != nil {
		if x.Samples > 1 || len(t.numbers) != texels*channels {
			return fmt.Errorf("%d numbers are given where its texels have %d", len(t.numbers), texels*channels)
		}
		for i := range texels {
			var texel exec.Texel
			for c := range channels {
				texel[c] = channelBits(x.Format, t.numbers[i*channels+c])
			}
			x.Format.Encode(x.Level(0)[i*x.Format.Bytes():], texel)
		}
	}
	if t.pattern.kind != noPattern {
		if x.Samples > 1 {
			return fmt.Errorf("a texture of %d samples has no pattern", x.Samples)
		}
		for i := range texels {
			w, h := int(x.Width), int(x.Height)
			color := t.pattern.at(i%w, i/w%h, i/(w*h), w, h)
			var texel exec.Texel
			for c := range texel {
				texel[c] = channelBits(x.Format, color[c])
			}
			x.Format.Encode(x.Level(0)[i*x.Format.Bytes():], texel)
		}
	}
	return nil
}

// channelBits is a number as a channel of a format.
func channelBits(f exec.Format, x float64) uint64 {
	switch f.Texel() {
	case ir.F32:
		return uint64(math.Float32bits(float32(x)))
	case ir.I32, ir.I64:
		return uint64(int64(x)) & (1<<f.Texel().Bits() - 1)
	}
	return uint64(max(x, 0))
}

// at is the color of a texel.
func (p *pattern) at(x, y, z, width, height int) [4]float64 {
	t := 0.0
	switch p.kind {
	case checker:
		t = float64((x*p.cells/width + y*p.cells/height + z) & 1)
	case gradient:
		t = (float64(y) + 0.5) / float64(height)
	case noise:
		h := uint32(p.seed)*0x9e3779b9 ^ uint32(x*p.cells/width)*0x85ebca6b ^ uint32(y*p.cells/height)*0xc2b2ae35 ^ uint32(z)*0x27d4eb2f
		h = (h ^ h>>15) * 0x2c1b3c6d
		h = (h ^ h>>12) * 0x297a2d39
		t = float64(h^h>>15) / math.MaxUint32
	case coordinates:
		return [4]float64{(float64(x) + 0.5) / float64(width), (float64(y) + 0.5) / float64(height), float64(z), 1}
	}
	var c [4]float64
	for k := range c {
		c[k] = p.colors[0][k]*(1-t) + p.colors[1][k]*t
	}
	return c
}
