package endtoend

// This file keeps twelve shaders in every language side by side: those of
// testdata/shaders and testdata/golden12, in archives under testdata/golden12.
// What is written there should read as a person would write it.

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"refract"
	glslback "refract/back/glsl"
	hlslback "refract/back/hlsl"
	"refract/diag"
	"refract/ir"
)

var update = flag.Bool("update", false, "rewrite the expected texts under testdata")

// TestGolden12 writes each shader in each language.
func TestGolden12(t *testing.T) {
	var files []string
	for _, pattern := range []string{"testdata/shaders/*.wgsl", "testdata/golden12/*.wgsl"} {
		list, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, list...)
	}
	if len(files) != 12 {
		t.Fatalf("there are %d shaders", len(files))
	}
	var wanted []string
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".wgsl")
		archive := filepath.Join("testdata", "golden12", name+".txtar")
		wanted = append(wanted, archive)
		t.Run(name, func(t *testing.T) { goldenArchive(t, archive, inEveryLanguage(t, file, src)) })
	}
	have, _ := filepath.Glob("testdata/golden12/*.txtar")
	for _, name := range have {
		if !slices.Contains(wanted, name) {
			t.Errorf("nothing reads %s", name)
		}
	}
}

// inEveryLanguage writes a shader: a file for each language and version, and in
// GLSL for each entry point.
func inEveryLanguage(t *testing.T, name string, src []byte) []txtar.File {
	t.Helper()
	m, err := refract.Parse(context.Background(), name, src, refract.ParseOptions{})
	if err != nil {
		t.Fatal(err)
	}
	v, err := refract.Validate(context.Background(), m, refract.ValidateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var files []txtar.File
	add := func(name string, o refract.WriteOptions) {
		out, err := refract.Write(context.Background(), v, o)
		var refused *diag.Diagnostics
		switch {
		case errors.As(err, &refused): // the version lacks something
			files = append(files, txtar.File{Name: name, Data: []byte(err.Error() + "\n")})
		case err != nil:
			t.Errorf("%s: %v", name, err)
		default:
			files = append(files, txtar.File{Name: name, Data: []byte(out.Text)})
		}
	}
	add("wgsl", refract.WriteOptions{Language: refract.WGSL})
	for i := range m.EntryPoints {
		e := &m.EntryPoints[i]
		for _, version := range []glslback.Version{{Number: 450}, {Number: 310, ES: true}} {
			o := glslback.NewOptions()
			o.Version, o.EntryPoint, o.Stage = version, e.Name, e.Stage
			add(fmt.Sprintf("%s.%s.%s", e.Name, stageNames[e.Stage], strings.ReplaceAll(version.String(), " ", "")),
				refract.WriteOptions{Language: refract.GLSL, Options: refract.LanguageOptions{refract.GLSL: &o}})
		}
	}
	for _, model := range []hlslback.ShaderModel{hlslback.ShaderModel51, hlslback.ShaderModel60} {
		o := hlslback.NewOptions()
		o.ShaderModel = model
		add("hlsl "+model.String(), refract.WriteOptions{Language: refract.HLSL, Options: refract.LanguageOptions{refract.HLSL: &o}})
	}
	add("msl", refract.WriteOptions{Language: refract.MSL})
	add("spvasm", refract.WriteOptions{Language: refract.SPIRVAssembly})
	add("dot", refract.WriteOptions{Language: refract.DOT})
	return files
}

var stageNames = map[ir.Stage]string{ir.StageVertex: "vert", ir.StageFragment: "frag", ir.StageCompute: "comp"}

// goldenArchive compares files with those of an archive, or rewrites it.
func goldenArchive(t *testing.T, name string, files []txtar.File) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, txtar.Format(&txtar.Archive{Files: files}), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if len(archive.Files) != len(files) {
		t.Errorf("%s has %d files, not %d", name, len(archive.Files), len(files))
	}
	for i := range min(len(files), len(archive.Files)) {
		got, want := files[i], archive.Files[i]
		if got.Name != want.Name {
			t.Fatalf("%s: file %d is %q, not %q", name, i, want.Name, got.Name)
		}
		if string(got.Data) != string(want.Data) {
			t.Errorf("%s, %s: %s", name, got.Name, firstDifference(string(got.Data), string(want.Data)))
		}
	}
}

// firstDifference shows the first lines that differ.
func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d is\n%s\nnot\n%s", i+1, g[i], w[i])
		}
	}
	return fmt.Sprintf("%d lines, not %d", len(g), len(w))
}
