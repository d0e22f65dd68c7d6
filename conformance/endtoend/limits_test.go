package endtoend

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"refract"
	"refract/diag"
)

// TestMemoryLimits uses as much memory as WGSL guarantees, and a little more.
func TestMemoryLimits(t *testing.T) {
	for _, c := range []struct {
		name, src string // %d: how many words
		words     int
	}{
		{"private", "var<private> a: array<u32, %d>;\nvar<private> other: array<u32, 2000>;\nfn g(i: u32) -> u32 { return a[i]; }\n@compute @workgroup_size(1) fn main() { _ = g(1); }", 2048},
		{"workgroup", "var<workgroup> b: array<u32, 96>; var<workgroup> a: array<u32, %d>;\n@compute @workgroup_size(1) fn main() { a[1] = b[2]; }", 4000},
		{"function", "@compute @workgroup_size(1) fn main() { var a: array<u32, %d>; { var b: array<u32, 48>; b[0] = a[1]; } }", 2000},
	} {
		for _, more := range []int{0, 1} {
			var found []string
			warn := func(d *diag.Diagnostics) {
				for _, item := range d.Items {
					if item.Code == "limit-exceeded" {
						found = append(found, item.Message)
					}
				}
			}
			src := fmt.Sprintf(c.src, c.words+more)
			if _, err := refract.Check(context.Background(), "a.wgsl", []byte(src), refract.CheckOptions{Validate: refract.ValidateOptions{Warn: warn}}); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
			if len(found) != more || more == 1 && !strings.Contains(found[0], c.name) {
				t.Errorf("%s with %d more: %q", c.name, more, found)
			}
		}
	}
}
