package main

// Builds of projects with BuildGrid, a server of the API, and a worker of ours for it.

import (
	"bytes"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// buildGrid is the folder of the Python environment with buildgrid==0.0.86, which keeps a
// scheduler's state without a database server. REFRACT_BUILDGRID_DATABASE is for later
// releases: a connection string of an empty database of PostgreSQL that "bgd migrate apply"
// has prepared. Without the environment tests are skipped, or fail where tools are required.
func buildGrid(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("REFRACT_BUILDGRID")
	if _, err := os.Stat(filepath.Join(dir, "bin", "bgd")); dir == "" || err != nil {
		if os.Getenv("REFRACT_REQUIRE_TOOLS") == "1" {
			t.Fatal("BuildGrid isn't there: REFRACT_BUILDGRID names the environment that has it")
		}
		t.Skip("BuildGrid isn't there")
	}
	return dir
}

// start runs a program until the test ends.
func start(t *testing.T, name string, args ...string) {
	t.Helper()
	var log bytes.Buffer
	cmd := exec.Command(name, args...)
	cmd.Stdout, cmd.Stderr = &log, &log
	cmd.Env = append(os.Environ(), "TMPDIR="+t.TempDir())
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
		if t.Failed() {
			t.Logf("%s:\n%s", filepath.Base(name), log.String())
		}
	})
}

// grid starts BuildGrid and returns its address.
func grid(t *testing.T) string {
	t.Helper()
	env := buildGrid(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	l.Close()
	file, database := "testdata/buildgrid.yml", os.Getenv("REFRACT_BUILDGRID_DATABASE")
	if database != "" {
		file = "testdata/buildgrid-sql.yml"
	}
	config, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "buildgrid.yml")
	write(t, name, strings.NewReplacer("ADDRESS", address, "DATABASE", database).Replace(string(config)))
	start(t, filepath.Join(env, "bin", "bgd"), "server", "start", name)
	for range 1200 {
		if c, err := net.Dial("tcp", address); err == nil {
			c.Close()
			return address
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatal("BuildGrid doesn't listen")
	return ""
}

// worker starts a worker, and returns once the server knows of it.
func worker(t *testing.T, address, name string) {
	t.Helper()
	ready := filepath.Join(t.TempDir(), "ready")
	start(t, filepath.Join(buildGrid(t), "bin", "python"), "testdata/bot.py", address, "main", name, ready)
	for range 1200 {
		if _, err := os.Stat(ready); err == nil {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatal("the worker doesn't start")
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// programs builds both programs, side by side, and returns refract.
func programs(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, p := range []struct{ in, name, pkg string }{{"../..", "refract", "./cmd/refract"}, {".", "refract-remote", "."}} {
		cmd := exec.Command("go", "build", "-o", filepath.Join(dir, p.name), p.pkg)
		cmd.Dir = p.in
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	return filepath.Join(dir, "refract")
}

// A checkout is a project's folder.
type checkout struct {
	t    *testing.T
	dir  string
	bin  string
	args []string
}

// newCheckout makes a project: WGSL with an import and without, GLSL with an include above
// the folder, and many permutations of which most come to the same.
func newCheckout(t *testing.T, bin string, remote string) *checkout {
	dir := t.TempDir()
	var permutations strings.Builder
	for i := range 24 {
		fmt.Fprintf(&permutations, "  { name = \"p%02d\", defines = { KIND = %d, UNUSED = %d } },\n", i, i%4, i)
	}
	for name, text := range map[string]string{
		"game/refract.toml": "out-dir = \"out\"\nsources = [\"shaders/**/*.wgsl\", \"main.wesl\", \"post.frag\"]\ntargets = [\"spv\", \"msl\"]\noptimize = 1\n" +
			"include = [\"../common\"]\nreflect = true\n[[file]]\nmatch = \"post.frag\"\npermutation = [\n" + permutations.String() + "]\n[remote]\n" + remote,
		"game/shaders/a.wgsl":      "override n = 4u;\n@group(0) @binding(0) var<storage, read_write> a: array<u32>;\n@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) { a[id.x] += n; }\n",
		"game/shaders/deep/b.wgsl": "@fragment fn one() -> @location(0) vec4f { return vec4f(1); }\n@vertex fn two() -> @builtin(position) vec4f { return vec4f(2); }\n",
		"game/main.wesl":           "import package::util::twice;\n@group(0) @binding(0) var<storage, read_write> a: array<u32>;\n@compute @workgroup_size(1) fn main() { a[0] = twice(a[1]); }\n",
		"game/util.wesl":           "fn twice(x: u32) -> u32 { return 2 * x; }\n",
		"game/post.frag":           "#version 450\n#extension GL_GOOGLE_include_directive : require\n#include \"light.glsl\"\nlayout(location = 0) out vec4 color;\nvoid main() { color = vec4(light(KIND)); }\n",
		"common/light.glsl":        "float light(int n) { return float(n) * 0.25; }\n",
	} {
		write(t, filepath.Join(dir, name), text)
	}
	return &checkout{t: t, dir: filepath.Join(dir, "game"), bin: bin}
}

// build builds and returns what refract says of it.
func (c *checkout) build() string {
	c.t.Helper()
	cmd := exec.Command(c.bin, append([]string{"build"}, c.args...)...)
	cmd.Dir = c.dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		c.t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// outputs are the files that a build has made.
func (c *checkout) outputs() map[string]string {
	c.t.Helper()
	all := map[string]string{}
	root := filepath.Join(c.dir, "out")
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(d.Name(), ".") {
			return err
		}
		text, err := os.ReadFile(name)
		relative, _ := filepath.Rel(root, name)
		all[relative] = string(text)
		return err
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return all
}

func expect(t *testing.T, said, pattern string) {
	t.Helper()
	if !regexp.MustCompile(pattern).MatchString(said) {
		t.Fatalf("%q is not %s", said, pattern)
	}
}

func same(t *testing.T, a, b *checkout) {
	t.Helper()
	x, y := a.outputs(), b.outputs()
	if len(x) != len(y) || len(x) < 50 {
		t.Errorf("%d files and %d files", len(x), len(y))
	}
	for name := range x {
		if x[name] != y[name] {
			t.Errorf("%s is another", name)
		}
	}
}

// TestBuildGrid: what one builder makes another gets, workers make what a builder on its
// own would, and both know of each other.
func TestBuildGrid(t *testing.T) {
	address := grid(t)
	bin := programs(t)
	remote := "server = \"grpc://" + address + "\"\ninstance = \"main\"\n"
	alone := newCheckout(t, bin, "")
	expect(t, alone.build(), `^27 built, 0 up to date; \d+ files written`)

	one, two := newCheckout(t, bin, remote), newCheckout(t, bin, remote)
	expect(t, one.build(), `^27 built, 0 up to date; \d+ files written`)
	expect(t, two.build(), `^27 built, 0 up to date, 27 of them from the remote cache; `)
	same(t, alone, two)

	// Who reads what is included gets another.
	for _, c := range []*checkout{one, two, alone} {
		write(t, filepath.Join(c.dir, "../common/light.glsl"), "float light(int n) { return float(n) * 0.5; }\n")
		write(t, filepath.Join(c.dir, "util.wesl"), "fn twice(x: u32) -> u32 { return x << 1; }\n")
	}
	expect(t, two.build(), `^25 built, 2 up to date; `)
	expect(t, one.build(), `^25 built, 2 up to date, 25 of them from the remote cache; `)
	expect(t, alone.build(), `^25 built`)
	same(t, alone, one)

	// Nobody takes the jobs.
	idle := newCheckout(t, bin, remote+"execute = 20\nwait = 2\n")
	write(t, filepath.Join(idle.dir, "../common/light.glsl"), "float light(int n) { return 0.75; }\n")
	expect(t, idle.build(), `^refract: built without remote workers: grpc://[^ ]*: no worker has taken \d+ jobs for 2 s\n27 built, 0 up to date`)

	// Workers.
	worker(t, address, "w1")
	worker(t, address, "w2")
	for _, c := range []*checkout{one, two, alone} {
		write(t, filepath.Join(c.dir, "../common/light.glsl"), "float light(int n) { return float(n) - 0.5; }\n")
	}
	three := newCheckout(t, bin, remote+"execute = 20\nwait = 240\n")
	write(t, filepath.Join(three.dir, "../common/light.glsl"), "float light(int n) { return float(n) - 0.5; }\n")
	write(t, filepath.Join(three.dir, "util.wesl"), "fn twice(x: u32) -> u32 { return x << 1; }\n")
	start := time.Now()
	expect(t, three.build(), `^27 built, 0 up to date, 3 of them from the remote cache, 24 of them by remote workers; `)
	t.Logf("two workers build 24 permutations in %v", time.Since(start).Round(time.Millisecond))
	expect(t, alone.build(), `^24 built`)
	same(t, alone, three)
	expect(t, one.build(), `^24 built, 3 up to date, 24 of them from the remote cache; `)

	// Few jobs aren't worth it, and what has something to say is built here.
	write(t, filepath.Join(three.dir, "shaders/a.wgsl"), "@compute @workgroup_size(1) fn main() { return; let a = 1; }\n")
	expect(t, three.build(), `(?s)warning: this statement is never reached.*\n1 built, 26 up to date; `)
}

// TestWithoutServer: refract builds on its own, and says so.
func TestWithoutServer(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	bin := programs(t)
	for server, said := range map[string]string{
		"grpc://127.0.0.1:1": "refract: built without the remote cache: grpc://127.0.0.1:1: .*connection refused",
		"http://127.0.0.1:1": `"http://127.0.0.1:1" is no server: grpc://HOST:PORT or grpcs://HOST:PORT is one`,
		"nonsense":           `"nonsense" is no server`,
	} {
		c := newCheckout(t, bin, "server = \""+server+"\"\n")
		expect(t, c.build(), said)
		if n := len(c.outputs()); n < 50 {
			t.Errorf("%d files", n)
		}
	}
}
