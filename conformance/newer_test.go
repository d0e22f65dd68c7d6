package conformance

// This file runs and validates with newer versions of tools than the other tests: a
// lavapipe of Mesa 25, and SPIRV-Tools of 2025.

import (
	"errors"
	"testing"
	"time"

	"refract/internal/harness"
	"refract/internal/harness/differential"
	"refract/internal/sweep"
)

// TestNewerDriver runs generated programs and shaders of the corpus on a newer driver, as
// they are and optimized: a few, or as many as $REFRACT_PROGRAMS says, from $REFRACT_SEED on.
func TestNewerDriver(t *testing.T) {
	var jobs []*differential.Job
	var want []differential.Result
	reference := differential.Interpreter()
	first := number("REFRACT_SEED", 0)
	for seed := first; seed < first+sweep.Count(40); seed++ {
		j, err := generated(uint64(seed))
		if err != nil {
			t.Error(err)
			continue
		}
		result, err := reference.Run(j)
		if err != nil {
			continue // a program that takes too long
		}
		j.Rounds = optionsOf(uint64(seed)).Rounding
		jobs, want = append(jobs, j), append(want, result)
	}
	corpus, results := executable(t, 24, false)
	jobs, want = append(jobs, corpus...), append(want, results...)
	for level := range 2 {
		agreed, left := 0, 0
		got, errs := differential.OnDriver(t, differential.Mesa25ICD, jobs, level)
		for i, j := range jobs {
			switch {
			case errors.Is(errs[i], differential.ErrLeftOut) || lacks(errs[i]):
				left++
			case errs[i] != nil:
				t.Errorf("%s -O%d: %v", j.Name, level, errs[i])
			case j.Compare(want[i], got[i]) != "":
				t.Errorf("%s -O%d: %s", j.Name, level, j.Compare(want[i], got[i]))
				if limit := number("REFRACT_REDUCE", 0); limit > 0 {
					t.Log(reducedFor(j, uint64(j.Turn), []differential.Engine{strict(), newerDriver(t, level)}, time.Duration(limit)*time.Second))
				}
			default:
				agreed++
			}
		}
		t.Logf("-O%d: %d agree, %d left out", level, agreed, left)
	}
}

// newerDriver is an engine that runs a job on the newer driver.
func newerDriver(t *testing.T, level int) differential.Engine {
	return differential.Engine{Name: "newer driver", Run: func(j *differential.Job) (differential.Result, error) {
		results, errs := differential.OnDriver(t, differential.Mesa25ICD, []*differential.Job{j}, level)
		return results[0], errs[0]
	}}
}

// TestNewerValidator has a newer spirv-val check SPIR-V of the corpus in several versions.
func TestNewerValidator(t *testing.T) {
	var modules [][]byte
	var names []string
	for i, s := range harness.Shaders(t) {
		if !harness.Chosen(i, &s, 16) {
			continue
		}
		version := []string{"1.3", "1.0", "1.4", "1.6", "1.5"}[len(names)%5]
		set := setting{language: "spv", options: [][2]string{{"spv.version", version}}, level: len(names) % 2}
		for _, r := range set.rows(shaderOf(t, s.Name, s.Source)) {
			if r.SPIRV == nil {
				t.Error(r.Name)
				continue
			}
			modules, names = append(modules, r.SPIRV), append(names, r.Name+" "+set.String())
		}
	}
	for i, said := range harness.NewSPIRVVal(t, modules) {
		if said != "" {
			t.Errorf("%s: %s", names[i], said)
		}
	}
	t.Logf("%d modules", len(modules))
}
