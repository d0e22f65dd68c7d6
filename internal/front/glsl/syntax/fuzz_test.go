package syntax

import "testing"

// FuzzParse checks that any text gives a well-formed tree, and the same text the
// same tree again.
func FuzzParse(f *testing.F) {
	for _, test := range exprTests {
		f.Add(head + "void f() { return " + test[0] + "; }")
	}
	for _, test := range stmtTests {
		f.Add(head + "void f() { " + test[0] + " }")
	}
	for _, test := range itemTests {
		f.Add(head + test[0])
	}
	for _, test := range errorTests {
		f.Add(test[0])
	}
	p := NewParser(nil)
	f.Fuzz(func(t *testing.T, src string) {
		tree, text := parseWith(p, src)
		checkTree(t, tree)
		first := dump(tree) + text
		tree, text = parseWith(p, src)
		if second := dump(tree) + text; first != second {
			t.Fatalf("first\n%s\nthen\n%s", first, second)
		}
		if text == "" {
			for n := Node(1); int(n) < tree.Len(); n++ {
				if tree.Kind(n) == KindBad {
					t.Fatalf("a KindBad without a diagnostic")
				}
			}
		}
	})
}
