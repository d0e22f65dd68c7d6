package main

// Files of a project in the language server: what it says of each is what 'refract check'
// says of the project's sources.

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// asRefract is the test's program, which is refract where it is called so.
func asRefract(t *testing.T) string {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "refract")
	if err := os.Symlink(program, name); err != nil {
		t.Skip(err)
	}
	return name
}

// A lspSession is a client of 'refract lsp' over its standard input and output.
type lspSession struct {
	t     *testing.T
	in    io.WriteCloser
	out   *bufio.Reader
	next  int
	found map[string][]lspFound // by file, the last
}

// lspFound is a finding, with lines and columns from 1.
type lspFound struct {
	Code, Message string
	Severity      int
	Range         struct{ Start, End struct{ Line, Character int } }
}

// newLSPSession starts a server in a folder; it ends with the test.
func newLSPSession(t *testing.T, program, dir string) *lspSession {
	t.Helper()
	run := exec.Command(program, "lsp")
	run.Dir, run.Stderr = dir, os.Stderr
	in, err := run.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := run.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	s := &lspSession{t: t, in: in, out: bufio.NewReader(out), found: map[string][]lspFound{}}
	s.ask("initialize", map[string]any{"capabilities": map[string]any{}}, nil)
	s.tell("initialized", map[string]any{})
	t.Cleanup(func() {
		s.ask("shutdown", nil, nil)
		s.tell("exit", nil)
		if err := run.Wait(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func (s *lspSession) send(m map[string]any) {
	m["jsonrpc"] = "2.0"
	text, err := json.Marshal(m)
	if err != nil {
		s.t.Fatal(err)
	}
	fmt.Fprintf(s.in, "Content-Length: %d\r\n\r\n%s", len(text), text)
}

func (s *lspSession) tell(method string, params any) {
	s.send(map[string]any{"method": method, "params": params})
}

// read takes a message; findings are kept.
func (s *lspSession) read() (id int, result json.RawMessage) {
	s.t.Helper()
	header, err := textproto.NewReader(s.out).ReadMIMEHeader()
	if err != nil {
		s.t.Fatal(err)
	}
	n, _ := strconv.Atoi(header.Get("Content-Length"))
	body := make([]byte, n)
	if _, err := io.ReadFull(s.out, body); err != nil {
		s.t.Fatal(err)
	}
	var m struct {
		ID     int
		Method string
		Result json.RawMessage
		Error  *struct{ Message string }
		Params struct {
			URI         string
			Diagnostics []lspFound
		}
	}
	if err := json.Unmarshal(body, &m); err != nil {
		s.t.Fatal(err)
	}
	if m.Error != nil {
		s.t.Fatal(m.Error.Message)
	}
	if m.Method == "textDocument/publishDiagnostics" {
		u, err := url.Parse(m.Params.URI)
		if err != nil {
			s.t.Fatal(err)
		}
		for i := range m.Params.Diagnostics {
			r := &m.Params.Diagnostics[i].Range
			r.Start.Line, r.Start.Character, r.End.Line, r.End.Character = r.Start.Line+1, r.Start.Character+1, r.End.Line+1, r.End.Character+1
		}
		s.found[filepath.FromSlash(u.Path)] = m.Params.Diagnostics
	}
	return m.ID, m.Result
}

func (s *lspSession) ask(method string, params, result any) {
	s.t.Helper()
	s.next++
	s.send(map[string]any{"id": s.next, "method": method, "params": params})
	for {
		id, got := s.read()
		if id != s.next {
			continue
		}
		if result != nil {
			if err := json.Unmarshal(got, result); err != nil {
				s.t.Fatal(err)
			}
		}
		return
	}
}

// wait returns what is found in a file next.
func (s *lspSession) wait(file string) []lspFound {
	s.t.Helper()
	for {
		if list, ok := s.found[file]; ok {
			delete(s.found, file)
			return list
		}
		s.read()
	}
}

func fileURI(file string) string { return "file://" + filepath.ToSlash(file) }

// open opens a file as it is on disk.
func (s *lspSession) open(file string) []lspFound {
	s.t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		s.t.Fatal(err)
	}
	delete(s.found, file)
	s.tell("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": fileURI(file), "languageId": "", "version": 1, "text": string(text)}})
	return s.wait(file)
}

// change gives an open file another text.
func (s *lspSession) change(file, text string) {
	s.tell("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": fileURI(file), "version": 2}, "contentChanges": []any{map[string]any{"text": text}}})
}

// unpack writes an archive of files into a folder.
func unpack(t *testing.T, archive string) (dir string, names []string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range txtar.Parse([]byte(archive)).Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
		names = append(names, f.Name)
	}
	return dir, names
}

const lspProject = `
-- refract.toml --
out-dir = "out"
sources = ["shaders/**/*.wgsl", "shaders/**/*.wesl", "shaders/*.comp", "quad.vert", "gpu.go"]
targets = ["spv"]
include = ["lib"]
defines = { WIDTH = 4 }

[[file]]
match = "quad.vert"
link = "quad.frag"

[[file]]
match = "shaders/size.wgsl"
overrides = { size = 3 }

[[file]]
match = "shaders/two.comp"
permutation = [{ name = "low", defines = { LOW = 1 } }, { name = "high", defines = { HIGH = 1 } }, { name = "both", defines = { HIGH = 1, LOW = 1 } }]

[[file]]
match = "shaders/half/*.wgsl"
capabilities = "core"

[[file]]
match = "gpu.go"
shader = "*WGSL"
from = "wgsl"
substitute = { "%d" = 64 }

[[file]]
match = "shaders/parts.wgsl"
wesl = true
defines = { fog = true }
-- gpu.go --
package gpu

const blurWGSL = "\n" +
	"const n = %d;\n" +
	"const m = unknown;\n"
const other = "const x = y;"
const c = "/* é */ "
var tagged = /* glsl compute */ "#version 450\nlayout(local_size_x = WIDTH) in;\n" + c + "void main() { missing(); }"
-- lib/common.glsl --
float twice(float x) { return x * 2.0; }
-- shaders/include.comp --
#version 450
#extension GL_GOOGLE_include_directive : require
#include "common.glsl"
layout(local_size_x = WIDTH) in;
layout(std430, binding = 0) buffer Data { float v[]; };
void main() { v[gl_LocalInvocationIndex] = twice(v[0]); }
-- shaders/two.comp --
#version 450
layout(local_size_x = WIDTH) in;
layout(std430, binding = 0) buffer Data { float v[]; };
void main() {
#ifdef LOW
    v[0] = low;
#endif
#ifdef HIGH
    v[0] = high;
#endif
    v[1] = always;
}
-- shaders/size.wgsl --
override size: u32;
const limit = 2;
var<workgroup> kept: array<u32, size>;
@compute @workgroup_size(size) fn main() { kept[0] = size / (size - 3u); }
-- shaders/half/f16.wgsl --
enable f16;
fn f(x: f16) -> f16 { return x; }
-- shaders/parts.wgsl --
import package::colours::red;
@if(!fog) const nothing: u32 = 1f;
fn f() -> vec3f { return red * wrong; }
-- shaders/colours.wesl --
const red = vec3f(1, 0, 0);
-- quad.vert --
attribute vec2 corner;
varying vec2 uv;
void main() { uv = corner; gl_Position = vec4(corner, 0.0, 1.0); }
-- quad.frag --
precision mediump float;
varying vec2 uv;
varying vec2 other;
void main() { gl_FragColor = vec4(uv + other, 0.0, 1.0); }
`

func TestServerReadsProjects(t *testing.T) {
	program := asRefract(t)
	dir, names := unpack(t, lspProject)
	// What check finds: once a finding, whatever the permutations.
	check := exec.Command(program, "check", "--config", "refract.toml", "--format", "json")
	check.Dir = dir
	out, err := check.Output()
	if _, failed := err.(*exec.ExitError); !failed {
		t.Fatalf("check: %v\n%s", err, out)
	}
	want := map[string][]string{} // by source
	for line := range strings.Lines(string(out)) {
		var file struct {
			File        string
			Diagnostics []struct {
				Code, Message string
				Start         struct {
					File         string
					Line, Column int
				}
			}
		}
		if err := json.Unmarshal([]byte(line), &file); err != nil {
			t.Fatal(err)
		}
		if want[file.File] == nil {
			want[file.File] = []string{}
		}
		for _, d := range file.Diagnostics {
			said := fmt.Sprintf("%d:%d %s %s", d.Start.Line, d.Start.Column, d.Code, d.Message)
			if filepath.Clean(d.Start.File) != filepath.Clean(file.File) {
				said = fmt.Sprintf("1:1 %s %s:%d: %s", d.Code, filepath.Join(dir, d.Start.File), d.Start.Line, d.Message)
			}
			if !slices.Contains(want[file.File], said) {
				want[file.File] = append(want[file.File], said)
			}
		}
	}
	if len(want) < 8 || len(want["gpu.go"]) != 2 || len(want["shaders/two.comp"]) != 3 || len(want["quad.vert"]) == 0 || len(want["shaders/size.wgsl"]) == 0 || len(want["shaders/half/f16.wgsl"]) == 0 {
		t.Fatalf("check says %q", want)
	}
	s := newLSPSession(t, program, t.TempDir())
	for _, name := range names {
		says, is := want[name]
		if !is {
			continue
		}
		got := []string{}
		for _, f := range s.open(filepath.Join(dir, name)) {
			message, note, _ := strings.Cut(f.Message, "\n")
			got = append(got, fmt.Sprintf("%d:%d %s %s", f.Range.Start.Line, f.Range.Start.Character, f.Code, message))
			if where := map[string]string{"low": "note: in low, both", "high": "note: in high, both", "always": ""}; name == "shaders/two.comp" {
				for word, in := range where {
					if strings.Contains(message, `"`+word+`"`) && !strings.HasSuffix(note, in) || in == "" && strings.Contains(note, "note: in") {
						if strings.Contains(message, `"`+word+`"`) {
							t.Errorf("%s: %q", message, note)
						}
					}
				}
			}
		}
		slices.Sort(got)
		slices.Sort(says)
		if !slices.Equal(got, says) {
			t.Errorf("%s: the server says\n%s\ncheck says\n%s", name, strings.Join(got, "\n"), strings.Join(says, "\n"))
		}
	}
	// Lenses have the figures of stats.
	counted := filepath.Join(dir, "shaders", "half", "count.wgsl")
	if err := os.WriteFile(counted, []byte("@group(0) @binding(0) var<storage, read_write> v: array<f32>;\n@compute @workgroup_size(8, 8) fn sum(@builtin(local_invocation_index) i: u32) { if i > 3 { v[i] += 1; } }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	s.open(counted)
	var lenses []struct {
		Range   struct{ Start struct{ Line int } }
		Command struct{ Title string }
	}
	s.ask("textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": fileURI(counted)}}, &lenses)
	if len(lenses) != 1 || lenses[0].Range.Start.Line != 1 || !strings.Contains(lenses[0].Command.Title, " 1 branch (1 divergent), ") || !strings.HasSuffix(lenses[0].Command.Title, ", 64 invocations of a workgroup") {
		t.Errorf("lenses: %+v", lenses)
	}
	// The other stage, which is no source itself, is read with the source that it belongs to,
	// as that stands in the editor.
	if list := s.open(filepath.Join(dir, "quad.frag")); len(list) != 1 || !strings.Contains(list[0].Message, `no output "other"`) || list[0].Range.Start.Line != 3 {
		t.Errorf("quad.frag: %+v", list)
	}
	s.change(filepath.Join(dir, "quad.vert"), "attribute vec2 corner;\nvarying vec2 uv;\nvarying vec2 other;\nvoid main() { other = uv = corner; gl_Position = vec4(corner, 0.0, 1.0); }\n")
	delete(s.found, filepath.Join(dir, "quad.frag"))
	if list := s.wait(filepath.Join(dir, "quad.frag")); len(list) != 0 {
		t.Errorf("quad.frag, once quad.vert has the output: %+v", list)
	}
	// A project that changes, and one that is wrong.
	include := filepath.Join(dir, "shaders", "include.comp")
	s.open(include)
	toml := filepath.Join(dir, "refract.toml")
	text, err := os.ReadFile(toml)
	if err != nil {
		t.Fatal(err)
	}
	for project, says := range map[string]string{strings.Replace(string(text), `"lib"`, `"nowhere"`, 1): "can't be included", string(text) + "\nnonsense = 1\n": `no setting "file.nonsense"`} {
		if err := os.WriteFile(toml, []byte(project), 0o666); err != nil {
			t.Fatal(err)
		}
		delete(s.found, include)
		s.tell("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": fileURI(toml), "type": 2}}})
		if list := s.wait(include); len(list) == 0 || !strings.Contains(list[0].Message, says) {
			t.Errorf("with another project: %+v, want %q", list, says)
		}
	}
}
