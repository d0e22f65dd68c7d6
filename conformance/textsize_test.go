package conformance

// How long the text is that comes out of the optimizer.

import (
	"cmp"
	"context"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"refract"
	wgslback "refract/back/wgsl"
	"refract/front/wgsl"
	"refract/internal/harness"
	"refract/internal/ssa/pipeline"
	"refract/internal/sweep"
	"refract/ir/validate"
)

// TestTextSize prints the bytes at each level over those at -O0, by language: geometric means
// over the kernels and over shaders of the corpus whose text has 1,000 bytes and more
// (every eighth, or all where REFRACT_ALL is 1).
func TestTextSize(t *testing.T) {
	names, err := filepath.Glob("../testdata/kernels/*.wgsl")
	if err != nil || len(names) == 0 {
		t.Fatal("no kernels", err)
	}
	var kernels []harness.Shader
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		kernels = append(kernels, harness.Shader{Name: filepath.Base(name), Source: string(text)})
	}
	for _, way := range []struct {
		name  string
		write refract.WriteOptions
	}{
		{"wgsl", refract.WriteOptions{Language: refract.WGSL}},
		{"wgsl minified", refract.WriteOptions{Language: refract.WGSL, Options: refract.LanguageOptions{refract.WGSL: &wgslback.Options{Minify: true}}}},
		{"glsl", refract.WriteOptions{Language: refract.GLSL}},
		{"hlsl", refract.WriteOptions{Language: refract.HLSL}},
		{"msl", refract.WriteOptions{Language: refract.MSL}},
	} {
		for _, set := range []struct {
			name    string
			shaders []harness.Shader
			least   int
		}{{"kernels", kernels, 0}, {"corpus", optimizedShaders(t), 1000}} {
			for _, level := range pipeline.Levels()[1:] {
				textSizes(t, way.name+", "+set.name, set.shaders, set.least, level, way.write)
			}
		}
	}
}

// textSizes prints the bytes of shaders at a level of optimization over those at -O0.
// The smallest are never more.
func textSizes(t *testing.T, what string, shaders []harness.Shader, least, level int, write refract.WriteOptions) {
	type row struct {
		name  string
		ratio float64
	}
	var rows []row
	var logs float64
	for _, s := range shaders {
		var sizes [2]int
		for k := range sizes {
			out, err := refract.Translate(context.Background(), s.Name, []byte(s.Source), refract.TranslateOptions{From: refract.WGSL, To: write.Language,
				Parse:    refract.ParseOptions{Options: refract.LanguageOptions{refract.WGSL: &wgsl.Options{Allowed: wgsl.AllExtensions}}},
				Validate: refract.ValidateOptions{Capabilities: validate.All}, Optimize: refract.OptimizeOptions{Level: k * level}, Write: write})
			if err != nil {
				break
			}
			sizes[k] = len(out.Text)
		}
		if sizes[0] < least || sizes[1] == 0 {
			continue
		}
		r := float64(sizes[1]) / float64(sizes[0])
		if level == pipeline.Small && r > 1 {
			t.Errorf("%s: %s at -Os is %.3f of -O0", what, s.Name, r)
		}
		rows = append(rows, row{s.Name, r})
		logs += math.Log(r)
	}
	if len(rows) == 0 {
		t.Logf("%s: none", what)
		return
	}
	slices.SortFunc(rows, func(a, b row) int { return cmp.Compare(b.ratio, a.ratio) })
	t.Logf("%s: %d rows, %s is %.3f of -O0; above 1.10: %d", what, len(rows), pipeline.LevelName(level), math.Exp(logs/float64(len(rows))),
		slices.IndexFunc(append(rows, row{}), func(r row) bool { return r.ratio <= 1.1 }))
	if os.Getenv("REFRACT_ROWS") != "" {
		for _, r := range rows[:min(8, len(rows))] {
			t.Logf("  %.2f %s", r.ratio, r.name)
		}
	}
}

// TestMinifiedBesideTint compares the bytes of minified WGSL with those that Tint makes,
// where there is a tint on the path.
func TestMinifiedBesideTint(t *testing.T) {
	sweep.Only(t)
	if _, err := exec.LookPath("tint"); err != nil {
		t.Skip(err)
	}
	files, err := filepath.Glob("../testdata/shaders/*.wgsl")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	var source, ours, theirs int
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		out, err := refract.Translate(context.Background(), name, text, refract.TranslateOptions{To: refract.WGSL,
			Optimize: refract.OptimizeOptions{Level: refract.SmallestOptimization},
			Write:    refract.WriteOptions{Options: refract.LanguageOptions{refract.WGSL: &wgslback.Options{Minify: true}}}})
		if err != nil {
			t.Fatal(err)
		}
		said, err := exec.Command("tint", "--format", "wgsl", "--minify", "--rename-all", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		source, ours, theirs = source+len(text), ours+len(out.Text), theirs+len(said)
		if len(out.Text) > len(said) {
			t.Errorf("%s: %d bytes, Tint's are %d", name, len(out.Text), len(said))
		}
	}
	t.Logf("%d shaders of %d bytes: %d bytes at -Os minified, Tint's are %d", len(files), source, ours, theirs)
}
