package fyne

import (
	"image"
	"image/color"
	"os"
	"strings"
	"testing"

	"refract"
	glslback "refract/back/glsl"
	"refract/shadertest"
)

// TestGenerated writes the shaders anew: the folder has the same texts.
func TestGenerated(t *testing.T) {
	for _, name := range []string{"rounded.vert", "rounded.frag"} {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, es := range []bool{false, true} {
			language, o := refract.GLSL, glslback.NewOptions()
			o.Version = glslback.Version{Number: 110}
			if es {
				language, o = refract.ESSL, glslback.NewOptionsES()
				o.Version = glslback.Version{Number: 100, ES: true}
			}
			out, err := refract.Translate(t.Context(), name, src, refract.TranslateOptions{To: language,
				Write: refract.WriteOptions{Options: refract.LanguageOptions{language: &o}}})
			if err != nil {
				t.Fatal(err)
			}
			if text, err := Source(name, es); err != nil || text != out.Text {
				t.Errorf("%s, es %v: run go generate; %v", name, es, err)
			}
		}
	}
}

// draw draws the rectangle of a source.
func draw(t *testing.T, name, source string) *image.NRGBA {
	type uniforms struct {
		FrameSize   [2]float32
		_           [2]float32
		Rect        [4]float32
		Radius      float32
		StrokeWidth float32
		_           [2]float32
		FillColor   [4]float32
		StrokeColor [4]float32
	}
	return shadertest.Load(t, name, source).Run("main").
		Set("uniforms", uniforms{FrameSize: [2]float32{64, 48}, Rect: [4]float32{8, 56, 6, 40}, Radius: 10, StrokeWidth: 3,
			FillColor: [4]float32{0.2, 0.4, 0.9, 1}, StrokeColor: [4]float32{1, 1, 1, 1}}).
		MustDraw(t, shadertest.DrawOptions{Width: 64, Height: 48})
}

// TestDrawn draws the source and both texts: the pictures are the same.
func TestDrawn(t *testing.T) {
	src, err := os.ReadFile("rounded.frag")
	if err != nil {
		t.Fatal(err)
	}
	want := draw(t, "rounded.frag", string(src))
	if inside, outside := want.NRGBAAt(32, 24), want.NRGBAAt(1, 1); inside == (color.NRGBA{}) || inside == outside {
		t.Errorf("the rectangle is %v, the window %v", inside, outside)
	}
	for _, es := range []bool{false, true} {
		text, err := Source("rounded.frag", es)
		if err != nil {
			t.Fatal(err)
		}
		version, _, _ := strings.Cut(text, "\n")
		if err := shadertest.CompareImages(draw(t, "rounded.frag", text), want, shadertest.ImageTolerance{}); err != nil {
			t.Errorf("%s: %v", version, err)
		}
	}
}
