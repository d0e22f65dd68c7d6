package shadertest_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"refract"
	dxbcback "refract/back/dxbc"
	"refract/shadertest"
)

const containerSource = `
struct Params { scale: vec4f }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var picture: texture_2d<f32>;
@group(0) @binding(2) var nearest: sampler;
struct Out { @builtin(position) position: vec4f, @location(0) uv: vec2f }
@vertex fn vertex(@location(0) at: vec3f) -> Out { return Out(vec4f(at, 1) * params.scale, at.xy); }
@fragment fn fragment(in: Out) -> @location(0) vec4f { return textureSample(picture, nearest, in.uv); }
@compute @workgroup_size(8, 4) fn compute() {}
`

// TestContainer checks containers against the shader that they were made of, and against others.
func TestContainer(t *testing.T) {
	v, err := refract.Check(t.Context(), "a.wgsl", []byte(containerSource), refract.CheckOptions{})
	if err != nil {
		t.Fatal(err)
	}
	named := dxbcback.NewOptions()
	named.Profile, named.Semantic = dxbcback.Profile40, "TEXCOORD"
	for _, c := range []struct {
		name     string
		language refract.Language
		options  refract.LanguageOptions
	}{
		{"dxbc", refract.DXBC, nil},
		{"dxil", refract.DXIL, nil},
		{"semantics", refract.DXBC, refract.LanguageOptions{refract.DXBC: &named}},
	} {
		for _, entry := range []string{"vertex", "fragment", "compute"} {
			if entry == "compute" && c.options != nil {
				continue // model 4.0 has none
			}
			out, err := refract.Write(t.Context(), v, refract.WriteOptions{Language: c.language, EntryPoint: entry, Options: c.options})
			if err != nil {
				t.Fatal(err)
			}
			data := out.Bytes()
			o := shadertest.ContainerOptions{EntryPoint: entry, Write: c.options}
			shadertest.Container(t, "a.wgsl", containerSource, data, o)
			differs := func(source, old, new, want string) {
				t.Helper()
				changed := strings.ReplaceAll(source, old, new)
				if changed == source {
					t.Fatalf("%q isn't there", old)
				}
				var e *shadertest.ContainerError
				if err := shadertest.CheckContainer("a.wgsl", changed, data, o); !errors.As(err, &e) || !strings.Contains(e.Error(), want) {
					t.Errorf("%s %s with %q: got %v, want %q", c.name, entry, new, err, want)
				}
			}
			switch entry {
			case "vertex":
				differs(containerSource, "@location(0) at: vec3f", "@location(2) at: vec3f", "lacks the input")
				if c.language == refract.DXIL { // registers have other numbers in DXBC
					differs(containerSource, "@binding(0)", "@binding(7)", "the container has a CBuffer in b0, space 0")
				}
			case "fragment":
				differs(containerSource, "textureSample(picture, nearest, in.uv)", "vec4f()", "the container has a")
			case "compute":
				differs(containerSource, "@workgroup_size(8, 4)", "@workgroup_size(8)", "workgroups of [8 4 1]")
			}
			broken := bytes.Clone(data)
			broken[len(broken)-1] ^= 1
			if err := shadertest.CheckContainer("a.wgsl", containerSource, broken, o); err == nil || !strings.Contains(err.Error(), "checksum") {
				t.Errorf("a broken container: %v", err)
			}
		}
	}
	if err := shadertest.CheckContainer("a.wgsl", containerSource, []byte("no container"), shadertest.ContainerOptions{}); err == nil {
		t.Error("what is no container is taken")
	}
}
