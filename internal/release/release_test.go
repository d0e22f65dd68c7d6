package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

const (
	fetchable = "example.org/graphics/refract"
	version   = "v0.1.0"
)

// TestRename gives a small module another path.
func TestRename(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"go.mod":     "module refract\n\ngo 1.26\n",
		"a.go":       "package refract\n\nimport (\n\t\"fmt\"\n\n\t\"refract/ir\"\n)\n\nvar A = fmt.Sprint(ir.B, \"refract\")\n",
		"ir/b.go":    "package ir\n\nconst B = `\"refract/ir\"`\n",
		"cmd/c.go":   "package main\n\nimport (\n\t. \"refract\"\n\tlib \"refract\"\n)\n\nfunc main() { println(A, lib.A) }\n",
		"read.md":    "\"refract/ir\"\n",
		".hid/no.go": "import \"refract/ir\"",
	})
	if err := rename(dir, fetchable); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"go.mod":     "module " + fetchable + "\n\ngo 1.26\n",
		"a.go":       "package refract\n\nimport (\n\t\"fmt\"\n\n\t\"" + fetchable + "/ir\"\n)\n\nvar A = fmt.Sprint(ir.B, \"refract\")\n",
		"ir/b.go":    "package ir\n\nconst B = `\"" + fetchable + "/ir\"`\n",
		"cmd/c.go":   "package main\n\nimport (\n\t. \"" + fetchable + "\"\n\tlib \"" + fetchable + "\"\n)\n\nfunc main() { println(A, lib.A) }\n",
		"read.md":    "\"refract/ir\"\n",
		".hid/no.go": "import \"refract/ir\"",
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

// TestFetch renames a copy of this module to a path that can be fetched, serves it
// as a module proxy does, and uses it from a module outside: installed, as a tool
// of go generate, and as a library.
func TestFetch(t *testing.T) {
	if os.Getenv("REFRACT_REQUIRE_TOOLS") == "" {
		t.Skip("compiles everything anew; REFRACT_REQUIRE_TOOLS=1 asks for it")
	}
	root := filepath.Join("..", "..")
	names, err := files(root)
	if err != nil {
		t.Fatal(err)
	}
	module, proxy, outside := t.TempDir(), t.TempDir(), t.TempDir()
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
	if err := writeProxy(module, version, proxy); err != nil {
		t.Fatal(err)
	}

	env := append(os.Environ(), "GOFLAGS=-mod=mod -modcacherw", "GOSUMDB=off", "GOWORK=off", "GOMODCACHE="+t.TempDir(),
		"GOPROXY="+strings.Join([]string{fileURL(proxy), fileURL(filepath.Join(output(t, nil, ".", "go", "env", "GOMODCACHE"), "cache", "download")),
			output(t, nil, ".", "go", "env", "GOPROXY")}, ","))
	bin := t.TempDir()
	output(t, append(env, "GOBIN="+bin), outside, "go", "install", fetchable+"/cmd/refract@"+version)
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

// TestBuild builds twice for this platform: the bytes are the same, the program in
// the archive tells its version.
func TestBuild(t *testing.T) {
	if os.Getenv("REFRACT_REQUIRE_TOOLS") == "" || runtime.GOOS == "windows" {
		t.Skip("compiles everything anew; REFRACT_REQUIRE_TOOLS=1 asks for it, and tar archives aren't for Windows")
	}
	here := []platform{{runtime.GOOS, runtime.GOARCH}}
	name := "refract-" + version + "-" + runtime.GOOS + "-" + runtime.GOARCH
	var archives [2][]byte
	for i := range archives {
		dir := t.TempDir()
		if err := build(filepath.Join("..", ".."), version, dir, here); err != nil {
			t.Fatal(err)
		}
		var err error
		if archives[i], err = os.ReadFile(filepath.Join(dir, name+".tar.gz")); err != nil {
			t.Fatal(err)
		}
		sums, err := os.ReadFile(filepath.Join(dir, "SHA256SUMS"))
		if err != nil || !strings.HasSuffix(string(sums), "  "+name+".tar.gz\n") {
			t.Errorf("sums: %v %q", err, sums)
		}
	}
	if !bytes.Equal(archives[0], archives[1]) {
		t.Error("two builds differ")
	}
	compressed, err := gzip.NewReader(bytes.NewReader(archives[0]))
	if err != nil {
		t.Fatal(err)
	}
	archive := tar.NewReader(compressed)
	member, err := archive.Next()
	if err != nil || member.Name != name+"/refract" {
		t.Fatal(member, err)
	}
	program := filepath.Join(t.TempDir(), "refract")
	text, err := io.ReadAll(archive)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(program, text, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, want := range append(programs(runtime.GOOS)[1:], "LICENSE", "README.md") {
		member, err := archive.Next()
		if err != nil || member.Name != name+"/"+want || (member.Mode == 0o755) != strings.HasPrefix(want, "refract-") {
			t.Fatal(want, member, err)
		}
	}
	if got := output(t, nil, ".", program, "version"); !strings.HasPrefix(got, "refract "+version+" ") {
		t.Errorf("the program calls itself %q", got)
	}
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
