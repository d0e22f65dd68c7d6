package conformance

import (
	"testing"

	"refract"
	"refract/back/msl"
	"refract/internal/harness/differential"
	"refract/ir"
	"refract/ir/validate"
)

// TestShortAtomics: the least and greatest of 64 bits without results need no more than the
// capability for them, and Metal has them, whether the source has results that nothing uses
// or none.
func TestShortAtomics(t *testing.T) {
	for name, source := range map[string]string{
		"a.wgsl": "enable wgpu_int64;\n@group(0) @binding(0) var<storage, read_write> a: array<atomic<u64>, 4>;\n" +
			"@compute @workgroup_size(1) fn main() { atomicMax(&a[0], 0x100000000000lu); atomicMin(&a[1], 5lu); }",
		"a.comp": "#version 450\n#extension GL_EXT_shader_atomic_int64 : require\n#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require\n" +
			"layout(local_size_x = 1) in;\nlayout(std430, binding = 0) buffer B { uint64_t a[4]; };\nvoid main() { atomicMax(a[0], 0x100000000000ul); atomicMin(a[1], 5ul); }",
	} {
		allowed := validate.Default.With(validate.Int64, validate.Int64AtomicMinMax)
		if name != "a.wgsl" {
			allowed = validate.All
		}
		v, err := refract.Check(t.Context(), name, []byte(source), refract.CheckOptions{Validate: refract.ValidateOptions{Capabilities: allowed}})
		if err != nil {
			t.Error(err)
			continue
		}
		job, err := differential.NewModuleJob(name, v.Module, v.Info, ir.StageCompute, [3]uint32{1, 1, 1}, 1)
		if err != nil {
			t.Error(err)
			continue
		}
		want, err := differential.Interpreter().Run(job)
		if err != nil {
			t.Error(err)
			continue
		}
		got, errs := differential.MSL(t, []*differential.Job{job}, func(int, *msl.Options) {})
		if errs[0] != nil {
			t.Errorf("%s: %v", name, errs[0])
		} else if s := job.Compare(want, got[0]); s != "" {
			t.Errorf("%s: %s", name, s)
		}
	}
}
