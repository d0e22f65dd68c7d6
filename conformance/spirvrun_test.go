package conformance

// What other compilers make runs alike before it is read and after it is written back,
// on a Vulkan driver.

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"refract"
	back "refract/back/spirv"
	"refract/internal/harness/differential"
	"refract/internal/ir/transform"
	"refract/internal/vkrun"
	"refract/ir"
	"refract/spirv"
)

// TestSPIRVRowsRun runs the entry points of modules that are read as they were and
// written back. SPIRV_DIR is a folder of more of them.
func TestSPIRVRowsRun(t *testing.T) {
	d := vkrun.OpenTest(t)
	rows := assembly(t)
	if dir := os.Getenv("SPIRV_DIR"); dir != "" {
		rows = nil
		files, _ := filepath.Glob(filepath.Join(dir, "*.spv"))
		for _, f := range files {
			data, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			words, err := spirv.FromBytes(data)
			if err != nil {
				t.Fatal(err)
			}
			rows = append(rows, spirvRow{filepath.Base(f), words})
		}
	}
	compute, fragment := 0, 0
	for _, r := range rows {
		v, err := refract.Check(context.Background(), r.name, spirv.AppendBytes(nil, r.words), refract.CheckOptions{Parse: refract.ParseOptions{Language: refract.SPIRV}})
		if err != nil {
			continue
		}
		if sharesBindings(r.words) {
			// No layout of descriptor sets has two types at one binding, and a driver that
			// is given one of them crashes.
			t.Logf("can't be run: %s: two resources at one binding", r.name)
			continue
		}
		if transform.HasInputAttachments(v.Module) {
			t.Logf("can't be run: %s: the device's runner has no input attachments", r.name)
			continue
		}
		for _, e := range v.Module.EntryPoints {
			if os.Getenv("SHADER") != "" && os.Getenv("SHADER") != r.name || !isAlike(r.name) {
				continue
			}
			j, err := differential.NewSPIRVJob(r.name, r.words, e.Name, e.Stage, 1)
			if err != nil {
				t.Logf("can't be run: %s: %v", r.name, err)
				continue
			}
			if file := os.Getenv("REFRACT_RUNNING"); file != "" { // should the driver end the process
				os.WriteFile(file, []byte(r.name), 0o666)
			}
			switch e.Stage {
			case ir.StageCompute:
				if alike(t, d, j, r.words) {
					compute++
				}
			case ir.StageFragment:
				before, err := j.Draw(d, vkrun.Shader{Entry: e.Name, SPIRV: spirv.AppendBytes(nil, r.words)}, 8, 8)
				if err != nil {
					t.Logf("isn't drawn: %s: %v", r.name, err)
					continue
				}
				words, err := writtenFor(j)
				if err != nil {
					t.Logf("isn't written back: %s: %v", r.name, err)
					continue
				}
				after, err := j.Draw(d, vkrun.Shader{Entry: e.Name, SPIRV: spirv.AppendBytes(nil, words)}, 8, 8)
				if err != nil {
					t.Logf("isn't drawn, written back: %s: %v", r.name, err)
					continue
				}
				if s := j.CompareDrawings(before, after); s != "" {
					t.Errorf("%s %s: %s", r.name, e.Name, s)
				}
				fragment++
			}
		}
	}
	t.Logf("%d compute and %d fragment entry points ran", compute, fragment)
}

// sharesBindings reports whether a module has two resources at one binding.
func sharesBindings(words []uint32) bool {
	places := map[uint32][2]uint32{}
	for at := 5; at < len(words) && words[at]>>16 > 0; at += int(words[at] >> 16) {
		if spirv.Op(words[at]&0xFFFF) != spirv.OpDecorate {
			continue
		}
		p := places[words[at+1]]
		switch spirv.Decoration(words[at+2]) {
		case spirv.DecorationDescriptorSet:
			p[0] = words[at+3]
		case spirv.DecorationBinding:
			p[1] = words[at+3] + 1
		}
		places[words[at+1]] = p
	}
	seen := map[[2]uint32]bool{}
	for _, p := range places {
		if p[1] > 0 && seen[p] {
			return true
		}
		seen[p] = true
	}
	return false
}

// notAlike are parts of the names of modules that don't run, or not the same twice, and
// why.
var notAlike = map[string]string{
	"phi-undef-loop":             "stores an undefined value",
	"opptrequal":                 "asks only where its buffers are, which the job has none of",
	"vector-shuffle-undef-index": "draws an undefined value",
}

// isAlike reports whether a module is expected to run the same twice.
func isAlike(name string) bool {
	for part := range notAlike {
		if strings.Contains(name, part) {
			return false
		}
	}
	return true
}

// asItWas is SPIR-V without what makes accesses and operations defined that the
// module leaves undefined, so that they are what they were.
func asItWas() back.Options {
	o := differential.SPIRVOptions()
	o.Bounds, o.IntDivChecks, o.ForceLoopBounding = transform.BoundsOptions{}, false, false
	return o
}

// writtenFor is a job's entry point as SPIR-V.
func writtenFor(j *differential.Job) ([]uint32, error) {
	o := asItWas()
	o.EntryPoint, o.Stage, o.Overrides = j.Entry, j.Stage, map[string]float64{}
	return new(back.Writer).Write(nil, j.Module, o)
}

// alike runs a compute job as it was and written back, and reports whether it ran.
func alike(t *testing.T, d *vkrun.Device, j *differential.Job, words []uint32) bool {
	before, err := differential.VulkanWords(d, words).Run(j)
	if err != nil {
		t.Logf("doesn't run: %s: %v", j.Name, err)
		return false
	}
	after, err := differential.Vulkan(d, asItWas(), false).Run(j)
	if err != nil {
		t.Errorf("doesn't run, written back: %s: %v", j.Name, err)
		return false
	}
	if s := j.Compare(before, after); s != "" && !slices.Contains(emptyMembers, j.Name) {
		t.Errorf("%s: %s", j.Name, s)
	}
	return true
}

// emptyMembers are shaders that copy structs with members that are empty structs, whose bytes are padding: a copy
// may change these.
var emptyMembers = []string{"spirv-cross/shaders-msl/asm/comp/copy-object-ssbo-to-ssbo.asm.comp"}
