package conformance

// This file runs programs that call every overload of the built-in functions of values,
// with every type, by every path.

import (
	"fmt"
	"os"
	"testing"

	"refract/exec"
	"refract/exec/interp"
	"refract/exec/wasm"
	"refract/internal/harness/differential"
	"refract/internal/progen"
	"refract/internal/ssa/pipeline"
	"refract/internal/vkrun"
	"refract/ir"
)

// callJobs are jobs of the programs of a seed, with the interpreter's results: of so many
// programs one, or all where REFRACT_ALL is 1.
func callJobs[C any](t *testing.T, what string, all []progen.CallProgram[C], seed, every int) (jobs []*differential.Job, want []differential.Result) {
	t.Helper()
	if os.Getenv("REFRACT_ALL") == "1" {
		every = 1
	}
	for i := seed % every; i < len(all); i += every {
		p := all[i]
		j, err := differential.NewJob(fmt.Sprintf("%s %d.%d", what, seed, i), p.Source, p.Entry, p.Workgroups, nil, uint64(seed+i))
		if err != nil {
			t.Fatalf("%v\n%s", err, p.Source)
		}
		j.Turn = i
		result, err := differential.Run(interp.Engine{}, j, exec.CheckRaces|exec.CheckBounds|exec.CheckBarriers)
		if err != nil {
			t.Fatalf("%s: %v\n%s", j.Name, err, p.Source)
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
	seed := number("REFRACT_SEED", 1)
	for _, f16 := range []bool{false, true} {
		all := progen.BuiltinPrograms(uint64(seed), f16)
		jobs, want := callJobs(t, fmt.Sprint("built-ins, f16 ", f16), all, seed, 6)
		for _, j := range jobs {
			if !all[j.Turn].Calls[0].Exact() { // results may differ by a part of their size
				if j.Loose = 2e-3; f16 {
					j.Loose = 3e-2
				}
			}
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
			t.Run(fmt.Sprint(checker, ", f16 ", f16), func(t *testing.T) { agreeOutside(t, checker, jobs, want) })
		}
	}
}

// TestTextureCalls runs programs that call every overload of the functions of textures
// that a compute shader may call: some, or all of $REFRACT_SEED where REFRACT_ALL is 1.
func TestTextureCalls(t *testing.T) {
	d := vkrun.OpenTest(t)
	reference := differential.Interpreter()
	seed := number("REFRACT_SEED", 1)
	jobs, want := callJobs(t, "texture calls", progen.TexturePrograms(uint64(seed), ir.StageCompute), seed, 40)
	reread := func(level int) differential.Engine {
		return differential.Engine{Name: fmt.Sprint("WGSL of ", pipeline.LevelName(level)), Run: func(j *differential.Job) (differential.Result, error) {
			again, err := differential.Reread(j, level)
			if err != nil {
				return nil, err
			}
			return reference.Run(again)
		}}
	}
	engines := []differential.Engine{
		differential.Of(wasm.Engine{}),
		differential.Vulkan(d, differential.SPIRVOptions(), false), differential.VulkanOptimized(d, differential.SPIRVOptions(), false, 1),
		differential.VulkanSSA(d, differential.SPIRVOptions(), false), differential.GLSL(t, d),
		reread(0), reread(2),
	}
	for _, e := range append(engines, differential.Transforms()...) {
		t.Run(e.Name, func(t *testing.T) { agreeOn(t, e, jobs, want) })
	}
	for _, r := range runners() {
		t.Run(r.name, func(t *testing.T) { r.agree(t, jobs, want) })
	}
}

// TestGroupCalls runs programs that call every function of atomics, subgroups and quads:
// some, or all of $REFRACT_SEED where REFRACT_ALL is 1.
func TestGroupCalls(t *testing.T) {
	d := vkrun.OpenTest(t)
	seed := number("REFRACT_SEED", 1)
	engines := append(levelEngines(), differential.GLSL(t, d), differential.Of(wasm.Engine{}))
	for i, o := range differential.AllSPIRVOptions() {
		if o.Version >= 3 && (os.Getenv("REFRACT_ALL") == "1" || i == 0) {
			engines = append(engines, differential.Vulkan(d, o, false), differential.VulkanOptimized(d, o, false, 1), differential.VulkanSSA(d, o, false))
		}
	}
	engines = append(engines, differential.Transforms()...)
	for _, f16 := range []bool{false, true} {
		jobs, want := callJobs(t, fmt.Sprint("group calls, f16 ", f16), progen.GroupPrograms(uint64(seed), f16), seed, 12)
		for _, e := range engines {
			t.Run(fmt.Sprint(e.Name, ", f16 ", f16), func(t *testing.T) { agreeOn(t, e, jobs, want) })
		}
		for _, r := range runners() {
			t.Run(fmt.Sprint(r.name, ", f16 ", f16), func(t *testing.T) { r.agree(t, jobs, want) })
		}
		if os.Getenv("REFRACT_OUTSIDE") != "" && !f16 { // wgpu lacks the extension
			agreeOutside(t, "tint-run", jobs, want)
		}
	}
}

// agreeOutside asks that an outside implementation of WGSL has the results that are wanted.
func agreeOutside(t *testing.T, checker string, jobs []*differential.Job, want []differential.Result) {
	t.Helper()
	got, errs := differential.Outside(t, checker, jobs)
	for i, j := range jobs {
		if errs[i] != nil {
			t.Errorf("%s: %v", j.Name, errs[i])
		} else if s := j.Compare(want[i], got[i]); s != "" {
			t.Errorf("%s: %s\n%s", j.Name, s, j.Source)
		}
	}
}

// agreeOn asks that an engine has the results of jobs that are wanted, unless it lacks
// something.
func agreeOn(t *testing.T, e differential.Engine, jobs []*differential.Job, want []differential.Result) {
	t.Helper()
	lacking := 0
	for i, j := range jobs {
		got, err := e.Run(j)
		switch {
		case lacks(err):
			lacking++
			t.Logf("%s: %v", j.Name, err)
		case err != nil:
			t.Errorf("%s: %v\n%s", j.Name, err, j.Source)
		case j.Compare(want[i], got) != "":
			t.Errorf("%s: %s\n%s", j.Name, j.Compare(want[i], got), j.Source)
		}
	}
	t.Logf("%d run, %d lack something", len(jobs)-lacking, lacking)
}
