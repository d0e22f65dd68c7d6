package conformance

// This file runs, in every language, the modules that shaders in machine form become.

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"refract/back/hlsl"
	"refract/internal/harness/differential"
	"refract/internal/ssa/pipeline"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir"
)

// machineModule is a job with the module that its shader becomes after a machine's pipeline.
func machineModule(j *differential.Job, name string) (*differential.Job, error) {
	p, err := machinePasses(name)
	if err != nil {
		return nil, err
	}
	s := differential.Strict(j)
	if _, err := pipeline.Run(s, p, pipeline.Options{Establish: true}); err != nil {
		return nil, err
	}
	var m *ir.Module
	if m, err = differential.RestoredModule(s); err != nil {
		return nil, err
	}
	return j.With(name, m)
}

// TestMachineModules runs generated programs after each machine's pipeline as SPIR-V, GLSL
// and HLSL on a driver, and as WGSL that is read again.
func TestMachineModules(t *testing.T) {
	sweep.Only(t)
	d := vkrun.OpenTest(t)
	engines := []differential.Engine{differential.GLSL(t, d), differential.WGSL()}
	for _, o := range differential.AllSPIRVOptions() {
		engines = append(engines, differential.Vulkan(d, o, false))
	}
	reference := differential.Interpreter()
	first, ran, wrong := number("REFRACT_SEED", 0), map[string]int{}, 0
	var jobs []*differential.Job // for DXC
	var results []differential.Result
	for seed := first; seed < first+sweep.Count(120) && wrong < 5; seed++ {
		j, err := generated(uint64(seed))
		if err != nil {
			t.Fatal(err)
		}
		want, err := reference.Run(j)
		if err != nil {
			continue
		}
		names := slices.DeleteFunc(machineNames(), func(name string) bool { return name == "scratch" }) // addresses of buffers
		name := names[seed%len(names)]
		machine, err := machineModule(j, name)
		if err != nil {
			t.Errorf("seed %d: %s: %v", seed, name, err)
			wrong++
			continue
		}
		jobs, results = append(jobs, machine), append(results, want)
		for _, e := range append(engines[:2:2], engines[2+seed%(len(engines)-2)]) {
			got, err := e.Run(machine)
			if errors.Is(err, differential.ErrGlslang) || err != nil && strings.Contains(err.Error(), "wgpu_int16") {
				continue // WGSL has no integers of 16 bits
			}
			d := ""
			if err != nil {
				d = err.Error()
			} else {
				d = j.Compare(want, got)
			}
			if ran[e.Name]++; d != "" {
				t.Errorf("seed %d: %s in %s: %s\n%s\n%s", seed, name, e.Name, d, j.Source, ir.Print(machine.Module))
				wrong++
				break
			}
		}
	}
	got, errs := differential.DXC(t, d, jobs, func(int, *hlsl.Options) {})
	for i, j := range jobs {
		var unsupported *hlsl.UnsupportedError
		switch {
		case errors.Is(errs[i], differential.ErrLeftOut) || errors.As(errs[i], &unsupported):
			continue
		case errs[i] != nil:
			t.Errorf("%s as HLSL: %v", j.Name, errs[i])
		default:
			if d := j.Compare(results[i], got[i]); d != "" {
				t.Errorf("%s as HLSL: %s\n%s", j.Name, d, ir.Print(j.Module))
			}
		}
		ran["hlsl"]++
	}
	t.Log(ran)
}
