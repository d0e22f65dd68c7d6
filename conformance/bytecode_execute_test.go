package conformance

// This file runs the execution cases of WebGPU's conformance suite as bytecode of Direct3D on a
// Vulkan driver: results have to be ones that WGSL accepts.

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"testing"

	"refract/back/dxbc"
	"refract/back/dxil"
	"refract/front/wgsl"
	"refract/internal/harness"
	"refract/internal/vkrun"
	"refract/ir"
	"refract/ir/validate"
)

// TestExecutionDXBC takes every eighth row, or with REFRACT_ALL every one.
func TestExecutionDXBC(t *testing.T) {
	var w dxbc.Writer
	executeBytecode(t, func(m *ir.Module, info *validate.Info) ([]byte, error) {
		o := dxbc.NewOptions()
		o.ClampConversions = true
		data, _, err := w.Write(m, info, o, nil)
		return data, err
	})
}

// TestExecutionDXIL does so by DXIL.
func TestExecutionDXIL(t *testing.T) {
	var w dxil.Writer
	executeBytecode(t, func(m *ir.Module, info *validate.Info) ([]byte, error) {
		data, _, err := w.Write(m, info, dxil.NewOptions(), nil)
		return data, err
	})
}

// executeBytecode runs the cases as containers that write makes.
func executeBytecode(t *testing.T, write func(m *ir.Module, info *validate.Info) ([]byte, error)) {
	d := vkrun.OpenTest(t)
	var r wgsl.Reader
	var v validate.Validator
	var rows []executionRow
	var codes []dxbcCode
	refused := map[string]int{}
	n := 0
	harness.Corpus(t, "cts-execution.jsonl.gz", func(row executionRow) {
		if n++; n%8 != 0 && os.Getenv("REFRACT_ALL") != "1" {
			return
		}
		m := ir.NewModule()
		mod, _ := read(&r, &v, m, row.Code)
		if mod == nil {
			return
		}
		info, err := validate.Module(m, validate.Options{Capabilities: validate.All})
		if err != nil {
			return
		}
		data, err := write(m, info)
		if unsupported(err) {
			refused[err.Error()] += len(row.Cases)
			return
		} else if err != nil {
			t.Errorf("%s %v: %v", row.Test, row.Params, err)
			return
		}
		rows, codes = append(rows, row), append(codes, dxbcCode{base64.StdEncoding.EncodeToString(data)})
	})
	passed, total, failures := 0, 0, map[string]int{}
	for i, verdict := range harness.Oracle(t, "d3d-spirv", codes) {
		row := &rows[i]
		total += len(row.Cases)
		code, err := base64.StdEncoding.DecodeString(verdict.SPIRV)
		if !verdict.OK {
			err = errors.New(verdict.Text())
		}
		var out []byte
		if err == nil {
			out, err = row.onDevice(d, code)
		}
		result, bad := parseResult(row.ResultType)
		if err != nil || bad != nil {
			t.Errorf("%s %v: %v %v", row.Test, row.Params, err, bad)
			continue
		}
		for k := range row.Cases {
			got := result.read(out[k*row.OutputStride:])
			if row.Cases[k].Exp.accepts(got) {
				passed++
				continue
			}
			if failures[row.Test]++; failures[row.Test] < 3 {
				var numbers []float64
				for _, c := range got {
					numbers = append(numbers, c.number())
				}
				t.Logf("%s %v: case %d is %v, not %s", row.Test, row.Params, k, numbers, fmt.Sprintf("%+v", row.Cases[k].Exp))
			}
		}
	}
	if t.Logf("%d of %d cases pass; refused: %v", passed, total, refused); passed < total {
		t.Errorf("cases fail: %v", failures)
	}
}

// A dxbcCode is a container as dxil-spirv takes it.
type dxbcCode struct {
	Code string `json:"code"`
}

// onDevice runs a container's SPIR-V for a row and returns the output buffer.
func (row *executionRow) onDevice(d *vkrun.Device, code []byte) ([]byte, error) {
	out := make([]byte, (row.OutputStride*len(row.Cases)+15)&^15)
	bindings := []vkrun.Binding{{Binding: 200, Data: out}}
	if row.Input != "" {
		input, err := hex.DecodeString(row.Input)
		if err != nil {
			return nil, err
		}
		input = append(input, make([]byte, -len(input)&15)...)
		// The input is a uniform buffer, or a storage buffer that is read, or written; DXIL has
		// the numbers of bindings, and DXBC counts registers.
		for _, at := range []uint32{0, 1, 100, 101, 201} {
			bindings = append(bindings, vkrun.Binding{Binding: at, Data: input})
		}
	}
	return out, d.Compute(vkrun.Shader{SPIRV: code, Entry: "main"}, bindings, nil, [3]uint32{1, 1, 1})
}
