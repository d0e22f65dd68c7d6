package pipeline_test

import (
	"testing"

	"refract/diag"
	"refract/front/glsl"
	"refract/internal/ssa/fromir"
	"refract/internal/ssa/pipeline"
	"refract/ir"
	"refract/ir/validate"
	"refract/ssa"
)

// TestDefaultUniforms reads uniforms that have no buffer, which pass uniforms-to-ubo makes: the shader is the one
// that the front end makes by itself.
func TestDefaultUniforms(t *testing.T) {
	const source = `#version 330
uniform vec4 tint;
uniform bool on;
uniform float k[3];
layout(std140) uniform B { vec4 z; };
uniform sampler2D image;
out vec4 o;
vec4 shade(int i) { return tint * k[i]; }
void main() { o = on ? shade(1) + z : texture(image, tint.xy); }
`
	read := func(keep bool) *ssa.Shader {
		sources := new(diag.Sources)
		base := sources.Add("a.frag", source)
		m := ir.NewModule()
		var list diag.List
		if new(glsl.Reader).Read(m, source, base, glsl.Options{Stage: ir.StageFragment, DefaultUniforms: keep}, sources, &list) == nil {
			t.Fatal(list.Sorted()[0].Message)
		}
		if _, err := validate.Module(m, validate.Options{Capabilities: validate.All}); err != nil {
			t.Fatal(err)
		}
		return fromir.Module(m, fromir.Options{Strict: true})
	}
	s, want := read(true), read(false)
	uniforms := 0
	for k := range s.Vars {
		if s.Vars[k].Mode == ssa.ModeUniform {
			uniforms++
		}
	}
	if uniforms != 1 {
		t.Fatalf("%d variables hold uniforms\n%s", uniforms, s)
	}
	p, err := pipeline.Parse("uniforms-to-ubo")
	if err != nil {
		t.Fatal(err)
	}
	if r, err := pipeline.Run(s, p, pipeline.Options{Establish: true, Verify: true}); err != nil || !r.Changed {
		t.Fatal(r.Changed, err)
	}
	if got, want := string(ssa.Print(s)), string(ssa.Print(want)); got != want {
		t.Errorf("the shader is\n%s, not\n%s", got, want)
	}
}
