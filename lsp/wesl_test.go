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
