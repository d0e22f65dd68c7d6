package formula_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"refract/internal/builtin/formula"
)

// TestGenerated holds the generated functions to the formulas.
func TestGenerated(t *testing.T) {
	dir := t.TempDir()
	for _, folder := range []string{"num", filepath.Join("ir", "arith")} {
		if err := os.MkdirAll(filepath.Join(dir, folder), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := exec.Command("go", "run", "gen.go", "-o", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, name := range []string{filepath.Join("num", "formula_gen.go"), filepath.Join("ir", "arith", "formula_gen.go")} {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(filepath.Join("..", "..", name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is stale: run go generate ./internal/builtin/formula", name)
		}
	}
}

// TestFormulas parses every formula, which panics for a mistake, and checks that steps come
// before the steps that read them.
func TestFormulas(t *testing.T) {
	for o := formula.NoOperation + 1; o < formula.NumOperations; o++ {
		f := o.Formula()
		if f == nil {
			continue
		}
		for at := range f.Nodes {
			for _, a := range f.Nodes[at].Operands() {
				if int(a) >= at {
					t.Errorf("%s: node %d reads node %d", o, at, a)
				}
			}
		}
	}
}
