package engine_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"refract/exec/interp"
	"refract/internal/web/service/engine"
)

// TestRequests: what a request has that nothing takes is an error.
func TestRequests(t *testing.T) {
	s := engine.New(interp.Engine{})
	const text = `@group(0) @binding(3) var<storage, read_write> d: array<f32>; @group(0) @binding(1) var<uniform> u: f32;
		@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) { d[i] *= u; }
		@fragment fn f() -> @location(0) vec4f { return vec4f(u); }`
	for _, c := range []struct {
		method string
		with   map[string]any
		want   string
	}{
		{"run", map[string]any{"buffers": map[string]string{"d": "f32:1,2,3,4", "u": "f32:2"}}, "[2.0, 4.0, 6.0, 8.0]"},
		{"run", map[string]any{"buffers": map[string]string{"0.3": "f32:1,2,3,4", "0.1": "f32:2"}}, "[2.0, 4.0, 6.0, 8.0]"},
		{"run", map[string]any{"buffers": map[string]string{"data": "f32:1,2,3,4"}}, `there is no buffer \"data\"; there are d, u`},
		{"run", map[string]any{"buffers": map[string]string{"1.3": "f32:1,2,3,4"}}, `there is no buffer \"1.3\"`},
		{"draw", map[string]any{"buffers": map[string]string{"e": "f32:1"}, "width": 2, "height": 2}, `there is no buffer \"e\"`},
		{"draw", map[string]any{"buffers": map[string]string{"u": "f32:1"}, "width": 2, "height": 2}, `"ok":true`},
		{"translate", map[string]any{"to": []string{"msl"}, "optimize": 1}, `"ok":true`},
		{"translate", map[string]any{"to": []string{"msl"}, "optimize": "s"}, `"ok":true`},
		{"translate", map[string]any{"to": []string{"msl"}, "optimize": 7}, "0 to 2, or s, is expected"},
		{"translate", map[string]any{"to": "msl"}, "to: a list is expected, not string"},
		{"translate", map[string]any{"wesl": 3}, "wesl: true or false is expected, not number"},
	} {
		c.with["text"], c.with["name"] = text, "a.wgsl"
		request, err := json.Marshal(c.with)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(s.Answer(t.Context(), c.method, request)); !strings.Contains(got, c.want) {
			t.Errorf("%s %s: %s", c.method, request, got)
		}
	}
}

// TestDrawKage draws a program in Kage over the picture, with a pattern as source image.
func TestDrawKage(t *testing.T) {
	text := `//kage:unit pixels

package main

var Time float

func Fragment(dstPos vec4, srcPos vec2, color vec4) vec4 {
	if dstPos.x > 1 {
		return imageSrc0At(vec2(63.5)) * color
	}
	return vec4(Time/255, dstPos.y/imageDstSize().y, imageSrc0Size().x/255, 1)
}
`
	request, err := json.Marshal(map[string]any{"name": "a.kage", "text": text, "width": 2, "height": 2, "time": 7})
	if err != nil {
		t.Fatal(err)
	}
	raw := engine.New(interp.Engine{}).Answer(t.Context(), "draw", request)
	var answer struct{ Pixels []byte }
	if err := json.Unmarshal(raw, &answer); err != nil {
		t.Fatal(err)
	}
	want := []byte{7, 64, 64, 255, 88, 88, 54, 255, 7, 191, 64, 255, 88, 88, 54, 255}
	if !slices.Equal(answer.Pixels, want) {
		t.Errorf("%v, want %v: %s", answer.Pixels, want, raw)
	}
}

// TestEditor asks the language server as a page does.
func TestEditor(t *testing.T) {
	s := engine.New(interp.Engine{})
	for _, c := range []struct {
		method, name, text string
		line, character    int
		want               string
	}{
		{"complete", "a.wgsl", "fn f(amount: f32) -> f32 {\n    let double = 2 * amount;\n    return dou\n}", 2, 14, `"label":"double"`},
		{"complete", "a.wgsl", "fn f() { smooths }", 0, 16, `"label":"smoothstep"`},
		{"complete", "a.frag", "#version 450\nvoid main() { smooths }", 1, 21, `"label":"smoothstep"`},
		{"complete", "a.hlsl", "float4 main() : SV_Target { float4 color = 1; return col; }", 0, 56, `"label":"color"`},
		{"hover", "a.wgsl", "fn f(amount: f32) -> f32 { return amount; }", 0, 36, "amount: f32"},
		{"hover", "a.wgsl", "fn f() -> f32 { return 1; }", 0, 22, `"result":null`},
		{"hover", "/etc/a.frag", "#version 450\n#include \"passwd\"\nvoid main() {}", 2, 6, "void main()"},
	} {
		request, err := json.Marshal(map[string]any{"name": c.name, "text": c.text, "line": c.line, "character": c.character})
		if err != nil {
			t.Fatal(err)
		}
		if got := string(s.Answer(t.Context(), c.method, request)); !strings.Contains(got, c.want) || strings.Contains(got, "root:") {
			t.Errorf("%s %s: %.300s", c.method, request, got)
		}
	}
}
