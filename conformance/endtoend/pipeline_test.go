package endtoend

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"refract"
	"refract/diag"
)

// TestPipelines checks shaders with values of overrides, and lists the errors
// with the text that they stand at.
func TestPipelines(t *testing.T) {
	const src = `
override a: i32 = 1;
override n: u32;
@id(3) override s: u32 = 2;
override w: u32 = 8;
var<workgroup> shared_data: array<u32, n - 4>;
var<private> table = array(10, 20, 30);

fn helper(i: i32) -> i32 {
    let k = i / a;
    return k + table[a + 1] + (i << s);
}

@compute @workgroup_size(w)
fn main(@builtin(local_invocation_index) i: u32) {
    shared_data[i] = u32(helper(i32(i)));
}

@compute @workgroup_size(8)
fn other() {
    _ = table[a];
}
`
	for _, c := range []struct {
		values map[string]float64
		want   string
	}{
		{nil, ""},
		{map[string]float64{"n": 5}, ""},
		{map[string]float64{}, "missing-override at n"},
		{map[string]float64{"n": 4}, "override-size at n - 4"},
		{map[string]float64{"n": 5, "w": 0}, "override-size at w"},
		{map[string]float64{"n": 5, "a": 0}, "division-by-zero at a"},
		{map[string]float64{"n": 5, "a": 2}, "index-out-of-bounds at a + 1"},
		{map[string]float64{"n": 5, "a": 3, "3": 32}, "index-out-of-bounds at a + 1, shift-out-of-range at s, index-out-of-bounds at a"},
		{map[string]float64{"n": 5, "a": -2}, "index-out-of-bounds at a + 1, index-out-of-bounds at a"},
		{map[string]float64{"n": 3, "a": 0, "3": 40, "w": 0}, "division-by-zero at a, shift-out-of-range at s, override-size at w"},
	} {
		name := fmt.Sprint(c.values)
		_, err := refract.Check(context.Background(), "a.wgsl", []byte(src), refract.CheckOptions{Validate: refract.ValidateOptions{Overrides: c.values}})
		if got := placesOf(t, err, src); got != c.want {
			t.Errorf("Check %s: %s, want %s", name, got, c.want)
		}
		_, err = refract.Translate(context.Background(), "a.wgsl", []byte(src), refract.TranslateOptions{To: refract.SPIRV, Overrides: c.values})
		if got := placesOf(t, err, src); got != c.want {
			t.Errorf("Translate %s: %s, want %s", name, got, c.want)
		}
	}
}

// placesOf lists the diagnostics of an error: "code at text, ...".
func placesOf(t *testing.T, err error, src string) string {
	if err == nil {
		return ""
	}
	var found *diag.Diagnostics
	if !errors.As(err, &found) {
		t.Fatalf("%T: %v", err, err)
	}
	var list []string
	for _, d := range found.Items {
		if !strings.Contains(strings.Join(d.Notes, "\n"), "in a pipeline with the entry point ") {
			t.Errorf("%s: the notes are %q", d.Code, d.Notes)
		}
		list = append(list, fmt.Sprintf("%s at %s", d.Code, src[d.Span.Start-1:d.Span.End-1]))
	}
	return strings.Join(list, ", ")
}
