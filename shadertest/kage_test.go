package shadertest_test

import (
	"fmt"
	"image"
	"image/color"
	"testing"

	"refract/shadertest"
)

// A program in Kage is drawn over a picture, with a source image and a uniform.
func ExampleRun_DrawKage() {
	shader, err := shadertest.Open("tint.kage", `//kage:unit pixels

package main

var Tint vec4

func Fragment(dstPos vec4, srcPos vec2, color vec4) vec4 {
	return imageSrc0At(srcPos) * Tint
}
`, shadertest.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	source := image.NewNRGBA(image.Rect(0, 0, 2, 1))
	source.Set(0, 0, color.NRGBA{200, 100, 50, 255})
	source.Set(1, 0, color.NRGBA{0, 0, 255, 255})
	picture, err := shader.Run("Fragment").DrawKage(shadertest.KageOptions{Width: 2, Height: 1,
		Images: [4]image.Image{source}, Uniforms: map[string]any{"Tint": [4]float32{1, 0.5, 1, 1}}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(picture.At(0, 0), picture.At(1, 0))
	// Output:
	// {200 50 50 255} {0 0 255 255}
}

// TestDrawKageWrong gives programs what they can't be drawn with.
func TestDrawKageWrong(t *testing.T) {
	shader := shadertest.Load(t, "a.kage", "package main\n\nvar F float\n\nfunc Fragment() vec4 { return vec4(F) }\n")
	for name, value := range map[string]any{"G": 1, "F": "text"} {
		if _, err := shader.Run("Fragment").DrawKage(shadertest.KageOptions{Width: 1, Height: 1, Uniforms: map[string]any{name: value}}); err == nil {
			t.Errorf("%s = %v is taken", name, value)
		}
	}
	img := shader.Run("Fragment").MustDrawKage(t, shadertest.KageOptions{Width: 1, Height: 1, Uniforms: map[string]any{"F": float32(1)}})
	if got := img.NRGBAAt(0, 0); got != (color.NRGBA{255, 255, 255, 255}) {
		t.Errorf("%v", got)
	}
	other := shadertest.Load(t, "a.wgsl", "@fragment fn Fragment() -> @location(0) vec4f { return vec4f(); }")
	if _, err := other.Run("Fragment").DrawKage(shadertest.KageOptions{Width: 1, Height: 1}); err == nil {
		t.Error("WGSL is drawn as Kage")
	}
}
