package conformance

// This file runs kernels whose sizes are specialization constants, with the values that a
// host gives them, by every way that keeps the constants open until then.

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"refract/back/msl"
	"refract/back/wgsl"
	"refract/exec"
	"refract/exec/interp"
	"refract/exec/wasm"
	"refract/internal/glslgen"
	"refract/internal/harness/differential"
	"refract/internal/harness/glslang"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir"
)

// specializations are the values in the comments at the head of a kernel, one choice a
// line, and the choice of none.
func specializations(t *testing.T, source string) []map[string]float64 {
	t.Helper()
	list := []map[string]float64{nil}
	for line := range strings.Lines(source) {
		text, ok := strings.CutPrefix(line, "// ")
		if !ok {
			break
		}
		values := map[string]float64{}
		for _, word := range strings.Fields(text) {
			key, number, _ := strings.Cut(word, "=")
			x, err := strconv.ParseFloat(number, 64)
			if err != nil {
				t.Fatal(err)
			}
			values[key] = x
		}
		list = append(list, values)
	}
	return list
}

// specializedWays are the ways by which one job is run at a time.
func specializedWays(t *testing.T, d *vkrun.Device) []differential.Engine {
	ways := []differential.Engine{
		differential.Of(wasm.Engine{}), differential.Optimized(1), differential.Optimized(2), differential.OptimizedInterp(2),
	}
	if d != nil {
		ways = append(ways, differential.Vulkan(d, differential.SPIRVOptions(), true), differential.VulkanOptimized(d, differential.SPIRVOptions(), true, 2),
			differential.GLSLSpecialized(t, d))
	}
	return ways
}

// specializedRun runs a kernel with one choice of values by the ways, and as glslang's
// SPIR-V, read and on the device. It returns the job and its result.
func specializedRun(t *testing.T, name, source string, words []byte, values map[string]float64, d *vkrun.Device, ways []differential.Engine) (*differential.Job, differential.Result) {
	t.Helper()
	row := glslRow{Name: name, Stage: "compute", Vulkan: true, Source: source}
	v, err := row.check()
	if err != nil {
		t.Error(err)
		return nil, nil
	}
	j, err := differential.NewModuleJob(name, v.Module, v.Info, ir.StageCompute, [3]uint32{1, 1, 1}, 1)
	if err != nil {
		t.Error(err)
		return nil, nil
	}
	j.Overrides = values
	want, err := differential.Run(interp.Engine{}, j, exec.CheckRaces|exec.CheckBounds|exec.CheckBarriers)
	if err != nil {
		t.Errorf("%s %v: %v", name, values, err)
		return nil, nil
	}
	compare := func(way string, got differential.Result, err error) {
		if err != nil {
			t.Errorf("%s %v: %s: %v", name, values, way, err)
		} else if s := j.Compare(want, got); s != "" {
			t.Errorf("%s %v: %s: %s", name, values, way, s)
		}
	}
	for _, way := range ways {
		got, err := way.Run(j)
		if unsupported := (*exec.UnsupportedError)(nil); errors.As(err, &unsupported) {
			continue // the fast engine has no integers of 8 and 16 bits
		}
		compare(way.Name, got, err)
	}
	if words == nil {
		return j, want
	}
	got, err := differential.ReadSPIRV(words).Run(j)
	compare("glslang's SPIR-V, read", got, err)
	if d != nil {
		got, err := j.Words(d, words)
		compare("glslang's SPIR-V", got, err)
	}
	return j, want
}

// TestSpecialized runs the kernels of testdata/specialized: every third, or with REFRACT_ALL all.
func TestSpecialized(t *testing.T) {
	files, err := filepath.Glob("testdata/specialized/*.comp")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	d, err := vkrun.Shared()
	if err != nil {
		t.Log(err)
		d = nil
	}
	compiles, ways := glslang.Installed(), specializedWays(t, d)
	var jobs []*differential.Job
	var want []differential.Result
	for i, file := range files {
		if i%3 != 0 && os.Getenv("REFRACT_ALL") != "1" {
			continue
		}
		name := strings.TrimSuffix(filepath.Base(file), ".comp")
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var words []byte
		if compiles {
			row := glslRow{Stage: "compute", Source: string(text)}
			if words, err = glslangWords(&row, "1.2"); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		for _, values := range specializations(t, string(text)) {
			if j, result := specializedRun(t, name, string(text), words, values, d, ways); j != nil {
				j.Turn = 1
				jobs, want = append(jobs, j), append(want, result)
			}
		}
	}
	specializedOutside(t, jobs, want)
}

// specializedOutside runs jobs as WGSL and as MSL, whose overrides and function constants
// are set there. Where the target keeps fewer, the values are in place when it is written.
func specializedOutside(t *testing.T, jobs []*differential.Job, want []differential.Result) {
	t.Helper()
	open := 0
	var written []*differential.Job
	var wanted []differential.Result
	for i, j := range jobs {
		w, err := differential.Reread(j, 0)
		if lacks := (*wgsl.UnsupportedError)(nil); errors.As(err, &lacks) {
			continue // integers of 8 and 16 bits
		} else if err != nil {
			t.Errorf("%s: wgsl: %v", j.Name, err)
			continue
		}
		if maps.Equal(w.Overrides, j.Overrides) {
			open++
		} else if w, err = j.Substituted(); err == nil {
			w, err = differential.Reread(w, 0)
		}
		if err != nil {
			t.Errorf("%s: wgsl: %v", j.Name, err)
			continue
		}
		got, err := differential.Interpreter().Run(w)
		if err != nil {
			t.Errorf("%s %v: wgsl, read: %v", j.Name, j.Overrides, err)
		} else if s := j.Compare(want[i], got); s != "" {
			t.Errorf("%s %v: wgsl, read: %s", j.Name, j.Overrides, s)
		}
		written, wanted = append(written, w), append(wanted, want[i])
	}
	t.Logf("%d of %d are open in WGSL", open, len(jobs))
	compare := func(way string, jobs []*differential.Job, want, results []differential.Result, errs []error, skip func(error) bool) {
		for i, j := range jobs {
			if errs[i] != nil {
				if !skip(errs[i]) {
					t.Errorf("%s %v: %s: %v", j.Name, j.Overrides, way, errs[i])
				}
			} else if s := j.Compare(want[i], results[i]); s != "" {
				t.Errorf("%s %v: %s: %s", j.Name, j.Overrides, way, s)
			}
		}
	}
	results, errs := differential.MSL(t, jobs, func(int, *msl.Options) {})
	compare("msl", jobs, want, results, errs, func(err error) bool { return errors.Is(err, differential.ErrLeftOut) })
	results, errs = differential.Outside(t, "wgpu-run", written)
	compare("wgpu", written, wanted, results, errs, func(err error) bool {
		return strings.Contains(err.Error(), "not yet implemented in Naga") || strings.Contains(err.Error(), "no answer in time")
	})
	results, errs = differential.Outside(t, "tint-run", written)
	compare("tint", written, wanted, results, errs, func(error) bool { return false })
}

// TestSpecializedGenerated runs REFRACT_PROGRAMS random kernels from the seed REFRACT_SEED
// on, whose arrays specialization constants size in every place, with random values.
func TestSpecializedGenerated(t *testing.T) {
	d, err := vkrun.Shared()
	if err != nil {
		t.Log(err)
		d = nil
	}
	compiles, ways := glslang.Installed(), specializedWays(t, d)
	n, seed := uint64(sweep.Count(12)), uint64(number("REFRACT_SEED", 1))
	var jobs []*differential.Job
	var want []differential.Result
	for i := range n {
		source, choices := glslgen.Specialized(seed + i)
		name := "seed " + strconv.FormatUint(seed+i, 10)
		var words []byte
		if compiles {
			row := glslRow{Stage: "compute", Source: source}
			if words, err = glslangWords(&row, "1.2"); err != nil {
				t.Errorf("%s: %v\n%s", name, err, source)
				continue
			}
		}
		failed := t.Failed()
		for _, values := range choices {
			if j, result := specializedRun(t, name, source, words, values, d, ways); j != nil {
				j.Turn = 1
				jobs, want = append(jobs, j), append(want, result)
			}
		}
		if t.Failed() && !failed {
			t.Log(source)
		}
	}
	specializedOutside(t, jobs, want)
}
