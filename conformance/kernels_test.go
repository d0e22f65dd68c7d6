package conformance

import (
	"context"
	"os"
	osexec "os/exec"
	"path/filepath"
	"testing"

	"refract"
	spirvback "refract/back/spirv"
	"refract/internal/harness"
	"refract/internal/sweep"
)

// TestKernels reads the kernels of ggml.jsonl.gz and writes them as SPIR-V with their
// specialization constants open, for spirv-val.
func TestKernels(t *testing.T) {
	sweep.Only(t)
	checker := harness.Newer(t, "spirv-val") // which knows cooperative matrices
	if checker == "" {
		t.Skip("needs SPIRV-Tools 2025")
	}
	file := filepath.Join(t.TempDir(), "a.spv")
	read, valid := harness.Count{}, harness.Count{}
	harness.Corpus(t, "ggml.jsonl.gz", func(row glslRow) {
		row.Vulkan = true
		read.Total++
		v, err := row.check()
		if err != nil {
			t.Logf("%s: %v", row.Name, err)
			return
		}
		read.Passed++
		valid.Total++
		options := spirvback.NewOptions()
		options.Version = 6
		o := refract.WriteOptions{Language: refract.SPIRV, Options: refract.LanguageOptions{refract.SPIRV: &options}}
		out, err := refract.Write(context.Background(), v, o)
		if err != nil {
			t.Logf("%s: %v", row.Name, err)
			return
		}
		if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		if log, err := osexec.Command(checker, "--target-env", "vulkan1.3", "--scalar-block-layout", file).CombinedOutput(); err != nil {
			t.Logf("%s: %s", row.Name, log)
			return
		}
		valid.Passed++
	})
	harness.Ratchet(t, "glsl-in/kernels", read)
	harness.Ratchet(t, "glsl-in/kernels valid", valid)
}
