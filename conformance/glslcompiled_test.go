package conformance

// This file runs what is read from GLSL as HLSL and MSL: random shaders, of which many
// have blocks of layouts, matrices by rows and numbers of sizes that no WGSL has.

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"refract"
	"refract/exec"
	"refract/exec/interp"
	"refract/internal/glslgen"
	"refract/internal/harness/differential"
	"refract/internal/sweep"
	"refract/ir"
)

// TestGLSLCompiled runs REFRACT_PROGRAMS random shaders from the seed REFRACT_SEED on by
// each language, as they are or optimized.
func TestGLSLCompiled(t *testing.T) {
	n, seed := uint64(sweep.Count(24)), uint64(number("REFRACT_SEED", 1))
	var jobs []*differential.Job
	var want []differential.Result
	skipped := map[string]int{}
	for i := range n {
		row := glslRow{Name: "seed", Stage: "compute", Vulkan: true}
		switch i % 8 {
		case 2:
			row.Source = glslgen.Sized(seed+i, glslgen.SizedOptions{NoBytes: i%16 == 10, NoDoubles: true})
		case 6:
			row.Source = glslgen.Sized(seed+i, glslgen.SizedOptions{NoBytes: true, NoDoubles: i%16 == 6})
		default:
			row.Source = glslgen.Program(seed+i, glslgen.Options{ES: i%4 == 3, Engine: i%2 == 0 || i%8 == 7, Styles: i%4 == 1 || i%16 == 11, Rare: i%8 == 5})
		}
		v, err := row.check()
		if err != nil {
			skipped["no shader"]++ // TestGLSLGenerated says whether it should be
			continue
		}
		j, err := differential.NewModuleJob(fmt.Sprint("seed ", seed+i), v.Module, v.Info, ir.StageCompute, [3]uint32{1, 1, 1}, seed+i)
		if err != nil {
			skipped[reason(err)]++ // arrays of buffers
			continue
		}
		if i%16 == 14 { // computed without doubles: the runners write modules as they are
			if j, _, err = asWritten(j, v, int(i)%2); err != nil {
				skipped[reason(err)]++
				continue
			}
		}
		j.Turn, j.Source = int(seed+i), row.Source
		result, err := differential.Run(interp.Engine{}, j, exec.CheckRaces|exec.CheckBounds|exec.CheckBarriers|exec.CheckUninitialized)
		if err != nil {
			skipped[reason(err)]++
			continue
		}
		if slices.ContainsFunc(result, func(b []byte) bool { return bytes.Contains(b, []byte{0, 0, 0xC0, 0x7F}) }) {
			skipped["what it makes of what isn't a number is open"]++
			continue
		}
		if level := int(i+seed) % 3; level > 0 && i%16 != 14 {
			name := j.Name
			if j, err = optimizedFor(j, v, refract.OptimizeOptions{Level: level, Strict: true}); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		jobs, want = append(jobs, j), append(want, result)
	}
	t.Logf("%d jobs; skipped: %v", len(jobs), skipped)
	allAgree(t, jobs, want)
}
