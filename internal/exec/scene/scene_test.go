package scene_test

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io/fs"
	"path"
	"strings"
	"testing"
	"time"

	"refract"
	"refract/diag"
	"refract/exec"
	"refract/exec/interp"
	"refract/internal/exec/scene"
	"refract/internal/exec/setup"
	_ "refract/internal/harness/plans"
)

// env reads from files in memory.
func env(files map[string]string) scene.Env {
	return scene.Env{
		Read: func(file string) ([]byte, error) {
			if data, ok := files[file]; ok {
				return []byte(data), nil
			}
			return nil, fs.ErrNotExist
		},
		Shader: func(f scene.ShaderFile) (exec.Program, error) {
			l := refract.WGSL
			switch path.Ext(f.File) {
			case ".frag":
				l = refract.GLSL
			case ".kage":
				l = refract.Kage
			}
			m, err := refract.Parse(context.Background(), f.File, f.Source, refract.ParseOptions{Language: l})
			if err != nil {
				return nil, err
			}
			return interp.Engine{}.Load(m, exec.LoadOptions{Overrides: f.Overrides})
		},
	}
}

// draw draws a frame of a scene.
func draw(t *testing.T, text string, files map[string]string) *scene.Frame {
	t.Helper()
	s, err := scene.Parse("scene.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	f, err := s.Load(env(files))
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Draw(context.Background(), setup.Frame{FPS: 30}); err != nil {
		t.Fatal(err)
	}
	return f
}

// pixels are the first channel of a texture's level and layer, as digits of tenths.
func pixels(x *exec.Texture, level, layer uint32) string {
	var b strings.Builder
	w, h, _ := x.Size(level)
	v := exec.TextureView{Texture: x, Dim: x.Dim, BaseLevel: level, Levels: 1, BaseLayer: layer, Layers: 1}
	img := v.Image()
	for y := range int(h) {
		for i := range int(w) {
			b.WriteByte("0123456789X"[(int(img.NRGBAAt(i, y).R)*10+127)/255])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// flat draws positions in pixels of a picture of 8 by 8, in a grey of its uniform.
const flat = `
struct Look { grey: f32, z: f32, at: vec2f }
@group(0) @binding(0) var<uniform> look: Look;
@vertex fn vs(@location(0) p: vec2f, @builtin(instance_index) i: u32) -> @builtin(position) vec4f {
  return vec4f((p.x + look.at.x + f32(i) * 4) / 4 - 1, 1 - (p.y + look.at.y) / 4, look.z, 1);
}
@fragment fn fs() -> @location(0) vec4f { return vec4f(look.grey); }
`

// TestDraws draws small scenes, one for each thing that a scene can say.
func TestDraws(t *testing.T) {
	const square = `"square": {"f32": [0, 0, 4, 0, 0, 4, 4, 4]}, "indices": {"u16": [0, 2, 1, 1, 2, 3]}`
	const layout = `"buffers": [{"attributes": [{"location": 0, "format": "float32x2"}]}]`
	head := func(more string) string {
		return `{"size": [8, 8], "shaders": {"flat": "flat.wgsl"}, "buffers": {` + square + `}, "textures": {"out": {"format": "r8unorm"}` + more + `},
			"pipelines": {"p": {"vertex": "flat.vs", "fragment": "flat.fs", "topology": "triangle-strip", ` + layout + `}}, "steps": [`
	}
	look := func(grey, z, x, y float64) string {
		return fmt.Sprintf(`"buffers": ["square"], "bind": {"look": {"value": {"grey": %g, "z": %g, "at": [%g, %g]}}}`, grey, z, x, y)
	}
	corner := "XXXX0000\nXXXX0000\nXXXX0000\nXXXX0000\n"
	empty := strings.Repeat("00000000\n", 4)
	for _, c := range []struct {
		name, text, want string
		files            map[string]string
	}{
		{name: "a strip", text: head("") + `{"colors": ["out"], "draws": [{"pipeline": "p", ` + look(1, 0, 0, 0) + `}]}]}`, want: corner + empty},
		{name: "indices", text: head("") + `{"colors": ["out"], "draws": [{"pipeline": {"vertex": "flat.vs", "fragment": "flat.fs", ` + layout + `},
			"indices": {"buffer": "indices", "format": "uint16"}, ` + look(1, 0, 0, 0) + `}]}]}`, want: corner + empty},
		{name: "instances", text: head("") + `{"colors": ["out"], "draws": [{"pipeline": "p", "instances": 2, ` + look(1, 0, 0, 4) + `}]}]}`, want: empty + strings.Repeat("XXXXXXXX\n", 4)},
		{name: "one instance of two", text: head("") + `{"colors": ["out"], "draws": [{"pipeline": "p", "first_instance": 1, ` + look(1, 0, 0, 4) + `}]}]}`, want: empty + strings.Repeat("0000XXXX\n", 4)},
		{name: "clear and scissor", text: head("") + `{"colors": [{"texture": "out", "clear": [0.5]}], "draws": [{"pipeline": "p", "scissor": [1, 1, 2, 1], ` + look(1, 0, 0, 0) + `}]}]}`,
			want: "55555555\n5XX55555\n" + strings.Repeat("55555555\n", 6)},
		{name: "viewport", text: head("") + `{"colors": ["out"], "draws": [{"pipeline": "p", "viewport": [4, 4, 4, 4], ` + look(1, 0, 0, 0) + `}]}]}`,
			want: empty + "0000XX00\n0000XX00\n00000000\n00000000\n"},
		{name: "depth", text: head(`, "z": {"format": "depth32float"}`) + `{"colors": ["out"], "depth": {"texture": "z", "clear": 1}, "draws": [
			{"pipeline": {"vertex": "flat.vs", "fragment": "flat.fs", "topology": "triangle-strip", "depth": {}, ` + layout + `}, ` + look(1, 0.25, 0, 0) + `},
			{"pipeline": {"vertex": "flat.vs", "fragment": "flat.fs", "topology": "triangle-strip", "depth": {"write": false}, ` + layout + `}, ` + look(0.5, 0.5, 2, 0) + `}]}]}`,
			want: strings.Repeat("XXXX5500\n", 4) + empty},
		{name: "stencil", text: head(`, "s": {"format": "stencil8"}`) + `{"colors": ["out"], "stencil": {"texture": "s", "clear": 0}, "draws": [
			{"pipeline": {"vertex": "flat.vs", "fragment": "flat.fs", "topology": "triangle-strip", "stencil": {"pass": "replace"}, "targets": [{"write": "-"}], ` + layout + `}, "stencil_reference": 3, ` + look(1, 0, 0, 0) + `},
			{"pipeline": {"vertex": "flat.vs", "fragment": "flat.fs", "topology": "triangle-strip", "stencil": {"compare": "equal"}, ` + layout + `}, "stencil_reference": 3, ` + look(1, 0, 2, 2) + `}]}]}`,
			want: "00000000\n00000000\n00XX0000\n00XX0000\n" + empty},
		{name: "blending", text: head("") + `{"colors": [{"texture": "out", "clear": [0.2]}], "draws": [
			{"pipeline": {"vertex": "flat.vs", "fragment": "flat.fs", "topology": "triangle-strip", "targets": [{"blend": "add"}], ` + layout + `}, ` + look(0.3, 0, 0, 0) + `}]}]}`,
			want: strings.Repeat("55552222\n", 4) + strings.Repeat("22222222\n", 4)},
		{name: "four samples", text: head(`, "four": {"format": "r8unorm", "samples": 4}`) + `{"colors": [{"texture": "four", "clear": [0], "resolve": "out"}], "draws": [
			{"pipeline": "p", ` + look(1, 0, 0.5, 0) + `}]}], "output": "out"}`, want: strings.Repeat("5XXX5000\n", 4) + empty},
		{name: "culling", text: head("") + `{"colors": ["out"], "draws": [{"pipeline": {"vertex": "flat.vs", "fragment": "flat.fs", "cull": "front", ` + layout + `},
			"indices": {"buffer": "indices", "format": "uint16"}, ` + look(1, 0, 0, 0) + `}]}]}`, want: empty + empty},
		{name: "repeated", text: head("") + `{"repeat": 5, "steps": [{"colors": ["out"], "draws": [
			{"pipeline": {"vertex": "flat.vs", "fragment": "flat.fs", "topology": "triangle-strip", "targets": [{"blend": "add"}], ` + layout + `}, ` + look(0.1, 0, 0, 0) + `}]}]}]}`,
			want: strings.Repeat("55550000\n", 4) + empty},
		{name: "swapped", text: head(`, "other": {"format": "r8unorm", "pattern": "gradient", "colors": [[0.4, 0, 0], [0.4, 0, 0]]}`) + `
			{"colors": ["out"], "draws": [{"pipeline": "p", ` + look(1, 0, 0, 0) + `}]}, {"swap": ["out", "other"]}]}`, want: strings.Repeat("44444444\n", 8)},
		{name: "copied", text: head(`, "other": {"format": "r8unorm", "pattern": "checker", "cells": 2}`) + `{"copy": "other", "to": "out"}], "output": "out"}`,
			want: strings.Repeat("0000XXXX\n", 4) + strings.Repeat("XXXX0000\n", 4)},
		{name: "a layer and its mean", text: head(`, "layers": {"format": "r8unorm", "layers": 3, "levels": 4}`) + `
			{"colors": [{"texture": "layers", "layer": 1}], "draws": [{"pipeline": "p", ` + look(1, 0, 0, 2) + `}]}, {"mips": "layers"}], "output": {"texture": "layers", "level": 1, "layer": 1}}`,
			want: "0000\nXX00\nXX00\n0000\n"},
		{name: "a level", text: head(`, "levels": {"format": "r8unorm", "levels": 3}`) + `
			{"colors": [{"texture": "levels", "level": 2}], "draws": [{"pipeline": "p", ` + look(1, 0, 0, 0) + `}]}], "output": {"texture": "levels", "level": 2}}`,
			want: "X0\n00\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := draw(t, c.text, map[string]string{"flat.wgsl": flat})
			name, level, layer := f.Output()
			if got := pixels(f.Texture(name), uint32(level), uint32(layer)); got != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
		})
	}
}

// TestHoles reads the residency of texels of a texture with holes.
func TestHoles(t *testing.T) {
	f := draw(t, `{"size": [4, 2], "shaders": {"show": "show.frag"},
		"textures": {"sparse": {"format": "r8unorm", "size": [4, 2], "texels": [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5],
			"holes": [{"at": [1], "size": [2]}, {"at": [3, 1], "size": [1, 1, 1], "level": 0}]}, "out": {}},
		"steps": [{"colors": ["out"], "draws": [{"pipeline": {"fragment": "show", "clip": "vulkan"}, "bind": {"picture": {"texture": "sparse", "sampler": "near"}}}]}],
		"samplers": {"near": "nearest,clamp-to-edge"}}`, map[string]string{
		"show.frag": `#version 450
#extension GL_ARB_sparse_texture2 : require
layout(set = 0, binding = 0) uniform sampler2D picture;
layout(location = 0) out vec4 color;
void main() {
	vec4 texel;
	int code = sparseTexelFetchARB(picture, ivec2(gl_FragCoord.xy), 0, texel);
	color = vec4(texel.x + (sparseTexelsResidentARB(code) ? 0.0 : 0.25));
}
`})
	if got, want := pixels(f.Texture("out"), 0, 0), "5335\n5553\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	for text, want := range map[string]string{
		`[{"at": [0]}]`:               `a hole has a "size"`,
		`[{"at": [3], "size": [2]}]`:  "a hole of 2×1×1 texels at (3, 0, 0)",
		`[{"size": [1], "level": 1}]`: "a hole in level 1 of a texture with 1",
		`[` + strings.Repeat(`{"size": [1]}, `, 64) + `{"size": [1]}]`: "at most 64 holes",
	} {
		s, err := scene.Parse("scene.json", []byte(`{"size": [4, 2], "textures": {"sparse": {"size": [4, 2], "holes": `+text+`}, "out": {}}, "steps": [{"colors": ["out"]}]}`))
		if err == nil {
			_, err = s.Load(env(nil))
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestCompute writes a buffer, a texture and reads both in a pass, from two shaders.
func TestCompute(t *testing.T) {
	f := draw(t, `{"size": [4, 2], "shaders": {"sim": "sim.wgsl", "show": {"file": "show.frag", "overrides": {}}},
		"buffers": {"cells": {"zero": 32}, "more": {"value": {"list": [1, 2, 3]}, "of": "sim.more", "count": 4}},
		"textures": {"stored": {"format": "rgba8unorm", "size": [4, 2]}, "out": {}},
		"groups": {"all": {"cells": "cells", "stored": "stored", "1.0": "more"}},
		"start": [{"compute": "sim.fill", "groups": "all", "workgroups": [8]}],
		"steps": [{"repeat": 3, "steps": [{"compute": "sim.step", "groups": "all", "workgroups": [8]}]},
			{"colors": ["out"], "draws": [{"pipeline": {"fragment": "show", "clip": "vulkan"}, "bind": {"picture": {"texture": "stored", "sampler": "near"}}}]}],
		"samplers": {"near": "nearest,clamp-to-edge"}}`, map[string]string{
		"sim.wgsl": `@group(0) @binding(0) var<storage, read_write> cells: array<u32>;
@group(0) @binding(1) var stored: texture_storage_2d<rgba8unorm, write>;
struct More { list: array<u32> }
@group(1) @binding(0) var<storage, read> more: More;
@compute @workgroup_size(1) fn fill(@builtin(workgroup_id) id: vec3u) { cells[id.x] = id.x * more.list[1]; }
@compute @workgroup_size(1) fn step(@builtin(workgroup_id) id: vec3u) {
  cells[id.x] += more.list[3] + 3;
  textureStore(stored, vec2u(id.x % 4, id.x / 4), vec4f(f32(cells[id.x]) / 25.5, 0, 0, 1));
}`,
		"show.frag": "#version 450\nlayout(set = 0, binding = 0) uniform sampler2D picture;\nlayout(location = 0) in vec2 uv;\nlayout(location = 0) out vec4 color;\nvoid main() { color = texture(picture, uv); }\n"})
	// 9, 11, 13 ... 23 of 25.5
	if got, want := pixels(f.Texture("out"), 0, 0), "4456\n7789\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got := f.Buffer("cells").Data; got[0] != 9 || got[28] != 23 {
		t.Errorf("cells %v", got)
	}
	// What start does is done once.
	if err := f.Draw(context.Background(), setup.Frame{FPS: 30}); err != nil {
		t.Fatal(err)
	}
	if got := f.Buffer("cells").Data; got[0] != 18 {
		t.Errorf("cells %v after a second frame", got)
	}
}

// TestTargets writes eight targets at once.
func TestTargets(t *testing.T) {
	var textures, colors, outputs, writes []string
	for i := range 8 {
		textures = append(textures, fmt.Sprintf(`"t%d": {"format": "r8unorm"}`, i))
		colors = append(colors, fmt.Sprintf(`"t%d"`, i))
		outputs = append(outputs, fmt.Sprintf("@location(%d) c%d: vec4f", i, i))
		writes = append(writes, fmt.Sprintf("vec4f(%d.0 / 10)", i+1))
	}
	f := draw(t, `{"size": [2, 1], "shaders": {"s": "s.wgsl"}, "textures": {`+strings.Join(textures, ", ")+`},
		"steps": [{"colors": [`+strings.Join(colors, ", ")+`], "draws": [{"pipeline": {"fragment": "s"}}]}]}`, map[string]string{
		"s.wgsl": "struct O { " + strings.Join(outputs, ", ") + " }\n@fragment fn f() -> O { return O(" + strings.Join(writes, ", ") + "); }"})
	for i := range 8 {
		if got, want := pixels(f.Texture(fmt.Sprint("t", i)), 0, 0), strings.Repeat(string("123456789"[i]), 2)+"\n"; got != want {
			t.Errorf("target %d: %q, want %q", i, got, want)
		}
	}
}

// TestKage draws a program in Kage, with a picture whose colors are multiplied by alpha, and
// then over what it has drawn.
func TestKage(t *testing.T) {
	img := image.NewNRGBA(image.Rect(0, 0, 2, 1))
	img.SetNRGBA(0, 0, color.NRGBA{255, 0, 0, 128})
	img.SetNRGBA(1, 0, color.NRGBA{255, 0, 0, 255})
	var file strings.Builder
	if err := png.Encode(&file, img); err != nil {
		t.Fatal(err)
	}
	draw := func(more string) string {
		f := draw(t, `{"size": [4, 1], "shaders": {"s": "s.kage"}, "textures": {"photo": {"file": "photo.png"`+more+`}, "out": {}},
			"steps": [{"colors": [{"texture": "out", "clear": [0.1, 0, 0, 1]}], "draws": [
				{"pipeline": {"fragment": "s"}, "bind": {"source0": "photo", "uniforms": {"value": {"From": 3}}}}]}]}`, map[string]string{
			"photo.png": file.String(),
			"s.kage": "//kage:unit pixels\n\npackage main\n\nvar From float\n\nfunc Fragment(dstPos vec4, srcPos vec2, color vec4) vec4 {\n" +
				"\tif dstPos.x > From {\n\t\treturn vec4(0)\n\t}\n\treturn imageSrc0At(srcPos)\n}\n"})
		return pixels(f.Texture("out"), 0, 0)
	}
	if got := draw(`, "premultiply": true`); got != "66X1\n" {
		t.Errorf("premultiplied: %q", got)
	}
	if got := draw(""); got != "XXX1\n" {
		t.Errorf("as it is: %q", got)
	}
}

// TestUniforms: names, values in words, and what Set changes.
func TestUniforms(t *testing.T) {
	s, err := scene.Parse("s.json", []byte(`{"size": [1, 1], "shaders": {"s": "s.wgsl"}, "textures": {"out": {"format": "rgba32float"}},
		"steps": [{"colors": ["out"], "draws": [{"pipeline": {"fragment": "s"}, "bind": {"u": {"value": {
			"m": {"matrix": [{"translate": [1, 2, 3]}, {"scale": 2}, {"inverse": [{"scale": [2, 2, 2]}]}, {"rotate": {"axis": [0, 0, 1], "degrees": 80, "degrees_per_second": 5}}]},
			"list": [[1, 0], [0.5, 0.25]], "n": 7}}}}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	f, err := s.Load(env(map[string]string{"s.wgsl": `struct U { m: mat4x4f, list: array<vec4f, 2>, n: u32, time: f32, extra: f32 }
@group(0) @binding(0) var<uniform> u: U;
@group(0) @binding(1) var<uniform> resolution: vec2f;
@fragment fn f() -> @location(0) vec4f { return vec4f((u.m * vec4f(1, 0, 0, 1)).xy, u.time + f32(u.n) + u.extra, resolution.x); }`}))
	if err == nil || !strings.Contains(err.Error(), "elements") {
		t.Fatalf("an array of the wrong shape: %v", err)
	}
	s, err = scene.Parse("s.json", []byte(`{"size": [1, 1], "shaders": {"s": "s.wgsl"}, "textures": {"out": {"format": "rgba32float"}},
		"steps": [{"colors": ["out"], "draws": [{"pipeline": {"fragment": "s"}, "bind": {"u": {"value": {
			"m": {"matrix": [{"translate": [1, 2, 3]}, {"scale": 2}, {"inverse": [{"scale": [2, 2, 2]}]}, {"rotate": {"axis": [0, 0, 1], "degrees": 80, "degrees_per_second": 5}}]}, "n": 7}}}}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if f, err = s.Load(env(map[string]string{"s.wgsl": `struct U { m: mat4x4f, list: array<vec4f, 2>, n: u32, time: f32, extra: f32 }
@group(0) @binding(0) var<uniform> u: U;
@group(0) @binding(1) var<uniform> resolution: vec2f;
@fragment fn f() -> @location(0) vec4f { return vec4f((u.m * vec4f(1, 0, 0, 1)).xy, u.time + f32(u.n) + u.extra, resolution.x); }`})); err != nil {
		t.Fatal(err)
	}
	check := func(want [4]float32) {
		t.Helper()
		if err := f.Draw(context.Background(), setup.Frame{Seconds: 2, FPS: 30}); err != nil {
			t.Fatal(err)
		}
		got := f.Texture("out").At(0, 0, 0, 0, 0)
		for k, w := range want {
			if x := asFloat(got[k]); x < w-1e-5 || x > w+1e-5 {
				t.Errorf("component %d is %g, want %g", k, x, w)
			}
		}
	}
	check([4]float32{1, 3, 9, 1})
	if err := f.Set("extra", []float64{4}); err != nil {
		t.Fatal(err)
	}
	if err := f.Set("u.n", []float64{1}); err != nil {
		t.Fatal(err)
	}
	check([4]float32{1, 3, 7, 1})
	var none *exec.NotFoundError
	if err := f.Set("nothing", []float64{1}); !errors.As(err, &none) {
		t.Errorf("got %v", err)
	}
}

// TestMistakes: each has a message with a place.
func TestMistakes(t *testing.T) {
	const shaders = `"shaders": {"s": "s.wgsl"}, "textures": {"t": {}, "d": {"format": "depth32float"}, "i": {"format": "r32uint"}, "big": {"size": [16384, 16384], "format": "r8unorm", "layers": 4}}`
	const few = `"shaders": {"s": "s.wgsl"}, "textures": {"t": {}, "d": {"format": "depth32float"}, "i": {"format": "r32uint"}}`
	pass := func(draw string) string {
		return `{` + few + `, "buffers": {"b": {"zero": 8}}, "samplers": {"n": "nearest"}, "steps": [{"colors": ["t"], "draws": [` + draw + `]}]}`
	}
	for _, c := range []struct{ text, want string }{
		{``, `1:1: error: the scene ends too early`},
		{`{"size": [1, 2`, `the scene ends too early`},
		{`{"size": [1,, 2]}`, `1:13: error: the scene is no JSON`},
		{`{"size": [, 2]}`, `1:11: error: the scene is no JSON`},
		{`{"size": 1e999, "steps": []}`, `"size" is an array, not a number`},
		{`{"steps": [], "steps": []}`, `1:15: error: "steps" stands here twice`},
		{`[]`, `1:1: error: a scene is an object, not an array`},
		{`{} {}`, `more follows`},
		{strings.Repeat("[", 100), `nested more than 64 deep`},
		{`{}`, `a scene has "steps"`},
		{`{"step": []}`, `1:2: error: there is no field "step" here; did you mean "steps"?`},
		{`{"groups": {"g": {"looks": {"value": {"grey": 1}}}}, ` + few + `, "steps": [{"colors": ["t"], "draws": [{"pipeline": {"fragment": "s.f"}, "groups": "g", "bind": {"other": "t"}}]}]}`,
			`1:19: error: no shader of the scene has a variable "looks"; did you mean "look"?`},
		{`{"size": [0, 5], "steps": [{"mips": "t"}]}`, `an element of "size" is a whole number from 1 to 16384, not 0`},
		{`{"size": [99999, 5], "steps": [{"mips": "t"}]}`, `not 99999`},
		{`{"steps": [{"mips": "t"}]}`, `there is no texture "t"; there are none`},
		{`{"steps": [{}]}`, `a step has "draws"`},
		{pass(`{"pipeline": {"fragment": "."}}`), `there is no shader ""`},
		{pass(`{"pipeline": {"vertex": ".v", "fragment": "s.f"}}`), `there is no shader ""`},
		{`{` + few + `, "steps": [{"compute": ".c", "workgroups": [1, 1, 1]}, {"colors": ["t"]}]}`, `there is no shader ""`},
		{`{` + few + `, "buffers": {"b": {"value": 1, "of": ".look"}}, "steps": [{"colors": ["t"]}]}`, `there is no shader ""`},
		{`{"shaders": {"s": "/etc/passwd"}, "steps": [{"mips": "t"}]}`, `relative to the scene`},
		{`{"shaders": {"s": "none.wgsl"}, "textures": {"t": {}}, "steps": [{"colors": ["t"]}]}`, `none.wgsl cannot be read`},
		{`{"shaders": {"s": "bad.wgsl"}, "textures": {"t": {}}, "steps": [{"colors": ["t"]}]}`, `bad.wgsl:1:`},
		{`{"textures": {"t": "broken.png"}, "steps": [{"colors": ["t"]}]}`, `broken.png: `},
		{`{"textures": {"t": "text.png"}, "steps": [{"colors": ["t"]}]}`, `it is no picture`},
		{`{"meshes": {"m": "broken.obj"}, "textures": {"t": {}}, "steps": [{"colors": ["t"]}]}`, `broken.obj: line 2`},
		{`{"meshes": {"m": "broken.gltf"}, "textures": {"t": {}}, "steps": [{"colors": ["t"]}]}`, `broken.gltf: `},
		{`{"textures": {"t": {"format": "rgba9"}}, "steps": [{"colors": ["t"]}]}`, `"format" is not "rgba9"`},
		{`{"textures": {"t": {"texels": [1, 2], "size": [1, 1]}}, "steps": [{"colors": ["t"]}]}`, `2 numbers are given where its texels have 4`},
		{`{"textures": {"t": {"premultiply": true}}, "steps": [{"colors": ["t"]}]}`, `"premultiply" is for files`},
		{`{"textures": {"t": {"file": "a.png", "format": "rgba32float", "premultiply": true}}, "steps": [{"colors": ["t"]}]}`, `"premultiply" is for files`},
		{`{"textures": {"t": {"samples": 3}}, "steps": [{"colors": ["t"]}]}`, `four samples`},
		{`{` + shaders + `, "steps": [{"colors": ["t"]}]}`, `more than 1073741824 bytes`},
		{`{"steps": [{"colors": ["i"], "draws": [{"pipeline": {"fragment": "s.f"}, "groups": {"t": "t"}}]}]}`, `bindings of this step alone are in its "bind"`},
		{`{"steps": [{"colors": ["i"], "draws": [{"pipeline": {"fragment": "s.f"}, "groups": [{"t": "t"}]}]}]}`, `an element of "groups" is text, not an object`},
		{`{"buffers": {"b": {"f32": [1, "x"]}}, "textures": {"t": {}}, "steps": [{"colors": ["t"]}]}`, `an element is a number, not text`},
		{`{"buffers": {"b": {"u8": [256]}}, "textures": {"t": {}}, "steps": [{"colors": ["t"]}]}`, `256 is no u8`},
		{`{"buffers": {"b": {"u8": [1], "zero": 4}}, "textures": {"t": {}}, "steps": [{"colors": ["t"]}]}`, `one content, not 2`},
		{`{"buffers": {"b": {}}, "textures": {"t": {}}, "steps": [{"colors": ["t"]}]}`, `a buffer has one of`},
		{`{"buffers": {"b": {"value": 1}}, "textures": {"t": {}}, "steps": [{"colors": ["t"]}]}`, `SHADER.VARIABLE`},
		{`{` + few + `, "steps": [{"colors": ["t", "i"], "draws": [{"pipeline": {"fragment": "s.u"}, "bind": {"look": {"value": {}}}}]}]}`, ``},
		{`{` + few + `, "steps": [{"colors": ["i"], "draws": [{"pipeline": {"fragment": "s.f"}, "bind": {"look": {"value": {}}, "other": "t"}}]}]}`, `the fragment stage writes f32 where r32uint holds u32`},
		{`{` + few + `, "steps": [{"colors": ["d"], "draws": []}]}`, ``},
		{pass(`{}`), `a draw has a "pipeline"`},
		{pass(`{"pipeline": {}}`), `a pipeline has a "vertex", a "mesh" or a "fragment" shader`},
		{pass(`{"pipeline": {"fragment": "s"}}`), `"s" has 2 fragment entry points, "f", "u": say which: "s.f"`},
		{pass(`{"pipeline": {"fragment": "s.g"}}`), `"s" has no fragment entry point "g"; there are "f", "u"`},
		{pass(`{"pipeline": {"fragment": "s.f"}}`), `nothing is bound to the variable "look" (group 0, binding 0)`},
		{pass(`{"pipeline": {"fragment": "s.f"}, "bind": {"look": "b", "other": "t"}}`), `takes at least 16 bytes, but 8 are bound`},
		{pass(`{"pipeline": {"fragment": "s.f"}, "bind": {"look": "t"}}`), `is no texture, and "t" is one`},
		{pass(`{"pipeline": {"fragment": "s.f"}, "bind": {"look": {"value": {}}, "other": "i"}}`), `a format of f32 texels is expected, not r32uint`},
		{pass(`{"pipeline": {"fragment": "s.f"}, "bind": {"look": {"value": {"grey": 1, "gray": 2}}, "other": "t"}}`), `has no member "gray"`},
		{pass(`{"pipeline": {"fragment": "s.f"}, "bind": {"look": {"value": {"grey": [1, 2]}}, "other": "t"}}`), `is no f32`},
		{pass(`{"pipeline": {"fragment": "s.f"}, "bind": {"lok": "b"}}`), `nothing is bound to the variable "look"`},
		{pass(`{"pipeline": {"fragment": "s.f"}, "bind": {"look": {"value": {}}, "other": "t", "lok": "b"}}`), `the shaders have no variable "lok"; did you mean "look"?`},
		{pass(`{"pipeline": {"fragment": "s.f", "depth": {}}, "bind": {"look": {"value": {}}, "other": "t"}}`), `the pass has no depth attachment`},
		{pass(`{"pipeline": {"vertex": "s.v", "fragment": "s.f"}, "bind": {"look": {"value": {}}, "other": "t"}, "count": 3}`), `location 0, which no vertex buffer has`},
		{pass(`{"pipeline": {"vertex": "s.v", "fragment": "s.f", "buffers": [{"attributes": [{"format": "uint32x3"}]}]}, "buffers": ["b"], "bind": {"look": {"value": {}}, "other": "t"}, "count": 3}`), `uint32x3`},
		{pass(`{"pipeline": {"vertex": "s.v", "fragment": "s.f", "buffers": [{"attributes": [{"format": "float32x3"}]}]}, "buffers": ["b"], "bind": {"look": {"value": {}}, "other": "t"}, "count": 3}`), `has 8 bytes where 36 are read`},
		{pass(`{"pipeline": {"vertex": "s.v", "fragment": "s.f", "buffers": [{"attributes": [{"format": "float32x3"}]}]}, "buffers": ["b"], "bind": {"look": {"value": {}}, "other": "t"}, "count": 3000000000, "instances": 100}`), `at most 67108864 are drawn`},
		{pass(`{"pipeline": {"fragment": "s.f"}, "mesh": "m"}`), `there is no mesh "m"; there are none`},
		{`{` + few + `, "steps": [{"repeat": 100000, "steps": [{"repeat": 100000, "steps": [{"colors": ["t"]}]}]}]}`, `at most 65536 are taken`},
	} {
		s, err := scene.Parse("scene.json", []byte(c.text))
		var f *scene.Frame
		if err == nil {
			if f, err = s.Load(env(files)); err == nil {
				err = f.Draw(context.Background(), setup.Frame{FPS: 30})
			}
		}
		var found *diag.Diagnostics
		switch {
		case c.want == "":
		case err == nil || !errors.As(err, &found) || !strings.Contains(err.Error(), c.want):
			t.Errorf("%s\ngot %v, want %q", c.text, err, c.want)
		case found.Items[0].Span.IsZero():
			t.Errorf("%s: %v has no place", c.text, err)
		}
		if c.want == "" && err == nil {
			t.Errorf("%s: no error", c.text)
		}
	}
}

// files are those of the mistakes, and of fuzzing.
var files = map[string]string{
	"s.wgsl": `struct Look { grey: f32, b: vec2f }
@group(0) @binding(0) var<uniform> look: Look;
@group(0) @binding(1) var other: texture_2d<f32>;
@vertex fn v(@location(0) p: vec3f) -> @builtin(position) vec4f { return vec4f(p, look.grey); }
@fragment fn f() -> @location(0) vec4f { return vec4f(look.grey) + textureLoad(other, vec2u(0), 0); }
@fragment fn u() -> @location(1) vec4f { return vec4f(look.grey); }`,
	"bad.wgsl":    "fn f( {}",
	"broken.png":  "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01",
	"text.png":    "not a picture",
	"broken.obj":  "v 0 0 0\nv 1 x 2\n",
	"broken.gltf": `{"asset": {"version": "2.0"}, "nodes": [{"mesh": 3}]}`,
	"loop.wgsl":   "@fragment fn f() -> @location(0) vec4f { loop { if false { break; } } return vec4f(); }",
}

// TestEndless ends shaders that don't end by themselves: by steps, and by time.
func TestEndless(t *testing.T) {
	const text = `{"size": [4, 4], "shaders": {"s": "loop.wgsl"}, "textures": {"t": {}}, "steps": [{"colors": ["t"], "draws": [{"pipeline": {"fragment": "s"}}]}]}`
	s, err := scene.Parse("scene.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	e := env(map[string]string{"loop.wgsl": "@group(0) @binding(0) var<uniform> time: f32;\n@fragment fn f() -> @location(0) vec4f { var x = 0.0; loop { if x > time + 9 { break; } x *= 2; } return vec4f(x); }"})
	e.Options.MaxSteps = 1000
	f, err := s.Load(e)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Draw(context.Background(), setup.Frame{FPS: 30}); err == nil || !strings.Contains(err.Error(), "steps") {
		t.Errorf("got %v", err)
	}
	e.Options.MaxSteps = 0
	if f, err = s.Load(e); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer stop()
	if err := f.Draw(ctx, setup.Frame{FPS: 30}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

// FuzzScene: no scene file makes the reader panic, hang or take much memory.
func FuzzScene(f *testing.F) {
	f.Add([]byte(`{"size": [4, 4], "shaders": {"s": "s.wgsl"}, "textures": {"t": {"pattern": "noise"}}, "steps": [{"colors": [{"texture": "t", "clear": [0]}], "draws": [{"pipeline": {"fragment": "s.f"}, "bind": {"look": {"value": {"grey": 1}}, "other": "t"}}]}]}`))
	f.Add([]byte(`{"size": [4, 4], "buffers": {"b": {"f32": [0, 1, 2.5, -1e3]}}, "samplers": {"n": {"filter": "linear", "anisotropy": 4}}, "textures": {"t": {"mips": true, "layers": 6, "dimension": "cube"}}, "steps": [{"mips": "t"}, {"swap": ["t", "t"]}, {"repeat": 2, "steps": [{"copy": "t", "to": {"texture": "t", "layer": 1}}]}], "output": "t"}`))
	f.Add([]byte(`{"size": [8, 8], "shaders": {"s": "s.wgsl"}, "buffers": {"b": {"zero": 96}}, "textures": {"t": {}, "z": {"format": "depth16unorm"}}, "pipelines": {"p": {"vertex": "s.v", "fragment": "s.f", "topology": "triangle-strip", "restart": true, "cull": "back", "depth": {"bias": 1}, "targets": [{"blend": {"src": "src-alpha", "dst": "one"}, "write": "rg"}], "buffers": [{"stride": 12, "attributes": [{"location": 0, "format": "float32x3"}]}]}},
		"steps": [{"colors": ["t"], "depth": {"texture": "z", "clear": 1}, "draws": [{"pipeline": "p", "buffers": ["b"], "indices": {"buffer": "b", "format": "uint16"}, "viewport": [0, 0, 4, 4], "scissor": [0, 0, 4, 4], "bind": {"look": {"value": {"b": [1, 2]}}, "other": {"texture": "t", "level": 0}}}]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := scene.Parse("scene.json", data)
		if err != nil {
			return
		}
		if s.Width*s.Height > 1<<12 {
			return
		}
		e := env(files)
		e.Options.MaxSteps = 1 << 16
		e.Limits = scene.Limits{Bytes: 1 << 22, Steps: 16, Vertices: 1 << 12}
		frame, err := s.Load(e)
		if err != nil {
			return
		}
		ctx, stop := context.WithTimeout(context.Background(), 2*time.Second)
		defer stop()
		_ = frame.Draw(ctx, setup.Frame{FPS: 30})
	})
}
