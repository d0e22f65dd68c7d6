package conformance

// This file runs random control flow of SPIR-V as HLSL and MSL: what an interpreter of the
// words finds is what they do.

import (
	"fmt"
	"testing"

	"refract/internal/harness/differential"
	"refract/internal/spirvtest"
	"refract/internal/sweep"
	"refract/ir"
)

// TestRandomSPIRVCompiled runs REFRACT_PROGRAMS modules of each kind, from the seed
// REFRACT_SEED on, by each language.
func TestRandomSPIRVCompiled(t *testing.T) {
	first, n := uint64(number("REFRACT_SEED", 0)), uint64(sweep.Count(8))
	var jobs []*differential.Job
	var want []differential.Result
	skipped := map[string]int{}
	for kind := range spirvtest.FlowKinds {
		for seed := first; seed < first+n; seed++ {
			module, fragment := graphOf(seed, kind)
			if fragment {
				continue
			}
			words := assembled(t, module)
			j, err := differential.NewSPIRVJob(fmt.Sprintf("%v %d", kind, seed), words, "main", ir.StageCompute, seed)
			if err != nil {
				t.Errorf("%v %d: %v", kind, seed, err)
				continue
			}
			result, err := j.RunWordsOf(words)
			if err != nil {
				skipped[reason(err)]++ // without an end, or undefined
				continue
			}
			j.Turn, j.Source = int(seed), module
			jobs, want = append(jobs, j), append(want, result)
		}
	}
	t.Logf("%d jobs; skipped: %v", len(jobs), skipped)
	allAgree(t, jobs, want)
}
