package main

// Tests of what 'refract render' draws.

import (
	"bytes"
	"encoding/binary"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// render draws with a source and returns what is written to standard output.
func render(t *testing.T, name, source string, args ...string) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	var out, err bytes.Buffer
	if status := run(append([]string{"render", path, "-o", "-"}, args...), streams{strings.NewReader(""), &out, &err}); status != 0 {
		t.Fatalf("status %d: %s", status, err.String())
	}
	return out.Bytes()
}

const corners = `@fragment fn main(@builtin(position) p: vec4f, @location(0) uv: vec2f) -> @location(0) vec4f {
  return vec4f(p.x / 4, uv.y, 0, 1);
}`

// TestRenderPixels looks at single pixels.
func TestRenderPixels(t *testing.T) {
	glsl := "#version 330\nuniform float time;\nout vec4 color;\nvoid main() { color = vec4(gl_FragCoord.x / 4.0, gl_FragCoord.y / 4.0, time, 1.0); }\n"
	toy := "void mainImage(out vec4 c, in vec2 p) { c = vec4(p / iResolution.xy, iTime, 1.0); }\n"
	for _, c := range []struct {
		name, source string
		args         []string
		upper        bool // rows are counted from the upper edge
		blue         uint8
	}{
		{"a.wgsl", corners, nil, true, 0},
		{"a.frag", glsl, []string{"--time", "1"}, false, 255},
		{"a.glsl", toy, []string{"--from", "shadertoy", "--time", "1"}, false, 255},
		{"b.glsl", toy, []string{"--from", "shadertoy", "--set", "iDate=1,2,3,4", "--samples", "4"}, false, 0},
	} {
		img, err := png.Decode(bytes.NewReader(render(t, c.name, c.source, append(c.args, "--size", "4x4")...)))
		if err != nil {
			t.Fatal(err)
		}
		for y := range 4 {
			for x := range 4 {
				row := y
				if !c.upper {
					row = 3 - y
				}
				want := color.NRGBA{R: uint8((float64(x)+0.5)/4*255 + 0.5), G: uint8((float64(row)+0.5)/4*255 + 0.5), B: c.blue, A: 255}
				if got := color.NRGBAModel.Convert(img.At(x, y)); got != want {
					t.Errorf("%s at %d, %d: %v, want %v", c.name, x, y, got, want)
				}
			}
		}
	}
}

// TestAnimatedPNG reads the chunks of an animation of which one frame is opaque.
func TestAnimatedPNG(t *testing.T) {
	source := `@group(0) @binding(0) var<uniform> frame: u32;
@fragment fn main() -> @location(0) vec4f { return vec4f(1, 0, 0, f32(frame % 2)); }`
	data := render(t, "a.wgsl", source, "--size", "4x4", "--frames", "3", "--fps", "20")
	if _, err := png.Decode(bytes.NewReader(data)); err != nil {
		t.Fatal(err)
	}
	var kinds []string
	var sequence uint32
	eachChunk(data, func(kind string, chunk []byte) {
		kinds = append(kinds, kind)
		if kind == "fcTL" || kind == "fdAT" {
			if got := binary.BigEndian.Uint32(chunk); got != sequence {
				t.Errorf("a chunk %s has number %d, not %d", kind, got, sequence)
			}
			sequence++
		}
		if kind == "fcTL" && binary.BigEndian.Uint16(chunk[20:]) != 50 {
			t.Errorf("a frame lasts %d/%d s", binary.BigEndian.Uint16(chunk[20:]), binary.BigEndian.Uint16(chunk[22:]))
		}
	})
	if got, want := strings.Join(kinds, " "), "IHDR acTL fcTL IDAT fcTL fdAT fcTL fdAT IEND"; got != want {
		t.Errorf("chunks %s, want %s", got, want)
	}
}
