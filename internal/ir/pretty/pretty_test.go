package pretty_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"refract/internal/ir/pretty"
	"refract/ir"
	"refract/ir/validate"
)

var update = flag.Bool("update", false, "rewrite the archives")

// transforms are those of the package by the name of their archive.
var transforms = map[string]func(*ir.Module){
	"branches": each(func(t *pretty.Transforms, m *ir.Module, f *ir.Function) { t.Branches(m, f) }),
	"copies":   each(func(t *pretty.Transforms, m *ir.Module, f *ir.Function) { t.Copies(m, f); t.Sweep(m, f) }),
	"sweep":    each(func(t *pretty.Transforms, m *ir.Module, f *ir.Function) { t.Sweep(m, f) }),
	"parts":    each(func(t *pretty.Transforms, m *ir.Module, f *ir.Function) { t.Parts(m, f); t.Sweep(m, f) }),
	"defaults": each(func(t *pretty.Transforms, m *ir.Module, f *ir.Function) { t.Defaults(m, f) }),
	"loops":    each(func(t *pretty.Transforms, m *ir.Module, f *ir.Function) { t.Loops(m, f) }),
	"declare":  each(func(t *pretty.Transforms, m *ir.Module, f *ir.Function) { t.Declare(m, f) }),
	"all":      pretty.Module,
}

func each(do func(*pretty.Transforms, *ir.Module, *ir.Function)) func(*ir.Module) {
	return func(m *ir.Module) {
		var t pretty.Transforms
		for _, f := range m.Functions[1:] {
			do(&t, m, f)
		}
	}
}

// TestTransforms compares what each transform makes of the modules of its archive,
// where a module stands before what becomes of it. A second time it changes nothing.
func TestTransforms(t *testing.T) {
	for name, transform := range transforms {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join("testdata", name+".txtar")
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for i := 0; i+1 < len(archive.Files); i += 2 {
				in, out := archive.Files[i], &archive.Files[i+1]
				m, err := ir.ParseString(in.Name, string(in.Data))
				if err != nil {
					t.Fatalf("%s: %v", in.Name, err)
				}
				check := func(when string) {
					if _, err := validate.Module(m, validate.Options{Capabilities: validate.All}); err != nil {
						t.Fatalf("%s, %s: %v\n%s", in.Name, when, err, ir.Print(m))
					}
				}
				check("before")
				transform(m)
				check("after")
				got := ir.Print(m)
				if *update {
					out.Data = []byte(strings.TrimSpace(got) + "\n")
				}
				if want := strings.TrimSpace(string(out.Data)); strings.TrimSpace(got) != want {
					t.Errorf("%s: got\n%s\nwant\n%s", in.Name, got, want)
				}
				transform(m)
				check("after a second time")
				if again := ir.Print(m); again != got {
					t.Errorf("%s: a second time\n%s\ncame of\n%s", in.Name, again, got)
				}
			}
			if *update {
				if err := os.WriteFile(file, txtar.Format(archive), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}
