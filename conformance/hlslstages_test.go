package conformance

// This file reads stage shaders back from the HLSL that they are written as: each is valid, and so are
// its SPIR-V and its HLSL.

import (
	"os"
	"slices"
	"strings"
	"testing"

	"refract"
	hlslback "refract/back/hlsl"
	"refract/front/hlsl"
	"refract/internal/harness"
	"refract/ir"
	"refract/ir/validate"
	"refract/spirv"
)

// readHLSL reads a text that refract wrote.
func readHLSL(t *testing.T, row *hlslRow) (*refract.Valid, error) {
	t.Helper()
	o := refract.CheckOptions{Parse: refract.ParseOptions{Language: refract.HLSL}, Validate: refract.ValidateOptions{Capabilities: validate.All}}
	o.Parse.Options = refract.LanguageOptions{refract.HLSL: &hlsl.Options{EntryPoint: row.Entry, Profile: row.Profile, Enable16BitTypes: true}}
	return refract.Check(t.Context(), row.Name+".hlsl", []byte(row.Source), o)
}

// TestStagesFromHLSL reads the stage shaders of this project and of a corpus, of which it takes every third
// unless REFRACT_ALL is 1, as HLSL.
func TestStagesFromHLSL(t *testing.T) {
	total, read := 0, 0
	var texts []hlslRow
	var names []string
	var modules [][]byte
	through := func(s *stageShader) {
		v, err := s.check(t)
		if err != nil || len(v.Module.EntryPoints) == 0 {
			return
		}
		w := s.writeHLSL(t, v, 0, false)
		if w == nil {
			return
		}
		total++
		back, err := readHLSL(t, w)
		if err != nil {
			t.Errorf("%s: %v\n%s", s.name, err, w.Source)
			return
		}
		read++
		if e := back.Module.EntryPoints; len(e) != 1 || e[0].Stage != s.stage {
			t.Errorf("%s: the entry points are %+v", s.name, e)
		}
		out, err := refract.Write(t.Context(), back, refract.WriteOptions{Language: refract.SPIRV})
		if err != nil {
			t.Errorf("%s: %v", s.name, err)
			return
		}
		names, modules = append(names, s.name), append(modules, spirv.AppendBytes(nil, out.Words))
		options := hlslback.NewOptions()
		options.ShaderModel = hlslback.ShaderModel66
		options.PatchVertices, options.Domain = 4, hlslback.TessDomain(ir.TessQuads)
		if out, err = refract.Write(t.Context(), back, refract.WriteOptions{Language: refract.HLSL, Options: refract.LanguageOptions{refract.HLSL: &options}}); err != nil {
			t.Logf("%s as HLSL: %v", s.name, err)
			return
		}
		again := *w
		again.Source = out.Text
		texts = append(texts, again)
	}
	for _, s := range ownStageShaders(t) {
		through(&s)
	}
	n := 0
	harness.Corpus(t, "glsl-stages.jsonl.gz", func(row struct {
		Name, Stage, Source string
		Vulkan, OpenGL      bool
	}) {
		if n++; (row.Vulkan || row.OpenGL) && (n%3 == 0 || os.Getenv("REFRACT_ALL") == "1") {
			through(&stageShader{row.Name, row.Source, ir.StageByName(corpusStages[row.Stage]), row.Vulkan})
		}
	})
	t.Logf("%d of %d texts are read", read, total)
	if tool := harness.Newer(t, "spirv-val"); tool != "" {
		for i, message := range harness.EachFile(t, modules, ".spv", tool, "--target-env", "vulkan1.3", "--scalar-block-layout") {
			if message != "" {
				t.Errorf("%s: %s", names[i], strings.TrimSpace(message))
			}
		}
	}
	// DXC's own validator refuses an array of two dimensions that DXC leaves in the second text of this shader.
	texts = slices.DeleteFunc(texts, func(r hlslRow) bool { return strings.HasPrefix(r.Name, "glslang/Test/spv.400.tesc") })
	count := countHLSL(t, texts)
	t.Logf("%d of them are written as HLSL again, of which DXC compiles %d", count.Total, count.Passed)
	if count.Passed != count.Total {
		t.Errorf("DXC compiles %d of %d texts", count.Passed, count.Total)
	}
}
