package hlsl_test

// This file writes the modules in testdata/*.txtar, has the texts compiled and
// compares them with what is recorded.

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	back "refract/back/hlsl"
	"refract/diag"
	front "refract/front/wgsl"
	"refract/internal/harness"
	"refract/ir"
	"refract/ir/validate"
)

// TestText runs the cases of testdata/*.txtar. A file "case {options}" holds a
// module in IR text, or in WGSL if its name ends so, the file after it, ".out",
// its text and, behind a line of dashes if the word reflect ends the name, what a
// host is told; or "error: " and the error. Shader model 6.6 is the default here.
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
			got, more := writeCase(t, filepath.Base(path)+": "+c.Name, c)
			if got != want && !*update {
				t.Errorf("%s: %s:\ngot\n%s\nwant\n%s", path, c.Name, got, want)
			}
			rows = append(rows, more...)
			out = append(out, c, txtar.File{Name: ".out", Data: []byte(got)})
		}
		if *update {
			data := txtar.Format(&txtar.Archive{Comment: archive.Comment, Files: out})
			if err := os.WriteFile(path, data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, v := range harness.Oracle(t, "hlsl", rows) {
		if !v.OK {
			t.Errorf("%s: %v", v.Name, v.Messages)
		}
	}
}

// writeCase writes one case and returns its text or error, and what to compile.
func writeCase(t *testing.T, name string, c txtar.File) (string, []row) {
	kind, options, _ := strings.Cut(c.Name, " ")
	options, reflect := strings.CutSuffix(options, "reflect")
	var m *ir.Module
	if strings.HasSuffix(kind, ".wgsl") {
		list := new(diag.List)
		if m = front.Parse(string(c.Data), 1, front.Options{Allowed: front.AllExtensions}, list); m == nil {
			for _, d := range list.Sorted() {
				t.Errorf("%s: %s", name, d.Message)
			}
			return "", nil
		}
	} else {
		var err error
		if m, err = ir.ParseString(name, string(c.Data)); err != nil {
			t.Errorf("%s: %v", name, err)
			return "", nil
		}
	}
	info, err := validate.Module(m, validate.Options{Capabilities: validate.All})
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return "", nil
	}
	o := back.NewOptions()
	o.ShaderModel = back.ShaderModel66
	if options = strings.TrimSpace(options); options != "" {
		if err := json.Unmarshal([]byte(options), &o); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	before := ir.Print(m)
	text, r, err := back.Write(m, info, o)
	if ir.Print(m) != before {
		t.Errorf("%s: the module was changed", name)
	}
	if err != nil {
		return "error: " + err.Error() + "\n", nil
	}
	rows := rowsOf(name, text, r, o.ShaderModel)
	if reflect {
		told, err := json.MarshalIndent(r, "", "  ")
		if err != nil {
			t.Error(err)
		}
		text += "----\n" + string(told) + "\n"
	}
	return text, rows
}
