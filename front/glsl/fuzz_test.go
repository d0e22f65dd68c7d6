package glsl_test

// This file reads arbitrary text: whatever it is, there is a valid module or there
// are errors, and no panic.

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"refract/diag"
	"refract/front/glsl"
	"refract/front/glsl/pp"
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

// TestMutated reads the corpus with bytes, lines and words of it changed.
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
			readWhole(t, r, src, stages[k])
		}()
	}
}
