package interp_test

import (
	"context"
	"testing"

	"refract/diag"
	"refract/exec"
	"refract/exec/interp"
	"refract/front/wgsl"
	"refract/internal/ssa/fromir"
)

// BenchmarkSSA runs what the other benchmarks do, in the module IR and in the SSA
// forms of TestCorpusSSA.
func BenchmarkSSA(b *testing.B) {
	for _, x := range []struct{ name, source string }{
		{"loop", `@compute @workgroup_size(1) fn main() { var s = 0u; for (var i = 0u; i < 100000u; i++) { s += out[i & 1023u]; } out[0] = s; }`},
		{"float", `@compute @workgroup_size(1) fn main() { var v = vec4f(1, 2, 3, 4); for (var i = 0; i < 100000; i++) { v = v * 0.999 + vec4f(0.5, 0.25, 0.125, 1); } out[0] = u32(v.x + v.y + v.z + v.w); }`},
		{"barrier", `var<workgroup> w: array<u32, 256>;
@compute @workgroup_size(256) fn main(@builtin(local_invocation_index) i: u32) { w[i] = i; for (var s = 128u; s > 0u; s /= 2u) { workgroupBarrier(); if (i < s) { w[i] += w[i + s]; } } out[i] = w[0]; }`},
		{"call", `fn f(a: u32, b: u32) -> u32 { return a * 3u + b; }
@compute @workgroup_size(1) fn main() { var s = 0u; for (var i = 0u; i < 100000u; i++) { s = f(s, i); } out[0] = s; }`},
		{"matrix", `@compute @workgroup_size(1) fn main() { var m = mat3x3f(1, 0, 0, 0, 1, 0, 0, 0, 1); var v = vec3f(1, 2, 3);
for (var i = 0; i < 30000; i++) { let w = m * v; v = normalize(w.zxy) + dot(v, w) * 0.1; m[i % 3] = v; } out[0] = u32(v.x * 100); }`},
	} {
		run := func(b *testing.B, p exec.Program) {
			var r exec.Resources
			r.Bind(0, 0, exec.NewBuffer(1<<16))
			for b.Loop() {
				if _, err := p.Dispatch(context.Background(), "main", [3]uint32{1, 1, 1}, &r, exec.RunOptions{}); err != nil {
					b.Fatal(err)
				}
			}
		}
		b.Run(x.name+"/module", func(b *testing.B) { run(b, load(b, prelude+x.source, nil)) })
		for _, form := range forms {
			b.Run(x.name+"/"+form.name, func(b *testing.B) {
				m := wgsl.Parse(prelude+x.source, 1, wgsl.Options{}, new(diag.List))
				s := fromir.Module(m, fromir.Options{Strict: true})
				if err := form.run(s); err != nil {
					b.Fatal(err)
				}
				p, err := interp.SSAEngine{}.Load(s, exec.LoadOptions{})
				if err != nil {
					b.Fatal(err)
				}
				run(b, p)
			})
		}
	}
}
