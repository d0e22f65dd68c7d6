package embedded

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"refract/ir"
)

// testRule takes names that begin with Shader.
func testRule(substitutions ...Substitution) Rule {
	return func(name string) (bool, []Substitution) { return strings.HasPrefix(name, "Shader"), substitutions }
}

// words are a tag as text.
func (t *Tag) words() (language, stage string) {
	if t.Language != nil {
		language = t.Language.Name
	}
	if t.Stage != ir.NoStage {
		stage = t.Stage.String()
	}
	return language, stage
}

// described is a program's shaders as text: name, tag, value, holes.
func described(p *Program) string {
	var b strings.Builder
	for i := range p.Shaders {
		s := &p.Shaders[i]
		language, stage := s.Tag.words()
		fmt.Fprintf(&b, "[%s %s %s %s %q", s.Name, language, stage, s.Tag.Entry, s.Text)
		for _, h := range s.Holes {
			fmt.Fprintf(&b, " hole %s", h.Text)
		}
		b.WriteString("]")
	}
	for _, f := range p.Files {
		language, _ := f.Tag.words()
		fmt.Fprintf(&b, "[file %s %s]", f.Name, language)
	}
	for _, q := range p.Problems {
		fmt.Fprintf(&b, "[problem %s]", q.Message)
	}
	return b.String()
}

func TestRead(t *testing.T) {
	for _, c := range []struct {
		host Host
		text string
		want string
	}{
		// Go
		{Go, "package p\n\n// language=wgsl\nconst blur = `fn f() {}`\n", `[blur wgsl   "fn f() {}"]`},
		{Go, "x := /* wgsl */ \"fn f() {\\n\\tg(\\\"\\u00e9\\x41\\101\\\")}\"", `[x wgsl   "fn f() {\n\tg(\"éAA\")}"]`},
		{Go, "//refract:shader glsl fragment\nvar f string = \"a\" +\n\t\"b\"\nvar g = \"c\"", `[f glsl fragment  "ab"]`},
		{Go, "const n = \"4\"\nconst (\n\ta = \"x\"\n\tShaderA = \"y\" + n + `z`\n)", `[ShaderA    "y4z"]`},
		{Go, "n := \"4\"\nn = \"5\"\nconst ShaderA = \"y\" + n", `[ShaderA    "y" hole n]`},
		{Go, "s := fmt.Sprintf(/* wgsl */ `a %d %% b %[1]s`, 4)", `[s wgsl   "a  % b " hole %d hole %[1]s]`},
		{Go, "s := T{\n\tVertex: /* glsl vertex */ `v`,\n\tFragment: /* glsl fragment entry=main */ `f`,\n}", `[Vertex glsl vertex  "v"][Fragment glsl fragment main "f"]`},
		{Go, "m := map[string]string{\"ShaderA\": `a`}", `[ShaderA    "a"]`},
		{Go, "//go:embed a.wgsl b.txt \"c d.wgsl\"\nvar s string", "[file a.wgsl ][file c d.wgsl ]"},
		{Go, "//refract:shader wgsl\n//go:embed a.txt\nvar s string", "[file a.txt wgsl]"},
		{Go, "//refract:shader wsgl\nvar s = ``", "[problem refract:shader needs a language, as in //refract:shader wgsl compute]"},
		{Go, "//refract:shader wgsl vertx\nvar s = `x`", `[s wgsl   "x"][problem refract:shader: "vertx" is neither a stage nor entry=NAME]`},
		{Go, "//refract:shader wgsl\nfunc f() {}\nvar s = ``", "[problem refract:shader: no literal follows in the statement]"},
		{Go, "/* wgsl is great */ x := `a`; y := '`'; /* wgsl */ z()", ""},
		{Go, "r := '\\''; q := '\"'; /* wgsl */ x(\"\") // \"", ""},
		{Go, "x = /* wgsl */ `a\r\nb`", `[x wgsl   "a\nb"]`},
		// Rust
		{Rust, "const S: &'static str = /* wgsl */ r##\"a \"# b\"##;", `[S wgsl   "a \"# b"]`},
		{Rust, "// language=wgsl\nlet s: &str = \"a\\\n    b\\u{e9}\\x41\";", `[s wgsl   "abéA"]`},
		{Rust, "fn f<'a>(x: &'a str, y: char) { let ShaderX = concat!(\"a\", \"b\", 4); let c = '\"'; let d = '\\''; }", `[ShaderX    "ab4"]`},
		{Rust, "device.create(include_wgsl!(\"a.wgsl\")); let x = include_str!(\"b/c.wgsl\"); include_str!(\"d.txt\");", "[file a.wgsl ][file b/c.wgsl ]"},
		{Rust, "/* /* wgsl */ */ let s = format!(/* wgsl */ \"a {{ {n} }} {}\", 4);", `[s wgsl   "a {  } " hole {n} hole {}]`},
		{Rust, "let r#type = /* wgsl */ b\"x\"; let z = br#\"\"#;", `[type wgsl   "x"]`},
		{Rust, "f(concat!(/* wgsl */ \"a\", \"b\"));", `[ wgsl   "ab"]`},
		// C and C++
		{C, "#define V \"v\"\nstatic const char *s = /* glsl */ V \"a\" \"b\";", `[s glsl   "vab"]`},
		{C, "/* glsl */ FOO(x); y = \"a\";", ""},
		{C, "static const char *const vs[] = { /* glsl vertex */ \"a\\n\" // first\n  \"b\\n\" };", `[vs glsl vertex  "a\nb\n"]`},
		{C, "const char ShaderA[SIZE] = \"x\" \"y\"; char c = '\"'; int n = 1'000;", `[ShaderA    "xy"]`},
		{C, "auto s = R\"wgsl(fn f() { \")\" })wgsl\";", `[s wgsl   "fn f() { \")\" }"]`},
		{C, "std::string ShaderB{u8R\"(x)\"}; const char *a = L\"y\";", `[ShaderB    "x"]`},
		{C, "#define VERSION \"#version 450\\n\"\n#define ShaderC VERSION \\\n  \"a\" \"b\"\n\"c\";", `[ShaderC    "#version 450\nab"]`},
		{C, "const char *ShaderD = OTHER \"a\";", `[ShaderD    "a" hole OTHER]`},
		{C, "const char *s() { return /* glsl */ \"a\"\n#include \"x.h\"\n; }", `[ glsl   "a"]`},
		{C, "sprintf(b, /* glsl */ \"a %s %d%%\", x);", `[ glsl   "a  %" hole %s hole %d]`},
		{C, "const unsigned char s[] = {\n#embed \"a.wgsl\"\n};", "[file a.wgsl ]"},
		{C, "x = \"\\x41\\102\\u00e9\\?\";\n// language=glsl\nchar *y = \"\\x41\\102\\u00e9\\?\\\n!\";", `[y glsl   "ABé?!"]`},
		// JavaScript and TypeScript
		{JavaScript, "const s = wgsl`fn f() {}`; const t: string = /* glsl fragment */ 'a\\'b';", `[s wgsl   "fn f() {}"][t glsl fragment  "a'b"]`},
		{JavaScript, "const N = 4, common = `c`;\nconst s = wgsl`a ${N} ${common} ${f(`${1}`)} ${'q'} \\` \\${x}`", `[s wgsl   "a 4 c  q ` + "`" + ` ${x}" hole ${f(` + "`${1}`" + `)}]`},
		{JavaScript, "let n = 4; n += 1; s = wgsl`${n}`", `[s wgsl   "" hole ${n}]`},
		{JavaScript, "html`<p>${wgsl`a`}</p>`; x = { code: /* wgsl */ `b` }", `[ wgsl   "a"][code wgsl   "b"]`},
		{JavaScript, "import a from './a.wgsl?raw'; import './b.css'; export { x } from \"./b.wgsl\"; const c = require('c.wgsl')", "[file ./a.wgsl ][file ./b.wgsl ][file c.wgsl ]"},
		{JavaScript, "const r = /[`/]/g; const d = a / b / c; if (/'/.test(x)) y = wgsl`z`", `[y wgsl   "z"]`},
		{JavaScript, "const s = 'it' + /* wgsl */ `a` + 'b'", `[s wgsl   "ab"]`},
		{JavaScript, "const ShaderA: string = 'a' +\n  'b' + c", `[ShaderA    "ab" hole c]`},
		{JavaScript, "a = wgsl`${", `[a wgsl   "" hole ${]`},
		{JavaScript, "const a = `${b}`, b = `${a}`; s = wgsl`${a}`", `[s wgsl   "" hole ${a}]`},
	} {
		p := Read(c.host, c.text, testRule())
		if got := described(&p); got != c.want {
			t.Errorf("%s\n got  %s\n want %s", c.text, got, c.want)
		}
	}
}

func TestSubstitutions(t *testing.T) {
	for _, c := range []struct {
		host Host
		text string
		with []Substitution
		want string
	}{
		{JavaScript, "s = wgsl`a${n + 1}b`", []Substitution{{"${n + 1}", "5"}}, "a5b"},
		{Go, "s := fmt.Sprintf(/* wgsl */ `a %d %% %s`, n)", []Substitution{{"%d", "4"}, {"%s", "x"}}, "a 4 % x"},
		{Go, "s := /* wgsl */ `a @N@ b @N@@NN@`", []Substitution{{"@N@", "1"}, {"@NN@", "22"}}, "a 1 b 122"},
		{Rust, "format!(/* wgsl */ \"{{ {n} }}\")", []Substitution{{"{n}", "7"}}, "{ 7 }"},
		{C, "x = /* glsl */ \"a\" VERSION \"b\";", []Substitution{{"VERSION", "310"}}, "a310b"},
	} {
		p := Read(c.host, c.text, testRule(c.with...))
		if len(p.Shaders) != 1 || p.Shaders[0].Text != c.want || len(p.Shaders[0].Holes) > 0 {
			t.Errorf("%s: %s, want %q", c.text, described(&p), c.want)
		}
	}
}

func TestStage(t *testing.T) {
	for name, want := range map[string]ir.Stage{"vertexShader": ir.StageVertex, "BLUR_FS": ir.StageFragment, "convertColor": ir.NoStage, "": ir.NoStage,
		"main_vert": ir.StageVertex, "skyFrag": ir.StageFragment, "cs": ir.StageCompute, "éVert": ir.StageVertex, "CompüteX": ir.NoStage} {
		if s := (Shader{Name: name}); s.Stage() != want {
			t.Errorf("%s: %v, want %v", name, s.Stage(), want)
		}
	}
}

// TestPlaces looks for words of values in programs.
func TestPlaces(t *testing.T) {
	for _, c := range []struct {
		host Host
		text string
	}{
		{Go, "x := /* wgsl */ \"\\u00e9 alpha\\n beta\" + `gamma\r\ndelta`"},
		{Rust, "let x = /* wgsl */ \"alpha \\\n   beta \\u{1F600} gamma\"; let y = /* wgsl */ r#\"delta\"#;"},
		{C, "x = /* glsl */ \"alpha\\n\"\n \"\\x41 beta\" R\"(gamma)\" \"delta\";"},
		{JavaScript, "const c = `alpha`; x = wgsl`beta ${c} \\u{e9} gamma ${4} delta`"},
		{Go, "x := fmt.Sprintf(/* wgsl */ \"alpha%%beta\\tgamma%%delta\")"},
	} {
		p := Read(c.host, c.text, testRule())
		seen := 0
		for i := range p.Shaders {
			s := &p.Shaders[i]
			for _, word := range []string{"alpha", "beta", "gamma", "delta"} {
				at := strings.Index(s.Text, word)
				if at < 0 {
					continue
				}
				seen++
				got := s.Source(at, at+len(word))
				if c.text[got.Start:got.End] != word {
					t.Errorf("%s: %s is at %q", c.text, word, c.text[got.Start:got.End])
				}
				if v, ok := s.Value(got.Start); ok && v != at {
					t.Errorf("%s: %s is at %d of the value, not %d", c.text, word, v, at)
				}
			}
		}
		if seen != 4 {
			t.Errorf("%s: %d words: %s", c.text, seen, described(&p))
		}
	}
}

// TestEdit replaces words in values, and reads the programs again.
func TestEdit(t *testing.T) {
	for _, c := range []struct {
		host      Host
		text      string
		with      string
		want      string // the value; "": there is no edit
		wantThere string // the program
	}{
		{Go, "x := /* wgsl */ \"a old b\"", "q\"\n\\", "a q\"\n\\ b", "x := /* wgsl */ \"a q\\\"\\n\\\\ b\""},
		{Go, "x := /* wgsl */ `a old b`", "new\n", "a new\n b", "x := /* wgsl */ `a new\n b`"},
		{Go, "x := /* wgsl */ `a old b`", "`", "", ""},
		{Go, "x := /* wgsl */ \"a o\" + \"ld b\"", "new", "", ""},
		{Go, "x := fmt.Sprintf(/* wgsl */ \"a old b\")", "%", "a % b", "x := fmt.Sprintf(/* wgsl */ \"a %% b\")"},
		{Rust, "x = /* wgsl */ r#\"a old b\"#;", "\"#", "", ""},
		{Rust, "x = /* wgsl */ r#\"a old b\"#;", "\"", "a \" b", "x = /* wgsl */ r#\"a \" b\"#;"},
		{C, "x = R\"wgsl(a old b)wgsl\";", ")\"", "a )\" b", "x = R\"wgsl(a )\" b)wgsl\";"},
		{JavaScript, "x = wgsl`a old b`", "`${\\", "a `${\\ b", "x = wgsl`a \\`\\${\\\\ b`"},
		{JavaScript, "x = /* wgsl */ 'a old b'", "'\"", "a '\" b", "x = /* wgsl */ 'a \\'\" b'"},
		{JavaScript, "const c = `old`; x = wgsl`a ${c} b`", "new", "a new b", "const c = `new`; x = wgsl`a ${c} b`"},
		{JavaScript, "x = wgsl`a ${'old'}${4} b`", "new", "a new4 b", "x = wgsl`a ${'new'}${4} b`"},
	} {
		p := Read(c.host, c.text, testRule())
		if len(p.Shaders) != 1 {
			t.Fatalf("%s: %s", c.text, described(&p))
		}
		s := &p.Shaders[0]
		at := strings.Index(s.Text, "old")
		where, with, ok := s.Edit(at, at+3, c.with)
		if !ok {
			if c.want != "" {
				t.Errorf("%s: there is no edit", c.text)
			}
			continue
		}
		after := c.text[:where.Start] + with + c.text[where.End:]
		if c.want == "" || after != c.wantThere {
			t.Errorf("%s becomes %s, want %s", c.text, after, c.wantThere)
			continue
		}
		q := Read(c.host, after, testRule())
		if len(q.Shaders) != 1 || q.Shaders[0].Text != c.want {
			t.Errorf("%s becomes %s: %s, want %q", c.text, after, described(&q), c.want)
		}
	}
}

// TestGrowing: values of values, and literals in placeholders of literals, take time in
// proportion to the program.
func TestGrowing(t *testing.T) {
	var double strings.Builder
	double.WriteString("const a0 = 'x';")
	for i := 1; i < 60; i++ {
		fmt.Fprintf(&double, "const a%d = `${a%d}${a%d}`; s = wgsl`${a%d}`;\n", i, i-1, i-1, i)
	}
	for _, text := range []string{
		double.String(),
		"const a = a + a + a + a; s = wgsl`${a}`",
		strings.Repeat("wgsl`${", 200_000),
		strings.Repeat("wgsl`${", 50_000) + strings.Repeat("}`", 50_000),
		strings.Repeat("/[=", 500_000), strings.Repeat("('", 500_000), strings.Repeat("/*", 500_000), strings.Repeat("r#", 500_000),
		strings.Repeat("// language=wgsl\nx = 'a';", 50_000),
	} {
		for host := Go; host <= JavaScript; host++ {
			start := time.Now()
			Read(host, text, testRule())
			if took := time.Since(start); took > 3*time.Second {
				t.Errorf("%.60s: %v", text, took)
			}
		}
	}
}

// FuzzRead reads any text as a program of each language: every place lies in the program, and
// an edit that changes nothing is possible wherever an edit is.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{"x := /* wgsl */ \"a\\n\" + `b`", "x = wgsl`${a}${wgsl`b`}`; const a = 'q'", "#define A \"x\" \\\n\"y\"\n// language=glsl\nc = R\"glsl(a)glsl\" A;",
		"let s = concat!(\"a\", r#\"b\"#); '\\'' 'a", "fmt.Sprintf(/* wgsl */ `%d%%`)", "//refract:shader wgsl\n\"\\u{1F600}\\xff\\777\"", "/[`/]/ `${`${`", "\"\\", "R\"", "r#", "'", "ShaderX = 'a' + '\\u{"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for host := Go; host <= JavaScript; host++ {
			p := Read(host, text, testRule(Substitution{"${a}", "1"}, Substitution{"%d", "2"}))
			for i := range p.Shaders {
				s := &p.Shaders[i]
				for at := 0; at <= len(s.Text); at += 1 + len(s.Text)/256 {
					got := s.Source(at, min(at+1, len(s.Text)))
					if got.Start < 0 || got.Start > got.End || got.End > len(text) {
						t.Fatalf("byte %d of %q is at %v", at, s.Text, got)
					}
					s.Value(got.Start)
				}
				s.Edit(0, len(s.Text), "x")
				for _, h := range s.Holes {
					if h.At.Start < 0 || h.At.Start > h.At.End || h.At.End > len(text) {
						t.Fatalf("a hole at %v", h.At)
					}
				}
			}
		}
	})
}
