package conformance

// This file runs generated programs through random sequences of passes: no order
// of them may change what a program does.

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"refract/internal/harness"
	"refract/internal/harness/differential"
	"refract/internal/ssa/lower"
	"refract/internal/ssa/opt"
	"refract/internal/ssa/pipeline"
	"refract/internal/sweep"
	"refract/ir"
	"refract/ssa/pass"
)

// randomPasses is a sequence of passes, any of them and in any order but
// that what a pass requires is established by the one before it.
func randomPasses(r *rand.Rand) (list []*pass.Pass) {
	all := pipeline.All()
	for range 1 + r.IntN(12) {
		p := all[r.IntN(len(all))]
		if p.Machine {
			continue // it has to come back as a module
		}
		for _, q := range all {
			if p.Requires&q.Establishes != 0 && !q.Machine {
				list = append(list, q)
			}
		}
		list = append(list, p)
	}
	return list
}

// TestRandomPasses runs generated programs before and after random sequences of
// passes: 60 programs, or REFRACT_PROGRAMS of them from REFRACT_SEED on.
func TestRandomPasses(t *testing.T) {
	reference := differential.Interpreter()
	first, wrong := number("REFRACT_SEED", 0), 0
	for seed := first; seed < first+sweep.Count(60) && wrong < 5; seed++ {
		j, err := generated(uint64(seed))
		if err != nil {
			t.Error(err)
			wrong++
			continue
		}
		engines := []differential.Engine{reference, differential.SSA(randomPasses(rand.New(rand.NewPCG(uint64(seed), 1)))...)}
		if s := differ(j, engines); s != "" {
			wrong++
			t.Errorf("seed %d: %s\n%s", seed, s, reduced(j, uint64(seed), engines))
		}
	}
}

// inexact are the passes that don't keep what a compute shader of any kind does, bit for bit.
var inexact = []*pass.Pass{lower.IntsToFloats, lower.Mediump, lower.MediumpVars, lower.MediumpTex, lower.Interpolation, lower.SingleSampled, opt.JoinLimits}

// TestRandomPassesOfOthers runs other projects' compute shaders before and after random sequences of three to
// six passes, those of machines among them: every fortieth shader, or as [harness.Chosen] says.
func TestRandomPassesOfOthers(t *testing.T) {
	var jobs []*differential.Job
	for i, s := range harness.Shaders(t) {
		if harness.Chosen(i, &s, 40) {
			for _, entry := range entryPoint.FindAllStringSubmatch(s.Source, -1) {
				if j, err := differential.NewJob(s.Name+" "+entry[1], s.Source, entry[1], [3]uint32{1, 1, 1}, nil, 1); err == nil {
					jobs = append(jobs, j)
				}
			}
		}
	}
	for i, row := range glslShaders(t) {
		if row.Stage != "compute" || i%sweep.Every(4) != 0 {
			continue
		}
		if v, err := row.check(); err == nil {
			if j, err := differential.NewModuleJob(row.Name, v.Module, v.Info, ir.StageCompute, [3]uint32{1, 1, 1}, 1); err == nil {
				jobs = append(jobs, j)
			}
		}
	}
	r := rand.New(rand.NewPCG(uint64(number("REFRACT_SEED", 0)), 2))
	all, ran, wrong := pipeline.All(), 0, 0
	for _, j := range jobs {
		run := machineCompute(j)
		if run == nil {
			continue
		}
		for range 2 {
			var list []*pass.Pass
			for range 3 + r.IntN(4) {
				if p := all[r.IntN(len(all))]; !slices.Contains(inexact, p) && !slices.Contains(fixedFunctions, p) {
					list = append(list, p)
				}
			}
			s := differential.Strict(j)
			_, err := pipeline.Run(s, pipeline.Of(list...), pipeline.Options{Establish: true, Verify: true})
			difference := ""
			if err == nil {
				difference = run(s)
			} else if _, unmet := errors.AsType[*pipeline.RequirementError](err); unmet {
				continue
			} else {
				difference = err.Error()
			}
			if ran++; difference != "" {
				wrong++
				var names []string
				for _, p := range list {
					names = append(names, p.Name)
				}
				t.Errorf("%s: %s: %s", j.Name, strings.Join(names, ", "), difference)
			}
			if wrong > 4 {
				return
			}
		}
	}
	t.Logf("%d sequences of %d shaders", ran, len(jobs))
}

// TestUnreachedMachineForm takes a function that nothing calls any more out of the machine form: it reads a
// system value, which only entry points have.
func TestUnreachedMachineForm(t *testing.T) {
	j, err := differential.NewJob("unreached", `enable subgroups;
@group(0) @binding(0) var<storage, read_write> o: array<u32, 4>;
fn f(x: u32) -> u32 { return subgroupShuffleXor(x, 1u); }
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) { o[i] = f(i); }`, "main", [3]uint32{1, 1, 1}, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	s := differential.Strict(j)
	if _, err := pipeline.Run(s, pipeline.Of(lower.InlineFew, lower.LowerSubgroups, lower.SystemValues), pipeline.Options{Establish: true, Verify: true}); err != nil {
		t.Fatal(err)
	}
	if difference := machineCompute(j)(s); difference != "" {
		t.Error(difference)
	}
}
