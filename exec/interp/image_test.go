package interp_test

// Tests of images, fragments and calls from outside.

import (
	"context"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"refract/diag"
	"refract/exec"
	"refract/exec/interp"
	"refract/ir"
)

// TestImages runs a shader that loads, samples, stores and asks.
func TestImages(t *testing.T) {
	p := load(t, prelude+`
@group(0) @binding(1) var tex: texture_2d_array<f32>;
@group(0) @binding(2) var smp: sampler;
@group(0) @binding(3) var store: texture_storage_2d<rgba8unorm, write>;
@group(0) @binding(4) var depth: texture_depth_2d;
@group(0) @binding(5) var cmp: sampler_comparison;
@group(0) @binding(6) var ms: texture_multisampled_2d<i32>;
@group(0) @binding(7) var counts: texture_storage_2d<r32uint, read_write>;
@group(0) @binding(8) var ext: texture_external;
fn bits(x: f32) -> u32 { return bitcast<u32>(x); }
@compute @workgroup_size(1) fn main() {
  out[0] = bits(textureLoad(tex, vec2i(1, 0), 1, 0).x);
  out[1] = bits(textureLoad(tex, vec2i(9, 0), 1, 0).x);
  out[2] = bits(textureSampleLevel(tex, smp, vec2f(0.5, 0.25), 1, 0.0).x);
  out[3] = bits(textureSampleGrad(tex, smp, vec2f(0.5, 0.25), 0, vec2f(1, 0), vec2f(0, 0)).x);
  textureStore(store, vec2i(1, 1), vec4f(1, 0.5, 0.25, 2));
  out[4] = bits(textureSampleCompareLevel(depth, cmp, vec2f(0.5, 0.5), 0.5));
  out[5] = bits(textureLoad(depth, vec2u(1, 0), 0));
  out[6] = bitcast<u32>(textureLoad(ms, vec2i(0, 1), 3).x);
  let d = textureDimensions(tex, 1); out[7] = d.x * 100 + d.y;
  out[8] = textureNumLayers(tex) * 100 + textureNumLevels(tex) * 10 + textureNumSamples(ms);
  textureStore(counts, vec2i(0, 0), textureLoad(counts, vec2i(0, 0)) + 5);
  let g = textureGather(0, tex, smp, vec2f(0.5, 0.5), 0); out[9] = u32(g.x + 10 * g.y + 100 * g.z + 1000 * g.w);
  out[10] = bits(textureSampleBaseClampToEdge(ext, smp, vec2f(2, 2)).x);
  let gd = textureGatherCompare(depth, cmp, vec2f(0.5, 0.5), 0.5); out[11] = u32(gd.x + 10 * gd.y + 100 * gd.z + 1000 * gd.w);
}`, nil)
	texture := func(d exec.TextureDesc, value func(level, x, y, z, s uint32) exec.Texel) *exec.Texture {
		x, err := exec.NewTexture(d)
		if err != nil {
			t.Fatal(err)
		}
		for l := range x.Levels {
			w, h, _ := x.Size(l)
			for z := range x.Layers {
				for y := range h {
					for i := range w {
						for s := range x.Samples {
							x.Set(l, i, y, z, s, value(l, i, y, z, s))
						}
					}
				}
			}
		}
		return x
	}
	float := func(x float32) exec.Texel { return exec.Texel{uint64(math.Float32bits(x))} }
	var r exec.Resources
	out := exec.NewBuffer(4 * 12)
	store := texture(exec.TextureDesc{Dim: ir.Dim2D, Format: exec.FormatOf(ir.Rgba8Unorm), Width: 2, Height: 2}, func(_, _, _, _, _ uint32) exec.Texel { return exec.Texel{} })
	counts := texture(exec.TextureDesc{Dim: ir.Dim2D, Format: exec.FormatOf(ir.R32Uint), Width: 1, Height: 1}, func(_, _, _, _, _ uint32) exec.Texel { return exec.Texel{7} })
	compare := exec.NewSampler(exec.Linear, exec.ClampToEdge)
	compare.Compare = exec.CompareGreater
	for binding, res := range map[uint32]exec.Resource{
		0: out,
		1: texture(exec.TextureDesc{Dim: ir.Dim2D, Format: exec.FormatOf(ir.R32Float), Width: 2, Height: 2, Layers: 2, Levels: 2}, func(l, x, y, z, _ uint32) exec.Texel {
			return float(float32(x + 2*y + 10*z + 100*l))
		}),
		2: exec.NewSampler(exec.Linear, exec.ClampToEdge),
		3: store,
		4: texture(exec.TextureDesc{Dim: ir.Dim2D, Format: exec.Depth32Float, Width: 2, Height: 2}, func(_, x, y, _, _ uint32) exec.Texel { return float(float32(x) * 0.75) }),
		5: compare,
		6: texture(exec.TextureDesc{Dim: ir.Dim2D, Format: exec.FormatOf(ir.R32Sint), Width: 2, Height: 2, Samples: 4}, func(_, x, y, _, s uint32) exec.Texel {
			return exec.Texel{uint64(uint32(-int32(x + 10*y + 100*s)))}
		}),
		7: counts,
		8: texture(exec.TextureDesc{Dim: ir.Dim2D, Format: exec.FormatOf(ir.R32Float), Width: 2, Height: 2}, func(_, x, y, _, _ uint32) exec.Texel { return float(float32(x + 10*y)) }),
	} {
		r.Bind(0, binding, res)
	}
	if _, err := p.Dispatch(context.Background(), "main", [3]uint32{1, 1, 1}, &r, exec.RunOptions{}); err != nil {
		t.Fatal(err)
	}
	f := func(x float32) uint32 { return math.Float32bits(x) }
	minus := int32(-310)
	want := []uint32{f(11), 0, f(10.5), f(100), f(0.5), f(0.75), uint32(minus), 101, 224, 0, f(11), 0}
	got := words(out)
	want[9] = 2 + 10*3 + 100*1 + 1000*0
	want[11] = 1 + 10*0 + 100*0 + 1000*1
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	if texel := store.Level(0)[12:]; texel[0] != 255 || texel[1] != 128 || texel[2] != 64 || texel[3] != 255 {
		t.Errorf("stored %v", texel)
	}
	if n := counts.At(0, 0, 0, 0, 0)[0]; n != 12 {
		t.Errorf("counted %d", n)
	}
}

// TestFragments checks derivatives, discarding and implicit levels on an odd
// grid.
func TestFragments(t *testing.T) {
	p := load(t, `
@group(0) @binding(0) var<storage, read_write> written: array<u32>;
struct In { @builtin(position) at: vec4f, @location(0) uv: vec2f }
struct Out { @location(0) d: vec4f, @location(1) other: f32 }
fn slope(x: f32) -> f32 { return dpdx(x); }
@fragment fn main(in: In) -> Out {
  let x = in.at.x; let y = in.at.y;
  var o: Out;
  o.d = vec4f(slope(x * x), dpdyCoarse(x * y), fwidth(in.uv.x), dpdxFine(x * y));
  o.other = in.uv.y;
  if (u32(x) == 1u && u32(y) == 1u) { discard; }
  written[u32(y) * 8u + u32(x)] += 1u;
  return o;
}`, nil)
	var r exec.Resources
	written := exec.NewBuffer(4 * 64)
	r.Bind(0, 0, written)
	got := map[[2]int][]float32{}
	discarded := 0
	report, err := p.Fragments(context.Background(), "main", exec.FragmentGrid{Width: 3, Height: 3,
		Input: func(x, y int, b ir.Binding, v exec.View) error {
			if b.Kind == ir.BindLocation {
				return v.Set([]int{2 * x, y})
			}
			return nil
		},
		Output: func(x, y int, b ir.Binding, v exec.View) error {
			if b.Location == 0 {
				var d []float32
				err := v.Get(&d)
				got[[2]int{x, y}] = d
				return err
			}
			return nil
		},
		Discarded: func(x, y int) { discarded++ },
	}, &r, exec.RunOptions{Check: exec.CheckAll})
	if err != nil {
		t.Fatal(err)
	}
	// x*x between 0.5 and 1.5 changes by 2, between 2.5 and 3.5 by 6.
	if want := []float32{2, 0.5, 2, 0.5}; !reflect.DeepEqual(got[[2]int{0, 0}], want) {
		t.Errorf("at (0, 0): %v, want %v", got[[2]int{0, 0}], want)
	}
	if want := []float32{6, 2.5, 2, 2.5}; !reflect.DeepEqual(got[[2]int{2, 2}], want) {
		t.Errorf("at (2, 2): %v, want %v", got[[2]int{2, 2}], want)
	}
	if len(got) != 8 || discarded != 1 || report.Invocations != 9 {
		t.Errorf("%d outputs, %d discarded, %d invocations", len(got), discarded, report.Invocations)
	}
	n := uint32(0)
	for _, x := range words(written) {
		n += x
	}
	if n != 8 {
		t.Errorf("%d fragments wrote to memory, want 8", n)
	}
}

// TestImplicitLevel samples with derivatives: each step of a pixel is two texels.
func TestImplicitLevel(t *testing.T) {
	p := load(t, `
@group(0) @binding(0) var tex: texture_2d<f32>;
@group(0) @binding(1) var smp: sampler;
@fragment fn main(@builtin(position) at: vec4f) -> @location(0) vec2f {
  return vec2f(textureSample(tex, smp, at.xy / 2).x, textureSampleBias(tex, smp, at.xy / 2, -1).x);
}`, nil)
	tex, err := exec.NewTexture(exec.TextureDesc{Dim: ir.Dim2D, Format: exec.FormatOf(ir.R32Float), Width: 4, Height: 4, Levels: 3})
	if err != nil {
		t.Fatal(err)
	}
	for l := range tex.Levels {
		w, h, _ := tex.Size(l)
		for i := range w * h {
			tex.Set(l, i%w, i/w, 0, 0, exec.Texel{uint64(math.Float32bits(float32(l)))})
		}
	}
	var r exec.Resources
	r.Bind(0, 0, tex)
	r.Bind(0, 1, exec.NewSampler(exec.Nearest, exec.ClampToEdge))
	_, err = p.Fragments(context.Background(), "main", exec.FragmentGrid{Width: 2, Height: 2,
		Output: func(x, y int, b ir.Binding, v exec.View) error {
			if v.String() != "[1.0, 0.0]" {
				t.Errorf("at (%d, %d) the levels are %v, want [1, 0]", x, y, v)
			}
			return nil
		}}, &r, exec.RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
}

// TestCall calls functions with values and pointers.
func TestCall(t *testing.T) {
	p := load(t, `
struct S { a: f32, b: vec3<u32>, c: mat2x2f }
fn add(a: i32, b: i32) -> i32 { return a + b; }
fn change(s: ptr<function, S>, by: f32) -> vec2f { (*s).a += by; (*s).b.y = 7u; return (*s).c[1]; }
var<private> count: u32;
fn next() -> u32 { count += 1u; return count; }
fn loopy(n: u32) -> u32 { var i = 0u; loop { if (i == n) { break; } } return i; }
@compute @workgroup_size(1) fn main() { }`, nil)
	call := func(name string, args ...any) (exec.View, error) {
		v, _, err := p.Call(context.Background(), name, args, nil, exec.RunOptions{MaxSteps: 10000})
		return v, err
	}
	if v, err := call("add", 3, -5); err != nil || v.String() != "-2" {
		t.Errorf("add: %v, %v", v, err)
	}
	type s struct {
		A float32
		B [3]uint32
		C [4]float32
	}
	x := s{1, [3]uint32{1, 2, 3}, [4]float32{1, 2, 3, 4}}
	if v, err := call("change", &x, 0.5); err != nil || v.String() != "[3.0, 4.0]" || x.A != 1.5 || x.B[1] != 7 {
		t.Errorf("change: %v, %v, %v", v, x, err)
	}
	for range 2 {
		if v, err := call("next"); err != nil || v.String() != "1" {
			t.Errorf("next: %v, %v", v, err)
		}
	}
	for _, c := range []struct{ name, want string }{
		{"nothing", `there is no function "nothing"`},
		{"add", `call of "add": 0 arguments are given, 2 are wanted`},
	} {
		if _, err := call(c.name); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
	var steps *exec.StepLimitError
	if _, err := call("loopy", 3); !errors.As(err, &steps) {
		t.Errorf("loopy: %v", err)
	}
	var input *exec.InputError
	if _, err := call("add", "x", 1); !errors.As(err, &input) {
		t.Errorf("add of a string: %v", err)
	}
}

// text loads a module in the text form of the IR.
func text(t *testing.T, source string) exec.Program {
	t.Helper()
	var list diag.List
	m := ir.Parse(source, 1, &list)
	if list.HasErrors() {
		for _, d := range list.Sorted() {
			t.Log(d.Message)
		}
		t.Fatal("the module is malformed")
	}
	p, err := interp.Engine{}.Load(m, exec.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestTraps checks that a flag that lies ends the run, and one that holds
// doesn't.
func TestTraps(t *testing.T) {
	p := text(t, `
func @div($a : i32, $b : i32) -> i32 {
  %1 = div $a, $b : i32 !nonzero
  return %1
}
func @shl($a : u32, $b : u32) -> u32 {
  %1 = shl $a, $b : u32 !inrange
  return %1
}
func @add($a : i32, $b : i32) -> i32 {
  %1 = add $a, $b : i32 !nowrap
  return %1
}
func @neg($a : i32) -> i32 {
  %1 = neg $a : i32 !nowrap
  return %1
}
func @convert($a : f32) -> u32 {
  %1 = as $a : u32 !inrange
  return %1
}
func @element($a : vec3<u32>, $i : u32) -> u32 {
  %1 = access $a, $i : u32 !inbounds
  return %1
}
func @local($i : u32) -> u32 {
  var $x : array<u32, 4>
  %1 = access $x, $i : ptr<function, u32> !inbounds
  %2 = load %1 : u32
  return %2
}
`)
	for _, c := range []struct {
		name string
		args []any
		flag ir.Flags // 0: no trap
	}{
		{"div", []any{7, 2}, 0}, {"div", []any{7, 0}, ir.FlagNonZero}, {"div", []any{math.MinInt32, -1}, ir.FlagNonZero},
		{"shl", []any{1, 31}, 0}, {"shl", []any{1, 32}, ir.FlagInRange},
		{"add", []any{1, 2}, 0}, {"add", []any{math.MaxInt32, 1}, ir.FlagNoWrap},
		{"neg", []any{5}, 0}, {"neg", []any{math.MinInt32}, ir.FlagNoWrap},
		{"convert", []any{3.7}, 0}, {"convert", []any{-1}, ir.FlagInRange}, {"convert", []any{math.Inf(1)}, ir.FlagInRange},
		{"element", []any{[]int{1, 2, 3}, 2}, 0}, {"element", []any{[]int{1, 2, 3}, 3}, ir.FlagInBounds},
		{"local", []any{3}, 0}, {"local", []any{4}, ir.FlagInBounds},
	} {
		_, _, err := p.Call(context.Background(), c.name, c.args, nil, exec.RunOptions{})
		var trap *exec.TrapError
		switch {
		case c.flag == 0 && err != nil:
			t.Errorf("%s%v: %v", c.name, c.args, err)
		case c.flag != 0 && (!errors.As(err, &trap) || trap.Flag != c.flag):
			t.Errorf("%s%v: got %v, want a trap", c.name, c.args, err)
		}
	}
}

// TestUnsupported checks that what the engine can't do is refused by name.
func TestUnsupported(t *testing.T) {
	p := text(t, `
func @g() {
  call @g()
}
`)
	for name, want := range map[string]string{"g": "recursion"} {
		_, _, err := p.Call(context.Background(), name, nil, nil, exec.RunOptions{})
		var unsupported *exec.UnsupportedError
		if !errors.As(err, &unsupported) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestWorkers checks that parallel workgroups give what sequential ones do.
func TestWorkers(t *testing.T) {
	p := load(t, prelude+`var<workgroup> w: array<u32, 64>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) i: u32) {
  w[i] = id.x * 3u; workgroupBarrier(); out[id.x] = w[63u - i];
}`, nil)
	run := func(workers int) []uint32 {
		var r exec.Resources
		out := exec.NewBuffer(4 * 64 * 40)
		r.Bind(0, 0, out)
		report, err := p.Dispatch(context.Background(), "main", [3]uint32{40, 1, 1}, &r, exec.RunOptions{Workers: workers})
		if err != nil || report.Invocations != 64*40 {
			t.Fatal(err, report)
		}
		return words(out)
	}
	if !reflect.DeepEqual(run(1), run(4)) {
		t.Error("parallel workgroups differ")
	}
}
