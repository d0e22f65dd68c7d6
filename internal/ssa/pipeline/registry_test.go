package pipeline_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"strings"
	"testing"

	"refract/internal/ssa/pipeline"
)

// TestRegistryIsComplete looks for passes in the source of the packages that hold
// them. Each is in the registry.
func TestRegistryIsComplete(t *testing.T) {
	found := 0
	for _, dir := range []string{"../opt", "../lower"} {
		pkgs, err := parser.ParseDir(token.NewFileSet(), dir, func(f fs.FileInfo) bool { return !strings.HasSuffix(f.Name(), "_test.go") }, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, pkg := range pkgs {
			for name, file := range pkg.Files {
				if holdsPass(file) && !showsWhatItDoes(file) {
					t.Errorf("%s: its first comment doesn't show what stands before the pass and after it", name)
				}
			}
			ast.Inspect(pkg, func(n ast.Node) bool {
				l, ok := n.(*ast.CompositeLit)
				if !ok {
					return true
				}
				if !isPass(l) {
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

// isPass reports whether a literal is a pass.
func isPass(l *ast.CompositeLit) bool {
	s, ok := l.Type.(*ast.SelectorExpr)
	return ok && s.Sel.Name == "Pass"
}

func holdsPass(file *ast.File) bool {
	found := false
	ast.Inspect(file, func(n ast.Node) bool {
		if l, ok := n.(*ast.CompositeLit); ok && isPass(l) {
			found = true
		}
		return !found
	})
	return found
}

// showsWhatItDoes reports whether the comment that a file begins with has a text in
// two columns, before and after.
func showsWhatItDoes(file *ast.File) bool {
	for _, c := range file.Comments {
		if c.Pos() > file.Name.End() {
			for _, line := range c.List {
				words := strings.Fields(strings.TrimPrefix(line.Text, "//"))
				if len(words) >= 2 && words[0] == "before" && words[len(words)-1] == "after" {
					return true
				}
			}
			return false
		}
	}
	return false
}
