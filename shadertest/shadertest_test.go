package shadertest_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"refract/diag"
	"refract/exec"
	"refract/ir"
	"refract/shadertest"
)

// TestRun uses the package as a test of a shader does.
func TestRun(t *testing.T) {
	s := shadertest.Load(t, "scale.wgsl", `
struct Config { factor: f32, items: array<vec2f> }
@group(0) @binding(0) var<storage, read> config: Config;
@group(0) @binding(1) var<storage, read_write> out: array<f32>;
override bias: f32 = 0;
@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) id: vec3u) { out[id.x] = length(config.items[id.x]) * config.factor + bias; }
`, shadertest.Options{Overrides: map[string]float64{"bias": 1}})
	type config struct {
		Factor float32
		Items  [][2]float32
	}
	run := s.Run("main").Set("config", config{2, [][2]float32{{3, 4}, {1, 1}}}).Make("out", 2)
	run.MustDispatch(t, 2, 1, 1)
	shadertest.Near(t, shadertest.Get[[]float32](t, run, "0.1"), []float32{11, 1 + 2*math.Sqrt2}, shadertest.ULP(1))
	if run.Report().Invocations != 2 {
		t.Errorf("%d invocations", run.Report().Invocations)
	}
	if got := shadertest.Call[[2]int32](t, shadertest.Load(t, "f", `fn f(a: vec2i) -> vec2i { return a.yx; }`), "f", []int{1, 2}); got != [2]int32{2, 1} {
		t.Errorf("f is %v", got)
	}
}

// TestErrors checks that mistakes of the test itself come back as errors.
func TestErrors(t *testing.T) {
	const source = `
@group(0) @binding(0) var<storage, read_write> v: array<u32>;
@compute @workgroup_size(1) fn main() { v[0] = 1u; }`
	s := shadertest.Load(t, "s.wgsl", source)
	for _, c := range []struct {
		run  *shadertest.Run
		want string
	}{
		{s.Run("main"), `s.wgsl:2:1: variable "v" at group 0, binding 0: nothing is bound`},
		{s.Run("nain").Make("v", 1), `there is no compute entry point "nain": there are main`},
		{s.Run("main").Set("w", 1), `there is no variable "w": there are v`},
		{s.Run("main").Set("v", []float32{1.5}), `[0]: 1.5 doesn't fit in u32`},
		{s.Run("main").Bind("v", exec.NewSampler(exec.Linear, exec.Repeat)), `s.wgsl:2:1: variable "v" at group 0, binding 0: a buffer is expected, not a sampler`},
	} {
		if err := c.run.Dispatch(1, 1, 1); err == nil || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	_, err := shadertest.Open("s.wgsl", "fn f() -> i32 { return 1u; }", shadertest.Options{})
	var found *diag.Diagnostics
	if !errors.As(err, &found) || !strings.Contains(err.Error(), "s.wgsl:1:") {
		t.Errorf("a shader with a mistake: %v", err)
	}
}

// TestTexture binds textures.
func TestTexture(t *testing.T) {
	s := shadertest.Load(t, "t.wgsl", `
@group(0) @binding(0) var tex: texture_2d<f32>;
@group(0) @binding(1) var<storage, read_write> v: array<f32>;
@compute @workgroup_size(1) fn main() { v[0] = textureLoad(tex, vec2u(1, 1), 0).x; }`)
	tex, err := exec.NewTexture(exec.TextureDesc{Dim: ir.Dim2D, Format: exec.FormatOf(ir.R32Float), Width: 2, Height: 2})
	if err != nil {
		t.Fatal(err)
	}
	tex.Set(0, 1, 1, 0, 0, exec.Texel{uint64(math.Float32bits(0.75))})
	run := s.Run("main").Bind("tex", tex).Make("v", 1)
	run.MustDispatch(t, 1, 1, 1)
	shadertest.Near(t, shadertest.Get[[]float32](t, run, "v"), []float32{0.75}, shadertest.Tolerance{})
}

// TestCompare checks tolerances.
func TestCompare(t *testing.T) {
	next := math.Nextafter32(1, 2)
	for _, c := range []struct {
		got, want  any
		tolerance  shadertest.Tolerance
		difference string
	}{
		{float32(1), float32(1), shadertest.Tolerance{}, ""},
		{next, float32(1), shadertest.Tolerance{}, "got 1.0000001, want 1"},
		{next, float32(1), shadertest.ULP(1), ""},
		{float32(0), float32(math.Copysign(0, -1)), shadertest.Tolerance{}, ""},
		{math.SmallestNonzeroFloat64, -math.SmallestNonzeroFloat64, shadertest.ULP(2), ""},
		{math.SmallestNonzeroFloat64, -math.SmallestNonzeroFloat64, shadertest.ULP(1), "got 5e-324, want -5e-324"},
		{math.NaN(), math.NaN(), shadertest.Tolerance{}, ""},
		{math.Inf(1), math.MaxFloat64, shadertest.ULP(5), "got +Inf, want 1.7976931348623157e+308"},
		{float32(1.001), float32(1), shadertest.Tolerance{Units: 1, Half: true}, ""},
		{[]float64{1, 2.01}, []float64{1, 2}, shadertest.Within(0.1), ""},
		{[]float64{1, 2.2}, []float64{1, 2}, shadertest.Within(0.1), "[1]: got 2.2, want 2"},
		{[]int{1}, []int{1, 2}, shadertest.Tolerance{}, "got 1 elements, want 2"},
		{struct{ A []int }{[]int{1}}, struct{ A []int }{[]int{2}}, shadertest.Tolerance{}, ".A[0]: got 1, want 2"},
		{map[string]any{"a": 1}, map[string]any{"a": uint(1)}, shadertest.Tolerance{}, "[a]: got a int, want a uint"},
		{1, "1", shadertest.Tolerance{}, "got a int, want a string"},
	} {
		difference := ""
		if err := shadertest.Compare(c.got, c.want, c.tolerance); err != nil {
			difference = err.Error()
		}
		if difference != c.difference {
			t.Errorf("%v and %v within %v: %q, want %q", c.got, c.want, c.tolerance, difference, c.difference)
		}
	}
}
