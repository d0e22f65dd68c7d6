package glsl

import (
	"testing"

	"refract/diag"
	"refract/ir"
)

// TestAgreement reads what mutants of shaders have shown other compilers to reject.
func TestAgreement(t *testing.T) {
	tests := []struct {
		source string
		stage  ir.Stage
		code   diag.Code
	}{
		{"#version 430\nlayout(depth_less) out int gl_FragDepth;\nvoid main() { gl_FragDepth = 1; }", ir.StageFragment, codeRedeclared},
		{"#version 450\nlayout(location = 1) vec2 uv;\nvoid main() { gl_Position = vec4(uv, 0, 1); }", ir.StageVertex, codeLayout},
		{"#version 450\nlayout(location = 1) in;\nvoid main() { gl_Position = vec4(1); }", ir.StageVertex, codeLayout},
		{"#version 450\nlayout(binding = 0) uniform uint { float b; };\nvoid main() { gl_Position = vec4(b); }", ir.StageVertex, codeVariable},
		{"#version 450\nlayout(depth_less) out float gl_FragDepth;\nlayout(location = 0) uniform float k;\nvoid main() { gl_FragDepth = k; }", ir.StageFragment, ""},
	}
	var r Reader
	for _, test := range tests {
		var sources diag.Sources
		var diags diag.List
		r.Read(ir.NewModule(), test.source, sources.Add("a", test.source), Options{Stage: test.stage}, &sources, &diags)
		var code diag.Code
		for _, d := range diags.Sorted() {
			if d.Severity == diag.Error && code == "" {
				code = d.Code
			}
		}
		if code != test.code {
			t.Errorf("%s\nerror %q, not %q", test.source, code, test.code)
		}
	}
}
