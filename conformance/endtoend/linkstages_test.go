package endtoend_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"refract"
	"refract/diag"
	"refract/front/glsl"
	"refract/ir/validate"
)

// The stages of a program, with places for mistakes.
var programStages = map[string]string{
	"a.vert": "#version 460\nout vec2 uv;\nvoid main() { uv = vec2(1.0); gl_Position = vec4(0.0); }\n",
	"a.tesc": "#version 460\nlayout(vertices = 3) out;\nin vec2 uv[];\nout Point { vec3 color; vec2 uv; } points[];\npatch out float scale;\n" +
		"void main() { points[gl_InvocationID].uv = uv[0]; points[gl_InvocationID].color = vec3(1.0); scale = 2.0; }\n",
	"a.tese": "#version 460\nlayout(triangles) in;\nin Point { vec3 color; vec2 uv; } points[];\npatch in float scale;\nlayout(location = 3) out vec4 tint;\n" +
		"void main() { tint = vec4(points[0].color, scale); gl_Position = vec4(0.0); }\n",
	"a.geom": "#version 460\nlayout(triangles) in;\nlayout(points, max_vertices = 1) out;\nin vec4 tint[];\nlayout(location = 1) out vec4 color;\n" +
		"void main() { color = tint[0]; gl_Position = vec4(0.0); EmitVertex(); }\n",
	"a.frag": "#version 460\nin vec4 color;\nout vec4 c;\nvoid main() { c = color; }\n",
	"a.task": "#version 460\n#extension GL_EXT_mesh_shader : require\nlayout(local_size_x = 1) in;\nstruct P { uint a; };\ntaskPayloadSharedEXT P p;\n" +
		"void main() { p.a = 1; EmitMeshTasksEXT(1, 1, 1); }\n",
	"a.mesh": "#version 460\n#extension GL_EXT_mesh_shader : require\nlayout(local_size_x = 1) in;\nlayout(points, max_vertices = 1, max_primitives = 1) out;\n" +
		"struct P { uint a; };\ntaskPayloadSharedEXT P p;\nout vec4 color[];\nvoid main() { SetMeshOutputsEXT(p.a, 1); color[0] = vec4(1.0); }\n",
	"a.comp": "#version 460\nvoid main() {}\n",
}

// TestLinkedStages links several stages, and some that disagree.
func TestLinkedStages(t *testing.T) {
	for _, c := range []struct {
		files, file string
		edits       []string
		want        string
	}{
		{"vert tesc tese geom frag", "", nil, ""},
		{"frag vert geom tese tesc", "", nil, ""},
		{"task mesh frag", "", nil, ""},
		{"vert tesc tese geom", "", nil, ""},
		{"vert frag tesc tese geom", "a.tesc", []string{"in vec2 uv", "in vec3 uv", "= uv[0]", "= uv[0].xy"}, `a.tesc:3:9: error: the input "uv" is not of the type that the vertex shader's output has`},
		{"vert tesc tese geom frag", "a.tesc", []string{"in vec2 uv[]", "in vec2 st[]", "= uv[0]", "= st[0]"}, `a.tesc:3:9: error: `},
		{"vert tesc tese geom frag", "a.tesc", []string{"patch out float", "patch out uint", "scale = 2.0", "scale = 2u"}, `a.tese:4:16: error: the input "scale" is not of the type that the tessellation control`},
		{"vert tesc tese geom frag", "a.tesc", []string{"patch out float scale;", "out float scale[];", "scale = 2.0", "scale[gl_InvocationID] = 2.0"}, `a.tese:4:16: error: the input "scale" is of a patch`},
		{"vert tesc tese geom frag", "a.tesc", []string{"out Point { vec3 color", "out Point { vec4 color", "= vec3(1.0)", "= vec4(1.0)"}, `a.tese:3:17: error: the input "Point.color"`},
		{"vert tesc tese geom frag", "a.geom", []string{"in vec4 tint", "layout(location = 3) in ivec4 tint", "= tint[0]", "= vec4(tint[0])"}, `a.geom:4:31: error: the input "tint"`},
		{"vert tesc tese geom frag", "a.geom", []string{"in vec4 tint", "layout(location = 9) in vec4 tint"}, `a.geom:4:30: error: the tessellation evaluation shader has no output at location 9`},
		{"vert tesc geom frag", "", nil, "a.tesc:6:6: error: the program needs a tessellation evaluation shader"},
		{"vert mesh frag", "", nil, "a.mesh:8:6: error: a program with a mesh shader has no vertex shader"},
		{"task frag", "", nil, "a.task:6:6: error: the program needs a mesh shader"},
		{"vert comp frag", "", nil, "a.comp:2:6: error: a compute shader is not linked with others"},
		{"task mesh frag", "a.task", []string{"struct P { uint a; }", "struct P { int a; }"}, "a.mesh:6:24: error: the payload is not of the type"},
		{"task mesh frag", "a.mesh", []string{"vec4 color[]", "perprimitiveEXT vec4 color[]"}, `a.frag:2:9: error: the input "color" is of a vertex, the mesh shader's output of a primitive`},
		{"task mesh frag", "a.frag", []string{"#version 460\n", "#version 460\n#extension GL_NOT_KNOWN : enable\n"}, ""},
	} {
		var options glsl.Options
		var first string
		for i, extension := range strings.Fields(c.files) {
			name := "a." + extension
			text := programStages[name]
			if name == c.file {
				text = strings.NewReplacer(c.edits...).Replace(text)
			}
			if i == 0 {
				first = name
			}
			options.Link = append(options.Link, glsl.Linked{Name: name, Text: text})
		}
		_, err := refract.Check(context.Background(), first, []byte(options.Link[0].Text), refract.CheckOptions{
			Validate: refract.ValidateOptions{Capabilities: validate.All},
			Parse:    refract.ParseOptions{Options: refract.LanguageOptions{refract.GLSL: &options}}})
		got := ""
		var found *diag.Diagnostics
		if errors.As(err, &found) {
			var b strings.Builder
			if err := found.WriteShort(&b); err != nil {
				t.Fatal(err)
			}
			got = b.String()
		} else if err != nil {
			t.Errorf("%T", err)
		}
		if c.want == "" && err != nil || c.want != "" && !strings.HasPrefix(got, c.want) {
			t.Errorf("%s, %q: got %q, want %q", c.files, c.edits, got, c.want)
		}
	}
}

// TestUnreadOutputs links a vertex shader with an output that the next stage lacks.
func TestUnreadOutputs(t *testing.T) {
	vert := strings.Replace(programStages["a.vert"], "out vec2 uv;", "out vec3 first; out vec2 uv; out mat2 last;", 1)
	options := glsl.Options{Link: []glsl.Linked{{Name: "a.frag", Text: "#version 460\nin vec2 uv;\nout vec4 c;\nvoid main() { c = uv.xyxy; }\n"}}}
	valid, err := refract.Check(context.Background(), "a.vert", []byte(vert), refract.CheckOptions{
		Parse: refract.ParseOptions{Options: refract.LanguageOptions{refract.GLSL: &options}}})
	if err != nil {
		t.Fatal(err)
	}
	m := valid.Module
	if s := m.StructOf(m.Functions[m.EntryPoints[0].Function].Result); s == nil || len(s.Members) != 2 || s.Members[1].Name != "uv" {
		t.Errorf("the vertex shader has the outputs %+v", s)
	}
}

// FuzzLinkedStages links stages; whatever is taken is valid.
func FuzzLinkedStages(f *testing.F) {
	p := programStages
	f.Add(p["a.vert"], p["a.tesc"], p["a.tese"], p["a.geom"], p["a.frag"], false)
	f.Add(p["a.task"], p["a.mesh"], p["a.frag"], "", "", true)
	f.Fuzz(func(t *testing.T, a, b, c, d, e string, meshes bool) {
		names := []string{"a.vert", "a.tesc", "a.tese", "a.geom", "a.frag"}
		if meshes {
			names = []string{"a.task", "a.mesh", "a.frag"}
		}
		var options glsl.Options
		for i, text := range []string{a, b, c, d, e} {
			if i < len(names) && text != "" {
				options.Link = append(options.Link, glsl.Linked{Name: names[i], Text: text})
			}
		}
		if len(options.Link) < 2 {
			return
		}
		_, err := refract.Check(context.Background(), options.Link[0].Name, []byte(options.Link[0].Text), refract.CheckOptions{
			Validate: refract.ValidateOptions{Capabilities: validate.All},
			Parse:    refract.ParseOptions{Options: refract.LanguageOptions{refract.GLSL: &options}}})
		var found *diag.Diagnostics
		if err != nil && (!errors.As(err, &found) || found.Items[0].Severity == diag.Error && strings.Contains(err.Error(), "internal")) {
			t.Fatal(err)
		}
	})
}
