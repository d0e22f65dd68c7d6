package harness

// This file makes a corpus of the repository's files, in the form of the outside one: the
// shaders and expected texts under testdata, the pages about diagnostics, and expressions
// with their values. It gives every count of docs/conformance.md from the repository alone.

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"refract/ir"
)

// ownName is the value of $REFRACT_CORPUS for this corpus.
const ownName = "own"

// own are the files of the corpus.
var own = map[string]func(testing.TB) []any{
	"wgsl.jsonl.gz":           func(t testing.TB) []any { return rows(ownShaders(t)) },
	"glsl.jsonl.gz":           ownGLSL,
	"ggml.jsonl.gz":           ownKernels,
	"cts-validation.jsonl.gz": ownValidation,
	"cts-execution.jsonl.gz":  func(testing.TB) []any { return ownExecution() },
}

func rows[T any](list []T) (all []any) {
	for _, x := range list {
		all = append(all, x)
	}
	return all
}

// IsOwn reports whether the corpus is that of the repository: $REFRACT_CORPUS says so.
func IsOwn() bool { return os.Getenv("REFRACT_CORPUS") == ownName }

// ownCorpus calls f with each row of a file of the corpus, as JSON.
func ownCorpus(t testing.TB, name string, f func([]byte)) {
	t.Helper()
	file := own[name]
	if file == nil {
		t.Skipf("the repository has no %s", name)
	}
	for _, row := range file(t) {
		text, err := json.Marshal(row)
		if err != nil {
			t.Fatal(err)
		}
		f(text)
	}
}

// files reads the files that match the patterns, below the root.
func files(t testing.TB, f func(name, text string), patterns ...string) {
	root := Root(t)
	for _, p := range patterns {
		list, err := filepath.Glob(filepath.Join(root, p))
		if err != nil || len(list) == 0 {
			t.Fatalf("%s: no files: %v", p, err)
		}
		for _, name := range list {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			short, _ := filepath.Rel(root, name)
			f(filepath.ToSlash(short), string(text))
		}
	}
}

// ownShaders are the shaders under testdata, and the right examples of the pages about
// diagnostics.
func ownShaders(t testing.TB) (list []Shader) {
	files(t, func(name, text string) {
		if strings.HasSuffix(name, "/dead_continuing.wgsl") {
			return // what control never gets to isn't written
		}
		list = append(list, Shader{Name: name, Source: text, Core: true, Tint: true})
	}, "testdata/shaders/*.wgsl", "testdata/golden12/*.wgsl", "testdata/kernels/*.wgsl", "conformance/testdata/regress/*.wgsl")
	for _, p := range pages(t) {
		if p.right && !strings.HasPrefix(p.how, "with ") {
			list = append(list, Shader{Name: p.name, Source: p.text, Core: true, Tint: true})
		}
	}
	return list
}

// stageOf is the stage of a file with GLSL, "" of others.
func stageOf(name string) string {
	if s := ir.StageOfExtension(filepath.Ext(name)); s != ir.NoStage {
		return s.String()
	}
	return ""
}

// ownGLSL are the expected texts of the writer of GLSL, and shaders for Vulkan.
func ownGLSL(t testing.TB) (list []any) {
	files(t, func(name, text string) {
		vulkan := strings.HasPrefix(name, "testdata/glsl/")
		list = append(list, map[string]any{"name": name, "stage": stageOf(name), "source": text, "vulkan": vulkan, "opengl": !vulkan})
	}, "back/glsl/testdata/golden/*", "testdata/glsl/*")
	return list
}

// ownKernels are kernels whose sizes specialization constants give.
func ownKernels(t testing.TB) (list []any) {
	files(t, func(name, text string) {
		list = append(list, map[string]any{"name": name, "stage": stageOf(name), "source": text, "vulkan": true, "opengl": false})
	}, "conformance/testdata/specialized/*.comp")
	return list
}

// page is an example of WGSL on a page about a diagnostic.
type page struct {
	name, how, text string
	right           bool // it is the corrected one
	refused         bool // it is an error that a reader finds
}

var (
	example   = regexp.MustCompile("(?s)\n```wgsl(?: (with [^\n]+))?\n(.*?)```\n\n```text\n(.*?)```\n")
	corrected = regexp.MustCompile("(?s)\n## Corrected\n\n```wgsl(?: (with [^\n]+))?\n(.*?)```\n")
)

// pages are the examples of the pages about diagnostics.
func pages(t testing.TB) (list []page) {
	files(t, func(name, text string) {
		if m := example.FindStringSubmatch(text); m != nil {
			list = append(list, page{name: name, how: m[1], text: m[2], refused: strings.Contains("\n"+m[3], "\nerror: ")})
		}
		if m := corrected.FindStringSubmatch(text); m != nil {
			list = append(list, page{name: name + " corrected", how: m[1], text: m[2], right: true})
		}
	}, "docs/diagnostics/*.md")
	return list
}

// ownValidation are the examples of the pages: modules, and pipelines if they come with
// values of overrides.
func ownValidation(t testing.TB) (list []any) {
	for _, p := range pages(t) {
		if !p.right && !p.refused || strings.HasPrefix(p.name, "docs/diagnostics/unsupported-in-target") {
			continue
		}
		row := map[string]any{"test": p.name, "code": p.text, "kind": "module", "expect": p.right, "features": allFeatures}
		if values, is := strings.CutPrefix(p.how, "with "); is {
			overrides := map[string]float64{}
			for pair := range strings.FieldsSeq(values) {
				key, text, _ := strings.Cut(pair, "=")
				overrides[key], _ = strconv.ParseFloat(text, 64)
			}
			row["kind"], row["values"] = "compute", overrides
		}
		list = append(list, row)
	}
	return list
}

// allFeatures are the device features of WebGPU that extensions of WGSL need.
var allFeatures = []string{"shader-f16", "subgroups", "clip-distances", "dual-source-blending"}

// expressions are expressions of X and Y, with a type and functions that compute them
// again.
var expressions = []struct {
	text, t string
	want    func(x, y uint32) uint32
}{
	{"X + Y", "u32", func(x, y uint32) uint32 { return x + y }},
	{"X - Y", "i32", func(x, y uint32) uint32 { return x - y }},
	{"X * Y", "u32", func(x, y uint32) uint32 { return x * y }},
	{"X / Y", "u32", func(x, y uint32) uint32 { return x / y }},
	{"X % Y", "i32", func(x, y uint32) uint32 { return uint32(int32(x) % int32(y)) }},
	{"(X << 3u) ^ (Y >> 1u)", "i32", func(x, y uint32) uint32 { return x<<3 ^ uint32(int32(y)>>1) }},
	{"min(X, Y)", "i32", func(x, y uint32) uint32 { return uint32(min(int32(x), int32(y))) }},
	{"max(X, Y)", "u32", func(x, y uint32) uint32 { return max(x, y) }},
	{"select(X, Y, X < Y)", "u32", func(x, y uint32) uint32 { return max(x, y) }},
	{"dot(vec2(X, 2), vec2(Y, 3))", "i32", func(x, y uint32) uint32 { return x*y + 6 }},
	{"array(X, Y, X)[1]", "u32", func(_, y uint32) uint32 { return y }},
	{"X * Y + 1", "f32", func(x, y uint32) uint32 {
		return math.Float32bits(math.Float32frombits(x)*math.Float32frombits(y) + 1)
	}},
	{"max(X, Y) - floor(X)", "f32", func(x, y uint32) uint32 {
		a, b := math.Float32frombits(x), math.Float32frombits(y)
		return math.Float32bits(max(a, b) - float32(math.Floor(float64(a))))
	}},
}

// ownExecution are the expressions as constants, and of values in a buffer.
func ownExecution() (list []any) {
	pairs := [][2]int32{{7, 3}, {100, 9}, {12345, 678}, {3, 7}, {1, 1}}
	for _, e := range expressions {
		bits := func(v int32) uint32 {
			if e.t == "f32" {
				return math.Float32bits(float32(v) / 4)
			}
			return uint32(v)
		}
		spell := func(v int32) string {
			if e.t == "f32" {
				return fmt.Sprint(float32(v)/4) + "f"
			}
			return fmt.Sprint(v) + e.t[:1]
		}
		with := func(x, y string) string { return strings.NewReplacer("X", x, "Y", y).Replace(e.text) }
		var constants, input strings.Builder
		var cases []any
		for i, p := range pairs {
			fmt.Fprintf(&constants, "\tout[%d] = %s;\n", i, with(spell(p[0]), spell(p[1])))
			for _, v := range p {
				b := bits(v)
				fmt.Fprintf(&input, "%02x%02x%02x%02x", byte(b), byte(b>>8), byte(b>>16), byte(b>>24))
			}
			want := fmt.Sprintf("0x%08x", e.want(bits(p[0]), bits(p[1])))
			cases = append(cases, map[string]any{"exp": map[string]any{"v": map[string]any{"t": e.t, "b": want}}})
		}
		out := fmt.Sprintf("@group(0) @binding(0) var<storage, read_write> out: array<%s, %d>;\n", e.t, len(pairs))
		row := func(source, code, input string) {
			list = append(list, map[string]any{"test": e.text, "code": out + code, "inputSource": source, "input": input,
				"resultType": e.t, "outputStride": 4, "cases": cases})
		}
		row("const", "@compute @workgroup_size(1) fn main() {\n"+constants.String()+"}\n", "")
		row("storage_r", fmt.Sprintf("@group(0) @binding(1) var<storage> pairs: array<vec2<%s>, %d>;\n"+
			"@compute @workgroup_size(1) fn main() {\n\tfor (var i = 0; i < %d; i++) { out[i] = %s; }\n}\n",
			e.t, len(pairs), len(pairs), with("pairs[i].x", "pairs[i].y")), input.String())
	}
	return list
}
