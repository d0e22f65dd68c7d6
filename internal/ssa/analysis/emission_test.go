package analysis_test

import (
	"testing"

	"refract/internal/ssa/analysis"
	"refract/internal/ssa/pipeline"
	"refract/ssa"
)

// TestEmissions counts the vertices and strips of geometry stages after a pass has made them numbers.
func TestEmissions(t *testing.T) {
	const head = "var @gl_Position : vec4<f32> stage_out builtin(position)\nvar @x : u32 ssbo(read_write) binding(0, 0)\nfunc @main() {\n  b1:\n    %1 = deref_var @x : ptr<storage, u32, read_write>\n    %2 = load %1 : u32\n    %3 = const 5 : u32\n    %4 = ult %2, %3 : bool\n"
	const emit, end = "    pipeline op=emit_vertex\n", "    pipeline op=end_primitive\n"
	const branch = "  if %4 {\n    b2: // b1\n" + emit + "  } else {\n    b3: // b1\n"
	for _, x := range []struct {
		name, body, topology string
		want                 analysis.Emission
	}{
		{"nothing", "", "triangle_strip, 4", analysis.Emission{}},
		{"a strip", emit + emit + emit, "triangle_strip, 4", analysis.Emission{Vertices: 3, Strips: 1}},
		{"two strips", emit + emit + end + end + emit + emit + end, "line_strip, 4", analysis.Emission{Vertices: 4, Strips: 2}},
		{"points", emit + emit + end, "points, 4", analysis.Emission{Vertices: 2, Strips: 2}},
		{"more than the limit", emit + emit + emit, "line_strip, 2", analysis.Emission{Vertices: 2, Strips: 1}},
		{"either way one", branch + emit + "  }\n  b4: // b2, b3\n", "points, 4", analysis.Emission{Vertices: 1, Strips: 1}},
		{"one or none", branch + "  }\n  b4: // b2, b3\n", "points, 4", analysis.Emission{Vertices: -1, Strips: -1}},
		{"one strip of one or two", emit + branch + "  }\n  b4: // b2, b3\n", "line_strip, 4", analysis.Emission{Vertices: -1, Strips: 1}},
	} {
		s, err := ssa.Parse("a.ssa", []byte(head+x.body+"}\nentry geometry @main geometry(points, "+x.topology+", 0)\n"))
		if err != nil {
			t.Fatalf("%s: %v", x.name, err)
		}
		if got := analysis.Emissions(s.Funcs[1])[0]; got != (analysis.Emission{Vertices: -1, Strips: -1}) {
			t.Errorf("%s: %v before anything counts", x.name, got)
		}
		p, err := pipeline.Parse("gs-intrinsics, (constant-folding, algebraic, remove-phis, ranges, dead-cf)*")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := pipeline.Run(s, p, pipeline.Options{Verify: true, Establish: true}); err != nil {
			t.Fatalf("%s: %v", x.name, err)
		}
		if got := analysis.Emissions(s.Funcs[1])[0]; got != x.want {
			t.Errorf("%s: %v, not %v\n%s", x.name, got, x.want, ssa.Print(s))
		}
	}
}
