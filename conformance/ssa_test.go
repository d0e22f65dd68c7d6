package conformance

import (
	"testing"

	"refract/internal/harness"
	"refract/internal/harness/differential"
	"refract/internal/ssa/lower"
	"refract/internal/ssa/opt"
	"refract/internal/ssa/pipeline"
	"refract/internal/sweep"
	"refract/ssa/pass"
)

// ssaEngines are the ways through SSA form that must not change what a program
// does: each list of passes, run as a module again and as it is.
func ssaEngines() []differential.Engine {
	lists := [][]*pass.Pass{
		{},
		{lower.VarsToSSA},
		{lower.VariableInitializers, lower.Returns, lower.InlineFunctions, opt.DeadFunctions},
		{lower.Returns, lower.VarsToSSA, lower.InlineFunctions, lower.VarsToSSA, opt.CopyProp, opt.CSE, opt.DCE, opt.DeadCF},
		{lower.Matrices, opt.DCE},
		{lower.VarCopies, opt.Deref, lower.SplitStructVars, lower.SplitArrayVars, lower.VarsToSSA, lower.Matrices, opt.CopyProp,
			opt.CSE, opt.DCE},
		{lower.Switches, lower.Continues, opt.DeadVariables},
		{lower.Returns, lower.InlineFunctions, opt.DeadFunctions, lower.GlobalToLocal, opt.DeadVariables, lower.Switches,
			lower.Continues, lower.VarsToSSA, opt.CopyProp, opt.DeadCF, opt.DCE, opt.DeadVariables},
		{lower.VarsToSSA, lower.Returns, lower.VarsToSSA, opt.DCE},
		{opt.ConstantFolding, opt.CopyProp, opt.CSE, opt.DCE, opt.DeadCF},
		{lower.VarsToSSA, opt.ConstantFolding, opt.CopyProp, opt.RemovePhis, opt.CSE, opt.DCE, opt.DeadCF, opt.RemovePhis,
			opt.ConstantFolding, opt.DeadCF, opt.CSE, opt.DCE},
	}
	engines := levelEngines()
	for _, passes := range lists {
		engines = append(engines, differential.SSA(passes...), differential.SSAInterp(passes...))
	}
	return engines
}

// levelEngines are the levels of optimization, as a module again and as they are.
func levelEngines() (engines []differential.Engine) {
	for _, level := range pipeline.Levels()[1:] {
		engines = append(engines, differential.Optimized(level), differential.OptimizedInterp(level), differential.OptimizedText(level))
	}
	return engines
}

// TestGeneratedLevels runs generated programs at each level of optimization.
func TestGeneratedLevels(t *testing.T) {
	reference := differential.Interpreter()
	first, wrong := number("REFRACT_SEED", 0), 0
	for seed := first; seed < first+sweep.Count(200) && wrong < 5; seed++ {
		j, err := generated(uint64(seed))
		if err != nil {
			t.Error(err)
			wrong++
			continue
		}
		for _, e := range levelEngines() {
			engines := []differential.Engine{reference, e}
			if s := differ(j, engines); s != "" {
				wrong++
				t.Errorf("seed %d: %s\n%s", seed, s, reduced(j, uint64(seed), engines))
			}
		}
	}
}

// TestGeneratedSSA runs generated programs before and after SSA form.
func TestGeneratedSSA(t *testing.T) {
	reference := differential.Interpreter()
	first, wrong := number("REFRACT_SEED", 0), 0
	for seed := first; seed < first+sweep.Count(300) && wrong < 10; seed++ {
		j, err := generated(uint64(seed))
		if err != nil {
			t.Error(err)
			wrong++
			continue
		}
		for _, e := range ssaEngines() {
			engines := []differential.Engine{reference, e}
			if s := differ(j, engines); s != "" {
				wrong++
				t.Errorf("seed %d: %s\n%s", seed, s, reduced(j, uint64(seed), engines))
			}
		}
	}
}

// TestCorpusSSA runs the executable compute shaders of the corpus before and
// after SSA form: every fourth, or as [harness.Chosen] says.
func TestCorpusSSA(t *testing.T) {
	reference := differential.Interpreter()
	engines := ssaEngines()
	ran := 0
	for i, s := range harness.Shaders(t) {
		if !harness.Chosen(i, &s, 4) {
			continue
		}
		for _, entry := range entryPoint.FindAllStringSubmatch(s.Source, -1) {
			j, err := differential.NewJob(s.Name+" "+entry[1], s.Source, entry[1], [3]uint32{1, 1, 1}, nil, 1)
			if err != nil {
				continue // what harness can't make inputs for
			}
			want, err := reference.Run(j)
			if err != nil {
				continue // what the interpreter can't run, or traps
			}
			ran++
			for _, e := range engines {
				if got, err := e.Run(j); err != nil {
					t.Errorf("%s: %s: %v", j.Name, e.Name, err)
				} else if d := j.Compare(want, got); d != "" {
					t.Errorf("%s: %s: %s", j.Name, e.Name, d)
				}
			}
		}
	}
	t.Logf("%d entry points ran", ran)
}
