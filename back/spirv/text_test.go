package spirv_test

// This file writes modules in the IR's text form, has the result validated and
// compares its disassembly with what is recorded.

import (
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	back "refract/back/spirv"
	"refract/internal/harness"
	"refract/ir"
	"refract/ir/validate"
	"refract/spirv"
)

var update = flag.Bool("update", false, "rewrite the expected modules under testdata")

// environments are the targets that versions are validated for.
var environments = [...]string{"vulkan1.0", "spv1.1", "spv1.2", "vulkan1.1", "vulkan1.1spv1.4", "vulkan1.2", "vulkan1.3"}

// TestText runs the cases of testdata/*.txtar. A file "case {options}" holds a
// module, the file after it, ".out", its disassembly or "error: " and the error.
func TestText(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no test data", err)
	}
	var rows []row
	for _, path := range files {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var out []txtar.File
		for i := 0; i < len(archive.Files); i++ {
			c := archive.Files[i]
			want := ""
			if i+1 < len(archive.Files) && archive.Files[i+1].Name == ".out" {
				i++
				want = string(archive.Files[i].Data)
			}
			got, r := writeCase(t, filepath.Base(path)+": "+c.Name, c)
			if got != want && !*update {
				t.Errorf("%s: %s:\ngot\n%s\nwant\n%s", path, c.Name, got, want)
			}
			if r != nil {
				rows = append(rows, *r)
			}
			out = append(out, c, txtar.File{Name: ".out", Data: []byte(got)})
		}
		if *update {
			data := txtar.Format(&txtar.Archive{Comment: archive.Comment, Files: out})
			if err := os.WriteFile(path, data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, v := range harness.Oracle(t, "spirv", rows) {
		if !v.OK {
			t.Errorf("%s: %s", v.Name, v.Text())
		}
	}
}

// writeCase writes one case and returns its disassembly or error, and what to
// validate.
func writeCase(t *testing.T, name string, c txtar.File) (string, *row) {
	m, err := ir.ParseString(name, string(c.Data))
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return "", nil
	}
	if _, err := validate.Module(m, validate.Options{Capabilities: validate.All}); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	o := back.NewOptions()
	o.Version = 6
	if _, options, ok := strings.Cut(c.Name, " "); ok {
		if err := json.Unmarshal([]byte(options), &o); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	words, err := back.Write(m, o)
	var unsupported *back.UnsupportedError
	if errors.As(err, &unsupported) {
		return "error: " + err.Error() + "\n", nil
	}
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return "", nil
	}
	text, err := spirv.Disassemble(words, spirv.DisassembleOptions{Names: true, NoHeader: true, NoIndent: true})
	if err != nil {
		t.Errorf("%s: %v", name, err)
	}
	env := environments[o.Version]
	if o.Linkage {
		env = "spv1.6"
	}
	r := rowOf(name, words, env)
	return text, &r
}
