package glsl

// What a host is told of matrices outside any block, and how stages find variables that
// share a location by their names.

import (
	"slices"
	"strings"
	"testing"

	"refract/diag"
	front "refract/front/glsl"
	"refract/internal/front/glsl/pp"
	"refract/ir"
	"refract/ir/validate"
)

// writtenOf writes GLSL of Vulkan's as GLSL with some options.
func writtenOf(t *testing.T, source string, stage ir.Stage, o Options) (string, *Reflection) {
	t.Helper()
	m, sources := ir.NewModule(), new(diag.Sources)
	var list diag.List
	base := sources.Add("a", source)
	var info *validate.Info
	if new(front.Reader).Read(m, source, base, front.Options{Stage: stage, Preprocessor: pp.Options{Vulkan: true}}, sources, &list) != nil {
		info = new(validate.Validator).Validate(m, validate.Options{Capabilities: validate.All}, &list)
	}
	if list.HasErrors() {
		t.Fatal(list.Err(sources))
	}
	text, told, err := new(Writer).Write(m, info, o)
	if err != nil {
		t.Fatal(err)
	}
	return string(text), told
}

// TestMatrixParts: where the columns, or the rows, of a matrix lie is told, and elements of
// arrays lie as the rows do.
func TestMatrixParts(t *testing.T) {
	const source = `#version 450
layout(row_major, set = 0, binding = 0) uniform U { mat2x3 m; mat2x3 a[2]; layout(column_major) mat2 c; mat3 d; struct { mat4x3 e; } s; } u;
void main() { gl_Position = vec4(u.m * vec2(1) + u.a[1] * u.c[0] + u.d[0] + u.s.e[3], 1); }`
	for _, version := range []Version{{140, false}, {330, false}, {300, true}, {450, false}} {
		o := NewOptions()
		if version.ES {
			o = NewOptionsES()
		}
		o.Version, o.LooseUniforms = version, true
		_, told := writtenOf(t, source, ir.StageVertex, o)
		var got []Immediate
		for _, p := range told.Resources[0].Parts {
			p.Type = 0
			got = append(got, p)
		}
		want := []Immediate{
			{Name: "u.m", Shape: "mat2x3<f32>", Stride: 16, RowMajor: true},
			{Name: "u.a[0]", Offset: 48, Shape: "mat2x3<f32>", Stride: 16, RowMajor: true},
			{Name: "u.a[1]", Offset: 96, Shape: "mat2x3<f32>", Stride: 16, RowMajor: true},
			{Name: "u.c", Offset: 144, Shape: "mat2x2<f32>", Stride: 16},
			{Name: "u.d", Offset: 176, Shape: "mat3x3<f32>", Stride: 16, RowMajor: true},
			{Name: "u.s.e", Offset: 224, Shape: "mat4x3<f32>", Stride: 16, RowMajor: true},
		}
		if !slices.Equal(got, want) {
			t.Errorf("%v: %+v, not %+v", version, got, want)
		}
	}
}

// TestComponentNames: where stages find each other's variables by name, those of a location
// are called after their components, in whatever order a stage declares them, minified too.
func TestComponentNames(t *testing.T) {
	stages := []struct {
		stage  ir.Stage
		source string
	}{
		{ir.StageVertex, "layout(location = 1, component = 1) out vec3 n; layout(location = 1) out float k; void main() { n = vec3(1); k = 2.; gl_Position = vec4(0); }"},
		{ir.StageFragment, "layout(location = 1) in float k; layout(location = 1, component = 1) in vec3 n; layout(location = 0) out vec4 c; void main() { c = vec4(n, k); }"},
	}
	for _, version := range []Version{{140, false}, {330, false}, {300, true}} {
		for _, minify := range []bool{false, true} {
			for _, s := range stages {
				o := NewOptions()
				if version.ES {
					o = NewOptionsES()
				}
				o.Version, o.Minify = version, minify
				text, told := writtenOf(t, "#version 450\n"+s.source, s.stage, o)
				if !strings.Contains(text, "float varying_1;") || !strings.Contains(text, "vec3 varying_1_1;") {
					t.Errorf("%v, minified %v: %s", version, minify, text)
				}
				for _, v := range slices.Concat(told.Inputs, told.Outputs) {
					if strings.HasPrefix(v.Name, "varying_") && (v.Name == "varying_1_1") != (v.Component == 1) {
						t.Errorf("%+v", v)
					}
				}
			}
		}
	}
}
