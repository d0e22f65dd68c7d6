package stagegen_test

// This file draws random mesh pipelines as WGSL in wgpu's form.

import (
	"bytes"
	"os"
	osexec "os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"refract"
	"refract/back/wgsl"
	"refract/internal/harness"
	"refract/internal/stagegen"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir"
)

// writeWGSL writes a shader as WGSL for wgpu, whose positions are in WebGPU's clip space if adjust is set.
func writeWGSL(t *testing.T, v *refract.Valid, source string, adjust bool) []byte {
	t.Helper()
	o := wgsl.NewOptions()
	o.WGPU, o.AdjustCoordinateSpace = true, adjust
	out, err := refract.Write(t.Context(), v, refract.WriteOptions{Language: refract.WGSL, Options: refract.LanguageOptions{refract.WGSL: &o}})
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	return out.Bytes()
}

// naga compiles WGSL as the crate of the name does. Positions stay as they are, since naga doesn't convert
// those of mesh shaders.
func naga(t *testing.T, source []byte) []byte {
	t.Helper()
	file := filepath.Join(t.TempDir(), "a.wgsl")
	if err := os.WriteFile(file, source, 0o666); err != nil {
		t.Fatal(err)
	}
	if message, err := osexec.Command("naga", file, file+".spv", "--spirv-version", "1.4", "--keep-coordinate-space").CombinedOutput(); err != nil {
		t.Fatalf("naga: %s\n%s", message, source)
	}
	code, err := os.ReadFile(file + ".spv")
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// TestWGSL draws random pipelines with task and mesh stages on a driver, as WGSL that is written for wgpu: as
// naga compiles it, and as it is read again. Both leave the sums and pixels of the pipeline.
func TestWGSL(t *testing.T) {
	if harness.Newer(t, "glslangValidator") == "" {
		t.Skip("needs glslang 15")
	}
	_, err := osexec.LookPath("naga")
	withNaga := err == nil
	d := vkrun.OpenRays(t)
	first, _ := strconv.ParseUint(os.Getenv("REFRACT_SEED"), 10, 64)
	ran, byNaga := 0, 0
	for n := range uint64(sweep.Sample(6)) {
		seed := first + n
		for _, k := range []stagegen.Kind{stagegen.Mesh, stagegen.TaskMesh} {
			p := stagegen.New(seed, k)
			var reference, again, compiled [][]byte
			var texts []byte
			for _, s := range p.Shaders {
				reference = append(reference, glslang(t, []byte(s.Source), s.Stage))
				valid := check(t, "a", []byte(s.Source), s.Stage, int(seed%3))
				text := writeWGSL(t, valid, s.Source, true)
				texts = append(texts, text...)
				again = append(again, write(t, check(t, "a.wgsl", text, ir.NoStage, int((seed+1)%3)), refract.SPIRV))
				if withNaga {
					compiled = append(compiled, naga(t, writeWGSL(t, valid, s.Source, false)))
				}
			}
			want := draw(t, d, p, reference)
			same := func(name string, code [][]byte) {
				if got := draw(t, d, p, code); got.sums != want.sums || !bytes.Equal(got.pixels, want.pixels) {
					t.Errorf("pipeline %d of %s, %s: sums differ: %t, pixels differ: %t\n%s", seed, k, name, got.sums != want.sums, !bytes.Equal(got.pixels, want.pixels), texts)
				}
			}
			same("read again", again)
			ran++
			if withNaga {
				same("compiled by naga", compiled)
				byNaga++
			}
			if t.Failed() {
				return
			}
		}
	}
	t.Logf("%d pipelines ran, %d by naga", ran, byNaga)
}
