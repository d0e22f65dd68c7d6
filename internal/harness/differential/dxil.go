package differential

import (
	"encoding/binary"
	"errors"
	"strings"
	"testing"

	"refract/back/hlsl"
	"refract/internal/harness"
	"refract/internal/harness/dxil"
)

// DXC runs jobs as HLSL, which DXC compiles, by its output: DXIL, each with the options
// that change makes of the usual ones, by the job's turn. A job that couldn't be run has a
// nil result and an error.
func DXC(t testing.TB, jobs []*Job, change func(n int, o *hlsl.Options)) ([]Result, []error) {
	t.Helper()
	type row struct {
		Name    string   `json:"name"`
		Source  string   `json:"source"`
		Entry   string   `json:"entry"`
		Profile string   `json:"profile"`
		Args    []string `json:"args"`
	}
	type container struct {
		Name string `json:"name"`
		DXIL string `json:"dxil"`
	}
	b := newBatch(jobs)
	var w hlsl.Writer
	var rows []row
	for n, j := range b.jobs {
		if j == nil {
			continue
		}
		if j.Textures != nil || j.Samplers != nil || j.Immediate != nil {
			b.errs[n] = leftOut("textures, samplers and immediates")
			continue
		}
		text, entry, err := j.asHLSL(&w, change)
		if err != nil {
			b.errs[n] = err
			continue
		}
		rows = append(rows, row{j.Name, string(text), entry, "cs_6_6", []string{"-enable-16bit-types"}})
		b.at = append(b.at, n)
	}
	if len(rows) == 0 {
		return b.results, b.errs
	}
	var compiled []container
	var at []int
	for i, v := range harness.Oracle(t, "hlsl", rows, "--code") {
		switch n := b.at[i]; {
		case v.OK:
			compiled, at = append(compiled, container{rows[i].Name, v.Code}), append(at, n)
		case v.Crash:
			b.errs[n] = leftOut("DXC crashes")
		case strings.Contains(v.Text(), "Loop must have break"):
			b.errs[n] = leftOut("DXC makes a loop that its validator refuses")
		default:
			b.errs[n] = errors.New(v.Text())
		}
	}
	for i, v := range harness.Oracle(t, "dxil", compiled, "--text") {
		n := at[i]
		if !v.OK {
			b.errs[n] = errors.New(v.Text())
			continue
		}
		b.results[n], b.errs[n] = b.jobs[n].runDXIL(v.Disassembly)
	}
	return b.results, b.errs
}

// runDXIL runs DXC's output for a job.
func (j *Job) runDXIL(text string) (Result, error) {
	var unknown *dxil.UnsupportedError
	s, err := dxil.Parse(text)
	if errors.As(err, &unknown) {
		return nil, leftOut(err.Error())
	} else if err != nil {
		return nil, err
	}
	out := j.Fresh()
	counts := &dxil.Resource{Class: 'b', Space: countsSpace}
	for _, n := range append(j.Workgroups[:], 0) {
		counts.Data = binary.LittleEndian.AppendUint32(counts.Data, n)
	}
	resources := []*dxil.Resource{counts}
	for i := range j.Buffers {
		b := &j.Buffers[i]
		classes := "tu"
		if j.isUniform(i) {
			classes = "b"
		}
		for _, class := range []byte(classes) {
			resources = append(resources, &dxil.Resource{Class: class, Space: b.Group, Register: b.Binding, Data: out[i]})
		}
	}
	if err := s.Run(resources, j.Workgroups); err != nil {
		return nil, err
	}
	return out, nil
}
