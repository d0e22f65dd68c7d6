package spirv_test

import (
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"sort"
	"testing"

	back "refract/back/spirv"
	"refract/diag"
	"refract/front/wgsl"
	"refract/internal/harness"
	"refract/ir"
	"refract/spirv"
)

// row is what the validator of SPIRV-Tools is asked.
type row struct {
	Name  string `json:"name"`
	SPIRV string `json:"spirv"`
	Env   string `json:"env"`
}

func rowOf(name string, words []uint32, env string) row {
	return row{name, base64.StdEncoding.EncodeToString(spirv.AppendBytes(nil, words)), env}
}

func parse(t testing.TB, name, source string) *ir.Module {
	t.Helper()
	var sources diag.Sources
	var diags diag.List
	m := wgsl.Parse(source, sources.Add(name, source), wgsl.Options{Allowed: wgsl.AllExtensions}, &diags)
	if m != nil {
		m.Sources = &sources
	}
	return m
}

// TestCorpus writes every shader of the corpus and has the result validated.
func TestCorpus(t *testing.T) {
	type setting struct {
		version back.Version
		env     string
		debug   back.DebugInfo
	}
	for _, s := range []setting{
		{0, "vulkan1.0", back.DebugNone},
		{3, "vulkan1.1", back.DebugNone},
		{4, "vulkan1.1spv1.4", back.DebugLines},
		{5, "vulkan1.2", back.DebugNonSemantic},
		{6, "vulkan1.3", back.DebugNone},
		{6, "vulkan1.3", back.DebugNonSemantic},
	} {
		t.Run(fmt.Sprintf("1.%d %v", s.version, s.debug), func(t *testing.T) {
			var rows []row
			refused := map[string]int{}
			var w back.Writer
			for _, shader := range harness.Shaders(t) {
				if only := os.Getenv("SHADER"); only != "" && only != shader.Name {
					continue
				}
				m := parse(t, shader.Name, shader.Source)
				if m == nil {
					continue
				}
				o := back.NewOptions()
				o.Version, o.Debug = s.version, s.debug
				words, err := w.Write(nil, m, o)
				var unsupported *back.UnsupportedError
				switch {
				case errors.As(err, &unsupported):
					refused[unsupported.Feature]++
					t.Logf("%s: %v", shader.Name, err)
					continue
				case err != nil:
					t.Errorf("%s: %v", shader.Name, err)
					continue
				}
				rows = append(rows, rowOf(shader.Name, words, s.env))
				if os.Getenv("SHADER") != "" {
					text, err := spirv.Disassemble(words, spirv.DisassembleOptions{Names: true})
					t.Logf("%s%v", text, err)
				}
			}
			failed := 0
			for _, v := range harness.Oracle(t, "spirv", rows) {
				if !v.OK {
					failed++
					t.Errorf("%s: %s", v.Name, v.Text())
				}
			}
			var list []string
			for f, n := range refused {
				list = append(list, fmt.Sprintf("%4d %s", n, f))
			}
			sort.Strings(list)
			for _, l := range list {
				t.Log(l)
			}
			t.Logf("%d of %d valid", len(rows)-failed, len(rows))
		})
	}
}
