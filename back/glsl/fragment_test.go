package glsl_test

// This file runs fragment shaders as GLSL on a Vulkan driver, which draws a
// triangle over the whole of a small target, and compares pixels and buffers
// with what the interpreter makes of them.

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"refract/back/glsl"
	"refract/internal/harness"
	"refract/internal/harness/differential"
	"refract/internal/harness/glslang"
	"refract/internal/progen"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir"
)

// artist draws jobs as GLSL.
type artist struct {
	d *vkrun.Device
	w glsl.Writer
}

func newArtist(t testing.TB) *artist {
	glslang.Find(t)
	return &artist{d: vkrun.OpenTest(t)}
}

func (a *artist) draw(j *differential.Job, o glsl.Options, width, height int) (*differential.Drawing, error) {
	o.EntryPoint, o.Stage, o.Overrides = j.Entry, ir.StageFragment, j.Overrides
	if !o.Vulkan {
		mapped(&o, j)
	}
	text, r, err := a.w.Write(j.Module, nil, o)
	if err != nil {
		return nil, err
	}
	words, err := compile(text, "frag")
	if err != nil {
		return nil, err
	}
	drawing := &differential.Drawing{Buffers: j.Fresh()}
	list, err := bindings(&o, r, j, drawing.Buffers)
	if err != nil {
		return nil, err
	}
	drawing.Pixels, err = j.DrawWith(a.d, vkrun.Shader{SPIRV: words, Entry: "main"}, list, width, height)
	return drawing, err
}

// compare draws a job written in one way. It returns why the job has no result to
// compare with, or "", and what differs or fails.
func (a *artist) compare(j *differential.Job, o glsl.Options) (skipped string, wrong error) {
	want, width, height, err := j.Reference()
	if err != nil {
		return "interpreter: " + err.Error(), nil
	}
	got, err := a.draw(j, o, width, height)
	if err != nil {
		return "", fmt.Errorf("%v: %w", o.Version, err)
	}
	s := j.CompareDrawings(want, got)
	if s == "" {
		return "", nil
	}
	if why := j.Inexact(); why != "" {
		// What SPIR-V of ours makes of it will do, then.
		direct, err := j.DrawSPIRV(a.d, width, height)
		if err != nil || j.CompareDrawings(direct, got) != "" {
			return why, nil
		}
		return "", nil
	}
	return "", fmt.Errorf("%v: %s", o.Version, s)
}

var fragmentEntry = regexp.MustCompile(`@fragment[^{;]*?fn\s+(\w+)`)

// TestFragments draws fragment shaders of the corpus: every 32nd, or as
// [harness.Chosen] says. They take turns with the ways to write them, from that of
// $REFRACT_SEED on; what one lacks is written in the fullest.
func TestFragments(t *testing.T) {
	a := newArtist(t)
	ways, turn := executionOptions(), number("REFRACT_SEED", 1)
	drawn := 0
	skipped := map[string]int{}
	for i, s := range harness.Shaders(t) {
		if !harness.Chosen(i, &s, 32) {
			continue
		}
		for _, entry := range fragmentEntry.FindAllStringSubmatch(s.Source, -1) {
			j, err := differential.NewFragmentJob(s.Name+" "+entry[1], s.Source, entry[1], 1)
			if err != nil {
				skipped["no job"]++
				continue
			}
			turn++
			why, err := a.compare(j, ways[turn%len(ways)])
			var unsupported *glsl.UnsupportedError
			if errors.As(err, &unsupported) {
				why, err = a.compare(j, ways[fullest])
			}
			if errors.As(err, &unsupported) {
				why, err = "not written: "+unsupported.Feature, nil
			}
			switch {
			case err != nil:
				t.Errorf("%s: %v", j.Name, err)
			case why != "":
				skipped[strings.Trim(why[strings.LastIndexAny(why, "[:")+1:], " ]")]++
			default:
				drawn++
			}
		}
	}
	t.Logf("%d drawn as the interpreter does; skipped: %v", drawn, skipped)
	if drawn == 0 {
		t.Error("nothing was drawn")
	}
}

// TestFragmentBuiltIns draws what the built-in inputs of fragments are.
func TestFragmentBuiltIns(t *testing.T) {
	a := newArtist(t)
	for _, src := range []string{
		"@fragment fn f(@builtin(position) p: vec4f) -> @location(0) vec4f { return p; }",
		"@fragment fn f(@builtin(front_facing) b: bool) -> @location(0) f32 { return select(2.0, 1.0, b); }",
		"@fragment fn f(@builtin(sample_mask) m: u32) -> @location(0) u32 { return m + 2; }",
		"@fragment fn f(@builtin(sample_index) i: u32) -> @location(0) u32 { return i + 2; }",
	} {
		j, err := differential.NewFragmentJob("built-in", src, "f", 1)
		if err != nil {
			t.Fatal(err)
		}
		if why, err := a.compare(j, executionOptions()[fullest]); why != "" || err != nil {
			t.Errorf("%s: %s %v", src, why, err)
		}
	}
}

// TestGeneratedFragments draws generated programs: a few, or as many as
// $REFRACT_PROGRAMS says, from $REFRACT_SEED on.
func TestGeneratedFragments(t *testing.T) {
	a := newArtist(t)
	options := executionOptions()
	first := number("REFRACT_SEED", 0)
	drawn, wrong := 0, 0
	skipped := map[string]int{}
	for seed := first; seed < first+sweep.Count(15) && wrong < 10; seed++ {
		p := progen.Generate(uint64(seed), progen.Options{Size: 1 + seed%3, Fragment: true, Wide: seed%2 == 1})
		j, err := differential.NewFragmentJob(fmt.Sprint("seed ", seed), p.Source, p.Entry, uint64(seed))
		if err != nil {
			t.Errorf("seed %d: %v\n%s", seed, err, p.Source)
			wrong++
			continue
		}
		j.Overrides = p.Overrides
		why, err := a.compare(j, options[seed%len(options)])
		switch {
		case err != nil:
			t.Errorf("%s: %v", j.Name, err)
			wrong++
		case why != "":
			why, _, _ = strings.Cut(why, ":")
			skipped[why]++
		default:
			drawn++
		}
	}
	t.Logf("%d drawn as the interpreter does; skipped: %v", drawn, skipped)
	if drawn == 0 {
		t.Error("nothing was drawn")
	}
}
