package glsl_test

// This file runs the execution cases of the WebGPU conformance suite as GLSL and
// as SPIR-V, whose results package back/spirv compares with what they may be.

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"os"
	"strings"
	"testing"

	"refract/diag"
	"refract/front/wgsl"
	"refract/internal/harness"
	"refract/internal/harness/differential"
	"refract/internal/vkrun"
	"refract/ir"
)

type executionRow struct {
	Test         string
	Params       map[string]any
	Code         string
	Input        string
	ResultType   string
	OutputStride int
	Cases        []struct{ Exp any }
}

// sampled is how many rows there are for each that runs, without REFRACT_ALL.
const sampled = 24

// tolerated is how many cases may have other bits: those of zeros whose sign
// doesn't matter, and of functions that needn't be rounded correctly.
const tolerated = 0.06

func TestExecution(t *testing.T) {
	d := vkrun.OpenTest(t)
	through := engine(t, d, executionOptions()[0])
	direct := differential.Vulkan(d, differential.SPIRVOptions(), false)
	n, ran, different := 0, 0, 0
	harness.Corpus(t, "cts-execution.jsonl.gz", func(r executionRow) {
		n++
		name := fmt.Sprintf("%s %v #%d", r.Test, r.Params, n)
		only := os.Getenv("CASE")
		if strings.Contains(r.ResultType, "abstract") || only != "" && !strings.Contains(name, only) ||
			only == "" && n%sampled != 0 && os.Getenv("REFRACT_ALL") != "1" {
			return
		}
		j := executionJob(name, &r)
		if j == nil {
			return
		}
		want, err := direct.Run(j)
		if err != nil {
			return
		}
		got, err := through.Run(j)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
		ran++
		if !bytes.Equal(want[0], got[0]) {
			different++
			t.Logf("%s: %s", name, firstDifference(want[0], got[0]))
		}
	})
	t.Logf("%d of %d have the same bits", ran-different, ran)
	if float64(different) > tolerated*float64(ran) {
		t.Errorf("%d of %d differ", different, ran)
	}
}

func firstDifference(a, b []byte) string {
	for i := range a {
		if a[i] != b[i] {
			i &^= 3
			return fmt.Sprintf("byte %d: %x and %x", i, a[i:min(i+4, len(a))], b[i:min(i+4, len(b))])
		}
	}
	return ""
}

// executionJob is the job of a row, or nil where the shader isn't read.
func executionJob(name string, r *executionRow) *differential.Job {
	var list diag.List
	m := wgsl.Parse(r.Code, 1, wgsl.Options{Allowed: wgsl.AllExtensions}, &list)
	if m == nil {
		return nil
	}
	j := &differential.Job{Name: name, Source: r.Code, Entry: "main", Workgroups: [3]uint32{1, 1, 1}, Module: m}
	for i := 1; i < len(m.Globals); i++ {
		g := &m.Globals[i]
		if !g.HasBinding {
			continue
		}
		b := differential.Buffer{Group: g.Binding.Group, Binding: g.Binding.Binding, Element: -1, Writable: g.Space == ir.SpaceStorage && g.Access&ir.AccessWrite != 0}
		switch {
		case b.Binding == 0:
			b.Data = make([]byte, max(16, len(r.Cases)*r.OutputStride))
		default:
			b.Data, _ = hex.DecodeString(r.Input)
		}
		if len(b.Data) > 0 {
			j.Buffers = append(j.Buffers, b)
		}
	}
	return j
}
