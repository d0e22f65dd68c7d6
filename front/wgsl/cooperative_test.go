package wgsl

import (
	"strings"
	"testing"

	"refract/diag"
)

// TestCooperative checks that each function's body is read, or has one error with this code at this text.
func TestCooperative(t *testing.T) {
	const head = `enable wgpu_cooperative_matrix, f16;
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> c: array<f32, 256>;
@group(0) @binding(2) var<storage, read> v: array<vec4f>;
var<workgroup> w: array<f32, 256>;
var<workgroup> h: array<f16, 256>;
var<workgroup> s: f32;
var<private> p: coop_mat16x16<f16, C>;
alias MA = coop_mat8x8<f32, A>;
alias MB = coop_mat8x8<f32, B>;
alias MC = coop_mat8x8<f32, C>;
`
	for _, c := range []struct {
		src  string
		code diag.Code
		at   string
	}{
		{"let x = coopLoad<MA>(&a[0]);", "", ""},
		{"let x = coopLoadT<MA>(&w[3], 8u);", "", ""},
		{"let i = 3; let x = coopLoadT<MC>(&a[i * 2], 8);", "", ""},
		{"let q = &a; let r = &q[2]; let x = coopLoad<MC>(r);", "", ""},
		{"p = coopLoad<coop_mat16x16<f16, C>>(&h[0], 16u); p = p + p; p = 2 * p - p * 2h; coopStore(p, &h[0]);", "", ""},
		{"var x = MC(); x = coopMultiplyAdd(MA(), MB(), x); coopStoreT(x, &c[1], 9);", "", ""},
		{"let x = coopMultiplyAdd(coop_mat8x8<f16, A>(), coop_mat8x8<f16, B>(), MC());", "", ""},
		{"let A = 1; let x = MA();", "", ""},
		{"var x: array<MA, 2>; x[1] = MA();", "", ""},

		{"let x = coopLoad<coop_mat8x8<f32, D>>(&a[0]);", codeTemplate, "D"},
		{"let x = coopLoad<coop_mat8x8<f32>>(&a[0]);", codeTemplate, "coop_mat8x8<f32>"},
		{"let A = 1; let x = coop_mat8x8<f32, A>();", codeTemplate, "A"},
		{"let x = coop_mat8x8<i32, A>();", codeTypeRule, "i32"},
		{"let x = coop_mat8x8();", codeNotCallable, "coop_mat8x8()"},
		{"let x = MA(1);", codeArgCount, "MA(1)"},
		{"let x = coopLoad<MA>(&v[0]);", codeNoMatch, "coopLoad<MA>(&v[0])"},
		{"let x = coopLoad<MA>(&h[0]);", codeNoMatch, "coopLoad<MA>(&h[0])"},
		{"let x = coopLoad<MA>(&a[0], 8i);", codeNoMatch, "coopLoad<MA>(&a[0], 8i)"},
		{"let x = coopLoad<f32>(&a[0]);", codeNoMatch, "coopLoad<f32>(&a[0])"},
		{"let x = coopLoad(&a[0]);", codeNoMatch, "coopLoad(&a[0])"},
		{"let x = coopLoad<MA>(&s);", codeTypeRule, "&s"},
		{"let x = coopLoad<MA>(a[0]);", codeNoMatch, "coopLoad<MA>(a[0])"},
		{"coopStore(MC(), &a[0]);", codeNoMatch, "coopStore(MC(), &a[0])"},
		{"let x = coopStore(MC(), &c[0]);", codeNotValue, "coopStore(MC(), &c[0])"},
		{"coopLoad<MA>(&a[0]);", codeMustUse, "coopLoad<MA>(&a[0])"},
		{"let x = coopMultiplyAdd(MA(), MA(), MC());", codeNoMatch, "coopMultiplyAdd(MA(), MA(), MC())"},
		{"let x = coopMultiplyAdd(MA(), coop_mat16x16<f32, B>(), MC());", codeNoMatch, "coopMultiplyAdd(MA(), coop_mat16x16<f32, B>(), MC())"},
		{"let x = MA() + MB();", codeNoMatch, "MA() + MB()"},
		{"let x = MA() * MA();", codeNoMatch, "MA() * MA()"},
		{"let x = -MA();", codeNoMatch, "-MA()"},
		{"let x = MA(); let y = x[0];", codeIndex, "x"},
	} {
		var list diag.List
		src := head + "@compute @workgroup_size(32) fn f() {\n" + c.src + "\n}"
		Parse(src, 1, Options{Allowed: AllExtensions}, &list)
		if c.code == "" {
			if list.HasErrors() {
				t.Errorf("%s: %v", c.src, list.Sorted()[0])
			}
			continue
		}
		if list.Len() != 1 {
			t.Errorf("%s: %d errors", c.src, list.Len())
			continue
		}
		d := list.Sorted()[0]
		if at := src[d.Span.Start-1 : d.Span.End-1]; d.Code != c.code || at != c.at {
			t.Errorf("%s: %s at %q: %s", c.src, d.Code, at, d.Message)
		}
	}
	for _, src := range []string{"var<private> a: coop_mat8x8<f32, A>;", "@group(0) @binding(0) var<storage> a: array<f32>; fn f() { _ = coopLoad<f32>(&a[0]); }"} {
		var list diag.List
		Parse(src, 1, Options{Allowed: AllExtensions}, &list)
		if list.Len() == 0 || list.Sorted()[0].Code != codeExtension || !strings.Contains(list.Sorted()[0].Message, "wgpu_cooperative_matrix") {
			t.Errorf("%s is read", src)
		}
	}
}
