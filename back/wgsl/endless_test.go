package wgsl_test

import (
	"context"
	"strings"
	"testing"

	"refract"
	"refract/internal/harness"
)

// TestEndless writes functions whose end isn't reached, which naga doesn't see where a loop
// without end is why: it asks for a return.
func TestEndless(t *testing.T) {
	const loop = "loop { if o[a] > 3u { return R; } o[a] += 1u; }"
	bodies := []struct {
		body  string
		added bool // a return
	}{
		{"return R;", false},
		{"{ return R; }", false},
		{"if a > 2u { return R; } else { return R; }", false},
		{"switch a { case 1u: { return R; } default: { return R; } }", false},
		{"switch a { case 1u: { if o[1] > 1u { break; } return R; } default: { return R; } } return R;", false},
		{loop, true},
		{"{ " + loop + " }", true},
		{"if a > 2u { return R; } else { " + loop + " }", true},
		{"if a > 2u { " + loop + " } else if a > 1u { return R; } else { return R; }", true},
		{"switch a { case 1u: { return R; } default: { " + loop + " } }", true},
		{"switch a { case 1u: { " + loop + " } default: { return R; } }", true},
		{"loop { if o[a] > 3u { return R; } continuing { o[a] += 1u; } }", true},
		{"for (var i = 0u; ; i++) { if o[i] > 3u { return R; } }", true},
		{"loop { loop { if o[a] > 3u { break; } o[a] += 1u; } if o[1] > 2u { return R; } }", true},
	}
	types := []struct{ name, value string }{
		{"u32", "7u"}, {"bool", "o[2] > 1u"}, {"vec3f", "vec3f(1.5)"}, {"mat2x2f", "mat2x2f(1, 2, 3, 4)"},
		{"array<vec2i, 2>", "array(vec2i(1), vec2i(2))"}, {"S", "S(o[3], array(1.5, 2.5))"},
	}
	var rows []harness.NagaRow
	for _, ty := range types {
		for _, b := range bodies {
			source := "struct S { n: u32, l: array<f32, 2> }\n@group(0) @binding(0) var<storage, read_write> o: array<u32>;\nfn f(a: u32) -> " + ty.name + " { " +
				strings.ReplaceAll(b.body, "R", ty.value) + " }\n@compute @workgroup_size(1) fn main() { _ = f(o[0]); }"
			for _, level := range []int{0, 1, refract.SmallestOptimization} {
				out, err := refract.Translate(context.Background(), "a.wgsl", []byte(source), refract.TranslateOptions{To: refract.WGSL, Optimize: refract.OptimizeOptions{Level: level}})
				if err != nil {
					t.Errorf("%s: %v", b.body, err)
					continue
				}
				text := string(out.Text)
				rows = append(rows, harness.NagaRow{Name: ty.name + ": " + b.body, Language: "wgsl", Source: text, To: []string{}})
				if added := strings.Count(text, "return") == strings.Count(source, "return")+1; level == 0 && added != b.added {
					t.Errorf("%s: a return is added: %v\n%s", b.body, added, text)
				}
			}
		}
	}
	for i, v := range harness.Oracle(t, "naga", rows) {
		if !v.OK {
			t.Errorf("naga refuses %s\n%s\n%s", rows[i].Name, v.Text(), rows[i].Source)
		}
	}
}
