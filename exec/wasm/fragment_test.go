package wasm_test

// Fragment shaders give the bits of the reference engine.

import (
	"bytes"
	"errors"
	"testing"

	"refract/diag"
	"refract/exec"
	"refract/exec/interp"
	"refract/exec/wasm"
	"refract/front/wgsl"
	"refract/internal/harness"
	"refract/internal/harness/differential"
	"refract/ir"
)

// eachEntry calls a function with a job for each entry point of a stage of the chosen
// shaders of the corpus.
func eachEntry(t *testing.T, stage ir.Stage, every int, do func(j *differential.Job)) {
	for k, s := range harness.Shaders(t) {
		if !harness.Chosen(k, &s, every) {
			continue
		}
		m := ir.NewModule()
		var list diag.List
		if new(wgsl.Reader).Read(m, s.Source, 1, wgsl.Options{Allowed: wgsl.AllExtensions}, &list) == nil {
			continue
		}
		for i := range m.EntryPoints {
			ep := &m.EntryPoints[i]
			if ep.Stage != stage {
				continue
			}
			var j *differential.Job
			var err error
			if stage == ir.StageFragment {
				j, err = differential.NewFragmentJob(s.Name, s.Source, ep.Name, 1)
			} else {
				j, err = differential.NewJob(s.Name, s.Source, ep.Name, [3]uint32{2, 1, 1}, nil, 1)
			}
			if err == nil {
				do(j)
			}
		}
	}
}

// TestCorpusFragments compares fragment shaders of the corpus.
func TestCorpusFragments(t *testing.T) {
	n := tally{refused: map[string]int{}}
	eachEntry(t, ir.StageFragment, 16, func(j *differential.Job) {
		want, width, height, err := j.Reference()
		if err != nil {
			return
		}
		if want, err = j.Fragments(width, height, 0); err != nil {
			return
		}
		got, err := j.FragmentsOn(wasm.Engine{}, width, height, 0)
		var no *exec.UnsupportedError
		switch {
		case errors.As(err, &no):
			n.refused[no.Feature]++
			return
		case err != nil:
			t.Errorf("%s %s: %v", j.Name, j.Entry, err)
			return
		}
		n.ran++
		if d := equal(want.Buffers, got.Buffers); d != "" {
			t.Errorf("%s %s: %s", j.Name, j.Entry, d)
		}
		if !bytes.Equal(want.Pixels, got.Pixels) {
			t.Errorf("%s %s: other pixels:\n%x, not\n%x", j.Name, j.Entry, got.Pixels[:64], want.Pixels[:64])
		}
	})
	n.log(t)
}

// TestCorpusTextures compares compute shaders of the corpus that use textures.
func TestCorpusTextures(t *testing.T) {
	n := tally{refused: map[string]int{}}
	eachEntry(t, ir.StageCompute, 16, func(j *differential.Job) {
		if len(j.Textures) == 0 {
			return
		}
		// Where invocations race, nothing says what comes out.
		if _, err := differential.Run(interp.Engine{}, j, exec.CheckRaces); err == nil {
			n.compare(t, j)
		}
	})
	n.log(t)
}
