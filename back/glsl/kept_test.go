package glsl

// This file tests that the names by which OpenGL's hosts and other stages find inputs,
// outputs, uniforms and blocks of GLSL stay.

import (
	"strings"
	"testing"

	"refract/diag"
	fglsl "refract/front/glsl"
	"refract/ir"
)

// read reads a GLSL shader.
func read(t *testing.T, stage ir.Stage, source string) *ir.Module {
	t.Helper()
	var diags diag.List
	sources := new(diag.Sources)
	base := sources.Add("test.glsl", source)
	o := fglsl.Options{Stage: stage, Standalone: true}
	m := new(fglsl.Reader).Read(ir.NewModule(), source, base, o, sources, &diags)
	if m == nil || diags.HasErrors() {
		t.Fatalf("%v\n%s", diags.Err(sources), source)
	}
	return m
}

// hasLine reports whether a line of a text, without its indentation, is line.
func hasLine(text, line string) bool {
	for l := range strings.Lines(text) {
		if strings.TrimSpace(l) == line {
			return true
		}
	}
	return false
}

// spriteVertex and spriteFragment are a pair that hosts look up by name.
const spriteVertex = `#version 330
in vec2 corner;
in mat4 placement;
in vec2 extents[2];
uniform mat4 projection;
uniform bool mirrored;
layout(std140) uniform Camera { vec4 eye; float zoom; };
out vec2 texel;
out mat3 basis;
out Surface { vec3 normal; float depth; } surface;
void main() {
	texel = mirrored ? -corner : corner * extents[0] + extents[1];
	basis = mat3(placement);
	surface.normal = eye.xyz;
	surface.depth = zoom;
	gl_Position = projection * placement * vec4(corner, 0.0, 1.0);
}`

const spriteFragment = `#version 330
struct Lamp { vec3 place; vec4 color; };
uniform Lamp lamps[2];
uniform sampler2D sheets[2];
uniform float gain = 0.5;
uniform bvec2 masks;
layout(std140) uniform Material { vec4 tint; float rough; } material;
in vec2 texel;
in mat3 basis;
in Surface { vec3 normal; float depth; } shading;
out vec4 pixel;
void main() {
	pixel = texture(sheets[0], texel) * material.tint * gain + lamps[1].color;
	if (masks.y) pixel += texture(sheets[1], texel) * material.rough;
	pixel.xyz += basis * shading.normal * shading.depth + lamps[0].place;
}`

// TestNamesKept looks for the declarations of a program in what is written of its stages.
func TestNamesKept(t *testing.T) {
	for _, c := range []struct {
		stage    ir.Stage
		source   string
		set      func(o *Options)
		has, not []string
	}{
		{ir.StageVertex, spriteVertex, func(o *Options) {}, []string{"in vec2 corner;", "in mat4 placement;", "in vec2 extents[2];",
			"uniform mat4 projection;", "uniform bool mirrored;", "out vec2 texel;", "out mat3 basis;", "out vec3 Surface_normal;",
			"layout(std140, binding = 0) uniform Camera {", "vec4 eye;", "};"}, []string{"uniforms.", "varying_", "camera"}},
		{ir.StageVertex, spriteVertex, func(o *Options) { o.Version = Version{330, false} }, []string{"in vec2 corner;", "in mat4 placement;",
			"uniform mat4 projection;", "out vec2 texel;", "out mat3 basis;", "layout(std140) uniform Camera {"}, []string{"varying_"}},
		{ir.StageVertex, strings.NewReplacer("in vec2 extents[2];", "in vec4 extents;", "extents[0]", "extents.xy", "extents[1]", "extents.zw").Replace(spriteVertex),
			func(o *Options) { o.Version = essl100 }, []string{"attribute vec2 corner;", "attribute mat4 placement;",
				"uniform mat4 projection;", "varying vec2 texel;", "varying mat3 basis;", "varying float Surface_depth;"}, []string{"varying_"}},
		{ir.StageFragment, spriteFragment, func(o *Options) { o.Version = Version{330, false} }, []string{"uniform Lamp lamps[2];",
			"uniform sampler2D sheets[2];", "uniform float gain = 0.5;", "uniform bvec2 masks;", "layout(std140) uniform Material {", "} material;",
			"in vec2 texel;", "in mat3 basis;", "in vec3 Surface_normal;", "out vec4 pixel;"}, []string{"varying_", "uniforms."}},
		{ir.StageFragment, spriteFragment, func(o *Options) { o.Version = Version{300, true} }, []string{"uniform Lamp lamps[2];",
			"uniform highp sampler2D sheets[2];", "uniform float gain;", "uniform bvec2 masks;", "in vec2 texel;", "out vec4 pixel;"}, []string{"uniforms."}},
		{ir.StageFragment, spriteFragment, func(o *Options) { o.GatherUniforms = true }, []string{"layout(std140, binding = 0) uniform Uniforms {",
			"in vec2 texel;"}, []string{"uniform float gain"}},
		{ir.StageFragment, spriteFragment, func(o *Options) { o.Vulkan = true }, []string{"layout(location = 0) in vec2 texel;",
			"layout(location = 0) out vec4 pixel;"}, []string{"uniform float gain"}},
		// Locations of the source: names stay where the version has such locations.
		{ir.StageFragment, "#version 450\nlayout(location = 2) in vec2 uv;\nlayout(location = 1) out vec4 c;\nvoid main() { c = uv.xyxy; }",
			func(o *Options) {}, []string{"layout(location = 2) in vec2 uv;", "layout(location = 1) out vec4 c;"}, nil},
		{ir.StageFragment, "#version 450\nlayout(location = 2) in vec2 uv;\nlayout(location = 1) out vec4 c;\nvoid main() { c = uv.xyxy; }",
			func(o *Options) { o.Version = Version{330, false} }, []string{"in vec2 varying_2;", "layout(location = 1) out vec4 c;"}, nil},
		{ir.StageFragment, "#version 450\nlayout(location = 2) in vec2 uv;\nlayout(location = 1) out vec4 c;\nvoid main() { c = uv.xyxy; }",
			func(o *Options) { o.Version, o.VaryingNames = Version{330, false}, true }, []string{"in vec2 uv;"}, nil},
		// Words of other versions, and names that other things have here.
		{ir.StageFragment, "#version 120\nuniform vec4 filtered, texture2DArray, main_;\nvarying vec2 common_;\nvec4 helper() { return filtered; }\nvoid main() { gl_FragColor = helper() + texture2DArray + main_ + common_.xyxy; }",
			func(o *Options) {}, []string{"uniform vec4 filtered;", "uniform vec4 texture2DArray_;", "uniform vec4 main_;", "in vec2 common_;"}, nil},
	} {
		m := read(t, c.stage, c.source)
		o := NewOptions()
		c.set(&o)
		text, _, werr := Write(m, nil, o)
		if werr != nil {
			t.Errorf("%v: %v", o.Version, werr)
			continue
		}
		for _, line := range c.has {
			if !hasLine(text, line) {
				t.Errorf("%v: no line %q in\n%s", o.Version, line, text)
			}
		}
		for _, part := range c.not {
			if strings.Contains(text, part) {
				t.Errorf("%v: %q in\n%s", o.Version, part, text)
			}
		}
	}
}

// TestRenamedReported looks for names that the target can't have in the reflection.
func TestRenamedReported(t *testing.T) {
	m := read(t, ir.StageFragment, "#version 120\nuniform vec4 image2D;\nvarying vec2 fma;\nvoid main() { gl_FragColor = image2D + fma.xyxy; }")
	_, r, werr := Write(m, nil, NewOptions())
	if werr != nil {
		t.Fatal(werr)
	}
	if len(r.Inputs) != 1 || r.Inputs[0].Name != "fma_" || r.Inputs[0].Source != "fma" {
		t.Errorf("inputs are %+v", r.Inputs)
	}
	if len(r.Resources) != 1 || r.Resources[0].Kind != LooseUniform || r.Resources[0].Global != "image2D" || r.Resources[0].Name != "image2D_" ||
		len(r.Resources[0].Parts) != 1 || r.Resources[0].Parts[0].Name != "image2D_" {
		t.Errorf("resources are %+v", r.Resources)
	}
}

// TestNamesLink links stages that were written apart, and a stage of the source with one
// that was written.
func TestNamesLink(t *testing.T) {
	findLinker(t)
	for _, version := range []Version{{150, false}, {330, false}, {410, false}, {450, false}, {300, true}, {310, true}} {
		var texts [2]string
		for i, stage := range []ir.Stage{ir.StageVertex, ir.StageFragment} {
			o := NewOptions()
			o.Version = version
			source := spriteVertex
			if stage == ir.StageFragment {
				source = spriteFragment
			} else if version.ES { // which has no arrays of attributes
				source = strings.NewReplacer("in vec2 extents[2];", "in vec4 extents;", "extents[0]", "extents.xy", "extents[1]", "extents.zw").Replace(source)
			}
			text, _, err := Write(read(t, stage, source), nil, o)
			if err != nil {
				t.Fatalf("%v: %v", version, err)
			}
			texts[i] = text
		}
		if what := link("", texts[0], texts[1]); what != "" {
			t.Errorf("%v: %s\n%s\n%s", version, what, texts[0], texts[1])
		}
	}
	const vertex = "#version 330\nin vec2 corner;\nuniform float zoom;\nout vec2 texel;\nout mat2 turn;\nvoid main() { texel = corner; turn = mat2(zoom); gl_Position = vec4(corner, 0.0, zoom); }"
	const fragment = "#version 330\nuniform float zoom;\nin vec2 texel;\nin mat2 turn;\nout vec4 pixel;\nvoid main() { pixel = (turn * texel).xyxy * zoom; }"
	o := NewOptions()
	o.Version = Version{330, false}
	v, _, err := Write(read(t, ir.StageVertex, vertex), nil, o)
	if err != nil {
		t.Fatal(err)
	}
	f, _, err := Write(read(t, ir.StageFragment, fragment), nil, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, pair := range [][2]string{{vertex, f}, {v, fragment}} {
		if what := link("", pair[0], pair[1]); what != "" {
			t.Errorf("%s\n%s\n%s", what, pair[0], pair[1])
		}
	}
}
