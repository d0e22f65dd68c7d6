//go:build linux

package glrun_test

import (
	"testing"

	"refract/internal/sweep"
	"refract/internal/vkrun/glrun"
)

// TestDraw fills a picture with the sum of a uniform and a texture.
func TestDraw(t *testing.T) {
	sweep.Only(t)
	c, err := glrun.Open()
	if err != nil {
		t.Skip(err)
	}
	pixels, err := c.Draw(&glrun.Draw{
		Vertex:   "#version 150\nin vec2 A0;\nvoid main() { gl_Position = vec4(A0, 0.0, 1.0); }\n",
		Fragment: "#version 150\nuniform vec2 U0[2];\nuniform sampler2D T0;\nout vec4 color;\nvoid main() { color = vec4(U0[1], 0.0, 0.0) + texelFetch(T0, ivec2(gl_FragCoord.xy), 0); }\n",
		Width:    2, Height: 1, Vertices: 3,
		Attributes: []glrun.Attribute{{Name: "A0", Size: 2, Data: []float32{-1, -1, 3, -1, -1, 3}}},
		Uniforms:   []glrun.Uniform{{Name: "U0", Type: "vec2", Count: 2, Floats: []float32{0, 0, 0.2, 0.4}}},
		Textures:   []glrun.Texture{{Name: "T0", Width: 2, Height: 1, Pixels: []byte{0, 0, 7, 255, 0, 0, 9, 255}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(pixels), string([]byte{51, 102, 7, 255, 51, 102, 9, 255}); got != want {
		t.Errorf("%v, want %v", []byte(got), []byte(want))
	}
}
