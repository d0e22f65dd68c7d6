package conformance

import (
	"fmt"
	"testing"

	"refract/internal/harness/differential"
	"refract/internal/vkrun"
	"refract/ir"
)

// TestStorageFormats stores numbers of all sorts as texels of each format, and loads
// all texels, in the interpreter and on a Vulkan driver.
func TestStorageFormats(t *testing.T) {
	d := vkrun.OpenTest(t)
	engines := []differential.Engine{differential.Interpreter(), differential.Optimized(2), differential.Vulkan(d, differential.SPIRVOptions(), false)}
	for f := ir.R8Unorm; f <= ir.Rgba32Float; f++ {
		if f == ir.R64Uint || f == ir.R64Sint {
			continue // for atomics of 64 bits
		}
		value, vec := "vec4u(i * 0x9e3779b9, i, ~i, 1u << i)", "vec4u"
		switch f.Texel() {
		case ir.I32:
			value, vec = "vec4i(vec4u(i * 0x9e3779b9, i, ~i, 1u << i))", "vec4i"
		case ir.F32:
			// Thirds and sevenths of what 8 and 10 bits can tell apart, on to 1 and beyond.
			value, vec = "vec4f(vec4i(vec4u(i) * vec4u(1, 13, 31, 77)) - 64) / vec4f(3, 381, 1533, 777)", "vec4f"
		}
		for _, source := range []string{
			`@group(0) @binding(0) var t: texture_storage_2d<` + f.String() + `, write>;
@compute @workgroup_size(32, 8) fn main(@builtin(local_invocation_index) i: u32, @builtin(local_invocation_id) at: vec3u) {
	textureStore(t, at.xy, ` + value + `);
}`,
			`@group(0) @binding(0) var t: texture_storage_2d<` + f.String() + `, read>;
@group(0) @binding(1) var<storage, read_write> out: array<` + vec + `, 256>;
@compute @workgroup_size(32, 8) fn main(@builtin(local_invocation_index) i: u32, @builtin(local_invocation_id) at: vec3u) {
	out[i] = textureLoad(t, at.xy);
}`} {
			j, err := differential.NewJob(fmt.Sprint(f), source, "main", [3]uint32{1, 1, 1}, nil, 1)
			if err != nil {
				t.Fatal(err)
			}
			if s := differ(j, engines); s != "" {
				t.Errorf("%v: %s", f, s)
			}
		}
	}
}
