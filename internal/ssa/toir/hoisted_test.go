package toir_test

import (
	"strings"
	"testing"

	"refract/diag"
	front "refract/front/wgsl"
	"refract/internal/ssa/fromir"
	"refract/internal/ssa/lower"
	"refract/internal/ssa/toir"
	"refract/ir"
	"refract/ir/validate"
	"refract/ssa/pass"
)

// TestHoisted takes continue lists into bodies whose variables they use: those become
// variables of the function, each with its first value where it was declared, and others
// stay where they are.
func TestHoisted(t *testing.T) {
	const source = `@group(0) @binding(0) var<storage, read_write> o: array<u32, 8>;
struct S { a: array<u32, 2>, b: u32 }
@compute @workgroup_size(1) fn main() {
	var k = 0u;
	loop {
		var t = k * 2u;
		var s = S(array(k, t), 1u);
		if t == 6u { k += 2u; continue; }
		var inner = t + 1u;
		inner *= 3u;
		o[k & 7u] += inner;
		continuing { let p = &s.a[k & 1u]; k += *p + s.b; t = 0u; break if k >= 7u; }
	}
}`
	var list diag.List
	m := front.Parse(source, 1, front.Options{}, &list)
	if list.HasErrors() {
		t.Fatal(list.Sorted())
	}
	s := fromir.Module(m, fromir.Options{})
	for _, p := range []*pass.Pass{lower.Continues, lower.LeaveSSA} {
		p.Run(s)
	}
	back, err := toir.Module(s)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := validate.Module(back, validate.Options{Capabilities: validate.All}); err != nil {
		t.Fatalf("%v\n%s", err, ir.Print(back))
	}
	text := ir.Print(back)
	for name, there := range map[string]bool{"t": false, "s": false, "inner": true} {
		if got := strings.Contains(text, "local $"+name+" = "); got != there {
			t.Errorf("%s is declared with its first value: %v, want %v\n%s", name, got, there, text)
		}
	}
}
