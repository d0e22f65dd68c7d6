package conformance

// This file runs programs that copy memory of every layout, and looks at each byte that
// they leave, padding included: by SPIR-V, as it is and optimized, by this module's
// WGSL, GLSL, HLSL and MSL.

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	osexec "os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"refract/internal/harness/differential"
	"refract/internal/progen"
	"refract/internal/sweep"
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

// nestedMatrices are values of arrays of arrays of matrices, of which glslang reads
// constants beyond their end: see TestGlslangMisreadsConstants.
var nestedMatrices = regexp.MustCompile(`array<array<mat[2-4]x[2-4](<f32>|f), \d+>, \d+>\(`)

// TestGlslangMisreadsConstants proves it: the module that glslang 12 makes of zeros has
// constants that aren't zero. Where it passes over this test, the pattern above can go.
func TestGlslangMisreadsConstants(t *testing.T) {
	sweep.Only(t)
	if _, err := osexec.LookPath("glslangValidator"); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	in, out := filepath.Join(dir, "zeros.comp"), filepath.Join(dir, "zeros.spv")
	source := "#version 450\nlayout(std430, binding = 0) buffer B { mat2 a[1][2]; };\nvoid main() { a = mat2[1][2](mat2[2](mat2(0.0), mat2(0.0))); }\n"
	if err := os.WriteFile(in, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	if text, err := osexec.Command("glslangValidator", "-V", "-o", out, in).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	other := 0
	for at := 20; at+4 <= len(data); at += 4 * int(binary.LittleEndian.Uint16(data[at+2:])) {
		const opConstant = 43
		if binary.LittleEndian.Uint16(data[at:]) == opConstant && binary.LittleEndian.Uint16(data[at+2:]) == 4 {
			// Indices are small integers.
			if x := binary.LittleEndian.Uint32(data[at+12:]); x > 16 {
				other++
			}
		}
		if binary.LittleEndian.Uint16(data[at+2:]) == 0 {
			t.Fatal("an instruction without words")
		}
	}
	if other == 0 {
		t.Skip("this glslang reads them right")
	}
	t.Logf("glslang makes %d constants of zeros that aren't", other)
}

// TestGeneratedLayouts runs a few programs of memory layouts, or as many as
// $REFRACT_PROGRAMS says, from $REFRACT_SEED on. Where $REFRACT_OUTSIDE is 1, or wgpu,
// Dawn or wgpu runs them too, of those that it accepts.
func TestGeneratedLayouts(t *testing.T) {
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
	for seed := first; seed < first+sweep.Count(20); seed++ {
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
			if e.Name == "glsl" && nestedMatrices.MatchString(j.Source) {
				continue
			}
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
