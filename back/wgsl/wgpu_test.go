package wgsl_test

import (
	"context"
	"testing"

	"refract"
	"refract/back/wgsl"
	"refract/internal/harness"
	"refract/ir/validate"
)

// TestWGPU has naga read what is written for wgpu: naga refuses the same as the
// specification has it.
func TestWGPU(t *testing.T) {
	sources := map[string]string{
		"subgroups": `enable subgroups;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) i: u32, @builtin(subgroup_invocation_id) s: u32, @builtin(subgroup_size) n: u32) {
	o[i] = subgroupAdd(i) + s * n + subgroupShuffleXor(i, 1) + quadBroadcast(i, 2) + subgroupBallot(i > 3).x;
}`,
		"lanes": `enable subgroups;
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
override lane = 3;
@compute @workgroup_size(32)
fn main(@builtin(local_invocation_index) i: u32) {
	let k = i32(i);
	o[i] = subgroupShuffle(i, k) + subgroupShuffle(i, k + 1) + subgroupShuffle(i, 3) + subgroupBroadcast(i, 2) + subgroupShuffle(i, 4u)
		+ quadBroadcast(i, 3u) + subgroupShuffleUp(i, 1u) + subgroupShuffle(i, lane) + subgroupShuffle(i, 127);
}`,
		"subgroups and f16": `enable f16, subgroups;
@fragment fn main(@location(0) x: f32) -> @location(0) vec4f { return vec4f(f32(subgroupMax(f16(x)))); }`,
		"depth": `@fragment fn main(@builtin(position) p: vec4f) -> @builtin(frag_depth, less) f32 { return p.z * 0.5; }`,
		"depth in a struct": `struct Out { @location(0) color: vec4f, @builtin(frag_depth, greater) depth: f32 }
@fragment fn main(@builtin(position) p: vec4f) -> Out { return Out(p, p.z * 0.5); }`,
		"depth that may be any": `@fragment fn main(@builtin(position) p: vec4f) -> @builtin(frag_depth, any) f32 { return p.z; }`,
	}
	var rows []harness.NagaRow
	for name, source := range sources {
		for _, wgpu := range []bool{false, true} {
			out, err := refract.Translate(context.Background(), "a.wgsl", []byte(source), refract.TranslateOptions{To: refract.WGSL,
				Validate: refract.ValidateOptions{Capabilities: validate.All},
				Write:    refract.WriteOptions{Options: refract.LanguageOptions{refract.WGSL: &wgsl.Options{WGPU: wgpu, Standard: true}}}})
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			text := out.Text
			if name != "depth that may be any" || wgpu { // which the specification's writer leaves out
				rows = append(rows, harness.NagaRow{Name: name, Language: "wgsl", Source: text, To: []string{}})
			}
			if !wgpu {
				if _, err := refract.Check(context.Background(), "a.wgsl", []byte(text), refract.CheckOptions{Validate: refract.ValidateOptions{Capabilities: validate.All}}); err != nil {
					t.Errorf("%s: %v\n%s", name, err, text)
				}
			}
		}
	}
	wgpu := 0
	for i, v := range harness.Oracle(t, "naga", rows) {
		isWGPU := i > 0 && rows[i-1].Name == rows[i].Name || rows[i].Name == "depth that may be any"
		if isWGPU {
			wgpu++
		}
		if v.OK != isWGPU {
			t.Errorf("%s, for wgpu %v: naga: %v %s\n%s", rows[i].Name, isWGPU, v.OK, v.Text(), rows[i].Source)
		}
	}
	if wgpu != len(sources) && len(rows) > 0 {
		t.Errorf("%d of %d", wgpu, len(sources))
	}
}
