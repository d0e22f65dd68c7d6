package analysis_test

import (
	"reflect"
	"testing"

	"refract/internal/ssa/analysis"
	"refract/ir"
	"refract/ssa"
)

// TestGather gathers the uses of shaders with indices that aren't constant, in both forms.
func TestGather(t *testing.T) {
	for _, x := range []struct {
		name, text string
		want       func(*analysis.Info)
	}{
		{"elements of an input", `var @a : array<vec4<f32>, 3> stage_in location(2)
var @b : vec4<f32> stage_in location(7) patch
var @c : vec4<f32> stage_in location(8) patch
func @main($i : u32 builtin(primitive_index)) {
  b1:
    %1 = param index=0 : u32
    %2 = deref_var @a : ptr<input, array<vec4<f32>, 3>>
    %3 = deref_array %2, %1 : ptr<input, vec4<f32>>
    %4 = load %3 : vec4<f32>
    %5 = deref_var @b : ptr<input, vec4<f32>>
    %6 = load %5 : vec4<f32>
}
entry tessellation_evaluation @main domain(triangles) spacing(equal) order(ccw)
`, func(w *analysis.Info) {
			w.Read.Vertex, w.Read.Patch = 1<<2, 1<<7
			w.SystemValues[0] = 1 << ir.BuiltInPrimitiveIndex
			w.Modes = ssa.ModeStageIn
		}},
		{"slots", `func @main() {
  b1:
    %1 = load_system_value value=vertex_index, corner=0, divisor=0, from_zero=0 : u32
    %2 = const 1 : u32
    %3 = load_input slot: %1, base=4, component=0, slots=3 : vec2<f32>
    %4 = load_input slot: %2, base=1, component=0, slots=0 : vec2<f32>
    store_output data: %3, slot: %1, mask=0, base=9, component=0, slots=2
}
entry vertex @main
`, func(w *analysis.Info) {
			w.Read.Vertex, w.Read.Indirect = 7<<4|1<<2, 7<<4
			w.Written.Vertex, w.Written.Indirect = 3<<9, 3<<9
			w.SystemValues[0] = 1 << ir.BuiltInVertexIndex
			w.Indirects = true
		}},
		{"memory and arithmetic", `var @w : u32 shared
var @n : atomic<u32> ssbo(read_write) binding(0, 0)
func @main() {
  b1:
    %1 = deref_var @w : ptr<workgroup, u32>
    %2 = load %1 : u32
    %3 = deref_var @n : ptr<storage, atomic<u32>, read_write>
    %4 = atomic pointer: %3, value: %2, op=add, scope=default, order=default : u32
    %5 = u2f %4 : f16
    %6 = fadd %5, %5 : f16
    control_barrier memory=2, scope=default, order=default
}
entry compute @main workgroup(2, 1, 1)
`, func(w *analysis.Info) {
			w.Modes, w.WrittenModes = ssa.ModeShared|ssa.ModeSSBO, ssa.ModeSSBO
			w.FloatSizes, w.IntSizes = 16, 32
			w.Atomics, w.Barriers = true, true
		}},
	} {
		s, err := ssa.Parse("a.ssa", []byte(x.text))
		if err != nil {
			t.Fatalf("%s: %v", x.name, err)
		}
		want := new(analysis.Info)
		x.want(want)
		if got := analysis.Gather(s, &s.EntryPoints[0]); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v\nnot %+v", x.name, got, want)
		}
	}
}
