package raygen_test

// Tests that run random programs: the engines and a driver, by several paths.

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"refract"
	"refract/back/glsl"
	rexec "refract/exec"
	"refract/exec/interp"
	"refract/exec/wasm"
	_ "refract/internal/harness/plans" // has plans of text checked
	"refract/internal/raygen"
	"refract/internal/ssa/fromir"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir"
	"refract/ir/validate"
)

// first is the number of the first program.
func first() uint64 {
	n, _ := strconv.ParseUint(os.Getenv("REFRACT_SEED"), 10, 64)
	return n
}

// read reads and optimizes the shader of a program.
func read(t testing.TB, source string, level int) *refract.Valid {
	t.Helper()
	valid, err := refract.Check(context.Background(), "test.comp", []byte(source), refract.CheckOptions{
		Validate: refract.ValidateOptions{Capabilities: validate.All}})
	if err == nil && level > 0 {
		valid, err = refract.Optimize(context.Background(), valid, refract.OptimizeOptions{Level: level})
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	return valid
}

// run runs a program on an engine.
func run(t testing.TB, e rexec.Engine, load func(e rexec.Engine) (rexec.Program, error), p *raygen.Program, scene *rexec.AccelerationStructure) []byte {
	t.Helper()
	program, err := load(e)
	if err != nil {
		t.Fatalf("%s: %v\n%s", e.Name(), err, p.Source)
	}
	var r rexec.Resources
	out := rexec.NewBuffer(int(p.Size))
	r.Bind(0, 0, scene)
	r.Bind(0, 1, &rexec.Buffer{Data: bytes.Clone(p.Rays)})
	r.Bind(0, 2, out)
	r.Bind(0, 3, &rexec.Buffer{Data: bytes.Clone(p.Boxes)})
	if _, err := program.Dispatch(context.Background(), "main", [3]uint32{p.Groups, 1, 1}, &r, rexec.RunOptions{}); err != nil {
		t.Fatalf("%s: %v\n%s", e.Name(), err, p.Source)
	}
	return out.Data
}

// compare reports the first word that differs; floats have a tolerance.
func compare(p *raygen.Program, got, want []byte, exact bool) error {
	return compareWords(p.IsFloat, got, want, exact)
}

func compareWords(isFloat func(word int) bool, got, want []byte, exact bool) error {
	for k := range len(want) / 4 {
		a, b := binary.LittleEndian.Uint32(got[4*k:]), binary.LittleEndian.Uint32(want[4*k:])
		if a == b {
			continue
		}
		if isFloat(k) {
			x, y := float64(math.Float32frombits(a)), float64(math.Float32frombits(b))
			if !exact && math.Abs(x-y) <= 2e-3*(1+math.Abs(y)) {
				continue
			}
			return fmt.Errorf("word %d is %v, not %v", k, x, y)
		}
		return fmt.Errorf("word %d is %d, not %d", k, a, b)
	}
	return nil
}

func module(m *ir.Module) func(e rexec.Engine) (rexec.Program, error) {
	return func(e rexec.Engine) (rexec.Program, error) { return e.Load(m, rexec.LoadOptions{}) }
}

func ssa(m *ir.Module) func(e rexec.Engine) (rexec.Program, error) {
	return func(rexec.Engine) (rexec.Program, error) {
		return interp.SSAEngine{}.Load(fromir.Module(m, fromir.Options{Strict: true}), rexec.LoadOptions{})
	}
}

// TestEngines compares the engines, before and after the optimizer: they give the same
// bytes.
func TestEngines(t *testing.T) {
	hits := 0
	for k := range uint64(sweep.Sample(300)) {
		seed := first() + k
		p := raygen.New(seed)
		if seed%4 == 3 {
			p = raygen.NewFull(seed)
		}
		scene, err := p.Build()
		if err != nil {
			t.Fatal(err)
		}
		plain := read(t, p.Source, 0)
		want := run(t, interp.Engine{}, module(plain.Module), p, scene)
		if bytes.Count(want, []byte{0}) < len(want)*3/4 {
			hits++
		}
		for name, got := range map[string][]byte{
			"in SSA form": run(t, interp.Engine{}, ssa(plain.Module), p, scene),
			"wasm":        run(t, wasm.Engine{}, module(plain.Module), p, scene),
			"optimized":   run(t, interp.Engine{}, module(read(t, p.Source, 2).Module), p, scene),
		} {
			if err := compare(p, got, want, true); err != nil {
				t.Fatalf("program %d, %s: %v\n%s", seed, name, err, p.Source)
			}
		}
	}
	t.Logf("%d programs with many results", hits)
}

// glslOptions are for Vulkan's GLSL of version 460.
func glslOptions() *glsl.Options {
	o := glsl.NewOptions()
	o.Version, o.Vulkan = glsl.Version{Number: 460}, true
	return &o
}

// tool is a program of the newer tools of $REFRACT_ORACLES, or the one in the path.
func tool(name string) string {
	folder := os.Getenv("REFRACT_ORACLES")
	if folder == "" {
		home, _ := os.UserHomeDir()
		folder = filepath.Join(home, ".cache", "refract-oracles")
	}
	newer := filepath.Join(folder, "newer", "bin", name)
	if _, err := os.Stat(newer); err != nil {
		return name
	}
	return newer
}

// glslang makes SPIR-V of GLSL; if inline is set, calls are replaced by functions' bodies.
func glslang(t testing.TB, source string, inline bool) []byte {
	t.Helper()
	return glslangStage(t, "comp", source, inline)
}

func glslangStage(t testing.TB, extension, source string, inline bool) []byte {
	t.Helper()
	dir := t.TempDir()
	in, out := filepath.Join(dir, "a."+extension), filepath.Join(dir, "a.spv")
	if err := os.WriteFile(in, []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	if text, err := exec.Command(tool("glslangValidator"), "-V", "--target-env", "vulkan1.3", "-o", out, in).CombinedOutput(); err != nil {
		t.Fatalf("glslang: %v\n%s\n%s", err, text, source)
	}
	if inline {
		if text, err := exec.Command(tool("spirv-opt"), "--merge-return", "--inline-entry-points-exhaustive", "--eliminate-dead-functions", "-o", out, out).CombinedOutput(); err != nil {
			t.Fatalf("spirv-opt: %v\n%s\n%s", err, text, source)
		}
	}
	code, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// onDriver runs SPIR-V of a program on the driver.
func onDriver(t testing.TB, d *vkrun.Device, p *raygen.Program, code []byte) []byte {
	t.Helper()
	out := make([]byte, p.Size)
	bindings := []vkrun.Binding{{Structure: &vkrun.Structure{Bottoms: p.Bottoms, Instances: p.Instances, Of: p.Of}},
		{Binding: 1, Data: bytes.Clone(p.Rays)}, {Binding: 2, Data: out}, {Binding: 3, Data: bytes.Clone(p.Boxes)}}
	if err := d.Compute(vkrun.Shader{SPIRV: code}, bindings, nil, [3]uint32{p.Groups, 1, 1}); err != nil {
		t.Fatal(err)
	}
	return out
}

// written is a shader in a language.
func written(t testing.TB, valid *refract.Valid, language refract.Language, options any, source string) []byte {
	t.Helper()
	o := refract.WriteOptions{Language: language}
	if options != nil {
		o.Options = refract.LanguageOptions{language: options}
	}
	out, err := refract.Write(context.Background(), valid, o)
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	return out.Bytes()
}

// TestDriver compares a driver that runs SPIR-V of the source, of each level of the
// optimizer, and of GLSL that was written, with the reference engine.
func TestDriver(t *testing.T) {
	d := vkrun.OpenRays(t)
	for k := range uint64(sweep.Sample(40)) {
		seed := first() + k
		p := raygen.New(seed)
		scene, err := p.Build()
		if err != nil {
			t.Fatal(err)
		}
		want := run(t, interp.Engine{}, module(read(t, p.Source, 0).Module), p, scene)
		differs := func(name string, code []byte) {
			if err := compare(p, onDriver(t, d, p, code), want, false); err != nil {
				t.Fatalf("program %d, %s: %v\n%s", seed, name, err, p.Source)
			}
		}
		if !p.Deep {
			differs("glslang", glslang(t, p.Source, false))
		}
		for level := range 3 {
			differs(fmt.Sprintf("-O%d", level), written(t, read(t, p.Source, level), refract.SPIRV, nil, p.Source))
		}
		differs("GLSL", glslang(t, string(written(t, read(t, p.Source, int(seed%3)), refract.GLSL, glslOptions(), p.Source)), false))
	}
}

// TestRead reads SPIR-V and GLSL of programs that read the ray of a query back, and compares
// the engines and a driver.
func TestRead(t *testing.T) {
	d := vkrun.OpenRays(t)
	for k := range uint64(sweep.Sample(20)) {
		seed := first() + k
		p := raygen.NewFull(seed)
		scene, err := p.Build()
		if err != nil {
			t.Fatal(err)
		}
		if p.Struct {
			continue
		}
		code := glslang(t, p.Source, seed%2 == 0 && !p.Arrays)
		level := int(seed % 3)
		valid, err := refract.Check(context.Background(), "test.spv", code, refract.CheckOptions{Validate: refract.ValidateOptions{Capabilities: validate.All}})
		if err == nil && level > 0 {
			valid, err = refract.Optimize(context.Background(), valid, refract.OptimizeOptions{Level: level})
		}
		if err != nil {
			t.Fatalf("program %d: %v\n%s", seed, err, p.Source)
		}
		slow := run(t, interp.Engine{}, module(valid.Module), p, scene)
		want := slow
		if !p.Deep {
			want = onDriver(t, d, p, code)
		}
		fast := run(t, wasm.Engine{}, module(valid.Module), p, scene)
		if err := compare(p, fast, slow, true); err != nil {
			t.Fatalf("program %d, engines: %v\n%s", seed, err, p.Source)
		}
		again := read(t, p.Source, level)
		for name, got := range map[string][]byte{"engine": slow, "GLSL": run(t, interp.Engine{}, module(again.Module), p, scene),
			"written of GLSL": onDriver(t, d, p, written(t, again, refract.SPIRV, nil, p.Source)), "written": onDriver(t, d, p, written(t, valid, refract.SPIRV, nil, p.Source))} {
			if err := compare(p, got, want, false); err != nil {
				t.Fatalf("program %d, %s: %v\n%s", seed, name, err, p.Source)
			}
		}
	}
}

// replace replaces words in a text, in pairs.
func replace(text string, pairs ...string) string { return strings.NewReplacer(pairs...).Replace(text) }

// A stageSource is a shader of a pipeline.
type stageSource struct{ extension, text string }

// pipelineOf loads the shaders of a pipeline, each text once.
func pipelineOf(t testing.TB, p *raygen.Pipeline, load func(stageSource) rexec.Program) *rexec.RayPipeline {
	t.Helper()
	made := map[stageSource]rexec.Program{}
	stage := func(extension, text string) rexec.RayShader {
		if text == "" {
			return rexec.RayShader{}
		}
		s := stageSource{extension, text}
		if made[s] == nil {
			made[s] = load(s)
		}
		return rexec.RayShader{Program: made[s], Entry: "main"}
	}
	out := &rexec.RayPipeline{Generation: stage("rgen", p.Generation), MaxDepth: p.Depth}
	for _, text := range p.Miss {
		out.Miss = append(out.Miss, stage("rmiss", text))
	}
	for _, text := range p.Callable {
		out.Callable = append(out.Callable, stage("rcall", text))
	}
	for _, h := range p.Hit {
		out.Hit = append(out.Hit, rexec.HitGroup{ClosestHit: stage("rchit", h.ClosestHit), AnyHit: stage("rahit", h.AnyHit), Intersection: stage("rint", h.Intersection), Record: h.Record})
	}
	return out
}

// runPipeline runs a pipeline on an engine.
func runPipeline(t testing.TB, p *raygen.Pipeline, x *rexec.RayPipeline) []byte {
	t.Helper()
	scene, err := p.Build()
	if err != nil {
		t.Fatal(err)
	}
	var r rexec.Resources
	out := rexec.NewBuffer(int(p.Size))
	r.Bind(0, 0, scene)
	r.Bind(0, 1, &rexec.Buffer{Data: bytes.Clone(p.Rays)})
	r.Bind(0, 2, out)
	r.Bind(0, 3, &rexec.Buffer{Data: bytes.Clone(p.Boxes)})
	if _, err := x.Generation.Program.(rexec.RayTracer).TraceRays(context.Background(), x, [3]uint32{p.Points, 1, 1}, &r, rexec.RunOptions{Workers: 2}); err != nil {
		t.Fatal(err)
	}
	return out.Data
}

// readStage reads and optimizes a shader of a pipeline.
func readStage(t testing.TB, s stageSource, level int) *refract.Valid {
	t.Helper()
	valid, err := refract.Check(context.Background(), "test."+s.extension, []byte(s.text), refract.CheckOptions{
		Validate: refract.ValidateOptions{Capabilities: validate.All}})
	if err == nil && level > 0 {
		valid, err = refract.Optimize(context.Background(), valid, refract.OptimizeOptions{Level: level})
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, s.text)
	}
	return valid
}

func pipelineText(p *raygen.Pipeline) string {
	return p.Generation + "\n\n// closest hit\n" + p.Hit[0].ClosestHit + "\n\n// any hit\n" + p.Hit[0].AnyHit
}

// TestPipelines runs pipelines as modules, in SSA form, and optimized.
func TestPipelines(t *testing.T) {
	for k := range uint64(sweep.Sample(120)) {
		seed := first() + k
		p := raygen.NewPipeline(seed)
		load := func(level int, inSSA bool) []byte {
			return runPipeline(t, p, pipelineOf(t, p, func(s stageSource) rexec.Program {
				m := readStage(t, s, level).Module
				var x rexec.Program
				var err error
				if inSSA {
					x, err = interp.SSAEngine{}.Load(fromir.Module(m, fromir.Options{Strict: true}), rexec.LoadOptions{})
				} else {
					x, err = wasm.Auto{}.Load(m, rexec.LoadOptions{})
				}
				if err != nil {
					t.Fatal(err)
				}
				return x
			}))
		}
		want := load(0, false)
		for name, got := range map[string][]byte{"in SSA form": load(0, true), "-O1": load(1, false), "-O2": load(2, false)} {
			if err := compareWords(p.IsFloat, got, want, true); err != nil {
				t.Fatalf("pipeline %d, %s: %v\n%s", seed, name, err, pipelineText(p))
			}
		}
	}
}

// driverPipeline runs a pipeline on the driver, with the SPIR-V that code makes of each
// shader.
func driverPipeline(t testing.TB, d *vkrun.Device, p *raygen.Pipeline, code func(stageSource) []byte) []byte {
	t.Helper()
	out := make([]byte, p.Size)
	bindings := []vkrun.Binding{{Structure: &vkrun.Structure{Bottoms: p.Bottoms, Instances: p.Instances, Of: p.Of}},
		{Binding: 1, Data: bytes.Clone(p.Rays)}, {Binding: 2, Data: out}, {Binding: 3, Data: bytes.Clone(p.Boxes)}}
	tracePipeline(t, d, p, code, bindings)
	return out
}

// tracePipeline runs a pipeline on the driver with some bindings.
func tracePipeline(t testing.TB, d *vkrun.Device, p *raygen.Pipeline, code func(stageSource) []byte, bindings []vkrun.Binding) {
	t.Helper()
	made := map[stageSource][]byte{}
	stage := func(extension, text string) vkrun.Shader {
		if text == "" {
			return vkrun.Shader{}
		}
		s := stageSource{extension, text}
		if made[s] == nil {
			made[s] = code(s)
		}
		return vkrun.Shader{SPIRV: made[s]}
	}
	x := &vkrun.RayPipeline{Generation: stage("rgen", p.Generation), Depth: uint32(p.Depth)}
	for _, text := range p.Miss {
		x.Miss = append(x.Miss, vkrun.RayShader{Shader: stage("rmiss", text)})
	}
	for _, text := range p.Callable {
		x.Callable = append(x.Callable, vkrun.RayShader{Shader: stage("rcall", text)})
	}
	for _, h := range p.Hit {
		x.Hit = append(x.Hit, vkrun.RayHitGroup{ClosestHit: stage("rchit", h.ClosestHit), AnyHit: stage("rahit", h.AnyHit), Intersection: stage("rint", h.Intersection),
			Boxes: h.Boxes, Record: h.Record})
	}
	if err := d.TraceRays(x, bindings, [3]uint32{p.Points, 1, 1}); err != nil {
		t.Fatal(err)
	}
}

// TestDriverPipelines compares a driver, which runs SPIR-V of the sources, of a level of the
// optimizer, or of GLSL that was written, with the reference engine.
func TestDriverPipelines(t *testing.T) {
	d := vkrun.OpenRays(t)
	for k := range uint64(sweep.Sample(20)) {
		seed := first() + k
		p := raygen.NewPipeline(seed)
		want := runPipeline(t, p, pipelineOf(t, p, func(s stageSource) rexec.Program {
			x, err := interp.Engine{}.Load(readStage(t, s, 0).Module, rexec.LoadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			return x
		}))
		differs := func(name string, code func(stageSource) []byte) {
			if err := compareWords(p.IsFloat, driverPipeline(t, d, p, code), want, false); err != nil {
				t.Fatalf("pipeline %d, %s: %v\n%s", seed, name, err, pipelineText(p))
			}
		}
		// The driver takes seconds to compile a pipeline: one way for each.
		switch level := int(seed % 5); level {
		case 3:
			differs("glslang", func(s stageSource) []byte { return glslangStage(t, s.extension, s.text, false) })
		case 4:
			differs("GLSL", func(s stageSource) []byte {
				return glslangStage(t, s.extension, string(written(t, readStage(t, s, int(seed%3)), refract.GLSL, glslOptions(), s.text)), false)
			})
		default:
			differs(fmt.Sprintf("-O%d", level), func(s stageSource) []byte { return written(t, readStage(t, s, level), refract.SPIRV, nil, s.text) })
		}
	}
}
