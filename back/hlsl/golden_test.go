package hlsl_test

// This file writes the shaders of testdata/shaders and compares them with what
// is recorded.

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	back "refract/back/hlsl"
	"refract/internal/harness"
)

var update = flag.Bool("update", false, "rewrite the expected texts under testdata")

func TestGolden(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(harness.Root(t), "testdata", "shaders", "*.wgsl"))
	if err != nil || len(files) == 0 {
		t.Fatal("no shaders", err)
	}
	var rows []row
	var w back.Writer
	for _, path := range files {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(path), ".wgsl")
		m := parse(string(src))
		if m == nil {
			t.Errorf("%s isn't read", path)
			continue
		}
		for _, model := range []back.ShaderModel{back.ShaderModel51, back.ShaderModel66} {
			o := options(model)
			text, r, err := w.Write(m, nil, o)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			rows = append(rows, rowsOf(name, string(text), r, model)...)
			golden := filepath.Join("testdata", "golden", name+"."+strings.Replace(model.String(), ".", "_", 1)+".hlsl")
			if *update {
				os.MkdirAll(filepath.Dir(golden), 0o755)
				if err := os.WriteFile(golden, text, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, _ := os.ReadFile(golden)
			if string(want) != string(text) {
				t.Errorf("%s: got\n%s", golden, text)
			}
		}
	}
	for _, v := range harness.Oracle(t, "hlsl", rows) {
		if !v.OK {
			t.Errorf("%s: %s", v.Name, v.Text())
		}
	}
}
