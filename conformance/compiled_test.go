package conformance

// This file runs HLSL and MSL: what slangc makes of HLSL on a Vulkan driver, and Metal
// kernels on the CPU, generated programs and the corpus both, against the interpreter.
// CI takes a fixed sample of each; $REFRACT_PROGRAMS and REFRACT_ALL=1 take more.

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"refract"
	"refract/back/dxbc"
	"refract/back/dxil"
	"refract/back/hlsl"
	"refract/back/msl"
	"refract/exec"
	"refract/exec/interp"
	"refract/internal/harness"
	"refract/internal/harness/differential"
	"refract/internal/ssa/pipeline"
	"refract/internal/sweep"
	"refract/internal/vkrun"
)

// A runner runs many jobs in one go by one of the languages.
type runner struct {
	name     string
	language refract.Language
	every    int  // the tests take each so many-th shader of the corpus
	direct3d bool // a compiler of HLSL makes containers
	run      func(t *testing.T, jobs []*differential.Job) ([]differential.Result, []error)
}

// varyHLSL changes the options of the n-th job.
func varyHLSL(n int, o *hlsl.Options) {
	o.Minify, o.ForceLoopBounding, o.WrapSigned = n%3 == 1, n%4 != 2, n%5 != 3
}

// varyDXBC changes the options of the n-th job, and returns its level of optimization.
func varyDXBC(n int, o *dxbc.Options) (level int) {
	o.ForceLoopBounding = n%4 != 2
	if n%2 == 1 {
		o.Profile = dxbc.Profile51
	}
	o.Doubles = dxbc.DoublesBasic + dxbc.Doubles(n/2%2)
	return n % 3
}

// varyDXIL is varyDXBC for shader model 6.
func varyDXIL(n int, o *dxil.Options) (level int) {
	o.ForceLoopBounding = n%4 != 2
	switch n % 5 {
	case 1:
		o.Profile = dxil.Profile62
	case 2:
		o.Profile = dxil.Profile66
	case 4:
		o.Profile = dxil.Profile68
	}
	return n % 3
}

// varyMSL changes the options of the n-th job.
func varyMSL(n int, o *msl.Options) { o.Minify, o.ForceLoopBounding = n%3 == 1, n%4 != 2 }

// runners are the languages that outside compilers make run. The jobs take turns with
// the options that change what is written: of a generated one, its seed says which.
func runners() []runner {
	return []runner{
		{"hlsl", refract.HLSL, 24, false, func(t *testing.T, jobs []*differential.Job) ([]differential.Result, []error) {
			return differential.Slang(t, vkrun.OpenTest(t), jobs, varyHLSL)
		}},
		{"msl", refract.MSL, 48, false, func(t *testing.T, jobs []*differential.Job) ([]differential.Result, []error) {
			return differential.MSL(t, jobs, varyMSL)
		}},
		{"dxc", refract.HLSL, 24, true, func(t *testing.T, jobs []*differential.Job) ([]differential.Result, []error) {
			return differential.DXC(t, vkrun.OpenTest(t), jobs, varyHLSL)
		}},
		{"fxc", refract.HLSL, 24, true, func(t *testing.T, jobs []*differential.Job) ([]differential.Result, []error) {
			return differential.FXC(t, vkrun.OpenTest(t), jobs, varyHLSL)
		}},
		{"dxbc", refract.DXBC, 24, false, func(t *testing.T, jobs []*differential.Job) ([]differential.Result, []error) {
			return differential.DXBC(varyDXBC).Run(t, vkrun.OpenTest(t), jobs)
		}},
		{"dxil", refract.DXIL, 24, false, func(t *testing.T, jobs []*differential.Job) ([]differential.Result, []error) {
			return differential.DXIL(varyDXIL).Run(t, vkrun.OpenTest(t), jobs)
		}},
	}
}

// agree runs jobs, whose results are known, by a language, and reports those that
// differ. It returns how many agree and how many the language or the tool has no way to
// run.
func (r *runner) agree(t *testing.T, jobs []*differential.Job, want []differential.Result) (agreed, left int) {
	const most = 250 // in one go
	why := map[string]int{}
	wrong := 0
	for ; len(jobs) > 0; jobs, want = jobs[min(most, len(jobs)):], want[min(most, len(want)):] {
		part := jobs[:min(most, len(jobs))]
		got, errs := r.run(t, part)
		for i, j := range part {
			difference := ""
			switch {
			case errors.Is(errs[i], differential.ErrLeftOut) || unsupported(errs[i]):
				left++
				why[errs[i].Error()]++
				continue
			case errs[i] != nil:
				difference = errs[i].Error()
			default:
				difference = j.Compare(want[i], got[i])
			}
			if difference == "" {
				agreed++
				continue
			}
			if wrong++; wrong <= 20 {
				t.Errorf("%s: %s", j.Name, difference)
				if limit := number("REFRACT_REDUCE", 0); limit > 0 && errs[i] == nil {
					engines := []differential.Engine{strict(), r.engine(t)}
					if _, err := engines[0].Run(j); err != nil { // the program is out of bounds somewhere
						engines[0] = differential.Interpreter()
					}
					t.Log(reducedFor(j, uint64(j.Turn), engines, time.Duration(limit)*time.Second))
				}
			}
		}
	}
	t.Logf("%d agree, %d differ, %d left out: %v", agreed, wrong, left, why)
	return agreed, left
}

// allAgree runs jobs that aren't of the corpus by each language.
func allAgree(t *testing.T, jobs []*differential.Job, want []differential.Result) {
	for _, r := range runners() {
		t.Run(r.name, func(t *testing.T) {
			r.beyond(t)
			r.agree(t, jobs, want)
		})
	}
}

// beyond gates programs other than the corpus's: DXC, FXC and the translator of DXIL each
// compile some of them wrongly, and it isn't known which faults are theirs.
func (r *runner) beyond(t *testing.T) {
	if r.direct3d {
		sweep.Nightly(t)
	}
}

// engine runs one job by the language.
func (r *runner) engine(t *testing.T) differential.Engine {
	return differential.Engine{Name: r.name, Run: func(j *differential.Job) (differential.Result, error) {
		results, errs := r.run(t, []*differential.Job{j})
		return results[0], errs[0]
	}}
}

// optimizedFor is a job of a module as options optimize it.
func optimizedFor(j *differential.Job, v *refract.Valid, o refract.OptimizeOptions) (*differential.Job, error) {
	better, err := refract.Optimize(context.Background(), v, o)
	if err != nil {
		return nil, err
	}
	again, err := j.With(pipeline.LevelName(o.Level), better.Module)
	if err != nil {
		return nil, err
	}
	again.Entry = j.Entry
	return again, nil
}

// strict is the interpreter, in which what is not defined is an error.
func strict() differential.Engine {
	return differential.Engine{Name: "interpreter", Run: func(j *differential.Job) (differential.Result, error) {
		return differential.Run(interp.Engine{}, j, exec.CheckRaces|exec.CheckBounds|exec.CheckBarriers)
	}}
}

// unsupported reports whether a writer has no word for what a job does.
func unsupported(err error) bool {
	var inHLSL *hlsl.UnsupportedError
	var inMSL *msl.UnsupportedError
	var inDXBC *dxbc.UnsupportedError
	var inDXIL *dxil.UnsupportedError
	return errors.As(err, &inDXBC) || errors.As(err, &inDXIL) || errors.As(err, &inHLSL) || errors.As(err, &inMSL)
}

// TestGeneratedCompiled runs generated programs by each language: a few, or as many as
// $REFRACT_PROGRAMS says, from $REFRACT_SEED on.
func TestGeneratedCompiled(t *testing.T) {
	reference := differential.Interpreter()
	var jobs []*differential.Job
	var want []differential.Result
	first := number("REFRACT_SEED", 0)
	for seed := first; seed < first+sweep.Count(40); seed++ {
		j, err := generated(uint64(seed))
		if err != nil {
			t.Error(err)
			continue
		}
		result, err := reference.Run(j)
		if err != nil {
			t.Errorf("%s: %v", j.Name, err)
			continue
		}
		jobs, want = append(jobs, j), append(want, result)
	}
	for _, r := range runners() {
		t.Run(r.name, func(t *testing.T) {
			r.beyond(t)
			mine, results := jobs, want
			if r.language == refract.HLSL { // which has no word against fused arithmetic
				mine, results = nil, nil
				for i, j := range jobs {
					if !strings.Contains(j.Source, "enable f16") && (first+i)%4 != 1 {
						mine, results = append(mine, j), append(results, want[i])
					}
				}
			}
			r.agree(t, mine, results)
		})
	}
}

// TestCorpusCompiled runs the compute shaders of the corpus by each language: some, or
// as [harness.Chosen] says.
func TestCorpusCompiled(t *testing.T) {
	for _, r := range runners() {
		t.Run(r.name, func(t *testing.T) {
			jobs, want := executable(t, r.every, true)
			if r.direct3d { // the compilers divide by constants as they multiply
				for _, j := range jobs {
					j.Loose = max(j.Loose, 1.0/(1<<22))
				}
			}
			agreed, left := r.agree(t, jobs, want)
			if all := os.Getenv("REFRACT_ALL") == "1" || os.Getenv("SHADER") != ""; !all {
				harness.Ratchet(t, r.name+"/executed", harness.Count{Passed: agreed, Total: len(jobs) - left})
			}
		})
	}
}

// executable are the compute shaders of the corpus whose results are defined, with
// textures or without, with the interpreter's results.
func executable(t *testing.T, every int, textures bool) (jobs []*differential.Job, want []differential.Result) {
	skipped := map[string]int{}
	for i, s := range harness.Shaders(t) {
		if !harness.Chosen(i, &s, every) || nanBits[s.Name] {
			continue
		}
		for _, entry := range entryPoint.FindAllStringSubmatch(s.Source, -1) {
			j, err := differential.NewJob(s.Name+" "+entry[1], s.Source, entry[1], [3]uint32{1, 1, 1}, nil, uint64(number("REFRACT_SEED", 1)))
			switch {
			case err != nil:
				skipped["no job: "+reason(err)]++
				continue
			case !textures && (j.Textures != nil || j.Samplers != nil):
				skipped["textures"]++
				continue
			case j.Inexact() == "subgroup operation":
				skipped["subgroup operation"]++
				continue
			}
			if openResults[s.Name] != "" {
				j.Loose = 1.0 / (1 << 21) // the error that WGSL allows of log, which they are made of
			}
			result, err := differential.Run(interp.Engine{}, j, exec.CheckRaces|exec.CheckBounds|exec.CheckBarriers)
			if err != nil {
				skipped[reason(err)]++
				continue
			}
			jobs, want = append(jobs, j), append(want, result)
		}
	}
	t.Logf("%d jobs; skipped: %v", len(jobs), skipped)
	return jobs, want
}

// TestMetalShimNames shows that the runner of Metal's kernels takes five names that
// Metal's library leaves to shaders, where one uses the library's namespace, as minified
// ones do. Where it doesn't, shimName of package differential can go.
func TestMetalShimNames(t *testing.T) {
	type buffer struct {
		Hex string `json:"hex"`
	}
	type row struct {
		Name       string            `json:"name"`
		Source     string            `json:"source"`
		Entry      string            `json:"entry"`
		Workgroups [3]int            `json:"workgroups"`
		Threads    [3]int            `json:"threads"`
		Buffers    map[string]buffer `json:"buffers"`
	}
	taken := []string{"E", "J", "J3", "JF", "U"}
	var rows []row
	for _, name := range append(taken, "K") {
		rows = append(rows, row{name, "#include <metal_stdlib>\nusing namespace metal;\nstruct " + name + " { uint x; };\n" +
			"kernel void f(device uint& r [[buffer(0)]]) { " + name + " v = { r }; r = v.x + 1; }\n",
			"f", [3]int{1, 1, 1}, [3]int{1, 1, 1}, map[string]buffer{"0": {"02000000"}}})
	}
	for i, v := range harness.Oracle(t, "msl-run", rows) {
		if i == len(taken) {
			if !v.OK || v.Buffers["0"] != "03000000" {
				t.Errorf("%s: %v", v.Name, v)
			}
		} else if v.OK || !strings.Contains(v.Text(), "is ambiguous") {
			t.Errorf("%s isn't taken: %v", v.Name, v)
		}
	}
}
