package wgsl

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"refract/diag"
	front "refract/front/wgsl"
	"refract/internal/harness"
	"refract/ir"
	"refract/ir/validate"
)

var update = flag.Bool("update", false, "rewrite the expected texts under testdata")

// TestGolden writes the modules in testdata/*.txtar. A file "case [minify]
// [types]
// [standard]" holds a module in IR text, the file after it, ".out", its WGSL, or
// "error: " and the error.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no tests", err)
	}
	var rows []row
	for _, path := range files {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var out []txtar.File
		for i := 0; i < len(archive.Files); i++ {
			c, want := archive.Files[i], ""
			if i+1 < len(archive.Files) && archive.Files[i+1].Name == ".out" {
				i++
				want = string(archive.Files[i].Data)
			}
			got := golden(t, path, c)
			if name := path + ": " + c.Name; !strings.HasPrefix(got, "error: ") {
				rows = append(rows, row{name, got})
				var list diag.List
				if front.Parse(got, 1, front.Options{Allowed: front.AllExtensions}, &list) == nil {
					t.Errorf("%s: not read again: %s", name, messages(&list))
				}
			}
			if got != want && !*update {
				t.Errorf("%s: %s:\ngot\n%s\nwant\n%s", path, c.Name, got, want)
			}
			out = append(out, c, txtar.File{Name: ".out", Data: []byte(got)})
		}
		if *update {
			archive.Files = out
			if err := os.WriteFile(path, txtar.Format(archive), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	for i, v := range harness.Oracle(t, "tint", rows) {
		if !v.OK && !strings.Contains(v.Text(), "wgpu_") {
			t.Errorf("%s: Tint: %s", rows[i].Name, v.Text())
		}
	}
}

func golden(t *testing.T, path string, c txtar.File) string {
	words := strings.Fields(c.Name)
	m, err := ir.ParseString(words[0], string(c.Data))
	if err != nil {
		t.Fatalf("%s: %s: %v", path, c.Name, err)
	}
	var list diag.List
	known := new(validate.Validator).Validate(m, validate.Options{Capabilities: validate.All}, &list)
	if list.HasErrors() {
		t.Errorf("%s: %s: not valid: %s", path, c.Name, messages(&list))
	}
	var opts Options
	var info *validate.Info
	for _, w := range words[1:] {
		switch w {
		case "minify":
			opts.Minify = true
		case "types":
			opts.ExplicitTypes = true
		case "standard":
			opts.Standard, info = true, known
		default:
			t.Errorf("%s: %s: no option %s", path, c.Name, w)
		}
	}
	before := ir.Print(m)
	text, _, err := Write(m, info, opts)
	if ir.Print(m) != before {
		t.Errorf("%s: %s: the module was changed", path, c.Name)
	}
	if err != nil {
		return "error: " + err.Error() + "\n"
	}
	return strings.TrimRight(text, "\n") + "\n"
}
