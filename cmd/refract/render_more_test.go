package main

// Tests of what 'refract render' does with more than one shader, and with what is wrong.

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// folder writes files and makes their folder the current one.
func folder(t *testing.T, files map[string]string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
}

// renders runs the command and decodes the picture.
func renders(t *testing.T, args ...string) *image.NRGBA {
	t.Helper()
	var out, err bytes.Buffer
	if status := run(append([]string{"render", "-o", "-"}, args...), streams{strings.NewReader(""), &out, &err}); status != 0 {
		t.Fatalf("%v: status %d: %s", args, status, err.String())
	}
	img, e := png.Decode(&out)
	if e != nil {
		t.Fatal(e)
	}
	size := img.Bounds().Size()
	to := image.NewNRGBA(image.Rect(0, 0, size.X, size.Y))
	for y := range size.Y {
		for x := range size.X {
			to.SetNRGBA(x, y, color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA))
		}
	}
	return to
}

// TestRenderScene draws a scene file, another size of it, another texture, and with a
// uniform changed.
func TestRenderScene(t *testing.T) {
	folder(t, map[string]string{
		"s.wgsl": `struct Look { tint: vec4f }
@group(0) @binding(0) var<uniform> look: Look;
@fragment fn first() -> @location(0) vec4f { return look.tint; }
@fragment fn second(@builtin(position) p: vec4f) -> @location(0) vec4f { return look.tint.bgra; }`,
		"s.json": `{"size": [4, 2], "shaders": {"s": "s.wgsl"}, "textures": {"a": {}, "b": {}}, "groups": {"g": {"look": {"value": {"tint": [1, 0.2, 0, 1]}}}}, "steps": [
			{"colors": ["a"], "draws": [{"pipeline": {"fragment": "s.first"}, "groups": "g"}]}, {"colors": ["b"], "draws": [{"pipeline": {"fragment": "s.second"}, "groups": "g"}]}]}`,
	})
	for _, c := range []struct {
		args []string
		size image.Point
		want color.NRGBA
	}{
		{nil, image.Pt(4, 2), color.NRGBA{0, 51, 255, 255}},
		{[]string{"--target", "a"}, image.Pt(4, 2), color.NRGBA{255, 51, 0, 255}},
		{[]string{"--target", "a.0.0", "--size", "3x5"}, image.Pt(3, 5), color.NRGBA{255, 51, 0, 255}},
		{[]string{"--set", "look.tint=0,1,0,1"}, image.Pt(4, 2), color.NRGBA{0, 255, 0, 255}},
		{[]string{"--set", "tint=0,1,1,1", "--engine", "interp"}, image.Pt(4, 2), color.NRGBA{255, 255, 0, 255}},
	} {
		img := renders(t, append([]string{"s.json"}, c.args...)...)
		if got := img.NRGBAAt(1, 1); img.Bounds().Size() != c.size || got != c.want {
			t.Errorf("%v: %v of %v, want %v of %v", c.args, got, img.Bounds().Size(), c.want, c.size)
		}
	}
}

// TestRenderTargets shows other outputs than the first, and depth.
func TestRenderTargets(t *testing.T) {
	folder(t, map[string]string{"s.wgsl": `struct O { @location(0) a: vec4f, @location(1) b: vec4f, @location(3) n: vec2u }
@vertex fn v(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f { return vec4f(array(vec2f(-1, 3), vec2f(-1, -1), vec2f(3, -1))[i], 0.25, 1); }
@fragment fn f() -> O { return O(vec4f(1, 0, 0, 1), vec4f(0, 0, 1, 1), vec2u(9, 200)); }`})
	for target, want := range map[string]color.NRGBA{"": {255, 0, 0, 255}, "0": {255, 0, 0, 255}, "1": {0, 0, 255, 255}, "3": {9, 200, 0, 1}, "depth": {64, 64, 64, 255}} {
		for _, samples := range []string{"1", "4"} {
			img := renders(t, "s.wgsl", "--size", "2x2", "--target", target, "--samples", samples)
			if got := img.NRGBAAt(0, 1); got != want && target != "3" || target == "3" && (got.R != 9 || got.G != 200) {
				t.Errorf("target %q with %s samples: %v, want %v", target, samples, got, want)
			}
		}
	}
}

// TestSceneTargets shows every texture of a scene of several samples whose fragments write
// memory.
func TestSceneTargets(t *testing.T) {
	folder(t, map[string]string{"s.wgsl": `@group(0) @binding(0) var seen: texture_storage_2d<rgba8unorm, write>;
@vertex fn v(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f { return vec4f(array(vec2f(-1, 1), vec2f(-1, -1), vec2f(1, -1))[i], 0.25, 1); }
@fragment fn f(@builtin(position) p: vec4f) -> @location(0) vec4f { textureStore(seen, vec2u(p.xy), vec4f(0, 1, 0, 1)); return vec4f(1, 0, 0, 1); }`,
		"s.json": `{"size": [4, 4], "shaders": {"s": "s.wgsl"}, "textures": {"four": {"samples": 4}, "depth": {"format": "depth32float", "samples": 4}, "seen": {}, "one": {}},
  "steps": [{"colors": [{"texture": "four", "clear": [0, 0, 1, 1], "resolve": "one"}], "depth": {"texture": "depth", "clear": 1},
    "draws": [{"pipeline": {"vertex": "s.v", "fragment": "s.f", "depth": {}}, "bind": {"seen": "seen"}, "count": 3}]}], "output": "one"}`})
	for target, want := range map[string][2]color.NRGBA{
		"":      {{255, 0, 0, 255}, {0, 0, 255, 255}},
		"four":  {{255, 0, 0, 255}, {0, 0, 255, 255}},
		"depth": {{64, 64, 64, 255}, {255, 255, 255, 255}},
		"seen":  {{0, 255, 0, 255}, {0, 0, 0, 0}},
	} {
		img := renders(t, "s.json", "--target", target)
		if got := [2]color.NRGBA{img.NRGBAAt(0, 3), img.NRGBAAt(3, 0)}; got != want {
			t.Errorf("target %q: %v, want %v", target, got, want)
		}
		if edge := img.NRGBAAt(2, 2); target == "" && (edge.R == 0 || edge.R == 255) {
			t.Errorf("the edge is %v", edge)
		}
	}
}

// twoMaterials is a mesh of glTF with two triangles side by side, one with a texture.
func twoMaterials() string {
	var pixel bytes.Buffer
	img := image.NewNRGBA(image.Rect(0, 0, 1, 1))
	img.SetNRGBA(0, 0, color.NRGBA{0, 255, 0, 255})
	if err := png.Encode(&pixel, img); err != nil {
		panic(err)
	}
	var data []byte
	for _, x := range []float32{-1, -1, 0, 0, -1, 0, -1, 3, 0, 0, -1, 0, 1, -1, 0, 1, 3, 0} {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
	}
	return fmt.Sprintf(`{"asset": {"version": "2.0"}, "nodes": [{"mesh": 0}], "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "material": 0}, {"attributes": {"POSITION": 1}, "material": 1}]}],
		"materials": [{"pbrMetallicRoughness": {"baseColorFactor": [1, 0, 0, 1], "metallicFactor": 0.25}}, {"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}, "metallicFactor": 0.75}}],
		"textures": [{"source": 0}], "images": [{"uri": "data:image/png;base64,%s"}], "buffers": [{"uri": "data:;base64,%s", "byteLength": 72}], "bufferViews": [{"buffer": 0, "byteLength": 72}],
		"accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}, {"bufferView": 0, "byteOffset": 36, "componentType": 5126, "count": 3, "type": "VEC3"}]}`,
		base64.StdEncoding.EncodeToString(pixel.Bytes()), base64.StdEncoding.EncodeToString(data))
}

const materialShader = `struct Material { base_color_factor: vec4f, metallicFactor: f32 }
@group(0) @binding(0) var<uniform> material: Material;
@group(0) @binding(1) var base_color_texture: texture_2d<f32>;
@group(0) @binding(2) var base_color_sampler: sampler;
@vertex fn v(@location(0) position: vec3f) -> @builtin(position) vec4f { return vec4f(position, 1); }
@fragment fn f() -> @location(0) vec4f {
  return vec4f((material.base_color_factor * textureSample(base_color_texture, base_color_sampler, vec2f(0.5))).rg, material.metallicFactor, 1);
}`

// TestRenderMaterials gives a shader the materials of a mesh, by a command line and by a
// scene, and draws meshes that come without a shader.
func TestRenderMaterials(t *testing.T) {
	folder(t, map[string]string{"m.gltf": twoMaterials(), "s.wgsl": materialShader, "q.obj": "v -1 -1 0\nv 1 -1 0\nv 0 1 0\nf 1 2 3\n",
		"s.json": `{"size": [8, 8], "shaders": {"s": "s.wgsl"}, "meshes": {"m": "m.gltf"}, "textures": {"t": {}}, "steps": [{"colors": ["t"], "draws": [{"pipeline": {"vertex": "s", "fragment": "s"}, "mesh": "m"}]}]}`})
	for _, args := range [][]string{{"s.wgsl", "--mesh", "m.gltf", "--size", "8x8"}, {"s.json"}} {
		img := renders(t, args...)
		if a, b := img.NRGBAAt(0, 7), img.NRGBAAt(7, 7); a != (color.NRGBA{255, 0, 64, 255}) || b != (color.NRGBA{0, 255, 191, 255}) {
			t.Errorf("%v: %v and %v", args, a, b)
		}
	}
	for _, name := range []string{"m.gltf", "q.obj"} {
		img := renders(t, name, "--size", "32x32")
		colors := map[color.NRGBA]bool{}
		for y := range 32 {
			for x := range 32 {
				colors[img.NRGBAAt(x, y)] = true
			}
		}
		if len(colors) < 2 {
			t.Errorf("%s: %d colors", name, len(colors))
		}
	}
}

// TestRenderMistakes: what is wrong is said, and where, and nothing hangs.
func TestRenderMistakes(t *testing.T) {
	const fragment = "@fragment fn f() -> @location(0) vec4f { return vec4f(1); }"
	folder(t, map[string]string{
		"ok.wgsl": fragment, "bad.wgsl": "fn f( {}", "none.wgsl": "@compute @workgroup_size(1) fn f() {}", "two.wgsl": fragment + strings.Replace(fragment, "fn f", "fn g", 1),
		"texture.wgsl": "@group(0) @binding(0) var t: texture_2d<f32>;\n@fragment fn f() -> @location(0) vec4f { return textureLoad(t, vec2u(0), 0); }",
		"cube.wgsl":    "@group(0) @binding(0) var t: texture_cube<f32>;\n@group(0) @binding(1) var s: sampler;\n@fragment fn f(@builtin(position) p: vec4f) -> @location(0) vec4f { return textureSample(t, s, p.xyz); }",
		"buffer.wgsl":  "@group(0) @binding(0) var<storage, read> b: array<vec4f>;\n@fragment fn f() -> @location(0) vec4f { return b[0]; }",
		"uniform.wgsl": "struct C { fov: f32, at: vec3f }\n@group(0) @binding(0) var<uniform> camera: C;\n@fragment fn f() -> @location(0) vec4f { return vec4f(camera.at, camera.fov); }",
		"mesh.wgsl":    "@vertex fn v(@location(0) p: vec3f, @location(5) tangent: vec4f) -> @builtin(position) vec4f { return vec4f(p, tangent.x); }\n" + fragment,
		"loop.wgsl":    "@fragment fn f(@builtin(position) p: vec4f) -> @location(0) vec4f { var x = p.x; loop { if x < 0 { break; } x += 0.5; } return vec4f(x); }",
		"nan.wgsl":     "@vertex fn v(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f { let z = f32(i) * 0; return vec4f(sqrt(z - 1), z / z, 1 / z, 1); }\n" + fragment,
		"broken.png":   "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x04\x00\x00\x00\x04\x08\x02\x00\x00\x00", "text.png": "text", "huge.png": hugePNG(),
		"broken.hdr": "#?RADIANCE\n\n-Y 99999 +X 99999\n", "cut.jpg": "\xff\xd8\xff\xe0\x00\x10JFIF\x00",
		"broken.obj": "v 1 2 3\nv 1 2\nf 1 2 3\n", "index.obj": "v 0 0 0\nf 1 2 3\n", "empty.obj": "", "nan.obj": "v nan 0 0\nf 1 1 1\n",
		"broken.gltf": `{"asset": {"version": "2.0"}, "nodes": [{"mesh": 0}]}`, "old.gltf": `{"asset": {"version": "1.0"}}`, "cut.glb": "glTF\x02\x00\x00\x00\xff\x00\x00\x00",
		"q.obj": "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "bad.json": `{"size": [4, 4], "steps": 3}`,
	})
	for _, c := range []struct {
		args string
		want string
	}{
		{"ok.wgsl --size 0x5", "--size 0x5: WIDTHxHEIGHT is expected"},
		{"ok.wgsl --size 99999x5", "each from 1 to 16384"},
		{"ok.wgsl --size 5", "WIDTHxHEIGHT is expected"},
		{"ok.wgsl --samples 3", "--samples 3: there are 1 and 4"},
		{"ok.wgsl --frames 0", "--frames 0"},
		{"ok.wgsl --fps 0", "--fps 0"},
		{"ok.wgsl --fps NaN", "--fps NaN"},
		{"ok.wgsl --mouse 1", "--mouse 1: 1 numbers are given"},
		{"ok.wgsl --clear red", `"red" is no number`},
		{"ok.wgsl --to bmp", `no form "bmp"`},
		{"ok.wgsl --target 1", "--target 1: 'depth' or the location of an output is expected; the shader has 0"},
		{"ok.wgsl --origin left", "there are upper and lower"},
		{"ok.wgsl --mesh q.obj", "the shader has no vertex entry point"},
		{"ok.wgsl --set a=1", "uses no uniform"},
		{"missing.wgsl", "missing.wgsl"},
		{"bad.wgsl", "bad.wgsl:1:"},
		{"none.wgsl", "no fragment entry point"},
		{"two.wgsl", "2 fragment entry points: f, g; choose one"},
		{"texture.wgsl", `"t" (group 0, binding 0) has no texture; give it one: --texture 0.0=FILE.png`},
		{"texture.wgsl --texture t=none.png", "none.png cannot be read"},
		{"texture.wgsl --texture t=broken.png", "broken.png: "},
		{"texture.wgsl --texture t=text.png", "it is no picture; PNG, JPEG, GIF and Radiance HDR are read"},
		{"texture.wgsl --texture t=huge.png", "at most 16384 each way"},
		{"texture.wgsl --texture t=broken.hdr", "broken.hdr: "},
		{"texture.wgsl --texture t=cut.jpg", "cut.jpg: "},
		{"texture.wgsl --texture t=r32uint:4x4", "a format of f32 texels is expected, not r32uint"},
		{"texture.wgsl --texture t=rgba8unorm:999999x4", "65536"},
		{"texture.wgsl --texture u=broken.png", "broken.png"},
		{"cube.wgsl --texture t=text.png --sampler s=soft", "it is no picture"},
		{"cube.wgsl --texture t=rgba8unorm:4x4 --sampler s=soft", `there is no "soft"`},
		{"cube.wgsl --texture t=rgba8unorm:4x4 --sampler s=anisotropy:99", "an anisotropy is from 1 to 16"},
		{"buffer.wgsl", `has no buffer; give it one: --buffer 0.0=zero:BYTES`},
		{"buffer.wgsl --buffer b=f32:1,2", "takes at least 16 bytes, but 8 are bound"},
		{"uniform.wgsl --set camera.fv=1", `has no member "fv"; it has fov, at`},
		{"uniform.wgsl --set camera=1", "it is a struct; give its members numbers: fov, at"},
		{"uniform.wgsl --set fov=1,2", "it takes 1 number, not 2"},
		{"uniform.wgsl --set fov=x", `"x" is no number`},
		{"uniform.wgsl --set fov", "NAME=NUMBERS is expected"},
		{"uniform.wgsl --set nothing=1", "no uniform has that name; there are camera"},
		{"mesh.wgsl --mesh q.obj", `the shader's input "tangent" is neither`},
		{"mesh.wgsl --mesh broken.obj", "broken.obj: line 2"},
		{"mesh.wgsl --mesh index.obj", "index.obj: line 2"},
		{"mesh.wgsl --mesh empty.obj", "the file has no faces"},
		{"mesh.wgsl --mesh nan.obj", "is no number"},
		{"mesh.wgsl --mesh broken.gltf", "there is no mesh 0"},
		{"mesh.wgsl --mesh old.gltf", "2.0 is"},
		{"mesh.wgsl --mesh cut.glb", "cut off"},
		{"cut.glb", "cut off"},
		{"loop.wgsl --size 4x4 --max-steps 10000", "steps"},
		{"loop.wgsl --size 64x64 --max-steps 999999999999 --time-limit 200ms", "no end after 200ms"},
		{"bad.json", `bad.json:1:27: error: "steps" is an array, not a number`},
		{"bad.json --mesh q.obj", "--mesh is for shaders; a scene file has its own setting"},
		{"nan.wgsl --size 8x8", ""},
	} {
		begin := time.Now()
		var out, err bytes.Buffer
		status := run(append([]string{"render", "-o", "-", "--format", "short"}, strings.Fields(c.args)...), streams{strings.NewReader(""), &out, &err})
		if c.want == "" {
			if status != 0 {
				t.Errorf("%s: status %d, %s", c.args, status, err.String())
			}
			continue
		}
		if status == 0 || status == 3 || !strings.Contains(err.String(), c.want) {
			t.Errorf("%s: status %d, %s\nwant %s", c.args, status, err.String(), c.want)
		}
		if took := time.Since(begin); took > 30*time.Second {
			t.Errorf("%s takes %v", c.args, took)
		}
	}
}

// hugePNG is the head of a picture of 60000 by 60000 pixels.
func hugePNG() string {
	head := []byte("IHDR\x00\x00\xea\x60\x00\x00\xea\x60\x08\x02\x00\x00\x00")
	return "\x89PNG\r\n\x1a\n\x00\x00\x00\r" + string(binary.BigEndian.AppendUint32(head, crc32.ChecksumIEEE(head)))
}

// TestTerminals: the protocols, and what tells them.
func TestTerminals(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want terminalKind
	}{
		{nil, blocks},
		{map[string]string{"KITTY_WINDOW_ID": "1"}, kitty},
		{map[string]string{"TERM": "xterm-kitty"}, kitty},
		{map[string]string{"TERM": "tmux-256color", "KITTY_WINDOW_ID": "1"}, blocks},
		{map[string]string{"TERM_PROGRAM": "iTerm.app"}, iterm},
		{map[string]string{"TERM_PROGRAM": "WezTerm"}, iterm},
	} {
		if got := terminalOf(func(name string) string { return c.env[name] }); got != c.want {
			t.Errorf("%v: %v, want %v", c.env, got, c.want)
		}
	}
	img := image.NewNRGBA(image.Rect(0, 0, 60, 40))
	for i := range img.Pix {
		img.Pix[i] = uint8(i * i * 31)
	}
	for kind, begins := range map[terminalKind]string{kitty: "\x1b_Gf=100,a=T,", iterm: "\x1b]1337;File=inline=1;", blocks: "\x1b[38;2;"} {
		var b bytes.Buffer
		f := &terminalFilm{w: &b, kind: kind, columns: terminalColumns, number: 7}
		if err := f.add(img); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(b.String(), begins) {
			t.Errorf("kind %d begins with %q", kind, b.String()[:20])
		}
		if kind == blocks {
			continue
		}
		// What is sent is the picture.
		var text strings.Builder
		for _, part := range strings.Split(b.String(), "\x1b_G") {
			if _, rest, ok := strings.Cut(part, ";"); ok && kind == kitty {
				text.WriteString(strings.TrimSuffix(strings.TrimSpace(rest), "\x1b\\"))
			}
		}
		if kind == iterm {
			_, rest, _ := strings.Cut(b.String(), ":")
			text.WriteString(strings.TrimSuffix(rest, "\a\n"))
		}
		data, err := base64.StdEncoding.DecodeString(text.String())
		if err != nil {
			t.Fatal(err)
		}
		if got, err := png.Decode(bytes.NewReader(data)); err != nil || got.Bounds() != img.Bounds() {
			t.Errorf("kind %d: %v", kind, err)
		}
		first := b.Len()
		if err := f.add(img); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(b.String()[first:], "\x1b[20A") {
			t.Errorf("the second frame isn't where the first is: %q", b.String()[first:][:10])
		}
	}
}

// TestFrameProgress: the line says how far the work is.
func TestFrameProgress(t *testing.T) {
	var b bytes.Buffer
	start := time.Now()
	p := &frameProgress{w: &b, frames: 10, start: start, stop: make(chan struct{})}
	now := start.Add(5 * time.Second)
	line := func(want string) {
		t.Helper()
		b.Reset()
		if p.show(now); b.String() != "\r\x1b[K"+want {
			t.Errorf("got %q, want %q", b.String(), want)
		}
	}
	p.frame(0)
	line("frame 1 of 10, 5s")
	p.draw(3, 60)
	line("frame 1 of 10, 3 of 60 tiles, 5s")
	p.frame(5)
	line("frame 6 of 10, 5s left")
	p.step(3, 8)
	p.draw(3, 60)
	line("frame 6 of 10, step 3 of 8, 3 of 60 tiles, 5s left")
	b.Reset()
	if p.say(&b, "a warning"); b.String() != "\r\x1b[Ka warning\n" {
		t.Errorf("got %q", b.String())
	}
	p.show(now)
	b.Reset()
	if p.end(); b.String() != "\r\x1b[K" {
		t.Errorf("got %q at the end", b.String())
	}
	select {
	case <-p.stop:
	default:
		t.Error("it goes on after the end")
	}
	b.Reset()
	if p.show(now); b.Len() > 0 {
		t.Errorf("got %q after the end", b.String())
	}
	quiet := newFrameProgress(&b, 3)
	quiet.frame(1)
	quiet.show(now)
	quiet.end()
	if b.Len() > 0 {
		t.Error("what is no terminal is told of progress")
	}
}

// TestFilms: each form has its frames, and y4m goes out frame by frame.
func TestFilms(t *testing.T) {
	folder(t, map[string]string{"s.wgsl": "@group(0) @binding(0) var<uniform> frame: u32;\n@fragment fn f() -> @location(0) vec4f { return vec4f(f32(frame) / 4, 0, 0, 1); }"})
	writes := &counting{}
	var stderr bytes.Buffer
	if status := run([]string{"render", "s.wgsl", "-o", "-", "--to", "y4m", "--size", "4x2", "--frames", "5", "--fps", "25"}, streams{strings.NewReader(""), writes, &stderr}); status != 0 {
		t.Fatal(stderr.String())
	}
	if !strings.HasPrefix(writes.String(), "YUV4MPEG2 W4 H2 F25000:1000 Ip A1:1 C444\nFRAME\n") || strings.Count(writes.String(), "FRAME\n") != 5 || writes.n != 5 {
		t.Errorf("%d writes of %q", writes.n, writes.String()[:60])
	}
	for _, out := range []string{"a.gif", "a.png", "a.apng", "f%02d.png", "a.y4m"} {
		if status := run([]string{"render", "s.wgsl", "-o", out, "--size", "4x2", "--frames", "3"}, streams{strings.NewReader(""), &stderr, &stderr}); status != 0 {
			t.Fatal(stderr.String())
		}
	}
	for _, name := range []string{"a.gif", "a.png", "f00.png", "f01.png", "f02.png", "a.y4m"} {
		if data, err := os.ReadFile(name); err != nil || len(data) == 0 {
			t.Errorf("%s: %d bytes, %v", name, len(data), err)
		}
	}
	a, err := os.ReadFile("a.png")
	if err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile("a.apng"); err != nil || !bytes.Equal(a, b) || !bytes.Contains(b, []byte("acTL")) {
		t.Errorf("a.apng isn't a.png: %v", err)
	}
	var out bytes.Buffer
	if status := run([]string{"render", "s.wgsl", "-o", "-", "--to", "apng", "--size", "4x2", "--frames", "3"}, streams{strings.NewReader(""), &out, &stderr}); status != 0 || !bytes.Equal(out.Bytes(), a) {
		t.Errorf("status %d, %d bytes", status, out.Len())
	}
}

// TestFrameDelays: a second of frames takes a second, however many they are.
func TestFrameDelays(t *testing.T) {
	for fps, want := range map[float64][2]uint16{30: {1, 30}, 60: {1, 60}, 1: {1, 1}, 29.97: {1000, 29970}, 0.5: {1000, 500}, 999.5: {10, 9995}, 0.0001: {10000, 1}, 1e-9: {65535, 1}, 1000: {1, 1000}} {
		if delay, of := frameDelay(fps); [2]uint16{delay, of} != want {
			t.Errorf("%v: %d/%d, not %v", fps, delay, of, want)
		}
	}
	for fps, want := range map[float64]int{30: 100, 24: 100, 60: 100, 50: 100, 100: 100} {
		f := &gifFilm{fps: fps}
		sum := 0
		for i := range int(fps) {
			if err := f.add(image.NewNRGBA(image.Rect(0, 0, 1, 1))); err != nil {
				t.Fatal(err)
			}
			sum += f.gif.Delay[i]
		}
		if sum != want {
			t.Errorf("%v frames take %d hundredths", fps, sum)
		}
	}
}

// counting counts writes.
type counting struct {
	bytes.Buffer
	n int
}

func (c *counting) Write(b []byte) (int, error) {
	c.n++
	return c.Buffer.Write(b)
}

// TestRenderNothing: where a picture shows nothing of what was given, a warning says why,
// once.
func TestRenderNothing(t *testing.T) {
	folder(t, map[string]string{
		"flat.obj":  "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n",
		"huge.obj":  "v 3e38 0 0\nv -3e38 3e38 0\nv 0 -3e38 3e38\nf 1 2 3\n",
		"few.wgsl":  "@vertex fn v(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f { return vec4f(f32(i), f32(i * i), 0, 1); }\n@fragment fn f() -> @location(0) vec4f { return vec4f(1); }",
		"none.wgsl": "@fragment fn f(@builtin(position) p: vec4f) -> @location(0) vec4f { if p.x > 0 { discard; } return vec4f(1); }",
		"s.json":    "{\"size\": [4, 2], \"shaders\": {\"s\": \"none.wgsl\"}, \"textures\": {\"a\": {}}, \"steps\": [\n {\"colors\": [\"a\"], \"draws\": [{\"pipeline\": {\"fragment\": \"s.f\"}}]}]}",
		"good.wgsl": "@fragment fn f() -> @location(0) vec4f { return vec4f(1); }",
	})
	for _, c := range []struct {
		args []string
		want string // "": no warning
	}{
		{[]string{"flat.obj"}, "refract: warning: nothing was drawn: of 1 primitive"},
		{[]string{"huge.obj"}, "refract: warning: nothing was drawn: of 1 primitive, 1 with coordinates that are no finite numbers, or far too large"},
		{[]string{"few.wgsl", "--vertices", "2"}, "nothing was drawn: 2 vertices make no primitive"},
		{[]string{"none.wgsl"}, "discarded"},
		{[]string{"none.wgsl", "--frames", "3", "--to", "y4m"}, "discarded"},
		{[]string{"s.json"}, "s.json:2:2: nothing was drawn in this pass: of 1 primitive"},
		{[]string{"good.wgsl"}, ""},
	} {
		var out, err bytes.Buffer
		if status := run(append([]string{"render", "-o", "-"}, c.args...), streams{strings.NewReader(""), &out, &err}); status != 0 || out.Len() == 0 {
			t.Errorf("%v: status %d, %d bytes: %s", c.args, status, out.Len(), err.String())
		}
		if got := err.String(); !strings.Contains(got, c.want) || strings.Count(got, "nothing was drawn") != b2i(c.want != "") {
			t.Errorf("%v: %s", c.args, got)
		}
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// TestRenderStates draws what people draw: wide lines of several samples by instances, points
// blended on them by GLSL with tests ahead of the shader, dual-source blending, textures of
// three dimensions, layers and cubes, writes to memory, targets of integers.
func TestRenderStates(t *testing.T) {
	folder(t, map[string]string{
		"sprite.vert": `#version 450
layout(location=0) out vec4 tint;
void main() { float i = float(gl_VertexIndex); gl_Position = vec4(i * 0.5 - 0.75, 0.3 * sin(i), 0.4, 1.0); gl_PointSize = 10.0 + 4.0 * i; tint = vec4(i / 3.0, 1.0 - i / 3.0, 0.5, 0.6); }`,
		"sprite.frag": `#version 450
layout(early_fragment_tests) in;
layout(location=0) in vec4 tint; layout(location=0) out vec4 color;
layout(set=0,binding=0,std430) buffer Hits { uint hits[4]; };
void main() { vec2 d = gl_PointCoord * 2.0 - 1.0; if (dot(d, d) > 1.0) discard; atomicAdd(hits[1], 1u); color = vec4(tint.rgb * (1.0 - dot(d, d) * 0.5), tint.a); }`,
		"lines.wgsl": `enable dual_source_blending;
struct V { @builtin(position) p: vec4f, @location(0) c: vec3f }
@vertex fn v(@builtin(vertex_index) i: u32, @builtin(instance_index) n: u32, @location(0) at: vec2f, @location(1) tint: vec3f) -> V {
  return V(vec4f(at + vec2f(f32(i) * 1.4, f32(n) * 0.1), 0.5, 1), tint);
}
struct O { @location(0) @blend_src(0) c: vec4f, @location(0) @blend_src(1) f: vec4f }
@fragment fn dual(v: V) -> O { return O(vec4f(v.c, 1), vec4f(0.5, 0.25, 0.75, 1)); }
@fragment fn f(v: V) -> @location(0) vec4f { return vec4f(v.c, 1); }`,
		"tex.wgsl": `@group(0) @binding(0) var vol: texture_3d<f32>;
@group(0) @binding(1) var arr: texture_2d_array<f32>;
@group(0) @binding(2) var cub: texture_cube<f32>;
@group(0) @binding(3) var s: sampler;
@group(0) @binding(4) var<storage, read_write> seen: array<atomic<u32>, 4>;
@group(0) @binding(5) var stored: texture_storage_2d<rgba8unorm, write>;
struct O { @location(0) a: vec4f, @location(1) n: vec4u, @location(2) m: vec4i }
@fragment fn f(@location(0) uv: vec2f, @builtin(position) p: vec4f) -> O {
  let v = textureSample(vol, s, vec3f(uv, 0.5)); let a = textureSample(arr, s, uv, i32(uv.x * 3)); let c = textureSample(cub, s, vec3f(uv * 2 - 1, 0.7));
  atomicAdd(&seen[u32(uv.x * 4)], 1);
  textureStore(stored, vec2u(p.xy), vec4f(uv, 1, 1));
  return O(v * 0.4 + a * 0.3 + c * 0.3, vec4u(u32(p.x), u32(p.y), 7, 255), vec4i(-i32(p.x), 5, -128, 127));
}`,
		"big.json": `{"size": [96, 64],
 "shaders": {"sv": "sprite.vert", "sf": "sprite.frag", "lines": "lines.wgsl", "tex": "tex.wgsl"},
 "buffers": {"at": {"f32": [-0.7, -0.5, -0.7, 0.0, -0.7, 0.5]}, "tint": {"f32": [1,0,0, 0,1,0, 0,0,1]}, "hits": {"zero": 16}, "seen": {"zero": 16}},
 "textures": {"ms": {"samples": 4}, "d": {"format": "depth32float", "samples": 4}, "dual": {}, "picture": {}, "n": {"format": "rgba8uint"}, "m": {"format": "rgba8sint"}, "a": {}, "stored": {},
   "vol": {"dimension": "3d", "size": [4, 4, 4], "pattern": "noise"}, "arr": {"size": [4, 4], "layers": 3, "pattern": "checker"}, "cub": {"dimension": "cube", "size": [4, 4], "pattern": "gradient"}},
 "samplers": {"s": "linear,repeat"},
 "pipelines": {
   "lines": {"vertex": "lines.v", "fragment": "lines.f", "topology": "line-list", "line_width": 3, "depth": {}, "buffers": [{"step": "instance", "attributes": [{"location": 0, "format": "float32x2"}]}, {"step": "instance", "attributes": [{"location": 1, "format": "float32x3"}]}]},
   "dual": {"vertex": "lines.v", "fragment": "lines.dual", "topology": "line-list", "line_width": 5, "targets": [{"blend": {"src": "src1", "dst": "one-minus-src1"}}], "buffers": [{"step": "instance", "attributes": [{"location": 0, "format": "float32x2"}]}, {"step": "instance", "attributes": [{"location": 1, "format": "float32x3"}]}]},
   "sprites": {"vertex": "sv", "fragment": "sf", "clip": "vulkan", "topology": "point-list", "depth": {"write": false}, "targets": [{"blend": "alpha"}]}},
 "steps": [
  {"colors": [{"texture": "a", "clear": [0,0,0,1]}, {"texture": "n", "clear": [0,0,0,0]}, {"texture": "m", "clear": [0,0,0,0]}], "draws": [{"pipeline": {"fragment": "tex.f"}, "bind": {"vol": "vol", "arr": "arr", "cub": "cub", "s": "s", "seen": "seen", "stored": "stored"}}]},
  {"colors": [{"texture": "dual", "clear": [1,1,1,1]}], "draws": [{"pipeline": "dual", "count": 2, "instances": 3, "buffers": ["at", "tint"]}]},
  {"colors": [{"texture": "ms", "clear": [0.1,0.1,0.1,1], "resolve": "picture"}], "depth": {"texture": "d", "clear": 1},
   "draws": [{"pipeline": "lines", "count": 2, "instances": 3, "buffers": ["at", "tint"]}, {"pipeline": "sprites", "count": 4, "bind": {"hits": "hits"}}]}],
 "output": "picture"}`,
	})
	for target, points := range map[string]map[image.Point]color.NRGBA{
		"picture": {{50, 9}: {0, 0, 255, 255}, {50, 28}: {0, 255, 0, 255}, {36, 40}: {61, 112, 87, 255}, {2, 2}: {26, 26, 26, 255}},
		"dual":    {{50, 9}: {128, 191, 255, 255}, {50, 28}: {128, 255, 64, 255}, {50, 47}: {255, 191, 64, 255}, {2, 2}: {255, 255, 255, 255}},
		"n":       {{50, 9}: {50, 9, 7, 255}, {95, 63}: {95, 63, 7, 255}},
		"m":       {{0, 0}: {0, 5, 0, 127}, {50, 9}: {0, 5, 0, 127}},
		"stored":  {{0, 0}: {1, 2, 255, 255}, {95, 63}: {254, 253, 255, 255}},
	} {
		img := renders(t, "big.json", "--target", target)
		for at, want := range points {
			got := img.NRGBAAt(at.X, at.Y)
			for k, d := range []int{int(got.R) - int(want.R), int(got.G) - int(want.G), int(got.B) - int(want.B), int(got.A) - int(want.A)} {
				if d < -1 || d > 1 {
					t.Errorf("%s at %v, channel %d: %v, not %v", target, at, k, got, want)
				}
			}
		}
	}
}

// TestRenderShadertoy draws a shader of two tabs, the first of which reads what it has drawn
// before, alpha included; and one tab with a picture, which is upright.
func TestRenderShadertoy(t *testing.T) {
	var two bytes.Buffer
	img := image.NewNRGBA(image.Rect(0, 0, 1, 2))
	img.SetNRGBA(0, 0, color.NRGBA{255, 0, 0, 255})
	img.SetNRGBA(0, 1, color.NRGBA{0, 0, 255, 255})
	if err := png.Encode(&two, img); err != nil {
		t.Fatal(err)
	}
	scene := `{"size": [4, 2], "origin": "lower",
  "shaders": {"a": {"file": "a.glsl", "language": "shadertoy", "defines": {"SHADERTOY_BUFFER": 1}}, "image": {"file": "image.glsl", "language": "shadertoy", "defines": {"BLUE": "c.a"}}},
  "textures": {"old": {"format": "rgba32float"}, "new": {"format": "rgba32float"}, "picture": {}, "two": {"file": "two.png", "flip": true}},
  "steps": [{"swap": ["old", "new"]},
    {"colors": ["new"], "draws": [{"pipeline": {"fragment": "a"}, "bind": {"iChannel0": "old", "iChannel1": "two"}}]},
    {"colors": ["picture"], "draws": [{"pipeline": {"fragment": "image"}, "bind": {"iChannel0": "new"}}]}]}`
	folder(t, map[string]string{
		"two.png": two.String(), "s.json": scene, "bad.json": strings.Replace(scene, `"lower"`, `"left"`, 1), "macro.json": strings.Replace(scene, `"BLUE"`, `"BLUE="`, 1),
		"a.glsl": `void mainImage(out vec4 c, in vec2 p) {
  vec4 old = texelFetch(iChannel0, ivec2(p), 0);
  c = vec4(p.y < 1.0 ? 1.0 : 0.0, iChannelResolution[0].x / 8.0 + iChannelResolution[1].y / 10.0, texture(iChannel1, p / iResolution.xy).b, old.a + 0.25);
}`,
		"image.glsl": `void mainImage(out vec4 c, in vec2 p) { c = texture(iChannel0, p / iResolution.xy); if (p.x > 2.0) c.b = BLUE; }`,
		"one.glsl":   `void mainImage(out vec4 c, in vec2 p) { c = texture(iChannel0, p / iResolution.xy); }`,
	})
	if status := run([]string{"render", "s.json", "-o", "f%d.png", "--frames", "3"}, streams{strings.NewReader(""), io.Discard, io.Discard}); status != 0 {
		t.Fatal(status)
	}
	data, err := os.ReadFile("f2.png")
	if err != nil {
		t.Fatal(err)
	}
	drawn, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for at, want := range map[image.Point]color.NRGBA{{0, 0}: {0, 178, 0, 255}, {3, 0}: {0, 178, 191, 255}, {0, 1}: {255, 178, 255, 255}, {3, 1}: {255, 178, 191, 255}} {
		if got := color.NRGBAModel.Convert(drawn.At(at.X, at.Y)); got != want {
			t.Errorf("at %v: %v, not %v", at, got, want)
		}
	}
	upright := renders(t, "one.glsl", "--from", "shadertoy", "--texture", "iChannel0=two.png", "--size", "2x2", "--sampler", "iChannel0=nearest")
	if a, b := upright.NRGBAAt(0, 0), upright.NRGBAAt(0, 1); a != img.NRGBAAt(0, 0) || b != img.NRGBAAt(0, 1) {
		t.Errorf("the picture is %v above %v", a, b)
	}
	for file, want := range map[string]string{"bad.json": `"origin" is upper or lower, not "left"`, "macro.json": `"BLUE=" is no name of a macro`} {
		var out, err bytes.Buffer
		if status := run([]string{"render", file, "-o", "-"}, streams{strings.NewReader(""), &out, &err}); status != 1 || !strings.Contains(err.String(), want) {
			t.Errorf("%s: status %d, %s", file, status, err.String())
		}
	}
}
