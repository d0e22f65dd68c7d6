package conformance

import (
	"os"
	"slices"
	"testing"

	"refract/internal/harness/differential"
	"refract/internal/ssa/lower"
	"refract/internal/ssa/opt"
	"refract/internal/ssa/pipeline"
	"refract/internal/sweep"
	"refract/ssa"
	"refract/ssa/pass"
)

// counted is a pass that counts where it changed something.
func counted(p *pass.Pass, changes *int) *pass.Pass {
	q := *p
	note := func(changed bool) bool {
		if changed {
			*changes++
		}
		return changed
	}
	if p.Function != nil {
		q.Function = func(f *ssa.Function) bool { return note(p.Function(f)) }
	} else {
		q.Shader = func(s *ssa.Shader) bool { return note(p.Shader(s)) }
	}
	return &q
}

// preparations are what generated programs go through before a pass.
var preparations = [][]*pass.Pass{
	nil,
	{lower.VarsToSSA},
	{lower.VarsToSSA, opt.DCE, lower.ToLCSSA},
	{lower.Returns, lower.InlineFunctions},
	{lower.VarsToSSA, opt.CopyProp, opt.ConstantFolding, opt.CSE},
	{lower.Returns, lower.InlineSmall, lower.VariableInitializers, lower.SplitStructVars, lower.SplitArrayVars, lower.VarsToSSA, opt.DCE},
}

// idle are the passes that find nothing in what is generated, or next to nothing: those have
// generators of their own in internal/ssa/pipeline, and those of stages in internal/stagegen.
var idle = []*pass.Pass{lower.VarCopies, lower.GotoIfs, lower.RegsToSSA, lower.UndefToZero, opt.Undef, opt.PropagateInvariant, opt.ShrinkStores, opt.Intrinsics, opt.PhiPrecision, lower.ImageCubes, lower.ReadOnlyImages, lower.UniformsToUBO, lower.LowerTex, lower.NonUniformAccess, lower.Mediump, lower.MediumpTex, opt.MergeIfs, opt.ComparisonPre,
	opt.HoistLoads, opt.MergeStores, opt.PowerDivisors, lower.ShrinkArrays, lower.ModuleForm, lower.PatchVertices, lower.TaskShader, lower.ShaderCalls, opt.RayQueries, opt.LinkStages, lower.Conversions}

// wide are the passes that find something in wide programs only.
var wide = []*pass.Pass{opt.Barriers, opt.DeadSharedWrites}

// TestEveryPass runs each pass of the registry on generated programs, prepared in
// each way, until it has changed three of them, or ten if REFRACT_ALL is 1: what they compute stays. WGSL has no
// copies between variables, so that lower-var-copies finds nothing, and its functions
// are trees, which goto-ifs leaves alone. There are no registers in what comes from
// it, and no undefined values.
func TestEveryPass(t *testing.T) {
	const most = 2000
	enough := map[bool]int{true: 3, false: 2}[sweep.On()]
	if os.Getenv("REFRACT_ALL") == "1" {
		enough = 10
	}
	reference := differential.Interpreter()
	for _, p := range pipeline.All() {
		t.Run(p.Name, func(t *testing.T) {
			if p.Machine {
				t.Skip("TestMachinePasses runs it")
			}
			if p == opt.JoinLimits {
				t.Skip("it changes what is out of bounds; TestRandomLimits runs it")
			}
			changed, ran := 0, 0
			for seed := uint64(0); seed < most && changed < enough; seed++ {
				if slices.Contains(idle, p) && seed == 20 {
					return
				}
				o := optionsOf(seed)
				o.Wide = o.Wide || slices.Contains(wide, p)
				j, err := generatedWith(seed, o)
				if err != nil {
					t.Fatal(err)
				}
				list := append([]*pass.Pass(nil), preparations[seed%uint64(len(preparations))]...)
				for _, q := range pipeline.All() {
					if p.Requires&q.Establishes != 0 && !q.Machine {
						list = append(list, q)
					}
				}
				changes := 0
				list = append(list, counted(p, &changes))
				if s := differ(j, []differential.Engine{reference, differential.SSAInterp(list...)}); s != "" {
					t.Fatalf("seed %d: %s", seed, s)
				}
				ran++
				if changes > 0 {
					changed++
				}
			}
			if changed < enough {
				t.Errorf("of %d programs it changed %d", ran, changed)
			}
		})
	}
}
