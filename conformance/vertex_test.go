package conformance

// This file draws with generated vertex shaders, whose values go to a fragment shader: in
// this module's rasterizer, by SPIR-V on a Vulkan driver, and after they were written as
// WGSL, at each level of optimization.

import (
	"bytes"
	"fmt"
	"testing"

	"refract/internal/harness/differential"
	"refract/internal/progen"
	"refract/internal/sweep"
	"refract/internal/vkrun"
)

// generatedVertex is the pair of shaders of a seed.
func generatedVertex(seed uint64) (*differential.Job, error) {
	p := progen.Generate(seed, progen.Options{Size: sizes[seed%uint64(len(sizes))], Vertex: true, Wide: seed%2 == 1, Odd: seed%4 == 3})
	j, err := differential.NewVertexJob(fmt.Sprint("seed ", seed), p.Source, p.Entry, seed)
	if err == nil {
		j.Overrides, j.Turn = p.Overrides, int(seed)
	} else {
		err = fmt.Errorf("%w\n%s", err, p.Source)
	}
	return j, err
}

// TestGeneratedVertices draws with generated vertex shaders: a few, or as many as
// $REFRACT_PROGRAMS says, from $REFRACT_SEED on.
func TestGeneratedVertices(t *testing.T) {
	d, c := vkrun.OpenTest(t), differential.OpenGLSL(t)
	first, wrong, empty := number("REFRACT_SEED", 0), 0, 0
	for seed := first; seed < first+sweep.Count(24) && wrong < 10; seed++ {
		j, err := generatedVertex(uint64(seed))
		if err != nil {
			t.Fatal(err)
		}
		want, err := j.Rasterize(progen.FragmentEntry, progen.VertexPixels)
		if err != nil {
			t.Errorf("seed %d: %v", seed, err)
			wrong++
			continue
		}
		if bytes.Count(want, []byte{0}) == len(want) {
			empty++
		}
		if s := drawnVertices(j, want, d, c); s != "" {
			wrong++
			t.Errorf("seed %d: %s\n%s", seed, s, j.Source)
		}
	}
	if empty > 0 {
		t.Errorf("%d pictures are empty", empty)
	}
}

// drawnVertices draws a job in each way and says where results differ, or "".
func drawnVertices(j *differential.Job, want []byte, d *vkrun.Device, c *differential.GLSLCompiler) string {
	for level := range 2 {
		got, err := j.DrawVertices(d, progen.FragmentEntry, progen.VertexPixels, level)
		if err != nil {
			return fmt.Sprintf("-O%d: %v", level, err)
		}
		if !bytes.Equal(want, got) {
			return fmt.Sprintf("-O%d on the driver: % x and % x", level, want, got)
		}
		again, err := differential.Reread(j, level)
		if err != nil {
			return fmt.Sprintf("WGSL of -O%d: %v", level, err)
		}
		if got, err = c.DrawVertices(again, d, progen.FragmentEntry, progen.VertexPixels); err != nil {
			return fmt.Sprintf("GLSL of -O%d: %v", level, err)
		}
		if !bytes.Equal(want, got) {
			return fmt.Sprintf("GLSL of -O%d: % x and % x\n%s", level, want, got, again.Source)
		}
		if got, err = again.Rasterize(progen.FragmentEntry, progen.VertexPixels); err != nil {
			return fmt.Sprintf("WGSL of -O%d: %v", level, err)
		}
		if !bytes.Equal(want, got) {
			return fmt.Sprintf("WGSL of -O%d: % x and % x\n%s", level, want, got, again.Source)
		}
	}
	return ""
}
