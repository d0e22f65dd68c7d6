// Package kagetest runs Ebitengine's own compiler of Kage beside ours: it copies the compiler's
// packages, which need the standard library only, from the module cache into a temporary
// module, and builds a program there that compiles sources. Only tests import it.
package kagetest

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"refract/internal/sweep"
)

// The module of the compiler.
const (
	Module  = "github.com/hajimehoshi/ebiten/v2"
	Version = "v2.10.4"
)

// packages are the compiler's.
var packages = []string{"internal/graphics", "internal/legacyshader", "internal/shader", "internal/shader/testdata", "internal/shaderir",
	"internal/shaderir/glsl", "internal/shaderir/hlsl", "internal/shaderir/msl"}

// moduleDir finds the folder of the module. Only tests that run whole use the network.
var moduleDir = sync.OnceValues(func() (string, error) {
	dir, err := download("GOPROXY=off")
	if err != nil && sweep.On() {
		dir, err = download()
	}
	return dir, err
})

func download(env ...string) (string, error) {
	tmp, err := os.MkdirTemp("", "kage")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(tmp)
	cmd := exec.Command("go", "mod", "download", "-json", Module+"@"+Version)
	cmd.Dir = tmp
	cmd.Env = append(append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off"), env...)
	out, err := cmd.Output()
	if err != nil {
		return "", err
	}
	var m struct{ Dir string }
	if err := json.Unmarshal(out, &m); err != nil {
		return "", err
	}
	return m.Dir, nil
}

// ModuleDir is the folder with the module's sources.
func ModuleDir(t testing.TB) string {
	t.Helper()
	dir, err := moduleDir()
	switch {
	case err == nil:
		return dir
	case os.Getenv("REFRACT_REQUIRE_TOOLS") == "1":
		t.Fatalf("%s@%s can't be had: %v", Module, Version, err)
	}
	t.Skipf("%s@%s isn't in the module cache", Module, Version)
	return ""
}

// copyModule copies the compiler's packages into a folder as a module of the same path.
func copyModule(t testing.TB, dst string) {
	t.Helper()
	src := ModuleDir(t)
	write := func(name string, text []byte) {
		t.Helper()
		file := filepath.Join(dst, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range packages {
		files, err := os.ReadDir(filepath.Join(src, filepath.FromSlash(p)))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if f.IsDir() {
				continue
			}
			text, err := os.ReadFile(filepath.Join(src, filepath.FromSlash(p), f.Name()))
			if err != nil {
				t.Fatal(err)
			}
			write(p+"/"+f.Name(), text)
		}
	}
	write("go.mod", []byte("module "+Module+"\n\ngo 1.25\n"))
}

// run runs the go command in a folder.
func run(t testing.TB, dir string, env []string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off"), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

// A Case is a source that the compiler's tests compile.
type Case struct {
	Source           string
	Vertex, Fragment string // names of the entry points
	OK               bool
	Error            string
}

// recorder replaces the function Compile by one that writes each call to a file.
const recorder = `package shader

import (
	"encoding/json"
	"os"
	"sync"

	"github.com/hajimehoshi/ebiten/v2/internal/shaderir"
)

var recordLock sync.Mutex

func Compile(src []byte, vertexEntry, fragmentEntry string, textureCount int) (p *shaderir.Program, err error) {
	text := string(src)
	p, err = compile(src, vertexEntry, fragmentEntry, textureCount)
	message := ""
	if err != nil {
		message = err.Error()
	}
	recordLock.Lock()
	defer recordLock.Unlock()
	f, e := os.OpenFile(os.Getenv("KAGE_RECORD"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if e != nil {
		panic(e)
	}
	defer f.Close()
	if e := json.NewEncoder(f).Encode(map[string]any{"Source": text, "Vertex": vertexEntry, "Fragment": fragmentEntry, "OK": err == nil, "Error": message}); e != nil {
		panic(e)
	}
	return p, err
}
`

// Cases runs the compiler's tests of syntax and returns the sources that they compile.
func Cases(t testing.TB) []Case {
	t.Helper()
	dir := t.TempDir()
	copyModule(t, dir)
	file := filepath.Join(dir, "internal", "shader", "shader.go")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	const signature = "\nfunc Compile("
	if strings.Count(string(text), signature) != 1 {
		t.Fatal("the compiler's package has another function Compile")
	}
	if err := os.WriteFile(file, []byte(strings.Replace(string(text), signature, "\nfunc compile(", 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "internal", "shader", "recorder.go"), []byte(recorder), 0o666); err != nil {
		t.Fatal(err)
	}
	record := filepath.Join(dir, "record.jsonl")
	run(t, dir, []string{"KAGE_RECORD=" + record}, "test", "-count=1", "./internal/shader")
	f, err := os.Open(record)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []Case
	for d := json.NewDecoder(f); ; {
		var c Case
		if err := d.Decode(&c); err == io.EOF {
			return list
		} else if err != nil {
			t.Fatal(err)
		}
		list = append(list, c)
	}
}

// A Result is the compiler's output for a source.
type Result struct {
	OK                   bool
	Error                string
	Vertex, Fragment     string // GLSL 150
	ESVertex, ESFragment string // GLSL ES 300
	HLSLVertex           string
	HLSLFragment         string
	MSL                  string
	ID                   string   // of the source
	Uniforms             []string // their names, in order
	Types                []string // and types
}

const server = `package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	"github.com/hajimehoshi/ebiten/v2/internal/legacyshader"
	"github.com/hajimehoshi/ebiten/v2/internal/shader"
	"github.com/hajimehoshi/ebiten/v2/internal/shaderir"
	"github.com/hajimehoshi/ebiten/v2/internal/shaderir/glsl"
	"github.com/hajimehoshi/ebiten/v2/internal/shaderir/hlsl"
	"github.com/hajimehoshi/ebiten/v2/internal/shaderir/msl"
)

type result struct {
	OK                                                     bool
	Error                                                  string
	Vertex, Fragment, ESVertex, ESFragment, HLSLVertex     string
	HLSLFragment, MSL, ID                                  string
	Uniforms, Types                                        []string
}

func compile(src string, bare bool) (r result) {
	defer func() {
		if p := recover(); p != nil {
			r = result{Error: fmt.Sprint("panic: ", p)}
		}
	}()
	var p *shaderir.Program
	var err error
	if bare {
		p, err = shader.Compile([]byte(src), "Vertex", "Fragment", 4)
	} else {
		p, _, err = legacyshader.CompileShader([]byte(src))
	}
	if err != nil {
		return result{Error: err.Error()}
	}
	r.OK = true
	r.Vertex, r.Fragment = glsl.Compile(p, glsl.GLSLVersionDefault)
	r.ESVertex, r.ESFragment = glsl.Compile(p, glsl.GLSLVersionES300)
	r.HLSLVertex, r.HLSLFragment, _, _ = hlsl.Compile(p)
	r.MSL = msl.Compile(p)
	r.Uniforms = p.UniformNames
	for _, t := range p.Uniforms {
		r.Types = append(r.Types, t.String())
	}
	if id, err := legacyshader.CalcSourceID([]byte(src)); err == nil {
		r.ID = id.String()
	}
	return r
}

func main() {
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	for d := json.NewDecoder(in); ; {
		var q struct {
			Source string
			Bare   bool
		}
		if d.Decode(&q) != nil {
			return
		}
		json.NewEncoder(out).Encode(compile(q.Source, q.Bare))
		out.Flush()
	}
}
`

// A Compiler is Ebitengine's, in a process of its own.
type Compiler struct {
	t   testing.TB
	in  io.WriteCloser
	out *json.Decoder
}

// Start builds the compiler and starts it.
func Start(t testing.TB) *Compiler {
	t.Helper()
	dir := t.TempDir()
	copyModule(t, dir)
	folder := filepath.Join(dir, "internal", "server")
	if err := os.MkdirAll(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "main.go"), []byte(server), 0o666); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "server.exe")
	run(t, dir, nil, "build", "-o", program, "./internal/server")
	cmd := exec.Command(program)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		cmd.Wait()
	})
	return &Compiler{t, in, json.NewDecoder(bufio.NewReader(out))}
}

// Compile compiles a source: a whole program, or with bare one without the bridge, whose
// entry points are Vertex and Fragment.
func (c *Compiler) Compile(src string, bare bool) (r Result) {
	c.t.Helper()
	if err := json.NewEncoder(c.in).Encode(map[string]any{"Source": src, "Bare": bare}); err != nil {
		c.t.Fatal(err)
	}
	if err := c.out.Decode(&r); err != nil {
		c.t.Fatal(err)
	}
	return r
}
