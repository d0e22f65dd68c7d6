package progen

import (
	"strings"
	"testing"
)

// TestLayouts looks at what programs of memory layouts hold: each kind of copy comes.
func TestLayouts(t *testing.T) {
	words := []string{"array<", "mat", "x3<", "vec3<f16>", "@align(", "@size(", "let p = &", "var v", "fn f", "for (", "var<uniform>", "(*p)"}
	found := map[string]bool{}
	for seed := range uint64(60) {
		p := GenerateLayouts(seed, LayoutOptions{F16: seed%3 == 0, Uniform: seed%2 == 0})
		if p.Source != GenerateLayouts(seed, LayoutOptions{F16: seed%3 == 0, Uniform: seed%2 == 0}).Source {
			t.Errorf("seed %d: two programs", seed)
		}
		for _, w := range words {
			found[w] = found[w] || strings.Contains(p.Source, w)
		}
	}
	for _, w := range words {
		if !found[w] {
			t.Errorf("no program has %s", w)
		}
	}
}
