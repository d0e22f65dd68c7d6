package conformance

// This file draws generated pairs of vertex and fragment shaders whose positions lie in and
// around the clip volume, and compares the picture of the source, by the rasterizer, with
// the picture of each translation on a Vulkan driver: SPIR-V, GLSL for Vulkan by glslang,
// WGSL by naga, HLSL by DXC; and GLSL for OpenGL as it is read again.

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	osexec "os/exec"
	"path/filepath"
	"strings"
	"testing"

	"refract"
	dxbcback "refract/back/dxbc"
	dxilback "refract/back/dxil"
	glslback "refract/back/glsl"
	"refract/exec"
	"refract/exec/raster"
	"refract/exec/wasm"
	"refract/front/glsl"
	"refract/internal/harness"
	"refract/internal/harness/glslang"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir"
)

// pairSize is the width and height of the pictures.
const pairSize = 24

// drawnPair is a program and the pictures of its translations.
type drawnPair struct {
	name     string
	language refract.Language
	text     string // of all stages, or of the vertex stage
	fragment string // of GLSL
	valid    *refract.Valid
	vs, fs   string
	count    int
	want     []float32 // on the screen, rows from the top
}

// pairText writes a program in a language that draws triangles of a table. The fragment
// shader shows the triangle, the depth and 1/w.
func pairText(r *rand.Rand, space ir.ClipSpace) (d drawnPair) {
	d.count = 3 * (2 + r.IntN(4))
	table := make([]string, d.count)
	low := 0.0
	if space == ir.ClipSpaceOpenGL {
		low = -1
	}
	for i := range table {
		w := 0.25 + 2*r.Float64()
		at := func(low, high float64) float64 { return (low + (high-low)*r.Float64()) * w }
		table[i] = fmt.Sprintf("(%.4f, %.4f, %.4f, %.4f)", at(-1.4, 1.4), at(-1.4, 1.4), at(low-0.15, 1.15), w)
	}
	list := func(t string) string { return t + strings.Join(table, ", "+t) }
	switch space {
	case ir.ClipSpaceWebGPU:
		d.language, d.vs, d.fs = refract.WGSL, "vs", "fs"
		d.text = fmt.Sprintf(`struct V { @builtin(position) place: vec4f, @location(0) @interpolate(flat, either) which: f32 }
@vertex fn vs(@builtin(vertex_index) i: u32) -> V {
  var table = array(%s);
  return V(table[i], f32(i / 3u));
}
@fragment fn fs(v: V) -> @location(0) vec4f { return vec4f(v.which + 1.0, v.place.z, v.place.w, 1.0); }
`, list("vec4f"))
	case ir.ClipSpaceVulkan, ir.ClipSpaceOpenGL:
		d.language, d.vs, d.fs = refract.GLSL, "vertex_main", "fragment_main"
		version, index, location := "450", "gl_VertexIndex", "layout(location = 0) "
		if space == ir.ClipSpaceOpenGL {
			version, index, location = "330", "gl_VertexID", ""
		}
		d.text = fmt.Sprintf("#version %s\n%sflat out float which;\nvoid main() {\n  vec4 table[%d] = vec4[](%s);\n  gl_Position = table[%s];\n  which = float(%[5]s / 3);\n}\n",
			version, location, d.count, list("vec4"), index)
		d.fragment = fmt.Sprintf("#version %s\n%sflat in float which;\n%[2]sout vec4 color;\nvoid main() { color = vec4(which + 1.0, gl_FragCoord.z, gl_FragCoord.w, 1.0); }\n", version, location)
	}
	return d
}

// read reads the program.
func (d *drawnPair) read(t *testing.T) {
	o := refract.CheckOptions{Parse: refract.ParseOptions{Language: d.language}}
	if d.fragment != "" {
		o.Parse.Options = refract.LanguageOptions{refract.GLSL: &glsl.Options{Stage: ir.StageVertex, Link: []glsl.Linked{{Name: "a.frag", Text: d.fragment}}}}
	}
	var err error
	if d.valid, err = refract.Check(context.Background(), "a.vert", []byte(d.text), o); err != nil {
		t.Fatalf("%s: %v\n%s", d.name, err, d.text)
	}
}

// rasterize draws a module as its entry points say, and returns the pixels as they are on
// the screen or in memory.
func rasterize(t *testing.T, m *ir.Module, vs, fs string, count int, inMemory bool) []float32 {
	t.Helper()
	p, err := (wasm.Engine{}).Load(m, exec.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	pass, picture, err := raster.NewPass(pairSize, pairSize, exec.FormatByName("rgba32float"), 1, true)
	if err != nil {
		t.Fatal(err)
	}
	if err := pass.ClearDepth(1); err != nil {
		t.Fatal(err)
	}
	clip, ok := raster.ClipSpaceOf(m, vs)
	if !ok {
		t.Fatalf("there is no vertex entry point %s", vs)
	}
	draw := &raster.Draw{Count: count, Pipeline: &raster.Pipeline{Vertex: raster.Shader{Program: p, Entry: vs}, Fragment: raster.Shader{Program: p, Entry: fs},
		Clip: clip, Depth: &raster.Depth{Compare: exec.CompareLess, Write: true}}}
	if err := pass.Draw(context.Background(), draw); err != nil {
		t.Fatal(err)
	}
	return rowsOf(picture.Level(0), clip == ir.ClipSpaceOpenGL && !inMemory)
}

// rowsOf are the floats of an image, its rows turned over if asked.
func rowsOf(data []byte, turned bool) []float32 {
	list := make([]float32, len(data)/4)
	for i := range list {
		row, column := i/(4*pairSize), i%(4*pairSize)
		if turned {
			row = pairSize - 1 - row
		}
		list[row*4*pairSize+column] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
	}
	return list
}

// onDriver draws SPIR-V. up says that its y runs up.
func (d *drawnPair) onDriver(device *vkrun.Device, vertex, fragment vkrun.Shader, up bool) ([]float32, error) {
	format, _ := vkrun.FormatByName("rgba32float")
	depth, _ := vkrun.FormatByName("depth32float")
	colors, _, err := device.DrawScene(&vkrun.Scene{Width: pairSize, Height: pairSize, Samples: 1, Colors: []vkrun.SceneColor{{Format: format}}, ClearDepth: 1, Depth: depth,
		Draws: []vkrun.SceneDraw{{Vertex: vertex, Fragment: fragment, Instances: 1, LineWidth: 1, Count: uint32(d.count), Topology: 3,
			Viewport: [6]float32{0, 0, pairSize, pairSize, 0, 1}, Scissor: [4]uint32{0, 0, pairSize, pairSize}, Blend: []vkrun.BlendState{{WriteMask: 15}},
			DepthTest: true, DepthWrite: true, DepthCompare: 1, FlipY: up}}})
	if err != nil {
		return nil, err
	}
	return rowsOf(colors[0], false), nil
}

// differs reports whether two pictures differ in more than rounding explains: the edges of
// triangles, and slopes from corners that are a part of a pixel off.
func differs(a, b []float32) bool {
	bad := 0
	for i := 0; i < len(a); i += 4 {
		for k := range 4 {
			if x := math.Abs(float64(a[i+k] - b[i+k])); !(x <= 0.01*math.Max(1, math.Abs(float64(a[i+k])))) {
				bad++
				break
			}
		}
	}
	return bad > pairSize*pairSize/50
}

// TestClipSpaces draws $REFRACT_PROGRAMS programs of each language from $REFRACT_SEED on.
func TestClipSpaces(t *testing.T) {
	device := vkrun.OpenTest(t)
	first, n := number("REFRACT_SEED", 1), sweep.Count(12)
	var list []*drawnPair
	for seed := first; seed < first+n; seed++ {
		for space := range ir.NumClipSpaces {
			d := pairText(rand.New(rand.NewPCG(uint64(seed), uint64(space))), space)
			d.name = fmt.Sprintf("%s %d", space, seed)
			d.read(t)
			if got, _ := raster.ClipSpaceOf(d.valid.Module, d.vs); got != space {
				t.Fatalf("%s: the positions are in the clip space of %s\n%s", d.name, got, d.text)
			}
			d.want = rasterize(t, d.valid.Module, d.vs, d.fs, d.count, false)
			list = append(list, &d)
		}
	}
	bad := 0
	compare := func(d *drawnPair, way string, got []float32, err error) {
		if err != nil {
			t.Errorf("%s by %s: %v", d.name, way, err)
		} else if differs(got, d.want) {
			if bad++; bad < 5 {
				t.Errorf("%s by %s is another picture\n%s%s", d.name, way, d.text, d.fragment)
			}
		}
	}
	t.Run("spirv", func(t *testing.T) {
		for _, d := range list {
			for _, level := range []int{0, 2} {
				v, err := optimizedTo(d.valid, level)
				if err != nil {
					t.Fatal(err)
				}
				out, err := refract.Write(context.Background(), v, refract.WriteOptions{Language: refract.SPIRV})
				if err != nil {
					t.Fatal(err)
				}
				got, err := d.onDriver(device, vkrun.Shader{SPIRV: out.Bytes(), Entry: d.vs}, vkrun.Shader{SPIRV: out.Bytes(), Entry: d.fs}, false)
				compare(d, fmt.Sprintf("SPIR-V at -O%d", level), got, err)
				again, err := refract.Check(context.Background(), "a.spv", out.Bytes(), refract.CheckOptions{})
				if err != nil {
					t.Fatal(err)
				}
				compare(d, "SPIR-V read again", rasterize(t, again.Module, d.vs, d.fs, d.count, false), nil)
			}
		}
	})
	t.Run("glsl", func(t *testing.T) { compareGLSL(t, device, list, compare) })
	t.Run("opengl", func(t *testing.T) {
		for _, d := range list {
			o := glslback.NewOptions()
			texts := writeStages(t, d, &o)
			again := drawnPair{name: d.name, language: refract.GLSL, text: texts[0], fragment: texts[1], count: d.count}
			again.read(t)
			// On the way to OpenGL an image keeps its place in memory.
			want := *d
			if space, _ := raster.ClipSpaceOf(d.valid.Module, d.vs); space == ir.ClipSpaceOpenGL {
				want.want = rasterize(t, d.valid.Module, d.vs, d.fs, d.count, true)
			}
			compare(&want, "GLSL for OpenGL", rasterize(t, again.valid.Module, "vertex_main", "fragment_main", d.count, true), nil)
		}
	})
	t.Run("wgsl", func(t *testing.T) { compareWGSL(t, device, list, compare) })
	t.Run("hlsl", func(t *testing.T) { compareHLSL(t, device, list, compare) })
	t.Run("dxbc", func(t *testing.T) {
		compareBytecode(t, device, list, compare, refract.DXBC, func(k int) any {
			o := dxbcback.NewOptions()
			o.Profile = []dxbcback.Profile{dxbcback.Profile40, dxbcback.Profile50, dxbcback.Profile51}[k%3]
			return &o
		})
	})
	t.Run("dxil", func(t *testing.T) {
		compareBytecode(t, device, list, compare, refract.DXIL, func(k int) any {
			o := dxilback.NewOptions()
			o.Profile = []dxilback.Profile{dxilback.Profile60, dxilback.Profile66}[k%2]
			return &o
		})
	})
	t.Logf("%d programs, %d pictures differ", len(list), bad)
}

func optimizedTo(v *refract.Valid, level int) (*refract.Valid, error) {
	if level == 0 {
		return v, nil
	}
	return refract.Optimize(context.Background(), v, refract.OptimizeOptions{Level: level, Strict: true})
}

// writeStages writes the vertex and the fragment shader of a program as GLSL.
func writeStages(t *testing.T, d *drawnPair, o *glslback.Options) (texts [2]string) {
	t.Helper()
	outputs, err := refract.WriteEach(context.Background(), d.valid, refract.WriteOptions{Language: refract.GLSL, Options: refract.LanguageOptions{refract.GLSL: o}})
	if err != nil {
		t.Fatal(err)
	}
	for _, out := range outputs {
		at := 0
		if out.EntryPoint == d.fs {
			at = 1
		}
		texts[at] = out.Text
	}
	return texts
}

// compareGLSL draws GLSL for Vulkan as glslang compiles it.
func compareGLSL(t *testing.T, device *vkrun.Device, list []*drawnPair, compare func(*drawnPair, string, []float32, error)) {
	glslang.Find(t)
	for _, d := range list {
		o := glslback.NewOptions()
		o.Vulkan = true
		texts := writeStages(t, d, &o)
		var shaders [2]vkrun.Shader
		for i, extension := range []string{"vert", "frag"} {
			code, err := glslang.Compile("1.0", glslang.Shader{Extension: extension, Source: texts[i]})
			if err != nil {
				t.Fatalf("%s: %v\n%s", d.name, err, texts[i])
			}
			shaders[i] = vkrun.Shader{SPIRV: code, Entry: "main"}
		}
		got, err := d.onDriver(device, shaders[0], shaders[1], false)
		compare(d, "GLSL for Vulkan", got, err)
	}
}

// compareWGSL draws WGSL as naga compiles it, whose SPIR-V has y downward.
func compareWGSL(t *testing.T, device *vkrun.Device, list []*drawnPair, compare func(*drawnPair, string, []float32, error)) {
	naga, _ := osexec.LookPath("naga")
	dir := t.TempDir()
	for _, d := range list {
		out, err := refract.Write(context.Background(), d.valid, refract.WriteOptions{Language: refract.WGSL})
		if err != nil {
			t.Fatal(err)
		}
		again, err := refract.Check(context.Background(), "a.wgsl", out.Bytes(), refract.CheckOptions{})
		if err != nil {
			t.Fatal(err)
		}
		compare(d, "WGSL read again", rasterize(t, again.Module, d.vs, d.fs, d.count, false), nil)
		if naga == "" {
			continue
		}
		file := filepath.Join(dir, "a.wgsl")
		if err := os.WriteFile(file, out.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		if message, err := osexec.Command(naga, file, file+".spv").CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s\n%s", d.name, err, message, out.Text)
		}
		code, err := os.ReadFile(file + ".spv")
		if err != nil {
			t.Fatal(err)
		}
		got, err := d.onDriver(device, vkrun.Shader{SPIRV: code, Entry: d.vs}, vkrun.Shader{SPIRV: code, Entry: d.fs}, false)
		compare(d, "WGSL by naga", got, err)
	}
}

// compareHLSL draws HLSL as DXC compiles it, whose y runs up.
func compareHLSL(t *testing.T, device *vkrun.Device, list []*drawnPair, compare func(*drawnPair, string, []float32, error)) {
	type source struct {
		Name    string `json:"name"`
		Source  string `json:"source"`
		Entry   string `json:"entry"`
		Profile string `json:"profile"`
	}
	type container struct {
		Name string `json:"name"`
		Code string `json:"code"`
	}
	var rows []source
	for _, d := range list {
		out, err := refract.Write(context.Background(), d.valid, refract.WriteOptions{Language: refract.HLSL})
		if err != nil {
			t.Fatal(err)
		}
		for i, stage := range []ir.Stage{ir.StageVertex, ir.StageFragment} {
			for _, e := range out.Mapping().EntryPoints {
				if e.Stage == stage.String() {
					rows = append(rows, source{d.name, out.Text, e.Text, []string{"vs_6_0", "ps_6_0"}[i]})
				}
			}
		}
	}
	var codes []container
	for i, v := range harness.Oracle(t, "hlsl", rows, "--code") {
		if !v.OK {
			t.Fatalf("%s: %s\n%s", v.Name, v.Text(), rows[i].Source)
		}
		codes = append(codes, container{v.Name, v.Code})
	}
	var words [][]byte
	for i, v := range harness.Oracle(t, "d3d-spirv", codes) {
		code, err := base64.StdEncoding.DecodeString(v.SPIRV)
		if err != nil || !v.OK {
			t.Fatalf("%s: %s %v\n%s", v.Name, v.Text(), err, rows[i].Source)
		}
		words = append(words, bytes.Clone(code))
	}
	for i, d := range list {
		got, err := d.onDriver(device, vkrun.Shader{SPIRV: words[2*i], Entry: "main"}, vkrun.Shader{SPIRV: words[2*i+1], Entry: "main"}, true)
		compare(d, "HLSL by DXC", got, err)
	}
}

// compareBytecode draws Direct3D bytecode, whose y runs up, with options by program.
func compareBytecode(t *testing.T, device *vkrun.Device, list []*drawnPair, compare func(*drawnPair, string, []float32, error), l refract.Language, options func(k int) any) {
	type container struct {
		Name string `json:"name"`
		Code string `json:"code"`
	}
	var codes []container
	for k, d := range list {
		outputs, err := refract.WriteEach(context.Background(), d.valid, refract.WriteOptions{Language: l, Options: refract.LanguageOptions{l: options(k)}})
		if err != nil {
			t.Fatalf("%s: %v", d.name, err)
		}
		for _, entry := range []string{d.vs, d.fs} {
			for _, out := range outputs {
				if out.EntryPoint == entry {
					codes = append(codes, container{d.name, base64.StdEncoding.EncodeToString(out.Bytes())})
				}
			}
		}
	}
	var words [][]byte
	for _, v := range harness.Oracle(t, "d3d-spirv", codes) {
		code, err := base64.StdEncoding.DecodeString(v.SPIRV)
		if err != nil || !v.OK {
			t.Fatalf("%s: %s %v", v.Name, v.Text(), err)
		}
		words = append(words, bytes.Clone(code))
	}
	for i, d := range list {
		got, err := d.onDriver(device, vkrun.Shader{SPIRV: words[2*i], Entry: "main"}, vkrun.Shader{SPIRV: words[2*i+1], Entry: "main"}, true)
		compare(d, l.String(), got, err)
	}
}
