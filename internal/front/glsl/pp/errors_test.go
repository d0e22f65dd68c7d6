package pp

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"refract/diag"
	"refract/internal/harness"
)

// errorTests are sources and where what is reported; lines count from the first
// behind #version 450.
var errorTests = [][2]string{
	{"#bogus", "1:2: unknown-directive"},
	{"# 33 \"a.c\"", "1:3: unknown-directive"},
	{"#version 450", "1:1: invalid-version"},
	{"#error no way // c", "1:1: error-directive"},
	{"#if\n#endif", "1:1: invalid-condition"},
	{"#if 1", "1:1: unbalanced-directive 1:1: unbalanced"},
	{"#if 1 +\n#endif", "1:8: invalid-condition"},
	{"#if (1\n#endif", "1:7: invalid-condition"},
	{"#if 1 2\n#endif", "1:7: invalid-condition"},
	{"#if 1.5\n#endif", "1:5: invalid-condition"},
	{"#if 1/0\n#endif", "1:6: invalid-condition"},
	{"#if defined\n#endif", "1:12: invalid-condition"},
	{"#if defined(\n#endif", "1:13: invalid-condition"},
	{"#if defined(A\n#endif", "1:14: invalid-condition"},
	{"#if a = 1\n#endif", "1:7: invalid-condition"},
	{"#if 0x\n#endif", "1:5: invalid-condition"},
	{"#ifdef\n#endif", "1:7: invalid-directive"},
	{"#ifdef 3\n#endif", "1:8: invalid-directive"},
	{"#else", "1:1: unbalanced-directive"},
	{"#endif", "1:1: unbalanced-directive"},
	{"#elif 1", "1:1: unbalanced-directive"},
	{"#if 1\n#else\n#else\n#endif", "3:1: unbalanced-directive"},
	{"#if 0\n#else\n#elif 1\n#endif", "3:1: unbalanced-directive"},
	{"#define", "1:8: invalid-macro"},
	{"#define 3", "1:9: invalid-macro"},
	{"#define A(", "1:11: invalid-macro"},
	{"#define A(x", "1:12: invalid-macro"},
	{"#define A(x,", "1:13: invalid-macro"},
	{"#define A(x,x) 1", "1:13: invalid-macro"},
	{"#define A(1) 1", "1:11: invalid-macro"},
	{"#define A ## 1", "1:9: invalid-macro"},
	{"#define A 1 ##", "1:9: invalid-macro"},
	{"#define A 1\n#define A 2", "2:9: macro-redefined"},
	{"#define A(x) x\n#define A(y) y", ""},
	{"#define A(x) x\n#define A x", "2:9: macro-redefined"},
	{"#define A 1+2\n#define A 1 + 2", "2:9: macro-redefined"},
	{"#define GL_X 1", "1:9: reserved-macro"},
	{"#define __LINE__ 1", "1:9: reserved-macro"},
	{"#define defined 1", "1:9: reserved-macro"},
	{"#undef __VERSION__", "1:8: reserved-macro"},
	{"#define F(x) x\nF(1", "2:1: macro-arguments"},
	{"#define F(x) x\nF(1,2)", "2:1: macro-arguments"},
	{"#define F(x,y) x\nF(1)", "2:1: macro-arguments"},
	{"#define F() x\nF(1)", "2:1: macro-arguments"},
	{"#define F(x) F2(x)\n#define F2(x,y) x\n a F(1)", "3:4: macro-arguments"},
	{"#define C(a,b) a##b\nC(+,1)", "2:1: invalid-paste"},
	{"#extension", "1:11: invalid-directive"},
	{"#extension GL_EXT_control_flow_attributes", "1:42: invalid-directive"},
	{"#extension GL_EXT_control_flow_attributes : on", "1:45: invalid-directive"},
	{"#extension GL_none : require", "1:12: unknown-extension"},
	{"#extension all : require", "1:12: invalid-directive"},
	{"#line", "1:1: invalid-directive"},
	{"#line 1 2 3", "1:11: extra-tokens"},
	{"#include x", "1:10: invalid-directive"},
	{"#include \"x\"", "1:10: include-failed"},
	{"a /* b", "1:3: unclosed-comment"},
	{"#define A 1 /* b", "1:13: unclosed-comment"},
	{strings.Repeat("a", 1025), "1:1: name-too-long"},
}

func TestErrors(t *testing.T) {
	p := New(nil)
	for _, test := range errorTests {
		_, messages := runWith(p, "#version 450\n"+test[0], Options{})
		var got []string
		for _, line := range strings.Split(messages, "\n") {
			var row, column int
			if n, _ := fmt.Sscanf(line, "%d:%d:", &row, &column); n == 2 {
				code := strings.SplitN(line, ": ", 3)[1]
				got = append(got, fmt.Sprintf("%d:%d: %s", row-1, column, code))
			}
		}
		want := strings.Fields(strings.ReplaceAll(test[1], ": ", ":"))
		if test[0] == "#if 1" {
			want = want[:1]
		}
		if g := strings.Join(got, " "); strings.ReplaceAll(g, ": ", ":") != strings.Join(want, " ") {
			t.Errorf("%.60q\n got %s\nwant %s\n%s", test[0], g, test[1], messages)
		}
	}
}

// TestVersion reads #version.
func TestVersion(t *testing.T) {
	for _, test := range []struct {
		src     string
		version int
		profile Profile
		code    string
	}{
		{"", 110, ProfileNone, ""},
		{"#version 110", 110, ProfileNone, ""},
		{" \n// c\n/* d */ #version 330 // e\n", 330, ProfileCore, ""},
		{"#version 450 compatibility", 450, ProfileCompatibility, ""},
		{"#version 150 core", 150, ProfileCore, ""},
		{"#version 100", 100, ProfileES, ""},
		{"#version 300 es", 300, ProfileES, ""},
		{"#version 320 es\n", 320, ProfileES, ""},
		{"\uFEFF#version 330", 330, ProfileCore, ""},
		{"#version", 110, ProfileNone, "invalid-version"},
		{"#version x", 110, ProfileNone, "invalid-version"},
		{"#version 435", 110, ProfileNone, "invalid-version"},
		{"#version 99999999999999999999", 110, ProfileNone, "invalid-version"},
		{"#version 300", 300, ProfileES, "invalid-version"},
		{"#version 330 es", 330, ProfileCore, "invalid-version"},
		{"#version 100 es", 100, ProfileES, "invalid-version"},
		{"#version 330 fancy", 330, ProfileCore, "invalid-version"},
		{"#version 120 core", 120, ProfileNone, "invalid-version"},
		{"#version 310 core", 310, ProfileES, "invalid-version"},
		{"#version 330 core 3", 330, ProfileCore, "extra-tokens"},
		{"int a;\n#version 330", 110, ProfileNone, "invalid-version"},
	} {
		p := New(nil)
		var sources diag.Sources
		var diags diag.List
		unit, _ := p.Run(test.src, sources.Add("a", test.src), &Options{}, &sources, &diags)
		code := ""
		for _, d := range diags.Sorted() {
			code += string(d.Code)
		}
		if unit.Version != test.version || unit.Profile != test.profile || code != test.code {
			t.Errorf("%q: %d %s, %s", test.src, unit.Version, unit.Profile, code)
		}
	}
}

// TestWords checks what is a keyword when.
func TestWords(t *testing.T) {
	p := New(nil)
	for _, test := range []struct{ src, want string }{
		{"#version 330\nsample buffer switch", "identifier identifier 'switch'"},
		{"#version 460\nsample buffer shared", "'sample' 'buffer' 'shared'"},
		{"#version 100\nswitch flat goto buffer", "reserved word reserved word reserved word identifier"},
		{"#version 310 es\nsample\n#extension GL_OES_shader_multisample_interpolation : enable\nsample", "reserved word 'sample'"},
		{"#version 460\ndemote\n#extension GL_EXT_demote_to_helper_invocation : require\ndemote", "identifier 'demote'"},
		{"#version 460\n#extension GL_EXT_demote_to_helper_invocation : require\n#extension GL_EXT_demote_to_helper_invocation : disable\ndemote", "identifier"},
		{"#version 100\nvarying attribute", "'varying' 'attribute'"},
		{"#version 300 es\nvarying attribute", "reserved word reserved word"},
		{"#version 110\nlayout", "identifier"},
		{"#version 110\n#extension GL_ARB_explicit_attrib_location : enable\nlayout", "'layout'"},
	} {
		var sources diag.Sources
		var diags diag.List
		_, toks := p.Run(test.src, sources.Add("a", test.src), &Options{}, &sources, &diags)
		var got []string
		for _, tok := range toks[:len(toks)-1] {
			got = append(got, tok.Kind.String())
		}
		if g := strings.Join(got, " "); g != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.src, g, test.want)
		}
	}
}

// TestInclude reads files from a file system.
func TestInclude(t *testing.T) {
	files := fstest.MapFS{
		"lib/noise.glsl":     {Data: []byte("#pragma once\n#include \"math/hash.glsl\"\nfloat noise() { return hash(); }\n")},
		"lib/math/hash.glsl": {Data: []byte("#ifndef HASH\n#define HASH\nfloat hash() { return SEED; }\n#endif\n")},
		"broken.glsl":        {Data: []byte("#if 1\nint a;\n")},
		"bad.glsl":           {Data: []byte("\n\n#bogus\n")},
		"deep/self.glsl":     {Data: []byte("#include \"self.glsl\"\n")},
		"unclosed.glsl":      {Data: []byte("F(1")},
		"double.glsl":        {Data: []byte("#include \"double2.glsl\"\n#include \"double2.glsl\"\n")},
		"line.glsl":          {Data: []byte("\n__LINE__ __FILE__\n")},
	}
	run := func(src string) (string, string) {
		return run("#version 450\n"+src, Options{Includer: FS(files, "lib"), Defines: []Define{{"SEED", "1.5"}}})
	}
	got, messages := run("#include <noise.glsl>\n#include \"lib/noise.glsl\"\n#include \"lib/math/hash.glsl\"\nx")
	if want := "float hash ( ) { return 1.5 ; } float noise ( ) { return hash ( ) ; } x"; got != want || messages != "" {
		t.Errorf("got %s\n%s", got, messages)
	}
	if got, _ := run("#line 7\n#include \"line.glsl\"\n__LINE__"); got != "2 0 8" {
		t.Errorf("lines: %s", got)
	}
	for src, code := range map[string]string{
		"#include \"broken.glsl\"\n#endif":              "unbalanced-directive",
		"#include \"none.glsl\"":                        "include-failed",
		"#include \"../x.glsl\"":                        "include-failed",
		"#include \"deep/self.glsl\"":                   "preprocessor-limit",
		"#define F(x) x\n#include \"unclosed.glsl\"\n)": "macro-arguments",
	} {
		if _, messages := run(src); !strings.Contains(messages, code) {
			t.Errorf("%s: %s", src, messages)
		}
	}
	// A position in a file that is included leads back.
	var sources diag.Sources
	var diags diag.List
	src := "#version 450\n#include \"bad.glsl\"\n"
	New(nil).Run(src, sources.Add("main.frag", src), &Options{Includer: FS(files)}, &sources, &diags)
	var out strings.Builder
	diags.Diagnostics(&sources).WriteHuman(&out, diag.HumanOptions{})
	for _, want := range []string{"bad.glsl:3:2", "included from main.frag:2:1"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

// TestPositions checks where tokens of macros are.
func TestPositions(t *testing.T) {
	src := "#version 450\n#define ADD(a, b) (a + b) * SCALE\n#define SCALE 2\nADD(x, yy)\n"
	var sources diag.Sources
	var diags diag.List
	p := New(nil)
	_, toks := p.Run(src, sources.Add("main.frag", src), &Options{}, &sources, &diags)
	for _, test := range []struct {
		token string
		at    string // the text that an error at the token shows
		notes int
	}{
		{"(", "ADD", 1}, {"x", "x", 0}, {"+", "ADD", 1}, {"yy", "yy", 0}, {"2", "ADD", 2},
	} {
		found := false
		for _, tok := range toks {
			if p.Text(tok) != test.token {
				continue
			}
			found = true
			span := diag.Span{Start: tok.Start, End: tok.End}
			if got := sources.Text(sources.Visible(span)); got != test.at {
				t.Errorf("%s is at %q", test.token, got)
			}
			var list diag.List
			list.Errorf("x", span, "here")
			var out strings.Builder
			list.Diagnostics(&sources).WriteHuman(&out, diag.HumanOptions{})
			if got := strings.Count(out.String(), "in expansion of macro"); got != test.notes {
				t.Errorf("%s: %s", test.token, out.String())
			}
		}
		if !found {
			t.Errorf("no token %s", test.token)
		}
	}
	// A span from an argument to the body of a macro shows both as the use does.
	first, last := toks[1], toks[len(toks)-2] // x ... 2
	if got := sources.Text(sources.Visible(diag.Span{Start: first.Start, End: last.End})); got != "" && !strings.HasPrefix(got, "x") {
		t.Errorf("from x to the end: %q", got)
	}
}

// bombs are sources under 100 KB that would fill any memory.
func bombs() map[string]string {
	rep := strings.Repeat
	double := func(n int, line string) string {
		var b strings.Builder
		b.WriteString("#define A0 x\n")
		for i := 1; i < n; i++ {
			b.WriteString(strings.NewReplacer("@", fmt.Sprint(i), "#-", fmt.Sprint(i-1)).Replace(line))
		}
		return b.String() + fmt.Sprintf("A%d\n", n-1)
	}
	call := "#define F0(x) x\n"
	for i := 1; i < 60; i++ {
		call += fmt.Sprintf("#define F%d(x) F%d(x x)\n", i, i-1)
	}
	empty := "#define E0\n"
	for i := 1; i < 60; i++ {
		empty += fmt.Sprintf("#define E%d E%d E%d\n", i, i-1, i-1)
	}
	paste := "#define P0(x) x##x\n"
	for i := 1; i < 60; i++ {
		paste += fmt.Sprintf("#define P%d(x) P%d(x##x)\n", i, i-1)
	}
	long := "#define L " + rep("x ", 20000) + "\n"
	return map[string]string{
		"doubling":            double(60, "#define A@ A#- A#-\n"),
		"doubling arguments":  call + "F59(y)\n",
		"empty":               empty + "E59\n",
		"pasting":             paste + "P59(y)\n",
		"condition":           empty + "#if E59 1\n#endif\n",
		"long body":           long + rep("L\n", 10000),
		"nested calls":        "#define F(x) x\n" + rep("F(", 30000),
		"nested calls closed": "#define F(x) x x\n" + rep("F(", 20000) + rep(")", 20000),
		"many uses":           "#define U u u u u u u u u\n" + rep("U ", 40000),
		"parentheses":         "#if " + rep("(", 90000) + "\n#endif\n",
		"nots":                "#if " + rep("!", 90000) + "1\n#endif\n",
		"conditionals":        rep("#if 1\n", 15000),
		"arguments in paste":  "#define C(a,b) a##b\n" + rep("C(", 10000) + "x" + rep(",y)", 10000),
		"long argument":       "#define F(x) x x x x x x x x\n" + rep("F(F(F(F(F(F(F(F(z))))))))\n", 3000),
		"lines":               rep("__LINE__\n", 10000),
		"lines backwards":     "#define F(x) x __LINE__\nF(" + rep("\n__LINE__", 9000) + ")",
		"splices":             rep("a\\\n", 30000),
		"chain": func() string {
			var b strings.Builder
			for i := range 4000 {
				fmt.Fprintf(&b, "#define M%d M%d\n", i, i+1)
			}
			return b.String() + rep("M0 ", 2000)
		}(),
	}
}

func TestBombs(t *testing.T) {
	for name, src := range bombs() {
		if len(src) > 130000 {
			t.Fatalf("%s has %d bytes", name, len(src))
		}
		p := New(nil)
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		took := harness.CPUTime(func() { runWith(p, src, Options{}) })
		runtime.ReadMemStats(&after)
		if took > 5*time.Second {
			t.Errorf("%s took %v", name, took)
		}
		runtime.GC()
		if made := after.TotalAlloc - before.TotalAlloc; made > 400<<20 {
			t.Errorf("%s allocated %d MiB", name, made>>20)
		}
		if testing.Verbose() {
			t.Logf("%s: %v, %d KiB allocated", name, took, (after.TotalAlloc-before.TotalAlloc)>>10)
		}
	}
	// Includes that double.
	files := fstest.MapFS{}
	for i := range 50 {
		text := fmt.Sprintf("#include \"%d\"\n#include \"%d\"\nint a;\n", i+1, i+1)
		files[fmt.Sprint(i)] = &fstest.MapFile{Data: []byte(text)}
	}
	files["50"] = &fstest.MapFile{Data: []byte("int b;\n")}
	_, messages := run("#include \"0\"\n", Options{Includer: FS(files)})
	if !strings.Contains(messages, "preprocessor-limit") {
		t.Errorf("doubling includes: %s", messages)
	}
}

func FuzzRun(f *testing.F) {
	for _, test := range expandTests {
		f.Add(test[0])
	}
	for _, test := range errorTests {
		f.Add(test[0])
	}
	p := New(nil)
	f.Fuzz(func(t *testing.T, src string) {
		first, messages := runWith(p, src, Options{})
		again, messagesAgain := runWith(p, src, Options{})
		if first != again || messages != messagesAgain {
			t.Fatalf("first\n%s\n%s\nthen\n%s\n%s", first, messages, again, messagesAgain)
		}
	})
}
