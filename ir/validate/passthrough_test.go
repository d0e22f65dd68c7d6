package validate

import (
	"strings"
	"testing"

	"refract/ir"
)

// TestPassthrough checks geometry entry points that pass primitives through.
func TestPassthrough(t *testing.T) {
	const head = `
struct @Vertex {
  position : vec4<f32> builtin(position) passthrough
  size : f32 builtin(point_size)
}
struct @Plain {
  a : f32 location(2)
}
global @in : array<@Vertex, 2> input
global @plain : array<@Plain, 2> input
global @color : array<vec4<f32>, 2> input location(0) passthrough
global @three : array<vec4<f32>, 3> input location(1) passthrough
global @tint : f32 output location(4)
`
	const lines = "entry geometry @main geometry(lines, line_strip, 2, 0)\n"
	for _, c := range []struct{ body, entry, want string }{
		{"pipeline pass_primitive @in, @color", lines, ""},
		{"pipeline pass_primitive @plain", lines, "operand 1 of pass_primitive, \"plain\", has no values that are passed through"},
		{"pipeline pass_primitive @color, @tint", lines, "operand 2 of pass_primitive is a whole input, not ptr<output, f32>"},
		{"%1 = access_index @color, 1\npipeline pass_primitive %1", lines, "operand 1 of pass_primitive is a whole input"},
		{"pipeline pass_primitive @color, @three", lines, "operand 2 of pass_primitive has an element for each of one, two or three vertices"},
		{"pipeline pass_primitive", lines, "pass_primitive has 0 operands, not 1"},
		{"pipeline pass_primitive @color", "entry geometry @main geometry(lines, points, 2, 0)\n", "\"color\" is passed through by an entry point that takes lines and emits 2 vertices of points"},
		{"pipeline pass_primitive @color", "entry geometry @main geometry(lines, line_strip, 1, 0)\n", "\"color\" is passed through by an entry point that takes lines and emits 1 vertices"},
		{"pipeline pass_primitive @color", "entry tessellation_control @main vertices(2)\n", "can't use an emitted vertex"},
	} {
		m, err := ir.ParseString("a.ir", head+"func @main() {\n"+c.body+"\n}\n"+c.entry)
		if err != nil {
			t.Fatal(err)
		}
		_, err = Module(m, Options{Capabilities: All})
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.body, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: the error is %v, want %s", c.body, err, c.want)
		}
	}
}
