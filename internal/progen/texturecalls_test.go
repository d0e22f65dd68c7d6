package progen

import (
	"testing"

	"refract/ir"
)

// TestTexturePrograms checks that the programs of calls are accepted here, and that each
// call is in one.
func TestTexturePrograms(t *testing.T) {
	a := newAccepter()
	written := map[string]int{}
	for _, stage := range []ir.Stage{ir.StageCompute, ir.StageFragment} {
		for i, p := range TexturePrograms(1, stage) {
			if message := a.refuses(p.Source); message != "" {
				t.Fatalf("program %d: %s\n%s", i, message, p.Source)
			}
			for _, c := range p.Calls {
				written[c.String()]++
			}
		}
	}
	names := map[string]int{}
	for i := range TextureCalls() {
		c := &TextureCalls()[i]
		names[c.Name]++
		if written[c.String()] != 1 {
			t.Errorf("%s is called %d times", c, written[c.String()])
		}
	}
	t.Logf("%d calls of %d functions: %v", len(TextureCalls()), len(names), names)
}

// TestGroupPrograms checks that the programs of calls of atomics and subgroups are accepted
// here, and that each call is in one.
func TestGroupPrograms(t *testing.T) {
	a := newAccepter()
	written := map[string]int{}
	for _, f16 := range []bool{false, true} {
		for i, p := range GroupPrograms(1, f16) {
			if message := a.refuses(p.Source); message != "" {
				t.Fatalf("program %d: %s\n%s", i, message, p.Source)
			}
			for _, c := range p.Calls {
				written[c.String()]++
			}
		}
	}
	names := map[string]int{}
	for i := range GroupCalls() {
		c := &GroupCalls()[i]
		names[c.Name]++
		if written[c.String()] != 1 {
			t.Errorf("%s is called %d times", c, written[c.String()])
		}
	}
	t.Logf("%d calls of %d functions: %v", len(GroupCalls()), len(names), names)
}
