package differential

// This file runs this module's SPIR-V on drivers other than the system's, in a process of
// their own: a newer lavapipe, and SwiftShader, the driver that tint-run has. Code of Tint's
// and of this module's that both do the same there, and nowhere else, shows a fault of the
// driver.

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"testing"

	back "refract/back/spirv"
	backend "refract/internal/back"
	"refract/internal/harness"
	"refract/ir"
	"refract/spirv"
	"refract/ssa"
)

// The files that name a driver for Vulkan's loader, below the folder of the checkers.
const (
	SwiftShaderICD = "swiftshader/vk_swiftshader_icd.json"
	Mesa25ICD      = "mesa25/lvp_icd.json"
)

// driverRow is a job as the checker vk-run reads it.
type driverRow struct {
	Name       string               `json:"name"`
	SPIRV      string               `json:"spirv"`
	Entry      string               `json:"entry"`
	Workgroups [3]uint32            `json:"workgroups"`
	Buffers    map[string]outsideIn `json:"buffers"`
}

// OnDriver runs jobs as SPIR-V on a driver, optimized at a level if that isn't 0. A job
// that it couldn't run has a nil result and an error.
func OnDriver(t testing.TB, icd string, jobs []*Job, level int) ([]Result, []error) {
	t.Helper()
	results, errs := make([]Result, len(jobs)), make([]error, len(jobs))
	var rows []driverRow
	var at []int
	w := new(back.Writer)
	for n, j := range jobs {
		if j.Textures != nil || j.Samplers != nil || j.Immediate != nil {
			errs[n] = leftOut("drivers in other processes are given buffers alone")
			continue
		}
		o := SPIRVOptions()
		o.EntryPoint, o.Stage, o.Overrides = j.Entry, ir.StageCompute, j.Overrides
		if o.Overrides == nil {
			o.Overrides = map[string]float64{}
		}
		var words []uint32
		var err error
		if level == 0 {
			words, err = w.Write(nil, j.Module, o)
		} else {
			words, err = w.WriteOptimized(nil, j.Module, o, backend.Optimizer{Strict: true, Run: func(s *ssa.Shader) error { return optimize(s, level) }})
		}
		if err != nil {
			errs[n] = err
			continue
		}
		row := driverRow{j.Name, base64.StdEncoding.EncodeToString(spirv.AppendBytes(nil, words)), j.Entry, j.Workgroups, map[string]outsideIn{}}
		for i := range j.Buffers {
			row.Buffers[j.Buffers[i].key()] = outsideIn{hex.EncodeToString(j.Buffers[i].Data)}
		}
		rows, at = append(rows, row), append(at, n)
	}
	if len(rows) == 0 {
		return results, errs
	}
	file := filepath.Join(harness.Oracles(), icd)
	if _, err := os.Stat(file); err != nil {
		if os.Getenv("REFRACT_REQUIRE_TOOLS") == "1" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	before, had := os.LookupEnv("VK_ICD_FILENAMES")
	os.Setenv("VK_ICD_FILENAMES", file)
	verdicts := harness.Oracle(t, "vk-run", rows, "--timeout", "10")
	if os.Unsetenv("VK_ICD_FILENAMES"); had {
		os.Setenv("VK_ICD_FILENAMES", before)
	}
	for k, v := range verdicts {
		n := at[k]
		results[n], errs[n] = jobs[n].fromDriver(&v)
	}
	return results, errs
}

// fromDriver reads the results of vk-run.
func (j *Job) fromDriver(v *harness.Verdict) (out Result, err error) {
	if !v.OK {
		return nil, errors.New(v.Text())
	}
	for i := range j.Buffers {
		data, err := hex.DecodeString(v.Buffers[j.Buffers[i].key()])
		if err != nil {
			return nil, err
		}
		if len(data) < len(j.Buffers[i].Data) {
			return nil, errors.New("a buffer has too few bytes")
		}
		out = append(out, data)
	}
	return out, nil
}

// SwiftShader is an engine that runs jobs as SPIR-V on SwiftShader.
func SwiftShader(t testing.TB) Engine {
	return Engine{"SwiftShader", func(j *Job) (Result, error) {
		results, errs := OnDriver(t, SwiftShaderICD, []*Job{j}, 0)
		return results[0], errs[0]
	}}
}
