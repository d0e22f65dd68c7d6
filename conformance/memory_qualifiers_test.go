package conformance

import (
	"strings"
	"testing"

	"refract"
	"refract/back/msl"
	"refract/back/wgsl"
	"refract/diag"
	"refract/ir/validate"
)

// qualified has resources that are coherent and volatile, with a function that takes the image.
const qualified = `#version 450
layout(local_size_x = 1) in;
layout(binding = 0) coherent buffer A { uint a[]; };
layout(binding = 1) volatile buffer B { uint b[]; };
layout(binding = 2, r32ui) uniform coherent uimage2D i;
uint texel(coherent uimage2D j, ivec2 at) { return imageLoad(j, at).x; }
void main() { a[0] = b[1]; b[0] = texel(i, ivec2(a[1])); imageStore(i, ivec2(0), uvec4(b[2])); }`

// TestMemoryQualifiers: coherent and volatile stay in the languages that have them, and are
// reported as left out of others.
func TestMemoryQualifiers(t *testing.T) {
	wgpu, metal := wgsl.NewOptions(), msl.NewOptions()
	wgpu.WGPU, metal.Version = true, 302
	for _, x := range []struct {
		name    string
		options refract.TranslateOptions
		want    []string
		lost    string
	}{
		{"GLSL", refract.TranslateOptions{To: refract.GLSL}, []string{"coherent buffer", "volatile buffer", "uniform coherent uimage2D|coherent uniform uimage2D"}, ""},
		{"SPIR-V", refract.TranslateOptions{To: refract.SPIRVAssembly}, []string{" Coherent", " Volatile"}, ""},
		{"HLSL", refract.TranslateOptions{To: refract.HLSL}, []string{"globallycoherent RWByteAddressBuffer a", "globallycoherent RWByteAddressBuffer b", "globallycoherent RWTexture2D"}, "volatile b"},
		{"MSL 3.2", refract.TranslateOptions{To: refract.MSL, Write: refract.WriteOptions{Options: refract.LanguageOptions{refract.MSL: &metal}}}, []string{"coherent(device) device", "access::read_write, memory_coherence_device>"}, "volatile b"},
		{"MSL 3.0", refract.TranslateOptions{To: refract.MSL}, nil, "coherent a, volatile b, coherent i"},
		{"WGSL", refract.TranslateOptions{To: refract.WGSL}, nil, "coherent a, volatile b, coherent i"},
		{"wgpu", refract.TranslateOptions{To: refract.WGSL, Write: refract.WriteOptions{Options: refract.LanguageOptions{refract.WGSL: &wgpu}}}, []string{"@coherent var<storage, read_write> a", "@volatile var<storage, read_write> b"}, "coherent i"},
	} {
		var lost []string
		x.options.Warn = func(d *diag.Diagnostics) {
			for _, w := range d.Items {
				if _, what, ok := strings.Cut(w.Message, "leaves out the qualifier "); ok {
					lost = append(lost, strings.NewReplacer(" of", "", `"`, "").Replace(what))
				}
			}
		}
		out, err := refract.Translate(t.Context(), "a.comp", []byte(qualified), x.options)
		if err != nil {
			t.Errorf("%s: %v", x.name, err)
			continue
		}
		for _, want := range x.want {
			a, b, _ := strings.Cut(want, "|")
			if !strings.Contains(out.Text, a) && (b == "" || !strings.Contains(out.Text, b)) {
				t.Errorf("%s lacks %q:\n%s", x.name, want, out.Text)
			}
		}
		if strings.Join(lost, ", ") != x.lost {
			t.Errorf("%s leaves out %q, want %q", x.name, lost, x.lost)
		}
		if x.name == "wgpu" {
			back, err := refract.Translate(t.Context(), "a.wgsl", []byte(out.Text), refract.TranslateOptions{To: refract.GLSL, Validate: refract.ValidateOptions{Capabilities: validate.All}})
			if err != nil {
				t.Error(err)
			} else if !strings.Contains(back.Text, "coherent buffer") || !strings.Contains(back.Text, "volatile buffer") {
				t.Errorf("read again:\n%s", back.Text)
			}
		}
	}
}

// TestMemoryQualifierErrors: the attributes are of storage buffers alone.
func TestMemoryQualifierErrors(t *testing.T) {
	for _, src := range []string{
		"@coherent var<workgroup> a: u32;\n@compute @workgroup_size(1) fn main() { a = 1u; }",
		"@group(0) @binding(0) @volatile var<uniform> a: u32;\n@compute @workgroup_size(1) fn main() { _ = a; }",
		"@coherent @compute @workgroup_size(1) fn main() { }",
		"@group(0) @binding(0) @coherent() var<storage> a: u32;\n@compute @workgroup_size(1) fn main() { _ = a; }",
	} {
		if _, err := refract.Translate(t.Context(), "a.wgsl", []byte(src), refract.TranslateOptions{To: refract.WGSL}); err == nil || !strings.Contains(err.Error(), "invalid-attribute") {
			t.Errorf("%v\n%s", err, src)
		}
	}
}
