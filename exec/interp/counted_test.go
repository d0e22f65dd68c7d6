package interp_test

import (
	"fmt"
	"strings"
	"testing"

	"refract/exec"
	"refract/exec/interp"
	"refract/ssa"
)

// TestCounted runs operations of geometry stages with counters: vertices replace others, and counts that
// disagree with the stream are errors.
func TestCounted(t *testing.T) {
	const head = `var @gl_Position : vec4<f32> stage_out builtin(position)
func @main() {
  b1:
    %1 = const 0 : u32
    %2 = const 1 : u32
    %3 = const 2 : u32
    %4 = const 3 : u32
    %5 = deref_var @gl_Position : ptr<output, vec4<f32>>
    %6 = const 1, 1, 1, 1 : vec4<f32>
    %7 = const 2, 2, 2, 2 : vec4<f32>
`
	store := func(k int) string { return fmt.Sprintf("    store %%5, %%%d\n", 5+k) }
	emit := func(vertex int) string { return fmt.Sprintf("    emit_vertex_with_counter vertices: %%%d\n", 1+vertex) }
	end := func(vertex int) string {
		return fmt.Sprintf("    end_primitive_with_counter vertices: %%%d\n", 1+vertex)
	}
	set := func(vertices, strips int) string {
		return fmt.Sprintf("    set_vertex_and_primitive_count vertices: %%%d, strips: %%%d\n", 1+vertices, 1+strips)
	}
	for _, x := range []struct{ name, body, want string }{
		{"in order", store(1) + emit(0) + store(2) + emit(1) + set(2, 1), "[1 2] [2]"},
		{"replaced", store(1) + emit(0) + store(2) + emit(0) + set(1, 1), "[2] [1]"},
		{"a strip that is replaced", store(1) + emit(0) + emit(1) + end(2) + emit(2) + end(3) + store(2) + emit(2) + set(3, 2), "[1 1 2] [2 3]"},
		{"later ones dropped", store(1) + emit(0) + emit(1) + set(1, 1), "[1] [1]"},
		{"a gap", store(1) + emit(1), "the stage counts 1 vertices of stream 0, which has 0 of at most 3"},
		{"too many", set(1, 0), "the stage counts 1 vertices of stream 0, which has 0 of at most 3"},
		{"wrong strips", store(1) + emit(0) + end(1) + emit(1) + set(2, 1), "the stage counts 1 strips of stream 0, which has 2"},
		{"wrong vertices of the strip", store(1) + emit(0) + "    emit_vertex_with_counter vertices: %2, strip: %1\n", "the stage counts 0 vertices of the strip of stream 0, which has 1"},
	} {
		s, err := ssa.Parse("a.ssa", []byte(head+x.body+"}\nentry geometry @main geometry(points, line_strip, 3, 0)\n"))
		if err == nil {
			err = ssa.Verify(s)
		}
		if err != nil {
			t.Fatalf("%s: %v", x.name, err)
		}
		got := ""
		if b, err := emitted(t, s); err != nil {
			got = err.Error()
		} else {
			var list []uint32
			for k := 0; k < len(b.Out); k += 4 {
				list = append(list, b.Out[k]>>23-126) // 1 and 2 as floats
			}
			got = fmt.Sprint(list, b.Breaks)
		}
		if !strings.Contains(got, x.want) {
			t.Errorf("%s: %s, not %s", x.name, got, x.want)
		}
	}
}

// emitted runs a geometry stage once.
func emitted(t *testing.T, s *ssa.Shader) (*exec.PrimitiveBatch, error) {
	t.Helper()
	p, err := interp.SSAEngine{}.Load(s, exec.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	stage, err := p.(exec.PrimitiveStager).PrimitiveStage(t.Context(), "main", s.EntryPoints[0].Stage, new(exec.Resources), exec.RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	b := &exec.PrimitiveBatch{Count: 1, VertexCount: 1}
	return b, stage.Run(b)
}
