package conformance

import (
	"fmt"
	"testing"

	"refract/internal/harness/differential"
)

// TestOverridesThatWouldFail inlines functions, each of which has an operation that fails
// where a parameter isn't fit for it, and gives them overrides that aren't: by WGSL's rules
// the pipeline can't be made if the operation is written with the override itself. Tint
// makes it, of what the optimizer leaves too, and has the interpreter's results.
func TestOverridesThatWouldFail(t *testing.T) {
	tests := []struct{ name, kind, fit, result string }{
		{"quotient", "u32", "b != 0u", "a / b"},
		{"remainder", "u32", "b != 0u", "a % b"},
		{"quotient of vectors", "u32", "b != 0u", "(vec2u(a, 3u) / vec2u(b, b + 40u)).x"},
		{"quotient by one at least", "u32", "b != 0u", "a / max(b, 1u)"},
		{"quotient by zero at least", "u32", "b != 0u", "a / max(b, 0u)"},
		{"quotient of vectors by one at least in part", "u32", "b != 0u", "(vec2u(a, 3u) / max(vec2u(b), vec2u(0u, 1u))).x"},
		{"shift left", "u32", "b > 0u && b < 32u", "a << (b + 40u)"},
		{"shift right", "u32", "b > 0u && b < 32u", "a >> (b + 32u)"},
		{"shift of signed", "u32", "b > 0u && b < 32u", "u32(i32(a) >> (b + 40u))"},
		{"constant shifted", "u32", "b > 0u && b < 32u", "(1u << (b + 40u))"},
		{"element of a constant", "u32", "b > 0u && b < 4u", "array(1u, 2u, 3u, 4u)[b + 9u]"},
		{"element of a value", "u32", "b > 0u && b < 4u", "array(1u, a, 3u, 4u)[b + 9u]"},
		{"element of a variable", "u32", "b > 0u && b < 4u", "u32(p[b + 9u])"},
		{"element of a buffer", "u32", "b > 0u && b < 4u", "r[b + 64u]"},
		{"component", "u32", "b > 0u && b < 4u", "vec4u(1u, a, 3u, 4u)[b + 9u]"},
		{"component by a negative index", "i32", "b > 0 && b < 4", "vec4u(1u, a, 3u, 4u)[b - 1]"},
		{"column", "u32", "b > 0u && b < 2u", "u32(mat2x2f(1f, f32(a), 3f, 4f)[b + 9u].y)"},
		{"clamp", "i32", "b > 5", "u32(clamp(i32(a), 5, b))"},
		{"clamp of floats", "f32", "b > 5.0", "u32(clamp(f32(a), 5.0, b))"},
		{"bits from the override", "u32", "b > 0u && b < 8u", "extractBits(a, b + 30u, 4u)"},
		{"as many bits", "u32", "b > 0u && b < 8u", "extractBits(a, 4u, b + 30u)"},
		{"bits inserted", "u32", "b > 0u && b < 8u", "insertBits(a, 9u, b + 30u, 4u)"},
		{"as many bits inserted", "u32", "b > 0u && b < 8u", "insertBits(a, 9u, 4u, b + 30u)"},
		{"ldexp", "i32", "b > 0 && b < 9", "u32(ldexp(f32(a), b + 140))"},
		{"smoothstep", "f32", "b > 0.0", "u32(smoothstep(b, 0.0, f32(a)))"},
	}
	var jobs []*differential.Job
	var want []differential.Result
	for _, test := range tests {
		source := fmt.Sprintf(`override zero: %[1]s = 0;
@group(0) @binding(0) var<storage, read_write> r: array<u32, 8>;
var<private> p: array<u32, 4>;
fn f(a: u32, b: %[1]s) -> u32 {
	if %[2]s { return %[3]s; }
	return a + 7u;
}
@compute @workgroup_size(1) fn main() { r[0] = f(r[1], zero); }`, test.kind, test.fit, test.result)
		j, err := differential.NewJob(test.name, source, "main", [3]uint32{1, 1, 1}, nil, 1)
		if err != nil {
			t.Fatal(err)
		}
		result, err := differential.Interpreter().Run(j)
		if err != nil {
			t.Fatal(err)
		}
		for level := range 2 {
			written, err := differential.ThroughWGSL(j, level)
			if err != nil {
				t.Fatal(err)
			}
			jobs, want = append(jobs, written), append(want, result)
		}
	}
	got, errs := differential.Outside(t, "tint-run", jobs)
	for i, j := range jobs {
		if errs[i] != nil {
			t.Errorf("%s: %v\n%s", j.Name, errs[i], j.Source)
		} else if s := j.Compare(want[i], got[i]); s != "" {
			t.Errorf("%s: %s\n%s", j.Name, s, j.Source)
		}
	}
}
