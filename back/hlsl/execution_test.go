package hlsl_test

// This file runs compute shaders as HLSL on a Vulkan driver and compares what
// they do with what the interpreter does. glslang_test.go shows which programs are
// left out, and why.

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"testing"

	back "refract/back/hlsl"
	"refract/internal/harness/differential"
	"refract/internal/progen"
	"refract/internal/sweep"
	"refract/internal/vkrun"
)

// number is a number from the environment.
func number(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}

// TestGenerated runs generated programs: a few, or as many as $REFRACT_PROGRAMS
// says, from $REFRACT_SEED on.
func TestGenerated(t *testing.T) {
	d := vkrun.OpenTest(t)
	reference := differential.Interpreter()
	engines := []differential.Engine{
		differential.HLSL(t, d, func(*back.Options) {}),
		differential.HLSL(t, d, func(o *back.Options) { o.Minify = true }),
		differential.HLSL(t, d, func(o *back.Options) { o.ForceLoopBounding = false }),
	}
	first := number("REFRACT_SEED", 0)
	wrong, ran, leftOut := 0, 0, 0
	for seed := first; seed < first+sweep.Count(40) && wrong < 10; seed++ {
		p := progen.Generate(uint64(seed), progen.Options{Size: 1 + seed%3})
		j, err := differential.NewJob(fmt.Sprint("seed ", seed), p.Source, p.Entry, p.Workgroups, p.Overrides, uint64(seed))
		if err != nil {
			t.Error(err)
			continue
		}
		want, err := reference.Run(j)
		if err != nil {
			t.Error(err)
			continue
		}
		got, err := engines[seed%len(engines)].Run(j)
		if errors.Is(err, differential.ErrGlslang) {
			leftOut++
			continue
		}
		ran++
		if err != nil {
			t.Errorf("%s: %v\n%s", j.Name, err, j.Source)
			wrong++
		} else if s := j.Compare(want, got); s != "" {
			t.Errorf("%s: %s", j.Name, s)
			wrong++
		}
	}
	t.Logf("%d programs run, %d that glslang reads otherwise left out", ran, leftOut)
}
