package conformance

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"refract/exec"
	"refract/exec/interp"
	"refract/internal/harness/differential"
	"refract/internal/progen"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir"
)

// samplings are ways to sample: the type of the texture, and the expression. p is a place from -1.5 to 2.5 that is on no line between
// texels, d a direction away from the edges of a cube's faces, layer one of three and
// sometimes beyond, level a level that isn't halfway between two.
var samplings = []struct{ texture, expr string }{
	{"texture_1d<f32>", "textureSampleLevel(t, s, p.x, 0)"},
	{"texture_2d<f32>", "textureSampleLevel(t, s, p.xy, level)"},
	{"texture_2d<f32>", "textureSampleLevel(t, s, p.xy, level, vec2i(3, -5))"},
	{"texture_2d<f32>", "textureSampleBaseClampToEdge(t, s, p.xy)"},
	{"texture_2d<f32>", "textureSampleGrad(t, s, p.xy, vec2f(exp2(f32(i % 4)) / 32, 0), vec2f(0, 1.0 / 16))"},
	{"texture_2d<f32>", "textureGather(2, t, s, p.xy, vec2i(-2, 1))"},
	{"texture_2d_array<f32>", "textureSampleLevel(t, s, p.xy, layer, level)"},
	{"texture_2d_array<f32>", "textureGather(0, t, s, p.xy, layer)"},
	{"texture_3d<f32>", "textureSampleLevel(t, s, p, level)"},
	{"texture_3d<f32>", "textureSampleLevel(t, s, p, level, vec3i(1, 2, -1))"},
	{"texture_cube<f32>", "textureSampleLevel(t, s, d, level)"},
	{"texture_cube<f32>", "textureGather(1, t, s, d)"},
	{"texture_cube_array<f32>", "textureSampleLevel(t, s, d, layer, level)"},
	{"texture_depth_2d", "vec4f(textureSampleLevel(t, s, p.xy, i32(i % 4)))"},
	{"texture_depth_2d_array", "textureGather(t, s, p.xy, layer)"},
	{"texture_2d<u32>", "vec4f(textureGather(1, t, s, p.xy) % vec4u(4096))"},
	{"texture_depth_2d", "vec4f(textureSampleCompareLevel(t, s, p.xy, 0.5))"},
	{"texture_depth_2d", "textureGatherCompare(t, s, p.xy, 0.25, vec2i(1, 1))"},
	{"texture_depth_2d_array", "vec4f(textureSampleCompareLevel(t, s, p.xy, layer, 0.75))"},
	{"texture_depth_cube", "vec4f(textureSampleCompareLevel(t, s, d, 0.5))"},
	{"texture_depth_cube", "vec4f(textureSampleCompareLevel(t, s, c, 0.5))"},
	{"texture_depth_cube", "textureGatherCompare(t, s, c, 0.75)"},
	{"texture_cube<f32>", "textureSampleLevel(t, s, c, 0)"},
	{"texture_cube<f32>", "textureGather(3, t, s, c)"},
	{"texture_depth_cube_array", "vec4f(textureSampleCompareLevel(t, s, d, layer, 0.5))"},
}

// samplingJob is the job of a way to sample.
func samplingJob(t *testing.T, texture, expr string, seed uint64) *differential.Job {
	t.Helper()
	sampler := "sampler"
	if strings.Contains(expr, "Compare") {
		sampler = "sampler_comparison"
	}
	j, err := differential.NewJob(texture+" "+expr, `
@group(0) @binding(0) var<storage, read_write> out: array<vec4f, 64>;
@group(0) @binding(1) var t: `+texture+`;
@group(0) @binding(2) var s: `+sampler+`;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
	let p = vec3f(vec3u(i * 37 + 11, i * 53 + 5, i * 29 + 17) % 256 * 2 + 1) / 128 - 1.5;
	let layer = i32(i % 5) - 1;
	let level = f32(i % 13) / 4 - 0.125;
	var d = (floor(p * 8) / 8 + 0.0625) * 1.5;
	let c = (vec3f(i / vec3u(1, 2, 4) % 2) * 8 - 4) * vec3f(1, 0.9375, 0.96875);
	d[i % 3] = select(-4.0, 4.0, i % 2 == 0);
	out[i] = `+expr+`;
}`, "main", [3]uint32{1, 1, 1}, nil, seed)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// withLevels gives the texture of a job three levels, all different.
func withLevels(t *testing.T, j *differential.Job) {
	t.Helper()
	x := &j.Textures[0]
	d := x.View.Texture.TextureDesc
	if d.Dim == ir.Dim1D || d.Levels > 1 {
		return
	}
	d.Levels = 3
	texture, err := exec.NewTexture(d)
	if err != nil {
		t.Fatal(err)
	}
	for level := range d.Levels {
		data, n := texture.Level(level), d.Format.Bytes()
		for at := 0; at < len(data); at += n {
			copy(data[at:at+n], x.View.Texture.Level(0)[(at+int(level)*n)%len(x.View.Texture.Level(0)):])
		}
	}
	view := *x.View
	view.Texture, view.Levels = texture, d.Levels
	x.View = &view
}

// TestSampling samples with every kind of sampler, or one in three where REFRACT_ALL
// isn't 1, in the interpreter, optimized, and on a Vulkan driver.
func TestSampling(t *testing.T) {
	engines := []differential.Engine{differential.Interpreter(), differential.Optimized(2), differential.OptimizedInterp(2),
		differential.Vulkan(vkrun.OpenTest(t), differential.SPIRVOptions(), false)}
	for n, c := range samplings {
		j := samplingJob(t, c.texture, c.expr, uint64(number("REFRACT_SEED", 0)+n))
		withLevels(t, j)
		for i, mode := range []exec.AddressMode{exec.ClampToEdge, exec.Repeat, exec.MirrorRepeat, exec.ClampToBorder} {
			if i != n%4 && os.Getenv("REFRACT_ALL") != "1" {
				continue
			}
			for filters := range 4 {
				s := exec.NewSampler(exec.Nearest, mode)
				s.Magnify, s.Minify, s.Mipmap = exec.Filter(filters/2), exec.Filter(filters/2), exec.Filter(filters%2)
				if comparison := strings.Contains(c.expr, "Compare"); comparison {
					s.Compare = exec.CompareLess + exec.Compare(n+filters)%6
				} else if filters > 1 && (strings.Contains(c.texture, "depth") || strings.Contains(c.texture, "u32")) {
					continue // not filtered
				}
				s.Border = exec.Border(n % 3)
				if strings.Contains(c.texture, "32>") && !strings.Contains(c.texture, "f32") {
					s.Border = exec.TransparentBlack // as integers it has the same bits
				}
				j.Samplers[0].Sampler = s
				if difference := differ(j, engines); difference != "" {
					t.Errorf("%s, %s, %v, minified %v, between levels %v: %s", c.texture, c.expr, mode, s.Minify, s.Mipmap, difference)
				}
			}
		}
	}
}

// implicitSamplings select levels by derivatives, which are powers of two: p is a place
// in the texture, step by step of the pixels two to the power of lod texels apart, or
// fewer in y, and d a direction that within a quad moves along an axis of a cube's face.
var implicitSamplings = []struct{ texture, expr string }{
	{"texture_2d<f32>", "textureSample(t, s, p)"},
	{"texture_2d<f32>", "textureSample(t, s, p, vec2i(2, -3))"},
	{"texture_2d<f32>", "textureSampleBias(t, s, p, -1)"},
	{"texture_2d<f32>", "textureSampleBias(t, s, p, 1)"},
	{"texture_2d_array<f32>", "textureSample(t, s, p, 2)"},
	{"texture_3d<f32>", "textureSample(t, s, vec3f(p, 0.28125))"},
	{"texture_cube<f32>", "textureSample(t, s, d)"},
	{"texture_depth_2d", "vec4f(textureSample(t, s, p))"},
	{"texture_depth_2d", "vec4f(textureSampleCompare(t, s, p, 0.5))"},
}

// TestSamplingImplicit draws textures whose levels derivatives select, in the
// interpreter and on a Vulkan driver: for one size of the pixels each, or for all
// where REFRACT_ALL is 1.
func TestSamplingImplicit(t *testing.T) {
	d := vkrun.OpenTest(t)
	for n, c := range implicitSamplings {
		for lod := range 4 {
			if lod != n%4 && os.Getenv("REFRACT_ALL") != "1" {
				continue
			}
			sampler := "sampler"
			if strings.Contains(c.expr, "Compare") {
				sampler = "sampler_comparison"
			}
			size := "vec2f(textureDimensions(t).xy)"
			j, err := differential.NewFragmentJob(c.texture+" "+c.expr, fmt.Sprintf(`
@group(0) @binding(1) var t: %s;
@group(0) @binding(2) var s: %s;
@fragment fn main(@builtin(position) at: vec4f) -> @location(0) vec4f {
	let p = (at.xy * vec2f(%d, %d) - 2.28125) / %s;
	let i = vec2u(at.xy);
	let d = vec3f(f32(i.x %% 2 * %d) / 4 + f32(i.x / 2) / 16 - 0.890625, f32(i.y / 2) / 2 - 0.28125, 1);
	return %s;
}`, c.texture, sampler, 1<<lod, (1<<lod+1)/2, size, 1<<min(lod, 2), c.expr), "main", uint64(n+lod))
			if err != nil {
				t.Fatal(err)
			}
			withLevels(t, j)
			for filters := range 4 {
				s := exec.NewSampler(exec.Nearest, exec.Repeat)
				s.Magnify, s.Minify, s.Mipmap = exec.Filter(filters/2), exec.Filter(filters/2), exec.Filter(filters%2)
				if sampler == "sampler_comparison" {
					s.Compare = exec.CompareGreater
				} else if filters > 1 && strings.Contains(c.texture, "depth") {
					continue
				}
				j.Samplers[0].Sampler = s
				want, err := j.Fragments(8, 4, 0)
				if err != nil {
					t.Fatal(err)
				}
				got, err := j.DrawSPIRV(d, 8, 4)
				if err != nil {
					t.Fatal(err)
				}
				if s := j.CompareDrawings(want, got); s != "" {
					t.Errorf("%s, %s, level %d, filters %d: %s", c.texture, c.expr, lod, filters, s)
				}
			}
		}
	}
}

// TestSamplingBytes filters a texture of normalized bytes. Mesa's driver does so with
// weights of 8 bits, each of which can be half a step off, and rounds between the axes
// to 8 bits.
func TestSamplingBytes(t *testing.T) {
	const most = 2.0 / 255
	vulkan := differential.Vulkan(vkrun.OpenTest(t), differential.SPIRVOptions(), false)
	j := samplingJob(t, "texture_2d<f32>", "textureSampleLevel(t, s, p.xy * 1.015625, 0)", 1)
	texture, err := exec.NewTexture(exec.TextureDesc{Dim: ir.Dim2D, Format: exec.FormatOf(ir.Rgba8Unorm), Width: 8, Height: 8})
	if err != nil {
		t.Fatal(err)
	}
	for i := range texture.Level(0) {
		texture.Level(0)[i] = byte(i * i * 7)
	}
	j.Textures[0].View = texture.View()
	j.Samplers[0].Sampler = exec.NewSampler(exec.Linear, exec.Repeat)
	want, err := differential.Interpreter().Run(j)
	if err != nil {
		t.Fatal(err)
	}
	got, err := vulkan.Run(j)
	if err != nil {
		t.Fatal(err)
	}
	float := func(b []byte, i int) float64 {
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:])))
	}
	worst := 0.0
	for i := range len(want[0]) / 4 {
		difference := math.Abs(float(want[0], i) - float(got[0], i))
		if worst = max(worst, difference); difference > most {
			t.Errorf("component %d is %v and %v", i, float(want[0], i), float(got[0], i))
		}
	}
	t.Log("the greatest difference is ", fmt.Sprintf("%.2f/255", worst*255))
}

// TestGeneratedTextures runs generated programs that read textures in the interpreter,
// on a Vulkan driver, optimized, and before and after each transform: a few, or as many
// as $REFRACT_PROGRAMS says, from $REFRACT_SEED on.
func TestGeneratedTextures(t *testing.T) {
	d := vkrun.OpenTest(t)
	others := []differential.Engine{differential.Vulkan(d, differential.SPIRVOptions(), false), differential.Optimized(2), differential.OptimizedInterp(2),
		differential.VulkanSSA(d, differential.SPIRVOptions(), false)}
	others = append(others, differential.Transforms()...)
	first, wrong := number("REFRACT_SEED", 0), 0
	for seed := first; seed < first+sweep.Count(30) && wrong < 10; seed++ {
		p := progen.Textures(uint64(seed))
		j, err := differential.NewJob(fmt.Sprint("seed ", seed), p.Source, p.Entry, p.Workgroups, nil, uint64(seed))
		if err != nil {
			t.Fatalf("%v\n%s", err, p.Source)
		}
		if _, err := differential.Run(interp.Engine{}, j, exec.CheckRaces|exec.CheckBounds); err != nil {
			t.Fatalf("%s: %v\n%s", j.Name, err, p.Source)
		}
		for _, e := range others {
			engines := []differential.Engine{differential.Interpreter(), e}
			if s := differ(j, engines); s != "" {
				wrong++
				t.Errorf("seed %d: %s\n%s", seed, s, reduced(j, uint64(seed), engines))
			}
		}
	}
}

// TestGeneratedTexturesCompiled runs such programs as HLSL and MSL: a few, or as many as
// $REFRACT_PROGRAMS says, from $REFRACT_SEED on. What the tool for MSL lacks is left out:
// cubes, comparisons, gathers, gradients, packed formats.
func TestGeneratedTexturesCompiled(t *testing.T) {
	reference := differential.Interpreter()
	var jobs []*differential.Job
	var want []differential.Result
	first := number("REFRACT_SEED", 0)
	for seed := first; seed < first+sweep.Count(40); seed++ {
		p := progen.Textures(uint64(seed))
		j, err := differential.NewJob(fmt.Sprint("seed ", seed), p.Source, p.Entry, p.Workgroups, nil, uint64(seed))
		if err != nil {
			t.Fatalf("%v\n%s", err, p.Source)
		}
		j.Turn = seed
		result, err := reference.Run(j)
		if err != nil {
			t.Fatalf("%s: %v\n%s", j.Name, err, p.Source)
		}
		jobs, want = append(jobs, j), append(want, result)
	}
	for _, r := range runners() {
		t.Run(r.name, func(t *testing.T) { r.agree(t, jobs, want) })
	}
}
