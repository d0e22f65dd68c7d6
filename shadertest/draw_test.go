package shadertest_test

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"refract/exec"
	"refract/exec/raster"
	"refract/front/glsl"
	_ "refract/internal/harness/plans"
	"refract/shadertest"
)

const drawSource = `
@group(0) @binding(0) var<uniform> tint: vec4f;
@group(0) @binding(1) var picture: texture_2d<f32>;
@fragment fn half(@builtin(position) p: vec4f) -> @location(0) vec4f { return select(tint, vec4f(0, 0, 1, 1), p.x > 2); }
@fragment fn copy(@builtin(position) p: vec4f) -> @location(0) vec4f { return textureLoad(picture, vec2u(p.xy), 0); }
@vertex fn corner(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f {
  return vec4f(array(vec2f(-1, 1), vec2f(1, 1), vec2f(-1, -1))[i], 0.5, 1);
}
@fragment fn white() -> @location(0) vec4f { return vec4f(1); }
`

func TestDraw(t *testing.T) {
	s := shadertest.Load(t, "draw.wgsl", drawSource)
	img := s.Run("half").Set("tint", []float32{1, 0, 0, 1}).MustDraw(t, shadertest.DrawOptions{Width: 4, Height: 2})
	if a, b := img.NRGBAAt(1, 1), img.NRGBAAt(2, 0); a != (color.NRGBA{255, 0, 0, 255}) || b != (color.NRGBA{0, 0, 255, 255}) {
		t.Errorf("got %v and %v", a, b)
	}
	again := s.Run("copy").Picture("picture", img).MustDraw(t, shadertest.DrawOptions{Width: 4, Height: 2})
	if err := shadertest.CompareImages(again, img, shadertest.ImageTolerance{Similarity: 1}); err != nil {
		t.Error(err)
	}
	corner := s.Run("white").MustDraw(t, shadertest.DrawOptions{Width: 8, Height: 8, Vertex: "corner", Samples: 4, Depth: true, Clear: [4]float64{0, 0, 0, 1},
		Draw: &raster.Draw{Pipeline: &raster.Pipeline{Depth: &raster.Depth{Write: true}}}})
	inside, outside, edge := corner.NRGBAAt(0, 0).R, corner.NRGBAAt(7, 7).R, corner.NRGBAAt(4, 3).R
	if inside != 255 || outside != 0 || edge == 0 || edge == 255 {
		t.Errorf("got %d, %d, %d", inside, outside, edge)
	}
	if _, err := s.Run("half").Draw(shadertest.DrawOptions{Width: 4, Height: 4}); err == nil || !strings.Contains(err.Error(), "tint") {
		t.Errorf("without a buffer: %v", err)
	}
	if _, err := s.Run("white").Draw(shadertest.DrawOptions{}); err == nil {
		t.Error("without a size there is no error")
	}
}

func TestCompareImages(t *testing.T) {
	a, b := image.NewNRGBA(image.Rect(0, 0, 16, 16)), image.NewNRGBA(image.Rect(0, 0, 16, 16))
	for i := range a.Pix {
		a.Pix[i], b.Pix[i] = uint8(i*7), uint8(i*7)
	}
	b.Pix[4*(3*16+5)] += 10
	for _, c := range []struct {
		tolerance shadertest.ImageTolerance
		want      string
	}{
		{shadertest.ImageTolerance{}, "1 of 256 pixels differ, by up to 10 of 255; the first at (5, 3)"},
		{shadertest.ImageTolerance{Channel: 9}, "1 of 256"},
		{shadertest.ImageTolerance{Channel: 10}, ""},
		{shadertest.ImageTolerance{Share: 0.01}, ""},
		{shadertest.ImageTolerance{Channel: 10, Similarity: 0.99}, ""},
		{shadertest.ImageTolerance{Channel: 10, Similarity: 1}, "similarity"},
	} {
		err := shadertest.CompareImages(b, a, c.tolerance)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%+v: %v", c.tolerance, err)
		}
	}
	if err := shadertest.CompareImages(a, image.NewNRGBA(image.Rect(0, 0, 2, 2)), shadertest.ImageTolerance{}); err == nil {
		t.Error("pictures of different sizes are equal")
	}
}

// TestGolden compares with a file; a failure leaves pictures behind.
func TestGolden(t *testing.T) {
	s := shadertest.Load(t, "draw.wgsl", drawSource)
	img := s.Run("half").Set("tint", []float32{1, 0.5, 0, 1}).MustDraw(t, shadertest.DrawOptions{Width: 4, Height: 4})
	shadertest.Golden(t, img, "testdata/half.png", shadertest.ImageTolerance{})
	if os.Getenv("SHADERTEST_UPDATE") != "" {
		return
	}
	other := s.Run("half").Set("tint", []float32{0, 0.5, 0, 1}).MustDraw(t, shadertest.DrawOptions{Width: 4, Height: 4})
	fake := &recorder{TB: t, dir: t.TempDir()}
	shadertest.Golden(fake, other, "testdata/half.png", shadertest.ImageTolerance{Channel: 3})
	if !fake.failed {
		t.Error("a picture that differs passes")
	}
	// got.png and want.png are the pictures; diff.png has them side by side, and between
	// them how far each pixel is off.
	read := func(name string) image.Image {
		f, err := os.Open(filepath.Join(fake.dir, name))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		p, err := png.Decode(f)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	equal := func(name string, a, b image.Image) {
		if err := shadertest.CompareImages(a, b, shadertest.ImageTolerance{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	equal("got.png", read("got.png"), other)
	equal("want.png", read("want.png"), img)
	diff := image.NewNRGBA(image.Rect(0, 0, 12, 4))
	draw.Draw(diff, diff.Bounds(), read("diff.png"), image.Point{}, draw.Src)
	equal("the left of diff.png", diff.SubImage(image.Rect(0, 0, 4, 4)), other)
	equal("the right of diff.png", diff.SubImage(image.Rect(8, 0, 12, 4)), img)
	if red, same := diff.NRGBAAt(4, 0), diff.NRGBAAt(7, 0); red != (color.NRGBA{255, 255, 255, 255}) || same != (color.NRGBA{0, 0, 0, 255}) {
		t.Errorf("the middle of diff.png has %v where red is missing, %v where nothing is", red, same)
	}
}

// recorder is a test that may fail.
type recorder struct {
	testing.TB
	dir    string
	failed bool
}

func (r *recorder) Errorf(string, ...any) { r.failed = true }
func (r *recorder) Logf(string, ...any)   {}
func (r *recorder) ArtifactDir() string   { return r.dir }

// TestEverywhere draws one picture with all forms of a shader.
func TestEverywhere(t *testing.T) {
	const source = `
struct Look { tint: vec4f, count: u32 }
@group(0) @binding(0) var<uniform> look: Look;
@group(0) @binding(1) var picture: texture_2d<f32>;
@group(0) @binding(2) var filtering: sampler;
@fragment fn paint(@builtin(position) p: vec4f, @location(0) uv: vec2f) -> @location(0) vec4f {
  var c = textureSample(picture, filtering, uv * 2);
  for (var i = 0u; i < look.count; i++) { c = c * 0.75 + look.tint * select(0.1, 0.2, (u32(p.x) + i) % 3 == 0); }
  return vec4f(c.rgb, 1);
}`
	tiles := image.NewNRGBA(image.Rect(0, 0, 8, 8))
	for i := range tiles.Pix {
		tiles.Pix[i] = uint8(i * 37)
	}
	forms := 0
	shadertest.Everywhere(t, "paint.wgsl", source, shadertest.Options{}, shadertest.ImageTolerance{Channel: 1}, func(t *testing.T, f shadertest.Form) image.Image {
		forms++
		r := f.Shader.Run(f.Entry("paint"))
		r.Set("0.0", map[string]any{"tint": []float32{1, 0.5, 0.25, 1}, "count": 3})
		if m := f.Shader.Module(); len(m.Globals) == 3 { // GLSL has textures with their samplers
			texture, err := exec.TextureOf(tiles, exec.FormatByName("rgba8unorm"))
			if err != nil {
				t.Fatal(err)
			}
			r.Bind("0.1", exec.Combined{Texture: texture.View(), Sampler: exec.NewSampler(exec.Linear, exec.Repeat)})
		} else {
			r.Picture("0.1", tiles).Bind("0.2", exec.NewSampler(exec.Linear, exec.Repeat))
		}
		return r.MustDraw(t, shadertest.DrawOptions{Width: 24, Height: 16})
	})
	if forms < 16 {
		t.Errorf("only %d forms are drawn", forms)
	}
}

// TestProgramEverywhere draws a program of two stages of GLSL with all its forms.
func TestProgramEverywhere(t *testing.T) {
	const vert = `#version 330 core
uniform float height;
out float shade;
out vec2 place;
void main() {
    vec2 p = vec2(gl_VertexID == 1 ? 1.0 : -1.0, gl_VertexID == 2 ? height : -1.0);
    place = p;
    shade = float(gl_VertexID) * 0.5;
    gl_Position = vec4(p, 0.5, 1.0);
}
`
	const frag = `#version 330 core
in vec2 place;
in float shade;
uniform vec3 tint;
uniform float height;
out vec4 color;
void main() { color = vec4(tint * shade + vec3(0.0, place.y * height, place.x), 1.0); }
`
	options := shadertest.Options{GLSL: &glsl.Options{Link: []glsl.Linked{{Name: "a.frag", Text: frag}}}}
	languages := map[string]int{}
	shadertest.Everywhere(t, "a.vert", vert, options, shadertest.ImageTolerance{Channel: 1}, func(t *testing.T, f shadertest.Form) image.Image {
		languages[strings.Fields(f.Name)[0]]++
		r := f.Shader.Run(f.Entry("fragment_main"))
		r.Set("0.0", map[string]any{"height": 0.75, "tint": []float32{1, 0.5, 0.25}})
		img := r.MustDraw(t, shadertest.DrawOptions{Width: 24, Height: 16, Vertex: f.Entry("vertex_main"), Clear: [4]float64{1, 1, 1, 1}})
		if img.NRGBAAt(23, 0).B != 255 || img.NRGBAAt(1, 14).B == 255 {
			t.Error("the triangle isn't where it should be")
		}
		return img
	})
	if languages["glsl"] != 4 || languages["wgsl"] != 4 {
		t.Errorf("drawn are %v", languages)
	}
}
