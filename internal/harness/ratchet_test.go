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
	n, turns := 0, 0
	for _, s := range sections {
		n += len(s.measures)
		for _, m := range s.measures {
			for _, prefix := range []string{"", ownPrefix} {
				if c, ok := recorded[prefix+m.name]; !ok || c.Total == 0 {
					t.Errorf("%s%s is not recorded", prefix, m.name)
				}
			}
			if c, ok := recorded[turnsPrefix+m.name]; ok {
				turns++
				if whole := recorded[m.name]; c.Total == 0 || whole.Total-whole.Passed < c.Total-c.Passed {
					t.Errorf("%s: %v of those in turns, %v of all", m.name, c, whole)
				}
			}
		}
	}
	n *= 2
	if len(recorded) != n+turns {
		t.Errorf("%d measures are recorded, there are %d", len(recorded), n+turns)
	}
}

// TestOwnCount checks that the counts over the repository's own shaders were recorded after
// the last shader came.
func TestOwnCount(t *testing.T) {
	const measure = ownPrefix + "ssa/text"
	if got, want := len(ownShaders(t)), readRatchet(t)[measure].Total; got != want {
		t.Errorf("%d own shaders; %s counts %d: run the tests of docs/conformance.md with REFRACT_UPDATE=1 and REFRACT_CORPUS=own", got, measure, want)
	}
}
