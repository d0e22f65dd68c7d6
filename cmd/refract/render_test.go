package main

// Tests of what 'refract render' draws.

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
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
		if kind == "fcTL" && 20*binary.BigEndian.Uint16(chunk[20:]) != binary.BigEndian.Uint16(chunk[22:]) {
			t.Errorf("a frame lasts %d/%d s", binary.BigEndian.Uint16(chunk[20:]), binary.BigEndian.Uint16(chunk[22:]))
		}
	})
	if got, want := strings.Join(kinds, " "), "IHDR acTL fcTL IDAT fcTL fdAT fcTL fdAT IEND"; got != want {
		t.Errorf("chunks %s, want %s", got, want)
	}
}

// TestRenderWatch changes what a shader includes while a process watches.
func TestRenderWatch(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	red := func() uint8 {
		data, err := os.ReadFile(filepath.Join(dir, "a.png"))
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		return color.NRGBAModel.Convert(img.At(0, 0)).(color.NRGBA).R
	}
	write("a.frag", "#version 450\n#include \"red.glsl\"\nlayout(location = 0) out vec4 color;\nvoid main() { color = vec4(RED, 0.0, 0.0, 1.0); }\n")
	write("red.glsl", "#define RED 0.0\n")
	wait, end := watching(t, dir, "render", "a.frag", "-o", "a.png", "--size", "2x2", "--watch")
	wait("a.png is drawn")
	if got := red(); got != 0 {
		t.Errorf("%d at first", got)
	}
	write("red.glsl", "#define RED true && 1\n")
	wait("error: ")
	// What never ends, ends when its file changes.
	write("a.frag", "#version 450\n#include \"red.glsl\"\nlayout(location = 0) out vec4 color;\nlayout(set = 0, binding = 0) uniform U { uint n; };\n"+
		"void main() { color = vec4(RED, 0.0, 0.0, 1.0); for (uint i = 0u; i >= n; i++) color.g += 0.1; }\n")
	write("red.glsl", "#define RED 0.5\n")
	time.Sleep(4 * watchInterval)
	write("a.frag", "#version 450\n#include \"red.glsl\"\nlayout(location = 0) out vec4 color;\nvoid main() { color = vec4(RED, 0.0, 0.0, 1.0); }\n")
	write("red.glsl", "#define RED 1.0\n")
	wait("a.png is drawn")
	if got := red(); got != 255 {
		t.Errorf("%d after a change", got)
	}
	end()
}

// TestSceneWatch changes a shader and a texture of a scene file, and then the file itself,
// while a process watches.
func TestSceneWatch(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	paint := func(name string, c color.NRGBA) {
		img := image.NewNRGBA(image.Rect(0, 0, 1, 1))
		img.SetNRGBA(0, 0, c)
		var b bytes.Buffer
		if err := png.Encode(&b, img); err != nil {
			t.Fatal(err)
		}
		write(name, b.String())
	}
	check := func(want color.NRGBA) {
		t.Helper()
		data, err := os.ReadFile(filepath.Join(dir, "a.png"))
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if got := color.NRGBAModel.Convert(img.At(0, 0)).(color.NRGBA); got != want {
			t.Errorf("%v, not %v", got, want)
		}
	}
	const shader = "@group(0) @binding(0) var t: texture_2d<f32>;\n@fragment fn f() -> @location(0) vec4f { return textureLoad(t, vec2u(0), 0)PART; }\n"
	const scene = `{"size": [2, 2], "textures": {"t": {"file": "t.png"}, "picture": {"format": "rgba8unorm"}},
  "shaders": {"s": "s.wgsl"}, "pipelines": {"p": {"fragment": "s"}},
  "steps": [{"colors": [{"texture": "picture", "clear": [0, 0, 0, 1]}], "draws": [{"pipeline": "p", "bind": {"t": "t"}MORE}]}]}`
	write("s.wgsl", strings.ReplaceAll(shader, "PART", ""))
	write("a.json", strings.ReplaceAll(scene, "MORE", ""))
	paint("t.png", color.NRGBA{10, 20, 30, 255})
	wait, end := watching(t, dir, "render", "a.json", "-o", "a.png", "--watch")
	wait("a.png is drawn")
	check(color.NRGBA{10, 20, 30, 255})
	paint("t.png", color.NRGBA{40, 50, 60, 255})
	wait("a.png is drawn")
	check(color.NRGBA{40, 50, 60, 255})
	write("s.wgsl", strings.ReplaceAll(shader, "PART", ".zyxw"))
	wait("a.png is drawn")
	check(color.NRGBA{60, 50, 40, 255})
	write("a.json", strings.ReplaceAll(scene, "MORE", `, "nothing": 1`))
	wait("error: ")
	write("a.json", strings.ReplaceAll(scene, "MORE", ""))
	wait("a.png is drawn")
	end()
}

// TestRenderPictures samples textures of pictures, and draws a mesh of glTF.
func TestRenderPictures(t *testing.T) {
	dir := t.TempDir()
	path := func(name string, data []byte) string {
		p := filepath.Join(dir, name)
		if err := os.WriteFile(p, data, 0o666); err != nil {
			t.Fatal(err)
		}
		return p
	}
	const sampled = `@group(0) @binding(0) var t: texture_2d<f32>;
@fragment fn main() -> @location(0) vec4f { return textureLoad(t, vec2u(0, 0), 0) / 8; }`
	bright := path("bright.hdr", []byte("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n\x80\x40\x20\x84")) // 8, 4, 2
	img, err := png.Decode(bytes.NewReader(render(t, "a.wgsl", sampled, "--texture", "0.0="+bright, "--size", "1x1")))
	if err != nil {
		t.Fatal(err)
	}
	if got := color.NRGBAModel.Convert(img.At(0, 0)).(color.NRGBA); got.R != 255 || got.G != 128 || got.B != 64 {
		t.Errorf("a picture with a wide range gives %v", got)
	}

	var corners []byte
	for _, x := range []float32{-9, -9, 0, 9, -9, 0, 0, 9, 0} {
		corners = binary.LittleEndian.AppendUint32(corners, math.Float32bits(x))
	}
	path("corners.bin", corners)
	mesh := path("mesh.gltf", []byte(`{"asset": {"version": "2.0"}, "nodes": [{"mesh": 0}], "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
		"accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}], "bufferViews": [{"buffer": 0, "byteLength": 36}],
		"buffers": [{"uri": "corners.bin", "byteLength": 36}]}`))
	const drawn = `struct Out { @builtin(position) p: vec4f, @location(0) n: vec3f }
@vertex fn v(@location(0) place: vec3f, @location(1) normal: vec3f) -> Out { return Out(vec4f(place, 1), normal); }
@fragment fn f(i: Out) -> @location(0) vec4f { return vec4f(i.n, 1); }`
	img, err = png.Decode(bytes.NewReader(render(t, "b.wgsl", drawn, "--mesh", mesh, "--size", "2x2")))
	if err != nil {
		t.Fatal(err)
	}
	if got := color.NRGBAModel.Convert(img.At(1, 1)).(color.NRGBA); got != (color.NRGBA{B: 255, A: 255}) {
		t.Errorf("a mesh of glTF gives %v", got)
	}
}
