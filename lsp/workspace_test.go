package lsp

// This file is about symbols of the workspace, the hierarchy of calls, and formatting of lines.

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestWorkspaceSymbols(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"closed.wgsl": "fn paintAll() {}\nfn other() { let paintLocal = 1; }", "lib.glsl": "float paintGL(float x) { return x; }", "none.wgsl": "fn x() {}"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	c := newClientOf(t, Options{Root: func(string) string { return dir }})
	uri := uriOf(filepath.Join(dir, "open.wgsl"))
	c.open(uri, "wgsl", "struct Paint { paint: f32 }\nconst n = 1;")
	c.open(uriOf(filepath.Join(dir, "p.go")), "go", "package p\nvar s = /* wgsl */ `fn paintGo() {}`")
	names := func(query string) (list []string) {
		var found []workspaceSymbol
		c.ask("workspace/symbol", map[string]any{"query": query}, &found)
		for _, s := range found {
			list = append(list, s.Name+" "+s.Container)
		}
		slices.Sort(list)
		return list
	}
	if got, want := names("PAINT"), []string{"Paint open.wgsl", "paintAll closed.wgsl", "paintGL lib.glsl", "paintGo p.go"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := names(""), []string{"Paint open.wgsl", "n open.wgsl", "paintGo p.go"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestCallHierarchy(t *testing.T) {
	c := newClient(t)
	for _, p := range []*page{
		c.page("calls.wgsl", "fn a() { b(); b(); }\nfn «b»b() { c(); }\nfn c() {}\nfn d() { let x = b; a(); }"),
		c.pageOf("calls.go", "go", "var s = /* wgsl */ \"fn a() { b(); b(); }\\nfn «b»b() { c(); }\\nfn c() {}\\nfn d() { a(); }\""),
		c.page("calls.frag", "#version 450\nvoid c() {}\nvoid «b»b() { c(); }\nvoid a() { b(); b(); }\nvoid main() { a(); }"),
		c.page("calls.kage", "//kage:unit pixels\npackage main\nfunc c() float { return 1 }\nfunc «b»b() float { return c() }\nfunc a() float { return b() + b() }\nfunc Fragment(dst vec4, src vec2, color vec4) vec4 { return vec4(a()) }"),
	} {
		var items []callItem
		if c.ask("textDocument/prepareCallHierarchy", p.at("b"), &items); len(items) != 1 || items[0].Name != "b" {
			t.Errorf("%s: %+v", p.uri, items)
			continue
		}
		var in []incomingCall
		c.ask("callHierarchy/incomingCalls", map[string]any{"item": items[0]}, &in)
		if len(in) == 0 || in[0].From.Name != "a" || len(in[0].Ranges) != 2 || p.text.s[p.text.offset(in[0].Ranges[1].Start)] != 'b' {
			t.Errorf("%s: calls of b: %+v", p.uri, in)
		}
		var out []outgoingCall
		c.ask("callHierarchy/outgoingCalls", map[string]any{"item": items[0]}, &out)
		if len(out) != 1 || out[0].To.Name != "c" || len(out[0].Ranges) != 1 {
			t.Errorf("%s: calls in b: %+v", p.uri, out)
		}
	}
}

func TestFormatRange(t *testing.T) {
	p := newClient(t).page("format.wgsl", "fn a( ) { let x=1; }\nfn «b»b( x:f32 ) ->f32 {\nreturn x ;  }\nstruct S { a:f32,\n  «s»b:f32 }\n")
	format := func(mark string) string {
		at := p.text.position(p.marks[mark])
		var edits []textEdit
		p.c.ask("textDocument/rangeFormatting", map[string]any{"textDocument": map[string]any{"uri": p.uri}, "range": textRange{at, at}}, &edits)
		return p.apply(edits)
	}
	if got := format("b"); !strings.Contains(got, "fn a( ) {") || !strings.Contains(got, "\nfn b(x: f32) -> f32 {\nreturn x ;") {
		t.Errorf("b: %s", got)
	}
	if got := format("s"); !strings.Contains(got, "fn b( x:f32 )") || !strings.Contains(got, "a:f32,\n    b: f32") {
		t.Errorf("s: %s", got)
	}
}
