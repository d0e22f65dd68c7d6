package spell

import (
	"strings"
	"testing"
)

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b  string
		limit int
		want  int
	}{
		{"", "", 3, 0},
		{"vec3f", "vec3f", 0, 0},
		{"vec3f", "vec3", 3, 1},
		{"vce3f", "vec3f", 3, 1},
		{"kitten", "sitting", 3, 3},
		{"kitten", "sitting", 2, 3},
		{"a", "abcdef", 2, 3},
		{strings.Repeat("a", 65), strings.Repeat("a", 65), 2, 0},
		{strings.Repeat("a", 65), strings.Repeat("a", 64), 2, 3},
	} {
		for range 2 {
			if d := Distance(c.a, c.b, c.limit); d != c.want {
				t.Errorf("%q, %q up to %d: %d, want %d", c.a, c.b, c.limit, d, c.want)
			}
			c.a, c.b = c.b, c.a
		}
	}
}

func TestNearest(t *testing.T) {
	names := []string{"normalize", "normal", "dot", "mix"}
	for name, want := range map[string]string{"normalise": "normalize", "nromal": "normal", "dto": "dot", "d": "", "clamp": "", "mux": "mix"} {
		if got := Nearest(name, names); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// TestEffort spends effort on names of an input with few declarations, and of one with very many.
func TestEffort(t *testing.T) {
	for each, want := range map[int]int{100: 164, 1 << 20: 1} {
		e, n := MaxEffort, 0
		for e.Spend(each) {
			n++
		}
		if n != want {
			t.Errorf("%d suggestions of %d names each, not %d", n, each, want)
		}
	}
}
