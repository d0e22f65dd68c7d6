package differential

// This file runs a job's module after writing it as SPIR-V and reading it again, directly
// or through spirv-opt, in the reference engine.

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	back "refract/back/spirv"
	"refract/diag"
	front "refract/front/spirv"
	backend "refract/internal/back"
	"refract/internal/ir/transform"
	"refract/internal/vkrun"
	"refract/ir"
	"refract/ir/validate"
	"refract/spirv"
)

// ThroughSPIRV is an engine that writes a job as SPIR-V, with overrides resolved,
// straight from the module (level 0) or through the optimizer, and runs the module
// that is read from it.
func ThroughSPIRV(o back.Options, level int) Engine {
	return throughSPIRV(fmt.Sprintf("spirv 1.%d -O%d, read", o.Version, level), o, level, nil)
}

// ThroughSPIRVOpt is ThroughSPIRV with spirv-opt between writing and reading, with the
// flags given.
func ThroughSPIRVOpt(o back.Options, dir string, flags ...string) Engine {
	return throughSPIRV(fmt.Sprintf("spirv 1.%d, spirv-opt %s, read", o.Version, strings.Join(flags, " ")), o, 0, func(words []uint32) ([]uint32, error) {
		in, out := filepath.Join(dir, "in.spv"), filepath.Join(dir, "out.spv")
		if err := os.WriteFile(in, spirv.AppendBytes(nil, words), 0o666); err != nil {
			return nil, err
		}
		if text, err := exec.Command("spirv-opt", append(flags, in, "-o", out)...).CombinedOutput(); err != nil {
			return nil, fmt.Errorf("spirv-opt: %w: %s", err, text)
		}
		data, err := os.ReadFile(out)
		if err != nil {
			return nil, err
		}
		return spirv.FromBytes(data)
	})
}

// words is the compute job's module as SPIR-V, at a level of optimization, with overrides
// resolved.
func (j *Job) words(w *back.Writer, o back.Options, level int) ([]uint32, error) {
	o.EntryPoint, o.Stage = j.Entry, ir.StageCompute
	if o.Overrides = j.Overrides; o.Overrides == nil {
		o.Overrides = map[string]float64{}
	}
	if level == 0 {
		return w.Write(nil, j.Module, o)
	}
	return w.WriteOptimized(nil, j.Module, o, backend.Optimizer{Strict: true, Run: optimizer(level)})
}

func throughSPIRV(name string, o back.Options, level int, change func([]uint32) ([]uint32, error)) Engine {
	w := new(back.Writer)
	o.Bounds.ImageLoad = transform.ReadZeroSkipWrite // as the reference engine has it
	return Rewritten(name, func(j *Job) (*ir.Module, error) {
		words, err := j.words(w, o, level)
		if err == nil && change != nil {
			words, err = change(words)
		}
		if err != nil {
			return nil, err
		}
		var list diag.List
		sources := new(diag.Sources)
		sources.Add("job.spv", "")
		m := front.Read(words, front.Options{}, sources, &list)
		if m == nil {
			return nil, list.Err(sources)
		}
		m.Sources = sources
		return m, nil
	})
}

// ReadSPIRV runs jobs as SPIR-V that others made of their source, in the interpreter.
func ReadSPIRV(code []byte) Engine {
	return Rewritten("SPIR-V as read", func(j *Job) (*ir.Module, error) {
		words, err := spirv.FromBytes(code)
		if err != nil {
			return nil, err
		}
		var list diag.List
		sources := new(diag.Sources)
		sources.Add("job.spv", "")
		m := front.Read(words, front.Options{}, sources, &list)
		if m == nil {
			return nil, list.Err(sources)
		}
		m.Sources = sources
		return m, nil
	})
}

// NewSPIRVJob is NewJob, or NewFragmentJob, for SPIR-V, which is read.
func NewSPIRVJob(name string, words []uint32, entry string, stage ir.Stage, seed uint64) (job *Job, err error) {
	defer func() {
		if fault := recover(); fault != nil { // layouts that contents are never made for
			job, err = nil, fmt.Errorf("%s: no contents can be made: %v", name, fault)
		}
	}()
	var list diag.List
	sources := new(diag.Sources)
	sources.Add(name, "")
	j := &Job{Name: name, Entry: entry, Stage: stage, Workgroups: [3]uint32{1, 1, 1}}
	if j.Module = front.Read(words, front.Options{}, sources, &list); j.Module != nil {
		j.info = new(validate.Validator).Validate(j.Module, validate.Options{Capabilities: validate.All}, &list)
	}
	if list.HasErrors() {
		return nil, list.Err(sources)
	}
	return j.begin(seed)
}

// VulkanWords runs jobs as the SPIR-V that they were read from.
func VulkanWords(d *vkrun.Device, words []uint32) Engine {
	return Engine{"vulkan, as it was", func(j *Job) (Result, error) {
		return j.OnDevice(d, vkrun.Shader{Entry: j.Entry, SPIRV: spirv.AppendBytes(nil, words)})
	}}
}
