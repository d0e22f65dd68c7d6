package conformance

// This file counts the names of a shader's interface that stand in the GLSL written of it:
// uniforms, blocks, their members, attributes and outputs as glslang's reflection of the
// source and of the output lists them, and inputs and outputs between stages as the front
// end reads them.

import (
	"os"
	"strings"
	"testing"

	"refract"
	glslback "refract/back/glsl"
	spirvback "refract/back/spirv"
	"refract/internal/harness"
	"refract/internal/harness/glslang"
	"refract/internal/sweep"
	"refract/ir"
)

// glslNames are the names of a text's interface, each behind its role; nil if glslang
// doesn't reflect the text.
func glslNames(stage, source string, vulkan bool) map[string]bool {
	target := ""
	if vulkan {
		target = "1.0"
	}
	lines, err := glslang.Names(target, glslang.Shader{Extension: ir.StageByName(stage).Info().Extension, Source: source})
	if err != nil {
		return nil
	}
	names := map[string]bool{}
	for line := range strings.Lines(lines) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line[strings.LastIndexByte(line, ' ')+1:], "gl_") {
			names[line] = true
		}
	}
	return names
}

// addVaryings adds the names of what a shader takes and returns at locations.
func addVaryings(names map[string]bool, m *ir.Module) {
	for i := range m.EntryPoints {
		f := m.Functions[m.EntryPoints[i].Function]
		add := func(role string, b *ir.Binding) {
			if b.Kind == ir.BindLocation {
				names[role+" "+b.Link.Name] = true
			}
		}
		for k := range f.Args {
			add("in", &f.Args[k].Binding)
		}
		if add("out", &f.ResultBinding); f.Result != 0 && m.StructOf(f.Result) != nil {
			for k := range m.StructOf(f.Result).Members {
				add("out", &m.StructOf(f.Result).Members[k].Binding)
			}
		}
	}
}

// TestGLSLNames counts the names that stay from GLSL to GLSL, and by SPIR-V, of every
// sixteenth shader; of all if REFRACT_ALL is 1 or the corpus is the repository's own.
func TestGLSLNames(t *testing.T) {
	sweep.Only(t)
	glslang.Find(t)
	direct, bySPIRV := harness.Count{}, harness.Count{}
	all := os.Getenv("REFRACT_ALL") == "1" || os.Getenv("REFRACT_ONLY") != "" || harness.IsOwn()
	for i, row := range glslShaders(t) {
		if i%16 != 0 && !all {
			continue
		}
		v, err := row.check()
		if err != nil || len(v.Module.EntryPoints) == 0 {
			continue
		}
		want := glslNames(row.Stage, row.Source, row.Vulkan)
		if want == nil {
			continue
		}
		addVaryings(want, v.Module)
		count := func(v *refract.Valid, c *harness.Count, way string) {
			options := glslback.NewOptions()
			options.Vulkan = row.Vulkan
			out, err := refract.Write(t.Context(), v, refract.WriteOptions{Language: refract.GLSL, Options: refract.LanguageOptions{refract.GLSL: &options}})
			if err != nil {
				return // what GLSL 450 lacks
			}
			text := string(out.Bytes())
			got := glslNames(row.Stage, text, row.Vulkan)
			again := glslRow{Name: row.Name, Stage: row.Stage, Source: text, Vulkan: row.Vulkan}
			w, err := again.check()
			if got == nil || err != nil {
				t.Logf("%s: %s: isn't read again", row.Name, way)
				return
			}
			addVaryings(got, w.Module)
			for name := range want {
				if c.Total++; got[name] {
					c.Passed++
				} else {
					t.Logf("%s: %s: lost %s", row.Name, way, name)
				}
			}
		}
		count(v, &direct, "GLSL")
		binary := spirvback.NewOptions()
		binary.Version = 6
		out, err := refract.Write(t.Context(), v, refract.WriteOptions{Language: refract.SPIRV, Options: refract.LanguageOptions{refract.SPIRV: &binary}})
		if err != nil {
			continue
		}
		w, err := refract.Check(t.Context(), row.Name, out.Bytes(), refract.CheckOptions{Parse: refract.ParseOptions{Language: refract.SPIRV}})
		if err != nil {
			t.Logf("%s: %v", row.Name, err)
			continue
		}
		count(w, &bySPIRV, "SPIR-V")
	}
	if os.Getenv("REFRACT_ONLY") == "" && os.Getenv("REFRACT_ALL") != "1" {
		harness.Ratchet(t, "glsl-names/direct", direct)
		harness.Ratchet(t, "glsl-names/spirv", bySPIRV)
	} else {
		t.Log(direct, bySPIRV)
	}
}
