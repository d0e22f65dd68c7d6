package glsl

import (
	"testing"

	"refract/diag"
	"refract/ir"
)

// TestNonUniform reads what GLSL allows in branches and WGSL doesn't.
func TestNonUniform(t *testing.T) {
	tests := []struct {
		source string
		stage  ir.Stage
		rules  []string
	}{
		{"#version 330\nin vec2 uv; out vec4 o; uniform sampler2D t;\nvoid main() { o = vec4(0); if (uv.x > 0.) o = texture(t, uv); }", ir.StageFragment, []string{"derivative_uniformity"}},
		{"#version 330\nin vec2 uv; out vec4 o;\nfloat f() { return fwidth(uv.x); }\nvoid main() { o = vec4(0); for (int i = 0; i < 3; i++) o += f(); }", ir.StageFragment, []string{"derivative_uniformity"}},
		{"#version 330\nin vec2 uv; out vec4 o; uniform sampler2D t;\nvoid main() { o = texture(t, uv); }", ir.StageFragment, nil},
		{"#version 330\nin vec2 uv; out vec4 o; uniform sampler2D t;\nvoid main() { o = vec4(0); if (uv.x > 0.) o = textureLod(t, uv, 0.); }", ir.StageFragment, nil},
		{"#version 450\n#extension GL_KHR_shader_subgroup_clustered : require\nlayout(local_size_x = 32) in; layout(binding = 0) buffer B { uint a[]; };\n" +
			"void main() { uint i = gl_LocalInvocationIndex; if (i < 8u) a[i] = subgroupClusteredAdd(a[i], 4u); }", ir.StageCompute, []string{"subgroup_uniformity"}},
	}
	var r Reader
	for _, test := range tests {
		var sources diag.Sources
		var diags diag.List
		m := r.Read(ir.NewModule(), test.source, sources.Add("a", test.source), Options{Stage: test.stage}, &sources, &diags)
		if m == nil {
			t.Errorf("%s\n%v", test.source, diags.Sorted())
			continue
		}
		var rules []string
		for _, d := range m.Diagnostics {
			if d.Severity == diag.Off {
				rules = append(rules, d.Rule)
			}
		}
		if len(rules) != len(test.rules) || len(rules) > 0 && rules[0] != test.rules[0] {
			t.Errorf("%s\nrules off: %v, not %v", test.source, rules, test.rules)
		}
	}
}
