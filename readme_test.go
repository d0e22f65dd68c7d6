package refract_test

// The Go of the README and of docs/library.md is compiled and run: its lines are in the
// functions here, and a test compares them.

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"refract"
	"refract/diag"
	"refract/front/glsl"
	"refract/reflection"
	"refract/shadertest"
)

func readmeTranslate(ctx context.Context, src []byte) error {
	out, err := refract.Translate(ctx, "blur.wgsl", src, refract.TranslateOptions{To: refract.SPIRV})
	if err != nil {
		var found *diag.Diagnostics
		if errors.As(err, &found) {
			found.WriteHuman(os.Stderr, diag.HumanOptions{})
		}
		return err
	}
	words := out.Words

	_ = words
	return nil
}

func readmeReflect(ctx context.Context, src []byte) error {
	valid, err := refract.Check(ctx, "blur.wgsl", src, refract.CheckOptions{})
	if err != nil {
		return err
	}
	host, err := refract.Reflect(ctx, valid, reflection.Options{EntryPoint: "main"})
	if err != nil {
		return err
	}
	size := host.EntryPoints[0].Workgroup.Size // 128, 1, 1
	out, err := refract.Write(ctx, valid, refract.WriteOptions{Language: refract.HLSL})
	if err != nil {
		return err
	}
	registers := out.Mapping().Resources // t0, u1, b2

	if size[0] != 128 || size[1] != 1 || len(registers) < 3 || registers[0].Class != "t" || registers[0].Slot.Value() != 0 {
		return errors.New("docs/library.md shows another result")
	}
	return nil
}

func readmeIncludes(ctx context.Context, src []byte, shaders fs.FS) error {
	valid, err := refract.Check(ctx, "sky.frag", src, refract.CheckOptions{Parse: refract.ParseOptions{
		Options: refract.LanguageOptions{refract.GLSL: &glsl.Options{Preprocessor: refract.PreprocessorOptions{
			Defines:  []refract.Define{{Name: "STEPS", Text: "8"}},
			Includer: refract.IncludeFS(shaders),
		}}}}})

	_ = valid
	return err
}

func readmeShaderTest(t *testing.T, source string) {
	shader := shadertest.Load(t, "scale.wgsl", source)
	run := shader.Run("main").Set("input", []float32{1, 2, 3}).Make("output", 3)
	run.MustDispatch(t, 1, 1, 1)
	shadertest.Near(t, shadertest.Get[[]float32](t, run, "output"), []float32{2, 4, 6}, shadertest.ULP(1))
}

func TestREADME(t *testing.T) {
	src, err := os.ReadFile("testdata/shaders/blur.wgsl")
	if err != nil {
		t.Fatal(err)
	}
	if err := readmeTranslate(t.Context(), src); err != nil {
		t.Error(err)
	}
	if err := readmeReflect(t.Context(), src); err != nil {
		t.Error(err)
	}
	sky := "#version 450\n#include \"sun.glsl\"\nlayout(location = 0) out vec4 color;\nvoid main() { color = vec4(sun / STEPS); }\n"
	if err := readmeIncludes(t.Context(), []byte(sky), fstest.MapFS{"sun.glsl": {Data: []byte("const float sun = 4.0;")}}); err != nil {
		t.Error(err)
	}
	readmeShaderTest(t, `
@group(0) @binding(0) var<storage, read> input: array<f32>;
@group(0) @binding(1) var<storage, read_write> output: array<f32>;
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
    if i < arrayLength(&output) { output[i] = 2 * input[i]; }
}`)

	this, err := os.ReadFile("readme_test.go")
	if err != nil {
		t.Fatal(err)
	}
	compiled := unindented(string(this))
	for _, name := range []string{"README.md", "docs/library.md"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		blocks := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(string(text), -1)
		if len(blocks) == 0 {
			t.Errorf("%s has no Go", name)
		}
		for _, b := range blocks {
			if !strings.Contains(compiled, unindented(b[1])) {
				t.Errorf("%s: this isn't in readme_test.go:\n%s", name, b[1])
			}
		}
	}
}

// unindented returns the lines without the white space before them.
func unindented(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimSpace(l)
	}
	return strings.Join(lines, "\n")
}
