package spirv_test

// This file writes what once became invalid SPIR-V, with its neighbours: lengths
// that overrides enter, continuing blocks with anything nested in them, and
// modules without entry points whose functions take any pointer. Each is written
// from the module IR and through the SSA form, and validated.

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	back "refract/back/spirv"
	"refract/internal/harness"
)

// validity gathers modules for the validator.
type validity struct {
	rows []row
	w    back.Writer
}

// add writes a module by both ways. It returns the error of the first, where both
// must have one, of type *UnsupportedError.
func (v *validity) add(t *testing.T, name, source string) error {
	t.Helper()
	m := parse(t, name, source)
	if m == nil {
		t.Errorf("%s isn't read:\n%s", name, source)
		return nil
	}
	o := back.NewOptions()
	words, err := v.w.Write(nil, m, o)
	optimized, err2 := v.w.WriteOptimized(nil, m, o, through(simplified...))
	if (err == nil) != (err2 == nil) {
		t.Errorf("%s: %v, with passes %v", name, err, err2)
	}
	var unsupported *back.UnsupportedError
	if err != nil && !errors.As(err, &unsupported) {
		t.Errorf("%s: %v", name, err)
	}
	if err == nil && err2 == nil {
		v.rows = append(v.rows, rowOf(name, words, "vulkan1.1"), rowOf(name+" with passes", optimized, "vulkan1.1"))
	}
	return err
}

func (v *validity) check(t *testing.T) {
	t.Helper()
	for _, r := range harness.Oracle(t, "spirv", v.rows) {
		if !r.OK {
			t.Errorf("%s: %s", r.Name, r.Text())
		}
	}
}

func TestOverrideLengths(t *testing.T) {
	var v validity
	for _, c := range []struct {
		length string
		ok     bool
	}{
		{"n", true}, {"n * 2 + 1", true}, {"n << 1u", true}, {"~n - 4294967290", true}, {"n % 3 + 1", true}, {"n / 0x2", true},
		{"max(n, 4)", true}, {"min(n, 4)", true}, {"clamp(n, 1, 3)", true}, {"abs(i32(n))", true}, {"i32(n) % 3", true},
		{"u32(i32(n))", true}, {"bitcast<u32>(i32(n))", true}, {"u32(b) + 1", true}, {"select(n, 2u, b)", true},
		{"vec2u(n, 3).x", true}, {"vec4u(vec2u(n, 3), vec2u(1)).y", true}, {"vec3u(n, 3, 5).zxy.y", true},
		{"array<u32, 2>(n, n)[1]", true}, {"S(n).a", true},
		{"unset", true}, {"unset - 3", true}, {"unset - 2000", true}, {"computed", true}, {"3 - unset", true}, {"u32(!flag)", true},
		{"u32(f)", false}, {"u32(h)", false}, {"u32(f < 3) + 1", false}, {"countOneBits(n)", false},
		{"n - 4", false}, {"zero", false}, {"~n", false}, {"min(unset, 0)", false},
	} {
		for _, where := range []string{"array", "workgroup", "binding"} {
			length, size := "4", "1"
			if where == "array" {
				length = c.length
			} else {
				size = c.length
			}
			source := fmt.Sprintf(`enable f16;
struct S { a: u32 }
override unset: u32;
override flag: bool;
override computed: u32 = unset * 2;
override zero: u32 = 0;
override n: u32 = 4;
override f: f32 = 4;
override h: f16 = 4;
override b: bool = true;
var<workgroup> w: array<f32, %s>;
@group(0) @binding(0) var<storage, read_write> o: array<f32>;
@compute @workgroup_size(%s) fn main(@builtin(local_invocation_index) i: u32) { w[i] = 1.0; o[i] = w[i + 1]; }
`, length, size)
			ok := c.ok || where == "array" && slices.Contains([]string{"n - 4", "zero", "min(unset, 0)"}, c.length)
			if err := v.add(t, where+" "+c.length, source); (err == nil) != ok {
				t.Errorf("%s %s: %v", where, c.length, err)
			}
		}
	}
	v.check(t)
}

func TestContinuingValid(t *testing.T) {
	inner := []string{
		"loop { if o[1] > 3 { break; } j++; }",
		"loop { j++; continuing { break if j > 4; } }",
		"loop { if false { break; } }",
		"loop { j++; continuing { break if false; } }",
		"for (var k = 0; k < 3; k++) { if o[k] > 2 { continue; } o[k] += 1; }",
		"while o[1] < 3 { o[1]++; loop { break; } }",
		"loop { if o[0] > 1 { continue; } break; }",
		"loop { if o[1] > 1 { break; } else { continue; } }",
		"loop { continuing { loop { if o[1] > 1 { break; } else { continue; } } break if o[2] > 1; } }",
		"loop { continuing { loop { continuing { break if o[1] > 1; } } break if o[2] > 1; } }",
		"loop { loop { if o[1] > 1 { break; } } if o[2] > 1 { break; } }",
		"loop { loop { break; } continuing { loop { break; } break if o[3] > 1; } }",
		"loop { switch o[1] { case 1: { break; } default: { continue; } } break; }",
		"loop { switch o[1] { case 1: { continue; } default: { } } if o[3] > 1 { break; } }",
		"loop { switch o[1] { case 1: { continue; } case 2: { j++; continue; } default: { continue; } } continuing { break if o[3] > 1; } }",
		"switch o[3] { case 1: { j++; } default: { loop { break; } } }",
		"switch o[3] { case 1: { loop { if false { break; } } } default: { j--; } }",
		"if o[4] > 1 { loop { if o[1] > 1 { break; } else { continue; } } } else { loop { break; } }",
		"var x = 1; loop { if o[1] > 1 { x = 2; break; } else { x = 3; continue; } } o[x] = x;",
		"g();",
	}
	var v validity
	for _, body := range []string{"if o[0] > 3 { break; }", "if o[0] > 3 { continue; } o[0]++; if o[9] > 2 { return; }", "loop { break; } if o[8] > 3 { break; }"} {
		for i, in := range inner {
			for _, end := range []string{"", "break if o[5] > 5;", "break if false;"} {
				for _, second := range []string{"", "{ " + inner[(i+7)%len(inner)] + " }"} {
					source := fmt.Sprintf(`@group(0) @binding(0) var<storage, read_write> o: array<i32>;
fn g() { loop { if o[9] > 1 { break; } else { continue; } } }
@compute @workgroup_size(1) fn main() { var j = 0;
  loop { %s
    continuing { %s %s %s }
  }
}
`, body, in, second, end)
					v.add(t, fmt.Sprintf("%s | %s | %s | %s", body, in, second, end), source)
				}
			}
		}
	}
	v.check(t)
}

// TestLibraries writes functions without an entry point.
func TestLibraries(t *testing.T) {
	const globals = `
enable wgpu_binding_array;
struct S { n: u32, a: array<f32> }
@group(0) @binding(7) var many: binding_array<texture_2d<f32>, 3>;
@group(0) @binding(0) var<storage, read_write> o: S;
@group(0) @binding(1) var<storage, read_write> q: array<f32>;
@group(0) @binding(2) var<storage, read_write> at: array<atomic<u32>, 4>;
@group(0) @binding(3) var<uniform> un: mat2x2f;
@group(0) @binding(4) var tex: texture_2d<f32>;
@group(0) @binding(5) var sam: sampler;
@group(0) @binding(6) var st: texture_storage_2d<rgba8unorm, write>;
var<workgroup> wg: array<u32, 4>;
var<private> pv: array<u32, 4>;
`
	var v validity
	for _, source := range []string{
		`fn f(p: ptr<storage, f32, read_write>) -> f32 { return *p; }
fn g(p: ptr<storage, array<f32>, read_write>) -> f32 { return f(&p[1]); }
fn h() -> f32 { return g(&o.a) + g(&q); }`,
		`fn len(p: ptr<storage, array<f32>, read_write>) -> u32 { return arrayLength(p); }
fn all(p: ptr<storage, S, read_write>) -> u32 { return len(&p.a) + len(&q); }
fn h() -> u32 { return all(&o); }`,
		`fn f(p: ptr<storage, atomic<u32>, read_write>) { atomicAdd(p, 1); }
fn g() { f(&at[1]); }`,
		`fn f(p: ptr<uniform, vec2f>) -> f32 { return p.x; }
fn g(p: ptr<uniform, mat2x2f>) -> f32 { return f(&p[1]); }
fn h() -> f32 { return g(&un); }`,
		`fn f(t: texture_2d<f32>, s: sampler) -> vec4f { return textureSampleLevel(t, s, vec2f(), 0); }
fn g(t: texture_2d<f32>, s: sampler) -> vec4f { return f(t, s) + h(t); }
fn h(t: texture_2d<f32>) -> vec4f { return textureLoad(t, textureDimensions(t), 0); }
fn i() -> vec4f { return g(tex, sam); }
fn j(t: texture_storage_2d<rgba8unorm, write>) { textureStore(t, vec2u(), vec4f()); }
fn k() { j(st); }`,
		`fn f(t: binding_array<texture_2d<f32>, 3>, i: u32) -> vec4f { return textureLoad(t[i], vec2u(), 0); }
fn g(t: binding_array<texture_2d<f32>, 3>) -> vec4f { return f(t, 1) + f(many, 2); }
fn h() -> vec4f { return g(many); }`,
		`fn f(p: ptr<workgroup, u32>) -> u32 { return *p; }
fn g(p: ptr<workgroup, array<u32, 4>>) -> u32 { return f(&p[2]); }
fn h() -> u32 { return g(&wg) + f(&wg[1]); }`,
		`fn f(p: ptr<private, u32>) -> u32 { return *p; }
fn g(p: ptr<private, array<u32, 4>>) -> u32 { return f(&p[2]); }
fn h() -> u32 { return g(&pv) + f(&pv[1]); }`,
		`fn f(p: ptr<function, u32>) -> u32 { return *p; }
fn g(p: ptr<function, array<u32, 4>>) -> u32 { return f(&p[2]); }
fn h() -> u32 { var a = array<u32, 4>(); return g(&a) + f(&a[1]); }`,
	} {
		if err := v.add(t, source, globals+source); err != nil {
			t.Errorf("%v:\n%s", err, source)
		}
	}
	v.check(t)
}

// TestComputedOverrides runs what depends on overrides that have no form at module
// scope: functions compute them, with all the checks.
func TestComputedOverrides(t *testing.T) {
	const source = `
override f: f32 = 3e10;
override g: f32 = f * 2;
override i: i32 = i32(g);
override n: i32 = -7;
override zero: i32 = 0;
override q: i32 = i32(f - 3e10) + n;
override s: i32 = n << (u32(f - 3e10) + 33);
override d: u32 = dot(vec2u(u32(f - 3e10), 1), vec2u(5, 6));
override e: f32 = sqrt(f / 3e10 + 8);
override r: i32 = n % 3;
var<private> late: vec2f = vec2f(e, g);
var<private> unused: f32 = g;
@group(0) @binding(0) var<storage, read_write> o: array<i32>;
fn inner() { o[8] = i32(late.x); late.x = 5; }
@compute @workgroup_size(1) fn main() {
  o[0] = i; o[1] = q; o[2] = s; o[3] = i32(d); o[4] = i32(e); o[5] = r; o[6] = n / select(zero, 1, f < 0); o[7] = i32(late.y / 1e10);
  inner();
  o[9] = i32(late.x);
}
@compute @workgroup_size(1) fn other() { o[0] = i32(e); }
`
	want := []int32{2147483520, -7, -14, 6, 3, -1, -7, 6, 3, 5}
	runInts(t, source, nil, want)
}

// TestRemainder runs remainders of all signs.
func TestRemainder(t *testing.T) {
	const source = `
override on: i32 = -7;
@group(0) @binding(0) var<storage, read_write> o: array<i32>;
@group(0) @binding(1) var<storage> a: array<vec2i, 10>;
@compute @workgroup_size(1) fn main() {
  for (var k = 0; k < 10; k++) { o[k] = a[k].x % a[k].y; }
  let v = vec4i(a[0].x, a[1].x, a[2].x, a[3].x) % vec4i(a[0].y, a[1].y, a[2].y, a[3].y);
  for (var k = 0; k < 4; k++) { o[10 + k] = v[k]; }
  o[14] = on % 3; o[15] = a[0].x % 4; o[16] = -7 % a[0].y;
}
`
	in := []int32{7, 3, -7, 3, 7, -3, -7, -3, math.MinInt32, -1, 5, 0, -5, 0, math.MinInt32, 3, math.MaxInt32, -2, 6, -3}
	want := []int32{1, -1, 1, -1, 0, 0, 0, -2, 1, 0, 1, -1, 1, -1, -1, 3, -1}
	runInts(t, source, in, want)
}

// runInts runs a shader written by both ways and compares the first integers of
// the buffer o.
func runInts(t *testing.T, source string, in, want []int32) {
	t.Helper()
	var v validity
	if err := v.add(t, t.Name(), source); err != nil {
		t.Fatal(err)
	}
	var jobs []runRow
	for _, r := range v.rows {
		j := runRow{Name: r.Name, SPIRV: r.SPIRV, Entry: "main", Workgroups: [3]int{1, 1, 1}, Outputs: []string{"0.0"},
			Buffers: map[string]runBuffer{"0.0": {Size: 4 * len(want)}}}
		if in != nil {
			bytes, _ := binary.Append(nil, binary.LittleEndian, in)
			j.Buffers["0.1"] = runBuffer{Hex: hex.EncodeToString(bytes)}
		}
		jobs = append(jobs, j)
	}
	v.check(t)
	for _, r := range harness.Oracle(t, "vk-run", jobs) {
		out, _ := hex.DecodeString(r.Buffers["0.0"])
		if !r.OK || len(out) < 4*len(want) {
			t.Errorf("%s: %s", r.Name, r.Text())
			continue
		}
		for i, w := range want {
			if got := int32(binary.LittleEndian.Uint32(out[4*i:])); got != w {
				t.Errorf("%s: o[%d] = %d, want %d", r.Name, i, got, w)
			}
		}
	}
}
