package main

// The VS Code extension, with the client library that it is packed with, on a stand-in for the
// editor: editors/vscode/test.

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestVSCode needs node, and vscode-languageclient: in the folder node_modules beside the
// extension, which 'npm install' makes there, or in the one that REFRACT_VSCODE names.
func TestVSCode(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip(err)
	}
	extension, err := filepath.Abs("../../editors/vscode")
	if err != nil {
		t.Fatal(err)
	}
	modules := os.Getenv("REFRACT_VSCODE")
	if modules == "" {
		modules = filepath.Join(extension, "node_modules")
	}
	if _, err := os.Stat(filepath.Join(modules, "vscode-languageclient")); err != nil {
		t.Skipf("%v: npm install in editors/vscode", err)
	}
	program := asRefract(t)
	dir := t.TempDir()
	for _, name := range []string{"extension.js", "package.json", "test"} {
		if err := os.Symlink(filepath.Join(extension, name), filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
	}
	if err := os.Symlink(modules, filepath.Join(dir, "node_modules")); err != nil {
		t.Skip(err)
	}
	ctx, stop := context.WithTimeout(context.Background(), 2*time.Minute)
	defer stop()
	run := exec.CommandContext(ctx, node, "--preserve-symlinks", "--preserve-symlinks-main", filepath.Join("test", "run.js"), program)
	run.Dir = dir
	out, err := run.CombinedOutput()
	if err != nil || strings.Count(string(out), "\nok ") < 7 || !strings.HasSuffix(string(out), "\ndone\n") {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
}

// TestVSCodeManifest: what the manifest says is what there is.
func TestVSCodeManifest(t *testing.T) {
	read := func(name string, v any) {
		text, err := os.ReadFile(filepath.Join("../../editors/vscode", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, v); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	var manifest struct {
		Main        string
		Files       []string
		Contributes struct {
			Languages []struct {
				ID            string
				Extensions    []string
				Configuration string
			}
			Grammars      []struct{ Language, ScopeName, Path string }
			Configuration struct {
				Properties map[string]struct{ Default any }
			}
		}
	}
	read("package.json", &manifest)
	extension, err := os.ReadFile(filepath.Join("../../editors/vscode", manifest.Main))
	if err != nil {
		t.Fatal(err)
	}
	for name := range manifest.Contributes.Configuration.Properties {
		if setting := strings.TrimPrefix(name, "refract."); !strings.Contains(string(extension), "settings.get('"+setting+"')") {
			t.Errorf("the extension doesn't read %s", name)
		}
	}
	for _, l := range manifest.Contributes.Languages {
		var v any
		read(l.Configuration, &v)
		if name := filepath.Clean(l.Configuration); !slices.Contains(manifest.Files, name) {
			t.Errorf("%s isn't packed", name)
		}
	}
	for _, g := range manifest.Contributes.Grammars {
		var grammar struct {
			ScopeName  string
			Patterns   []struct{ Include string }
			Repository map[string]any
		}
		read(g.Path, &grammar)
		if folder := filepath.Dir(filepath.Clean(g.Path)); grammar.ScopeName != g.ScopeName || !slices.Contains(manifest.Files, folder) {
			t.Errorf("the grammar %+v has the scope %s, and %v are packed", g, grammar.ScopeName, manifest.Files)
		}
		for _, p := range grammar.Patterns {
			if name, local := strings.CutPrefix(p.Include, "#"); local && grammar.Repository[name] == nil {
				t.Errorf("%s includes %s, which it lacks", g.Path, p.Include)
			}
		}
	}
	if !slices.Contains(manifest.Files, filepath.Base(manifest.Main)) || !slices.Contains(manifest.Files, "node_modules") {
		t.Errorf("%v are packed", manifest.Files)
	}
}
