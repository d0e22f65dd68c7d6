package compact

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"refract/diag"
	"refract/ir"
	"refract/ir/validate"
)

var update = flag.Bool("update", false, "rewrite the expected modules under testdata")

// TestCompact runs the cases of testdata/*.txtar: a file "case [keep] [entry=NAME]"
// holds a module, the file ".out" after it what becomes of it.
func TestCompact(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no cases", err)
	}
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
			got := run(t, c)
			if got != want && !*update {
				t.Errorf("%s:\ngot\n%s\nwant\n%s", c.Name, got, want)
			}
			out = append(out, c, txtar.File{Name: ".out", Data: []byte(got)})
		}
		if *update {
			if err := os.WriteFile(path, txtar.Format(&txtar.Archive{Comment: archive.Comment, Files: out}), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func run(t *testing.T, c txtar.File) string {
	m, err := ir.ParseString(c.Name, string(c.Data))
	if err != nil {
		t.Fatal(err)
	}
	check(t, c.Name+" before", m)
	var opts Options
	for _, w := range strings.Fields(c.Name)[1:] {
		if w == "keep" {
			opts.KeepUnused = true
		} else if name, ok := strings.CutPrefix(w, "entry="); ok {
			opts.EntryPoint = name
		}
	}
	given := ir.Print(m)
	dst := used(t)
	copied := Into(dst, m, opts)
	if ir.Print(m) != given {
		t.Errorf("%s: copying changes it to\n%s", c.Name, ir.Print(m))
	}
	if done := Module(m, opts); done != copied {
		t.Fatalf("%s: done in place %v, in a copy %v", c.Name, done, copied)
	} else if !done {
		return "no entry point\n"
	}
	check(t, c.Name+" copied", dst)
	if d := ir.Diff(m, dst, ir.EqualOptions{}); d != "" || counts(m) != counts(dst) {
		t.Errorf("%s: in place and copied: %s", c.Name, d)
	}
	check(t, c.Name+" after", m)
	got := ir.Print(m)
	before := counts(m)
	if Module(m, opts); ir.Print(m) != got || counts(m) != before {
		t.Errorf("%s: a second run changes it to\n%s", c.Name, ir.Print(m))
	}
	read, err := ir.ParseString("printed", got)
	if err != nil {
		t.Fatal(err)
	}
	if d := ir.Diff(m, read, ir.EqualOptions{}); d != "" {
		t.Errorf("%s: printed and read again: %s", c.Name, d)
	}
	return got
}

// used is a module whose memory was used before.
func used(t *testing.T) *ir.Module {
	data, err := os.ReadFile("../../../ir/testdata/all.ir")
	if err != nil {
		t.Fatal(err)
	}
	m, err := ir.ParseString("all", string(data))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// counts are the sizes of a module's arenas.
func counts(m *ir.Module) (n [4]int) {
	n = [4]int{m.Types.Len(), m.Consts.ExprCount()}
	for _, f := range m.Functions[1:] {
		n[2] += f.ExprCount()
		n[3] += f.StmtCount()
	}
	return n
}

func check(t *testing.T, what string, m *ir.Module) {
	t.Helper()
	if _, err := validate.Module(m, validate.Options{Capabilities: validate.All}); err != nil {
		t.Errorf("%s: %v\n%s", what, err, ir.Print(m))
	}
}

// TestEverything compacts a module with one of everything and finds nothing to
// remove but what its functions compute for nothing.
func TestEverything(t *testing.T) {
	data, err := os.ReadFile("../../../ir/testdata/all.ir")
	if err != nil {
		t.Fatal(err)
	}
	m, err := ir.ParseString("all", string(data))
	if err != nil {
		t.Fatal(err)
	}
	entities := [4]int{len(m.Globals), len(m.Constants), len(m.Overrides), len(m.Functions)}
	Module(m, Options{KeepUnused: true})
	if now := [4]int{len(m.Globals), len(m.Constants), len(m.Overrides), len(m.Functions)}; now != entities {
		t.Errorf("entities %v, before %v", now, entities)
	}
	text := ir.Print(m)
	if _, err := ir.ParseString("printed", text); err != nil {
		t.Error(err)
	}
	m.CheckHandles(func(_ diag.Span, f ir.FuncID, what string) { t.Errorf("function %d: %s", f, what) })
}
