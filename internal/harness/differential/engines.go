package differential

// This file holds the engines.

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"testing"

	back "refract/back/spirv"
	"refract/exec"
	"refract/exec/interp"
	backend "refract/internal/back"
	"refract/internal/harness"
	"refract/internal/ir/transform"
	"refract/internal/ssa/pipeline"
	"refract/internal/vkrun"
	"refract/ir"
	"refract/spirv"
	"refract/ssa"
	"refract/ssa/pass"
)

// An Engine runs jobs.
type Engine struct {
	Name string
	Run  func(*Job) (Result, error)
}

// Agrees reports whether the engine runs a job with the wanted results.
func (e *Engine) Agrees(j *Job, want Result) bool {
	got, err := e.Run(j)
	return err == nil && j.Compare(want, got) == ""
}

// Fresh is a copy of the contents of the buffers and storage textures before a run.
func (j *Job) Fresh() Result {
	r := make(Result, 0, len(j.Buffers)+len(j.Textures))
	for i := range j.Buffers {
		r = append(r, bytes.Clone(j.Buffers[i].Data))
	}
	for i := range j.Textures {
		if t := &j.Textures[i]; t.Storage {
			r = append(r, bytes.Clone(t.View.Texture.Level(0)))
		}
	}
	return r
}

// MaxSteps is how many steps an engine of this module may take for a job.
const MaxSteps = 1 << 24

// ErrFindings is wrapped by the error of a run whose checks found something.
var ErrFindings = errors.New("checks found something")

// Run runs a job on an engine of this module, with the given checks.
func Run(e exec.Engine, j *Job, check exec.Check) (Result, error) {
	p, err := e.Load(j.Module, exec.LoadOptions{Overrides: j.Overrides})
	if err != nil {
		return nil, err
	}
	return runProgram(p, j, check)
}

// runProgram runs the loaded program of a job.
func runProgram(p exec.Program, j *Job, check exec.Check) (Result, error) {
	out := j.Fresh()
	var resources exec.Resources
	if err := j.bindAll(&resources, out); err != nil {
		return nil, err
	}
	report, err := p.Dispatch(context.Background(), j.Entry, j.Workgroups, &resources, exec.RunOptions{Check: check, MaxSteps: MaxSteps})
	if err != nil {
		return nil, err
	}
	if report.Findings != nil {
		return nil, fmt.Errorf("%w: %v", ErrFindings, report.Findings)
	}
	return out, nil
}

// Of is an engine of this module.
func Of(e exec.Engine) Engine {
	return Engine{e.Name(), func(j *Job) (Result, error) { return Run(e, j, 0) }}
}

// Interpreter is the reference engine.
func Interpreter() Engine { return Of(interp.Engine{}) }

// SPIRVOptions are the options of SPIR-V whose results must be the reference engine's.
func SPIRVOptions() back.Options {
	o := back.NewOptions()
	o.Version, o.Names, o.NoContraction = 5, false, true
	o.ExternalForm = transform.ExternalSingle
	return o
}

// AllSPIRVOptions are such options for several versions of SPIR-V, one of them
// with names.
func AllSPIRVOptions() []back.Options {
	current := SPIRVOptions()
	named := current
	named.Names = true
	old := current
	old.Version, old.ZeroInitializeWorkgroup = 0, back.ZeroPolyfill
	newest := current
	newest.Version, newest.ZeroInitializeWorkgroup = 6, back.ZeroNative
	return []back.Options{current, named, old, newest}
}

// Vulkan runs jobs as SPIR-V on a device. Overrides are resolved when the SPIR-V is
// written, or left to the driver, if specialize is set and specialization constants can
// express all that depends on them.
func Vulkan(d *vkrun.Device, o back.Options, specialize bool) Engine {
	w := new(back.Writer)
	return vulkan(d, fmt.Sprint("vulkan 1.", o.Version), o, specialize, w.Write)
}

// VulkanSSA is like Vulkan, but the SPIR-V is written from SSA form, with strict floating
// point and after passes. The result of the passes is verified.
func VulkanSSA(d *vkrun.Device, o back.Options, specialize bool, passes ...*pass.Pass) Engine {
	return vulkanSSA(d, passNames(passes), o, specialize, func(s *ssa.Shader) error {
		for _, p := range passes {
			p.Run(s)
		}
		return ssa.Verify(s)
	})
}

// VulkanOptimized is like VulkanSSA with the pipeline of a level of optimization.
func VulkanOptimized(d *vkrun.Device, o back.Options, specialize bool, level int) Engine {
	return vulkanSSA(d, pipeline.LevelName(level), o, specialize, func(s *ssa.Shader) error { return optimize(s, level) })
}

// vulkanSSA runs a job through SSA form and an optimizer.
func vulkanSSA(d *vkrun.Device, how string, o back.Options, specialize bool, run func(*ssa.Shader) error) Engine {
	w := new(back.Writer)
	return vulkan(d, fmt.Sprint("vulkan 1.", o.Version, " from SSA ", how), o, specialize,
		func(dst []uint32, m *ir.Module, o back.Options) ([]uint32, error) {
			return w.WriteOptimized(dst, m, o, backend.Optimizer{Strict: true, Run: run})
		})
}

// vulkan is an engine that runs the output of write for a job.
func vulkan(d *vkrun.Device, name string, o back.Options, specialize bool,
	write func(dst []uint32, m *ir.Module, o back.Options) ([]uint32, error)) Engine {
	return Engine{name, func(j *Job) (Result, error) {
		o := o
		o.EntryPoint, o.Stage = j.Entry, ir.StageCompute
		shader := vkrun.Shader{Entry: j.Entry}
		words, err := write(nil, j.Module, o)
		if !specialize || err != nil {
			if o.Overrides = j.Overrides; o.Overrides == nil {
				o.Overrides = map[string]float64{}
			}
			words, err = write(nil, j.Module, o)
		}
		if err != nil {
			return nil, err
		}
		shader.SPIRV = spirv.AppendBytes(nil, words)
		if specialize {
			shader.Overrides = j.specialization(words)
		}
		return j.OnDevice(d, shader)
	}}
}

// OnDevice runs a job's translated shader on a device, with more buffers that it now needs.
func (j *Job) OnDevice(d *vkrun.Device, shader vkrun.Shader, more ...vkrun.Binding) (Result, error) {
	out := j.Fresh()
	bindings, err := j.Bindings(out)
	if err != nil {
		return nil, err
	}
	return out, d.Compute(shader, append(bindings, more...), j.Immediate, j.Workgroups)
}

// specialization is the values of the overrides that a module has as
// specialization constants, by SpecId.
func (j *Job) specialization(words []uint32) map[uint32]float64 {
	ids := back.SpecIDs(j.Module)
	values := map[uint32]float64{}
	for at := 5; at < len(words); at += int(words[at] >> 16) {
		op := words[at:]
		if spirv.Op(op[0]&0xffff) != spirv.OpDecorate || spirv.Decoration(op[2]) != spirv.DecorationSpecId {
			continue
		}
		for i := 1; i < len(ids); i++ {
			if x, ok := j.Overrides[j.Module.Overrides[i].Key()]; ok && ids[i] == op[3] {
				values[op[3]] = x
			}
		}
	}
	return values
}

// outsideRow is a job as outside runners read it.
type outsideRow struct {
	Name       string               `json:"name"`
	Source     string               `json:"source"`
	Entry      string               `json:"entry"`
	Workgroups [3]uint32            `json:"workgroups"`
	Buffers    map[string]outsideIn `json:"buffers"`
	Overrides  map[string]float64   `json:"overrides,omitempty"`
}

type outsideIn struct {
	Hex string `json:"hex"`
}

// Outside runs jobs on an outside checker, "tint-run" or "wgpu-run", all in one
// go. A job that it couldn't run has a nil result and an error.
//
// tint-run runs on SwiftShader, which gets comparisons of vectors of signed integers wrong
// if it knows both sides to be constant, as in vec3i(8, 3, 0) >= vec3i(x) with a private x
// that stays 0: see SwiftShader.
func Outside(t testing.TB, checker string, jobs []*Job, args ...string) ([]Result, []error) {
	var rows []outsideRow
	for _, j := range jobs {
		if j.Textures != nil || j.Samplers != nil {
			t.Fatalf("%s: outside checkers are given buffers alone", j.Name)
		}
		row := outsideRow{j.Name, j.Source, j.Entry, j.Workgroups, map[string]outsideIn{}, j.Overrides}
		for i := range j.Buffers {
			if j.unbound != nil && j.unbound[i] {
				continue
			}
			row.Buffers[j.Buffers[i].key()] = outsideIn{hex.EncodeToString(j.Buffers[i].Data)}
		}
		rows = append(rows, row)
	}
	results, errs := make([]Result, len(jobs)), make([]error, len(jobs))
	for n, v := range harness.Oracle(t, checker, rows, args...) {
		if !v.OK {
			errs[n] = errors.New(v.Text())
			continue
		}
		for i := range jobs[n].Buffers {
			if jobs[n].unbound != nil && jobs[n].unbound[i] {
				results[n] = append(results[n], slices.Clone(jobs[n].Buffers[i].Data))
				continue
			}
			data, err := hex.DecodeString(v.Buffers[jobs[n].Buffers[i].key()])
			if err == nil && len(data) < len(jobs[n].Buffers[i].Data) {
				err = fmt.Errorf("buffer %s has %d bytes", jobs[n].Buffers[i].key(), len(data))
			}
			if err != nil {
				results[n], errs[n] = nil, err
				break
			}
			results[n] = append(results[n], data)
		}
	}
	return results, errs
}

func (b *Buffer) key() string { return fmt.Sprintf("%d.%d", b.Group, b.Binding) }
