package stagegen_test

// This file draws random pipelines whose geometry shaders pass primitives through, as
// GL_NV_geometry_shader_passthrough has it, on engines and a driver without the extension.

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"testing"

	"refract"
	"refract/back/glsl"
	"refract/back/spirv"
	"refract/exec"
	"refract/exec/interp"
	"refract/exec/wasm"
	"refract/internal/harness"
	"refract/internal/stagegen"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir"
)

// TestPassthroughEngines draws pipelines that pass primitives through, and ones that emit the same vertices,
// on both engines.
func TestPassthroughEngines(t *testing.T) {
	first, _ := strconv.ParseUint(os.Getenv("REFRACT_SEED"), 10, 64)
	for n := range uint64(sweep.Count(12)) {
		seed := first + n
		passing, plain := stagegen.NewPassthrough(seed)
		want := onRaster(t, interp.Engine{}, plain, int(seed%3))
		for name, engine := range map[string]exec.Engine{"the reference engine": interp.Engine{}, "the fast engine": wasm.Engine{}} {
			for level := range 3 {
				if got := onRaster(t, engine, passing, level); got.sums != want.sums || !bytes.Equal(got.pixels, want.pixels) {
					t.Errorf("pipeline %d on %s, -O%d: sums differ: %t, pixels differ: %t", seed, name, level, got.sums != want.sums, !bytes.Equal(got.pixels, want.pixels))
				}
			}
		}
	}
}

// writeKept writes a shader with the extension.
func writeKept(t *testing.T, v *refract.Valid, to refract.Language) []byte {
	t.Helper()
	text, words := glsl.NewOptions(), spirv.NewOptions()
	text.Vulkan, text.GeometryPassthrough, words.GeometryPassthrough = true, true, true
	out, err := refract.Write(t.Context(), v, refract.WriteOptions{Language: to, Options: refract.LanguageOptions{refract.GLSL: &text, refract.SPIRV: &words}})
	if err != nil {
		t.Fatal(err)
	}
	if to == refract.GLSL && v.Module.EntryPoints[0].Stage == ir.StageGeometry && !strings.Contains(out.Text, "GL_NV_geometry_shader_passthrough") {
		t.Errorf("the form isn't kept:\n%s", out.Text)
	}
	return out.Bytes()
}

// TestPassthroughDriver draws pipelines on a driver that lacks the extension: as they are read from GLSL and
// from another compiler's SPIR-V, at one level each, and read again after they were written with the extension.
func TestPassthroughDriver(t *testing.T) {
	if harness.Newer(t, "glslangValidator") == "" {
		t.Skip("needs glslang 15")
	}
	d := vkrun.OpenRays(t)
	first, _ := strconv.ParseUint(os.Getenv("REFRACT_SEED"), 10, 64)
	ran := 0
	for n := range uint64(sweep.Sample(12)) {
		seed := first + n
		passing, plain := stagegen.NewPassthrough(seed)
		all := func(p *stagegen.Pipeline, f func(stagegen.Shader) []byte) (list [][]byte) {
			for _, s := range p.Shaders {
				list = append(list, f(s))
			}
			return list
		}
		want := draw(t, d, plain, all(plain, func(s stagegen.Shader) []byte { return glslang(t, []byte(s.Source), s.Stage) }))
		again := func(code []byte, level int) []byte {
			return write(t, check(t, "a.spv", code, ir.NoStage, level), refract.SPIRV)
		}
		level := int(seed % 3)
		for name, f := range map[string]func(stagegen.Shader) []byte{
			"GLSL": func(s stagegen.Shader) []byte {
				return write(t, check(t, "a", []byte(s.Source), s.Stage, level), refract.SPIRV)
			},
			"SPIR-V": func(s stagegen.Shader) []byte { return again(glslang(t, []byte(s.Source), s.Stage), level) },
			"kept SPIR-V": func(s stagegen.Shader) []byte {
				code := writeKept(t, check(t, "a", []byte(s.Source), s.Stage, level), refract.SPIRV)
				if said := harness.NewSPIRVVal(t, [][]byte{code}); said[0] != "" {
					t.Error(said[0])
				}
				return again(code, 0)
			},
			"kept GLSL": func(s stagegen.Shader) []byte {
				return again(glslang(t, writeKept(t, check(t, "a", []byte(s.Source), s.Stage, level), refract.GLSL), s.Stage), 0)
			},
		} {
			if got := draw(t, d, passing, all(passing, f)); got.sums != want.sums || !bytes.Equal(got.pixels, want.pixels) {
				t.Errorf("pipeline %d, %s -O%d: sums differ: %t, pixels differ: %t\n%s", seed, name, level, got.sums != want.sums, !bytes.Equal(got.pixels, want.pixels), passing.Shaders[1].Source)
			}
		}
		ran++
	}
	t.Logf("%d pipelines ran", ran)
}
