package conformance

import (
	"context"
	"testing"

	"refract"
	"refract/internal/harness"
	"refract/internal/sweep"
)

// texts are the languages whose writers make plans.
var texts = []refract.Language{refract.WGSL, refract.GLSL, refract.ESSL, refract.HLSL, refract.MSL}

// written counts the texts that come of a source at -O0 and -O1.
func written(name, source string) (n int) {
	for level := range 2 {
		for _, l := range texts {
			if _, err := refract.Translate(context.Background(), name+".wgsl", []byte(source), refract.TranslateOptions{To: l, Optimize: refract.OptimizeOptions{Level: level}}); err == nil {
				n++
			}
		}
	}
	return n
}

// TestGeneratedPlans writes generated programs in every text language: a few, or as many
// as $REFRACT_PROGRAMS says, from $REFRACT_SEED on. Package internal/harness/plans ends
// the process where a plan is wrong.
func TestGeneratedPlans(t *testing.T) {
	first, programs, n := number("REFRACT_SEED", 0), sweep.Count(100), 0
	for seed := first; seed < first+programs; seed++ {
		j, err := generated(uint64(seed))
		if err != nil {
			t.Fatal(err)
		}
		n += written(j.Name, j.Source)
	}
	t.Logf("%d programs, %d texts", programs, n)
	if n < programs*len(texts) {
		t.Error("most aren't written")
	}
}

// TestCorpusPlans is likewise for the corpus: every eighth shader, or as [harness.Chosen]
// says.
func TestCorpusPlans(t *testing.T) {
	n, shaders := 0, 0
	for i, s := range harness.Shaders(t) {
		if harness.Chosen(i, &s, 8) {
			shaders++
			n += written(s.Name, s.Source)
		}
	}
	t.Logf("%d shaders, %d texts", shaders, n)
}
