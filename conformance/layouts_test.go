package conformance

// This file runs programs that copy memory of every layout, and looks at each byte that
// they leave, padding included: by SPIR-V, as it is and optimized, by this module's
// WGSL, GLSL, HLSL and MSL.

import (
	"errors"
	"fmt"
	"os"
	"testing"

	"refract/back/text"
	"refract/internal/harness/differential"
	"refract/internal/progen"
	"refract/internal/vkrun"
)

// layoutJob is the job of a seed.
func layoutJob(seed uint64) (*differential.Job, error) {
	o := progen.LayoutOptions{F16: seed%3 == 0, Uniform: seed%2 == 0}
	p := progen.GenerateLayouts(seed, o)
	j, err := differential.NewJob(fmt.Sprint("layouts ", seed), p.Source, p.Entry, p.Workgroups, p.Overrides, seed)
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, p.Source)
	}
	j.FillPadding()
	return j, nil
}

// TestGeneratedLayouts runs a few programs of memory layouts, or as many as
// $REFRACT_PROGRAMS says, from $REFRACT_SEED on. Where $REFRACT_OUTSIDE is 1, or wgpu,
// Dawn or wgpu runs them too, of those that it accepts.
func TestGeneratedLayouts(t *testing.T) {
	text.CheckPlans(t)
	d := vkrun.OpenTest(t)
	reference := differential.Interpreter()
	engines := []differential.Engine{
		differential.Vulkan(d, differential.SPIRVOptions(), false),
		differential.VulkanOptimized(d, differential.SPIRVOptions(), false, 1),
		differential.GLSL(t, d),
		differential.Optimized(1),
	}
	var jobs []*differential.Job
	var want []differential.Result
	first := number("REFRACT_SEED", 0)
	for seed := first; seed < first+number("REFRACT_PROGRAMS", 20); seed++ {
		j, err := layoutJob(uint64(seed))
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
		for _, e := range engines {
			got, err := e.Run(j)
			difference := ""
			if err != nil {
				difference = err.Error()
			} else {
				difference = j.Compare(result, got)
			}
			if difference != "" {
				t.Errorf("%s: %s: %s\n%s", j.Name, e.Name, difference, j.Source)
			}
		}
	}
	for _, r := range runners() {
		t.Run(r.name, func(t *testing.T) { r.agree(t, jobs, want) })
	}
	checker := map[string]string{"1": "tint-run", "wgpu": "wgpu-run"}[os.Getenv("REFRACT_OUTSIDE")]
	if checker == "" {
		return
	}
	outside, errs := differential.Outside(t, checker, jobs)
	refused := 0
	for i, j := range jobs {
		switch {
		case errs[i] != nil && !errors.Is(errs[i], differential.ErrFindings):
			refused++
			t.Logf("%s: %v", j.Name, errs[i])
		case j.Compare(want[i], outside[i]) != "":
			t.Errorf("%s: %s: %s\n%s", j.Name, checker, j.Compare(want[i], outside[i]), j.Source)
		}
	}
	t.Logf("%s refused %d", checker, refused)
}
