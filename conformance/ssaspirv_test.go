package conformance

import (
	"context"
	"os"
	"testing"

	"refract"
	"refract/front/wgsl"
	"refract/internal/harness"
	"refract/internal/harness/differential"
	"refract/internal/ssa/lower"
	"refract/internal/ssa/opt"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir/validate"
)

// ssaDrivers are the ways from SSA form to a Vulkan driver: without passes, with
// values in place of variables, with all that can be inlined and split, and at -O1 and -O2.
func ssaDrivers(d *vkrun.Device) []differential.Engine {
	var list []differential.Engine
	for _, o := range differential.AllSPIRVOptions() {
		list = append(list,
			differential.VulkanSSA(d, o, false),
			differential.VulkanSSA(d, o, true, lower.VarsToSSA, opt.CopyProp, opt.ConstantFolding, opt.CSE, opt.DCE, opt.DeadCF, opt.RemovePhis),
			differential.VulkanSSA(d, o, false, lower.Returns, lower.InlineFunctions, opt.DeadFunctions, lower.VarCopies, lower.SplitStructVars,
				lower.VarsToSSA, opt.CopyProp, opt.ConstantFolding, opt.CSE, opt.DeadCF, opt.DCE, opt.RemovePhis),
			differential.VulkanOptimized(d, o, true, 1), differential.VulkanOptimized(d, o, true, 2))
	}
	return list
}

// TestGeneratedSSAVulkan runs generated programs in the interpreter and on a
// Vulkan driver, by SPIR-V written from SSA form: a few, or as many as
// $REFRACT_PROGRAMS says, from $REFRACT_SEED on.
func TestGeneratedSSAVulkan(t *testing.T) {
	reference, drivers, faults := differential.Interpreter(), ssaDrivers(vkrun.OpenTest(t)), newFaults(t)
	levels := []int{0, 1, 1, 1, 2} // by driver, whose SPIR-V is as that of a level
	first, wrong := number("REFRACT_SEED", 0), 0
	for seed := first; seed < first+sweep.Count(300) && wrong < 10; seed++ {
		j, err := generated(uint64(seed))
		if err != nil {
			t.Error(err)
			wrong++
			continue
		}
		if testing.Verbose() && os.Getenv("REFRACT_PROGRAMS") != "" {
			t.Log(j.Name) // should the driver end the process
		}
		at := seed / 3 % len(drivers)
		engines := []differential.Engine{reference, drivers[at]}
		s := differ(j, engines)
		switch {
		case s == "":
		case faults.driver(j, levels[at%len(levels)]):
			t.Logf("seed %d: the driver's fault: %s", seed, s)
		default:
			wrong++
			t.Errorf("seed %d: %s\n%s", seed, s, reduced(j, uint64(seed), engines))
		}
	}
}

// TestCorpusSSAVulkan runs executable compute shaders of the corpus in the
// interpreter and by SPIR-V from SSA form: every eighth, or all where REFRACT_ALL
// is 1. What the driver computes otherwise from the module's own SPIR-V too is not
// SSA's doing.
func TestCorpusSSAVulkan(t *testing.T) {
	d := vkrun.OpenTest(t)
	reference, plain := differential.Interpreter(), differential.Vulkan(d, differential.SPIRVOptions(), false)
	engines := ssaDrivers(d)[:4]
	ran := 0
	for i, s := range harness.Shaders(t) {
		if !harness.Chosen(i, &s, 8) {
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
			if got, err := plain.Run(j); err != nil || j.Compare(want, got) != "" {
				continue
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

// TestCorpusOptimizedSPIRV hands what the whole way at -O1 makes of the corpus to
// the checker of SPIR-V.
func TestCorpusOptimizedSPIRV(t *testing.T) {
	options := refract.TranslateOptions{From: refract.WGSL, To: refract.SPIRV, Validate: refract.ValidateOptions{Capabilities: validate.All},
		Parse: refract.ParseOptions{Options: refract.LanguageOptions{refract.WGSL: &wgsl.Options{Allowed: wgsl.AllExtensions}}}}
	plain, smaller := 0, 0
	var rows []checkedRow
	valid := harness.Count{}
	for _, s := range harness.Shaders(t) {
		options.Optimize.Level = 0
		before, err := refract.Translate(context.Background(), s.Name, []byte(s.Source), options)
		if err != nil {
			continue
		}
		valid.Total++
		options.Optimize.Level = 1
		after, err := refract.Translate(context.Background(), s.Name, []byte(s.Source), options)
		if err != nil {
			t.Errorf("%s: %v", s.Name, err)
			continue
		}
		plain += len(before.Words)
		smaller += len(after.Words)
		rows = append(rows, checkedRowOf(s.Name, after))
	}
	if smaller >= plain {
		t.Errorf("%d words, optimized %d", plain, smaller)
	}
	for i, v := range harness.Oracle(t, "spirv", rows) {
		if v.OK {
			valid.Passed++
		} else {
			t.Errorf("%s: %s", rows[i].Name, v.Text())
		}
	}
	t.Logf("%d words, optimized %d", plain, smaller)
	harness.Ratchet(t, "ssa/spirv -O1", valid)
}
