package exec_test

import (
	"math"
	"testing"

	"refract/exec"
	"refract/ir"
)

// TestFormats writes and reads a texel of every format: what is read, written
// again, is the same bytes.
func TestFormats(t *testing.T) {
	n := 0
	for f := exec.Format(1); f <= exec.Depth32Float; f++ {
		n++
		if exec.FormatByName(f.String()) != f {
			t.Errorf("format %d has no name of its own: %s", f, f)
		}
		for seed := range 50 {
			b := make([]byte, f.Bytes())
			for i := range b {
				b[i] = byte(seed*(i+3)*29 + i)
			}
			texel := f.Decode(b)
			nan := false
			for i := range texel {
				x := math.Float32frombits(uint32(texel[i]))
				nan = nan || f.Texel() == ir.F32 && x != x
			}
			again := make([]byte, f.Bytes())
			f.Encode(again, texel)
			if f.Decode(again) != texel && !nan {
				t.Errorf("%s: % x reads as %x, written as % x", f, b, texel, again)
			}
		}
	}
	if n < 48 {
		t.Errorf("only %d formats", n)
	}
}

func one(x float32) exec.Texel { return exec.Texel{uint64(math.Float32bits(x)), 0, 0, 0} }

// newTexture is a texture of r32float.
func newTexture(t *testing.T, d exec.TextureDesc, value func(level, x, y, z uint32) float32) *exec.Texture {
	t.Helper()
	d.Format = exec.FormatOf(ir.R32Float)
	x, err := exec.NewTexture(d)
	if err != nil {
		t.Fatal(err)
	}
	for l := range x.Levels {
		w, h, depth := x.Size(l)
		for z := range max(depth, x.Layers) {
			for y := range h {
				for i := range w {
					x.Set(l, i, y, z, 0, one(value(l, i, y, z)))
				}
			}
		}
	}
	return x
}

func red(t exec.Texel) float32 { return math.Float32frombits(uint32(t[0])) }

// TestSample checks filters, address modes, levels and offsets on a texture of
// 4×4 texels with the values x + 10y (+ 100 in level 1, + 200 in level 2).
func TestSample(t *testing.T) {
	v := newTexture(t, exec.TextureDesc{Dim: ir.Dim2D, Width: 4, Height: 4, Levels: 3}, func(l, x, y, z uint32) float32 {
		return float32(100*l + x + 10*y)
	}).View()
	sampler := func(f exec.Filter, a exec.AddressMode) *exec.Sampler { return exec.NewSampler(f, a) }
	mixed := sampler(exec.Nearest, exec.ClampToEdge)
	mixed.Mipmap = exec.Linear
	for _, c := range []struct {
		name string
		s    *exec.Sampler
		q    exec.SampleQuery
		want float32
	}{
		{"center", sampler(exec.Linear, exec.ClampToEdge), exec.SampleQuery{Coordinate: [3]float32{0.375, 0.625}}, 21},
		{"between", sampler(exec.Linear, exec.ClampToEdge), exec.SampleQuery{Coordinate: [3]float32{0.5, 0.5}}, 16.5},
		{"edge", sampler(exec.Linear, exec.ClampToEdge), exec.SampleQuery{Coordinate: [3]float32{0, 0.125}}, 0},
		{"edge repeated", sampler(exec.Linear, exec.Repeat), exec.SampleQuery{Coordinate: [3]float32{0, 0.125}}, 1.5},
		{"beyond", sampler(exec.Nearest, exec.ClampToEdge), exec.SampleQuery{Coordinate: [3]float32{7, -3}}, 3},
		{"repeated", sampler(exec.Nearest, exec.Repeat), exec.SampleQuery{Coordinate: [3]float32{1.3, -0.2}}, 31},
		{"mirrored", sampler(exec.Nearest, exec.MirrorRepeat), exec.SampleQuery{Coordinate: [3]float32{1.1, -0.3}}, 13},
		{"offset", sampler(exec.Nearest, exec.ClampToEdge), exec.SampleQuery{Coordinate: [3]float32{0.1, 0.1}, Offset: [3]int32{2, 1}}, 12},
		{"level", sampler(exec.Nearest, exec.ClampToEdge), exec.SampleQuery{Coordinate: [3]float32{0.9, 0.1}, Level: 1}, 101},
		{"level rounded", sampler(exec.Nearest, exec.ClampToEdge), exec.SampleQuery{Coordinate: [3]float32{0.9, 0.1}, Level: 1.6}, 200},
		{"level between", mixed, exec.SampleQuery{Coordinate: [3]float32{0.9, 0.1}, Level: 1.5}, 150.5},
		{"level clamped", sampler(exec.Linear, exec.ClampToEdge), exec.SampleQuery{Coordinate: [3]float32{0.5, 0.5}, Level: 9}, 200},
		{"not a number", sampler(exec.Linear, exec.ClampToEdge), exec.SampleQuery{Coordinate: [3]float32{float32(math.NaN()), 0.125}}, 0},
		{"a limit from below, clamped to the edge", &exec.Sampler{LodMin: 1, LodMax: 32}, exec.SampleQuery{Coordinate: [3]float32{0.9, 0.1}, ClampEdge: true}, 101},
		{"clamped to the edge", sampler(exec.Linear, exec.Repeat), exec.SampleQuery{Coordinate: [3]float32{-1, 2}, ClampEdge: true}, 30},
		{"compared", &exec.Sampler{Compare: exec.CompareLess, Magnify: exec.Linear, LodMax: 32}, exec.SampleQuery{Coordinate: [3]float32{0.5, 0.125}, Compare: true, Reference: 1.5}, 0.5},
	} {
		if got := red(v.Sample(c.s, c.q)); got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
	g := v.Gather(sampler(exec.Linear, exec.ClampToEdge), exec.SampleQuery{Coordinate: [3]float32{0.5, 0.5}}, 0)
	for i, want := range []float32{21, 22, 12, 11} {
		if got := math.Float32frombits(uint32(g[i])); got != want {
			t.Errorf("gathered component %d is %v, want %v", i, got, want)
		}
	}
	if got := v.LevelOfDetail([3]float32{0.5, 0, 0}, [3]float32{0, 0.25, 0}); got != 1 {
		t.Errorf("the level of detail is %v, want 1", got)
	}
}

// TestCube samples cubes whose faces hold their number: the direction picks the
// face, and filtering is continuous across edges.
func TestCube(t *testing.T) {
	v := newTexture(t, exec.TextureDesc{Dim: ir.Dim2D, Width: 4, Height: 4, Layers: 6}, func(l, x, y, z uint32) float32 {
		return float32(z)
	}).CubeView()
	s := exec.NewSampler(exec.Linear, exec.ClampToEdge)
	for face, d := range [][3]float32{{1, 0.1, 0.2}, {-1, 0.1, 0.2}, {0.1, 1, 0.2}, {0.1, -1, 0.2}, {0.1, 0.2, 1}, {0.1, 0.2, -1}} {
		if got := red(v.Sample(s, exec.SampleQuery{Coordinate: d})); got != float32(face) {
			t.Errorf("direction %v is face %v, want %v", d, got, face)
		}
	}
	// On the edge of faces +x and +z both weigh the same.
	if got := red(v.Sample(s, exec.SampleQuery{Coordinate: [3]float32{1, 0, 1}})); got != 2 {
		t.Errorf("on the edge of 0 and 4 the value is %v, want 2", got)
	}
	// At the corner of three faces each weighs the same.
	if got := red(v.Sample(s, exec.SampleQuery{Coordinate: [3]float32{1, 1, 1}})); math.Abs(float64(got)-2) > 1e-6 {
		t.Errorf("at the corner of 0, 2 and 4 the value is %v, want 2", got)
	}
	less := exec.NewSampler(exec.Linear, exec.ClampToEdge)
	less.Compare = exec.CompareLess
	q := exec.SampleQuery{Coordinate: [3]float32{1, 1, 1}, Compare: true, Reference: 1}
	if got := red(v.Sample(less, q)); math.Abs(float64(got)-2./3) > 1e-6 {
		t.Errorf("at that corner %v are above 1, want two in three", got)
	}
	// Unfiltered, a texel is of the face that the direction picks, also at its corner.
	nearest := exec.NewSampler(exec.Nearest, exec.Repeat)
	if got := red(v.Sample(nearest, exec.SampleQuery{Coordinate: [3]float32{1, 1, 1}})); got != 4 {
		t.Errorf("the texel at the corner of face 4 is of face %v", got)
	}
	if got := red(v.Sample(s, exec.SampleQuery{})); got != got {
		t.Error("without a direction there is no number")
	}
}

// TestCubeLevels checks levels of cubes by derivatives (Vulkan, section "Cube Map Derivative
// Transformation"): on the face +x, s is (1 - z/x)/2, of which the derivative by x is
// z/(2x²). A derivative of the other sign asks for the same level.
func TestCubeLevels(t *testing.T) {
	v := newTexture(t, exec.TextureDesc{Dim: ir.Dim2D, Width: 64, Height: 64, Layers: 6}, func(l, x, y, z uint32) float32 { return 0 }).CubeView()
	for _, face := range [][3]float32{{1, 0.5, 0.25}, {-1, 0.25, 0.5}, {0.5, 1, 0.25}, {0.25, -1, 0.5}, {0.5, 0.25, 1}, {0.25, 0.5, -1}} {
		var along [3]float32
		for k, x := range face {
			if x*x == 1 {
				along[k] = 0.25
			}
		}
		want := float32(math.Log2(64 * 0.25 / 2 * math.Hypot(0.5, 0.25)))
		for _, sign := range []float32{1, -1} {
			g := [3]float32{sign * along[0], sign * along[1], sign * along[2]}
			if got := v.CubeLevelOfDetail(face, g, [3]float32{}); math.Abs(float64(got-want)) > 1e-6 {
				t.Errorf("direction %v, derivative %v: level %v, want %v", face, g, got, want)
			}
		}
	}
}

// TestDepthReference compares with references beyond 0 and 1, which depths of fixed point
// clamp.
func TestDepthReference(t *testing.T) {
	for format, want := range map[exec.Format]float32{exec.Depth16Unorm: 1, exec.Depth32Float: 0} {
		texture, err := exec.NewTexture(exec.TextureDesc{Dim: ir.Dim2D, Width: 1, Height: 1, Format: format})
		if err != nil {
			t.Fatal(err)
		}
		v := texture.View()
		texture.Set(0, 0, 0, 0, 0, one(1))
		s := &exec.Sampler{Compare: exec.CompareLessEqual, LodMax: 32}
		q := exec.SampleQuery{Compare: true, Reference: 1.25}
		if got := red(v.Sample(s, q)); got != want {
			t.Errorf("%s: sampled %v, want %v", format, got, want)
		}
		if got := red(v.Gather(s, q, 0)); got != want {
			t.Errorf("%s: gathered %v, want %v", format, got, want)
		}
	}
}

// TestVolume samples a 3D texture between its slices.
func TestVolume(t *testing.T) {
	v := newTexture(t, exec.TextureDesc{Dim: ir.Dim3D, Width: 2, Height: 2, Depth: 2}, func(l, x, y, z uint32) float32 {
		return float32(x + 10*y + 100*z)
	}).View()
	s := exec.NewSampler(exec.Linear, exec.ClampToEdge)
	if got := red(v.Sample(s, exec.SampleQuery{Coordinate: [3]float32{0.5, 0.5, 0.5}})); got != 55.5 {
		t.Errorf("the middle is %v, want 55.5", got)
	}
}

// TestTextureErrors checks that impossible textures are refused.
func TestTextureErrors(t *testing.T) {
	f := exec.FormatOf(ir.Rgba8Unorm)
	for _, d := range []exec.TextureDesc{
		{Dim: ir.Dim2D, Width: 4},
		{Dim: ir.Dim2D, Format: f},
		{Dim: ir.DimCube, Format: f, Width: 4, Height: 4},
		{Dim: ir.Dim1D, Format: f, Width: 4, Height: 2},
		{Dim: ir.Dim3D, Format: f, Width: 4, Layers: 2},
		{Dim: ir.Dim2D, Format: f, Width: 4, Height: 4, Levels: 4},
		{Dim: ir.Dim2D, Format: f, Width: 4, Height: 4, Samples: 3},
		{Dim: ir.Dim2D, Format: f, Width: 1 << 16, Height: 1 << 16},
		{Dim: ir.Dim2D, Format: f, Width: 1 << 31, Height: 1},
	} {
		if x, err := exec.NewTexture(d); err == nil {
			t.Errorf("%+v is accepted", x.TextureDesc)
		}
	}
}

// TestClampedIntegers stores integers that the channels don't hold.
func TestClampedIntegers(t *testing.T) {
	for _, c := range []struct {
		format      ir.StorageFormat
		value, want int32
	}{
		{ir.Rgba8Uint, 300, 255}, {ir.R16Uint, -1, 65535}, {ir.Rgb10a2Uint, 1024, 1023}, {ir.R32Uint, -1, -1},
		{ir.R8Sint, 128, 127}, {ir.Rg8Sint, -129, -128}, {ir.Rgba16Sint, 1 << 20, 32767}, {ir.R16Sint, -32768, -32768}, {ir.Rg32Sint, -5, -5},
	} {
		f := exec.FormatOf(c.format)
		b := make([]byte, f.Bytes())
		f.Encode(b, exec.Texel{uint64(uint32(c.value))})
		if got := int32(uint32(f.Decode(b)[0])); got != c.want {
			t.Errorf("%v: %d is stored as %d, want %d", f, c.value, got, c.want)
		}
	}
}

// TestImageParts: pictures of parts of textures have the bytes of their texels.
func TestImageParts(t *testing.T) {
	for _, d := range []exec.TextureDesc{
		{Dim: ir.Dim2D, Format: exec.FormatOf(ir.Rgba8Unorm), Width: 6, Height: 5, Layers: 3, Levels: 2},
		{Dim: ir.Dim2D, Format: exec.FormatOf(ir.Rgba8Unorm), Width: 6, Height: 5, Layers: 1, Samples: 4},
		{Dim: ir.Dim2D, Format: exec.FormatOf(ir.Bgra8Unorm), Width: 6, Height: 5, Layers: 3, Levels: 2},
	} {
		x, err := exec.NewTexture(d)
		if err != nil {
			t.Fatal(err)
		}
		for level := range x.Levels {
			for i := range x.Level(level) {
				x.Level(level)[i] = byte(i*7 + int(level))
			}
		}
		v := &exec.TextureView{Texture: x, Dim: ir.Dim2D, BaseLevel: x.Levels - 1, Levels: 1, BaseLayer: max(d.Layers, 1) - 1, Layers: 1}
		img := v.Image()
		w, h, _ := v.Size(0)
		if img.Bounds().Dx() != int(w) || img.Bounds().Dy() != int(h) {
			t.Errorf("%v", img.Bounds())
		}
		for y := range h {
			for at := range w {
				texel := x.At(v.BaseLevel, at, y, v.BaseLayer, 0)
				for k := range 4 {
					want := byte(math.Round(float64(math.Float32frombits(uint32(texel[k]))) * 255))
					if got := img.Pix[int(y)*img.Stride+4*int(at)+k]; got != want {
						t.Fatalf("%v: channel %d at %d, %d is %d, not %d", d.Format, k, at, y, got, want)
					}
				}
			}
		}
	}
}
