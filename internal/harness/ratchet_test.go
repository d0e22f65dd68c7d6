package harness

import (
	"os"
	"testing"
)

// TestDocument checks that docs/conformance.md shows what is recorded, all of it.
func TestDocument(t *testing.T) {
	recorded := readRatchet(t)
	text, err := os.ReadFile(documentFile(t))
	if err != nil {
		t.Fatal(err)
	}
	if string(text) != document(recorded) {
		t.Error("docs/conformance.md is stale: it says how it is written")
	}
	n := 0
	for _, s := range sections {
		n += len(s.measures)
		for _, m := range s.measures {
			if _, ok := recorded[m.name]; !ok {
				t.Errorf("%s is not recorded", m.name)
			}
		}
	}
	if len(recorded) != n {
		t.Errorf("%d measures are recorded, there are %d", len(recorded), n)
	}
}
