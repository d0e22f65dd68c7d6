package conformance

import (
	"testing"

	"refract"
	"refract/back/hlsl"
	"refract/internal/harness/differential"
	"refract/internal/vkrun"
	"refract/ir"
)

// TestDoubleBits: bitcasts between 64-bit floats and integers, as DXC compiles them.
func TestDoubleBits(t *testing.T) {
	const source = `enable wgpu_float64;
enable wgpu_int64;
struct B { d: f64, u: u64, i: i64, e: vec3<f64>, f: vec3<u64>, g: vec2<i64>, h: vec4u }
@group(0) @binding(0) var<storage, read_write> b: B;
@compute @workgroup_size(1) fn main() {
	b.u = bitcast<u64>(b.d) ^ 0x8000000000000000lu;
	b.i = bitcast<i64>(b.e.x) + b.i;
	b.f = bitcast<vec3<u64>>(b.e) >> vec3u(1);
	b.e = bitcast<vec3<f64>>((b.f & vec3<u64>(0x000FFFFFFFFFFFFFlu)) | vec3<u64>(0x3FF0000000000000lu));
	b.g = bitcast<vec2<i64>>(b.e.xy * 2.0lf);
	b.d = bitcast<f64>(0x4010000000000000li);
}`
	v, err := refract.Check(t.Context(), "bits.wgsl", []byte(source), hostileOptions())
	if err != nil {
		t.Fatal(err)
	}
	job, err := differential.NewModuleJob("bits", v.Module, v.Info, ir.StageCompute, [3]uint32{1, 1, 1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	want, err := differential.Interpreter().Run(job)
	if err != nil {
		t.Fatal(err)
	}
	got, errs := differential.DXC(t, vkrun.OpenTest(t), []*differential.Job{job}, func(int, *hlsl.Options) {})
	if errs[0] != nil {
		t.Fatal(errs[0])
	}
	if s := job.Compare(want, got[0]); s != "" {
		t.Errorf("%s\n%x\n%x", s, want, got[0])
	}
}
