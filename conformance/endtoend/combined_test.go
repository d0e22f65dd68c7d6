package endtoend

// This file tests what becomes of combined images and samplers in languages that
// have none.

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"refract"
	"refract/ir"
)

const combinedModule = `
global @base : sampled_image<image<2d, sampled, f32>> handle binding(0, 0)
global @shadow : sampled_image<image<2d, depth>> handle binding(0, 1)
func @lit($map : sampled_image<image<2d, depth>>, $uv : vec2<f32>) -> f32 {
  %1 = image_sample $map at $uv level 0i
  %2 = image_sample $map at $uv level_zero depth %1
  return %2
}
func @main($uv : vec2<f32> location(0)) -> vec4<f32> location(0) {
  %1 = image_sample @base at $uv
  %2 = call @lit(@shadow, $uv)
  %3 = mul %1, %2
  return %3
}
entry fragment @main
`

func TestCombinedSamplers(t *testing.T) {
	m, err := ir.ParseString("combined", combinedModule)
	if err != nil {
		t.Fatal(err)
	}
	v, err := refract.Validate(context.Background(), m, refract.ValidateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	before := ir.Print(m)
	for _, c := range []struct {
		language refract.Language
		text     []string
		want     []string
	}{
		{refract.WGSL, []string{"@group(0) @binding(2) var base_sampler: sampler;", "@group(0) @binding(4) var shadow_comparison: sampler_comparison;",
			"textureSample(base, base_sampler, uv)", "lit(shadow, uv, shadow_sampler, shadow_comparison)", "textureSampleCompareLevel(map, map_comparison,"},
			[]string{"base sampler of 0.0 at 2", "shadow sampler of 0.1 at 3", "shadow sampler of 0.1 at 4"}},
		{refract.HLSL, []string{"SamplerState base_sampler : register(s2);", "base.Sample(base_sampler, uv)", "map.SampleCmpLevelZero(map_comparison,"},
			[]string{"base t of 0.0 at 0", "base_sampler s of 0.2 at 2", "shadow t of 0.1 at 1", "shadow_comparison s of 0.4 at 4", "shadow_sampler s of 0.3 at 3"}},
		{refract.MSL, []string{"base.sample(base_sampler, ", "map.sample_compare(map_comparison,"},
			[]string{"base_sampler sampler of 0.2 at 0", "shadow_comparison sampler of 0.4 at 2"}},
		{refract.GLSL, []string{"uniform sampler2D base", "uniform sampler2DShadow shadow_", "uniform sampler2D shadow_", "textureLod(shadow_shadow_sampler, uv, 0.0).x"}, nil},
		{refract.SPIRV, nil, []string{"base descriptor of 0.0 at 0", "shadow descriptor of 0.1 at 1"}},
	} {
		out, err := refract.Write(context.Background(), v, refract.WriteOptions{Language: c.language})
		if err != nil {
			t.Errorf("%v: %v", c.language, err)
			continue
		}
		for _, want := range c.text {
			if !strings.Contains(out.Text, want) {
				t.Errorf("%v: no %q in\n%s", c.language, want, out.Text)
			}
		}
		var got []string
		for _, r := range out.Mapping().Resources {
			if r.At != nil && r.Slot.Is() {
				got = append(got, fmt.Sprintf("%s %s of %d.%d at %d", r.Name, r.Class, r.At.Group, r.At.Binding, r.Slot.Value()))
			}
		}
		slices.Sort(got)
		for _, want := range c.want {
			if !slices.Contains(got, want) {
				t.Errorf("%v: no %q in %q", c.language, want, got)
			}
		}
		if c.language != refract.WGSL {
			continue
		}
		// Read back it is two things, which GLSL joins again.
		back, err := refract.Translate(context.Background(), "a.wgsl", out.Bytes(), refract.TranslateOptions{To: refract.GLSL})
		if err != nil {
			t.Errorf("back: %v", err)
		} else if !strings.Contains(back.Text, "sampler2DShadow") {
			t.Errorf("GLSL of it:\n%s", back.Text)
		}
	}
	if ir.Print(m) != before {
		t.Error("writing changed the module")
	}
}
