package transform

import (
	"testing"

	"refract/ir"
)

func init() {
	transforms["passthrough"] = func(m *ir.Module, o options) error { EmitPrimitives(m); return nil }
}

// TestArePassthrough looks for modules whose geometry shaders end with the operation on each way.
func TestArePassthrough(t *testing.T) {
	const head = `
global @in : array<vec4<f32>, 2> input builtin(position) passthrough
global @color : array<vec4<f32>, 2> input location(0) passthrough
global @tint : f32 output location(1)
func @other() {
  pipeline emit_vertex
}
func @main($i : u32 builtin(invocation_id)) {
  %1 = eq $i, 0u
`
	const pass = "pipeline pass_primitive @in, @color\n"
	for body, want := range map[string]bool{
		pass:                       true,
		pass + "return\n":          true,
		"store @tint, 1f\n" + pass: true,
		"if %1 {\n" + pass + "return\n}\n" + pass:                          true,
		"if %1 {\n" + pass + "} else {\nstore @tint, 0f\n" + pass + "}\n":  true,
		"block {\n" + pass + "}\n":                                         true,
		"loop {\nif %1 {\n" + pass + "return\n}\nbreak\n}\n" + pass:        true,
		pass + "store @tint, 1f\n":                                         false,
		"if %1 {\n" + pass + "}\n":                                         false,
		"if %1 {\nreturn\n}\n" + pass:                                      false,
		"loop {\n" + pass + "break\n}\n":                                   false,
		pass + pass:                                                        false,
		"call @other()\n" + pass:                                           false,
		"pipeline emit_vertex\n" + pass:                                    false,
		"if %1 {\n" + pass + "return\n}\npipeline pass_primitive @in\n":    false,
		"if %1 {\npipeline pass_primitive @color, @in\nreturn\n}\n" + pass: true,
	} {
		src := head + body + "}\nentry geometry @main clip_space(vulkan) geometry(lines, line_strip, 2, 0)\n"
		m, err := ir.ParseString("a.ir", src)
		if err != nil {
			t.Fatalf("%v\n%s", err, src)
		}
		if got := ArePassthrough(m); got != want {
			t.Errorf("the form is kept: %t, want %t\n%s", got, want, body)
		}
	}
	m, err := ir.ParseString("a.ir", head+pass+"}\nentry geometry @main clip_space(vulkan) geometry(lines, line_strip, 2, 2)\n")
	if err != nil {
		t.Fatal(err)
	}
	if ArePassthrough(m) {
		t.Error("the form of a shader with two invocations is kept")
	}
}
