package pipeline_test

import (
	"fmt"
	"testing"

	"refract/internal/ssa/opt"
	"refract/internal/ssatest"
	"refract/ssa"
)

// TestResize joins two conversions of each pair of kinds, between all sizes.
func TestResize(t *testing.T) {
	joined := 0
	check := func(inner, outer string, kind string, from, middle, to int) {
		if from == middle || middle == to {
			return
		}
		s, err := ssa.Parse("resize", fmt.Appendf(nil, `
func @f($a : vec2<%[3]s%[4]d>) -> vec2<%[3]s%[6]d> {
  b1:
    %%1 = param index=0 : vec2<%[3]s%[4]d>
    %%2 = %[1]s %%1.yx : vec2<%[3]s%[5]d>
    %%3 = %[2]s %%2.yy : vec2<%[3]s%[6]d>
    return %%3
}
`, inner, outer, kind, from, middle, to))
		if err != nil {
			t.Fatal(err)
		}
		before := s.Clone()
		if opt.Algebraic.Run(s) {
			joined++
		}
		if err := ssa.Verify(s); err != nil {
			t.Fatal(err)
		}
		ssatest.Same(t, before, s)
	}
	sizes := []int{8, 16, 32, 64}
	for _, from := range sizes {
		for _, middle := range sizes {
			for _, to := range sizes {
				for _, inner := range []string{"i2i", "u2u"} {
					for _, outer := range []string{"i2i", "u2u"} {
						check(inner, outer, "u", from, middle, to)
					}
				}
				if min(from, middle, to) > 8 {
					check("f2f", "f2f", "f", from, middle, to)
				}
			}
		}
	}
	if joined < 90 {
		t.Errorf("%d pairs are joined", joined)
	}
}
