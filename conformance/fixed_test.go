package conformance

// This file draws with passes that put fixed functions of old hardware into shaders, and with
// shaders that have the fixed function themselves: the pictures are the same.

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"refract/exec"
	"refract/internal/harness/differential"
	"refract/internal/progen"
	"refract/internal/ssa/pipeline"
	"refract/ssa"
)

const fixedHead = `
@group(0) @binding(0) var image: texture_2d<f32>;
@group(0) @binding(1) var linear: sampler;
`

// fixedFragments are passes, the body of a fragment shader with color and texture coordinate,
// and one that has the fixed function. Inputs are c and uv, and c_back at location 1.
var fixedFragments = []struct{ passes, body, want string }{
	{"alpha-test{less, 0.5}", "return c;", "if !(c.w < 0.5) { discard; } return c;"},
	{"alpha-test{greater-equal, 0.25}", "if uv.x > 0 { return c; } return c.wzyx;", "var r = c.wzyx; if uv.x > 0 { r = c; } if !(r.w >= 0.25) { discard; } return r;"},
	{"alpha-test{not-equal, 0}", "return vec4f(c.xyz, floor(uv.x));", "if !(floor(uv.x) != 0) { discard; } return vec4f(c.xyz, floor(uv.x));"},
	{"alpha-test{never}", "return c;", "discard; return c;"},
	{"clamp-color-outputs", "return c * 2 - 0.5;", "return saturate(c * 2 - 0.5);"},
	{"two-sided-color{front=0, back=1}", "return c + uv.x;", "return select(c_back, c, front) + uv.x;"},
	{"smooth-lines{4}", "return c;", "return vec4f(c.xyz, c.w * f32(countOneBits(mask)) / 4);"},
	{"bitmap{2}", "return c;", "if textureSample(image, linear, uv).x == 0 { discard; } return c;"},
	{"draw-pixels{color=0, location=2, scale=2, bias=0.5}", "return c * uv.y;", "return (textureSample(image, linear, uv) * 2 + 0.5) * uv.y;"},
	{"blend{src=src-alpha, dst=one-minus-src-alpha, alpha-dst=one-minus-src-alpha}", "return c;",
		"let d = textureLoad(image, vec2i(p.xy), 0); return vec4f(c.xyz * c.w + d.xyz * (1 - c.w), c.w + d.w * (1 - c.w));"},
	{"blend{src=src-alpha-saturated, dst=dst, op=reverse-subtract, alpha-op=max}", "return c;",
		"let d = textureLoad(image, vec2i(p.xy), 0); return vec4f(d.xyz * d.xyz - c.xyz * min(c.w, 1 - d.w), max(c.w, d.w));"},
	{"blend{src=constant, dst=one-minus-constant, op=subtract, alpha-op=min, constant=0.25}", "return c;",
		"let d = textureLoad(image, vec2i(p.xy), 0); return vec4f(c.xyz * 0.25 - d.xyz * 0.75, min(c.w, d.w));"},
}

// logicOperations are the logic operations of blending, on bytes s and d.
var logicOperations = map[string]string{
	"clear": "vec4u()", "and": "s & d", "and-reverse": "s & ~d", "copy": "s", "and-inverted": "~s & d", "no-op": "d", "xor": "s ^ d", "or": "s | d",
	"nor": "~(s | d)", "equivalent": "~(s ^ d)", "invert": "~d", "or-reverse": "s | ~d", "copy-inverted": "~s", "or-inverted": "~s | d", "nand": "~(s & d)", "set": "vec4u(255)",
}

// TestFixedFragments draws with fixed functions of fragments.
func TestFixedFragments(t *testing.T) {
	source := func(body string) string {
		return fixedHead + "@fragment fn main(@builtin(position) p: vec4f, @builtin(front_facing) front: bool, @builtin(sample_mask) mask: u32,\n" +
			"  @location(0) c: vec4f, @location(1) c_back: vec4f, @location(2) uv: vec2f) -> @location(0) vec4f {\n" + body + "\n}\n"
	}
	tests := fixedFragments
	for name, expr := range logicOperations {
		tests = append(tests, struct{ passes, body, want string }{"blend{" + "logic=" + name + "}", "return c;",
			"let s = vec4u(round(saturate(c) * 255)); let d = vec4u(round(saturate(textureLoad(image, vec2i(p.xy), 0)) * 255)); return vec4f((" + expr + ") & vec4u(255)) / 255;"})
	}
	for _, x := range tests {
		t.Run(x.passes, func(t *testing.T) {
			j, err := differential.NewFragmentJob(x.passes, source(x.want), "main", 1)
			if err != nil {
				t.Fatal(err)
			}
			want, width, height, err := j.Reference()
			if err != nil {
				t.Fatal(err)
			}
			plain, err := differential.NewFragmentJob(x.passes, source(x.body), "main", 1)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range fixed(t, plain, x.passes) {
				d := eitherForm(s, func(e exec.Engine) string {
					got, err := j.FragmentsOn(e, width, height, 0)
					if err != nil {
						return err.Error()
					}
					return j.CompareDrawings(want, got)
				})
				if d != "" {
					t.Errorf("%s\n%s", d, s)
				}
			}
		})
	}
}

// fixed is the shader of a job after passes, and after pipeline gl-compat with them if it has them.
func fixed(t *testing.T, j *differential.Job, passes string) (list []*ssa.Shader) {
	t.Helper()
	p, err := pipeline.Parse("lower-returns, inline-functions, io-to-variables, " + passes)
	if err != nil {
		t.Fatal(err)
	}
	pipelines := []pipeline.Pipeline{p}
	p, err = pipeline.Named("gl-compat{" + passes + "}")
	var other *pipeline.OptionalError
	switch {
	case err == nil:
		pipelines = append(pipelines, p)
	case !errors.As(err, &other):
		t.Fatal(err)
	}
	for _, p := range pipelines {
		s := differential.Strict(j)
		if _, err := pipeline.Run(s, p, pipeline.Options{Establish: true, Verify: true}); err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	return list
}

// TestFixedVertices draws with fixed functions of vertices: a row of pixels, each a triangle
// that covers it. Sources have members of the output, and an expression of each.
func TestFixedVertices(t *testing.T) {
	const pixels = 8
	source := func(head, members, values string) string {
		return head + `
struct V { @builtin(position) p: vec4f, @location(0) c: vec4f` + members + ` }
@vertex fn main(@builtin(vertex_index) i: u32) -> V {
  let x = (f32(i / 3) + 0.5) / 4 - 1;
  let w = 1 + f32(i % 5) / 4;
  let p = vec4f((vec2f(x, 0) + array(vec2f(-0.2, -2), vec2f(0.2, -2), vec2f(0, 3))[i % 3]) * w, 0.5 * w, w);
  let c = vec4f(f32(i), -1, 2, 0.5);
  return V(` + values + `);
}
@fragment fn ` + progen.FragmentEntry + `(@location(0) c: vec4f) -> @location(0) vec4u { return bitcast<vec4u>(c); }
`
	}
	for _, x := range []struct{ passes, head, members, values, want, wantMembers, wantHead string }{
		{"clip{2, binding=3}", "", "", "p, c", "p, c, array(dot(p, planes[0]), dot(p, planes[1]))", ", @builtin(clip_distances) d: array<f32, 2>",
			"enable clip_distances;\n@group(0) @binding(3) var<uniform> planes: array<vec4f, 2>;"},
		{"clip{1, vertex=0, binding=3}", "", "", "p, c", "p, c, array(dot(c, planes[0]))", ", @builtin(clip_distances) d: array<f32, 1>",
			"enable clip_distances;\n@group(0) @binding(3) var<uniform> planes: array<vec4f, 1>;"},
		{"clip-disable{p1}", "enable clip_distances;\n", ", @builtin(clip_distances) d: array<f32, 2>", "p, c, array(-c.x, c.x - 10)",
			"p, c, array(0, c.x - 10)", ", @builtin(clip_distances) d: array<f32, 2>", "enable clip_distances;\n"},
		{"clamp-color-outputs{front=0}", "", "", "p, c", "p, saturate(c)", "", ""},
		{"flat-shade{0, 1}", "", "", "p, c", "p, c", "", ""},
		{"viewport-transform{binding=3}", "", "", "p, c",
			"vec4f(p.xyz * (1 / p.w) * v[0].xyz + v[1].xyz, 1 / p.w), c", "", "@group(0) @binding(3) var<uniform> v: array<vec4f, 2>;"},
	} {
		t.Run(x.passes, func(t *testing.T) {
			text := source(x.wantHead, x.wantMembers, x.want)
			if x.passes[:4] == "flat" {
				text = flatColor(text)
			}
			j, err := differential.NewVertexJob(x.passes, text, "main", 1)
			if err != nil {
				t.Fatal(err)
			}
			want, err := j.Rasterize(progen.FragmentEntry, pixels)
			if err != nil {
				t.Fatal(err)
			}
			plain, err := differential.NewVertexJob(x.passes, source(x.head, x.members, x.values), "main", 1)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range fixed(t, plain, x.passes) {
				d := eitherForm(s, func(e exec.Engine) string {
					got, err := j.RasterizeOn(e, progen.FragmentEntry, pixels)
					switch {
					case err != nil:
						return err.Error()
					case !bytes.Equal(want, got):
						return fmt.Sprintf("% x and % x", want, got)
					}
					return ""
				})
				if d != "" {
					t.Errorf("%s\n%s", d, s)
				}
			}
		})
	}
}

// flatColor makes the color of a source that of a primitive's first vertex.
func flatColor(source string) string {
	return string(bytes.ReplaceAll([]byte(source), []byte("@location(0) c"), []byte("@location(0) @interpolate(flat) c")))
}
