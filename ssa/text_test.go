package ssa_test

import (
	"testing"

	"refract/diag"
	front "refract/front/wgsl"
	"refract/internal/harness"
	"refract/ssa"
	"refract/ssa/fromir"
	"refract/ssa/lower"
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
	if n == 0 {
		t.Fatal("no shaders")
	}
	t.Logf("%d shaders", n)
}
