package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"refract"
	"refract/exec/interp"
	_ "refract/internal/harness/plans"
	"refract/internal/sweep"
	"refract/internal/web/service/engine"
	"refract/spirv"
)

// maxCore is how many bytes the file may have, with brotli, that a page loads to check
// and translate.
const maxCore = 3_400_000

// node is the program, which the tests of the package need.
func node(t *testing.T) string {
	t.Helper()
	name, err := exec.LookPath("node")
	if err != nil {
		if os.Getenv("REFRACT_REQUIRE_TOOLS") != "" {
			t.Fatal("node is missing")
		}
		t.Skip("node is missing")
	}
	return name
}

// built is the folder, made once.
var built string

func folder(t *testing.T) string {
	t.Helper()
	if built == "" {
		dir, err := os.MkdirTemp("", "refract-web-")
		if err != nil {
			t.Fatal(err)
		}
		if err := build(dir, "1.2.3"); err != nil {
			t.Fatal(err)
		}
		built = dir
	}
	return built
}

func TestMain(m *testing.M) {
	status := m.Run()
	if built != "" {
		os.RemoveAll(built)
	}
	os.Exit(status)
}

// TestSize measures the files, and with brotli, as node has it, the one that a page loads
// first; with REFRACT_ALL=1 also the other, which takes a minute. docs/web.md and
// docs/library.md have the sizes, within a twentieth.
func TestSize(t *testing.T) {
	sweep.Nightly(t)
	program, dir := node(t), folder(t)
	const script = `const z = require("zlib"), fs = require("fs");
console.log(z.brotliCompressSync(fs.readFileSync(process.argv[1]), { params: {
  [z.constants.BROTLI_PARAM_QUALITY]: 11, [z.constants.BROTLI_PARAM_LGWIN]: 24 } }).length)`
	docs, err := os.ReadFile("../../docs/web.md")
	if err != nil {
		t.Fatal(err)
	}
	library, err := os.ReadFile("../../docs/library.md")
	if err != nil {
		t.Fatal(err)
	}
	holds := func(what, said string, n int64) {
		if x, err := strconv.ParseFloat(said, 64); err != nil || math.Abs(x*1e6-float64(n)) > float64(n)/20 {
			t.Errorf("%s is said to be %s MB, and is %.2f", what, said, float64(n)/1e6)
		}
	}
	for _, f := range []struct {
		name   string
		most   int
		brotli bool
	}{{"core.wasm", maxCore, true}, {"full.wasm", 0, os.Getenv("REFRACT_ALL") == "1"}} {
		file := filepath.Join(dir, "refract", f.name)
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		row := regexp.MustCompile("(?m)^\\| `" + f.name + "` \\|.*\\| ([0-9.]+) MB \\| ([0-9.]+) MB \\|$").FindSubmatch(docs)
		if row == nil {
			t.Fatalf("docs/web.md has no row of %s", f.name)
		}
		holds("docs/web.md: "+f.name, string(row[1]), info.Size())
		if !f.brotli {
			t.Logf("%s: %d bytes", f.name, info.Size())
			continue
		}
		out, err := exec.Command(program, "-e", script, file).Output()
		if err != nil {
			t.Fatal(err)
		}
		n, err := strconv.Atoi(strings.TrimSpace(string(out)))
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d bytes, %d with brotli", f.name, info.Size(), n)
		holds("docs/web.md: "+f.name+" with brotli", string(row[2]), int64(n))
		if f.most != 0 && n > f.most {
			t.Errorf("%s has %d bytes with brotli, more than %d", f.name, n, f.most)
		}
		if f.most != 0 {
			if said := regexp.MustCompile(`([0-9.]+) MB with brotli to check and translate`).FindSubmatch(library); said == nil {
				t.Error("docs/library.md lacks the size that a page loads")
			} else {
				holds("docs/library.md: core.wasm with brotli", string(said[1]), int64(n))
			}
		}
	}
}

// TestPackage runs the package under node, and compares what it answers with what the
// library writes here.
func TestPackage(t *testing.T) {
	sweep.Nightly(t) // it compiles everything for WebAssembly, twice
	program, dir := node(t), folder(t)
	type request struct {
		method string
		object map[string]any
	}
	var requests []request
	files, err := filepath.Glob("../../testdata/shaders/*.wgsl")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d shaders: %v", len(files), err)
	}
	glsl, _ := filepath.Glob("../../testdata/glsl/*")
	pages, _ := filepath.Glob("../playground/static/examples/*.frag")
	var texts []string
	for _, name := range append(append(files, glsl...), pages...) {
		if _, ok := refract.LanguageOfFile(name); !ok {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, name)
		source := func(more map[string]any) map[string]any {
			more["name"], more["text"] = filepath.Base(name), string(text)
			return more
		}
		for _, level := range []string{"", "1", "s"} {
			for _, to := range []string{"spv", "spvasm", "wgsl", "glsl", "essl", "hlsl", "msl", "dot", "ir", "ssa"} {
				requests = append(requests, request{"translate", source(map[string]any{"to": []string{to}, "optimize": level})})
			}
		}
		requests = append(requests, request{"reflect", source(map[string]any{})}, request{"format", source(map[string]any{})})
	}
	example := func(name string) string {
		text, err := os.ReadFile("../playground/static/examples/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	squares, waves, mistakes, glass := example("squares.wgsl"), example("waves.wgsl"), example("mistakes.wgsl"), example("glass.kage")
	out, err := refract.Translate(context.Background(), "squares.wgsl", []byte(squares), refract.TranslateOptions{To: refract.SPIRV})
	if err != nil {
		t.Fatal(err)
	}
	words := out.Bytes()
	requests = append(requests,
		request{"check", map[string]any{"name": "mistakes.wgsl", "text": mistakes}},
		request{"translate", map[string]any{"name": "squares.spv", "bytes": words, "to": []string{"wgsl", "msl"}}},
		request{"steps", map[string]any{"name": "squares.wgsl", "text": squares, "optimize": "1"}},
		request{"run", map[string]any{"name": "squares.wgsl", "text": squares, "workgroups": []int{2}, "buffers": map[string]string{"input": "f32:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16"}}},
		request{"draw", map[string]any{"name": "waves.wgsl", "text": waves, "width": 48, "height": 27, "time": 1}},
		request{"draw", map[string]any{"name": "rings.glsl", "from": "shadertoy", "text": example("rings.glsl"), "width": 48, "height": 27, "time": 1}},
		request{"draw", map[string]any{"name": "glass.kage", "text": glass, "width": 48, "height": 27, "time": 1}},
		request{"check", map[string]any{"name": "glass.kage", "text": glass}},
		request{"format", map[string]any{"name": "glass.kage", "text": glass}},
		request{"translate", map[string]any{"from": "kage", "name": "glass", "text": glass, "to": []string{"wgsl", "msl"}}},
		request{"check", map[string]any{"name": "a.hlsl", "text": "float4 main() : SV_Target { return 1; }"}},
		request{"options", map[string]any{}},
		request{"nothing", map[string]any{}},
		request{"check", map[string]any{"name": "squares.txt", "text": squares}},
		request{"check", map[string]any{"name": "main.wesl", "text": "import package::util::two;\nfn four() -> i32 { return two() * 2; }", "files": map[string]string{"util.wesl": "fn two() -> i32 { return 2; }"}}},
		request{"translate", map[string]any{"name": "a.frag", "text": "#version 450\n#include \"b.h\"\nlayout(location=0) out vec4 c; void main() { c = vec4(B); }", "files": map[string]string{"b.h": "#define B 0.5"}, "to": []string{"wgsl"}}},
	)
	var input bytes.Buffer
	for _, r := range requests {
		object := r.object
		if b, is := object["bytes"].([]byte); is {
			object = map[string]any{"name": object["name"], "to": object["to"], "bytes": numbers(b)}
		}
		line, err := json.Marshal([]any{r.method, object})
		if err != nil {
			t.Fatal(err)
		}
		input.Write(append(line, '\n'))
	}
	c := exec.Command(program, "testdata/package.mjs", filepath.Join(dir, "refract"))
	c.Stdin, c.Stderr = &input, os.Stderr
	answers, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	here := engine.New(interp.Engine{})
	lines := bufio.NewScanner(bytes.NewReader(answers))
	lines.Buffer(nil, 64<<20)
	valid := 0
	for i := range requests {
		if !lines.Scan() {
			t.Fatalf("%d answers to %d requests", i, len(requests))
		}
		text, err := json.Marshal(requests[i].object)
		if err != nil {
			t.Fatal(err)
		}
		var there, want map[string]any
		if err := json.Unmarshal(lines.Bytes(), &there); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(here.Answer(t.Context(), requests[i].method, text), &want); err != nil {
			t.Fatal(err)
		}
		bytesAsNumbers(t, want)
		if !reflect.DeepEqual(there, want) {
			t.Errorf("%s of %v to %v, -O%v: the package's answer differs\nhere  %.400v\nthere %.400v", requests[i].method, requests[i].object["name"],
				requests[i].object["to"], requests[i].object["optimize"], want, there)
		}
		if want["ok"] == true {
			valid++
		}
		compareWithLibrary(t, requests[i].method, requests[i].object, there)
	}
	t.Logf("%d shaders, %d requests, %d without errors", len(texts), len(requests), valid)
	if valid < len(requests)*3/4 {
		t.Errorf("only %d of %d requests succeed", valid, len(requests))
	}
}

// compareWithLibrary compares the only output of a translation of text without
// optimizing with what the library's front door writes.
func compareWithLibrary(t *testing.T, method string, request, answer map[string]any) {
	text, isText := request["text"].(string)
	to, _ := request["to"].([]string)
	outputs, _ := answer["outputs"].([]any)
	if method != "translate" || !isText || request["files"] != nil || request["optimize"] != "" || len(to) != 1 || len(outputs) != 1 {
		return
	}
	out, err := refract.Translate(context.Background(), request["name"].(string), []byte(text), refract.TranslateOptions{To: refract.Language(to[0])})
	if err != nil {
		t.Errorf("%v: %v", request["name"], err)
		return
	}
	got := outputs[0].(map[string]any)
	if want := out.Text; want != "" && got["text"] != want {
		t.Errorf("%v to %s: the text differs from the library's", request["name"], to[0])
	}
	if out.Words != nil && fmt.Sprint(got["bytes"]) != fmt.Sprint(numbers(spirv.AppendBytes(nil, out.Words))) {
		t.Errorf("%v to %s: the bytes differ from the library's", request["name"], to[0])
	}
}

func numbers(b []byte) []any {
	list := make([]any, len(b))
	for i, x := range b {
		list[i] = float64(x)
	}
	return list
}

// bytesAsNumbers puts numbers where JSON has bytes as base64.
func bytesAsNumbers(t *testing.T, answer map[string]any) {
	change := func(o map[string]any, field string) {
		text, is := o[field].(string)
		if !is {
			return
		}
		var b []byte
		if err := json.Unmarshal([]byte(strconv.Quote(text)), &b); err != nil {
			t.Fatal(err)
		}
		o[field] = numbers(b)
	}
	outputs, _ := answer["outputs"].([]any)
	for _, o := range outputs {
		change(o.(map[string]any), "bytes")
	}
	change(answer, "pixels")
}
