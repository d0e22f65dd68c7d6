package wgsl

import (
	"testing"

	"refract/ir"
)

// FuzzWrite reads any source and checks that what is written of it means the
// same.
func FuzzWrite(f *testing.F) {
	for _, s := range []string{
		"fn f(a: f32) -> f32 { var x = a; for (var i = 0; i < 3; i++) { x += sin(x) * 2.0; } return x; }",
		"@group(0) @binding(0) var<storage, read_write> b: array<u32>; @compute @workgroup_size(1) fn main() { let p = &b[1]; *p += 3u; if b[0] > 1u && b[1] < 2u { b[0] = arrayLength(&b); } }",
		"struct S { @location(0) a: vec2f, @builtin(position) p: vec4f } @vertex fn v(s: S) -> @builtin(position) vec4f { return mat4x4f(s.p, s.p, s.p, s.p) * s.p; }",
		"override o = 3u; var<workgroup> w: array<atomic<u32>, o * 2>; fn g() { switch atomicAdd(&w[1], 1u) { case 1, 2: { loop { continuing { break if true; } } } default: { } } }",
		"@must_use fn m(x: ptr<function, i32>) -> i32 { while *x < 10 { *x = *x << 1u; if *x == 4 { continue; } else if *x == 5 { break; } } return -*x - -3; } fn k() { var y = 1; _ = m(&y); { let y = modf(2.5); } }",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, source string) {
		m, _ := parse(source)
		if m == nil {
			return
		}
		for _, opts := range []Options{{}, {Minify: true}, {ExplicitTypes: true}, {Terse: true}, {Minify: true, Terse: true}} {
			text, _, err := Write(m, nil, opts)
			if err != nil {
				continue
			}
			again, list := parse(text)
			if again == nil {
				t.Fatalf("%v: not read again: %s\n%s", opts, messages(list), text)
			}
			if opts.Minify {
				continue
			}
			if d := ir.Diff(m, again, ir.EqualOptions{IgnoreValueNames: true}); d != "" && len(m.Functions) > 0 {
				t.Fatalf("%v: different: %s\n%s", opts, d, text)
			}
		}
	})
}
