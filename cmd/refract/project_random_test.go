package main

// Random edits of a project: after each, a build with what earlier builds remember makes what
// a build of a fresh copy makes.

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// An editedProject is a project that changes at random.
type editedProject struct {
	*rand.Rand
	t   *testing.T
	dir string
	log []string        // of edits
	own map[string]bool // contents of outputs that somebody has changed, which stay
}

func (p *editedProject) pick(list ...string) string { return list[p.IntN(len(list))] }

func (p *editedProject) path(name string) string {
	return filepath.Join(p.dir, filepath.FromSlash(name))
}

// headers are the places where includes are looked for, modules those of imports.
var (
	headers = []string{"src/v.h", "src/sub/v.h", "inc/v.h", "inc2/v.h", "v.h", "src/w.h", "inc/w.h", "inc2/w.h", "inc/deep/w.h"}
	modules = []string{"src/lib.wgsl", "src/lib.wesl", "src/lib/sub.wesl", "src/lib/sub.wgsl", "node_modules/tones/package.wesl", "node_modules/tones/package.wgsl", "tones/package.wesl", "src/node_modules/tones/package.wesl"}
	sources = []string{"src/a.comp", "src/a.frag", "src/b.comp", "src/sub/a.comp", "src/m.wesl", "src/sub/m.wesl", "src/p.wgsl", "src/two.wgsl", "src/h.hlsl", "src/sub/h.hlsl", "src/l.vert", "src/l.frag", "src/q.hlsl", "src/prog.go"}
)

// everywhere is all places.
var everywhere = slices.Concat(headers, modules, sources, []string{projectName, "wesl.toml", "src/wesl.toml"})

// content is a random text of a file. Many have the same size.
func (p *editedProject) content(name string) string {
	n := p.IntN(5)
	if strings.HasPrefix(name, "src/l.") {
		return p.stage(name, n)
	}
	switch filepath.Ext(name) {
	case ".go":
		return fmt.Sprintf("package a\n\n//go:embed p.wgsl\nvar p string\n\nconst kWGSL = `@compute @workgroup_size(%%d) fn main() { _ = %du; }`\n%s", n,
			p.pick("", "const otherWGSL = `@compute @workgroup_size(1) fn other() {}`\n", "//go:embed two.wgsl\nvar two string\n", "const bad = \n"))
	case ".h":
		if p.IntN(4) == 0 && strings.HasSuffix(name, "v.h") {
			return "#include \"w.h\"\n#define VAL W\n"
		}
		return fmt.Sprintf("#define %s %du\n", map[string]string{"v.h": "VAL", "w.h": "W"}[filepath.Base(name)], n)
	case ".comp":
		include := p.pick(`"v.h"`, `<v.h>`, `"deep/w.h"`, `"../v.h"`)
		return "#version 450\n#extension GL_GOOGLE_include_directive : require\n#include " + include + "\n#ifndef VAL\n#define VAL 9u\n#endif\n#ifndef N\n#define N 0u\n#endif\n" +
			fmt.Sprintf("layout(local_size_x=1) in;\nlayout(set=0,binding=0) buffer O { uint o[4]; };\nvoid main() { o[%d] = VAL + N; }\n", n%4)
	case ".hlsl":
		if strings.HasSuffix(name, "q.hlsl") {
			return fmt.Sprintf("%scbuffer C : register(b%d) { %sfloat4x4 m; };\nTexture2D<float4> t : register(t%d);\nSamplerState s : register(s1);\n", p.pick("", "#include \"w.h\"\n"), n, p.pick("", "row_major "), p.IntN(2)) +
				"float4 ps(float2 uv : TEXCOORD" + p.pick("0", "3") + ") : SV_Target { return mul(m, t.Sample(s, uv)); }\n"
		}
		include := p.pick(`"v.h"`, `<v.h>`, `"deep/w.h"`, `"../v.h"`)
		return "#include " + include + "\n#ifndef VAL\n#define VAL 9u\n#endif\n#ifndef N\n#define N 0u\n#endif\n" +
			fmt.Sprintf("RWStructuredBuffer<uint> o : register(u0);\n[numthreads(1, 1, 1)] void main() { o[%d] = VAL + N; }\n", n%4)
	case ".frag":
		return fmt.Sprintf("#version 450\n#include \"w.h\"\nlayout(location=0) out vec4 c;\nvoid main() { c = vec4(float(W)) * %d.0; }\n", n)
	case ".wesl", ".wgsl":
		switch {
		case strings.Contains(name, "package"):
			return fmt.Sprintf("fn tone() -> u32 { return %du; }\n", n)
		case strings.Contains(name, "lib"):
			return fmt.Sprintf("fn val() -> u32 { return %du; }\n", n)
		case strings.HasSuffix(name, "m.wesl"):
			from := p.pick("package::lib::val", "package::lib::sub::val", "tones::tone as val", "super::lib::val")
			return fmt.Sprintf("import %s;\n@group(0) @binding(0) var<storage, read_write> o: array<u32, 8>;\n@compute @workgroup_size(1) fn main() { o[%d] = val(); }\n", from, n)
		case p.IntN(3) == 0:
			return fmt.Sprintf("@vertex fn v%d() -> @builtin(position) vec4f { return vec4f(%d); }\n@fragment fn f%d() {}\n", n, n, p.IntN(3))
		}
		return fmt.Sprintf("@compute @workgroup_size(%d) fn main() {}\n", n+1)
	}
	return p.pick("", "[package]\nroot = \"src\"\n", "[package]\nroot = \"src\"\n[dependencies]\ntones = { path = \"../tones\" }\n", "[package]\nroot = \"src/sub\"\n")
}

// stage is a random text of a stage that is linked with the other one.
func (p *editedProject) stage(name string, n int) string {
	include := p.pick("", "", "#include \"w.h\"\n", "#include \"deep/w.h\"\n")
	varying := p.pick("vec2 uv", "vec2 uv", "vec2 uv", "vec3 uv")
	if strings.HasSuffix(name, "vert") {
		return "#version 330\n" + include + "in vec2 corner;\nout " + varying + ";\n" + p.pick("", "out float fade;\n") + fmt.Sprintf("void main() { uv = vec%c(%d.0); gl_Position = vec4(corner, 0.0, 1.0); }\n", varying[3], n)
	}
	return "#version 330\n" + include + "in " + varying + ";\nout vec4 c;\n" + fmt.Sprintf("void main() { c = vec4(uv.x * %d.0); }\n", n)
}

// write makes a file, keeping the times that one of its name has if keep.
func (p *editedProject) write(name, text string, keep bool) {
	info, err := os.Stat(p.path(name))
	if at, e := os.Lstat(p.path(name)); e == nil && (at.IsDir() || at.Mode()&fs.ModeSymlink != 0) {
		os.RemoveAll(p.path(name))
	}
	if e := os.MkdirAll(filepath.Dir(p.path(name)), 0o777); e != nil {
		p.t.Fatal(e)
	}
	if e := os.WriteFile(p.path(name), []byte(text), 0o666); e != nil {
		p.t.Fatal(e)
	}
	if keep && err == nil {
		if err := os.Chtimes(p.path(name), info.ModTime(), info.ModTime()); err != nil {
			p.t.Fatal(err)
		}
	}
}

// config writes a random refract.toml.
func (p *editedProject) config() {
	var b strings.Builder
	list := []struct{ patterns, sections string }{
		{`"src/**/*.comp", "src/**/*.frag", "src/**/m.wesl", "src/*.wgsl", "src/*.hlsl"`, "src/a.comp src/sub/** src/q.hlsl"},
		{`"src/**/*.comp", "src/m.wesl", "src/**/*.hlsl"`, "src/a.comp src/sub/** src/q.hlsl"},
		{`"src/**/*.wesl", "src/*.wgsl", "src/*.comp"`, "src/a.comp"},
		{`"src/l.*", "src/*.hlsl", "src/*.go", "src/a.comp", "src/sub/*.comp"`, "src/l.vert src/a.comp src/sub/** src/q.hlsl src/prog.go"},
		{`"src/l.vert", "src/q.hlsl", "src/prog.go", "src/p.wgsl"`, "src/l.vert src/q.hlsl src/prog.go"},
	}
	chosen := list[p.IntN(len(list))]
	fmt.Fprintf(&b, "out-dir = \"out\"\n%ssources = [%s]\n", p.pick("", "", "cache = \"cache\"\n"), chosen.patterns)
	exclude := p.pick("", "", `, "src/b.comp"`, `, "src/**/a.*"`)
	fmt.Fprintf(&b, "exclude = [\"src/lib*\", \"src/lib/**\", \"**/node_modules/**\"%s]\n", exclude)
	fmt.Fprintf(&b, "targets = [%s]\n", p.pick(`"wgsl"`, `"wgsl", "msl"`, `"hlsl"`, `"spv"`, `"dxil"`, `"dxbc", "wgsl"`, `"glsl", "dxil", "spvasm"`))
	fmt.Fprintf(&b, "include = [%s]\n", p.pick(`"inc"`, `"inc", "inc2"`, `"inc2", "inc"`))
	fmt.Fprintf(&b, "optimize = %s\n", p.pick("0", "1", "\"s\""))
	b.WriteString(p.pick("", "", "float = \"strict\"\n", "keep-extensions = true\n", "drop-resources = true\n", "clip-space = \"vulkan\"\n"))
	b.WriteString(p.pick("", "", "options = { \"spv.version\" = \"1.5\", \"hlsl.shader_model\" = \"6.2\" }\n", "options = { \"wgsl.minify\" = true }\n", "options = { \"glsl.version\" = \"330\" }\n"))
	b.WriteString(p.pick("", "reflect = true\n", "debug = true\n", "defines = { N = \"3u\" }\n", "[[permutation]]\nname = \"one\"\ndefines = { N = \"1u\" }\n[[permutation]]\nname = \"two\"\ndefines = { N = \"2u\" }\n"))
	for _, section := range []struct{ match, settings string }{
		{"src/l.vert", p.pick("link = \"src/l.frag\"", "link = [\"src/l.frag\"]\nreflect = true")},
		{"src/a.comp", p.pick("include = [\"inc2\"]", "optimize = 2\ndebug = true")},
		{"src/sub/**", "targets = [\"msl\"]\nreflect = true"},
		{"src/q.hlsl", "stage = \"fragment\"\nentry = \"ps\"\n" + p.pick("", "targets = [\"dxil\", \"hlsl\"]")},
		{"src/prog.go", "shader = \"*WGSL\"\nfrom = \"wgsl\"\nsubstitute = { \"%d\" = " + p.pick("1", "64") + " }"},
	} {
		if !strings.Contains(exclude, "a.") && slices.Contains(strings.Fields(chosen.sections), section.match) && p.IntN(4) > 0 {
			p.needed(strings.Replace(section.match, "**", "a.comp", 1))
			fmt.Fprintf(&b, "[[file]]\nmatch = \"%s\"\n%s\n", section.match, section.settings)
		}
	}
	b.WriteString(p.pick("", sharedOutputs, sharedOutputs))
	p.write(projectName, b.String(), false)
}

// needed makes a file if there is none.
func (p *editedProject) needed(name string) {
	if _, err := os.Stat(p.path(name)); err != nil {
		p.write(name, p.content(name), false)
	}
}

// sharedOutputs shares outputs with earlier builds by a remote cache.
const sharedOutputs = "[remote]\nserver = \"grpc://nowhere:1\"\n"

// edit changes something.
func (p *editedProject) edit() string {
	all := slices.DeleteFunc(slices.Clone(everywhere), func(name string) bool { return name == projectName })
	name := p.pick(all...)
	there := func(name string) bool { _, err := os.Stat(p.path(name)); return err == nil }
	outputs, _ := filepath.Glob(filepath.Join(p.dir, "out", "*", "*"))
	switch op := p.IntN(16); {
	case op < 5:
		p.write(name, p.content(name), false)
		return "write " + name
	case op < 7:
		p.write(name, p.content(name), true)
		return "write with the old times " + name
	case op < 9:
		os.Remove(p.path(name))
		return "remove " + name
	case op == 9:
		for range 20 {
			from, to := p.pick(all...), p.pick(all...)
			if there(from) && filepath.Ext(from)[:2] == filepath.Ext(to)[:2] && from != to && os.MkdirAll(filepath.Dir(p.path(to)), 0o777) == nil {
				os.Rename(p.path(from), p.path(to))
				return "rename " + from + " to " + to
			}
		}
	case op == 10:
		p.config()
		return "other settings"
	case op == 11 && len(outputs) > 0:
		out := p.pick(outputs...)
		info, err := os.Stat(out)
		if p.IntN(2) == 0 || err != nil || info.IsDir() {
			os.RemoveAll(out)
			return "remove output " + out
		}
		text, _ := os.ReadFile(out)
		changed := strings.Repeat("x", len(text))
		p.own[changed] = true
		os.WriteFile(out, []byte(changed), 0o666)
		os.Chtimes(out, info.ModTime(), info.ModTime())
		return "change output " + out
	case op == 12:
		if err := os.RemoveAll(p.path("out")); err != nil {
			p.t.Fatal(err)
		}
		return "remove all outputs"
	case op == 14:
		return p.relink(name, p.pick(all...))
	case op == 15 && p.IntN(3) == 0:
		os.RemoveAll(p.path(name))
		os.MkdirAll(p.path(name), 0o777)
		return "a folder " + name
	case op == 13:
		now := time.Now().Add(-time.Hour)
		os.Chtimes(p.path(name), now, now)
		return "touch " + name
	}
	return "nothing"
}

// relink makes a name a link to another one, or to no file.
func (p *editedProject) relink(name, to string) string {
	rel, err := filepath.Rel(filepath.Dir(p.path(name)), p.path(to))
	if err != nil || filepath.Ext(name) != filepath.Ext(to) || name == to {
		return "nothing"
	}
	os.RemoveAll(p.path(name))
	os.MkdirAll(filepath.Dir(p.path(name)), 0o777)
	if err := os.Symlink(rel, p.path(name)); err != nil {
		return "nothing"
	}
	return "link " + name + " to " + to
}

// copyTo makes a fresh copy of the project's files, with links and folders.
func (p *editedProject) copyTo(dir string) error {
	for _, name := range everywhere {
		at := filepath.Join(dir, filepath.FromSlash(name))
		if isFolder(filepath.Dir(p.path(name))) { // one that is empty counts as well
			if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
				return err
			}
		}
		info, err := os.Lstat(p.path(name))
		switch {
		case err != nil:
			continue
		case info.IsDir():
			err = os.MkdirAll(at, 0o777)
		case info.Mode()&fs.ModeSymlink != 0:
			var to string
			if to, err = os.Readlink(p.path(name)); err == nil {
				err = os.Symlink(to, at)
			}
		default:
			var text []byte
			if text, err = os.ReadFile(p.path(name)); err == nil {
				err = makeFile(at, bytes.TrimSuffix(text, []byte(sharedOutputs)))
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// build builds the project in a folder and returns its outputs.
func buildIn(t *testing.T, dir string, args ...string) (status int, log string, outputs map[string]string) {
	t.Chdir(dir)
	var b strings.Builder
	status = run(append([]string{"build"}, args...), streams{strings.NewReader(""), &b, &b})
	outputs = map[string]string{}
	err := filepath.WalkDir("out", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == stateName {
			return nil
		}
		text, err := os.ReadFile(name)
		outputs[filepath.ToSlash(name)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return status, b.String(), outputs
}

// fromEnv is a number that an environment variable gives, else another.
func fromEnv(name string, otherwise uint64) uint64 {
	if n, err := strconv.ParseUint(os.Getenv(name), 10, 64); err == nil {
		return n
	}
	return otherwise
}

// TestRandomEdits compares builds after random edits with builds of fresh copies.
// REFRACT_PROGRAMS is how many edits there are.
func TestRandomEdits(t *testing.T) {
	p := &editedProject{Rand: rand.New(rand.NewPCG(fromEnv("REFRACT_SEED", 1), 0)), t: t, dir: filepath.Join(t.TempDir(), "project"), own: map[string]bool{}}
	t.Setenv("REMOTE_STORE", t.TempDir())
	p.config()
	for _, name := range slices.Concat(headers, modules, sources) {
		if p.IntN(4) > 0 {
			p.write(name, p.content(name), false)
		}
	}
	compared, whole, shared := 0, 0, 0
	for i := range fromEnv("REFRACT_PROGRAMS", 60) {
		p.log = append(p.log, p.edit())
		status, log, got := buildIn(t, p.dir)
		fresh := filepath.Join(filepath.Dir(p.dir), "fresh", "project")
		if err := p.copyTo(fresh); err != nil {
			t.Fatal(err)
		}
		freshStatus, freshLog, want := buildIn(t, fresh)
		t.Chdir(p.dir)
		if err := os.RemoveAll(fresh); err != nil {
			t.Fatal(err)
		}
		fail := func(format string, args ...any) {
			t.Fatalf("edit %d: %s\n%s\n%s\n%s", i, fmt.Sprintf(format, args...), strings.Join(p.log[max(0, len(p.log)-12):], "\n"), log, freshLog)
		}
		if status != freshStatus {
			fail("exit status %d, of a fresh copy %d", status, freshStatus)
		}
		if status == exitUsage {
			p.config()
			continue
		}
		compared++
		shared += strings.Count(log, "remote cache")
		if status == exitDone {
			whole++
		}
		for name, text := range want {
			if got[name] != text {
				fail("%s is %q, in a fresh copy %q", name, got[name], text)
			}
		}
		for name, text := range got {
			if _, made := want[name]; !made && status == exitDone && !p.own[text] {
				fail("%s is left over", name)
			}
		}
	}
	t.Logf("%d of %d builds are compared, %d without errors, %d with outputs of the remote cache", compared, len(p.log), whole, shared)
	if compared < len(p.log)/2 || whole == 0 {
		t.Error("too few builds are of a project that can be built")
	}
}
