package conformance

// This file draws generated fragment shaders, with derivatives and discards: in the
// interpreter, by SPIR-V on a Vulkan driver, and after they were written as WGSL, at
// each level of optimization.

import (
	"fmt"
	"testing"

	"refract/internal/harness/differential"
	"refract/internal/progen"
	"refract/internal/sweep"
	"refract/internal/vkrun"
)

// generatedFragment is the fragment shader of a seed.
func generatedFragment(seed uint64) (*differential.Job, error) {
	p := progen.Generate(seed, progen.Options{Size: sizes[seed%uint64(len(sizes))], Fragment: true, Wide: seed%2 == 1, Odd: seed%4 == 3})
	j, err := differential.NewFragmentJob(fmt.Sprint("seed ", seed), p.Source, p.Entry, seed)
	if err == nil {
		j.Overrides = p.Overrides
	}
	return j, err
}

// TestGeneratedFragments draws generated fragment shaders: a few, or as many as
// $REFRACT_PROGRAMS says, from $REFRACT_SEED on.
func TestGeneratedFragments(t *testing.T) {
	d := vkrun.OpenTest(t)
	first, wrong := number("REFRACT_SEED", 0), 0
	for seed := first; seed < first+sweep.Count(60) && wrong < 10; seed++ {
		if s := drawn(uint64(seed), d); s != "" {
			wrong++
			t.Errorf("seed %d: %s", seed, s)
		}
	}
}

// drawn draws the fragment shader of a seed in each way and says where results differ,
// or "".
func drawn(seed uint64, d *vkrun.Device) string {
	j, err := generatedFragment(seed)
	if err != nil {
		return err.Error()
	}
	const width, height = 8, 4
	want, err := j.Fragments(width, height, 0)
	if err != nil {
		return err.Error()
	}
	ways := []struct {
		name string
		job  func() (*differential.Job, error)
	}{
		{"as it is", func() (*differential.Job, error) { return j, nil }},
		{"WGSL, -O0", func() (*differential.Job, error) { return differential.Reread(j, 0) }},
		{"WGSL, -O1", func() (*differential.Job, error) { return differential.Reread(j, 1) }},
	}
	for i, way := range ways {
		again, err := way.job()
		if err != nil {
			return way.name + ": " + err.Error()
		}
		if i > 0 {
			got, err := again.Fragments(width, height, 0)
			if err != nil {
				return way.name + ": " + err.Error()
			}
			if s := j.CompareDrawings(want, got); s != "" {
				return way.name + ", interpreter: " + s
			}
		}
		got, err := again.DrawSPIRV(d, width, height)
		if err != nil {
			return way.name + ": " + err.Error()
		}
		if s := j.CompareDrawings(want, got); s != "" {
			return way.name + ", driver: " + s
		}
	}
	return ""
}
