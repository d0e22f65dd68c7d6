package lsp

// This file is about shaders in programs: positions, also behind escapes and characters of two
// UTF-16 units, and features in literals.

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"refract/internal/embedded"
)

const goProgram = "package gpu\n\n// language=wgsl\nconst blur = `\nstruct Li«struct»ght { color: vec3f, «field»range: f32 }\n" +
	"fn we«fn»igh(l: Light) -> f32 {\n\tlet 距 = /* 🎨 */ l.ra«use»nge;\n\treturn «unknown»missing * clamp(距, 0, «call»1);\n}\n`\n\n" +
	"var fill = /* wgsl */ \"// \\u00e9 🎨\\nfn fi«escaped»ll() -> f32 {\\n\\treturn «wrong»2u;\\n}\\nfn more() { _ = fi«second»ll(); }\"\n\n" +
	"func f() { we«outside»igh() }\n"

func TestProgram(t *testing.T) {
	p := newClient(t).pageOf("gpu.go", "go", goProgram)
	at := func(mark string, length int) textRange {
		return p.text.rangeOf(span{p.marks[mark], p.marks[mark] + length})
	}
	found := p.c.found[p.uri]
	if len(found) != 2 || found[0].Range != at("unknown", len("missing")) || found[1].Range != at("wrong", 2) {
		t.Fatalf("findings: %+v, want them at %v and %v", found, at("unknown", 7), at("wrong", 2))
	}
	for mark, want := range map[string]string{"use": "Light.range: f32", "struct": "struct Light { color: vec3f", "escaped": "fn fill() -> f32"} {
		var h *hover
		if p.c.ask("textDocument/hover", p.at(mark), &h); h == nil || !strings.Contains(h.Contents.Value, want) {
			t.Errorf("hover at %s: %+v", mark, h)
		}
	}
	var h *hover
	if p.c.ask("textDocument/hover", p.at("outside"), &h); h != nil {
		t.Errorf("hover outside: %+v", h)
	}
	var places []location
	if p.c.ask("textDocument/definition", p.at("use"), &places); len(places) != 1 || places[0].Range != at("field", len("range")) {
		t.Errorf("definition: %+v", places)
	}
	var items struct{ Items []completionItem }
	p.c.ask("textDocument/completion", p.at("call"), &items)
	if !slices.ContainsFunc(items.Items, func(i completionItem) bool { return i.Label == "距" }) || slices.ContainsFunc(items.Items, func(i completionItem) bool { return i.Label == "fill" }) {
		t.Errorf("completion: %d items", len(items.Items))
	}
	var help signatureHelp
	if p.c.ask("textDocument/signatureHelp", p.at("call"), &help); help.ActiveParameter != 2 {
		t.Errorf("signature: %+v", help)
	}
	var edit workspaceEdit
	p.c.ask("textDocument/rename", p.at("second", "newName", "paint"), &edit)
	if got := p.apply(edit.Changes[p.uri]); strings.Count(got, "paint()") != 2 || strings.Contains(got, "fill()") || !strings.Contains(got, "var fill") {
		t.Errorf("rename: %s", got)
	}
	var actions []codeAction
	p.c.ask("textDocument/codeAction", map[string]any{"textDocument": map[string]any{"uri": p.uri}, "range": at("wrong", 0)}, &actions)
	if len(actions) != 1 || !strings.Contains(p.apply(actions[0].Edit.Changes[p.uri]), `\treturn 2;\n`) {
		t.Errorf("actions: %+v", actions)
	}
	actions = nil
	if p.c.ask("textDocument/codeAction", map[string]any{"textDocument": map[string]any{"uri": p.uri}, "range": at("outside", 0)}, &actions); len(actions) != 0 {
		t.Errorf("actions outside: %+v", actions)
	}
	var symbols []documentSymbol
	p.c.ask("textDocument/documentSymbol", p.all(), &symbols)
	if len(symbols) != 4 || symbols[2].Name != "fill" || symbols[2].SelectionRange.Start != p.text.position(p.marks["escaped"]-2) {
		t.Errorf("symbols: %+v", symbols)
	}
	var tokens struct{ Data []int }
	p.c.ask("textDocument/semanticTokens/full", p.all(), &tokens)
	checkTokens(t, p, tokens.Data, map[string]int{"struct": semKeyword, "Light": semStruct, "weigh": semFunction, "range": semProperty, "clamp": semFunction, "fill": semFunction, "距": semVariable})
	var formatted []textEdit
	if p.c.ask("textDocument/formatting", p.all(), &formatted); formatted != nil {
		t.Errorf("formatted: %+v", formatted)
	}
	// A change of the program.
	p.c.tell("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": p.uri, "version": 2},
		"contentChanges": []any{map[string]any{"range": at("unknown", len("missing")), "text": "距"}}})
	p.c.ask("textDocument/hover", p.at("fn"), &h)
	for len(p.c.found[p.uri]) == 2 {
		p.c.read()
	}
}

// checkTokens checks that tokens are words of the text, and the kinds of some.
func checkTokens(t *testing.T, p *page, data []int, want map[string]int) {
	t.Helper()
	at := position{}
	seen := map[string]int{}
	for i := 0; i+4 < len(data); i += 5 {
		if data[i] > 0 {
			at.Character = 0
		}
		at.Line += data[i]
		at.Character += data[i+1]
		word := p.text.s[p.text.offset(at):p.text.offset(position{at.Line, at.Character + data[i+2]})]
		seen[word] = data[i+3]
	}
	for word, kind := range want {
		if got, ok := seen[word]; !ok || got != kind {
			t.Errorf("the token %s is of kind %d (%v), want %d", word, got, ok, kind)
		}
	}
}

func TestProgramLanguages(t *testing.T) {
	c := newClientOf(t, Options{
		Literals: func(path string) func(string) (bool, map[string]string) {
			if !strings.HasSuffix(path, "ruled.rs") {
				return nil
			}
			return func(name string) (bool, map[string]string) {
				return name == "SHADER", map[string]string{"@N@": "64"}
			}
		},
	})
	for _, x := range []struct {
		name, language, text string
		want                 []string // code at word
	}{
		{"a.ts", "typescriptreact", "const n = 4, c = `fn f() -> f32 { return «a»1u; }`;\nconst s = wgsl`${c} const k = ${n}; fn g() { «b»h(); }`; const q = wgsl`${c}`; const u = wgsl`«c»${f()}`;", []string{"type-mismatch a", "unresolved-identifier b", "unknown-placeholder c"}},
		{"b.rs", "rust", "let s = /* wgsl */ r#\"const x = «a»y;\"#; // \"", []string{"unresolved-identifier a"}},
		{"ruled.rs", "rust", "const SHADER: &str = \"const n = @N@; const x = «a»y;\"; const OTHER: &str = \"const x = y;\";", []string{"unresolved-identifier a"}},
		{"c.cpp", "cpp", "auto s = R\"hlsl(float4 main(float4 p : SV_Position) : SV_Target { return «a»q; })hlsl\";\nconst char *vertexSource = /* glsl */ \"#version 330\\n\" \"void main() { gl_Position = «b»nothing; }\";", []string{"unresolved-identifier a", "unresolved-identifier b"}},
		{"d.js", "javascript", "//refract:shader wgsl «x»\nconst s = 5;", []string{"invalid-shader-tag "}},
		{"e.go", "go", "package e\nvar k = /* kage */ `//kage:unit pixels\npackage main\nfunc Fragment(dst vec4, src vec2, color vec4) vec4 { return «a»nothing }`", []string{"unresolved-identifier a"}},
	} {
		p := c.pageOf(x.name, x.language, x.text)
		var got []string
		for _, d := range c.found[p.uri] {
			mark := ""
			for name, offset := range p.marks {
				if d.Range.Start == p.text.position(offset) {
					mark = name
				}
			}
			got = append(got, d.Code+" "+mark)
		}
		slices.Sort(got)
		slices.Sort(x.want)
		if !slices.Equal(got, x.want) {
			t.Errorf("%s: %v, want %v: %+v", x.name, got, x.want, c.found[p.uri])
		}
	}
}

// TestMutants asks everything about programs and HLSL with stretches removed, doubled and moved.
func TestMutants(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	plain := strings.NewReplacer("«", "", "»", "")
	for _, x := range []struct {
		text string
		host embedded.Host
	}{{plain.Replace(hlslScene), embedded.NoHost}, {plain.Replace(goProgram), embedded.Go},
		{"const n = 4; s = wgsl`fn f(a: f32) { let x = ${n} + a; } \\u{e9} `; t = /* hlsl */ 'float f(float x) { return x; }'", embedded.JavaScript}} {
		for range 150 {
			s := x.text
			for range 1 + r.IntN(4) {
				a, b := r.IntN(len(s)+1), r.IntN(len(s)+1)
				a, b = min(a, b), min(max(a, b), min(a, b)+40)
				at := r.IntN(len(s) + 1)
				switch r.IntN(3) {
				case 0:
					s = s[:a] + s[b:]
				case 1:
					s = s[:at] + s[a:b] + s[at:]
				default:
					s = s[:at] + string("{}()[];.<>:\"`\\$"[r.IntN(15)]) + s[at:]
				}
				if s == "" {
					s = ";"
				}
			}
			offset := r.IntN(len(s) + 1)
			if x.host == embedded.NoHost {
				askAll(t, &document{path: "m.hlsl", uri: "file:///m.hlsl", dialect: dialect{hlsl: true}}, s, offset)
				continue
			}
			d := &document{path: "m", uri: "file:///m", host: x.host}
			d.setText(s)
			d.read(&workspace{}, &Options{})
			d.diagnostics()
			for _, part := range d.shaders {
				askAbout(t, part, part.index, offset)
			}
		}
	}
}
