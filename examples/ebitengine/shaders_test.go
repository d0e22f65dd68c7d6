package ebitengine

import (
	"image"
	"image/color"
	"testing"

	"refract"
	dxbcback "refract/back/dxbc"
	"refract/shadertest"
)

// checkers is a picture of squares.
func checkers(width, height int) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			c := color.NRGBA{230, 120, 40, 255}
			if (x/8+y/8)%2 == 0 {
				c = color.NRGBA{250, 220, 160, 255}
			}
			m.SetNRGBA(x, y, c)
		}
	}
	return m
}

// TestWater draws the shader: the picture is the one in testdata. SHADERTEST_UPDATE=1 makes it anew.
func TestWater(t *testing.T) {
	picture := shadertest.Load(t, "water.kage", string(Water)).Run("Fragment").MustDrawKage(t, shadertest.KageOptions{
		Width: 96, Height: 64,
		Images:   [4]image.Image{checkers(96, 64)},
		Uniforms: map[string]any{"Time": float32(1.5), "Level": float32(36)},
	})
	shadertest.Golden(t, picture, "testdata/water.png", shadertest.ImageTolerance{})
}

// TestTargets compiles the shader for the libraries that Ebitengine draws with.
func TestTargets(t *testing.T) {
	valid, err := refract.Check(t.Context(), "water.kage", Water, refract.CheckOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, language := range []refract.Language{refract.DXBC, refract.GLSL, refract.ESSL, refract.MSL} {
		o := dxbcback.NewOptions()
		o.Profile = dxbcback.Profile40
		if _, err := refract.Write(t.Context(), valid, refract.WriteOptions{Language: language, EntryPoint: "Fragment",
			Options: refract.LanguageOptions{refract.DXBC: &o}}); err != nil {
			t.Errorf("%s: %v", language, err)
		}
	}
}
