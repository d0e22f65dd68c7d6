package stagegen_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	osexec "os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"testing"

	"refract"
	"refract/back/glsl"
	"refract/exec"
	"refract/exec/interp"
	"refract/exec/raster"
	"refract/exec/wasm"
	"refract/internal/front/glsl/pp"
	"refract/internal/harness"
	_ "refract/internal/harness/plans" // has plans of text checked
	"refract/internal/ir/transform"
	"refract/internal/stagegen"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir"
	"refract/ir/validate"

	front "refract/front/glsl"
)

const size = 16 // pixels of a side

// A result is what a pipeline left.
type result struct {
	sums   [stagegen.Sums]uint32
	pixels []byte
}

// check reads a shader of a pipeline and optimizes it.
func check(t testing.TB, name string, src []byte, stage ir.Stage, level int) *refract.Valid {
	t.Helper()
	o := refract.CheckOptions{Validate: refract.ValidateOptions{Capabilities: validate.All}}
	if stage != ir.NoStage {
		o.Parse = refract.ParseOptions{Language: refract.GLSL, Options: refract.LanguageOptions{
			refract.GLSL: &front.Options{Stage: stage, Preprocessor: pp.Options{Vulkan: true}}}}
	}
	valid, err := refract.Check(t.Context(), name, src, o)
	if err == nil && level > 0 {
		valid, err = refract.Optimize(t.Context(), valid, refract.OptimizeOptions{Level: level, Strict: true, Verify: true})
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	return valid
}

// write writes a shader.
func write(t *testing.T, v *refract.Valid, to refract.Language) []byte {
	t.Helper()
	o := glsl.NewOptions()
	o.Vulkan = true
	out, err := refract.Write(t.Context(), v, refract.WriteOptions{Language: to, Options: refract.LanguageOptions{refract.GLSL: &o}})
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// compiled has the results of glslang: tests draw the same pipelines.
var compiled sync.Map

// glslang compiles a shader as its project's compiler does.
func glslang(t *testing.T, source []byte, stage ir.Stage) []byte {
	t.Helper()
	type key struct {
		source string
		stage  ir.Stage
	}
	if code, ok := compiled.Load(key{string(source), stage}); ok {
		return code.([]byte)
	}
	file := filepath.Join(t.TempDir(), "a."+stage.Info().Extension)
	if err := os.WriteFile(file, source, 0o666); err != nil {
		t.Fatal(err)
	}
	out, err := osexec.Command(harness.Newer(t, "glslangValidator"), "-V", "--target-env", "vulkan1.3", "-o", file+".spv", file).CombinedOutput()
	if err != nil {
		t.Fatalf("%s\n%s", out, source)
	}
	code, err := os.ReadFile(file + ".spv")
	if err != nil {
		t.Fatal(err)
	}
	compiled.Store(key{string(source), stage}, code)
	return code
}

// topologies are those of vertices that are drawn, as Vulkan numbers them.
var topologies = map[ir.Topology]uint32{ir.TopologyPoints: vkrun.Points, ir.TopologyLines: vkrun.Lines, ir.TopologyTriangles: vkrun.Triangles,
	ir.TopologyLinesAdjacency: vkrun.LinesAdjacency, ir.TopologyTrianglesAdjacency: vkrun.TrianglesAdjacency}

var rasterTopologies = map[ir.Topology]raster.Topology{ir.TopologyPoints: raster.PointList, ir.TopologyLines: raster.LineList,
	ir.TopologyTriangles: raster.TriangleList, ir.TopologyLinesAdjacency: raster.LineListAdjacency,
	ir.TopologyTrianglesAdjacency: raster.TriangleListAdjacency}

var stages = map[ir.Stage]vkrun.Stage{ir.StageVertex: vkrun.Vertex, ir.StageTessellationControl: vkrun.TessellationControl,
	ir.StageTessellationEvaluation: vkrun.TessellationEvaluation, ir.StageGeometry: vkrun.Geometry, ir.StageFragment: vkrun.Fragment,
	ir.StageTask: vkrun.Task, ir.StageMesh: vkrun.Mesh}

// draw draws a pipeline with the given code of its shaders.
func draw(t *testing.T, d *vkrun.Device, p *stagegen.Pipeline, code [][]byte) (r result) {
	t.Helper()
	list := make([]vkrun.Shader, len(code))
	for i := range code {
		list[i].SPIRV = code[i]
	}
	return drawShaders(t, d, p, list)
}

// drawShaders draws a pipeline with entry points of modules.
func drawShaders(t *testing.T, d *vkrun.Device, p *stagegen.Pipeline, list []vkrun.Shader) (r result) {
	t.Helper()
	v := vkrun.Pipeline{Primitive: topologies[p.Input], Patch: p.Patch, Vertices: p.Vertices, Groups: p.Groups}
	if p.Patch > 0 {
		v.Primitive = vkrun.Patches
	}
	for i, s := range p.Shaders {
		v.Stages = append(v.Stages, vkrun.StageShader{Shader: list[i], Stage: stages[s.Stage]})
	}
	data := make([]byte, 4*stagegen.Sums)
	var err error
	if r.pixels, err = d.DrawPipeline(v, []vkrun.Binding{{Data: data}}, nil, vkrun.RGBA32F, size, size); err != nil {
		t.Fatal(err)
	}
	if _, err := binary.Decode(data, binary.LittleEndian, &r.sums); err != nil {
		t.Fatal(err)
	}
	return r
}

// onRaster draws a pipeline on the CPU.
func onRaster(t *testing.T, engine exec.Engine, p *stagegen.Pipeline, level int) (r result) {
	t.Helper()
	return inClipSpace(t, engine, p, level, ir.ClipSpaceVulkan)
}

// inClipSpace draws a pipeline on the CPU whose positions are converted to a clip space.
func inClipSpace(t *testing.T, engine exec.Engine, p *stagegen.Pipeline, level int, space ir.ClipSpace) (r result) {
	t.Helper()
	draw, sums, _ := rasterDraw(t, engine, p, level, space)
	return drawn(t, draw, sums)
}

// drawn draws on the CPU.
func drawn(t *testing.T, draw *raster.Draw, sums *exec.Buffer) (r result) {
	t.Helper()
	pass, picture, err := raster.NewPass(size, size, exec.FormatByName("rgba32float"), 1, false)
	if err != nil {
		t.Fatal(err)
	}
	if err := pass.Draw(t.Context(), draw); err != nil {
		t.Fatal(err)
	}
	if _, err := binary.Decode(sums.Data, binary.LittleEndian, &r.sums); err != nil {
		t.Fatal(err)
	}
	r.pixels = picture.Level(0)
	return r
}

// rasterDraw makes a draw on the CPU of a pipeline whose positions are converted to a clip space.
func rasterDraw(t *testing.T, engine exec.Engine, p *stagegen.Pipeline, level int, space ir.ClipSpace) (draw *raster.Draw, sums *exec.Buffer, pipeline *raster.Pipeline) {
	t.Helper()
	programs := make([]exec.Program, len(p.Shaders))
	for i, s := range p.Shaders {
		m := check(t, "a", []byte(s.Source), s.Stage, level).Module
		if space != ir.ClipSpaceVulkan {
			m = m.Clone()
			transform.ConvertPositions(m, space)
			if _, err := validate.Module(m, validate.Options{Capabilities: validate.All}); err != nil {
				t.Fatalf("%v\n%s", err, ir.Print(m))
			}
		}
		var err error
		if programs[i], err = engine.Load(m, exec.LoadOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	return drawOf(p, programs, space)
}

// drawOf makes a draw on the CPU of a pipeline with the given programs of its shaders.
func drawOf(p *stagegen.Pipeline, programs []exec.Program, space ir.ClipSpace) (draw *raster.Draw, sums *exec.Buffer, pipeline *raster.Pipeline) {
	pipeline = &raster.Pipeline{}
	pipeline.Clip = space
	into := map[ir.Stage]*raster.Shader{ir.StageVertex: &pipeline.Vertex, ir.StageTessellationControl: &pipeline.Control,
		ir.StageTessellationEvaluation: &pipeline.Evaluation, ir.StageGeometry: &pipeline.Geometry, ir.StageTask: &pipeline.Task,
		ir.StageMesh: &pipeline.Mesh, ir.StageFragment: &pipeline.Fragment}
	for i, s := range p.Shaders {
		*into[s.Stage] = raster.Shader{Program: programs[i], Entry: "main"}
	}
	pipeline.Primitive.Topology = rasterTopologies[p.Input]
	pipeline.PatchVertices = int(p.Patch)
	sums = exec.NewBuffer(4 * stagegen.Sums)
	var resources exec.Resources
	resources.Bind(0, 0, sums)
	return &raster.Draw{Pipeline: pipeline, Resources: &resources, Count: p.Vertices, Groups: p.Groups}, sums, pipeline
}

// TestDriver draws random pipelines on a driver, with the shaders as another compiler has them, as
// SPIR-V of each level of the optimizer, read from GLSL and from SPIR-V, and as GLSL that was
// written. All leave the same sums and pixels.
func TestDriver(t *testing.T) {
	if harness.Newer(t, "glslangValidator") == "" {
		t.Skip("needs glslang 15")
	}
	d := vkrun.OpenRays(t)
	first, _ := strconv.ParseUint(os.Getenv("REFRACT_SEED"), 10, 64)
	drawn, covered := 0, 0
	for n := range uint64(sweep.Sample(16)) {
		seed := first + n
		for k := range stagegen.NumKinds {
			p := stagegen.New(seed, k)
			all := func(f func(i int, s stagegen.Shader) []byte) [][]byte {
				list := make([][]byte, len(p.Shaders))
				for i, s := range p.Shaders {
					list[i] = f(i, s)
				}
				return list
			}
			reference := all(func(_ int, s stagegen.Shader) []byte { return glslang(t, []byte(s.Source), s.Stage) })
			want := draw(t, d, p, reference)
			if want.sums != [stagegen.Sums]uint32{} {
				drawn++
			}
			if bytes.ContainsFunc(want.pixels, func(r rune) bool { return r != 0 }) {
				covered++
			}
			same := func(name string, code [][]byte) {
				got := draw(t, d, p, code)
				if got.sums == want.sums && bytes.Equal(got.pixels, want.pixels) {
					return
				}
				alone := "" // stages that make a difference alone
				for i, s := range p.Shaders {
					mixed := slices.Clone(reference)
					mixed[i] = code[i]
					if got := draw(t, d, p, mixed); got.sums != want.sums || !bytes.Equal(got.pixels, want.pixels) {
						alone += fmt.Sprint(" ", s.Stage)
					}
				}
				t.Errorf("pipeline %d of %s, %s: sums differ: %t, pixels differ: %t; alone:%s", seed, k, name,
					got.sums != want.sums, !bytes.Equal(got.pixels, want.pixels), alone)
				if dir := os.Getenv("REFRACT_KEEP"); dir != "" {
					for i, s := range p.Shaders {
						file := filepath.Join(dir, fmt.Sprintf("%d-%d-%s.%s", seed, k, name, s.Stage.Info().Extension))
						_ = os.WriteFile(file, []byte(s.Source), 0o666)
						_ = os.WriteFile(file+".spv", code[i], 0o666)
					}
				}
			}
			for level := range 3 {
				same(fmt.Sprintf("-O%d", level), all(func(_ int, s stagegen.Shader) []byte {
					return write(t, check(t, "a", []byte(s.Source), s.Stage, level), refract.SPIRV)
				}))
			}
			level := int(seed % 3)
			same("SPIR-V", all(func(i int, _ stagegen.Shader) []byte {
				return write(t, check(t, "a.spv", reference[i], ir.NoStage, level), refract.SPIRV)
			}))
			same("GLSL", all(func(_ int, s stagegen.Shader) []byte {
				return glslang(t, write(t, check(t, "a", []byte(s.Source), s.Stage, level), refract.GLSL), s.Stage)
			}))
			if t.Failed() {
				return
			}
		}
	}
	t.Logf("%d pipelines ran, %d covered pixels", drawn, covered)
	if drawn == 0 || covered == 0 {
		t.Error("nothing was drawn")
	}
}

// TestClipSpaces draws random pipelines on the CPU in each clip space: the same sums and pixels.
// Depths lose bits on the way to OpenGL's and back.
func TestClipSpaces(t *testing.T) {
	first, _ := strconv.ParseUint(os.Getenv("REFRACT_SEED"), 10, 64)
	for n := range uint64(sweep.Count(4)) {
		seed := first + n
		for k := range stagegen.NumKinds {
			p := stagegen.New(seed, k)
			want := onRaster(t, interp.Engine{}, p, int(seed%3))
			for _, space := range []ir.ClipSpace{ir.ClipSpaceWebGPU, ir.ClipSpaceOpenGL} {
				got := inClipSpace(t, interp.Engine{}, p, int(seed%3), space)
				bad := 0
				for at := 0; at < len(want.pixels); at += 4 {
					if x, y := floatAt(got.pixels[at:]), floatAt(want.pixels[at:]); !(math.Abs(x-y) < 1.0/255) {
						bad++
					}
				}
				if k == stagegen.TessellationGeometry && space == ir.ClipSpaceOpenGL {
					continue // triangles that are ordered the other way begin with other vertices
				}
				if bad > 0 || got.sums != want.sums {
					t.Errorf("pipeline %d of %s in the clip space of %s: sums are the same: %t, %d numbers of pixels differ", seed, k, space, got.sums == want.sums, bad)
				}
			}
		}
	}
}

// TestRaster draws random pipelines on the CPU with both engines, and on a driver. All leave the
// same sums, and nearly the same pixels: those of lines may differ.
func TestRaster(t *testing.T) {
	if harness.Newer(t, "glslangValidator") == "" {
		t.Skip("needs glslang 15")
	}
	d := vkrun.OpenRays(t)
	first, _ := strconv.ParseUint(os.Getenv("REFRACT_SEED"), 10, 64)
	ran, same := 0, 0
	for n := range uint64(sweep.Sample(16)) {
		seed := first + n
		for k := range stagegen.NumKinds {
			p := stagegen.New(seed, k)
			code := make([][]byte, len(p.Shaders))
			for i, s := range p.Shaders {
				code[i] = glslang(t, []byte(s.Source), s.Stage)
			}
			want := draw(t, d, p, code)
			slow := onRaster(t, interp.Engine{}, p, int(seed%3))
			fast := onRaster(t, wasm.Engine{}, p, int((seed+1)%3))
			if slow.sums != fast.sums || !bytes.Equal(slow.pixels, fast.pixels) {
				t.Errorf("pipeline %d of %s: the engines differ", seed, k)
			}
			bad := 0
			for at := 0; at < len(want.pixels); at += 16 {
				for i := at; i < at+16; i += 4 {
					if x, y := floatAt(slow.pixels[i:]), floatAt(want.pixels[i:]); !(math.Abs(x-y) < 1.0/255) {
						bad++
						break
					}
				}
			}
			ran++
			if slow.sums == want.sums && bad == 0 {
				same++
			}
			if k == stagegen.TessellationGeometry {
				continue // the triangles of a patch, and their order, are each implementation's own
			}
			if slow.sums != want.sums || bad > size*size/50 {
				t.Errorf("pipeline %d of %s: sums are the same: %t, %d pixels differ", seed, k, slow.sums == want.sums, bad)
			}
		}
	}
	t.Logf("of %d pipelines %d have the same pixels", ran, same)
}

// floatAt is a float in memory.
func floatAt(p []byte) float64 { return float64(math.Float32frombits(binary.LittleEndian.Uint32(p))) }
