package kaiju

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"refract"
	"refract/reflection"
)

// TestCompile compiles the engine's shaders, and reads their interface back from the SPIR-V.
func TestCompile(t *testing.T) {
	out := t.TempDir()
	if err := Compile(t.Context(), os.DirFS("src"), out); err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{"basic.vert.spv": {"view"}, "basic.frag.spv": {"albedo", "lights"}}
	for name, resources := range want {
		spv, err := os.ReadFile(filepath.Join(out, name))
		if err != nil {
			t.Fatal(err)
		}
		valid, err := refract.Check(t.Context(), name, spv, refract.CheckOptions{})
		if err != nil {
			t.Fatal(err)
		}
		host, err := refract.Reflect(t.Context(), valid, reflection.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, b := range host.Bindings {
			got = append(got, b.Name)
		}
		if slices.Sort(got); !slices.Equal(got, resources) {
			t.Errorf("%s: the resources are %v, want %v", name, got, resources)
		}
	}
}

// TestMistakes compiles a shader of a user who has made mistakes, in an included file, too.
func TestMistakes(t *testing.T) {
	err := Compile(t.Context(), fstest.MapFS{
		"good.frag": {Data: []byte("#version 460\nlayout(location = 0) out vec4 c;\nvoid main() { c = vec4(1); }\n")},
		"bad.frag":  {Data: []byte("#version 460\n#include \"light.inl\"\nlayout(location = 0) out vec4 c;\nvoid main() {\n    c = light(1.0) * missing;\n}\n")},
		"light.inl": {Data: []byte("vec4 light(float x) {\n    return vec3(x);\n}\n")},
	}, t.TempDir())
	if err == nil {
		t.Fatal("there is no error")
	}
	for _, want := range []string{"light.inl:2:", `bad.frag:5:22: error: unknown identifier "missing"`} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("the error lacks %q:\n%v", want, err)
		}
	}
}

// BenchmarkCompile compiles the pair of shaders, at level 1.
func BenchmarkCompile(b *testing.B) {
	out := b.TempDir()
	for b.Loop() {
		if err := Compile(b.Context(), os.DirFS("src"), out); err != nil {
			b.Fatal(err)
		}
	}
}
