// Package ebitengine draws a program in Kage as Ebitengine's DrawRectShader does: over the
// whole of a picture, with source images as textures that they fill, colors multiplied by
// alpha, and the picture behind.
//
// Names and places of resources are as package front/kage has them.
package ebitengine

import (
	"encoding/binary"
	"errors"
	"image"
	"math"

	"refract/exec"
	"refract/exec/raster"
	"refract/internal/exec/setup"
	"refract/ir"
)

// SourceImages is the greatest number of source images.
const SourceImages = 4

// Names of the program's parts.
const (
	UniformBuffer = "uniforms"
	VertexEntry   = "__vertex"
	FragmentEntry = "Fragment"
)

// TextureName is the name of the variable of a source image.
func TextureName(n int) string { return "source" + string(rune('0'+n)) }

// IsProgram reports whether a module is a program in Kage, read with its bridge.
func IsProgram(m *ir.Module) bool {
	id, err := exec.GlobalByName(m, UniformBuffer)
	if err != nil {
		return false
	}
	s := m.StructOf(m.Globals[id].Type)
	return s != nil && len(s.Members) > 0 && s.Members[0].Name == firstUniform && m.EntryPointByName(VertexEntry) != nil
}

// firstUniform is the first uniform of the bridge.
const firstUniform = "__imageDstTextureSize"

// Source is the number of the source image that a variable is; -1: it is none.
func Source(name string) int {
	for i := range SourceImages {
		if TextureName(i) == name {
			return i
		}
	}
	return -1
}

// A Drawing is one call.
type Drawing struct {
	Width, Height int
	Sources       [SourceImages]*exec.Texture // nil: there is none
	Color, Custom [4]float32                  // of all vertices
}

// Texture makes the texture of a source image: colors are multiplied by alpha.
func Texture(img image.Image) (*exec.Texture, error) {
	t, err := exec.TextureOf(img, exec.FormatOf(ir.Rgba8Unorm))
	if err == nil {
		Premultiply(t)
	}
	return t, err
}

// Premultiply multiplies the colors of a texture of eight bits a channel by alpha.
func Premultiply(t *exec.Texture) {
	if t.Format != exec.FormatOf(ir.Rgba8Unorm) {
		return
	}
	data := t.Level(0)
	for i := 0; i+3 < len(data); i += 4 {
		a := int(data[i+3])
		for k := range 3 {
			data[i+k] = byte((int(data[i+k])*a + 127) / 255)
		}
	}
}

// Absent is the texture of a source image that isn't given: one transparent texel.
func Absent() (*exec.Texture, error) {
	return exec.NewTexture(exec.TextureDesc{Dim: ir.Dim2D, Format: exec.FormatOf(ir.Rgba8Unorm), Width: 1, Height: 1})
}

// size is the size of a source image.
func (d *Drawing) size(n int) (w, h float64) {
	if t := d.Sources[n]; t != nil {
		return float64(t.Width), float64(t.Height)
	}
	return 0, 0
}

// A Value is the value of a uniform of the bridge.
type Value struct {
	Name    string
	Numbers []float64
}

// Uniforms are the values of the bridge's uniforms.
func (d *Drawing) Uniforms() []Value {
	var sizes []float64
	for i := range d.Sources {
		w, h := d.size(i)
		sizes = append(sizes, w, h)
	}
	w, h := float64(d.Width), float64(d.Height)
	return []Value{
		{firstUniform, []float64{w, h}},
		{"__imageSrcTextureSizes", sizes},
		{"__imageDstRegionOrigin", []float64{0, 0}},
		{"__imageDstRegionSize", []float64{w, h}},
		{"__imageSrcRegionOrigins", make([]float64, 2*SourceImages)},
		{"__imageSrcRegionSizes", sizes},
		{"__projectionMatrix", []float64{2 / w, 0, 0, 0, 0, -2 / h, 0, 0, 0, 0, 1, 0, -1, 1, 0, 1}},
	}
}

// SetUniforms writes the values of the bridge's uniforms into the uniform buffer.
func (d *Drawing) SetUniforms(buffer exec.View) error {
	for _, u := range d.Uniforms() {
		v, err := buffer.At(u.Name)
		if err != nil {
			return errors.New("the uniforms are none of a program in Kage: " + err.Error())
		}
		if err := setup.SetNumbers(v, u.Numbers, false); err != nil {
			return err
		}
	}
	return nil
}

// corners are the corners of two triangles.
var corners = [...][2]float32{{0, 0}, {1, 0}, {0, 1}, {1, 0}, {0, 1}, {1, 1}}

// Prepare makes a draw call draw the program: its vertices, their layout, and blending, unless
// the pipeline has targets. Source image 0 is stretched over the picture.
func (d *Drawing) Prepare(call *raster.Draw, pipeline *raster.Pipeline) {
	w, h := d.size(0)
	if d.Sources[0] == nil {
		w, h = float64(d.Width), float64(d.Height)
	}
	var data []byte
	add := func(list ...float32) {
		for _, f := range list {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(f))
		}
	}
	for _, c := range corners {
		add(c[0]*float32(d.Width), c[1]*float32(d.Height), c[0]*float32(w), c[1]*float32(h))
		add(d.Color[:]...)
		add(d.Custom[:]...)
	}
	two, four := raster.VertexFormatByName("float32x2"), raster.VertexFormatByName("float32x4")
	pipeline.Buffers = []raster.VertexLayout{{Stride: 48, Attributes: []raster.Attribute{
		{Location: 0, Format: two}, {Location: 1, Format: two, Offset: 8}, {Location: 2, Format: four, Offset: 16}, {Location: 3, Format: four, Offset: 32}}}}
	if len(pipeline.Targets) == 0 {
		over := raster.Equation{Src: raster.BlendOne, Dst: raster.BlendOneMinusSrcAlpha}
		pipeline.Targets = []raster.Target{{Blend: &raster.Blend{Color: over, Alpha: over}}}
	}
	pipeline.Primitive.Front = raster.Clockwise // as Ebitengine's own projection has it
	call.Buffers, call.Count = [][]byte{data}, len(corners)
}
