package endtoend

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"refract"
	"refract/diag"
	"refract/internal/ssa/pipeline"
	"refract/ir"
	"refract/shadertest"
	"refract/ssa"
)

const optimizeSource = `
@group(0) @binding(0) var<storage, read_write> data : array<f32>;
override factor : f32 = 2.0;
fn square(x : f32) -> f32 { return x * x; }
@compute @workgroup_size(1)
fn main() {
  var side = 2.0;
  if side < 3.0 { side += 2.0; }
  data[0] = square(side) * factor;
}`

func checked(t *testing.T, source string) *refract.Valid {
	t.Helper()
	v, err := refract.Check(context.Background(), "test.wgsl", []byte(source), refract.CheckOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestOptimize(t *testing.T) {
	v := checked(t, optimizeSource)
	if same, err := refract.Optimize(context.Background(), v, refract.OptimizeOptions{}); err != nil || same != v {
		t.Errorf("level 0 gives another module, error %v", err)
	}
	before, err := refract.Write(context.Background(), v, refract.WriteOptions{Language: refract.WGSL})
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	o, err := refract.Optimize(context.Background(), v, refract.OptimizeOptions{Level: 1, Verify: true, After: func(*pipeline.Application, *ssa.Shader) { ran++ }})
	if err != nil {
		t.Fatal(err)
	}
	if ran == 0 {
		t.Error("no pass is told of")
	}
	out, err := refract.Write(context.Background(), o, refract.WriteOptions{Language: refract.WGSL})
	if err != nil {
		t.Fatal(err)
	}
	if s := out.Text; !strings.Contains(s, "16.0 * factor") || strings.Contains(s, "square") || strings.Contains(s, "if") {
		t.Errorf("optimized:\n%s", s)
	}
	after, err := refract.Write(context.Background(), v, refract.WriteOptions{Language: refract.WGSL})
	if err != nil || after.Text != before.Text {
		t.Errorf("the argument has changed, error %v", err)
	}
}

func TestOptimizePasses(t *testing.T) {
	v := checked(t, optimizeSource)
	o, err := refract.Optimize(context.Background(), v, refract.OptimizeOptions{Passes: "inline-small, dead-functions", Strict: true, Disable: []string{"dead-functions"}})
	if err != nil {
		t.Fatal(err)
	}
	out, err := refract.Write(context.Background(), o, refract.WriteOptions{Language: refract.WGSL})
	if err != nil {
		t.Fatal(err)
	}
	if s := out.Text; strings.Count(s, "square(") != 1 || !strings.Contains(s, "if ") {
		t.Errorf("after inlining:\n%s", s)
	}
}

func TestOptimizeErrors(t *testing.T) {
	v := checked(t, optimizeSource)
	var failed *refract.OptimizeError
	var level *pipeline.LevelError
	_, err := refract.Optimize(context.Background(), v, refract.OptimizeOptions{Level: 7})
	if !errors.As(err, &failed) || !errors.As(err, &level) || level.Level != 7 {
		t.Errorf("level 7: %v", err)
	}
	var unknown *pipeline.UnknownPassError
	if _, err := refract.Optimize(context.Background(), v, refract.OptimizeOptions{Passes: "none-such"}); !errors.As(err, &unknown) || unknown.Name != "none-such" {
		t.Errorf("an unknown pass: %v", err)
	}
	o := refract.TranslateOptions{To: refract.SPIRVAssembly, Optimize: refract.OptimizeOptions{Level: 1}}
	out, err := refract.Translate(context.Background(), "test.wgsl", []byte(optimizeSource), refract.TranslateOptions{To: refract.SPIRV, Optimize: o.Optimize})
	if err != nil {
		t.Fatal(err)
	}
	if again, err := refract.Translate(context.Background(), "test.spv", out.Bytes(), o); err != nil || !strings.Contains(again.Text, "OpEntryPoint") {
		t.Errorf("SPIR-V to its assembly, optimized: %v", err)
	}
}

// With values of overrides in it, a module is optimized for them, and every writer
// takes what comes out.
func TestTranslateOptimized(t *testing.T) {
	to := []refract.Language{refract.WGSL, refract.GLSL, refract.HLSL, refract.MSL, refract.SPIRVAssembly, refract.DOT}
	outputs, err := refract.TranslateAll(context.Background(), "test.wgsl", []byte(optimizeSource), refract.TranslateOptions{
		Overrides: map[string]float64{"factor": 3}, Optimize: refract.OptimizeOptions{Level: 1}}, refract.Targets(to...)...)
	if err != nil {
		t.Fatal(err)
	}
	for i, list := range outputs {
		out := list[0]
		if s := string(out.Bytes()); !strings.Contains(s, "48") || strings.Contains(s, "factor") || strings.Contains(s, "square") {
			t.Errorf("%v:\n%s", to[i], s)
		}
	}
}

// FuzzOptimize optimizes whatever is a valid shader, with every pass checked. The
// module that comes back is valid, and WGSL that is read again.
func FuzzOptimize(f *testing.F) {
	f.Add(optimizeSource)
	shaders, err := filepath.Glob("testdata/shaders/*.wgsl")
	if err != nil || len(shaders) == 0 {
		f.Fatal("no shaders", err)
	}
	for _, name := range shaders {
		source, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(source))
	}
	f.Fuzz(func(t *testing.T, source string) {
		options := refract.CheckOptions{Parse: refract.ParseOptions{Language: refract.WGSL}}
		v, err := refract.Check(context.Background(), "fuzz.wgsl", []byte(source), options)
		if err != nil {
			return
		}
		o, err := refract.Optimize(context.Background(), v, refract.OptimizeOptions{Level: 1, Verify: true})
		if err != nil {
			t.Fatal(err)
		}
		out, err := refract.Write(context.Background(), o, refract.WriteOptions{Language: refract.WGSL})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := refract.Check(context.Background(), "again.wgsl", out.Bytes(), options); err != nil {
			t.Fatalf("%v\n%s", err, out.Text)
		}
	})
}

// SPIR-V is written from the SSA form, whatever passes made of it.
func TestTranslateOptimizedSPIRV(t *testing.T) {
	const source = `
@group(0) @binding(0) var<storage, read_write> data : array<u32>;
@compute @workgroup_size(1)
fn main() {
  var sum = 0u;
  for (var i = 0u; i < arrayLength(&data); i++) {
    switch data[i] {
      case 1, 2: { sum += i; }
      case 3: { continue; }
      default: { sum = max(sum, data[i]); }
    }
  }
  data[0] = sum;
}`
	for _, passes := range []string{"-O1", "-O1, leave-ssa", "vars-to-ssa, to-lcssa", "leave-ssa", "lower-switch, lower-continue, -O1"} {
		out, err := refract.Translate(context.Background(), "test.wgsl", []byte(source), refract.TranslateOptions{To: refract.SPIRVAssembly, Optimize: refract.OptimizeOptions{Passes: passes}})
		if err != nil {
			t.Errorf("%s: %v", passes, err)
			continue
		}
		registers := strings.Contains(passes, "leave-ssa")
		if phis := strings.Contains(out.Text, "OpPhi"); phis == registers && strings.Contains(passes, "-O1") {
			t.Errorf("%s:\n%s", passes, out.Text)
		}
	}
}

// A fault of a pass is a diagnostic that says where it is met.
func TestOptimizerFault(t *testing.T) {
	v := checked(t, optimizeSource)
	broken := func(a *pipeline.Application, s *ssa.Shader) {
		f := s.Funcs[len(s.Funcs)-1]
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if f.NumSrcs(i) > 0 && f.Type(i) != 0 {
					f.SetType(i, ir.VectorOf(ir.F64, 3))
				}
			}
		}
	}
	var failed *refract.OptimizeError
	var found *diag.Diagnostics
	for _, verify := range []bool{false, true} {
		o := refract.OptimizeOptions{Level: 1, After: broken, Verify: verify}
		_, err := refract.Optimize(context.Background(), v, o)
		if !errors.As(err, &failed) || !errors.As(err, &found) {
			t.Fatalf("%T, %v", err, err)
		}
		if d := found.Items[0]; d.Code != "optimizer-fault" || d.Span.End == 0 || strings.Contains(d.Message, "\n") {
			t.Errorf("%v", found)
		}
		outputs, err := refract.TranslateAll(context.Background(), "test.wgsl", []byte(optimizeSource), refract.TranslateOptions{Optimize: o}, refract.Targets(refract.WGSL, refract.SPIRV, refract.HLSL)...)
		if !errors.As(err, &found) || outputs[0] != nil || outputs[1] != nil || outputs[2] != nil {
			t.Errorf("%v, %v", outputs, err)
		}
	}
}

// A language that can't hold a shader costs no other its output.
func TestTranslateAllPartly(t *testing.T) {
	const source = `
@group(0) @binding(0) var t : texture_2d<f32>;
@group(0) @binding(1) var<storage, read_write> o : u32;
@compute @workgroup_size(1)
fn main() { o = textureNumLevels(t); }`
	to := []refract.Language{refract.ESSL, refract.WGSL, refract.ESSL, refract.SPIRV}
	for level := range 2 {
		outputs, err := refract.TranslateAll(context.Background(), "test.wgsl", []byte(source), refract.TranslateOptions{Optimize: refract.OptimizeOptions{Level: level}}, refract.Targets(to...)...)
		var found *diag.Diagnostics
		if !errors.As(err, &found) || len(found.Items) != 2 {
			t.Fatalf("level %d: %v", level, err)
		}
		for k, out := range outputs {
			if (out == nil) != (to[k] == refract.ESSL) {
				t.Errorf("level %d: %v: %v", level, to[k], out)
			}
		}
	}
}

// Entry points go on naming the resources that they named, unless asked not to.
func TestOptimizeKeepsResources(t *testing.T) {
	v := checked(t, `
@group(0) @binding(0) var<storage, read_write> o : array<f32>;
@group(0) @binding(1) var<uniform> u : vec4f;
@group(0) @binding(2) var t : texture_2d<f32>;
@group(1) @binding(0) var s : sampler;
@group(1) @binding(1) var<storage> never : array<f32>;
var<private> p = 1.0;
fn used(x: f32) -> f32 { _ = &u; let dead = textureLoad(t, vec2i(), 0); p = x; return x; }
@compute @workgroup_size(1) fn a() { o[0] = used(1.0); if false { o[1] = textureSampleLevel(t, s, vec2f(), 0).x; } }
@compute @workgroup_size(1) fn b() { o[0] = 2.0; _ = s; }
@compute @workgroup_size(1) fn c() { let x = o[0]; }`)
	names := func(v *refract.Valid, entry int) (s string) {
		for _, u := range v.Info.EntryPoints[entry].Globals {
			if v.Module.Globals[u.Global].HasBinding {
				s += " " + v.Module.Globals[u.Global].Name
			}
		}
		return s
	}
	for _, c := range []struct {
		drop bool
		want [3]string
	}{{false, [3]string{" o u t s", " o s", " o"}}, {true, [3]string{" o", " o", ""}}} {
		better, err := refract.Optimize(context.Background(), v, refract.OptimizeOptions{Level: 1, DropResources: c.drop})
		if err != nil {
			t.Fatal(err)
		}
		for k, want := range c.want {
			if got := names(better, k); got != want {
				t.Errorf("drop %v, entry point %d names%s, not%s", c.drop, k, got, want)
			}
		}
		for _, l := range refract.Languages() {
			if !refract.CanWrite(l) {
				continue
			}
			if _, err := refract.WriteEach(context.Background(), better, refract.WriteOptions{Language: l}); err != nil {
				t.Errorf("%v: %v", l, err)
			}
		}
	}
}

// What becomes constant only by optimizing obeys the rules of constants.
func TestOptimizedLanes(t *testing.T) {
	const source = `enable subgroups;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(1)
fn main() {
    var lane = 1000u;
    o[0] = subgroupShuffle(o[1], lane) + subgroupShuffleUp(o[1], lane) + subgroupShuffleDown(o[1], lane) + subgroupShuffleXor(o[1], lane);
}
`
	out, err := refract.Translate(context.Background(), "lanes.wgsl", []byte(source), refract.TranslateOptions{To: refract.WGSL, Optimize: refract.OptimizeOptions{Level: 1}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := refract.Check(context.Background(), "again.wgsl", out.Bytes(), refract.CheckOptions{}); err != nil {
		t.Errorf("%v\n%s", err, out.Text)
	}
}

// TestSmallestKeepsInterface: what no entry point names goes, but for overrides, to
// which hosts give values; resources that are only named stay.
func TestSmallestKeepsInterface(t *testing.T) {
	const source = `struct S { a: u32 }
@group(0) @binding(0) var<storage, read_write> o: array<f32>;
@group(0) @binding(1) var<storage, read> named: array<f32>;
@group(0) @binding(2) var<storage, read> unnamed: array<S>;
override given = 3u;
const PI = 3.14;
fn unused(x: f32) -> f32 { return x * PI; }
@compute @workgroup_size(8) fn main(@builtin(global_invocation_id) g: vec3u) {
  _ = &named;
  let gone = o[g.x] * 2.0;
  o[g.x] = 1.0;
}`
	for level, want := range map[int]bool{refract.SmallestOptimization: false, 1: true} {
		out, err := refract.Translate(context.Background(), "a.wgsl", []byte(source), refract.TranslateOptions{To: refract.WGSL, Optimize: refract.OptimizeOptions{Level: level}})
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"o: array", "named: array", "_ = &named", "given"} {
			if !strings.Contains(out.Text, name) {
				t.Errorf("level %d: %s is missing:\n%s", level, name, out.Text)
			}
		}
		for _, name := range []string{"unnamed", "struct S"} {
			if strings.Contains(out.Text, name) != want {
				t.Errorf("level %d: %s:\n%s", level, name, out.Text)
			}
		}
	}
}

// TestOptimizedUnusedResults: what an operation leaves behind has no name where the
// optimizer found that nothing reads it.
func TestOptimizedUnusedResults(t *testing.T) {
	const src = `
@group(0) @binding(0) var<storage, read_write> total: atomic<u32>;
@group(0) @binding(1) var<storage, read_write> out: array<u32>;
fn bump(by: u32) -> u32 { let before = atomicAdd(&total, by); return before; }
@compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3u) {
	let old = atomicAdd(&total, 1u);
	let called = bump(id.x);
	out[id.x] = id.x + 0u * old * called;
}`
	out, err := refract.Translate(context.Background(), "unused.wgsl", []byte(src), refract.TranslateOptions{To: refract.WGSL, Optimize: refract.OptimizeOptions{Level: 1}})
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out.Text, "let ") || strings.Count(out.Text, "atomicAdd") != 2 {
		t.Errorf("a result is named:\n%s", out.Text)
	}
	if _, err := refract.Check(context.Background(), "unused.wgsl", []byte(out.Text), refract.CheckOptions{}); err != nil {
		t.Error(err)
	}
}

// TestOptimizeContext: optimization ends when its context is done.
func TestOptimizeContext(t *testing.T) {
	m, err := refract.Parse(context.Background(), "f.wgsl", []byte("@compute @workgroup_size(1) fn main() {}"), refract.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	v, err := refract.Validate(context.Background(), m, refract.ValidateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := refract.Optimize(ctx, v, refract.OptimizeOptions{Level: 1}); err != nil {
		t.Error(err)
	}
	cancel()
	if _, err := refract.Optimize(ctx, v, refract.OptimizeOptions{Level: 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	o := refract.TranslateOptions{To: refract.SPIRV, Optimize: refract.OptimizeOptions{Level: 1}}
	if _, err := refract.Translate(ctx, "f.wgsl", []byte("@compute @workgroup_size(1) fn main() {}"), o); !errors.Is(err, context.Canceled) {
		t.Errorf("Translate: got %v", err)
	}
}

// TestOptimizedBorder: an element beside one that is out of bounds stays exact at every
// level, unless limits may be joined.
func TestOptimizedBorder(t *testing.T) {
	const src = `
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) id: vec3u) {
	let i = id.x;
	let before = select(a[i - 1u], 0.0, i == 0u);
	let after = select(a[i + 1u], 0.0, i + 1u == arrayLength(&a));
	o[i] = before + 10.0 * a[i] + 100.0 * after;
}`
	for _, joined := range []bool{false, true} {
		for _, level := range []int{0, 1, 2, refract.SmallestOptimization} {
			out, err := refract.Translate(context.Background(), "border.wgsl", []byte(src), refract.TranslateOptions{To: refract.SPIRV,
				Optimize: refract.OptimizeOptions{Level: level, JoinLimits: joined}})
			if err != nil {
				t.Fatal(err)
			}
			r := shadertest.Load(t, "border.spv", string(out.Bytes())).Run("main").Set("a", []float32{1, 2, 3, 4}).Make("o", 4)
			r.MustDispatch(t, 1, 1, 1)
			got := shadertest.Get[[]float32](t, r, "o")
			if exact := slices.Equal(got, []float32{210, 321, 432, 43}); exact != (!joined || level == 0) {
				t.Errorf("level %d, joined %v: %v", level, joined, got)
			}
		}
	}
}
