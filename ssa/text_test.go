package ssa_test

import (
	"testing"

	"refract/diag"
	front "refract/front/wgsl"
	"refract/internal/harness"
	"refract/internal/ssa/fromir"
	"refract/internal/ssa/lower"
	"refract/ssa"
)

// checkText fails unless a shader's text reads back to the same shader.
func checkText(t *testing.T, name string, s *ssa.Shader) {
	t.Helper()
	if err := ssa.Verify(s); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	text := ssa.Print(s)
	back, err := ssa.Parse(name, text)
	if err != nil {
		t.Errorf("%s: %v\n%s", name, err, text)
		return
	}
	if d := ssa.Diff(s, back); d != "" {
		t.Errorf("%s: reads back differently: %s\n%s", name, d, text)
	}
	if !ssa.Equal(s, back) {
		t.Errorf("%s: not equal after reading back", name)
	}
}

// TestCorpusText prints the shaders of the corpus in SSA form and reads them back.
func TestCorpusText(t *testing.T) {
	n := 0
	for _, x := range harness.Shaders(t) {
		m := front.Parse(x.Source, 1, front.Options{Allowed: front.AllExtensions, DocComments: true}, new(diag.List))
		if m == nil {
			continue
		}
		n++
		s := fromir.Module(m, fromir.Options{})
		checkText(t, x.Name, s)
		lower.VarsToSSA.Run(s)
		checkText(t, x.Name+" as values", s)
		lower.LeaveSSA.Run(s)
		checkText(t, x.Name+" in registers", s)
		if t.Failed() {
			return
		}
	}
	harness.Ratchet(t, "ssa/text", harness.Count{Passed: n, Total: n})
}

// TestCaseValues reads and prints values of clauses as the selector's type
// hints.
func TestCaseValues(t *testing.T) {
	text := "func @f() {\n  b1:\n    %1 = const 1 : i32\n  switch %1 {\n  case -1, 2 {\n    b2: // b1\n  }\n  default {\n    b3: // b1\n  }\n  }\n  b4: // b2, b3\n}\n"
	s, err := ssa.Parse("test", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	f := s.Funcs[1]
	n := f.NextNode(f.FirstBlock())
	if v := f.CaseValues(&f.Cases(n)[0]); v[0] != 0xFFFFFFFF {
		t.Errorf("-1 is %#x", v[0])
	}
	if got := s.String(); got != text {
		t.Errorf("printed:\n%s", got)
	}
}
