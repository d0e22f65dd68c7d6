package endtoend

// Shaders in the styles of engines, tools and sites, in every output at two levels, read
// by other compilers.

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"refract"
	"refract/front/glsl"
	"refract/internal/front/glsl/pp"
	"refract/ir"
)

// A style is a shader of testdata/styles as a program would read it. Files called .retro
// hold both stages, .toy are image shaders of Shadertoy.
type style struct {
	name, file string
	options    glsl.Options
}

func styles(t *testing.T) (list []style) {
	files, err := filepath.Glob("testdata/styles/*")
	if err != nil || len(files) == 0 {
		t.Fatal("no shaders", err)
	}
	for _, f := range files {
		s := style{name: filepath.Base(f), file: f}
		switch filepath.Ext(f) {
		case ".toy":
			s.options = glsl.Shadertoy()
		case ".retro":
			for define, stage := range map[string]ir.Stage{"VERTEX": ir.StageVertex, "FRAGMENT": ir.StageFragment} {
				s.name, s.options = filepath.Base(f)+" "+define, glsl.Options{Stage: stage, Preprocessor: pp.Options{Defines: []pp.Define{{Name: define, Text: "1"}}}}
				list = append(list, s)
			}
			continue
		default:
			s.options.Stage = map[string]ir.Stage{".vert": ir.StageVertex, ".frag": ir.StageFragment, ".comp": ir.StageCompute}[filepath.Ext(f)]
		}
		list = append(list, s)
	}
	return list
}

var functionConstant = regexp.MustCompile(`\[\[function_constant\(\d+\)\]\];`)

// TestStyles writes them all, and has other compilers read what is written.
func TestStyles(t *testing.T) {
	x := &mutantFactory{sources: map[string]string{}, rows: map[string][]outsideRow{}}
	for _, s := range styles(t) {
		src, err := os.ReadFile(s.file)
		if err != nil {
			t.Fatal(err)
		}
		options := s.options
		check := refract.CheckOptions{Parse: refract.ParseOptions{Language: refract.GLSL, Options: refract.LanguageOptions{refract.GLSL: &options}}}
		v, err := refract.Check(context.Background(), s.name, src, check)
		if err != nil {
			t.Errorf("%s: %v", s.name, err)
			continue
		}
		number := strings.ReplaceAll(s.name, " ", "_")
		x.sources[number] = string(src)
		for level := range 2 {
			x.add(t, v, number, level)
			better, err := refract.Optimize(context.Background(), v, refract.OptimizeOptions{Level: level})
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range []refract.Language{refract.WGSL, refract.HLSL, refract.MSL, refract.GLSL, refract.ESSL, refract.SPIRV} {
				list, err := refract.WriteEach(context.Background(), better, refract.WriteOptions{Language: l})
				if err != nil {
					t.Errorf("%s at level %d: %v", s.name, level, err)
				}
				for _, out := range list {
					row := outsideRow{Name: number + " " + l.String(), Source: out.Text}
					switch l {
					case refract.MSL:
						row.Source = functionConstant.ReplaceAllString(out.Text, " = 0;")
						x.rows["msl"] = append(x.rows["msl"], row)
					case refract.ESSL:
						if strings.Contains(out.Text, "GL_EXT_clip_cull_distance") { // which glslang doesn't know
							continue
						}
						row.Stage = map[ir.Stage]string{ir.StageVertex: "vert", ir.StageFragment: "frag", ir.StageCompute: "comp"}[v.Module.EntryPoints[0].Stage]
						x.rows["glsl"] = append(x.rows["glsl"], row)
					}
				}
			}
		}
	}
	var tint []outsideRow
	for _, r := range x.rows["tint"] {
		if !strings.Contains(r.Source, "enable wgpu_") && !strings.Contains(r.Source, "@early_depth_test") { // which Tint doesn't know
			tint = append(tint, r)
		}
	}
	x.rows["tint"] = tint
	for _, compiler := range append(mutantCompilers, "msl") {
		t.Run(compiler, func(t *testing.T) {
			bad := x.judge(t, compiler, 50)
			t.Logf("%d of %d valid", len(x.rows[compiler])-bad, len(x.rows[compiler]))
		})
	}
}
