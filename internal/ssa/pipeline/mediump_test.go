package pipeline_test

import (
	"testing"

	"refract/internal/ssa/lower"
	"refract/internal/ssatest"
	"refract/ssa"
)

// TestMediumpOptions narrows a function of small whole numbers, which 16 bits hold, under
// each option: what it computes stays, and what is to stay in 32 bits does.
func TestMediumpOptions(t *testing.T) {
	const text = `
func @f($a : u32, $b : u32, $c : bool) -> f32 {
  b1:
    %a = param index=0 : u32
    %b = param index=1 : u32
    %c = param index=2 : bool
    %3 = const 3 : u32
    %1 = iand %a, %3 : u32
    %2 = iand %b, %3 : u32
    %x = u2f %1 : f32
    %y = u2f %2 : f32
    %p = fexp2 %x : f32 !relaxed
    %q = fmul %p, %y : f32 !relaxed
    %r = bcsel %c, %p, %q : f32
    return %r
}
`
	for _, c := range []struct {
		o     lower.MediumpOptions
		small int // operations of 16 bits, but conversions to them
	}{
		{lower.MediumpOptions{}, 3},
		{lower.MediumpOptions{KeepTranscendental: true}, 1},
		{lower.MediumpOptions{KeepChoices: true}, 2},
		{lower.MediumpOptions{KeepTranscendental: true, KeepChoices: true}, 1},
	} {
		s, err := ssa.Parse("mediump", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		before := s.Clone()
		p := lower.MediumpOf(c.o)
		if !p.Run(s) || p.Run(s) {
			t.Errorf("%+v: it changes something once", c.o)
		}
		if err := ssa.Verify(s); err != nil {
			t.Fatal(err)
		}
		if ssatest.Same(t, before, s) == 0 {
			t.Error("nothing ran")
		}
		f, n := s.Funcs[1], 0
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if f.Bits(i) == 16 && f.Op(i).String() != "f2f" {
					n++
				}
			}
		}
		if n != c.small {
			t.Errorf("%+v: %d operations of 16 bits, not %d:\n%s", c.o, n, c.small, s)
		}
	}
}
