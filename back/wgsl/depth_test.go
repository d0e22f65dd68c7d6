package wgsl_test

// How depth that a fragment shader writes relates to its own is told of shaders from every
// language.

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"refract"
	"refract/back/wgsl"
	"refract/front/glsl"
	"refract/ir"
	"refract/ir/validate"
)

func TestDepthFromOthers(t *testing.T) {
	attribute := regexp.MustCompile(`@early_depth_test\(\w*\)`)
	for _, c := range []struct{ layout, builtin, word, mode, early string }{
		{"depth_less", "frag_depth, less", "less_equal", "DepthLess", ""},
		{"depth_greater", "frag_depth, greater", "greater_equal", "DepthGreater", ""},
		{"depth_unchanged", "frag_depth", "unchanged", "DepthUnchanged", ""},
		{"depth_any", "frag_depth", "", "", ""},
		{"depth_less", "frag_depth, less", "force", "DepthLess", "layout(early_fragment_tests) in;\n"},
	} {
		source := "#version 450\n" + c.early + "layout(" + c.layout + ") out float gl_FragDepth;\nlayout(location = 0) out vec4 c;\nvoid main() { c = vec4(1); gl_FragDepth = gl_FragCoord.z; }"
		in := refract.ParseOptions{Language: refract.GLSL, Options: refract.LanguageOptions{refract.GLSL: &glsl.Options{Stage: ir.StageFragment}}}
		v, err := refract.Check(context.Background(), "a.frag", []byte(source), refract.CheckOptions{Parse: in, Validate: refract.ValidateOptions{Capabilities: validate.All}})
		if err != nil {
			t.Fatal(err)
		}
		words, err := refract.Write(context.Background(), v, refract.WriteOptions{Language: refract.SPIRV})
		if err != nil {
			t.Fatal(err)
		}
		text, err := refract.Write(context.Background(), v, refract.WriteOptions{Language: refract.SPIRVAssembly})
		if err != nil {
			t.Fatal(err)
		}
		for _, mode := range []string{"DepthLess", "DepthGreater", "DepthUnchanged"} {
			if strings.Contains(text.Text, mode+"\n") != (mode == c.mode) {
				t.Errorf("%s%s in SPIR-V, with %s:\n%s", c.early, c.layout, mode, text.Text)
			}
		}
		again, err := refract.Check(context.Background(), "a.spv", words.Bytes(), refract.CheckOptions{Parse: refract.ParseOptions{Language: refract.SPIRV}, Validate: refract.ValidateOptions{Capabilities: validate.All}})
		if err != nil {
			t.Fatal(err)
		}
		for from, v := range map[string]*refract.Valid{"GLSL": v, "SPIR-V": again} {
			for _, wgpu := range []bool{false, true} {
				out, err := refract.Write(context.Background(), v, refract.WriteOptions{Language: refract.WGSL, Options: refract.LanguageOptions{refract.WGSL: &wgsl.Options{WGPU: wgpu}}})
				if err != nil {
					t.Fatal(err)
				}
				want, builtin := "@early_depth_test("+c.word+")", "@builtin("+c.builtin+")"
				if c.word == "" || c.early == "" && !wgpu {
					want = ""
				}
				if wgpu {
					builtin = "@builtin(frag_depth)"
				}
				if got := attribute.FindString(out.Text); got != want || !wgpu && c.layout != "depth_unchanged" && c.layout != "depth_any" && !strings.Contains(out.Text, builtin) {
					t.Errorf("%s%s from %s, for wgpu %v: %q, not %q\n%s", c.early, c.layout, from, wgpu, got, want, out.Text)
				}
			}
		}
	}
}
