package glsl_test

// A Reader keeps memory from one source to the next, and nothing else.

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"refract/diag"
	"refract/front/glsl"
	"refract/internal/front/glsl/pp"
	"refract/internal/harness"
	"refract/ir"
)

// TestReaderForgets reads sources with a Reader that has read others before, in two
// orders: modules and errors are those of a new Reader.
func TestReaderForgets(t *testing.T) {
	type source struct {
		name, text string
		options    glsl.Options
	}
	stages := map[string]ir.Stage{".vert": ir.StageVertex, ".frag": ir.StageFragment, ".comp": ir.StageCompute, "vertex": ir.StageVertex, "fragment": ir.StageFragment, "compute": ir.StageCompute}
	list := []source{{"interlock", "#version 450\n#extension GL_ARB_fragment_shader_interlock : require\nout vec4 c;\nvoid main() { beginInvocationInterlockARB(); c = vec4(1); endInvocationInterlockARB(); }", glsl.Options{Stage: ir.StageFragment}},
		{"precise", "#version 450\nout vec4 c;\nvoid main() { precise float x = 2.0; c = vec4(x * x + 1.0); }", glsl.Options{Stage: ir.StageFragment}},
		{"broken", "#version 450\nvoid f(float x) { for (;;) { switch (int(x)) { case 0: f(g(1, 2", glsl.Options{Stage: ir.StageFragment}},
		{"wrong", "#version 450\nout vec4 c;\nvoid main() { c = f(vec2(1, 2).xyz, g(c, 3), int[](1, 2u)) && true; for (int i = 0; ; ) { break }", glsl.Options{Stage: ir.StageFragment}}}
	for _, pattern := range []string{"testdata/*/*", "../../testdata/styles/*"} {
		files, _ := filepath.Glob(pattern)
		for _, file := range files {
			stage, ok := stages[filepath.Ext(file)]
			if text, err := os.ReadFile(file); ok && err == nil {
				list = append(list, source{file, string(text), glsl.Options{Stage: stage, Preprocessor: pp.Options{Vulkan: len(list)%2 == 0}}})
			}
		}
	}
	harness.Corpus(t, "glsl.jsonl.gz", func(row shaderRow) {
		list = append(list, source{row.Name, row.Source, glsl.Options{Stage: stages[row.Stage], Preprocessor: pp.Options{Vulkan: row.Vulkan}}})
	})
	text := func(r *glsl.Reader, s *source) string {
		var diags diag.List
		sources := new(diag.Sources)
		m := r.Read(ir.NewModule(), s.text, sources.Add(s.name, s.text), s.options, sources, &diags)
		if m == nil {
			return diags.Err(sources).Error()
		}
		return ir.Print(m)
	}
	want := make([]string, len(list))
	for i := range list {
		want[i] = text(new(glsl.Reader), &list[i])
	}
	r := new(glsl.Reader)
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	for range 2 {
		for _, i := range order {
			if got := text(r, &list[i]); got != want[i] {
				t.Errorf("%s: after others:\n%s\nalone:\n%s", list[i].name, got, want[i])
			}
		}
		slices.Reverse(order)
	}
	t.Logf("%d sources", len(list))
}
