package differential

// This file runs jobs as Direct3D bytecode: written by back/dxbc, checked by Microsoft's
// disassembler, and taken by dxil-spirv to SPIR-V for a device.

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"testing"

	"refract/back/dxbc"
	"refract/internal/back"
	"refract/internal/harness"
	"refract/internal/ir/transform"
	"refract/internal/vkrun"
	"refract/ir"
	"refract/ssa"
)

// Shifts of registers, by class, in the SPIR-V of containers.
var d3dShifts = map[string]uint32{"b": 0, "t": 100, "u": 200, "s": 300}

// countsRegister is the constant buffer with the numbers of workgroups.
const countsRegister = 13

// containerRow is a container as the oracles read it.
type containerRow struct {
	Name string `json:"name"`
	DXBC string `json:"dxbc,omitempty"`
	Code string `json:"code,omitempty"`
}

// DXBC runs jobs as containers on a device, each with the options that change makes of the
// usual ones, and a level of optimization, by the job's turn. A job that couldn't be run has a
// nil result and an error.
func DXBC(t testing.TB, d *vkrun.Device, jobs []*Job, change func(n int, o *dxbc.Options) (level int)) ([]Result, []error) {
	t.Helper()
	b := newBatch(jobs)
	var w dxbc.Writer
	var rows []containerRow
	places := make([]*dxbc.Reflection, len(b.jobs))
	separate := make([]bool, len(b.jobs))
	for n, j := range b.jobs {
		if j == nil {
			continue
		}
		o := dxbc.NewOptions()
		o.EntryPoint, o.Stage, o.Overrides = j.Entry, ir.StageCompute, j.Overrides
		o.ExternalForm = transform.ExternalSingle
		level := change(j.Turn, &o)
		o.ClampConversions = true // dxil-spirv converts as SPIR-V does
		o.Bounds.Buffer = transform.Restrict // as the interpreter does
		o.SpecialConstants = &dxbc.Register{Register: countsRegister}
		optimizer := &back.Optimizer{Strict: true}
		if level != 0 {
			optimizer.Run = func(s *ssa.Shader) error { return optimize(s, level) }
		}
		data, r, err := w.Write(j.Module, j.info, o, optimizer)
		if err != nil {
			b.errs[n] = err
			continue
		}
		places[n], separate[n] = r, o.Profile < dxbc.Profile51
		code := base64.StdEncoding.EncodeToString(data)
		rows = append(rows, containerRow{Name: j.Name, DXBC: code})
		b.at = append(b.at, n)
	}
	if len(rows) == 0 {
		return b.results, b.errs
	}
	var valid []containerRow
	var at []int
	for i, v := range harness.Oracle(t, "dxbc", rows) {
		if !v.OK {
			b.errs[b.at[i]] = fmt.Errorf("not valid: %s", v.Text())
			continue
		}
		valid, at = append(valid, containerRow{Name: rows[i].Name, Code: rows[i].DXBC}), append(at, b.at[i])
	}
	for i, v := range harness.Oracle(t, "d3d-spirv", valid) {
		n := at[i]
		if !v.OK {
			b.errs[n] = errors.New("d3d-spirv: " + v.Text())
			continue
		}
		code, err := base64.StdEncoding.DecodeString(v.SPIRV)
		if err == nil {
			err = validSPIRV(code)
		}
		if err == nil {
			b.results[n], err = b.jobs[n].runContainer(d, code, places[n], separate[n])
		}
		b.errs[n] = err
	}
	return b.results, b.errs
}

// runContainer runs a container's SPIR-V for a job.
func (j *Job) runContainer(d *vkrun.Device, code []byte, places *dxbc.Reflection, separate bool) (Result, error) {
	out, padded, bindings, err := j.slangBindings()
	if err != nil {
		return nil, err
	}
	var list []vkrun.Binding
	for _, r := range places.Resources {
		at := vkrun.Binding{Set: r.Register.Space, Binding: r.Register.Register + d3dShifts[r.Class]}
		switch {
		case !r.HasBinding && r.Register.Register == countsRegister:
			for _, n := range append(j.Workgroups[:], 0) {
				at.Data = binary.LittleEndian.AppendUint32(at.Data, n)
			}
			list = append(list, at)
		case !r.HasBinding:
			at.Data = append(at.Data, j.Immediate...)
			for len(at.Data)%16 != 0 {
				at.Data = append(at.Data, 0)
			}
			list = append(list, at)
		default:
			for _, b := range bindings {
				isSampler := b.Sampler != nil && b.Texture == nil
				if b.Set == r.Group && b.Binding == r.Binding && isSampler == (r.Class == "s") {
					element := b.Element
					b.Set, b.Binding = at.Set, at.Binding
					if separate { // a register for each element
						b.Binding, b.Element = at.Binding+element, 0
					}
					list = append(list, b)
				}
			}
		}
	}
	if err := d.Compute(vkrun.Shader{SPIRV: code, Entry: "main"}, list, nil, j.Workgroups); err != nil {
		return nil, err
	}
	for i := range out {
		out[i] = padded[i][:len(out[i])]
	}
	return out, nil
}
