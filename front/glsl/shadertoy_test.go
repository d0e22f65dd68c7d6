package glsl

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"refract/diag"
	"refract/internal/front/glsl/pp"
	"refract/ir"
	"refract/ir/validate"
)

// This file reads image shaders as people write them for Shadertoy.

// A toy is a shader of testdata/shadertoy*.txtar.
type toy struct{ name, source string }

func toys(t testing.TB) (list []toy) {
	t.Helper()
	files, err := filepath.Glob("testdata/shadertoy*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	header := regexp.MustCompile(`(?m)^-- (\S+) --\n`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		at := header.FindAllSubmatchIndex(text, -1)
		for i, m := range at {
			end := len(text)
			if i+1 < len(at) {
				end = at[i+1][0]
			}
			list = append(list, toy{string(text[m[2]:m[3]]), string(text[m[1]:end])})
		}
	}
	return list
}

// channel is the type of the first channel, which a comment may say.
var channel = regexp.MustCompile(`(?m)^// channel: (\w+)$`)

func TestShadertoy(t *testing.T) {
	var r Reader
	list := toys(t)
	if len(list) < 60 {
		t.Errorf("only %d shaders", len(list))
	}
	for _, shader := range list {
		var sources diag.Sources
		var diags diag.List
		opts := Shadertoy()
		if m := channel.FindStringSubmatch(shader.source); m != nil {
			opts.Preprocessor.Defines = []pp.Define{{Name: "SHADERTOY_CHANNEL0", Text: m[1]}}
		}
		m := r.Read(ir.NewModule(), shader.source, sources.Add(shader.name, shader.source), opts, &sources, &diags)
		if m != nil {
			var v validate.Validator
			v.Validate(m, validate.Options{Capabilities: validate.All}, &diags)
		}
		if diags.HasErrors() {
			var b strings.Builder
			diags.Diagnostics(&sources).WriteShort(&b)
			t.Errorf("%s:\n%s", shader.name, b.String())
		}
	}
}
