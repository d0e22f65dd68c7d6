package main

import (
	"bytes"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"refract/internal/sweep"
)

const (
	fetchable = "example.org/graphics/refract"
	version   = "v0.1.0"
)

// TestRename gives a small module another path.
func TestRename(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"go.mod":                     "module refract\n\ngo 1.26\n",
		"a.go":                       "package refract\n\nimport (\n\t\"fmt\"\n\n\t\"refract/ir\"\n)\n\nvar A = fmt.Sprint(ir.B, \"refract\")\n",
		"ir/b.go":                    "package ir\n\nconst B = `\"refract/ir\"`\n",
		"cmd/c.go":                   "package main\n\nimport (\n\t. \"refract\"\n\tlib \"refract\"\n)\n\nfunc main() { println(A, lib.A) }\n",
		".hid/no.go":                 "import \"refract/ir\"",
		"read.md":                    "go install refract/cmd/c@latest; `refract/ir`, \"refract/ir\", refract/core.wasm, ../refract/ir, refract ir/b.go\n",
		".github/workflows/test.yml": "- run: go run refract/cmd@v1 -o refract\n",
		"inner/go.mod":               "module refract/inner\n\nrequire refract v1.0.0\n\nreplace refract => ../\n",
		"tutorial.md":                "$ go mod edit -replace refract=../refract\n$ cat go.mod\nmodule game\n",
		"package.json":               "{\n  \"name\": \"refract-shaders\",\n  \"license\": \"MIT\"\n}\n",
	})
	if err := rename(dir, fetchable); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"go.mod":                     "module " + fetchable + "\n\ngo 1.26\n",
		"a.go":                       "package refract\n\nimport (\n\t\"fmt\"\n\n\t\"" + fetchable + "/ir\"\n)\n\nvar A = fmt.Sprint(ir.B, \"refract\")\n",
		"ir/b.go":                    "package ir\n\nconst B = `\"" + fetchable + "/ir\"`\n",
		"cmd/c.go":                   "package main\n\nimport (\n\t. \"" + fetchable + "\"\n\tlib \"" + fetchable + "\"\n)\n\nfunc main() { println(A, lib.A) }\n",
		".hid/no.go":                 "import \"refract/ir\"",
		"read.md":                    "go install " + fetchable + "/cmd/c@latest; `" + fetchable + "/ir`, \"" + fetchable + "/ir\", refract/core.wasm, ../refract/ir, refract ir/b.go\n",
		".github/workflows/test.yml": "- run: go run " + fetchable + "/cmd@v1 -o refract\n",
		"inner/go.mod":               "module " + fetchable + "/inner\n\nrequire " + fetchable + " v1.0.0\n\nreplace " + fetchable + " => ../\n",
		"tutorial.md":                "$ go mod edit -replace " + fetchable + "=../refract\n$ cat go.mod\nmodule game\n",
		"package.json": "{\n  \"name\": \"refract-shaders\",\n  \"license\": \"MIT\",\n  \"homepage\": \"https://" + fetchable +
			"\",\n  \"repository\": { \"type\": \"git\", \"url\": \"git+https://" + fetchable + ".git\" }\n}\n",
	} {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || string(got) != want {
			t.Errorf("%s: %v\n%s\nwant\n%s", name, err, got, want)
		}
	}
	for _, bad := range []string{"refract", "", "a b.c/d", "example.org/\"x"} {
		if rename(dir, bad) == nil {
			t.Errorf("%q was taken as a path", bad)
		}
	}
}

// renamed returns the folder of a copy of this module with the path fetchable.
func renamed(t *testing.T) string {
	t.Helper()
	root := filepath.Join("..", "..")
	names, err := files(root)
	if err != nil {
		t.Fatal(err)
	}
	module := t.TempDir()
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, module, map[string]string{name: string(text)})
	}
	if err := rename(module, fetchable); err != nil {
		t.Fatal(err)
	}
	return module
}

// TestRenameLeavesNothing renames a copy of this module and looks for the old path: in the
// imports of Go files, as the parser reads them, in go.mod files, and in every other text
// as a package with a folder.
func TestRenameLeavesNothing(t *testing.T) {
	old, err := modulePath(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	module := renamed(t)
	word := regexp.MustCompile(`(?:^|[\s"'` + "`" + `(=:,])(` + regexp.QuoteMeta(old) + `/[a-z][\w/-]*)`)
	count := 0
	err = filepath.WalkDir(module, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, _ := filepath.Rel(module, file)
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		count += bytes.Count(text, []byte(fetchable))
		switch {
		case strings.HasPrefix(name, filepath.Join("internal", "release")):
			return nil // its tests name both paths
		case d.Name() == "go.mod":
			for line := range strings.Lines(string(text)) {
				if f := strings.Fields(line); slices.ContainsFunc(f, func(s string) bool { return s == old || strings.HasPrefix(s, old+"/") }) {
					t.Errorf("%s: %s", name, line)
				}
			}
		case filepath.Ext(name) == ".go" && !strings.Contains(name, "testdata"):
			f, err := parser.ParseFile(token.NewFileSet(), file, text, parser.ImportsOnly)
			if err != nil {
				return err
			}
			for _, i := range f.Imports {
				if p := strings.Trim(i.Path.Value, `"`); p == old || strings.HasPrefix(p, old+"/") {
					t.Errorf("%s imports %s", name, p)
				}
			}
		}
		for _, m := range word.FindAllSubmatch(text, -1) {
			if info, err := os.Stat(filepath.Join(module, strings.TrimPrefix(string(m[1]), old+"/"))); err == nil && info.IsDir() {
				t.Errorf("%s names %s", name, m[1])
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if count < 1000 {
		t.Errorf("the new path is in %d places only", count)
	}
	for _, name := range []string{"web/npm/package.json", "editors/vscode/package.json"} {
		text, err := os.ReadFile(filepath.Join(module, name))
		if err != nil || !strings.Contains(string(text), `"git+https://`+fetchable+`.git"`) {
			t.Errorf("%s has no repository: %v", name, err)
		}
	}
}

// TestFetch renames a copy of this module to a path that can be fetched, serves it
// as a module proxy does, and uses it from a module outside: installed, as a tool
// of go generate, and as a library.
func TestFetch(t *testing.T) {
	sweep.Nightly(t) // it compiles everything anew
	module, proxy, outside := renamed(t), t.TempDir(), t.TempDir()
	if err := writeProxy(module, version, proxy); err != nil {
		t.Fatal(err)
	}

	env := append(os.Environ(), "GOFLAGS=-mod=mod -modcacherw", "GOSUMDB=off", "GOWORK=off", "GOMODCACHE="+t.TempDir(),
		"GOPROXY="+strings.Join([]string{fileURL(proxy), fileURL(filepath.Join(output(t, nil, ".", "go", "env", "GOMODCACHE"), "cache", "download")),
			output(t, nil, ".", "go", "env", "GOPROXY")}, ","))
	bin := t.TempDir()
	document, err := os.ReadFile(filepath.Join(module, "docs", "install.md"))
	if err != nil {
		t.Fatal(err)
	}
	line := "$ CGO_ENABLED=0 go install " + fetchable + "/cmd/refract@latest\n"
	if !strings.Contains(string(document), line) {
		t.Errorf("docs/install.md lacks the line %s", line)
	}
	output(t, append(env, "GOBIN="+bin, "CGO_ENABLED=0"), outside, "go", "install", fetchable+"/cmd/refract@latest")
	checkStatic(t, filepath.Join(bin, "refract"))
	if got := output(t, env, outside, filepath.Join(bin, "refract"), "version"); !strings.HasPrefix(got, "refract "+version+" ") {
		t.Errorf("the installed command calls itself %q", got)
	}

	write(t, outside, map[string]string{
		"go.mod":     "module consumer\n\ngo 1.26\n",
		"blur.wgsl":  "@group(0) @binding(0) var<storage, read_write> o: array<u32>;\n@compute @workgroup_size(1) fn main() { o[0] = 7; }\n",
		"shaders.go": "package consumer\n\n//go:generate go tool refract blur.wgsl -o blur.spv -o blur.metal\n",
		"use_test.go": strings.ReplaceAll(`package consumer

import (
	_ "embed"
	"testing"

	"MODULE"
	"MODULE/shadertest"
)

//go:embed blur.wgsl
var source string

func TestTranslate(t *testing.T) {
	out, err := refract.Translate(t.Context(), "a.wgsl", []byte("fn f() {}"), refract.TranslateOptions{To: refract.WGSL})
	if err != nil || out == nil {
		t.Fatal(err)
	}
}

func TestRun(t *testing.T) {
	run := shadertest.Load(t, "blur.wgsl", source).Run("main").Make("o", 1)
	run.MustDispatch(t, 1, 1, 1)
	if got := shadertest.Get[[]uint32](t, run, "o"); got[0] != 7 {
		t.Fatal(got)
	}
}
`, "MODULE", fetchable),
	})
	output(t, env, outside, "go", "get", "-tool", fetchable+"/cmd/refract@"+version)
	output(t, env, outside, "go", "generate", "./...")
	for _, name := range []string{"blur.spv", "blur.metal"} {
		if _, err := os.Stat(filepath.Join(outside, name)); err != nil {
			t.Errorf("go generate made no %s", name)
		}
	}
	output(t, env, outside, "go", "test", "./...")
}

func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// output runs a program and returns what it prints, without the line's end.
func output(t *testing.T, env []string, dir, name string, args ...string) string {
	t.Helper()
	command := exec.Command(name, args...)
	command.Dir, command.Env = dir, env
	var errors bytes.Buffer
	command.Stderr = &errors
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s%s", name, strings.Join(args, " "), err, out, errors.Bytes())
	}
	return strings.TrimSpace(string(out))
}

func fileURL(dir string) string { return "file://" + filepath.ToSlash(dir) }
