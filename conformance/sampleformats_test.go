package conformance

// This file draws ways to read textures (samplerows_test.go) with formats, samplers, images and
// coordinates made at random: in the interpreter, the fast engine and the rasterizer, which
// agree on every bit, and on a Vulkan driver.
//
// Vulkan lets drivers weigh texels in steps of 2^-SubTexelPrecisionBits and levels in steps of
// 2^-MipmapPrecisionBits (section "Texel Filtering"), and leaves open which texel is the nearest
// within such a step of the line between two. So coordinates of unfiltered textures keep away from
// lines, and levels from the middle between two if one is picked. Numbers may then differ by
//
//	2^-12 of the range of the texels, for a weight of a coordinate in f32 and its rounding
//	3/255 of normalized bytes that are filtered: Mesa weighs them in steps of 1/256
//	2/255 and a hundredth of sRGB: Mesa makes it linear by a polynomial
//	2^-5 of a level that a shader asks for
//	2^-5 of the range between levels
//
// and integers, texels that are fetched and sizes not at all.

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"

	"refract"
	"refract/exec"
	"refract/internal/harness/differential"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir"
	"refract/ir/validate"
)

// sampledFormats are the formats of textures, by the prefix of the shader's type; "d" is depth.
var sampledFormats = map[string][]string{
	"": strings.Fields("r8unorm rg8snorm rgba8unorm bgra8unorm rgba8unorm-srgb r16unorm rgba16snorm r16float rgba16float r32float " +
		"rgba32float rgb10a2unorm rg11b10ufloat rgb9e5ufloat depth16unorm depth32float"),
	"i": strings.Fields("r8sint rgba8sint rg16sint r32sint rgba32sint"),
	"u": strings.Fields("r8uint rgba8uint rgba16uint rg32uint rgb10a2uint"),
	"d": strings.Fields("depth16unorm depth32float"),
}

// TestSampleFormats draws each row with each format, with several samplers each if REFRACT_ALL
// is 1, else every fifth pair, from $REFRACT_SEED on. $REFRACT_ROWS is a regular expression of
// "row, format".
func TestSampleFormats(t *testing.T) {
	var d *vkrun.Device
	if sweep.On() {
		d = vkrun.OpenTest(t)
	}
	wanted := regexp.MustCompile(os.Getenv("REFRACT_ROWS"))
	every, samplers := 5, 1
	switch {
	case os.Getenv("REFRACT_ALL") == "1" || os.Getenv("REFRACT_ROWS") != "":
		every, samplers = 1, 3
	case !sweep.On():
		every = 20
	}
	seed, wrong, drawn := number("REFRACT_SEED", 0), 0, 0
	old := d != nil && !derives(t, d)
	for n := range sampleRows {
		row := &sampleRows[n]
		d := d
		if old && row.shape == "Cube" && row.ways&numbers != 0 {
			d = nil // see package vkrun
		}
		for _, prefix := range row.prefixes() {
			job, err := sampleJob(row, prefix)
			if err != nil {
				t.Errorf("%s%s %s: %v", prefix, row.shape, row.expr, err)
				continue
			}
			formats := sampledFormats[prefix]
			if row.ways&shadow != 0 {
				formats = sampledFormats["d"]
			}
			for k, format := range formats {
				if !wanted.MatchString(row.expr+", "+format) || (n*7+k+seed)%every != 0 {
					continue
				}
				for s := range samplers {
					c := &sampleCase{row: row, job: job, random: rand.New(rand.NewPCG(uint64(seed+s), uint64(n*100+k)))}
					if !c.make(format) {
						continue
					}
					drawn++
					if difference := c.differ(d); difference != "" && wrong < 40 {
						wrong++
						t.Errorf("%s%s %s, %s, %dx%dx%d, %d levels, sampler %+v: %s", prefix, row.shape, row.expr, format,
							c.desc.Width, c.desc.Height, c.desc.Depth, c.desc.Levels, c.sampler, difference)
					}
				}
			}
		}
	}
	t.Logf("%d rows, %d draws", len(sampleRows), drawn)
}

// prefixes are the types of texels that a row takes.
func (r *sampleRow) prefixes() []string {
	if r.ways&(shadow|floats) != 0 {
		return []string{""}
	}
	return []string{"", "i", "u"}
}

// sampleJob is the shader of a row, with resources that are replaced.
func sampleJob(r *sampleRow, prefix string) (*differential.Job, error) {
	m, err := refract.Parse(context.Background(), "a.frag", []byte(r.source(prefix)), refract.ParseOptions{})
	if err != nil {
		return nil, err
	}
	info, err := validate.Module(m, validate.Options{Capabilities: validate.All})
	if err != nil {
		return nil, err
	}
	return differential.NewModuleJob(r.expr, m, info, ir.StageFragment, [3]uint32{}, 1)
}

// A sampleCase is a draw of a row.
type sampleCase struct {
	row     *sampleRow
	job     *differential.Job
	random  *rand.Rand
	desc    exec.TextureDesc
	sampler *exec.Sampler
	places  []byte
	uniform int     // the level of fetches and sizes
	least   float64 // of the texels
	most    float64
}

func (c *sampleCase) pick(n int) int { return c.random.IntN(n) }

// filters reports whether the sampler mixes texels of a level.
func (c *sampleCase) filters() bool {
	return c.sampler.Magnify == exec.Linear || c.sampler.Minify == exec.Linear
}

// make makes the texture, the sampler and the coordinates; false: the row doesn't take the format.
func (c *sampleCase) make(format string) bool {
	f := exec.FormatByName(format)
	if c.row.shape == "2DMS" && (f.Channels() != 4 || f.Bytes() != 16) || c.row.shape == "Buffer" && (f.IsDepth() || strings.Contains(format, "srgb")) {
		return false
	}
	if f.IsDepth() && (c.row.shape == "3D" || c.row.shape == "Buffer") {
		return false
	}
	view, err := c.texture(f)
	if err != nil {
		return false
	}
	c.job.Textures[0].View = view
	c.chooseSampler(f)
	if len(c.job.Samplers) > 0 {
		c.job.Samplers[0].Sampler = c.sampler
	}
	c.choosePlaces()
	c.job.Buffers[0].Data = c.places
	return true
}

// texture makes a texture with random texels.
func (c *sampleCase) texture(f exec.Format) (*exec.TextureView, error) {
	d := exec.TextureDesc{Dim: ir.Dim2D, Format: f, Width: 32, Height: 16, Levels: uint32(1 + c.pick(4))}
	if !c.row.implicit && c.pick(2) == 0 {
		d.Width, d.Height = uint32(1+c.pick(40)), uint32(1+c.pick(20))
	}
	layers := uint32(1 + c.pick(4))
	switch c.row.shape {
	case "1D", "1DArray":
		d.Dim, d.Height = ir.Dim1D, 1
	case "Buffer":
		d.Dim, d.Height, d.Levels = ir.DimBuffer, 1, 1
	case "3D":
		d.Dim, d.Height, d.Depth = ir.Dim3D, min(d.Height, 8), 4
	case "2DMS":
		d.Levels, d.Samples = 1, 4
	case "Cube", "CubeArray":
		d.Height = d.Width
		if d.Layers = 6; c.row.shape == "CubeArray" {
			d.Layers *= layers
		}
	}
	if c.row.shape == "2DArray" || c.row.shape == "1DArray" {
		d.Layers = layers
	}
	for d.Levels > 1 && max(d.Width, d.Height, d.Depth)>>(d.Levels-1) == 0 {
		d.Levels--
	}
	x, err := exec.NewTexture(d)
	if err != nil {
		return nil, err
	}
	c.desc, c.least, c.most = d, 0, 0
	for level := range d.Levels {
		data := x.Level(level)
		for at := range data {
			data[at] = byte(c.random.Uint32())
		}
		for at := 0; at < len(data); at += f.Bytes() {
			if strings.HasSuffix(f.String(), "float") {
				c.floatTexel(f, data[at:])
			}
			for _, channel := range f.Decode(data[at:]) {
				v := float64(math.Float32frombits(uint32(channel)))
				c.least, c.most = min(c.least, v), max(c.most, v, 1)
			}
		}
	}
	view := x.View()
	if strings.HasPrefix(c.row.shape, "Cube") {
		view = x.CubeView()
	}
	view.Arrayed = strings.HasSuffix(c.row.shape, "Array")
	return view, nil
}

// floatTexel writes a texel of a format of floats.
func (c *sampleCase) floatTexel(f exec.Format, to []byte) {
	var texel exec.Texel
	for k := range texel {
		v := float32(c.pick(257))/16 - 8
		switch {
		case f.IsDepth():
			v = float32(c.pick(17)) / 16
		case strings.HasSuffix(f.String(), "ufloat"):
			v = max(v, -v)
		}
		texel[k] = uint64(math.Float32bits(v))
	}
	f.Encode(to, texel)
}

// chooseSampler chooses a state that Vulkan allows for the format.
func (c *sampleCase) chooseSampler(f exec.Format) {
	mode := func() exec.AddressMode { return exec.AddressMode(c.pick(4)) }
	s := &exec.Sampler{AddressU: mode(), AddressV: mode(), AddressW: mode(), LodMax: 32}
	if f.Texel() == ir.F32 && (!f.IsDepth() || c.row.ways&shadow != 0) {
		s.Magnify, s.Minify = exec.Filter(c.pick(2)), exec.Filter(c.pick(2))
		s.Mipmap = exec.Filter(c.pick(2))
		s.Border = exec.Border(c.pick(3))
	}
	if c.pick(3) == 0 {
		s.LodMin = []float32{0.25, 0.75, 1, 2.25}[c.pick(4)]
	}
	if c.pick(3) == 0 && c.row.ways&numbers == 0 { // see package vkrun
		s.LodMax = max(s.LodMin, []float32{0, 0.25, 1.25, 2}[c.pick(4)])
	}
	if c.row.ways&shadow != 0 {
		s.Compare = exec.CompareNever + exec.Compare(c.pick(8))
	}
	c.sampler = s
}
