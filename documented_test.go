package refract_test

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// obvious are methods of the standard library's interfaces, which need no words.
var obvious = []string{"String", "Error", "Unwrap", "Is", "Diagnostic", "MarshalText", "UnmarshalText", "MarshalJSON", "UnmarshalJSON"}

// TestDocumented: every package that others may import, and every type, function and
// method of it, has a comment.
func TestDocumented(t *testing.T) {
	files, packages := token.NewFileSet(), map[string][]*ast.File{}
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || d.Name() == "internal" || isModule(name)):
			return fs.SkipDir
		case d.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		f, err := parser.ParseFile(files, name, nil, parser.ParseComments)
		if err == nil && f.Name.Name != "main" {
			pkg := path.Dir(filepath.ToSlash(name))
			packages[pkg] = append(packages[pkg], f)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for pkg, list := range packages {
		p, err := doc.NewFromFiles(files, list, module+"/"+pkg)
		if err != nil {
			t.Fatal(err)
		}
		say := func(name, comment string) {
			if comment == "" {
				t.Errorf("%s: %s has no comment", pkg, name)
			}
		}
		functions := func(of string, list []*doc.Func) {
			for _, f := range list {
				if of == "" || !slices.Contains(obvious, f.Name) {
					say(of+f.Name, f.Doc)
				}
			}
		}
		say("the package", p.Doc)
		functions("", p.Funcs)
		for _, v := range p.Types {
			say(v.Name, v.Doc)
			functions("", v.Funcs)
			functions(v.Name+".", v.Methods)
		}
	}
}
