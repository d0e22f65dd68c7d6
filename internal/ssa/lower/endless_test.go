package lower_test

import (
	"testing"

	"refract/internal/ssa/pipeline"
	"refract/ir"
	"refract/ssa"
)

// TestEndlessVertex takes a vertex shader that never returns out of the machine form: it declares its
// position.
func TestEndlessVertex(t *testing.T) {
	s, err := ssa.Parse("endless", []byte(`
var @position : vec4<f32> shader_out builtin(position)
func @main() {
  b1:
  loop {
    b2: // b1, b2
  }
  b3:
}
entry vertex @main
`))
	if err != nil {
		t.Fatal(err)
	}
	if err := pipeline.ToModule(s); err != nil {
		t.Fatal(err)
	}
	if f := s.Funcs[1]; f.ResultBinding.BuiltIn != ir.BuiltInPosition || f.Result != ir.VectorOf(ir.F32, 4) {
		t.Errorf("the position is missing:\n%s", s)
	}
	if err := ssa.Verify(s); err != nil {
		t.Error(err)
	}
}
