package glsl_test

// This file reads arbitrary text: whatever it is, there is a valid module or there
// are errors, and no panic.

import (
	"fmt"
	"os"
	"runtime"
	"runtime/metrics"
	"strconv"
	"strings"
	"testing"
	"time"

	"refract/diag"
	"refract/front/glsl"
	"refract/internal/front/glsl/pp"
	"refract/internal/harness"
	"refract/ir"
	"refract/ir/validate"
)

func FuzzRead(f *testing.F) {
	for _, s := range []string{
		"void main() {}", "#version 450\nlayout(location=0) out vec4 c; void main() { c = vec4(1.0); }",
		"#version 310 es\nlayout(local_size_x=4) in; shared int s[4]; void main() { s[gl_LocalInvocationIndex]++; barrier(); }",
		"#version 330\nuniform sampler2D t; in vec2 uv; void f(sampler2D s, out vec4 c) { c = texture(s, uv); } void main() { f(t, gl_FragColor); }",
		"#version 450\nstruct S { int a; float b[3]; }; void main() { S s = {1, {1.0, 2.0, 3.0}}; switch (s.a) { case 0: s.a++; default: break; } }",
	} {
		f.Add(s, uint8(0))
	}
	r := new(glsl.Reader)
	f.Fuzz(func(t *testing.T, src string, stage uint8) {
		if len(src) > 1<<14 {
			return
		}
		readWhole(t, r, src, stage)
	})
}

// FuzzLink reads two stages as one program.
func FuzzLink(f *testing.F) {
	const vert = "#version 450\nlayout(location=1) out mat3 a; out B { vec2 b; flat int c; } o; uniform mat4 m; uniform sampler2D t; " +
		"layout(std140, binding=2) uniform U { vec4 x; } u; struct S { vec3 p; }; out S s; layout(constant_id=3) const int n = 1; float h(float x) { return x; } " +
		"void main() { a = mat3(m); o.b = vec2(n); o.c = 3; s.p = u.x.xyz; gl_Position = texture(t, vec2(h(1.0))); }"
	const frag = "#version 450\nin mat3 a; in B { vec2 b; flat int c; } o; uniform vec3 k; uniform sampler2D t; " +
		"layout(std140) uniform U { vec4 x; } u; struct S { vec3 p; }; in S s; out vec4 c; layout(constant_id=3) const int n = 1; float h(float x) { return x; } " +
		"void main() { c = texture(t, o.b) * u.x + vec4(k + a[1] + s.p, h(float(o.c + n))) + vec4(interpolateAtCentroid(o.b), 0.0, 0.0); }"
	f.Add(vert, frag, false)
	f.Add(vert, frag, true)
	f.Add("varying vec2 a; attribute vec2 p; void main() { a = p; }", "varying vec2 a; void main() { gl_FragColor = a.xyxy; }", false)
	r := new(glsl.Reader)
	f.Fuzz(func(t *testing.T, vert, frag string, swap bool) {
		if len(vert)+len(frag) > 1<<13 {
			return
		}
		var diags diag.List
		sources := new(diag.Sources)
		o := glsl.Options{Stage: ir.StageVertex, Link: []glsl.Linked{{Name: "b", Text: frag, Stage: ir.StageFragment}}}
		if swap {
			o.Stage, o.Link[0].Stage, o.Link[0].Text, vert = ir.StageFragment, ir.StageVertex, vert, frag
		}
		m := r.Read(ir.NewModule(), vert, sources.Add("a", vert), o, sources, &diags)
		if m == nil {
			if !diags.HasErrors() {
				t.Error("there is neither a module nor an error")
			}
			return
		}
		new(validate.Validator).Validate(m, validate.Options{Capabilities: validate.All}, &diags)
		for _, d := range diags.Sorted() {
			if d.Severity == diag.Error && d.Code != "limit-exceeded" {
				t.Errorf("what is linked isn't valid: %s", d.Message)
			}
		}
	})
}

// TestBombs reads sources whose macros would grow without end: each stops with an error, or
// soon, and asks for little memory.
func TestBombs(t *testing.T) {
	doubling, product := "#define A0 x + x\n", "#define P0(a) a a a a a a a a\n"
	for i := 1; i < 60; i++ {
		doubling += fmt.Sprintf("#define A%d A%d + A%d\n", i, i-1, i-1)
		product += fmt.Sprintf("#define P%d(a) P%d(P%d(a))\n", i, i-1, i-1)
	}
	for name, src := range map[string]string{
		"doubling":  doubling + "void main() { float x = A59; }",
		"nested":    product + "void main() { P59(;) }",
		"arguments": "#define F(a) a, a, a, a\nvoid main() { float x = " + strings.Repeat("F(", 60) + "1.0" + strings.Repeat(")", 60) + "; }",
		"pasting":   "#define C(a, b) a##b\n#define D(a) C(a, a)\nvoid main() { int " + strings.Repeat("D(", 200) + "x" + strings.Repeat(")", 200) + "; }",
		"condition": doubling + "#if A59\n#endif\nvoid main() { }",
		"include":   "#extension GL_GOOGLE_include_directive : require\n#include \"a\"\nvoid main() { }",
		"strings":   strings.Repeat("#define L /*\n*/ L\n", 2000) + "void main() { L; }",
	} {
		before := allocated()
		d := harness.CPUTime(func() { read("a.frag", src, "fragment", false) })
		if took := allocated() - before; took > mutantMemory || d > 20*time.Second {
			t.Errorf("%s: %d MiB, %v", name, took>>20, d)
		}
	}
}

// readWhole reads a source; what is read without errors must be valid.
func readWhole(t *testing.T, r *glsl.Reader, src string, stage uint8) {
	var diags diag.List
	sources := new(diag.Sources)
	base := sources.Add("a.glsl", src)
	o := glsl.Options{Stage: []ir.Stage{ir.NoStage, ir.StageVertex, ir.StageFragment, ir.StageCompute}[stage%4],
		Preprocessor: pp.Options{Vulkan: stage&4 != 0}}
	m := r.Read(ir.NewModule(), src, base, o, sources, &diags)
	if m == nil {
		return
	}
	m.Sources = sources
	new(validate.Validator).Validate(m, validate.Options{Capabilities: validate.All}, &diags)
	for _, d := range diags.Sorted() {
		if d.Severity == diag.Error && !strings.HasPrefix(string(d.Code), "io-") {
			t.Errorf("not valid: %v\n%s", diags.Err(sources), src)
			break
		}
	}
}

// mutantMemory is how much memory reading and validating a source below 100 KB may ask for.
const mutantMemory = 100 << 20

// allocated is how much memory the process has asked for so far.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// TestMutated reads the corpus with bytes, lines and words of it changed, REFRACT_MUTANTS
// sources of it, and looks at the memory that each asks for.
func TestMutated(t *testing.T) {
	r := new(glsl.Reader)
	state := uint64(1)
	if n, err := strconv.ParseUint(os.Getenv("REFRACT_SEED"), 10, 64); err == nil {
		state = n
	}
	next := func(n int) int {
		state = state*6364136223846793005 + 1442695040888963407
		return int((state >> 33) % uint64(max(n, 1)))
	}
	var sources []string
	var stages []uint8
	harness.Corpus(t, "glsl.jsonl.gz", func(row shaderRow) {
		sources = append(sources, row.Source)
		stages = append(stages, map[string]uint8{"vertex": 1, "fragment": 2, "compute": 3}[row.Stage])
	})
	if len(sources) == 0 {
		t.Skip("no corpus")
	}
	tokens := []string{"(", ")", "{", "}", ";", "vec4", "int", "uint", "out ", "inout ", "const ", "[", "]", ".xy", ".z", "0", "-1", "1.5", "=", "+=", "++", "?", ":", ",",
		"float", "mat3", "true", "[0]", "return ", "if", "for", "main", "void", "uniform ", "gl_Position", "texture", "sampler2D", "switch", "case 1:", "default:", "break;", "continue;", "discard;"}
	count := 3000
	if n, err := strconv.Atoi(os.Getenv("REFRACT_MUTANTS")); err == nil {
		count = n
	}
	most := uint64(0)
	defer func() {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		t.Logf("%d sources; the most memory that one asked for: %.1f MiB; the process has %.1f MiB", count, float64(most)/(1<<20), float64(m.Sys)/(1<<20))
	}()
	for range count {
		k := next(len(sources))
		b := []byte(sources[k])
		for range 1 + next(4) {
			if len(b) == 0 {
				break
			}
			at := next(len(b))
			switch next(4) {
			case 0:
				b[at] = byte(next(128))
			case 1:
				b = append(b[:at], b[min(at+next(12), len(b)):]...)
			case 2:
				b = append(b[:at], append([]byte(tokens[next(len(tokens))]), b[at:]...)...)
			case 3:
				from := next(len(b))
				b = append(b[:at], append(append([]byte(nil), b[from:min(from+next(40), len(b))]...), b[at:]...)...)
			}
		}
		src := string(b)
		func() {
			defer func() {
				if p := recover(); p != nil {
					t.Fatalf("panic: %v\n%s", p, src)
				}
			}()
			before := allocated()
			readWhole(t, r, src, stages[k])
			if took := allocated() - before; took > most {
				if most = took; took > mutantMemory && len(src) < 100_000 {
					t.Errorf("%d bytes ask for %d MiB:\n%s", len(src), took>>20, src)
				}
			}
		}()
	}
}
