package differential

// This file runs jobs as HLSL: written by back/hlsl for shader model 5.1,
// compiled to SPIR-V by glslangValidator, which reads that much of HLSL, and run
// on a device. Floats must not round, as in glsl.go. glslang takes the remainder
// of signed integers with the sign of the divisor, where Direct3D's compilers take
// the dividend's: that is put right in its output.

import (
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"refract/back/hlsl"
	"refract/internal/vkrun"
	"refract/ir"
)

// HLSL runs jobs as HLSL on a device, with options that change may change. Where
// glslangValidator is absent the test is skipped, or fails if
// REFRACT_REQUIRE_TOOLS is 1.
func HLSL(t testing.TB, d *vkrun.Device, change func(*hlsl.Options)) Engine {
	t.Helper()
	compiler, err := exec.LookPath("glslangValidator")
	if err != nil && os.Getenv("REFRACT_REQUIRE_TOOLS") == "1" {
		t.Fatal(err)
	} else if err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	var w hlsl.Writer
	return Engine{"hlsl", func(j *Job) (Result, error) {
		o := hlsl.NewOptions()
		o.ShaderModel = hlsl.ShaderModel51
		o.EntryPoint, o.Stage, o.Overrides = j.Entry, ir.StageCompute, j.Overrides
		change(&o)
		text, r, err := w.Write(j.Module, j.info, o)
		if err != nil {
			return nil, err
		}
		in, out := filepath.Join(dir, "a.hlsl"), filepath.Join(dir, "a.spv")
		if err := os.WriteFile(in, text, 0o644); err != nil {
			return nil, err
		}
		log, err := exec.Command(compiler, "-D", "-V", "-S", "comp", "-e", r.EntryPoints[0].Text, "--source-entrypoint", r.EntryPoints[0].Text,
			"--hlsl-offsets", "--target-env", "vulkan1.1", in, "-o", out).CombinedOutput()
		if err != nil {
			return nil, fmt.Errorf("%w: %s", err, log)
		}
		words, err := os.ReadFile(out)
		if err != nil {
			return nil, err
		}
		truncateRemainders(words)
		if validator, err := exec.LookPath("spirv-val"); err == nil { // invalid modules take the driver down
			if log, err := exec.Command(validator, "--target-env", "vulkan1.1", out).CombinedOutput(); err != nil {
				return nil, fmt.Errorf("glslang's output: %w: %s", err, log)
			}
		}
		return j.onDevice(d, vkrun.Shader{SPIRV: words})
	}}
}

// truncateRemainders makes every OpSMod an OpSRem.
func truncateRemainders(words []byte) {
	const header, sRem, sMod = 20, 138, 139
	for at := header; at+4 <= len(words); {
		count := int(binary.LittleEndian.Uint16(words[at+2:]))
		if binary.LittleEndian.Uint16(words[at:]) == sMod {
			binary.LittleEndian.PutUint16(words[at:], sRem)
		}
		at += 4 * max(1, count)
	}
}
