package conformance

// This file takes shaders of the stages beyond vertex, fragment and compute through every way that
// there is for them: GLSL and SPIR-V in, SPIR-V, GLSL and the text forms out, at each level. What is
// written is valid by newer tools, reads back, and is refused with a position elsewhere.

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"refract"
	glslback "refract/back/glsl"
	hlslback "refract/back/hlsl"
	spirvback "refract/back/spirv"
	"refract/diag"
	"refract/front/glsl"
	"refract/internal/front/glsl/pp"
	"refract/internal/harness"
	"refract/internal/sweep"
	"refract/ir"
	"refract/ir/validate"
	"refract/spirv"
)

// A stageShader is a shader of such a stage.
type stageShader struct {
	name, source string
	stage        ir.Stage
	vulkan       bool
}

// ownStageShaders are those of testdata/stages.
func ownStageShaders(t *testing.T) (list []stageShader) {
	files, err := filepath.Glob(filepath.Join(harness.Root(t), "testdata", "stages", "*"))
	if err != nil || len(files) == 0 {
		t.Fatal("no shaders: ", err)
	}
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, stageShader{filepath.Base(f), string(src), ir.StageOfExtension(filepath.Ext(f)), true})
	}
	return list
}

// check reads and validates a shader.
func (s *stageShader) check(t *testing.T) (*refract.Valid, error) {
	o := refract.CheckOptions{Parse: refract.ParseOptions{Language: refract.GLSL}, Validate: refract.ValidateOptions{Capabilities: validate.All}}
	o.Parse.Options = refract.LanguageOptions{refract.GLSL: &glsl.Options{Stage: s.stage, Preprocessor: pp.Options{Vulkan: s.vulkan}}}
	return refract.Check(t.Context(), s.name, []byte(s.source), o)
}

// A stageOutput is a shader in a language that has its stage.
type stageOutput struct {
	name, text string
	words      []byte
	extension  string
}

// write writes a shader at a level as SPIR-V and GLSL.
func (s *stageShader) write(t *testing.T, v *refract.Valid, level int) (list []stageOutput) {
	t.Helper()
	name := fmt.Sprintf("%s -O%d", s.name, level)
	for _, to := range []refract.Language{refract.SPIRV, refract.GLSL} {
		o, err := refract.Optimize(t.Context(), v, refract.OptimizeOptions{Level: level, Target: to, Verify: true})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return nil
		}
		options := glslback.NewOptions()
		options.Vulkan = s.vulkan
		words := spirvback.NewOptions()
		out, err := refract.Write(t.Context(), o, refract.WriteOptions{Language: to,
			Options: refract.LanguageOptions{refract.GLSL: &options, refract.SPIRV: &words}})
		if err != nil {
			t.Errorf("%s to %s: %v", name, to, err)
			continue
		}
		list = append(list, stageOutput{name: name, text: out.Text, words: spirv.AppendBytes(nil, out.Words), extension: "." + s.stage.Info().Extension})
	}
	return list
}

// An hlslRow is what the oracle of HLSL is given.
type hlslRow struct {
	Name    string   `json:"name"`
	Source  string   `json:"source"`
	Entry   string   `json:"entry"`
	Profile string   `json:"profile"`
	Args    []string `json:"args"`
}

// hlslProfiles are the profiles of stages; the others are libraries.
var hlslProfiles = [ir.NumStages]string{ir.StageVertex: "vs", ir.StageFragment: "ps", ir.StageCompute: "cs", ir.StageGeometry: "gs",
	ir.StageTessellationControl: "hs", ir.StageTessellationEvaluation: "ds", ir.StageMesh: "ms", ir.StageTask: "as"}

// writeHLSL writes a shader at a level as HLSL, with the setup of tessellation that other stages
// have. It returns nil if HLSL can't express it, which has to be said with a place.
func (s *stageShader) writeHLSL(t *testing.T, v *refract.Valid, level int, minify bool) *hlslRow {
	t.Helper()
	name := fmt.Sprintf("%s -O%d", s.name, level)
	o, err := refract.Optimize(t.Context(), v, refract.OptimizeOptions{Level: level, Target: refract.HLSL, Verify: true})
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return nil
	}
	options := hlslback.NewOptions()
	options.ShaderModel, options.Minify = hlslback.ShaderModel66, minify
	options.PatchVertices, options.Domain = 4, hlslback.TessDomain(ir.TessQuads)
	out, err := refract.Write(t.Context(), o, refract.WriteOptions{Language: refract.HLSL, Options: refract.LanguageOptions{refract.HLSL: &options}})
	var found *diag.Diagnostics
	switch {
	case err == nil:
		row := &hlslRow{name, out.Text, "main", "lib_6_6", []string{"-enable-16bit-types"}}
		if p := hlslProfiles[s.stage]; p != "" {
			row.Profile = p + "_6_6"
		} else {
			row.Entry = ""
		}
		return row
	case !errors.As(err, &found) || found.Items[0].Code != diag.CodeUnsupported:
		t.Errorf("%s to HLSL: %v", name, err)
	default:
		t.Logf("%s to HLSL: %v", name, err)
	}
	return nil
}

// countHLSL counts the texts that DXC compiles.
func countHLSL(t *testing.T, rows []hlslRow) (n harness.Count) {
	t.Helper()
	if len(rows) == 0 {
		return n
	}
	for i, v := range harness.Oracle(t, "hlsl", rows) {
		if n.Total++; v.OK {
			n.Passed++
			continue
		}
		t.Logf("%s as HLSL: %s\n%s", rows[i].Name, v.Text(), rows[i].Source)
	}
	return n
}

// TestStageShaders takes the project's shaders all the way.
func TestStageShaders(t *testing.T) {
	var all []stageOutput
	var texts []hlslRow
	stages := map[ir.Stage]bool{}
	for _, s := range ownStageShaders(t) {
		stages[s.stage] = true
		v, err := s.check(t)
		if err != nil {
			t.Errorf("%s: %v", s.name, err)
			continue
		}
		m := v.Module
		text := ir.Print(m)
		again, err := refract.Parse(t.Context(), s.name+".ir", []byte(text), refract.ParseOptions{})
		if err != nil {
			t.Errorf("%s: as text: %v", s.name, err)
			continue
		}
		if diff := ir.Diff(m, again, ir.EqualOptions{}); diff != "" {
			t.Errorf("%s: as text: %s", s.name, diff)
		}
		for level := range 3 {
			for _, w := range s.write(t, v, level) {
				all = append(all, w)
				s.readBack(t, &w)
			}
			if w := s.writeHLSL(t, v, level, level == 2); w != nil {
				texts = append(texts, *w)
			} else {
				t.Errorf("%s: no HLSL at -O%d", s.name, level)
			}
		}
		for _, to := range []refract.Language{refract.WGSL, refract.HLSL, refract.MSL} {
			_, err := refract.Write(t.Context(), v, refract.WriteOptions{Language: to})
			var found *diag.Diagnostics
			if err != nil && (!errors.As(err, &found) || found.Items[0].Span.IsZero()) {
				t.Errorf("%s to %s: %v, without a place", s.name, to, err)
			}
		}
	}
	for s := ir.NoStage + 1; int(s) < ir.NumStages; s++ {
		if s.Info().Variables && !stages[s] {
			t.Errorf("no shader is of the stage %s", s)
		}
	}
	if n := countValid(t, all); n.Passed != n.Total {
		t.Errorf("%d of %d outputs are valid", n.Passed, n.Total)
	}
	if n := countHLSL(t, texts); n.Passed != n.Total {
		t.Errorf("DXC compiles %d of %d texts", n.Passed, n.Total)
	}
}

// readBack reads what was written, and compares the setup of the stage.
func (s *stageShader) readBack(t *testing.T, w *stageOutput) {
	t.Helper()
	var again *refract.Valid
	var err error
	if w.text != "" {
		other := *s
		other.source = w.text
		again, err = other.check(t)
	} else {
		again, err = refract.Check(t.Context(), s.name+".spv", w.words, refract.CheckOptions{Validate: refract.ValidateOptions{Capabilities: validate.All}})
	}
	if err != nil {
		t.Errorf("%s: read back: %v\n%s", w.name, err, w.text)
		return
	}
	before, err := s.check(t)
	if err != nil {
		t.Fatal(err)
	}
	a, b := before.Module.EntryPoints[0], again.Module.EntryPoints[0]
	if x, y := a.Setup(), b.Setup(); a.Stage != b.Stage || max(x.Geometry.Invocations, 1) != max(y.Geometry.Invocations, 1) || a.WorkgroupSize != b.WorkgroupSize ||
		x.Tessellation != y.Tessellation || x.Mesh != y.Mesh || x.Geometry.Input != y.Geometry.Input || x.Geometry.Output != y.Geometry.Output {
		t.Errorf("%s: the setup was %+v and reads back as %+v", w.name, x, y)
	}
}

// countValid counts the valid ones of some outputs, by newer tools.
func countValid(t *testing.T, all []stageOutput) (n harness.Count) {
	t.Helper()
	glslang := harness.Newer(t, "glslangValidator")
	var modules [][]byte
	var texts = map[string][]stageOutput{}
	var names []string
	for _, w := range all {
		if w.text == "" {
			modules, names = append(modules, w.words), append(names, w.name)
		} else {
			texts[w.extension] = append(texts[w.extension], w)
		}
	}
	report := func(name, said string) {
		if n.Total++; said == "" {
			n.Passed++
			return
		}
		t.Logf("%s: %s", name, said)
	}
	for i, said := range harness.NewSPIRVVal(t, modules) {
		report(names[i]+" as SPIR-V", said)
	}
	if glslang == "" {
		return n
	}
	extensions := make([]string, 0, len(texts))
	for e := range texts {
		extensions = append(extensions, e)
	}
	slices.Sort(extensions)
	for _, e := range extensions {
		files := make([][]byte, len(texts[e]))
		for i, w := range texts[e] {
			files[i] = []byte(w.text)
		}
		args := []string{"-V", "--target-env", "vulkan1.3", "-o", os.DevNull}
		for i, said := range harness.EachFile(t, files, e, glslang, args...) {
			report(texts[e][i].name+" as GLSL", said)
		}
	}
	return n
}

// refusedStages are the words of errors about parts of programs that another file has, and about
// declarations that a stage lacks.
var refusedStages = []string{"is declared but not defined", "has 0 vertices", "has no such input"}

// TestStageCorpus reads the stage shaders of other projects that glslang accepts. What isn't read is
// refused for a reason that is known; what is written is valid.
func TestStageCorpus(t *testing.T) {
	valid, read, refused := 0, 0, 0
	var all []stageOutput
	var texts []hlslRow
	harness.Corpus(t, "glsl-stages.jsonl.gz", func(row struct {
		Name, Stage, Source string
		Vulkan, OpenGL      bool
	}) {
		stage := ir.StageByName(corpusStages[row.Stage])
		s := stageShader{row.Name, row.Source, stage, row.Vulkan}
		v, err := s.check(t)
		if !row.Vulkan && !row.OpenGL {
			if err != nil {
				refused++
			}
			return
		}
		valid++
		if err != nil {
			if !slices.ContainsFunc(refusedStages, func(word string) bool { return strings.Contains(err.Error(), word) }) {
				t.Errorf("%s: %v", row.Name, err)
			}
			return
		}
		read++
		if len(v.Module.EntryPoints) > 0 { // else it is a part of a program
			if w := s.writeHLSL(t, v, 0, false); w != nil {
				texts = append(texts, *w)
			}
		}
		if !row.Vulkan || !sweep.On() || valid%6 != 0 && os.Getenv("REFRACT_ALL") != "1" {
			return
		}
		for level := range 2 {
			all = append(all, s.write(t, v, level)...)
		}
	})
	n := countValid(t, all)
	t.Logf("of %d valid shaders %d are read; of the others %d are refused; of %d outputs %d are valid", valid, read, refused, n.Total, n.Passed)
	if valid > 0 && read < 109 {
		t.Errorf("%d of %d valid shaders are read, 109 were", read, valid)
	}
	if n.Passed != n.Total {
		t.Errorf("%d of %d outputs are valid", n.Passed, n.Total)
	}
	n = countHLSL(t, texts)
	t.Logf("of %d shaders that are read %d are written as HLSL, of which DXC compiles %d", read, n.Total, n.Passed)
	if n.Passed != n.Total {
		t.Errorf("DXC compiles %d of %d texts", n.Passed, n.Total)
	}
}

// corpusStages are the stages by the names that the corpus has.
var corpusStages = map[string]string{"geometry": "geometry", "tesscontrol": "tesc", "tesseval": "tese", "task": "task", "mesh": "mesh",
	"raygen": "rgen", "intersection": "rint", "anyhit": "rahit", "closesthit": "rchit", "miss": "rmiss", "callable": "rcall"}

// TestUnsignedBuiltIns writes built-in values that a module has as unsigned, as HLSL's compilers
// make them, as GLSL, where they are signed.
func TestUnsignedBuiltIns(t *testing.T) {
	const source = `global @layer : u32 output builtin(layer)
global @primitive : u32 output builtin(primitive_index)
global @position : vec4<f32> output builtin(position)
func @main() {
  store @position, zero(vec4<f32>)
  store @layer, 3u
  %1 = load @layer : u32
  %2 = mul %1, 2u : u32
  store @primitive, %2
  pipeline emit_vertex
}
entry geometry @main clip_space(vulkan) geometry(points, points, 1, 0)
`
	s := stageShader{name: "unsigned", stage: ir.StageGeometry, vulkan: true}
	v, err := refract.Check(t.Context(), "a.ir", []byte(source), refract.CheckOptions{Validate: refract.ValidateOptions{Capabilities: validate.All}})
	if err != nil {
		t.Fatal(err)
	}
	var all []stageOutput
	for level := range 3 {
		all = append(all, s.write(t, v, level)...)
	}
	for _, w := range all {
		if w.text != "" && (!strings.Contains(w.text, "gl_Layer = int(") || !strings.Contains(w.text, "gl_PrimitiveID = int(")) {
			t.Errorf("%s: signed variables get unsigned values:\n%s", w.name, w.text)
		}
	}
	if n := countValid(t, all); n.Passed != n.Total {
		t.Errorf("%d of %d outputs are valid", n.Passed, n.Total)
	}
}
