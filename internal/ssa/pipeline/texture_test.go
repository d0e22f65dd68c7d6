package pipeline_test

// This file runs shaders with textures before and after the passes that lower operations
// on them, under each option.

import (
	"context"
	"encoding/binary"
	"math"
	"strings"
	"testing"

	"refract/exec"
	"refract/exec/interp"
	"refract/internal/ssa/lower"
	"refract/internal/ssa/pipeline"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/pass"
)

// textureShader has operations of all kinds in a compute shader.
const textureShader = `
@group(0) @binding(0) var<storage, read_write> out: array<vec4f, 64>;
@group(0) @binding(1) var t: texture_2d<f32>;
@group(0) @binding(2) var s: sampler;
@group(0) @binding(3) var d: texture_depth_2d;
@group(0) @binding(4) var c: sampler_comparison;
@group(0) @binding(5) var a: texture_2d_array<f32>;
@group(0) @binding(6) var q: texture_cube<f32>;
@group(0) @binding(7) var v: texture_3d<f32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
  let x = f32(i % 8) / 8 + 1.0 / 32;
  let y = f32(i / 8) / 8 + 1.0 / 32;
  let p = vec2f(x, y);
`

// textureCase is a statement that ends in a value of vec4f, and an option.
var textureCases = []struct {
	name, value string
	o           lower.TexOptions
	// same is another value that must come of the option, where that isn't what it was
	// before.
	same string
}{
	{"offset", "textureSampleLevel(t, s, p, 0, vec2i(1, -2))", lower.TexOptions{Offsets: true}, ""},
	{"offset/level", "textureSampleLevel(t, s, p, 1.0, vec2i(-1, 1))", lower.TexOptions{Offsets: true}, ""},
	{"offset/gather", "textureGather(1, t, s, p, vec2i(1, 1))", lower.TexOptions{Offsets: true}, ""},
	{"offset/array", "textureGather(0, a, s, p, 1, vec2i(2, 1))", lower.TexOptions{Offsets: true}, ""},
	{"offset/depth", "vec4f(textureSampleLevel(d, s, p, 0, vec2i(2, 1)))", lower.TexOptions{Offsets: true}, ""},
	{"offset/compare", "textureGatherCompare(d, c, p, 0.5, vec2i(2, 1))", lower.TexOptions{Offsets: true}, ""},
	{"offset/volume", "textureSampleLevel(v, s, vec3f(p, x), 0, vec3i(2, 1, -1))", lower.TexOptions{Offsets: true}, ""},
	{"gradient", "textureSampleGrad(t, s, p, vec2f(x / 4, y / 8), vec2f(0.01, y / 8))", lower.TexOptions{Gradients: true}, ""},
	{"gradient/array", "textureSampleGrad(a, s, p, i % 3, vec2f(x / 4, 0), vec2f(0.01, x))", lower.TexOptions{Gradients: true}, ""},
	{"gradient/volume", "textureSampleGrad(v, s, vec3f(p, y), vec3f(x, 0, y), vec3f(0.01, x, 0))", lower.TexOptions{Gradients: true}, ""},
	{"gradient/cube", "textureSampleGrad(q, s, vec3f(p - 0.4, 0.3) * 7, vec3f(x, 0.1, y) * 2, vec3f(0.01, x, 0) * 3)", lower.TexOptions{Gradients: true}, ""},
	{"gradient/volume/alone", "textureSampleGrad(v, s, vec3f(p, y), vec3f(x, 0, y), vec3f(0.01, x, 0)) + textureSampleGrad(t, s, p, vec2f(x / 4, y / 8), vec2f(0.01, y / 8))",
		lower.TexOptions{Gradients: true, GradientDims: lower.Tex3D}, ""},
	{"gradient/cube/side", "textureSampleGrad(q, s, vec3f(1 - 2 * f32(i % 2), p - 0.5), vec3f(x, 0.1, -y) / 2, vec3f(0.01, x, 0))", lower.TexOptions{Gradients: true}, ""},
	{"gradient/cube/top", "textureSampleGrad(q, s, vec3f(x - 0.5, 2, -y), vec3f(x, 0.1, -y) / 3, vec3f(0.01, x, 0.2) / 2)", lower.TexOptions{Gradients: true}, ""},
	{"size", "vec4f(vec2f(textureDimensions(t, i % 3)), vec2f(textureDimensions(q, i % 2)))", lower.TexOptions{LevelSize: true}, ""},
	{"size/volume", "vec4f(vec3f(textureDimensions(v, i % 2)), f32(textureDimensions(a, 1).x))", lower.TexOptions{LevelSize: true}, ""},
	{"clamp", "textureSampleBaseClampToEdge(t, s, p * 3 - 1)", lower.TexOptions{ClampEdge: true}, ""},
	{"fetch", "textureLoad(t, vec2i(i32(i) % 5, i32(i) % 4), i % 2)", lower.TexOptions{FetchClamp: true}, ""},
	{"fetch/outside", "textureLoad(t, vec2u(i, i * 3), i)", lower.TexOptions{FetchClamp: true},
		"textureLoad(t, min(vec2u(i, i * 3), textureDimensions(t, min(i, textureNumLevels(t) - 1)) - 1), min(i, textureNumLevels(t) - 1))"},
	{"fetch/layer", "textureLoad(a, vec2i(i32(i) - 9, 2), i32(i), 0)", lower.TexOptions{FetchClamp: true},
		"textureLoad(a, min(vec2u(i - 9, 2), textureDimensions(a) - 1), min(i, textureNumLayers(a) - 1), 0)"},
	{"cube", "textureSampleLevel(q, s, vec3f(p - 0.4, 0.3) * 7, 0)", lower.TexOptions{NormalCubes: true}, ""},
	{"saturate", "textureSampleLevel(t, s, p * 3 - 1, 0)", lower.TexOptions{Saturate: lower.TexX},
		"textureSampleLevel(t, s, vec2f(saturate(x * 3 - 1), y * 3 - 1), 0)"},
	{"saturate/volume", "textureSampleLevel(v, s, vec3f(p * 3 - 1, x * 4), 0)", lower.TexOptions{Saturate: lower.TexX | lower.TexY | lower.TexZ},
		"textureSampleLevel(v, s, saturate(vec3f(p * 3 - 1, x * 4)), 0)"},
	{"shadow/less", "vec4f(textureSampleCompareLevel(d, c, p, y))", lower.TexOptions{Shadow: lower.ShadowLess},
		"vec4f(f32(y < textureSampleLevel(d, s, p, 0)))"},
	{"shadow/greater-equal", "textureGatherCompare(d, c, p, x)", lower.TexOptions{Shadow: lower.ShadowGreaterEqual},
		"vec4f(vec4f(x) >= textureGather(d, s, p))"},
	{"shadow/less-equal", "textureGatherCompare(d, c, p, x)", lower.TexOptions{Shadow: lower.ShadowLessEqual},
		"vec4f(vec4f(x) <= textureGather(d, s, p))"},
	{"shadow/greater", "textureGatherCompare(d, c, p, x)", lower.TexOptions{Shadow: lower.ShadowGreater},
		"vec4f(vec4f(x) > textureGather(d, s, p))"},
	{"shadow/equal", "textureGatherCompare(d, c, p, textureLoad(d, vec2u(i % 8, i / 8), 0))", lower.TexOptions{Shadow: lower.ShadowEqual},
		"vec4f(vec4f(textureLoad(d, vec2u(i % 8, i / 8), 0)) == textureGather(d, s, p))"},
	{"shadow/not-equal", "textureGatherCompare(d, c, p, textureLoad(d, vec2u(i % 8, i / 8), 0))", lower.TexOptions{Shadow: lower.ShadowNotEqual},
		"vec4f(vec4f(textureLoad(d, vec2u(i % 8, i / 8), 0)) != textureGather(d, s, p))"},
	{"shadow/always", "textureGatherCompare(d, c, p, x)", lower.TexOptions{Shadow: lower.ShadowAlways}, "vec4f(1)"},
	{"shadow/never", "textureGatherCompare(d, c, p, x)", lower.TexOptions{Shadow: lower.ShadowNever}, "vec4f()"},
	{"srgb", "textureSampleLevel(t, s, p, 0)", lower.TexOptions{SRGB: "*"},
		"vec4f(select(pow((textureSampleLevel(t, s, p, 0).rgb + 0.055) / 1.055, vec3f(2.4)), textureSampleLevel(t, s, p, 0).rgb / 12.92, textureSampleLevel(t, s, p, 0).rgb <= vec3f(0.04045)), textureSampleLevel(t, s, p, 0).a)"},
	{"swizzle", "textureSampleLevel(t, s, p, 0)", lower.TexOptions{Swizzles: "b1r0"},
		"vec4f(textureSampleLevel(t, s, p, 0).b, 1, textureSampleLevel(t, s, p, 0).r, 0)"},
	{"scale", "textureSampleLevel(t, s, p, 0)", lower.TexOptions{Scale: 4}, "textureSampleLevel(t, s, p, 0) * 4"},
	{"ycbcr/identity", "textureSampleLevel(t, s, p, 0)", lower.TexOptions{YCbCr: "*", Model: lower.ModelIdentity, Range: lower.RangeFull, Depth: 8},
		"textureSampleLevel(t, s, p, 0) - vec4f(128.0 / 255, 0, 128.0 / 255, 0)"},
	{"ycbcr/identity/narrow/10", "textureSampleLevel(t, s, p, 0)", lower.TexOptions{YCbCr: "t", Model: lower.ModelIdentity, Range: lower.RangeNarrow, Depth: 10},
		"(textureSampleLevel(t, s, p, 0) * vec2f(1023, 1).xxxy - vec4f(512, 64, 512, 0)) / vec4f(896, 876, 896, 1)"},
	{"ycbcr/bt601", "textureSampleLevel(t, s, p, 0)", lower.TexOptions{YCbCr: "*", Model: lower.Model601, Range: lower.RangeFull, Depth: 8},
		"vec4f(mat3x3f(1.402, -0.299 * 1.402 / 0.587, 0, 1, 1, 1, 0, -0.114 * 1.772 / 0.587, 1.772) * (textureSampleLevel(t, s, p, 0).xyz - vec3f(128.0 / 255, 0, 128.0 / 255)), textureSampleLevel(t, s, p, 0).w)"},
	{"ycbcr/bt709/narrow", "textureSampleLevel(t, s, p, 0)", lower.TexOptions{YCbCr: "*", Model: lower.Model709, Range: lower.RangeNarrow, Depth: 8},
		"vec4f(mat3x3f(1.5748, -0.2126 * 1.5748 / 0.7152, 0, 1, 1, 1, 0, -0.0722 * 1.8556 / 0.7152, 1.8556) * ((255 * textureSampleLevel(t, s, p, 0).xyz - vec3f(128, 16, 128)) / vec3f(224, 219, 224)), textureSampleLevel(t, s, p, 0).w)"},
	{"ycbcr/bt2020/swizzled", "textureSampleLevel(t, s, p, 0)", lower.TexOptions{YCbCr: "*", Model: lower.Model2020, Range: lower.RangeFull, Depth: 16, Swizzles: "bgra"},
		"vec4f(mat3x3f(1.4746, -0.2627 * 1.4746 / 0.678, 0, 1, 1, 1, 0, -0.0593 * 1.8814 / 0.678, 1.8814) * (textureSampleLevel(t, s, p, 0).zyx - vec3f(32768.0 / 65535, 0, 32768.0 / 65535)), textureSampleLevel(t, s, p, 0).w)"},
}

// textureResources are textures whose texels differ, and samplers, of which the second
// compares or doesn't.
func textureResources(t *testing.T, compares bool) *exec.Resources {
	t.Helper()
	r := new(exec.Resources)
	bind := func(binding uint32, d exec.TextureDesc) {
		x, err := exec.NewTexture(d)
		if err != nil {
			t.Fatal(err)
		}
		for l := range x.Levels {
			w, h, depth := x.Size(l)
			for z := range max(x.Layers, depth) {
				for k := range w * h {
					var texel exec.Texel
					for c := range 4 {
						hash := (k*2654435761 + l*40503 + z*97 + uint32(c)*31 + binding*7) >> 3 % 64
						texel[c] = uint64(math.Float32bits(float32(hash%64) / 64))
					}
					x.Set(l, k%w, k/w, z, 0, texel)
				}
			}
		}
		r.Bind(0, binding, x)
	}
	colour := exec.FormatOf(ir.Rgba32Float)
	bind(1, exec.TextureDesc{Dim: ir.Dim2D, Format: colour, Width: 16, Height: 8, Levels: 3})
	bind(3, exec.TextureDesc{Dim: ir.Dim2D, Format: exec.Depth32Float, Width: 8, Height: 8})
	bind(5, exec.TextureDesc{Dim: ir.Dim2D, Format: colour, Width: 8, Height: 8, Layers: 3, Levels: 2})
	bind(6, exec.TextureDesc{Dim: ir.Dim2D, Format: colour, Width: 8, Height: 8, Layers: 6, Levels: 2})
	bind(7, exec.TextureDesc{Dim: ir.Dim3D, Format: colour, Width: 8, Height: 4, Depth: 4, Levels: 2})
	r.Bind(0, 2, exec.NewSampler(exec.Nearest, exec.Repeat))
	compare := exec.NewSampler(exec.Nearest, exec.Repeat)
	if compares {
		compare.Compare = exec.CompareLess
	}
	r.Bind(0, 4, compare)
	return r
}

// runTextures runs a shader with textures and returns what it writes.
func runTextures(t *testing.T, s *ssa.Shader, compares bool) []float32 {
	t.Helper()
	p, err := interp.SSAEngine{}.Load(s, exec.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	r := textureResources(t, compares)
	out := exec.NewBuffer(64 * 16)
	r.Bind(0, 0, out)
	if _, err := p.Dispatch(context.Background(), "main", [3]uint32{1, 1, 1}, r, exec.RunOptions{MaxSteps: 1 << 20}); err != nil {
		t.Fatal(err)
	}
	list := make([]float32, 64*4)
	for k := range list {
		list[k] = math.Float32frombits(binary.LittleEndian.Uint32(out.Data[4*k:]))
	}
	return list
}

// TestTextureLowering runs each case before and after the pass with its option, or with
// the value that the option stands for.
func TestTextureLowering(t *testing.T) {
	for _, x := range textureCases {
		t.Run(x.name, func(t *testing.T) {
			make := func(value string) *ssa.Shader {
				return fromWGSL(t, []byte(textureShader+"  out[i] = "+value+";\n}\n"))
			}
			s, first := make(x.value), make(x.value)
			if x.same != "" {
				first = make(x.same)
			}
			was := ssa.Print(s)
			r, err := pipeline.Run(s, pipeline.Of(lower.Tex(x.o)), pipeline.Options{Verify: true})
			if err != nil {
				t.Fatal(err)
			}
			if !r.Changed {
				t.Fatalf("nothing changed in\n%s", was)
			}
			want, got := runTextures(t, first, true), runTextures(t, s, x.o.Shadow == lower.ShadowStays)
			different := map[float32]bool{}
			for k := range want {
				different[want[k]] = true
				if math.Abs(float64(want[k]-got[k])) > 1e-5 {
					t.Fatalf("component %d is %v, not %v\n%s", k, got[k], want[k], ssa.Print(s))
				}
			}
			if len(different) < 2 && x.o.Shadow != lower.ShadowAlways && x.o.Shadow != lower.ShadowNever {
				t.Errorf("all of it is %v", want[0])
			}
		})
	}
}

// TestTextureLoweringRest demands that a machine's pass leaves nothing of what it is asked
// to do, of all cases in a row.
func TestTextureLoweringRest(t *testing.T) {
	text := textureShader
	for _, x := range textureCases {
		if x.same == "" {
			text += "  out[i] += " + x.value + ";\n"
		}
	}
	s := fromWGSL(t, []byte(text+"}\n"))
	want := runTextures(t, s, true)
	for _, p := range []*pass.Pass{lower.LowerTex, lower.Tex(lower.TexOptions{NormalCubes: true})} {
		if _, err := pipeline.Run(s, pipeline.Of(p), pipeline.Options{Verify: p == lower.LowerTex}); err != nil {
			t.Fatal(err)
		}
	}
	if lower.LowerTex.Run(s) {
		t.Error("something is left")
	}
	for k, got := range runTextures(t, s, true) {
		if math.Abs(float64(want[k]-got)) > 1e-4 {
			t.Fatalf("component %d is %v, not %v", k, got, want[k])
		}
	}
}

// TestTextureLoweringCombined demands that gradients of textures that have their samplers in
// them become levels, by sizes of as many components as the images have.
func TestTextureLoweringCombined(t *testing.T) {
	for _, c := range []struct{ image, coord, size string }{
		{"1d, sampled, f32", "f32", "u32"},
		{"2d, sampled, f32", "vec2<f32>", "vec2<u32>"},
		{"3d, sampled, f32", "vec3<f32>", "vec3<u32>"},
		{"cube, sampled, f32", "vec3<f32>", "vec2<u32>"},
	} {
		s, err := ssa.Parse("in.ssa", []byte(`var @t : sampled_image<image<`+c.image+`>> resource(none) binding(0, 7)
func @main($uv : `+c.coord+` location(0)) -> vec4<f32> location(0) {
  b1:
    %1 = deref_var @t : sampled_image<image<`+c.image+`>>
    %2 = param index=0 : `+c.coord+`
    %3 = tex texture: %1, coord: %2, lod: %2, ddy: %2, level=gradient : vec4<f32>
    return %3
}
entry fragment @main
`))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := pipeline.Run(s, pipeline.Of(lower.LowerTex), pipeline.Options{Verify: true}); err != nil {
			t.Errorf("%s: %v", c.image, err)
		}
		text := string(ssa.Print(s))
		if !strings.Contains(text, "txs texture: %1 : "+c.size+"\n") || !strings.Contains(text, "level=exact") {
			t.Errorf("%s:\n%s", c.image, text)
		}
	}
}

// TestGradientDims demands that gradients of the stated kinds of textures become levels, and no others.
func TestGradientDims(t *testing.T) {
	text := textureShader + "  out[i] = textureSampleGrad(v, s, vec3f(p, y), vec3f(x), vec3f(y)) + textureSampleGrad(t, s, p, p, p) + textureSampleGrad(q, s, vec3f(p, 1), vec3f(x), vec3f(y));\n}\n"
	for dims, want := range map[lower.TexDims]int{0: 0, lower.Tex3D: 2, lower.Tex2D | lower.TexCube: 1, lower.Tex1D: 3} {
		s := fromWGSL(t, []byte(text))
		lower.Tex(lower.TexOptions{Gradients: true, GradientDims: dims}).Run(s)
		if n := strings.Count(string(ssa.Print(s)), "level=gradient"); n != want {
			t.Errorf("of %v %d stay, not %d", dims, n, want)
		}
	}
}
