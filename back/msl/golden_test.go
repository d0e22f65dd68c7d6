package msl

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"refract/diag"
	"refract/internal/harness"
	"refract/ir"
	"refract/ir/validate"
)

var update = flag.Bool("update", false, "rewrite the expected texts under testdata")

// TestGolden writes the repository's shaders as testdata/golden has them.
func TestGolden(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(harness.Root(t), "testdata/shaders/*.wgsl"))
	if err != nil || len(paths) == 0 {
		t.Fatal("no shaders", err)
	}
	var rows []row
	for _, path := range paths {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		m, list := parse(string(src))
		if m == nil {
			t.Fatalf("%s: %s", path, messages(list))
		}
		out, err := Write(m, nil, NewOptions())
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		name := strings.TrimSuffix(filepath.Base(path), ".wgsl")
		expect(t, filepath.Join("testdata/golden", name+".metal"), out.Text)
		rows = append(rows, row{name, out.Text})
	}
	check(t, rows)
}

// expect compares text with that of a file.
func expect(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got\n%s", path, got)
	}
}

// constants gives function constants values, as C++ wants them.
var constants = regexp.MustCompile(`\[\[function_constant\(\d+\)\]\];`)

// check has the checker read texts.
func check(t *testing.T, rows []row) {
	t.Helper()
	for i := range rows {
		rows[i].Source = constants.ReplaceAllString(rows[i].Source, " = 0;")
	}
	for i, v := range harness.Oracle(t, "msl", rows) {
		if !v.OK {
			t.Errorf("%s: line %d: %s", rows[i].Name, v.Messages[0].Line, v.Text())
		}
	}
}

// TestCases writes the modules in testdata/*.txtar. A file "case {options}" holds a
// module in IR text, or in WGSL if its name says so, the file after it, ".out", its text and, with the word
// reflect behind the options, what a host is told, or "error: " and the error. The
// word unchecked keeps the text from the checker.
func TestCases(t *testing.T) {
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
			got := writeCase(t, path, c)
			if !strings.HasPrefix(got, "error: ") && !strings.Contains(c.Name, "unchecked") {
				text, _, _ := strings.Cut(got, "\n--\n")
				rows = append(rows, row{path + ": " + c.Name, text})
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
	check(t, rows)
}

func writeCase(t *testing.T, path string, c txtar.File) string {
	var list diag.List
	var m *ir.Module
	if strings.HasSuffix(strings.Fields(c.Name)[0], ".wgsl") {
		found := new(diag.List)
		if m, found = parse(string(c.Data)); m == nil {
			t.Fatalf("%s: %s: %s", path, c.Name, messages(found))
		}
	} else {
		var err error
		if m, err = ir.ParseString(c.Name, string(c.Data)); err != nil {
			t.Fatalf("%s: %s: %v", path, c.Name, err)
		}
	}
	if new(validate.Validator).Validate(m, validate.Options{Capabilities: validate.All}, &list); list.HasErrors() {
		t.Errorf("%s: %s: not valid: %s", path, c.Name, messages(&list))
	}
	opts := NewOptions()
	if i := strings.IndexByte(c.Name, '{'); i >= 0 {
		if err := json.Unmarshal([]byte(c.Name[i:strings.LastIndexByte(c.Name, '}')+1]), &opts); err != nil {
			t.Fatalf("%s: %s: %v", path, c.Name, err)
		}
	}
	before := ir.Print(m)
	out, err := Write(m, nil, opts)
	if ir.Print(m) != before {
		t.Errorf("%s: %s: the module was changed", path, c.Name)
	}
	if err != nil {
		return "error: " + err.Error() + "\n"
	}
	text := strings.TrimRight(out.Text, "\n") + "\n"
	if strings.Contains(c.Name, "reflect") {
		out.Text = ""
		told, err := json.MarshalIndent(out, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		text += "--\n" + string(told) + "\n"
	}
	return text
}
