package differential

// This file runs this module's SPIR-V on SwiftShader, the driver that tint-run
// has: what Tint's code and this module's both do there, and nowhere else, is
// the driver's doing.

import (
	"cmp"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"testing"

	back "refract/back/spirv"
	"refract/internal/harness"
	"refract/ir"
	"refract/spirv"
)

// swiftShaderRow is a job as the checker vk-run reads it.
type swiftShaderRow struct {
	Name       string               `json:"name"`
	SPIRV      string               `json:"spirv"`
	Entry      string               `json:"entry"`
	Workgroups [3]uint32            `json:"workgroups"`
	Buffers    map[string]outsideIn `json:"buffers"`
}

// SwiftShader is an engine that runs jobs as SPIR-V on SwiftShader, in a process
// of its own for each.
func SwiftShader(t testing.TB) Engine {
	home, err := os.UserHomeDir()
	if err != nil {
		t.Fatal(err)
	}
	drivers := cmp.Or(os.Getenv("REFRACT_ORACLES"), filepath.Join(home, ".cache", "refract-oracles"))
	return Engine{"SwiftShader", func(j *Job) (Result, error) {
		if j.Textures != nil || j.Samplers != nil {
			return nil, errors.New("SwiftShader is given buffers alone")
		}
		o := SPIRVOptions()
		o.EntryPoint, o.Stage, o.Overrides = j.Entry, ir.StageCompute, j.Overrides
		if o.Overrides == nil {
			o.Overrides = map[string]float64{}
		}
		words, err := back.Write(j.Module, o)
		if err != nil {
			return nil, err
		}
		row := swiftShaderRow{j.Name, base64.StdEncoding.EncodeToString(spirv.AppendBytes(nil, words)), j.Entry, j.Workgroups, map[string]outsideIn{}}
		for i := range j.Buffers {
			row.Buffers[j.Buffers[i].key()] = outsideIn{hex.EncodeToString(j.Buffers[i].Data)}
		}
		before, had := os.LookupEnv("VK_ICD_FILENAMES")
		os.Setenv("VK_ICD_FILENAMES", filepath.Join(drivers, "swiftshader", "vk_swiftshader_icd.json"))
		v := harness.Oracle(t, "vk-run", []swiftShaderRow{row}, "--timeout", "10")[0]
		if os.Unsetenv("VK_ICD_FILENAMES"); had {
			os.Setenv("VK_ICD_FILENAMES", before)
		}
		if !v.OK {
			return nil, errors.New(v.Text())
		}
		var out Result
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
	}}
}
