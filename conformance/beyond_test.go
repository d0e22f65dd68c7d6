package conformance

// What the module IR has beyond WGSL, in GLSL of our own (testdata/beyond): each shader
// is read, does in the interpreter what glslang's SPIR-V of it and ours do on a Vulkan
// driver, survives the text form, the SSA form and the way through SPIR-V and GLSL, and
// compilers take it in each language, or the writer names what the language lacks.

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"refract"
	glslback "refract/back/glsl"
	spirvback "refract/back/spirv"
	"refract/exec"
	"refract/exec/interp"
	"refract/front/glsl"
	backend "refract/internal/back"
	"refract/internal/front/glsl/pp"
	"refract/internal/harness"
	"refract/internal/harness/differential"
	"refract/internal/harness/glslang"
	"refract/internal/ir/transform"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir"
	"refract/ir/validate"
	"refract/spirv"
	"refract/ssa"
)

// beyond says, for each shader, which languages lack what it uses, and with which words
// their writers say so.
var beyond = map[string]map[string]string{
	"multisampled.comp": {"wgsl": "storage textures of several samples", "hlsl": "storage textures of several samples", "msl": "storage textures of several samples"},
	"interlock.frag":    {"wgsl": "critical sections of fragments", "hlsl": "critical sections of fragments", "msl": "critical sections of fragments"},
	"imagesizes.comp":   {},
	"attachments.frag":  {},
	"formatless.comp":   {"wgsl": "storage textures without a format"},
	"lanemasks.comp":    {},
	"helper.frag":       {"wgsl": "helper_invocation"},
	"querylod.frag":     {"wgsl": "the level of detail of a sample"},
	"sampleplace.frag":  {"wgsl": "sample_position", "hlsl": "sample_position", "msl": "sample_position"},
	"scans.comp":        {},
	"texelatomics.comp": {"wgsl": "texel buffers", "msl": "atomic operations on texel buffers"},
	"texelbuffers.comp": {"wgsl": "texel buffers"},
	"texelbuffers.frag": {"wgsl": "texel buffers"},
}

// notDrawn are shaders that the Vulkan driver in the tests can't draw or run, with the
// reason.
var notDrawn = map[string]string{
	"attachments.frag":  "a render pass with input attachments",
	"multisampled.comp": "images of several samples that are written",
	"helper.frag":       "two triangles are drawn: where they meet there are helpers that the interpreter hasn't",
}

// throughModules are modules that do what a job's does: through the SSA form, the
// optimizer, SPIR-V, GLSL, glslang, and with textures for input attachments.
func throughModules(t *testing.T, j *differential.Job, v *refract.Valid, glslang []byte) map[string]*ir.Module {
	made := map[string]*ir.Module{}
	put := func(name string, v *refract.Valid, err error) {
		if err != nil {
			t.Errorf("%s: %s: %v", j.Name, name, err)
		} else {
			made[name] = v.Module
		}
	}
	s, err := refract.ToSSA(context.Background(), v, refract.OptimizeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	back, err := refract.FromSSA(context.Background(), s)
	put("SSA form", back, err)
	better, err := refract.Optimize(context.Background(), v, refract.OptimizeOptions{Level: 1})
	put("optimized", better, err)
	read := func(name string, language refract.Language, text []byte) {
		o := refract.CheckOptions{Parse: refract.ParseOptions{Language: language}}
		o.Parse.Options = refract.LanguageOptions{refract.GLSL: &glsl.Options{Stage: j.Stage, Preprocessor: pp.Options{Vulkan: true}}}
		again, err := refract.Check(context.Background(), name, text, o)
		if err != nil {
			err = fmt.Errorf("%w\n%s", err, text)
		}
		put(name, again, err)
	}
	read("glslang", refract.SPIRV, glslang)
	for name, o := range map[string]refract.WriteOptions{"SPIR-V": {Language: refract.SPIRV}, "GLSL": {Language: refract.GLSL}} {
		if o.Language == refract.GLSL {
			if err := o.Set("glsl.vulkan", "true"); err != nil {
				t.Fatal(err)
			}
		}
		if out, err := refract.Write(context.Background(), v, o); err != nil {
			t.Errorf("%s: %s: %v", j.Name, name, err)
		} else {
			read(name, o.Language, out.Bytes())
		}
	}
	words, err := new(spirvback.Writer).WriteOptimized(nil, v.Module, spirvback.NewOptions(), backend.Optimizer{Strict: true, Run: ssa.Verify})
	if err != nil {
		t.Errorf("%s: %v", j.Name, err)
	} else {
		read("SPIR-V from the SSA form", refract.SPIRV, spirv.AppendBytes(nil, words))
	}
	flat := v.Module.Clone()
	transform.InputAttachments2D(flat)
	made["textures for attachments"] = flat
	return made
}

// beyondRows reads the shaders.
func beyondRows(t *testing.T) (rows []glslRow, read []*refract.Valid) {
	files, err := filepath.Glob("testdata/beyond/*")
	if err != nil || len(files) == 0 {
		t.Fatal("no shaders", err)
	}
	stage := map[string]string{".vert": "vertex", ".frag": "fragment", ".comp": "compute"}
	for _, file := range files {
		name := filepath.Base(file)
		if only := os.Getenv("REFRACT_ONLY"); only != "" && !strings.Contains(name, only) {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		row := glslRow{Name: name, Stage: stage[filepath.Ext(file)], Source: string(text), Vulkan: true}
		v, err := row.check()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if _, known := beyond[name]; !known {
			t.Errorf("%s isn't in the table", name)
		}
		rows, read = append(rows, row), append(read, v)
	}
	return rows, read
}

// TestBeyondText prints and parses the modules.
func TestBeyondText(t *testing.T) {
	rows, read := beyondRows(t)
	for i, v := range read {
		text := ir.Print(v.Module)
		m, err := ir.ParseString(rows[i].Name, text)
		if err != nil {
			t.Errorf("%s: %v\n%s", rows[i].Name, err, text)
			continue
		}
		if again := ir.Print(m); again != text {
			t.Errorf("%s is another module after reading its text:\n%s", rows[i].Name, again)
		}
		if _, err := validate.Module(m, validate.Options{Capabilities: validate.All}); err != nil {
			t.Errorf("%s: %v", rows[i].Name, err)
		}
	}
}

// beyondJob makes the inputs of a shader. Those of input attachments are made as for the
// textures in their place: jobs have none, since the driver isn't given any.
func beyondJob(name string, v *refract.Valid, stage ir.Stage) (*differential.Job, error) {
	m, info := v.Module, v.Info
	if transform.HasInputAttachments(m) {
		var err error
		m = m.Clone()
		transform.InputAttachments2D(m)
		if info, err = validate.Module(m, validate.Options{Capabilities: validate.All}); err != nil {
			return nil, err
		}
	}
	j, err := differential.NewModuleJob(name, m, info, stage, [3]uint32{1, 1, 1}, 1)
	if err != nil || m == v.Module {
		return j, err
	}
	return j.With("as it is", v.Module)
}

// TestBeyondRuns runs them everywhere.
func TestBeyondRuns(t *testing.T) {
	sweep.Only(t)
	glslang.Find(t)
	d := vkrun.OpenTest(t)
	o := differential.SPIRVOptions()
	o.Version = 5
	drivers := []differential.Engine{differential.Vulkan(d, o, false), differential.VulkanSSA(d, o, false), differential.VulkanOptimized(d, o, false, 1),
		differential.GLSL(t, d)}
	engines := []differential.Engine{
		differential.SSAInterp(), differential.OptimizedInterp(1), differential.Optimized(1), differential.SSA(),
		differential.ThroughSPIRV(o, 0), differential.ThroughSPIRV(o, 1),
	}
	rows, read := beyondRows(t)
	for i, v := range read {
		row := &rows[i]
		stage := glslStages[row.Stage]
		if stage == ir.StageVertex {
			continue
		}
		j, err := beyondJob(row.Name, v, stage)
		if err != nil {
			t.Errorf("%s: %v", row.Name, err)
			continue
		}
		j.Loose = 1e-4
		words, err := glslangWords(row, "1.2")
		if err != nil {
			t.Errorf("%s: %v", row.Name, err)
			continue
		}
		if stage == ir.StageFragment {
			want, width, height, err := j.Reference()
			if err != nil {
				t.Errorf("%s: %v", row.Name, err)
				continue
			}
			for by, m := range throughModules(t, j, v, words) {
				if other, err := j.With(by, m); err != nil {
					t.Errorf("%s: %s: %v\n%s", row.Name, by, err, ir.Print(m))
				} else if got, err := other.Fragments(width, height, 0); err != nil {
					t.Errorf("%s: %s: %v", row.Name, by, err)
				} else if difference := j.CompareDrawings(want, got); difference != "" {
					t.Errorf("%s: %s: %s\n%s", row.Name, by, difference, ir.Print(m))
				}
			}
			if notDrawn[row.Name] != "" {
				continue
			}
			for by, draw := range map[string]func() (*differential.Drawing, error){
				"glslang": func() (*differential.Drawing, error) {
					return j.Draw(d, vkrun.Shader{SPIRV: words, Entry: "main"}, width, height)
				},
				"our SPIR-V": func() (*differential.Drawing, error) { return j.DrawSPIRV(d, width, height) },
			} {
				if got, err := draw(); err != nil {
					t.Errorf("%s: %s: %v", row.Name, by, err)
				} else if difference := j.CompareDrawings(want, got); difference != "" {
					t.Errorf("%s: %s: %s", row.Name, by, difference)
				}
			}
			continue
		}
		want, err := differential.Run(interp.Engine{}, j, exec.CheckRaces|exec.CheckBarriers|exec.CheckUninitialized)
		if err != nil {
			t.Errorf("%s: %v", row.Name, err)
			continue
		}
		run := engines
		if notDrawn[row.Name] == "" {
			run = append(drivers[:len(drivers):len(drivers)], engines...)
			if got, err := j.OnDevice(d, vkrun.Shader{SPIRV: words, Entry: "main"}); err != nil {
				t.Errorf("%s: glslang: %v", row.Name, err)
			} else if difference := j.Compare(want, got); difference != "" {
				t.Errorf("%s: glslang: %s", row.Name, difference)
			}
		}
		for _, e := range run {
			if got, err := e.Run(j); err != nil {
				t.Errorf("%s: %s: %v", row.Name, e.Name, err)
			} else if difference := j.Compare(want, got); difference != "" {
				t.Errorf("%s: %s: %s", row.Name, e.Name, difference)
			}
		}
		for by, m := range throughModules(t, j, v, words) {
			if other, err := j.With(by, m); err != nil {
				t.Errorf("%s: %s: %v\n%s", row.Name, by, err, ir.Print(m))
			} else if got, err := differential.Run(interp.Engine{}, other, 0); err != nil {
				t.Errorf("%s: %s: %v", row.Name, by, err)
			} else if difference := j.Compare(want, got); difference != "" {
				t.Errorf("%s: %s: %s\n%s", row.Name, by, difference, ir.Print(m))
			}
		}
		gl := glslback.NewOptions()
		gl.Vulkan, gl.EntryPoint, gl.Stage = true, j.Entry, stage
		if got, text, err := j.ThroughGLSL(new(glsl.Reader), gl); err != nil {
			t.Errorf("%s: through GLSL: %v\n%s", row.Name, err, text)
		} else if difference := j.Compare(want, got); difference != "" {
			t.Errorf("%s: through GLSL: %s\n%s", row.Name, difference, text)
		}
	}
}

// TestBeyondCompiles gives them to the compilers, as they are and optimized.
func TestBeyondCompiles(t *testing.T) {
	rows, read := beyondRows(t)
	for language, c := range map[string]struct {
		oracle string
		rows   func(string, *refract.Valid) []compilerRow
	}{"glsl": {"glsl", vulkanRows}, "opengl": {"glsl", openGLRows}, "hlsl": {"hlsl", hlslRows}, "msl": {"msl", mslRows}, "wgsl": {"tint", wgslRows}} {
		var list []compilerRow
		for i, v := range read {
			better, err := refract.Optimize(context.Background(), v, refract.OptimizeOptions{Level: 1})
			if err != nil {
				t.Errorf("%s: %v", rows[i].Name, err)
				continue
			}
			lacks := beyond[rows[i].Name][language]
			for _, form := range []*refract.Valid{v, better} {
				for _, r := range c.rows(rows[i].Name, form) {
					switch {
					case r.Source == "" && (lacks == "" || !strings.Contains(r.Name, lacks)):
						t.Errorf("%s: not written: %s", language, r.Name)
					case r.Source != "" && lacks != "":
						t.Errorf("%s: %s is written, though the language lacks %s:\n%s", language, r.Name, lacks, r.Source)
					case language == "msl" && strings.Contains(r.Source, ".calculate_clamped_lod("):
						// The checker's library has no calculate_clamped_lod (Metal 2.2).
					case r.Source != "":
						list = append(list, r)
					}
				}
			}
		}
		for i, verdict := range harness.Oracle(t, c.oracle, list) {
			if !verdict.OK {
				t.Errorf("%s: %s: %s\n%s", language, verdict.Name, verdict.Text(), list[i].Source)
			}
		}
	}
	written, passed := writtenBack(t, read, make([]string, len(read)), nil)
	if written != len(read) || passed != len(read) {
		t.Errorf("of %d, %d are written as SPIR-V, %d of them valid", len(read), written, passed)
	}
}

// openGLRows are entry points as GLSL 4.60.
func openGLRows(name string, v *refract.Valid) []compilerRow {
	rows := glslVersionRows(name, v, glslback.Version{Number: 460})
	return rows
}

func glslVersionRows(name string, v *refract.Valid, version glslback.Version) (rows []compilerRow) {
	var w glslback.Writer
	for i := range v.Module.EntryPoints {
		e := &v.Module.EntryPoints[i]
		o := glslback.NewOptions()
		o.Version, o.EntryPoint, o.Stage = version, e.Name, e.Stage
		if out, _, err := w.Write(v.Module, v.Info, o); err == nil {
			rows = append(rows, compilerRow{Name: name + ": " + e.Name, Source: string(out), Stage: glslStage[e.Stage], Client: "opengl"})
		} else {
			rows = append(rows, compilerRow{Name: name + ": " + e.Name + ": " + err.Error()})
		}
	}
	return rows
}
