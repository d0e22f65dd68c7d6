package interp_test

import (
	"context"
	"testing"

	"refract/exec"
)

// benchmark dispatches a shader b.N times and reports expressions per second,
// given how many one run evaluates.
func benchmark(b *testing.B, source string, expressions float64) {
	p := load(b, prelude+source, nil)
	var r exec.Resources
	r.Bind(0, 0, exec.NewBuffer(1<<16))
	for b.Loop() {
		if _, err := p.Dispatch(context.Background(), "main", [3]uint32{1, 1, 1}, &r, exec.RunOptions{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(expressions*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mexpr/s")
}

// BenchmarkLoop sums in a loop: per iteration loads, comparison, sum, index.
func BenchmarkLoop(b *testing.B) {
	benchmark(b, `@compute @workgroup_size(1) fn main() { var s = 0u; for (var i = 0u; i < 100000u; i++) { s += out[i & 1023u]; } out[0] = s; }`, 10*100000)
}

// BenchmarkFloat computes with vectors.
func BenchmarkFloat(b *testing.B) {
	benchmark(b, `@compute @workgroup_size(1) fn main() { var v = vec4f(1, 2, 3, 4); for (var i = 0; i < 100000; i++) { v = v * 0.999 + vec4f(0.5, 0.25, 0.125, 1); } out[0] = u32(v.x + v.y + v.z + v.w); }`, 6*100000)
}

// BenchmarkBarrier reduces in a workgroup of 256.
func BenchmarkBarrier(b *testing.B) {
	benchmark(b, `var<workgroup> w: array<u32, 256>;
@compute @workgroup_size(256) fn main(@builtin(local_invocation_index) i: u32) { w[i] = i; for (var s = 128u; s > 0u; s /= 2u) { workgroupBarrier(); if (i < s) { w[i] += w[i + s]; } } out[i] = w[0]; }`, 256*8*10)
}

// BenchmarkCall calls a small function.
func BenchmarkCall(b *testing.B) {
	benchmark(b, `fn f(a: u32, b: u32) -> u32 { return a * 3u + b; }
@compute @workgroup_size(1) fn main() { var s = 0u; for (var i = 0u; i < 100000u; i++) { s = f(s, i); } out[0] = s; }`, 8*100000)
}
