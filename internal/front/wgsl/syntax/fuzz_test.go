package syntax

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"refract/diag"
)

// FuzzParse checks that any text gives a well-formed tree, that the same text
// gives the same tree again, and that the tokens and comments of a lossless
// tree cover all of the text but blankspace.
func FuzzParse(f *testing.F) {
	for _, table := range [][][2]string{exprTests, stmtTests, itemTests, lexTests} {
		for _, test := range table {
			f.Add("fn f() {" + test[0] + "}")
			f.Add(test[0])
		}
	}
	files, _ := filepath.Glob("testdata/errors/*.wgsl")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, snippet := range strings.Split(string(text), "---\n") {
			f.Add(snippet)
		}
	}
	p := NewParser(nil)
	f.Fuzz(func(t *testing.T, src string) {
		var diags diag.List
		tree := p.Parse(src, 1, Options{}, &diags)
		checkTree(t, tree)
		first := dump(tree) + messages(&diags)

		var again diag.List
		tree = p.Parse(src, 1, Options{Lossless: true}, &again)
		checkTree(t, tree)
		checkCover(t, tree, diags.HasErrors())
		if diags.HasErrors() {
			return
		}
		second := strings.ReplaceAll(dump(tree)+messages(&again), " empty", "")
		if strings.Join(strings.Fields(first), " ") != strings.Join(strings.Fields(strings.ReplaceAll(second, "empty", "")), " ") {
			t.Fatalf("first\n%s\nthen\n%s", first, second)
		}
	})
}
