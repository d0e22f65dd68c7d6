package conformance

// Compilers take what comes back from SSA form, without passes and optimized, just
// as they take the shader as it is: in GLSL, HLSL and Metal.

import (
	"context"
	"os"
	"strconv"
	"strings"
	"testing"

	"refract"
	glslback "refract/back/glsl"
	hlslback "refract/back/hlsl"
	mslback "refract/back/msl"
	"refract/front/wgsl"
	"refract/internal/harness"
	"refract/ir"
	"refract/ir/validate"
)

// compilerRow is a text, or an entry point of one, for a compiler.
type compilerRow struct {
	Name    string   `json:"name"`
	Source  string   `json:"source"`
	Stage   string   `json:"stage,omitempty"`   // GLSL
	Client  string   `json:"client,omitempty"`  // GLSL
	Entry   string   `json:"entry,omitempty"`   // HLSL
	Profile string   `json:"profile,omitempty"` // HLSL
	Args    []string `json:"args,omitempty"`    // HLSL
}

// compiler is a compiler, with what writes a module for it: a row per entry point,
// or for all of them. every says that the tests take each so many-th shader.
type compiler struct {
	oracle string
	every  int
	rows   func(name string, v *refract.Valid) []compilerRow
}

var compilers = []compiler{{"glsl", 8, glslRows}, {"hlsl", 16, hlslRows}, {"msl", 32, mslRows}}

func glslRows(name string, v *refract.Valid) (rows []compilerRow) {
	var w glslback.Writer
	for i := range v.Module.EntryPoints {
		e := &v.Module.EntryPoints[i]
		o := glslback.NewOptions()
		o.EntryPoint, o.Stage, o.Overrides = e.Name, e.Stage, harness.OverrideValues(v.Module)
		if out, _, err := w.Write(v.Module, v.Info, o); err == nil {
			rows = append(rows, compilerRow{Name: name + ": " + e.Name, Source: string(out), Stage: e.Stage.String(), Client: "opengl"})
		} else {
			rows = append(rows, compilerRow{Name: name + ": " + e.Name + ": " + err.Error()})
		}
	}
	return rows
}

func hlslRows(name string, v *refract.Valid) (rows []compilerRow) {
	var w hlslback.Writer
	o := hlslback.NewOptions()
	o.ShaderModel = hlslback.ShaderModel66
	o.SpecialConstants = &hlslback.Register{Register: 0, Space: 100}
	o.Overrides = harness.OverrideValues(v.Module)
	out, r, err := w.Write(v.Module, v.Info, o)
	if err != nil {
		return []compilerRow{{Name: name + ": " + err.Error()}}
	}
	profiles := map[ir.Stage]string{ir.StageVertex: "vs_6_6", ir.StageFragment: "ps_6_6", ir.StageCompute: "cs_6_6"}
	for _, e := range r.EntryPoints {
		rows = append(rows, compilerRow{Name: name + ": " + e.Name, Source: string(out), Entry: e.Text, Profile: profiles[e.Stage], Args: []string{"-enable-16bit-types"}})
	}
	return rows
}

func mslRows(name string, v *refract.Valid) []compilerRow {
	var w mslback.Writer
	o := mslback.NewOptions()
	o.Version = 301
	o.Overrides = harness.OverrideValues(v.Module)
	out, err := w.Write(v.Module, v.Info, o)
	if err != nil {
		return []compilerRow{{Name: name + ": " + err.Error()}}
	}
	return []compilerRow{{Name: name, Source: string(out.Text)}}
}

// forms are a shader as it is and what comes back from SSA form, by name.
var forms = []string{"as it is", "without passes", "optimized"}

func inForms(t *testing.T, s harness.Shader) (list []*refract.Valid) {
	plain, err := refract.Check(context.Background(), s.Name, []byte(s.Source), refract.CheckOptions{
		Parse:    refract.ParseOptions{Options: refract.LanguageOptions{refract.WGSL: &wgsl.Options{Allowed: wgsl.AllExtensions}}, Language: refract.WGSL},
		Validate: refract.ValidateOptions{Capabilities: validate.All}})
	if err != nil {
		return nil
	}
	form, err := refract.ToSSA(context.Background(), plain, refract.OptimizeOptions{})
	if err != nil {
		t.Fatal(err)
	}
	back, err := refract.FromSSA(context.Background(), form)
	if err != nil {
		t.Errorf("%s: %v", s.Name, err)
		return nil
	}
	better, err := refract.Optimize(context.Background(), plain, refract.OptimizeOptions{Level: 1})
	if err != nil {
		t.Errorf("%s: %v", s.Name, err)
		return nil
	}
	return []*refract.Valid{plain, back, better}
}

// TestOptimizedCompiles gives every form of the corpus's shaders to the compilers:
// a sample, or all where REFRACT_ALL is 1. COMPILER picks one.
func TestOptimizedCompiles(t *testing.T) {
	shaders := harness.Shaders(t)
	for _, c := range compilers {
		if x := os.Getenv("COMPILER"); x != "" && x != c.oracle {
			continue
		}
		t.Run(c.oracle, func(t *testing.T) {
			every := c.every
			if os.Getenv("REFRACT_ALL") == "1" {
				every = 1
			}
			type unit struct{ source, stage, entry string }
			index := map[unit]int{} // in rows; refused texts are -1
			var rows []compilerRow
			var shown [][]compilerRow // by form
			for i := 0; i < len(shaders); i += every {
				for k, v := range inForms(t, shaders[i]) {
					if len(shown) <= k {
						shown = append(shown, nil)
					}
					for _, r := range c.rows(shaders[i].Name, v) {
						shown[k] = append(shown[k], r)
						u := unit{r.Source, r.Stage, r.Entry}
						if _, known := index[u]; known || r.Source == "" {
							continue
						}
						index[u] = len(rows)
						rows = append(rows, r)
					}
				}
			}
			verdicts := harness.Oracle(t, c.oracle, rows)
			taken := make([]int, len(shown))
			for n := range shown[0] {
				var ok [3]bool
				said := ""
				for k := range shown {
					r := shown[k][n]
					if r.Source == "" {
						said = r.Name
						continue
					}
					v := verdicts[index[unit{r.Source, r.Stage, r.Entry}]]
					if ok[k] = v.OK || v.Crash; ok[k] {
						taken[k]++
					} else {
						said = v.Text()
					}
					if ok[0] && !ok[k] {
						t.Errorf("%s %s: %s\n%s", r.Name, forms[k], said, numbered(r.Source))
					}
				}
			}
			for k, n := range taken {
				t.Logf("%s: %d of %d compile", forms[k], n, len(shown[k]))
			}
		})
	}
}

// numbered is a text with the numbers of its lines.
func numbered(text string) string {
	var b strings.Builder
	for i, l := range strings.Split(text, "\n") {
		b.WriteString(strconv.Itoa(i+1) + "\t" + l + "\n")
	}
	return b.String()
}
