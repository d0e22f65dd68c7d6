package engine_test

import (
	"encoding/json"
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
