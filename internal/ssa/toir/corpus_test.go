package toir_test

import (
	"testing"

	"refract/diag"
	front "refract/front/wgsl"
	"refract/internal/harness"
	"refract/internal/ssa/fromir"
	"refract/internal/ssa/lower"
	"refract/internal/ssa/toir"
	"refract/ir"
	"refract/ir/validate"
)

// TestCorpus takes every core shader that Tint accepts into SSA and back. The
// module that comes back is valid.
func TestCorpus(t *testing.T) {
	n, valid, same := 0, 0, 0
	for _, s := range harness.Shaders(t) {
		list := new(diag.List)
		m := front.Parse(s.Source, 1, front.Options{Allowed: front.AllExtensions, DocComments: true}, list)
		if m == nil {
			continue
		}
		if list := diagnostics(m); list != "" {
			continue
		}
		n++
		back, err := toir.Module(fromir.Module(m, fromir.Options{}))
		if err != nil {
			t.Errorf("%s: %v", s.Name, err)
			continue
		}
		if d := diagnostics(back); d != "" {
			t.Errorf("%s: %s", s.Name, d)
			continue
		}
		values := fromir.Module(m, fromir.Options{})
		lower.VarsToSSA.Run(values)
		lower.LeaveSSA.Run(values)
		if back, err := toir.Module(values); err != nil {
			t.Errorf("%s: through values: %v", s.Name, err)
		} else if d := diagnostics(back); d != "" {
			t.Errorf("%s: through values: %s", s.Name, d)
		} else {
			valid++
		}
		if d := ir.Diff(m, back, ir.EqualOptions{IgnoreValueNames: true}); d == "" {
			same++
		} else if testing.Verbose() && n-same < 30 {
			t.Logf("%s: %s", s.Name, d)
		}
	}
	t.Logf("%d shaders, %d come back the same", n, same)
	harness.Ratchet(t, "ssa/toir", harness.Count{Passed: valid, Total: n})
}

// diagnostics is what validation says of a module, or "".
func diagnostics(m *ir.Module) string {
	if _, err := validate.Module(m, validate.Options{Capabilities: validate.All}); err != nil {
		return err.Error()
	}
	return ""
}
