package differential

// This file runs jobs as HLSL: written by back/hlsl for shader model 5.1,
// compiled to SPIR-V by glslangValidator, which reads that much of HLSL, put right
// (see glslang.go) and run on a device. Floats must not round, as in glsl.go.

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"refract/back/hlsl"
	"refract/internal/ir/transform"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir"
)

// HLSL runs jobs as HLSL on a device, with options that change may change. If
// glslangValidator is absent the test is skipped, or fails if REFRACT_REQUIRE_TOOLS is 1.
func HLSL(t testing.TB, d *vkrun.Device, change func(*hlsl.Options)) Engine {
	t.Helper()
	sweep.Only(t)
	compiler, err := exec.LookPath("glslangValidator")
	if err != nil && os.Getenv("REFRACT_REQUIRE_TOOLS") == "1" {
		t.Fatal(err)
	} else if err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	var w hlsl.Writer
	return Engine{"hlsl", func(j *Job) (Result, error) {
		if signed, _ := extremes(j.Module); signed {
			return nil, ErrGlslang
		}
		o := hlsl.NewOptions()
		o.ShaderModel = hlsl.ShaderModel51
		o.EntryPoint, o.Stage, o.Overrides = j.Entry, ir.StageCompute, j.Overrides
		o.SpecialConstants = &hlsl.Register{Space: countsSpace}
		o.Bounds.Buffer = transform.Restrict // as the interpreter does
		change(&o)
		text, r, err := w.Write(j.Module, j.info, o)
		if err != nil {
			return nil, err
		}
		in, out := filepath.Join(dir, "a.hlsl"), filepath.Join(dir, "a.spv")
		if err := os.WriteFile(in, forGlslang(text), 0o644); err != nil {
			return nil, err
		}
		log, err := exec.Command(compiler, "-D", "-V", "-S", "comp", "-e", r.EntryPoints[0].Text, "--source-entrypoint", r.EntryPoints[0].Text,
			"--hlsl-offsets", "--target-env", "vulkan1.1", in, "-o", out).CombinedOutput()
		if bytes.Contains(log, []byte("function already has a body")) {
			return nil, ErrGlslang // one for buffers that are written, one for those that aren't
		} else if err != nil {
			return nil, fmt.Errorf("%w: %s", err, log)
		}
		words, err := readGlslang(out)
		if err != nil {
			return nil, err
		}
		counts := vkrun.Binding{Set: countsSpace}
		for _, n := range j.Workgroups {
			counts.Data = binary.LittleEndian.AppendUint32(counts.Data, n)
		}
		return j.OnDevice(d, vkrun.Shader{SPIRV: words}, counts)
	}}
}

// countsSpace is the descriptor set with the numbers of workgroups, which no job
// uses.
const countsSpace = 4
