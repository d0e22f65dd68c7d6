package lsp

// Documents in WESL: what other modules declare is known, and where.

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"refract/front/wgsl"
)

// folderImporter is an Importer over a folder, whose modules are called by full names.
type folderImporter struct {
	wgsl.Importer
	dir string
}

func (x folderImporter) Self(name string) (string, []string) {
	rel, _ := filepath.Rel(x.dir, name)
	return "", wgsl.ModulePath(filepath.ToSlash(rel))
}

func (x folderImporter) Module(pkg string, path []string) (string, string, error) {
	name, text, err := x.Importer.Module(pkg, path)
	return filepath.Join(x.dir, filepath.FromSlash(name)), text, err
}

// Names are those of the Importer within.
func (x folderImporter) Names(pkg string, path []string) (modules, packages []string) {
	return x.Importer.(importerOfNames).Names(pkg, path)
}

// TestCompletePaths: after the names of a path come those of the module that it means, in
// import statements that aren't finished, too; and no names of modules that aren't imported.
func TestCompletePaths(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"light.wesl":        "struct Light { power: f32 }\nfn falloff(strange: f32) -> f32 { return strange + helper(); }\nfn helper() -> f32 { return 1; }\n",
		"light/shadow.wesl": "// Soft or hard.\nconst soft = true;\n",
		"post fx/x.wesl":    "",
		"util/noise.wgsl":   "fn hash() -> u32 { return 1; }\n",
		"package.wesl":      "fn top() {}\n",
		"more/tone.wesl":    "fn film() -> f32 { return 1; }\n",
	} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	files := os.DirFS(dir)
	c := newClientOf(t, Options{Importer: func() wgsl.Importer {
		return folderImporter{wgsl.FS(files, "", map[string]wgsl.Package{"tones": {FS: files, Root: "more"}}), dir}
	}})
	rest := "\nimport package::light::{ Light, falloff as fade, shadow };\nimport tones::tone;\nfn f(l: Light) -> f32 { return fade(l.power) + f32(shadow::soft) + tone::film(); }\n"
	for _, x := range []struct{ text, want, not string }{
		{"import |", "package super tones", "Light f top"},
		{"import package::|", "light util top", "post fx helper tones package f"},
		{"import package::{util::noise::hash, |", "light util top", "hash"},
		{"import package::{util::{noise::{hash, |}}}", "hash", "light"},
		{"import super::|", "light util top", "helper"},
		{"import super::super::|", "", "light top"},
		{"import package::light::{Light, |};", "Light falloff helper shadow", "power strange"},
		{"import package::light::{Light as L, shadow::|", "soft", "Light"},
		{"import package::none::|", "", "Light f"},
		{"import tones::|", "tone", "light top"},
		{"import tones::tone::f|", "film", "Light"},
		{"fn g() { let x = shadow::|; }", "soft", "Light g"},
		{"fn g() { let x = shadow :: s|; }", "soft", "Light g"},
		{"fn g() { let x = package::util::noise::|; }", "hash", "Light g"},
		{"fn g() { let x = tone::|; }", "film", "Light g"},
		{"fn g() { let x = |; }", "Light fade shadow tone g max", "falloff helper soft film strange hash"},
		{"var<|> a: f32;", "private storage", "read Light"},
		{"@group(0) @binding(0) var<storage, |> a: f32;", "read read_write", "storage Light"},
		{"@group(0) @binding(0) var a: texture_storage_2d<|", "rgba8unorm r32float", "read f32"},
		{"@group(0) @binding(0) var a: texture_storage_2d<r32float, |", "read_write", "r32float f32"},
		{"fn g(p: ptr<|) {}", "function", "r32float f32"},
		{"fn g() { if 1 < |", "f max", ""},
	} {
		uri := uriOf(filepath.Join(dir, "main.wesl"))
		before, after, _ := strings.Cut(x.text, "|")
		c.open(uri, "wgsl", before+after+rest)
		var got struct{ Items []completionItem }
		c.ask("textDocument/completion", map[string]any{"textDocument": map[string]any{"uri": uri}, "position": position{0, len(before)}}, &got)
		has := map[string]bool{}
		for _, item := range got.Items {
			has[item.Label] = true
		}
		for _, w := range strings.Fields(x.want) {
			if !has[w] {
				t.Errorf("%s lacks %s", x.text, w)
			}
		}
		for _, w := range strings.Fields(x.not) {
			if has[w] {
				t.Errorf("%s has %s", x.text, w)
			}
		}
	}
}

// TestRenameUnused: what is imported and not used is renamed like all else.
func TestRenameUnused(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"light.wesl": "fn shade() -> f32 { return 1; }\n", "other.wesl": "import package::light::shade as sh;\nimport package::light::shade;\nfn g() -> f32 { return 2; }\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	c := newClientOf(t, Options{Root: func(string) string { return dir }, Importer: func() wgsl.Importer {
		return folderImporter{wgsl.FS(os.DirFS(dir), "", nil), dir}
	}})
	uri := uriOf(filepath.Join(dir, "main.wesl"))
	c.open(uri, "wgsl", "import package::{light::shade, other::g};\nfn f() -> f32 { return shade() + g(); }\n")
	var edit workspaceEdit
	c.ask("textDocument/rename", map[string]any{"textDocument": map[string]any{"uri": uri}, "position": position{1, 24}, "newName": "lighten"}, &edit)
	for name, n := range map[string]int{"main.wesl": 2, "light.wesl": 1, "other.wesl": 2} {
		if got := edit.Changes[uriOf(filepath.Join(dir, name))]; len(got) != n {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestWESL(t *testing.T) {
	dir := t.TempDir()
	module := "// How strong a light is.\nstruct Light { power: f32 }\nfn falloff(l: Light, d: f32) -> f32 { return l.power / d; }\nfn broken() -> f32 { return 1u; }\n"
	if err := os.WriteFile(filepath.Join(dir, "light.wesl"), []byte(module), 0o666); err != nil {
		t.Fatal(err)
	}
	c := newClientOf(t, Options{Defines: map[string]string{"fog": "true"}, Importer: func() wgsl.Importer {
		return folderImporter{wgsl.FS(os.DirFS(dir), "", nil), dir}
	}})
	p := c.page("../"+strings.TrimPrefix(filepath.ToSlash(dir), "/")+"/main.wesl", `import package::light::{ Lig«import»ht, falloff as fade };
import package::light;
@if(fog) const far = 3.0; @else const far = nothing;
fn f(l: Lig«type»ht) -> f32 { return fa«call»de(l, far) + l.po«field»wer + light::fall«path»off(l, 1); }
`)
	uri := uriOf(filepath.Join(dir, "main.wesl"))
	c.open(uri, "wgsl", p.text.s)
	p.uri = uri
	if list := c.found[uri]; len(list) > 0 {
		t.Fatalf("findings: %+v", list)
	}
	for mark, want := range map[string]position{"import": {1, 7}, "type": {1, 7}, "call": {2, 3}, "path": {2, 3}, "field": {1, 15}} {
		var list []location
		c.ask("textDocument/definition", p.at(mark), &list)
		if len(list) != 1 || list[0].URI != uriOf(filepath.Join(dir, "light.wesl")) || list[0].Range.Start != want {
			t.Errorf("definition of %s: %+v", mark, list)
		}
		var edit workspaceEdit
		c.ask("textDocument/rename", p.at(mark, "newName", "newName"), &edit)
		if len(edit.Changes[uri]) == 0 || len(edit.Changes[list[0].URI]) == 0 {
			t.Errorf("%s, which a closed file declares, is renamed by %+v", mark, edit)
		}
	}
	var h hover
	c.ask("textDocument/hover", p.at("type"), &h)
	for _, w := range []string{"struct Light { power: f32 }", "How strong a light is.", "light.wesl"} {
		if !strings.Contains(h.Contents.Value, w) {
			t.Errorf("%q isn't in\n%s", w, h.Contents.Value)
		}
	}
	c.ask("textDocument/hover", p.at("call"), &h)
	if !strings.Contains(h.Contents.Value, "fn falloff(l: Light, d: f32) -> f32") {
		t.Error(h.Contents.Value)
	}
	// What is wrong in a module that is used is told at the top.
	c.open(uri, "wgsl", "import package::light::broken;\nfn g() -> f32 { return broken(); }\n")
	if list := c.found[uri]; len(list) != 1 || !strings.Contains(list[0].Message, "light.wesl") {
		t.Errorf("findings: %+v", list)
	}
	c.open(uri, "wgsl", "import package::ligt;\n")
	if list := c.found[uri]; len(list) != 1 || list[0].Range.Start != (position{0, 16}) {
		t.Errorf("findings: %+v", list)
	}
}
