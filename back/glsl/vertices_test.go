package glsl_test

// This file writes stages that read built-in values of several vertices.

import (
	"strings"
	"testing"

	"refract"
	"refract/front/hlsl"
	"refract/internal/harness"
	"refract/internal/sweep"
)

// TestVertexBlocks declares gl_in anew once, for the sizes of all arrays in it.
func TestVertexBlocks(t *testing.T) {
	type row struct {
		Name   string `json:"name"`
		Source string `json:"source"`
		Stage  string `json:"stage"`
	}
	var rows []row
	for _, c := range []struct{ members, want string }{
		{"float4 c : SV_ClipDistance0;", "in gl_PerVertex { vec4 gl_Position; float gl_ClipDistance[4]; } gl_in[];"},
		{"float2 d : SV_CullDistance0;", "in gl_PerVertex { vec4 gl_Position; float gl_CullDistance[2]; } gl_in[];"},
		{"float4 c : SV_ClipDistance0; float3 d : SV_CullDistance0;", "in gl_PerVertex { vec4 gl_Position; float gl_ClipDistance[4]; float gl_CullDistance[3]; } gl_in[];"},
		{"float3 d : SV_CullDistance0; float c : SV_ClipDistance0;", "in gl_PerVertex { vec4 gl_Position; float gl_CullDistance[3]; float gl_ClipDistance[1]; } gl_in[];"},
	} {
		src := "struct V { float4 p : SV_Position; " + c.members + " };\n" +
			"[maxvertexcount(3)] void main(triangle V v[3], inout TriangleStream<V> o) { for (int i = 0; i < 3; i++) o.Append(v[2 - i]); }"
		out, err := refract.Translate(t.Context(), "a.hlsl", []byte(src), refract.TranslateOptions{To: refract.GLSL,
			Parse: refract.ParseOptions{Options: refract.LanguageOptions{refract.HLSL: &hlsl.Options{Profile: "gs_6_0"}}}})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.Text, c.want) || strings.Count(out.Text, "in gl_PerVertex") != 1 {
			t.Errorf("%s: the text lacks %s, or has another block:\n%s", c.members, c.want, out.Text)
		}
		rows = append(rows, row{c.members, out.Text, "geom"})
	}
	if !sweep.On() {
		return
	}
	for i, v := range harness.Oracle(t, "glsl", rows) {
		if !v.OK {
			t.Errorf("%s: %s\n%s", rows[i].Name, v.Text(), rows[i].Source)
		}
	}
}
