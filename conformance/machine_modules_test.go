package conformance

// This file runs, in every language, the modules that shaders in machine form become.

import (
	"errors"
	"testing"

	"refract/back/hlsl"
	"refract/internal/harness/differential"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir"
	"refract/ssa/pipeline"
)

// machineModule is a job with the module that its shader becomes after a machine's pipeline.
func machineModule(j *differential.Job, name string) (*differential.Job, error) {
	p, err := pipeline.Named(name)
	if err != nil {
		return nil, err
	}
	s := differential.Strict(j)
	if _, err := pipeline.Run(s, p, pipeline.Options{}); err != nil {
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
	engines := []differential.Engine{differential.GLSL(t, d), differential.HLSL(t, d, func(*hlsl.Options) {}), differential.WGSL()}
	for _, o := range differential.AllSPIRVOptions() {
		engines = append(engines, differential.Vulkan(d, o, false))
	}
	reference := differential.Interpreter()
	first, ran, wrong := number("REFRACT_SEED", 0), map[string]int{}, 0
	for seed := first; seed < first+sweep.Count(120) && wrong < 5; seed++ {
		j, err := generated(uint64(seed))
		if err != nil {
			t.Fatal(err)
		}
		want, err := reference.Run(j)
		if err != nil {
			continue
		}
		names := pipeline.Names()
		name := names[seed%len(names)]
		machine, err := machineModule(j, name)
		if err != nil {
			t.Errorf("seed %d: %s: %v", seed, name, err)
			wrong++
			continue
		}
		for _, e := range engines[:4] {
			if e.Name == engines[3].Name {
				e = engines[3+seed%(len(engines)-3)]
			}
			got, err := e.Run(machine)
			if errors.Is(err, differential.ErrGlslang) {
				continue
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
	t.Log(ran)
}
