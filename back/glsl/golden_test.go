package glsl

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"refract/diag"
	front "refract/front/wgsl"
	"refract/internal/harness"
	"refract/ir"
	"refract/ir/validate"
)

var update = flag.Bool("update", false, "rewrite the expected texts under testdata")

func parse(src string) (*ir.Module, *diag.List) {
	list := new(diag.List)
	return front.Parse(src, 1, front.Options{DocComments: true}, list), list
}

// extensions are the file name extensions of stages.
var extensions = [...]string{ir.StageVertex: ".vert", ir.StageFragment: ".frag", ir.StageCompute: ".comp"}

// TestGolden writes every entry point of the project's shaders.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(harness.Root(t), "testdata", "shaders", "*.wgsl"))
	if err != nil || len(files) == 0 {
		t.Fatal("no shaders", err)
	}
	wanted := map[string]bool{}
	for _, path := range files {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		m, list := parse(string(src))
		if m == nil {
			t.Fatal(path, list.Sorted())
		}
		if _, err := validate.Module(m, validate.Options{Capabilities: validate.All}); err != nil {
			t.Fatal(path, err)
		}
		before := ir.Print(m)
		for i := range m.EntryPoints {
			e := &m.EntryPoints[i]
			opts := NewOptions()
			opts.EntryPoint, opts.Stage = e.Name, e.Stage
			text, _, err := Write(m, nil, opts)
			if err != nil {
				t.Errorf("%s: %s: %v", path, e.Name, err)
				continue
			}
			name := filepath.Join("testdata", "golden", strings.TrimSuffix(filepath.Base(path), ".wgsl")+"."+e.Name+extensions[e.Stage])
			wanted[name] = true
			compare(t, name, text)
		}
		if ir.Print(m) != before {
			t.Errorf("%s: the module was changed", path)
		}
	}
	have, _ := filepath.Glob("testdata/golden/*")
	for _, name := range have {
		if !wanted[name] {
			t.Errorf("nothing reads %s", name)
		}
	}
}

// compare compares a text with an expected one, or rewrites that.
func compare(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s:\ngot\n%s\nwant\n%s", name, got, want)
	}
}
