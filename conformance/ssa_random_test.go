package conformance

// This file runs generated programs through random sequences of passes: no order
// of them may change what a program does.

import (
	"math/rand/v2"
	"testing"

	"refract/internal/harness/differential"
	"refract/internal/sweep"
	"refract/ssa/pass"
	"refract/ssa/pipeline"
)

// randomPasses is a sequence of passes, any of them and in any order but
// that what a pass requires is established by the one before it.
func randomPasses(r *rand.Rand) (list []*pass.Pass) {
	all := pipeline.All()
	for range 1 + r.IntN(12) {
		p := all[r.IntN(len(all))]
		if p.Machine {
			continue // it has to come back as a module
		}
		for _, q := range all {
			if p.Requires&q.Establishes != 0 && !q.Machine {
				list = append(list, q)
			}
		}
		list = append(list, p)
	}
	return list
}

// TestRandomPasses runs generated programs before and after random sequences of
// passes: 60 programs, or REFRACT_PROGRAMS of them from REFRACT_SEED on.
func TestRandomPasses(t *testing.T) {
	reference := differential.Interpreter()
	first, wrong := number("REFRACT_SEED", 0), 0
	for seed := first; seed < first+sweep.Count(60) && wrong < 5; seed++ {
		j, err := generated(uint64(seed))
		if err != nil {
			t.Error(err)
			wrong++
			continue
		}
		engines := []differential.Engine{reference, differential.SSA(randomPasses(rand.New(rand.NewPCG(uint64(seed), 1)))...)}
		if s := differ(j, engines); s != "" {
			wrong++
			t.Errorf("seed %d: %s\n%s", seed, s, reduced(j, uint64(seed), engines))
		}
	}
}
