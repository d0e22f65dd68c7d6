package conformance

// This file runs programs that call every overload of the built-in functions of values,
// with every type, by every path.

import (
	"fmt"
	"os"
	"testing"

	"refract/internal/harness/differential"
	"refract/internal/progen"
	"refract/internal/vkrun"
)

// builtinJobs are the jobs of the programs of a seed, with the interpreter's results.
// Where results have errors, they may differ by a part of their size.
func builtinJobs(t *testing.T, seed uint64, f16 bool) (jobs []*differential.Job, want []differential.Result) {
	t.Helper()
	reference := differential.Interpreter()
	for i, p := range progen.BuiltinPrograms(seed, f16) {
		j, err := differential.NewJob(fmt.Sprintf("built-ins %d.%d, f16 %v", seed, i, f16), p.Source, p.Entry, p.Workgroups, nil, seed+uint64(i))
		if err != nil {
			t.Fatal(err)
		}
		j.Turn = i
		if !p.Exact {
			if j.Loose = 2e-3; f16 {
				j.Loose = 3e-2
			}
		}
		result, err := reference.Run(j)
		if err != nil {
			t.Fatalf("%s: %v", j.Name, err)
		}
		jobs, want = append(jobs, j), append(want, result)
	}
	return jobs, want
}

// TestBuiltins runs them: some, or all of $REFRACT_SEED where REFRACT_ALL is 1.
func TestBuiltins(t *testing.T) {
	d := vkrun.OpenTest(t)
	interpreter := differential.Interpreter()
	engines := []differential.Engine{
		differential.Vulkan(d, differential.SPIRVOptions(), false),
		differential.VulkanOptimized(d, differential.SPIRVOptions(), false, 1),
		{Name: "-O1", Run: func(j *differential.Job) (differential.Result, error) {
			o, err := differential.OptimizedJob(j, 1)
			if err != nil {
				return nil, err
			}
			return interpreter.Run(o)
		}},
		{Name: "WGSL of -O1", Run: func(j *differential.Job) (differential.Result, error) {
			o, err := differential.OptimizedJob(j, 1)
			if err == nil {
				o, err = differential.Reread(o, 0)
			}
			if err != nil {
				return nil, err
			}
			return interpreter.Run(o)
		}},
		differential.GLSL(t, d),
	}
	seed := uint64(number("REFRACT_SEED", 1))
	every := 6
	if os.Getenv("REFRACT_ALL") == "1" {
		every = 1
	}
	for _, f16 := range []bool{false, true} {
		var jobs []*differential.Job
		var want []differential.Result
		all, results := builtinJobs(t, seed, f16)
		for i := int(seed) % every; i < len(all); i += every {
			jobs, want = append(jobs, all[i]), append(want, results[i])
		}
		for _, e := range engines {
			t.Run(fmt.Sprint(e.Name, ", f16 ", f16), func(t *testing.T) {
				for i, j := range jobs {
					got, err := e.Run(j)
					if err != nil {
						t.Errorf("%s: %v", j.Name, err)
					} else if s := j.Compare(want[i], got); s != "" {
						t.Errorf("%s: %s\n%s", j.Name, s, j.Source)
					}
				}
			})
		}
		for _, r := range runners() {
			t.Run(fmt.Sprint(r.name, ", f16 ", f16), func(t *testing.T) { r.agree(t, jobs, want) })
		}
		for checker := range map[string]bool{"tint-run": true, "wgpu-run": true} {
			if os.Getenv("REFRACT_OUTSIDE") == "" || f16 && checker == "tint-run" {
				continue
			}
			t.Run(fmt.Sprint(checker, ", f16 ", f16), func(t *testing.T) {
				got, errs := differential.Outside(t, checker, jobs)
				for i, j := range jobs {
					if errs[i] != nil {
						t.Errorf("%s: %v", j.Name, errs[i])
					} else if s := j.Compare(want[i], got[i]); s != "" {
						t.Errorf("%s: %s\n%s", j.Name, s, j.Source)
					}
				}
			})
		}
	}
}
