package ssa_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

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

// TestLongText reads and prints a function of 100,000 instructions, for which the
// time must grow with its length and no faster.
func TestLongText(t *testing.T) {
	text := func(n int) []byte {
		var b strings.Builder
		b.WriteString("func @f($x : f32) -> f32 {\n  %0 = param index=0 : f32\n")
		for k := range n {
			fmt.Fprintf(&b, "  %%%d = fadd.contract %%%d, %%0 : f32\n", k+1, k)
		}
		fmt.Fprintf(&b, "  return %%%d\n}\n", n)
		return []byte(b.String())
	}
	measure := func(n int) time.Duration {
		src := text(n)
		best := time.Hour
		for range 3 {
			start := time.Now()
			s, err := ssa.Parse("long", src)
			if err != nil {
				t.Fatal(err)
			}
			if out := ssa.Print(s); len(out) < len(src) {
				t.Fatalf("%d bytes of text printed as %d", len(src), len(out))
			}
			best = min(best, time.Since(start))
		}
		return best
	}
	short, long := measure(10_000), measure(100_000)
	t.Logf("10,000 instructions: %v, 100,000: %v", short, long)
	if long > 40*short {
		t.Errorf("10,000 instructions take %v, 100,000 %v", short, long)
	}
}
