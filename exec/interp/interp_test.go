package interp_test

// Tests of the engine on WGSL shaders.

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"refract"
	"refract/diag"
	"refract/exec"
	"refract/exec/interp"
	"refract/front/wgsl"
	"refract/internal/ssa/fromir"
)

// load reads and loads a shader.
func load(t testing.TB, source string, overrides map[string]float64) exec.Program {
	t.Helper()
	m, err := refract.Parse(context.Background(), "test.wgsl", []byte(source), refract.ParseOptions{Language: refract.WGSL,
		Options: refract.LanguageOptions{refract.WGSL: &wgsl.Options{}}})
	if err != nil {
		t.Fatal(err)
	}
	p, err := interp.Engine{}.Load(m, exec.LoadOptions{Overrides: overrides})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// words are the little-endian words of a buffer.
func words(b *exec.Buffer) []uint32 {
	out := make([]uint32, len(b.Data)/4)
	for i := range out {
		out[i] = binary.LittleEndian.Uint32(b.Data[4*i:])
	}
	return out
}

// dispatch runs entry point main with one output buffer of n words. It runs in SSA
// form too, which must come to the same.
func dispatch(t testing.TB, source string, n int, groups [3]uint32, o exec.RunOptions) ([]uint32, *exec.Report, error) {
	t.Helper()
	p := load(t, source, nil)
	run := func(p exec.Program) ([]uint32, *exec.Report, error) {
		var r exec.Resources
		out := exec.NewBuffer(4 * n)
		r.Bind(0, 0, out)
		report, err := p.Dispatch(context.Background(), "main", groups, &r, o)
		return words(out), report, err
	}
	out, report, err := run(p)
	q, loadErr := interp.SSAEngine{}.Load(fromir.Module(p.Module(), fromir.Options{Strict: true}), exec.LoadOptions{})
	if loadErr != nil {
		t.Fatal(loadErr)
	}
	again, ssaReport, ssaErr := run(q)
	if !slices.Equal(out, again) {
		t.Errorf("in SSA form the result is %v, not %v", again, out)
	}
	if fmt.Sprint(err) != fmt.Sprint(ssaErr) {
		t.Errorf("in SSA form the error is %v, not %v", ssaErr, err)
	}
	if err == nil && fmt.Sprint(report.Findings) != fmt.Sprint(ssaReport.Findings) {
		t.Errorf("in SSA form the findings are %v, not %v", ssaReport.Findings, report.Findings)
	}
	return out, report, err
}

const prelude = `enable f16; enable subgroups; diagnostic(off, subgroup_uniformity);
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
`

// TestCompute runs shaders that fill the output buffer.
func TestCompute(t *testing.T) {
	for _, c := range []struct {
		name, source string
		groups       uint32
		want         []uint32
	}{
		{"ids", `@compute @workgroup_size(2) fn main(@builtin(global_invocation_id) id: vec3u) { out[id.x] = id.x * 10u; }`, 2, []uint32{0, 10, 20, 30}},
		{"loop", `@compute @workgroup_size(1) fn main() { var s = 0u; for (var i = 0u; i < 10u; i++) { if (i == 3u) { continue; } if (i == 8u) { break; } s += i; } out[0] = s; }`, 1, []uint32{25}},
		{"continuing", `@compute @workgroup_size(1) fn main() { var i = 0u; loop { out[i] = i + 1u; continuing { i++; break if i >= 3u; } } }`, 1, []uint32{1, 2, 3}},
		{"switch", `@compute @workgroup_size(1) fn main() { for (var i = 0; i < 5; i++) { switch (i) { case 1, 3: { out[i] = 7u; } case 2: { out[i] = 8u; } default: { out[i] = 9u; } } } }`, 1, []uint32{9, 7, 8, 7, 9}},
		{"call", `fn fact(n: u32) -> u32 { var r = 1u; for (var i = 2u; i <= n; i++) { r *= i; } return r; }
			@compute @workgroup_size(1) fn main() { for (var i = 0u; i < 5u; i++) { out[i] = fact(i); } }`, 1, []uint32{1, 1, 2, 6, 24}},
		{"pointer", `fn bump(p: ptr<function, u32>, by: u32) { *p += by; }
			@compute @workgroup_size(1) fn main() { var x = 5u; bump(&x, 3u); bump(&x, 4u); out[0] = x; }`, 1, []uint32{12}},
		{"struct", `struct S { a: u32, b: vec3u, c: array<vec2u, 2> }
			fn make() -> S { return S(1u, vec3u(2u, 3u, 4u), array(vec2u(5u, 6u), vec2u(7u, 8u))); }
			@compute @workgroup_size(1) fn main() { var s = make(); s.c[1].y = 9u; let t = s; out[0] = t.a + t.b.z; out[1] = t.c[1].y; var i = 1; out[2] = t.c[i].x; }`, 1, []uint32{5, 9, 7}},
		{"private", `var<private> x: u32 = 3u; fn f() { x += 1u; }
			@compute @workgroup_size(2) fn main(@builtin(local_invocation_index) i: u32) { f(); f(); out[i] = x; }`, 1, []uint32{5, 5}},
		{"workgroup", `var<workgroup> w: array<u32, 4>;
			@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) { w[i] = i * i; workgroupBarrier(); out[i] = w[3u - i]; }`, 1, []uint32{9, 4, 1, 0}},
		{"uniformLoad", `var<workgroup> w: u32;
			@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) { if (i == 2u) { w = 42u; } out[i] = workgroupUniformLoad(&w); }`, 1, []uint32{42, 42, 42, 42}},
		{"atomics", `var<workgroup> w: atomic<u32>;
			@compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) { atomicAdd(&w, i); workgroupBarrier(); if (i == 0u) { out[0] = atomicLoad(&w); let r = atomicCompareExchangeWeak(&w, 28u, 1u); out[1] = r.old_value; out[2] = u32(r.exchanged); out[3] = atomicLoad(&w); } }`, 1, []uint32{28, 28, 1, 1}},
		{"barrierLoop", `var<workgroup> w: array<u32, 8>;
			@compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) { w[i] = i + 1u; for (var s = 4u; s > 0u; s /= 2u) { workgroupBarrier(); if (i < s) { w[i] += w[i + s]; } } workgroupBarrier(); if (i == 0u) { out[0] = w[0]; } }`, 1, []uint32{36}},
		{"division", `@compute @workgroup_size(1) fn main() { var z = 0u; var m = -2147483647 - 1; var n = -1; out[0] = 7u / z; out[1] = 7u % z; out[2] = u32(m / n); out[3] = u32(m % n); var s = 33u; out[4] = 1u << s; }`, 1, []uint32{7, 0, 0x80000000, 0, 2}},
		{"bounds", `@compute @workgroup_size(1) fn main() { var a = array(1u, 2u, 3u); var i = 7; out[0] = a[i]; i = -1; out[1] = a[i]; out[u32(100)] = 5u; }`, 1, []uint32{3, 3, 5}},
		{"length", `@compute @workgroup_size(1) fn main() { out[0] = arrayLength(&out); }`, 1, []uint32{3, 0, 0}},
		{"matrix", `@compute @workgroup_size(1) fn main() { let m = mat2x2f(1, 2, 3, 4); let v = m * vec2f(5, 6); let w = vec2f(5, 6) * m; let p = m * m; out[0] = u32(v.x); out[1] = u32(v.y); out[2] = u32(w.x); out[3] = u32(w.y); out[4] = u32(p[1].x); out[5] = u32(determinant(m) * -1); out[6] = u32(transpose(m)[0].y); }`, 1, []uint32{23, 34, 17, 39, 15, 2, 3}},
		{"half", `@compute @workgroup_size(1) fn main() { var a = 1.0h; var b = 3.0h; out[0] = bitcast<u32>(vec2h(a / b, b)); out[1] = pack2x16float(vec2f(0.1, -2)); }`, 1, []uint32{0x42003555, 0xc0002e66}},
		{"subgroup", `@compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) { var x = 0u; if (i % 2u == 0u) { x = subgroupAdd(i); } else { x = subgroupAdd(100u); } out[i] = x + subgroupExclusiveAdd(1u) * 1000u; }`, 1,
			[]uint32{12, 1400, 2012, 3400, 4012, 5400, 6012, 7400}},
		{"subgroupLoop", `@compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) { var x = 0u; for (var k = 0u; k < i; k++) { x += subgroupAdd(1u); } out[i] = x; }`, 1,
			[]uint32{0, 7, 13, 18, 22, 25, 27, 28}},
		{"shuffle", `@compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) { out[i] = subgroupShuffleXor(i, 3u) * 10u + quadSwapX(i); }`, 1,
			[]uint32{31, 20, 13, 2, 75, 64, 57, 46}},
		{"override", `override n: u32 = 3u; var<workgroup> w: array<u32, n * 2u>; @compute @workgroup_size(n) fn main(@builtin(local_invocation_index) i: u32) { w[i * 2u] = i; out[i] = w[i * 2u] + n; }`, 1, []uint32{3, 4, 5}},
		{"math", `@compute @workgroup_size(1) fn main() { let v = vec3f(3, 4, 12); out[0] = u32(length(v)); out[1] = u32(dot(v, v)); let c = cross(vec3f(1, 0, 0), vec3f(0, 1, 0)); out[2] = u32(c.z); let m = modf(3.75); out[3] = u32(m.fract * 100); let f = frexp(8.0); out[4] = u32(f.exp); out[5] = extractBits(0xabcdu, 4u, 8u); out[6] = insertBits(0u, 0xffu, 4u, 4u); out[7] = countOneBits(0xf0fu); }`, 1,
			[]uint32{13, 169, 1, 75, 4, 0xbc, 0xf0, 8}},
		{"constArray", `const table = array<u32, 32>(0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144, 169, 196, 225, 256, 289, 324, 361, 400, 441, 484, 529, 576, 625, 676, 729, 784, 841, 900, 961);
			@compute @workgroup_size(1) fn main() { for (var i = 0u; i < 4u; i++) { out[i] = table[i * 7u]; } }`, 1, []uint32{0, 49, 196, 441}},
		{"shortCircuit", `fn f(i: u32) -> bool { out[i] += 1u; return true; } @compute @workgroup_size(1) fn main() { var a = false; if (a && f(0u)) { out[2] = 1u; } if (a || f(1u)) { out[3] = 1u; } }`, 1, []uint32{0, 1, 0, 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, _, err := dispatch(t, prelude+c.source, len(c.want), [3]uint32{c.groups, 1, 1}, exec.RunOptions{})
			if strings.HasPrefix(strings.TrimSpace(c.source), "enable") {
				t.Fatal("enable must stand first")
			}
			if err != nil {
				t.Fatal(err)
			}
			for i := range c.want {
				if got[i] != c.want[i] {
					t.Fatalf("got %v, want %v", got, c.want)
				}
			}
		})
	}
}

// TestErrors checks the typed errors of runs.
func TestErrors(t *testing.T) {
	_, _, err := dispatch(t, prelude+`@compute @workgroup_size(1) fn main() { var i = 0u; loop { i += 1u; if (i == 0u) { break; } } }`, 1, [3]uint32{1, 1, 1}, exec.RunOptions{MaxSteps: 100000})
	var steps *exec.StepLimitError
	if !errors.As(err, &steps) || steps.Span.IsZero() {
		t.Errorf("an endless loop: %v", err)
	}
	p := load(t, prelude+`@compute @workgroup_size(1) fn main() { out[0] = 1u; }`, nil)
	_, err = p.Dispatch(context.Background(), "main", [3]uint32{1, 1, 1}, nil, exec.RunOptions{})
	var binding *exec.BindingError
	if !errors.As(err, &binding) || binding.Problem != exec.Missing {
		t.Errorf("nothing bound: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var r exec.Resources
	r.Bind(0, 0, exec.NewBuffer(4))
	p = load(t, prelude+`@compute @workgroup_size(1) fn main() { for (var i = 0u; i < 4000000000u; i++) { out[0] = i; } }`, nil)
	if _, err = p.Dispatch(ctx, "main", [3]uint32{1, 1, 1}, &r, exec.RunOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	var missing *exec.NotFoundError
	if _, err = p.Dispatch(ctx, "nain", [3]uint32{1, 1, 1}, &r, exec.RunOptions{}); !errors.As(err, &missing) {
		t.Errorf("no such entry point: %v", err)
	}
}

// TestChecks runs shaders with mistakes and looks for the findings.
func TestChecks(t *testing.T) {
	for _, c := range []struct {
		name, source string
		code         diag.Code // "": none
	}{
		{"race", `var<workgroup> w: array<u32, 4>; @compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) { w[i] = i; out[i] = w[(i + 1u) % 4u]; }`, exec.CodeRace},
		{"noRace", `var<workgroup> w: array<u32, 4>; @compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) { w[i] = i; workgroupBarrier(); out[i] = w[(i + 1u) % 4u]; }`, ""},
		{"storageRace", `@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) { out[i / 2u] = i; }`, exec.CodeRace},
		{"groupRace", `@compute @workgroup_size(1) fn main() { out[0] += 1u; }`, exec.CodeRace},
		{"bounds", `@compute @workgroup_size(1) fn main() { var i = 9u; out[i] = 1u; }`, exec.CodeBounds},
		{"uninitialized", `var<workgroup> w: array<u32, 4>; @compute @workgroup_size(1) fn main() { out[0] = w[1]; }`, exec.CodeUninitialized},
		{"fine", `@compute @workgroup_size(1) fn main(@builtin(workgroup_id) i: vec3u) { var a: u32 = 3u; out[i.x] = a; }`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, report, err := dispatch(t, prelude+c.source, 4, [3]uint32{2, 1, 1}, exec.RunOptions{Check: exec.CheckAll})
			if c.name == "race" || c.name == "noRace" || c.name == "storageRace" {
				_, report, err = dispatch(t, prelude+c.source, 4, [3]uint32{1, 1, 1}, exec.RunOptions{Check: exec.CheckAll})
			}
			if err != nil {
				t.Fatal(err)
			}
			var codes []diag.Code
			if report.Findings != nil {
				for _, d := range report.Findings.Items {
					codes = append(codes, d.Code)
				}
			}
			if c.code == "" && len(codes) > 0 || c.code != "" && (len(codes) == 0 || codes[0] != c.code) {
				t.Errorf("found %v, want %q", codes, c.code)
			}
		})
	}
}
