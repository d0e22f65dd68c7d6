package conformance

// This file runs 64-bit floats as Direct3D's machine computes them.

import (
	"fmt"
	"testing"

	"refract/back/dxbc"
	"refract/back/dxil"
	"refract/exec"
	"refract/exec/interp"
	"refract/internal/glslgen"
	"refract/internal/harness/differential"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir"
)

// TestDoublesOfDirect3D runs REFRACT_PROGRAMS random shaders with doubles from the seed REFRACT_SEED on by
// instructions of Direct3D 11, 11.1 and 12. They have no fma, which lavapipe rounds twice, and is computed
// with umul without dfma; dxil-spirv ends if a high half decides a choice with a constant:
//
//	umul r3.x, r3.y, r3.x, r3.y
//	and r2.x, r3.x, r2.x
//	movc r2.z, r2.x, l(0x7ff80000), r2.w
func TestDoublesOfDirect3D(t *testing.T) {
	n, seed := uint64(sweep.Count(24)), uint64(number("REFRACT_SEED", 1))
	var jobs []*differential.Job
	var want []differential.Result
	skipped := map[string]int{}
	for i := seed; i < seed+n; i++ {
		row := glslRow{Name: "seed", Stage: "compute", Vulkan: true, Source: glslgen.Sized(i, glslgen.SizedOptions{Words: true, Defined: true, NoFma: true})}
		v, err := row.check()
		if err != nil {
			t.Errorf("seed %d: %v", i, err)
			continue
		}
		j, err := differential.NewModuleJob(fmt.Sprint("seed ", i), v.Module, v.Info, ir.StageCompute, [3]uint32{1, 1, 1}, i)
		if err != nil {
			skipped[reason(err)]++
			continue
		}
		j.Turn, j.Source = int(i), row.Source
		result, err := differential.Run(interp.Engine{}, j, exec.CheckRaces|exec.CheckBounds|exec.CheckBarriers|exec.CheckUninitialized)
		if err != nil {
			skipped[reason(err)]++
			continue
		}
		jobs, want = append(jobs, j), append(want, result)
	}
	t.Logf("%d jobs; skipped: %v", len(jobs), skipped)
	for _, r := range []runner{{name: "dxbc", run: func(t *testing.T, jobs []*differential.Job) ([]differential.Result, []error) {
		return differential.DXBC(func(n int, o *dxbc.Options) (level int) {
			o.Profile = [...]dxbc.Profile{dxbc.Profile50, dxbc.Profile51}[n/2%2]
			o.Doubles = [...]dxbc.Doubles{dxbc.DoublesBasic, dxbc.DoublesExtended}[n%2]
			return n / 4 % 3
		}).Run(t, vkrun.OpenTest(t), jobs)
	}}, {name: "dxil", run: func(t *testing.T, jobs []*differential.Job) ([]differential.Result, []error) {
		return differential.DXIL(func(n int, o *dxil.Options) (level int) { return n / 4 % 3 }).Run(t, vkrun.OpenTest(t), jobs)
	}}} {
		t.Run(r.name, func(t *testing.T) {
			if agreed, left := r.agree(t, jobs, want); left > 0 || agreed == 0 {
				t.Errorf("%d agree, %d were refused", agreed, left)
			}
		})
	}
}
