package conformance

// SPIR-V comes back: what is written of a program is read again, and does what the
// program does.

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"refract/internal/harness"
	"refract/internal/harness/differential"
	"refract/internal/sweep"
)

// readers are the ways out to SPIR-V and back.
func readers(t *testing.T) []differential.Engine {
	all := differential.AllSPIRVOptions()
	engines := []differential.Engine{differential.ThroughSPIRV(all[1], 1)}
	for _, o := range all {
		engines = append(engines, differential.ThroughSPIRV(o, 0))
	}
	if _, err := exec.LookPath("spirv-opt"); err == nil {
		dir := t.TempDir()
		engines = append(engines, differential.ThroughSPIRVOpt(all[0], dir, "-O"), differential.ThroughSPIRVOpt(all[3], dir, "-Os"))
	} else if os.Getenv("REFRACT_REQUIRE_TOOLS") == "1" {
		t.Fatal("spirv-opt is not installed")
	}
	return engines
}

// TestGeneratedSPIRVIn runs generated programs as they are and when they have been
// SPIR-V. spirv-opt has no part in it: of var<private> z = 1; for (var n = 0u; n < 1u;
// n = 1u) { z = 0; } it makes a program in which z is 1.
func TestGeneratedSPIRVIn(t *testing.T) {
	engines := readers(t)[:5]
	reference := differential.Interpreter()
	first, wrong := number("REFRACT_SEED", 0), 0
	for seed := first; seed < first+sweep.Count(150) && wrong < 10; seed++ {
		j, err := generated(uint64(seed))
		if err != nil {
			t.Error(err)
			wrong++
			continue
		}
		e := engines[seed%len(engines)]
		if optionsOf(uint64(seed)).Subgroups {
			e = engines[[]int{0, 1, 2, 4}[seed%4]] // those of SPIR-V 1.3 and up
		}
		if s := differ(j, []differential.Engine{reference, e}); s != "" {
			wrong++
			t.Errorf("seed %d: %s\n%s", seed, s, reduced(j, uint64(seed), []differential.Engine{reference, e}))
		}
	}
}

// TestCorpusSPIRVIn runs the executable compute shaders of the corpus as they are and
// when they have been SPIR-V: every fourth, or as [harness.Chosen] says.
func TestCorpusSPIRVIn(t *testing.T) {
	reference := differential.Interpreter()
	engines := readers(t)
	ran := 0
	for i, s := range harness.Shaders(t) {
		if !harness.Chosen(i, &s, 4) {
			continue
		}
		for _, entry := range entryPoint.FindAllStringSubmatch(s.Source, -1) {
			j, err := differential.NewJob(s.Name+" "+entry[1], s.Source, entry[1], [3]uint32{1, 1, 1}, nil, 1)
			if err != nil {
				continue // what harness can't make inputs for
			}
			want, err := reference.Run(j)
			if err != nil {
				continue // what the interpreter can't run, or traps
			}
			ran++
			for _, e := range engines {
				if got, err := e.Run(j); err != nil && (strings.Contains(err.Error(), "needs SPIR-V") || strings.Contains(err.Error(), "format none is expected")) {
					continue // a version without subgroups; SPIR-V has no name for the format
				} else if err != nil {
					t.Errorf("%s: %s: %v", j.Name, e.Name, err)
				} else if d := j.Compare(want, got); d != "" {
					t.Errorf("%s: %s: %s", j.Name, e.Name, d)
				}
			}
		}
	}
	t.Logf("%d entry points ran", ran)
}
