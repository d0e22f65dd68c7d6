package ebiten_test

// This file collects from programs that use a module in Ebitengine's place.

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"refract/internal/ebiten"
)

// engine are the files of a module with the packages that compute ids.
var engine = map[string]string{
	"engine/go.mod":                                "module github.com/hajimehoshi/ebiten/v2\n\ngo 1.25\n",
	"engine/ebiten.go":                             "package ebiten\n\n//ebitengine:shadersource\nconst _ = \"built in\"\n",
	"engine/internal/graphics/graphics.go":         "package graphics\n",
	"engine/internal/shader/shader.go":             "package shader\n",
	"engine/internal/shaderir/shaderir.go":         "package shaderir\n\ntype SourceID string\n\nfunc (s SourceID) String() string { return string(s) }\n",
	"engine/internal/legacyshader/legacyshader.go": "package legacyshader\n\nimport (\n\t\"errors\"\n\n\t\"github.com/hajimehoshi/ebiten/v2/internal/shaderir\"\n)\n\nfunc CalcSourceID(src []byte) (shaderir.SourceID, error) {\n\tif len(src) == 0 {\n\t\treturn \"\", errors.New(\"it is empty\")\n\t}\n\treturn shaderir.SourceID(\"id \" + string(src[:1])), nil\n}\n",
}

// write makes the folder of a program, of the version of Ebitengine.
func write(t *testing.T, version string, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	put := func(name, text string) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range engine {
		put(name, text)
	}
	put("go.mod", "module example.com/game\n\ngo 1.25\n\nrequire github.com/hajimehoshi/ebiten/v2 "+version+"\n\nreplace github.com/hajimehoshi/ebiten/v2 => ./engine\n")
	for name, text := range files {
		put(name, text)
	}
	t.Setenv("GOFLAGS", "-mod=mod")
	t.Setenv("GOPROXY", "off")
	t.Setenv("GOWORK", "off")
	return dir
}

const program = `package main

import (
	"example.com/game/parts"
	_ "github.com/hajimehoshi/ebiten/v2"
)

//ebitengine:shaderfile shaders/*.kage folder
//ebitengine:shaderfile shaders/one.kage missing.kage

//ebitengine:shadersource
const first = "first " + parts.Middle + last

const last = "last"

const (
	// A comment.
	//ebitengine:shadersource
	second = "second"

	unmarked = "unmarked"
)

//ebitengine:shadersource
const (
	misplaced = "misplaced"
)

//ebitengine:shadersource
const a, b = "several", "several"

//ebitengine:shadersource
var variable = "variable"

//ebitengine:shadersource
const number = 1

// ebitengine:shadersource
const spaced = "spaced"

func main() {
	//ebitengine:shaderfile shaders/inside.kage
	//ebitengine:shadersource
	const inside = "inside"
	println(variable, inside)
}
`

// TestCollect collects every kind of shader, and warns of misplaced directives.
func TestCollect(t *testing.T) {
	dir := write(t, "v2.10.4", map[string]string{
		"main.go":                program,
		"main_test.go":           "package main\n\n//ebitengine:shadersource\nconst tested = \"tested\"\n",
		"parts/parts.go":         "package parts\n\nimport \"strings\"\n\nconst Middle = \"middle \"\n\n//ebitengine:shadersource\nconst Own = \"own\"\n\nvar _ = strings.ToUpper\n",
		"other/other.go":         "package other\n\n//ebitengine:shadersource\nconst Apart = \"apart\"\n",
		"shaders/one.kage":       "file one",
		"shaders/two.kage":       "file two",
		"shaders/inside.txt":     "no",
		"folder/three.kage":      "file three",
		"folder/deep/four.txt":   "file four",
		"lists/manifest.json":    `{"ShaderFiles": ["../shaders/one.kage", "five.kage", "five.kage"]}`,
		"lists/five.kage":        "file five",
		"lists/not.json":         "[",
		"empty/empty.go":         "package empty\n",
		"broken/broken.go":       "package broken\n\n//ebitengine:shadersource\nconst Fine = \"fine\"\n\nvar x = undefined\n",
		"unreadable/manifest.js": "",
	})
	var warnings []string
	list, err := ebiten.Collect(dir, []string{"."}, "lists/manifest.json", func(text string) { warnings = append(warnings, text) })
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, s := range list {
		texts = append(texts, s.Text)
	}
	want := []string{"own", "built in", "file one", "file two", "file four", "file three", "first middle last", "second", "file one", "file five"}
	if slices.Sort(texts); !slices.Equal(texts, slices.Sorted(slices.Values(want))) {
		t.Errorf("collected %q\nwant %q", texts, want)
	}
	for _, part := range []string{"not to a list", "one constant, not several", "not a var", "no string", "in a function"} {
		if !slices.ContainsFunc(warnings, func(w string) bool { return strings.Contains(w, part) && strings.Contains(w, "main.go:") }) {
			t.Errorf("no warning %q in %q", part, warnings)
		}
	}
	if len(warnings) != 5 {
		t.Errorf("%d warnings: %q", len(warnings), warnings)
	}
	if list, err := ebiten.Collect(dir, []string{"./empty"}, "", nil); err != nil || len(list) != 0 {
		t.Errorf("of a package without shaders: %v, %v", list, err)
	}
	if list, err := ebiten.Collect(dir, []string{"./broken"}, "", nil); err != nil || len(list) != 1 {
		t.Errorf("of a package with errors of types: %v, %v", list, err)
	}
	for _, manifest := range []string{"lists/not.json", "none.json"} {
		if _, err := ebiten.Collect(dir, nil, manifest, nil); err == nil {
			t.Errorf("%s is read", manifest)
		}
	}
	if _, err := ebiten.Collect(dir, []string{"./none"}, "", nil); err == nil {
		t.Error("a package that isn't there is read")
	}

	m, err := ebiten.FindModule(dir)
	if err != nil || m.Version != "v2.10.4" {
		t.Fatalf("%+v, %v", m, err)
	}
	if err := ebiten.AddIDs(m, list); err != nil {
		t.Fatal(err)
	}
	for _, s := range list {
		if s.ID != "id "+s.Text[:1] {
			t.Errorf("%q has the id %q", s.Text, s.ID)
		}
	}
	if err := ebiten.AddIDs(m, []ebiten.Source{{File: "none.kage"}}); err == nil || !strings.Contains(err.Error(), "none.kage: it is empty") {
		t.Errorf("of a source without an id: %v", err)
	}
}

// TestVersions refuses versions that aren't known.
func TestVersions(t *testing.T) {
	for _, version := range []string{"v2.8.8", "v2.11.0", "v2.10.5-0.20260101000000-0123456789ab"} {
		dir := write(t, version, map[string]string{"main.go": "package main\n\nfunc main() {}\n"})
		_, err := ebiten.FindModule(dir)
		var unknown *ebiten.VersionError
		if !errors.As(err, &unknown) || unknown.Version != version || !strings.Contains(err.Error(), ebiten.Versions[0]) {
			t.Errorf("%s: %v", version, err)
		}
	}
	if _, err := ebiten.FindModule(t.TempDir()); err == nil {
		t.Error("a folder without a module has a version")
	}
}
