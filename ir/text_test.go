package ir

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"refract/diag"
)

func readText(t testing.TB, name string) string {
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestTextIsFixedPoint reads a module with one of everything and prints the
// same text.
func TestTextIsFixedPoint(t *testing.T) {
	text := readText(t, "testdata/all.ir")
	m, err := ParseString("all.ir", text)
	if err != nil {
		t.Fatal(err)
	}
	got := Print(m)
	diffLines(t, got, text)
	n, err := ParseString("printed", got)
	if err != nil {
		t.Fatal(err)
	}
	if d := Diff(m, n, EqualOptions{}); d != "" {
		t.Errorf("printed and read again it differs: %s", d)
	}
	if d := Diff(m, m.Clone(), EqualOptions{Spans: true}); d != "" {
		t.Errorf("a clone differs: %s", d)
	}
}

// TestTextSpans prints positions and reads them back.
func TestTextSpans(t *testing.T) {
	m, err := ParseString("all.ir", readText(t, "testdata/all.ir"))
	if err != nil {
		t.Fatal(err)
	}
	n, err := ParseString("printed", string(AppendText(nil, m, PrintOptions{Spans: true})))
	if err != nil {
		t.Fatal(err)
	}
	if d := Diff(m, n, EqualOptions{Spans: true}); d != "" {
		t.Error(d)
	}
}

// TestTextCoverage sees that the module has every kind of expression and
// statement.
func TestTextCoverage(t *testing.T) {
	m, err := ParseString("all.ir", readText(t, "testdata/all.ir"))
	if err != nil {
		t.Fatal(err)
	}
	var kinds [numKinds]bool
	var stmts [numStmtKinds]bool
	for _, f := range m.Functions[1:] {
		for i := range f.nodes {
			kinds[f.nodes[i].kind] = true
		}
		for i := range f.stmts {
			stmts[f.stmts[i].kind] = true
		}
	}
	kinds[KindConstant], kinds[KindOverride] = true, true // at module scope
	for k, ok := range kinds {
		if !ok {
			t.Errorf("no expression %s", Kind(k))
		}
	}
	for k, ok := range stmts {
		if !ok {
			t.Errorf("no statement %s", StmtKind(k))
		}
	}
}

// TestTextFields fails when an entity gets a field: the text form and Equal must
// learn it.
func TestTextFields(t *testing.T) {
	for _, c := range []struct {
		v    any
		want int
	}{
		{Module{}, 18}, // Meter is no part of a module that is kept: it has no text
		{DiagnosticFilter{}, 2}, {Binding{}, 19}, {Register{}, 8}, {Feedback{}, 3}, {Link{}, 5}, {Struct{}, 7}, {Member{}, 11}, {Constant{}, 5},
		{Override{}, 7}, {ResourceBinding{}, 2}, {Global{}, 18}, {UniformPart{}, 5}, {EntryPoint{}, 16}, {Argument{}, 4}, {Local{}, 4},
		{Function{}, 19}, {LayoutNode{}, 4}, {Type{}, 19}, {Case{}, 4}, {ImageSample{}, 13}, {ImageLoad{}, 6},
		{Atomic{}, 7}, {Barrier{}, 3}, {Geometry{}, 4}, {Tessellation{}, 5}, {Mesh{}, 3}, {Pipeline{}, 4}, {PipelineStmt{}, 4}, {PrintStmt{}, 2}, {Cooperative{}, 5},
	} {
		if n := reflect.TypeOf(c.v).NumField(); n != c.want {
			t.Errorf("%T has %d fields, the text form knows %d", c.v, n, c.want)
		}
	}
}

// TestTextInference leaves types out.
func TestTextInference(t *testing.T) {
	full, err := ParseString("all.ir", readText(t, "testdata/all.ir"))
	if err != nil {
		t.Fatal(err)
	}
	var short strings.Builder
	for line := range strings.Lines(Print(full)) {
		before, after, ok := strings.Cut(line, " : ")
		switch word, _, _ := strings.Cut(strings.TrimSpace(before[strings.Index(before, "=")+1:]), " "); {
		case !ok || !strings.Contains(before, " = ") || strings.HasPrefix(before, "override") || strings.HasPrefix(before, "constant") || strings.HasPrefix(before, "global"):
		case word == "compose" || word == "splat" || word == "as" || word == "bitcast" || word == "pointer_at" || word == "buffer_view" || word == "interpolate" || word == "cooperative" || strings.Contains(line, "("):
		default:
			flags := ""
			if i := strings.Index(after, " !"); i >= 0 {
				flags = strings.TrimSpace(after[i:])
			}
			line = before + " " + flags + "\n"
		}
		short.WriteString(line)
	}
	m, err := ParseString("short", short.String())
	if err != nil {
		t.Fatal(err)
	}
	if d := Diff(full, m, EqualOptions{}); d != "" {
		t.Error(d)
	}
}

// TestTextErrors checks the position and message of what is refused.
func TestTextErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"what\n", `1:1: error: unknown declaration "what" [ir-syntax]`},
		{"global @a : f33 private\n", `1:13: error: unknown type "f33" [ir-type]`},
		{"global @a : f32 private\nglobal @a : f32 private\n", `2:8: error: "@a" is declared twice [ir-name]`},
		{"func @f() {\n  %1 = add 1i, %2\n}\n", `2:16: error: no value "%2" here [ir-name]`},
		{"func @f() {\n  %1 = add 1i\n}\n", `2:14: error: expected ',', found the end of the line [ir-syntax]`},
		{"func @f() {\n  %1 = frobnicate 1i\n}\n", `2:8: error: unknown operation "frobnicate" [ir-syntax]`},
		{"func @f() {\n  %1 = compose 1i\n}\n", `2:18: error: the type can't be inferred: write it after a colon [ir-type]`},
		{"func @f() {\n  store 1, 2\n}\n", `2:9: error: malformed literal "1": a literal ends in its type, as 1i, 2u, 3.5f [ir-syntax]`},
		{"func @f() {\n", `2:1: error: the function's body isn't closed [ir-syntax]`},
		{"}\n", `1:1: error: expected a declaration, found "}" [ir-syntax]`},
		{"func @f() {\n  if true {\n    %1 = add\n    break\n  } more\n}\n", "3:13: error: expected a value, found the end of the line [ir-syntax]\n5:5: error: unexpected \"more\" [ir-syntax]"},
		{"struct @A {\n  a : f32\nfunc @f() {\n}\n", `3:6: error: expected ':', found "@f" [ir-syntax]`},
		{"func @f() {\n  %1 = call @g()\n}\n", `2:13: error: no function "@g" [ir-name]`},
	} {
		m, err := ParseString("t", c.text)
		if err == nil || m != nil {
			t.Errorf("%q: no error", c.text)
			continue
		}
		var b strings.Builder
		if err := err.(*diag.Diagnostics).WriteShort(&b); err != nil {
			t.Fatal(err)
		}
		got := strings.TrimSuffix(strings.ReplaceAll(b.String(), "t:", ""), "\n")
		if got != c.want && !strings.HasPrefix(got, c.want+"\n") {
			t.Errorf("%q:\n got %s\nwant %s", c.text, got, c.want)
		}
	}
}

func diffLines(t *testing.T, got, want string) {
	t.Helper()
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	bad := 0
	for i := range max(len(g), len(w)) {
		var x, y string
		if i < len(g) {
			x = g[i]
		}
		if i < len(w) {
			y = w[i]
		}
		if x != y {
			t.Errorf("line %d:\n got %s\nwant %s", i+1, x, y)
			if bad++; bad > 10 {
				return
			}
		}
	}
}

// FuzzParse reads any text; what it accepts prints and reads back equal.
func FuzzParse(f *testing.F) {
	all := readText(f, "testdata/all.ir")
	f.Add(all)
	for line := range strings.Lines(all) {
		f.Add("func @f($a : i32) {\n" + line + "}\n")
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ParseString("fuzz", text)
		if err != nil {
			return
		}
		printed := Print(m)
		n, err := ParseString("printed", printed)
		if err != nil {
			t.Fatalf("%v\n%s", err, printed)
		}
		if d := Diff(m, n, EqualOptions{}); d != "" {
			t.Fatalf("%s\n%s", d, printed)
		}
	})
}
