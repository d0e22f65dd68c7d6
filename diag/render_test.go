package diag_test

// Every form of the same findings, compared with golden files. A golden holds
// the inputs too, so that it can be read alone.

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"refract/diag"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// A fixture builds the findings of one case.
type fixture struct {
	t *testing.T
	diag.Sources
	diag.List
	bases map[string]uint32
	texts map[string]string
}

func (f *fixture) add(name, text string) uint32 {
	base := f.Add(name, text)
	f.bases[name], f.texts[name] = base, text
	return base
}

// at is the span of the first occurrence of s in the file, counted after the
// first occurrence of each of the words before it.
func (f *fixture) at(file string, path ...string) diag.Span {
	f.t.Helper()
	at := 0
	for i, s := range path {
		n := strings.Index(f.texts[file][at:], s)
		if n < 0 {
			f.t.Fatalf("%q is not in %s", s, file)
		}
		at += n
		if i < len(path)-1 {
			at += len(s)
		}
	}
	start := f.bases[file] + uint32(at)
	return diag.Span{Start: start, End: start + uint32(len(path[len(path)-1]))}
}

var cases = []struct {
	name    string
	options diag.HumanOptions
	build   func(f *fixture)
}{
	{"single", diag.HumanOptions{}, func(f *fixture) {
		f.add("a.wgsl", "// a comment\nfn f() -> u32 {\n    return 1.5;\n}\n")
		f.Errorf("type-mismatch", f.at("a.wgsl", "1.5"), "expected a value of type u32, found f32").
			At("this is f32").
			Label(f.at("a.wgsl", "u32"), "the return type").
			Note("numbers convert only while they are abstract").
			Suggest(f.at("a.wgsl", "1.5"), "1u", "use an unsigned literal")
	}},
	{"same-line", diag.HumanOptions{}, func(f *fixture) {
		f.add("a.wgsl", "    let x = first + second * third;\n")
		f.Errorf("no-overload", f.at("a.wgsl", "+"), "no matching overload for operator +").
			At("cannot add these").
			Label(f.at("a.wgsl", "first"), "this is f32").
			Label(f.at("a.wgsl", "second * third"), "this is u32")
	}},
	{"same-start", diag.HumanOptions{}, func(f *fixture) {
		f.add("a.wgsl", "foo(bar)\n")
		f.Errorf("x", f.at("a.wgsl", "foo"), "two labels at one column").
			At("the name").Label(f.at("a.wgsl", "foo(bar)"), "the call").Label(f.at("a.wgsl", "foo"), "again")
	}},
	{"multi-line", diag.HumanOptions{}, func(f *fixture) {
		f.add("a.wgsl", "fn f() -> u32 {\n    let a = 1;\n    let b = 2;\n    let c = 3;\n    let d = 4;\n}\nfn g() {}\n")
		f.Errorf("missing-return", f.at("a.wgsl", "{\n    let a = 1;\n    let b = 2;\n    let c = 3;\n    let d = 4;\n}"), "not every path returns a value").
			At("this body").Label(f.at("a.wgsl", "u32"), "the promise").
			Label(f.at("a.wgsl", "b = 2;\n    let c"), "inner")
	}},
	{"lanes-overflow", diag.HumanOptions{}, func(f *fixture) {
		text := "a\nb\nc\nd\ne\nf\ng\n"
		f.add("a.wgsl", text)
		d := f.Errorf("x", f.at("a.wgsl", "a\nb\nc\nd\ne\nf\ng"), "six nested spans").At("whole")
		for i := 1; i < 6; i++ {
			d.Label(f.at("a.wgsl", text[2*i:13]), "from %c", text[2*i])
		}
	}},
	{"tabs-and-wide", diag.HumanOptions{}, func(f *fixture) {
		f.add("a.wgsl", "\tlet\té = 名前\t+ e\u0301x; // \u202e\x00\xff\r\n\tok\r\n")
		f.Errorf("a", f.at("a.wgsl", "名前"), "wide characters").At("two cells each")
		f.Errorf("b", f.at("a.wgsl", "x;"), "after a combining character").At("here")
		f.Errorf("c", f.at("a.wgsl", "\u202e\x00\xff"), "replaced").At("three")
		f.Errorf("d", f.at("a.wgsl", "ok"), "second line")
	}},
	{"long-line", diag.HumanOptions{Width: 40}, func(f *fixture) {
		f.add("a.wgsl", strings.Repeat("abcdefghi ", 100)+"HERE"+strings.Repeat(" jklmnopqr", 100)+"\n")
		f.Errorf("x", f.at("a.wgsl", "HERE"), "in the middle").At("there").Label(f.at("a.wgsl", "abc"), "far left").Label(f.at("a.wgsl", "HERE", "mno"), "right")
		f.Errorf("y", f.at("a.wgsl", "abc"), "at the start")
	}},
	{"ends", diag.HumanOptions{}, func(f *fixture) {
		base := f.add("a.wgsl", "\ufefffirst\nlast")
		f.Errorf("begin", diag.Span{Start: base, End: base}, "at the first byte")
		f.Errorf("eof", diag.Span{Start: base + 13, End: base + 13}, "unexpected end of input").At("expected `}`")
		f.Errorf("newline", f.at("a.wgsl", "\n"), "the line end")
		f.Errorf("nowhere", diag.Span{}, "no position").Note("a note")
		f.Warnf("outside", diag.Span{Start: 9999, End: 10000}, "outside of every text")
		f.add("empty.wgsl", "")
		f.Errorf("empty", diag.Span{Start: f.bases["empty.wgsl"], End: f.bases["empty.wgsl"]}, "no entry point")
	}},
	{"files", diag.HumanOptions{}, func(f *fixture) {
		main := f.add("main.glsl", "#version 450\n#include \"inc/a b.glsl\"\nvoid main() { TWICE(x); }\n")
		inc := f.add("inc/a b.glsl", "#define TWICE(a) ADD(a)\nint y = z;\n")
		f.AddInclude(inc, uint32(len(f.texts["inc/a b.glsl"])), f.at("main.glsl", "#include \"inc/a b.glsl\""), "inc/a b.glsl")
		outer := f.Add("<TWICE>", "ADD(x)")
		f.AddExpansion(outer, 6, f.at("main.glsl", "TWICE(x)"), "macro TWICE")
		inner := f.Add("<ADD>", "x + x")
		f.AddExpansion(inner, 5, diag.Span{Start: outer, End: outer + 6}, "macro ADD")
		f.Errorf("unresolved-identifier", f.at("inc/a b.glsl", "z"), "unresolved identifier `z`").Label(diag.Span{Start: main, End: main + 8}, "version")
		f.Errorf("unresolved-identifier", diag.Span{Start: inner + 4, End: inner + 5}, "unresolved identifier `x`").
			Suggest(diag.Span{Start: inner + 4, End: inner + 5}, "y", "a variable with a similar name is `y`")
	}},
	{"order-and-cap", diag.HumanOptions{}, func(f *fixture) {
		f.Cap = 3
		f.add("a.wgsl", "a b c d e\n")
		f.Warnf("late", f.at("a.wgsl", "e"), "a warning")
		f.Errorf("x", f.at("a.wgsl", "c"), "third")
		f.Errorf("x", f.at("a.wgsl", "c"), "third again")
		f.Errorf("x", f.at("a.wgsl", "a"), "first")
		f.Errorf("x", f.at("a.wgsl", "b"), "second")
		f.Errorf("x", f.at("a.wgsl", "d"), "dropped")
	}},
	{"fix-lines", diag.HumanOptions{}, func(f *fixture) {
		f.add("a.wgsl", "let a = 1\nlet b = 2;\n\n")
		f.Errorf("expected", f.at("a.wgsl", "\n"), "expected `;`").Suggest(diag.Span{Start: 10, End: 10}, ";", "insert `;`")
		f.Warnf("unused", f.at("a.wgsl", "b"), "`b` is never used").Suggest(f.at("a.wgsl", "let b = 2;\n"), "", "remove it")
		f.Report(diag.Info, "", f.at("a.wgsl", "a ="), "no code").Suggest(f.at("a.wgsl", "1\nlet b"), strings.Repeat("x\n", 12), "many lines")
	}},
	{"color", diag.HumanOptions{Color: true}, func(f *fixture) {
		f.add("a.wgsl", "let x: u32 =\n  1.5 + y;\n")
		f.Errorf("x", f.at("a.wgsl", "1.5"), "mismatch").At("f32").Label(f.at("a.wgsl", "u32"), "type").Label(f.at("a.wgsl", "u32 =\n  1.5"), "range").
			Note("a note").Suggest(f.at("a.wgsl", "1.5"), "1", "a fix")
		f.Warnf("y", f.at("a.wgsl", "y"), "warning \x1b[2Jwith an escape")
	}},
}

func TestGolden(t *testing.T) {
	unread := map[string]bool{}
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		unread[name] = true
	}
	for _, c := range cases {
		path := filepath.Join("testdata", c.name+".txtar")
		delete(unread, path)
		t.Run(c.name, func(t *testing.T) {
			f := &fixture{t: t, bases: map[string]uint32{}, texts: map[string]string{}}
			c.build(f)
			set := f.Diagnostics(&f.Sources)
			var human, short, json, sarif bytes.Buffer
			for _, err := range []error{
				set.WriteHuman(&human, c.options),
				set.WriteShort(&short),
				set.WriteJSON(&json, "a.wgsl"),
				diag.WriteSARIF(&sarif, diag.SARIFTool{Name: "refract", Version: "1"}, set),
			} {
				if err != nil {
					t.Fatal(err)
				}
			}
			got := string(txtar.Format(&txtar.Archive{Files: []txtar.File{
				{Name: "human", Data: human.Bytes()},
				{Name: "short", Data: short.Bytes()},
				{Name: "json", Data: json.Bytes()},
				{Name: "sarif", Data: sarif.Bytes()},
			}}))
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(want), got); d != "" {
				t.Errorf("output changed (-want +got):\n%s", d)
			}
		})
	}
	for name := range unread {
		t.Errorf("%s: no test reads it", name)
	}
}
