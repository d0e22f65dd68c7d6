package glsl_test

import (
	"testing"

	"refract/diag"
	"refract/front/glsl"
	"refract/ir"
)

// TestLinkedBuiltIns links stages that use different elements of built-in arrays, and colors of front
// faces, which keep those of back faces.
func TestLinkedBuiltIns(t *testing.T) {
	const vertex = "#version 120\nvoid main() { gl_Position = gl_TextureMatrix[0] * gl_Vertex; gl_TexCoord[2] = gl_LightSource[3].ambient; gl_FrontColor = gl_Color; gl_BackColor = gl_Color.wzyx; gl_BackSecondaryColor = gl_Color; }"
	const fragment = "#version 120\nvoid main() { gl_FragColor = gl_TexCoord[0] * gl_Color + gl_TextureMatrix[1][0] + gl_LightSource[0].ambient; }"
	var diags diag.List
	sources := new(diag.Sources)
	o := glsl.Options{Stage: ir.StageVertex, Link: []glsl.Linked{{Name: "a.frag", Text: fragment, Stage: ir.StageFragment}}}
	m := new(glsl.Reader).Read(ir.NewModule(), vertex, sources.Add("a.vert", vertex), o, sources, &diags)
	if m == nil || diags.HasErrors() {
		t.Fatal(diags.Err(sources))
	}
	lengths := map[string]uint32{}
	for _, mb := range m.StructOf(m.Globals[1].Type).Members {
		lengths[mb.Name] = m.Types.At(mb.Type).Length
	}
	if lengths["TextureMatrix"] != 2 || lengths["LightSource"] != 4 {
		t.Error(lengths)
	}
	colors := map[uint32]bool{}
	for _, mb := range m.StructOf(m.Func(m.EntryPoints[0].Function).Result).Members {
		if mb.Binding.Kind == ir.BindLocation {
			colors[mb.Binding.Location] = true
		}
	}
	if !colors[3] || !colors[6] || colors[7] {
		t.Error(colors)
	}
}
