package pipeline_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"strings"
	"testing"

	"refract/ssa/pipeline"
)

// TestRegistryIsComplete looks for passes in the source of the packages that hold
// them. Each is in the registry.
func TestRegistryIsComplete(t *testing.T) {
	found := 0
	for _, dir := range []string{"../opt", "../lower"} {
		pkgs, err := parser.ParseDir(token.NewFileSet(), dir, func(f fs.FileInfo) bool { return !strings.HasSuffix(f.Name(), "_test.go") }, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, pkg := range pkgs {
			ast.Inspect(pkg, func(n ast.Node) bool {
				l, ok := n.(*ast.CompositeLit)
				if !ok {
					return true
				}
				if s, ok := l.Type.(*ast.SelectorExpr); !ok || s.Sel.Name != "Pass" {
					return true
				}
				for _, e := range l.Elts {
					kv := e.(*ast.KeyValueExpr)
					if kv.Key.(*ast.Ident).Name != "Name" {
						continue
					}
					lit, ok := kv.Value.(*ast.BasicLit)
					if !ok {
						continue
					}
					found++
					if name := strings.Trim(lit.Value, `"`); pipeline.ByName(name) == nil {
						t.Errorf("%s: the pass %s isn't in the registry", dir, name)
					}
				}
				return true
			})
		}
	}
	if found == 0 {
		t.Error("no passes found")
	}
	names := map[string]bool{}
	for _, p := range pipeline.All() {
		if names[p.Name] {
			t.Errorf("two passes are called %s", p.Name)
		}
		names[p.Name] = true
		if p.Doc == "" || (p.Function == nil) == (p.Shader == nil) {
			t.Errorf("pass %s: it needs a doc, and one of Function and Shader", p.Name)
		}
	}
}
