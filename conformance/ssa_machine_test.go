package conformance

// This file runs programs at each stage of the pipelines that end in a machine's form:
// what they compute stays the same from pass to pass.

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"refract/exec"
	"refract/internal/harness"
	"refract/internal/harness/differential"
	"refract/internal/progen"
	"refract/internal/ssa/analysis"
	"refract/internal/ssa/lower"
	"refract/internal/ssa/opt"
	"refract/internal/ssa/pipeline"
	"refract/internal/sweep"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// A machineStage is a shader after an application of a pass that changed it.
type machineStage struct {
	name   string
	shader *ssa.Shader
}

// machineNames are the named pipelines and the described machines that take any shader.
func machineNames() []string {
	names := slices.DeleteFunc(pipeline.Names(), func(name string) bool { return wholeFloats[name] != 0 })
	return append(names, pipeline.Machines()...)
}

// machinePasses are the passes of a named pipeline or a described machine.
func machinePasses(name string) (pipeline.Pipeline, error) {
	if slices.Contains(pipeline.Names(), name) {
		return pipeline.Named(name)
	}
	m, err := pipeline.MachineByName(name)
	if err != nil {
		return nil, err
	}
	return m.Pipeline()
}

// machineStages are the shader of a job after each pass of a machine's pipeline that
// changed it, every one checked.
func machineStages(j *differential.Job, name string) (list []machineStage, err error) {
	p, err := machinePasses(name)
	if err != nil {
		return nil, err
	}
	s := differential.Strict(j)
	list = append(list, machineStage{"no pass", s.Clone()})
	r, err := pipeline.Run(s, p, pipeline.Options{Establish: true, Verify: true, After: func(a *pipeline.Application, s *ssa.Shader) {
		if a.Changed {
			list = append(list, machineStage{a.String(), s.Clone()})
		}
	}})
	if err == nil && r.Unfinished {
		err = fmt.Errorf("the pipeline doesn't come to rest")
	}
	return list, err
}

// staged runs a job at each stage of a machine's pipeline, as run says, and tells where
// it differs; run compares with what the module does.
func staged(j *differential.Job, name string, run func(s *ssa.Shader) string) string {
	list, err := machineStages(j, name)
	if err != nil {
		return err.Error()
	}
	for k := range list {
		if d := run(list[k].shader); d != "" {
			return fmt.Sprintf("%s after %s: %s\nbefore:\n%s\nafter:\n%s", name, list[k].name, d, list[max(k-1, 0)].shader, list[k].shader)
		}
	}
	return ""
}

// stagedJob runs a job at each stage of each pipeline.
func stagedJob(t *testing.T, j *differential.Job, run func(s *ssa.Shader) string) bool {
	for _, name := range machineNames() {
		if d := staged(j, name, run); d != "" {
			t.Errorf("%s: %s", j.Name, d)
			return false
		}
	}
	return true
}

// TestMachineGenerated runs generated compute, fragment and vertex shaders at each stage.
func TestMachineGenerated(t *testing.T) {
	first, wrong := number("REFRACT_SEED", 0), 0
	for seed := first; seed < first+sweep.Count(24) && wrong < 3; seed++ {
		if j, run := machineJob(t, uint64(seed)); run != nil && !stagedJob(t, j, run) {
			wrong++
		}
	}
}

// TestMachineCorpus runs the executable compute shaders of the corpus at each stage: every
// fortieth, or as [harness.Chosen] says.
func TestMachineCorpus(t *testing.T) {
	ran, wrong := 0, 0
	for i, s := range harness.Shaders(t) {
		if !harness.Chosen(i, &s, 40) || wrong >= 5 {
			continue
		}
		for _, entry := range entryPoint.FindAllStringSubmatch(s.Source, -1) {
			j, err := differential.NewJob(s.Name+" "+entry[1], s.Source, entry[1], [3]uint32{1, 1, 1}, nil, 1)
			if err != nil {
				continue // what harness can't make inputs for
			}
			run := machineCompute(j)
			if run == nil {
				continue
			}
			if ran++; !stagedJob(t, j, run) {
				wrong++
			}
		}
	}
	t.Logf("%d entry points", ran)
}

// machinePreparations are what programs go through before a pass of the machine's form.
var machinePreparations = []string{
	"lower-returns, inline-functions, dead-functions",
	"lower-returns, inline-functions, dead-functions, io-to-variables, explicit-buffers, explicit-shared, locals-to-scratch, explicit-io",
	"lower-returns, inline-functions, dead-functions, io-to-variables, vars-to-ssa, explicit-buffers, explicit-shared, locals-to-scratch, explicit-io, io-to-scalar, copy-prop, cse, dce",
}

// commonMachine are passes that have something to do in most programs. Of the others some
// act on what WGSL doesn't write: tests of package pipeline make that up.
var commonMachine = []string{"io-to-variables", "assign-io-slots", "explicit-io", "io-to-scalar", "io-to-vector", "lower-system-values",
	"explicit-buffers", "explicit-shared", "locals-to-scratch", "vectorize-memory", "offsets", "ubo-to-vec4", "ssbo-to-global"}

// fixedFunctions are passes that change results even without options: TestFixedFragments and
// TestFixedVertices run them.
var fixedFunctions = []*pass.Pass{lower.ClampColors, lower.PointCoordFlip, lower.SmoothLines, lower.SmoothPoints, lower.ViewportTransform}

// TestMachinePasses runs each pass of the machine's form on generated programs, prepared
// in each way, until it has changed four of them, or twenty if REFRACT_ALL is 1: what they compute stays.
func TestMachinePasses(t *testing.T) {
	enough, most := map[bool]int{true: 4, false: 3}[sweep.On()], uint64(100)
	if os.Getenv("REFRACT_ALL") == "1" {
		enough, most = 20, 600
	}
	for _, p := range pipeline.All() {
		if !p.Machine || slices.Contains(fixedFunctions, p) || p == lower.IntsToFloats || // of integers of any size
			p == lower.Interpolation { // near the rasterizer's numbers: TestInterpolation
			continue
		}
		t.Run(p.Name, func(t *testing.T) {
			changed, seed := 0, uint64(0)
			for ; seed < most && changed < enough; seed++ {
				prepared, err := pipeline.Parse(machinePreparations[seed%uint64(len(machinePreparations))])
				if err != nil {
					t.Fatal(err)
				}
				if p == lower.SingleSampled && seed%4 != 2 {
					continue // only whole pixels have their samples' centroid in the center
				}
				j, run := machineJob(t, seed)
				if run == nil {
					continue
				}
				s := differential.Strict(j)
				r, err := pipeline.Run(s, prepared, pipeline.Options{Establish: true})
				if err != nil {
					t.Fatal(err)
				}
				before := s.Clone()
				if r, err = pipeline.Run(s, pipeline.Of(p), pipeline.Options{Establish: true, Verify: true}); err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
				if !r.Changed {
					continue
				}
				changed++
				if d := run(s); d != "" {
					t.Fatalf("seed %d: %s\nbefore:\n%s\nafter:\n%s", seed, d, before, s)
				}
			}
			if changed < enough && slices.Contains(commonMachine, p.Name) {
				t.Errorf("of %d programs it changed %d", seed, changed)
			}
		})
	}
}

// machineJob is a generated job of any stage, and what runs a shader in its place and says
// where it differs; nil if the interpreter doesn't run it.
func machineJob(t *testing.T, seed uint64) (j *differential.Job, run func(s *ssa.Shader) string) {
	var err error
	switch seed % 4 {
	case 2:
		if j, err = generatedFragment(seed); err != nil {
			t.Fatal(err)
		}
		want, err := j.Fragments(8, 4, 0)
		if err != nil {
			return nil, nil
		}
		return j, func(s *ssa.Shader) string {
			return eitherForm(s, func(engine exec.Engine) string {
				got, err := j.FragmentsOn(engine, 8, 4, 0)
				if err != nil {
					return err.Error()
				}
				return j.CompareDrawings(want, got)
			})
		}
	case 3:
		if j, err = generatedVertex(seed); err != nil {
			t.Fatal(err)
		}
		want, err := j.Rasterize(progen.FragmentEntry, progen.VertexPixels)
		if err != nil {
			return nil, nil
		}
		return j, func(s *ssa.Shader) string {
			return eitherForm(s, func(engine exec.Engine) string {
				got, err := j.RasterizeOn(engine, progen.FragmentEntry, progen.VertexPixels)
				switch {
				case err != nil:
					return err.Error()
				case !bytes.Equal(want, got):
					return fmt.Sprintf("% x and % x", want, got)
				}
				return ""
			})
		}
	}
	if j, err = generated(seed); err != nil {
		t.Fatal(err)
	}
	return j, machineCompute(j)
}

// machineCompute runs a shader in place of a compute job's and says where it differs; nil
// if the interpreter doesn't run the job.
func machineCompute(j *differential.Job) func(s *ssa.Shader) string {
	want, err := differential.Interpreter().Run(j)
	if err != nil {
		return nil
	}
	return func(s *ssa.Shader) string {
		return eitherForm(s, func(engine exec.Engine) string {
			got, err := differential.Run(engine, j, 0)
			if err != nil {
				return err.Error()
			}
			return j.Compare(want, got)
		})
	}
}

// eitherForm runs a shader as it is, and the module that it becomes; run returns where the
// results differ.
func eitherForm(s *ssa.Shader, run func(exec.Engine) string) string {
	if d := run(differential.Prepared(s)); d != "" {
		return d
	}
	if addresses(s) {
		return ""
	}
	if d := run(differential.Restored(s)); d != "" {
		return "as a module: " + d
	}
	return ""
}

// addresses reports whether a shader takes addresses of buffers, which no module does.
func addresses(s *ssa.Shader) bool {
	for _, f := range s.Funcs[1:] {
		if f.MayHave(op.SSBOAddress) {
			return true
		}
	}
	return false
}

// discarding puts discards of some fragments into the first block of an entry point: on
// numbers that are computed there.
func discarding(f *ssa.Function, r *rand.Rand) {
	var floats, places []ssa.InstrID
	for i := range f.Instrs(f.FirstBlock()) {
		if f.Op(i).Class() == op.ClassJump || f.Op(i) == op.Phi {
			continue
		}
		if len(floats) > 0 {
			places = append(places, i)
		}
		if f.Type(i) == ir.TypeF32 && f.Op(i) != op.Const {
			floats = append(floats, i)
		}
	}
	for range min(3, len(places)) {
		i := places[r.IntN(len(places))]
		order := analysis.InstrOrder(f)
		at := f.BuildBefore(i)
		for _, v := range floats {
			if order.Index[v] < order.Index[i] && r.IntN(2) == 0 {
				c := at.Op(op.FLt, ir.TypeBool, v, at.Const(ir.TypeF32, uint64(math.Float32bits(r.Float32()))))
				o := op.DemoteIf
				if r.IntN(2) == 0 {
					o = op.TerminateIf
				}
				at.Instr(o, 0, ssa.Whole(c))
				break
			}
		}
	}
}

// TestDiscards runs generated fragment shaders, into which discards are put that have
// conditions, where discards become conditional, go to the start and become ifs again:
// what is drawn stays.
func TestDiscards(t *testing.T) {
	lists := []string{
		"conditional-discard, discards-to-top, lower-discard-if",
		"vars-to-ssa, peephole-select, conditional-discard, copy-prop, cse, discards-to-top, dce, lower-discard-if",
		"conditional-discard, io-to-vector, discards-to-top, schedule, group-loads, lower-discard-if, conditional-discard",
	}
	prepared, err := pipeline.Parse("lower-returns, inline-functions, dead-functions, io-to-variables, vars-to-ssa, explicit-io, copy-prop, dce")
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"conditional-discard", "discards-to-top", "lower-discard-if"}
	changed := map[string]int{}
	first := number("REFRACT_SEED", 0)
	for seed := uint64(4*first + 2); seed < uint64(4*(first+sweep.Count(60))); seed += 4 {
		j, err := generatedFragment(seed)
		if err != nil {
			t.Fatal(err)
		}
		s := differential.Strict(j)
		if _, err := pipeline.Run(s, prepared, pipeline.Options{Establish: true}); err != nil {
			t.Fatal(err)
		}
		for k := range s.EntryPoints {
			if s.EntryPoints[k].Stage == ir.StageFragment {
				discarding(s.Funcs[s.EntryPoints[k].Function], rand.New(rand.NewPCG(seed, 1)))
			}
		}
		want, err := j.FragmentsOn(differential.Prepared(s.Clone()), 8, 4, 0)
		if err != nil {
			continue
		}
		p, err := pipeline.Parse(lists[seed/4%uint64(len(lists))])
		if err != nil {
			t.Fatal(err)
		}
		before := s.Clone()
		_, err = pipeline.Run(s, p, pipeline.Options{Verify: true, After: func(a *pipeline.Application, s *ssa.Shader) {
			if !a.Changed {
				return
			}
			for _, name := range names {
				if strings.Contains(a.String(), name) {
					changed[name]++
				}
			}
			same := func(s *ssa.Shader) {
				got, err := j.FragmentsOn(differential.Prepared(s), 8, 4, 0)
				if err != nil {
					t.Fatal(err)
				}
				if d := j.CompareDrawings(want, got); d != "" {
					t.Fatalf("seed %d: after %v: %s\nbefore:\n%s\nafter:\n%s", seed, a, d, before, s)
				}
			}
			same(s.Clone())
			before = s.Clone()
			for _, o := range []lower.DiscardIfOptions{{KeepDemote: true}, {KeepTerminate: true}} {
				if x := s.Clone(); lower.DiscardIfOf(o).Run(x) {
					changed[fmt.Sprintf("%+v", o)]++
					same(x)
				}
			}
		}})
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Log(changed)
	for _, name := range append(names, fmt.Sprintf("%+v", lower.DiscardIfOptions{KeepDemote: true}), fmt.Sprintf("%+v", lower.DiscardIfOptions{KeepTerminate: true})) {
		if changed[name] == 0 {
			t.Errorf("%s changed none: %v", name, changed)
		}
	}
}

// TestInlineUniforms runs generated programs that have the values of uniforms that decide
// their ifs and loops in place of these: what they compute with such uniforms stays.
func TestInlineUniforms(t *testing.T) {
	prepared, err := pipeline.Parse("lower-returns, inline-functions, dead-functions, io-to-variables, vars-to-ssa, explicit-buffers, constant-folding, copy-prop, cse")
	if err != nil {
		t.Fatal(err)
	}
	clean, err := pipeline.Parse("constant-folding, copy-prop, algebraic, remove-phis, dead-cf, dce, loop-unroll, constant-folding, dead-cf, dce")
	if err != nil {
		t.Fatal(err)
	}
	words, ifs, first := 0, 0, number("REFRACT_SEED", 0)
	for seed := first; seed < first+sweep.Count(60); seed++ {
		j, err := generated(uint64(seed))
		if err != nil {
			t.Fatal(err)
		}
		run := machineCompute(j)
		if run == nil {
			continue
		}
		s := differential.Strict(j)
		if _, err := pipeline.Run(s, prepared, pipeline.Options{Establish: true}); err != nil {
			t.Fatal(err)
		}
		data := j.Fresh()
		var values []opt.UniformValue
		for _, w := range opt.FindUniforms(s, 8) {
			at := s.Vars[w.Buffer].Binding
			for k := range j.Buffers {
				if b := &j.Buffers[k]; b.Group == at.Group && b.Binding == at.Binding && int(w.Offset)+4 <= len(data[k]) {
					values = append(values, opt.UniformValue{UniformWord: w, Bits: binary.LittleEndian.Uint32(data[k][w.Offset:])})
				}
			}
		}
		if len(values) == 0 {
			continue
		}
		words += len(values)
		p := opt.InlineUniforms(values)
		before := countIfs(s)
		if _, err := pipeline.Run(s, append(pipeline.Of(p), clean...), pipeline.Options{Establish: true, Verify: true}); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if countIfs(s) < before {
			ifs++
		}
		if d := run(s); d != "" {
			t.Fatalf("seed %d: %s\n%s", seed, d, s)
		}
	}
	t.Logf("%d words; fewer ifs in %d programs", words, ifs)
	if words == 0 || ifs == 0 {
		t.Error("nothing was decided")
	}
}

func countIfs(s *ssa.Shader) (n int) {
	for _, f := range s.Funcs[1:] {
		for b := range f.Blocks() {
			if x := f.NextNode(b); x != 0 && f.Kind(x) == ssa.NodeIf {
				n++
			}
		}
	}
	return n
}
