package stagegen_test

// This file runs passes on shaders of random pipelines: in SSA form on the interpreter, as the modules
// that the passes leave, and as SPIR-V on a driver. All leave the sums and pixels of the shaders before.

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"refract"
	"refract/exec"
	"refract/exec/interp"
	"refract/exec/raster"
	"refract/internal/harness"
	"refract/internal/ssa/pipeline"
	"refract/internal/stagegen"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// stagePasses are lists of passes for a stage, and an operation that they make in some of the shaders.
var stagePasses = []struct {
	stage  ir.Stage
	kinds  []stagegen.Kind
	passes string
	makes  op.Op
	module bool // the SSA form doesn't run by itself
}{
	{ir.StageGeometry, capturingGeometry, "gs-intrinsics", op.SetVertexAndPrimitiveCount, false},
	{ir.StageGeometry, capturingGeometry, "gs-intrinsics{primitives=off}", op.EmitVertexWithCounter, false},
	{ir.StageGeometry, capturingGeometry, "gs-intrinsics{primitives, primitive-vertices}", op.EmitVertexWithCounter, false},
	{ir.StageGeometry, capturingGeometry, "gs-intrinsics{per-stream, primitives, primitive-vertices, drop-incomplete}", op.EmitVertexWithCounter, false},
	{ir.StageGeometry, capturingGeometry, "gs-intrinsics{per-stream, primitives, drop-incomplete, always-end-primitive}", op.EndPrimitiveWithCounter, false},
	{ir.StageGeometry, capturingGeometry, "gs-intrinsics{always-end-primitive}", op.EndPrimitiveWithCounter, false},
	{ir.StageTask, tasks, "task-shader", op.ControlBarrier, false},
	{ir.StageTask, tasks, "task-shader{one-launch}", op.Pipeline, false},
	{ir.StageTask, tasks, "task-shader{shared-payload}, explicit-shared", op.StoreShared, false},
	{ir.StageTessellationControl, tessellations, "explicit-stage-io", op.StoreStageOutput, false},
	{ir.StageTessellationControl, tessellations, "explicit-stage-io, copy-prop, cse, dce", op.LoadStageInput, false},
	{ir.StageTessellationEvaluation, tessellations, "explicit-stage-io", op.LoadStageInput, false},
	{ir.StageGeometry, capturingGeometry, "explicit-stage-io, gs-intrinsics", op.StoreStageOutput, false},
	{ir.StageTask, tasks, "explicit-payload", op.StoreTaskPayload, false},
	{ir.StageMesh, tasks, "explicit-payload, explicit-stage-io, copy-prop, cse, vectorize-memory", op.LoadTaskPayload, false},
	{ir.StageMesh, meshes, "explicit-stage-io", op.StoreStageOutput, false},
	{ir.StageTessellationControl, tessellations, valuePasses, op.LoadSystemValue, true},
	{ir.StageTessellationEvaluation, tessellations, valuePasses, op.LoadSystemValue, true},
	{ir.StageGeometry, capturingGeometry, valuePasses, op.LoadSystemValue, true},
	{ir.StageMesh, meshes, valuePasses, op.LoadSystemValue, true},
}

// valuePasses lower system values.
const valuePasses = "global-to-local, vars-to-ssa, io-to-variables, io-to-temporaries, explicit-io, lower-system-values"

var (
	tessellations = []stagegen.Kind{stagegen.Tessellation, stagegen.TessellationGeometry}
	meshes        = []stagegen.Kind{stagegen.Mesh, stagegen.TaskMesh}
)

var tasks = []stagegen.Kind{stagegen.TaskMesh}

var capturingGeometry = []stagegen.Kind{stagegen.Geometry, stagegen.TessellationGeometry}

// inSSA is a shader in SSA form, with calls inlined and one return.
func inSSA(t *testing.T, s stagegen.Shader, level int) *ssa.Shader {
	t.Helper()
	form, err := refract.ToSSA(t.Context(), check(t, "a", []byte(s.Source), s.Stage, level), refract.OptimizeOptions{Strict: true})
	if err != nil {
		t.Fatal(err)
	}
	runPasses(t, form, "lower-returns, inline-functions, dead-functions, vars-to-ssa")
	return form
}

func runPasses(t *testing.T, s *ssa.Shader, list string) {
	t.Helper()
	p, err := pipeline.Parse(list)
	if err != nil {
		t.Fatal(err)
	}
	before := ssa.Print(s)
	if _, err := pipeline.Run(s, p, pipeline.Options{Verify: true, Establish: true}); err != nil {
		t.Fatalf("%s: %v\nbefore:\n%s\nafter:\n%s", list, err, before, ssa.Print(s))
	}
}

// has counts an operation.
func has(s *ssa.Shader, o op.Op) (n int) {
	for _, f := range s.Funcs[1:] {
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if f.Op(i) == o {
					n++
				}
			}
		}
	}
	return n
}

// TestPasses runs each list on the shaders of pipelines that capture their outputs.
func TestPasses(t *testing.T) {
	first, _ := strconv.ParseUint(os.Getenv("REFRACT_SEED"), 10, 64)
	made := make([]int, len(stagePasses))
	for n := range uint64(sweep.Count(6)) {
		seed := first + n
		for at, x := range stagePasses {
			for _, k := range x.kinds {
				p := stagegen.NewCapturing(seed, k)
				before, after := make([]exec.Program, len(p.Shaders)), make([]exec.Program, len(p.Shaders))
				again := make([]exec.Program, len(p.Shaders))
				for i, s := range p.Shaders {
					form := inSSA(t, s, int(seed%3))
					if seed%2 == 0 && s.Stage == ir.StageGeometry { // vertices beyond the limit are dropped
						g := &form.EntryPoints[0].Pipeline.Geometry
						g.MaxVertices = max(1, g.MaxVertices/2)
					}
					before[i] = loadSSA(t, form.Clone())
					if s.Stage == x.stage {
						runPasses(t, form, x.passes)
						made[at] += has(form, x.makes)
					}
					again[i] = loadModule(t, form)
					if after[i] = again[i]; !x.module || s.Stage != x.stage {
						after[i] = loadSSA(t, form)
					}
				}
				want := captureAndDraw(t, p, before)
				for name, programs := range map[string][]exec.Program{"SSA form": after, "module": again} {
					if got := captureAndDraw(t, p, programs); !got.equal(want) {
						t.Errorf("pipeline %d of %s, %s, %s: %s", seed, k, x.passes, name, got.difference(want))
					}
				}
				if t.Failed() {
					return
				}
			}
		}
	}
	for at, x := range stagePasses {
		if made[at] == 0 {
			t.Errorf("%s makes no %s", x.passes, x.makes)
		}
	}
}

// TestPassesDriver draws pipelines on a driver, with shaders before and after passes.
func TestPassesDriver(t *testing.T) {
	if harness.Newer(t, "glslangValidator") == "" {
		t.Skip("needs glslang 15")
	}
	d := vkrun.OpenRays(t)
	first, _ := strconv.ParseUint(os.Getenv("REFRACT_SEED"), 10, 64)
	for n := range uint64(sweep.Sample(8)) {
		seed := first + n
		for k := range stagegen.NumKinds {
			p := stagegen.New(seed, k)
			var want result
			var reference [][]byte // nil: not compiled yet
			for _, x := range stagePasses {
				if !slices.Contains(x.kinds, k) {
					continue
				}
				if reference == nil {
					for _, s := range p.Shaders {
						reference = append(reference, glslang(t, []byte(s.Source), s.Stage))
					}
					want = draw(t, d, p, reference)
				}
				code := slices.Clone(reference)
				for i, s := range p.Shaders {
					if s.Stage == x.stage {
						form := inSSA(t, s, int(seed%3))
						runPasses(t, form, x.passes)
						v, err := refract.FromSSA(t.Context(), form)
						if err != nil {
							t.Fatal(err)
						}
						code[i] = write(t, v, refract.SPIRV)
					}
				}
				if got := draw(t, d, p, code); got.sums != want.sums || !bytes.Equal(got.pixels, want.pixels) {
					t.Fatalf("pipeline %d of %s, %s: sums differ: %t, pixels differ: %t", seed, k, x.passes, got.sums != want.sums, !bytes.Equal(got.pixels, want.pixels))
				}
			}
		}
	}
}

// TestUniformAtomics runs atomic operations of fragments on places that are the same for all, before and
// after they become operations of the first fragment that is no helper.
func TestUniformAtomics(t *testing.T) {
	var d *vkrun.Device
	if sweep.On() {
		d = vkrun.OpenRays(t)
	}
	counted := 0
	for seed := range uint64(sweep.Count(24)) {
		p := stagegen.New(seed, stagegen.Geometry)
		last := &p.Shaders[len(p.Shaders)-1]
		end := strings.LastIndex(last.Source, "}")
		last.Source = last.Source[:end] + fmt.Sprintf(`  uint x = uint(color.x * 64.0) + uint(gl_FragCoord.x);
  atomicAdd(sums[%d], x);
  if (x %% 3u != 1u) { atomicMax(sums[%d], x * 5u); atomicXor(sums[7], x << 3); }
  for (uint i = 0u; i < x %% 4u; i++) color.y += float(min(atomicOr(sums[8 + i], 1u << (x & 31u)), 0u));
}
`, seed%4, 4+seed%3)
		before, after := make([]exec.Program, len(p.Shaders)), make([]exec.Program, len(p.Shaders))
		for i, s := range p.Shaders {
			form := inSSA(t, s, int(seed%3))
			before[i] = loadSSA(t, form.Clone())
			if s.Stage == ir.StageFragment {
				runPasses(t, form, "uniform-atomics")
				if n := has(form, op.SubgroupCollective); n < 6 {
					t.Errorf("pipeline %d: %d operations of the subgroup\n%s", seed, n, ssa.Print(form))
				}
			}
			after[i] = loadModule(t, form)
		}
		want := captureAndDraw(t, p, before)
		if want.sums != ([stagegen.Sums]uint32{}) {
			counted++
		}
		if got := captureAndDraw(t, p, after); !got.equal(want) {
			t.Errorf("pipeline %d: %s", seed, got.difference(want))
		}
		if d == nil {
			continue
		}
		code := [2][][]byte{}
		for i := range code {
			for _, s := range p.Shaders {
				form := inSSA(t, s, int(seed%3))
				if i == 1 && s.Stage == ir.StageFragment {
					runPasses(t, form, "uniform-atomics")
				}
				v, err := refract.FromSSA(t.Context(), form)
				if err != nil {
					t.Fatal(err)
				}
				code[i] = append(code[i], write(t, v, refract.SPIRV))
			}
		}
		if a, b := draw(t, d, p, code[0]), draw(t, d, p, code[1]); a.sums != b.sums || !bytes.Equal(a.pixels, b.pixels) {
			t.Errorf("pipeline %d differs on the driver: %v and %v", seed, a.sums, b.sums)
		}
	}
	if counted == 0 {
		t.Error("no operation had an effect")
	}
}

func loadSSA(t *testing.T, s *ssa.Shader) exec.Program {
	t.Helper()
	p, err := interp.SSAEngine{}.Load(s, exec.LoadOptions{})
	if err != nil {
		t.Fatalf("%v\n%s", err, ssa.Print(s))
	}
	return p
}

func loadModule(t *testing.T, s *ssa.Shader) exec.Program {
	t.Helper()
	v, err := refract.FromSSA(t.Context(), s.Clone())
	if err != nil {
		t.Fatalf("%v\n%s", err, ssa.Print(s))
	}
	p, err := interp.Engine{}.Load(v.Module, exec.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A whole is the result of a pipeline with the bytes that it captured.
type whole struct {
	result
	captured [][]byte
}

func (w whole) equal(o whole) bool { return w.difference(o) == "" }

// difference names the parts that differ.
func (w whole) difference(o whole) (s string) {
	if w.sums != o.sums {
		s += " sums"
	}
	if !bytes.Equal(w.pixels, o.pixels) {
		s += " pixels"
	}
	if !slices.EqualFunc(w.captured, o.captured, bytes.Equal) {
		s += fmt.Sprint(" captured bytes")
	}
	return s
}

// captureAndDraw draws a pipeline with programs of its shaders.
func captureAndDraw(t *testing.T, p *stagegen.Pipeline, programs []exec.Program) (w whole) {
	t.Helper()
	d, sums, _ := drawOf(p, programs, ir.ClipSpaceVulkan)
	buffers := freshBuffers(p)
	if p.Captures != [4]uint32{} {
		d.Feedback = &raster.Feedback{Buffers: buffers}
	}
	w.result = drawn(t, d, sums)
	w.captured = buffers[:]
	return w
}
