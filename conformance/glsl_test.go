package conformance

// This file reads the GLSL of the corpus: what glslang accepts is accepted, the
// SPIR-V of it is valid, and does what glslang's does.

import (
	"context"
	"errors"
	"fmt"
	"os"
	osexec "os/exec"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"refract"
	glslback "refract/back/glsl"
	spirvback "refract/back/spirv"
	"refract/diag"
	"refract/exec"
	"refract/exec/interp"
	"refract/front/glsl"
	"refract/internal/front/glsl/pp"
	"refract/internal/harness"
	"refract/internal/harness/differential"
	"refract/internal/harness/glslang"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir"
	"refract/spirv"
)

type glslRow struct {
	Name, Stage, Source string
	Vulkan, OpenGL      bool
}

var glslStages = map[string]ir.Stage{"vertex": ir.StageVertex, "fragment": ir.StageFragment, "compute": ir.StageCompute}

// glslShaders are the rows that glslang accepts, or that are called what
// REFRACT_ONLY says.
func glslShaders(t *testing.T) (list []glslRow) {
	only := os.Getenv("REFRACT_ONLY")
	harness.Corpus(t, "glsl.jsonl.gz", func(row glslRow) {
		if (row.Vulkan || row.OpenGL) && (only == "" || strings.Contains(row.Name, only)) {
			list = append(list, row)
		}
	})
	return list
}

func (r *glslRow) check() (*refract.Valid, error) {
	o := refract.CheckOptions{Parse: refract.ParseOptions{Language: refract.GLSL}}
	o.Parse.Options = refract.LanguageOptions{refract.GLSL: &glsl.Options{Stage: glslStages[r.Stage], Preprocessor: pp.Options{Vulkan: r.Vulkan}}}
	return refract.Check(context.Background(), r.Name, []byte(r.Source), o)
}

// TestGLSLAccepted reads and validates every row that glslang accepts. What isn't
// accepted is refused with an error that names the feature.
func TestGLSLAccepted(t *testing.T) {
	vulkan, opengl := harness.Count{}, harness.Count{}
	refused, wrong := map[string][]string{}, []string{}
	for _, row := range glslShaders(t) {
		count, name := &opengl, "opengl:"+row.Name[strings.LastIndexByte(row.Name, '/')+1:]
		if row.Vulkan {
			count, name = &vulkan, name[len("opengl:"):]
		}
		count.Total++
		_, err := row.check()
		if err == nil {
			count.Passed++
			continue
		}
		var found *diag.Diagnostics
		if !errors.As(err, &found) {
			t.Fatal(err)
		}
		for _, d := range found.Items {
			if d.Severity != diag.Error {
				continue
			}
			if d.Code == "unsupported-feature" {
				refused[d.Message] = append(refused[d.Message], name)
			} else {
				wrong = append(wrong, row.Name+": "+d.Message)
			}
			break
		}
	}
	var features []string
	for f := range refused {
		features = append(features, f)
	}
	sort.Strings(features)
	for _, f := range features {
		t.Logf("%d refused: %s (%s)", len(refused[f]), f, strings.Join(refused[f], ", "))
	}
	sort.Strings(wrong)
	for _, s := range wrong {
		t.Logf("not accepted: %s", s)
	}
	if os.Getenv("REFRACT_ONLY") == "" {
		harness.Ratchet(t, "glsl-in/vulkan", vulkan)
		harness.Ratchet(t, "glsl-in/opengl", opengl)
	}
}

// TestGLSLIsValid writes what is accepted as SPIR-V, for spirv-val.
func TestGLSLIsValid(t *testing.T) {
	sweep.Only(t)
	checker, err := osexec.LookPath("spirv-val")
	if err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	count := harness.Count{}
	for _, row := range glslShaders(t) {
		v, err := row.check()
		if err != nil || len(v.Module.EntryPoints) == 0 {
			continue
		}
		count.Total++
		o := refract.WriteOptions{Language: refract.SPIRV}
		options := spirvback.NewOptions()
		options.Version = 6
		o.Options = refract.LanguageOptions{refract.SPIRV: &options}
		out, err := refract.Write(context.Background(), v, o)
		if err != nil {
			t.Logf("%s: %v", row.Name, err)
			continue
		}
		file := filepath.Join(dir, "a.spv")
		if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		if text, err := osexec.Command(checker, "--target-env", "vulkan1.3", "--scalar-block-layout", file).CombinedOutput(); err != nil {
			t.Logf("%s: %s", row.Name, strings.TrimSpace(string(text)))
			continue
		}
		count.Passed++
	}
	if os.Getenv("REFRACT_ONLY") == "" {
		harness.Ratchet(t, "glsl-in/spirv-val", count)
	} else {
		t.Log(count)
	}
}

// TestGLSLRoundTrip writes random compute shaders and those of the corpus as GLSL, of a
// version that has them each in turn, or of every one where REFRACT_ALL is 1, reads that, and
// runs both in the interpreter.
func TestGLSLRoundTrip(t *testing.T) {
	r := new(glsl.Reader)
	forms := []func(*glslback.Options){
		func(o *glslback.Options) { o.Vulkan = true },
		func(o *glslback.Options) { o.Version = glslback.Version{Number: 450} },
		func(o *glslback.Options) { o.Version = glslback.Version{Number: 310, ES: true} },
		func(o *glslback.Options) { o.Version = glslback.Version{Number: 320, ES: true} },
		func(o *glslback.Options) { o.Version = glslback.Version{Number: 430} },
		func(o *glslback.Options) { o.Version = glslback.Version{Number: 460} },
	}
	ran, skipped := 0, map[string]int{}
	again := func(j *differential.Job, form int) {
		want, err := differential.Run(interp.Engine{}, j, exec.CheckRaces|exec.CheckBounds|exec.CheckBarriers)
		if err != nil {
			skipped[reason(err)]++
			return
		}
		o := glslback.NewOptions()
		forms[form%len(forms)](&o)
		o.EntryPoint, o.Stage, o.Overrides = j.Entry, ir.StageCompute, j.Overrides
		got, text, err := j.ThroughGLSL(r, o)
		switch {
		case err != nil && text == nil:
			skipped["not written: "+reason(err)]++
		case err != nil:
			t.Errorf("%s: %v\n%s", j.Name, err, text)
		default:
			if difference := j.Compare(want, got); difference != "" {
				t.Errorf("%s: %s\n%s", j.Name, difference, text)
			}
			ran++
		}
	}
	n := uint64(sweep.Count(60))
	seed := uint64(number("REFRACT_SEED", 1))
	chosen := func(all int) int {
		if number("REFRACT_ALL", 0) == 1 {
			return all
		}
		return 1
	}
	for i := range n {
		if j, err := generated(seed + i); err == nil {
			for k := range chosen(len(forms)) {
				again(j, int(i)+k)
			}
		}
	}
	for i, s := range harness.Shaders(t) {
		if !harness.Chosen(i, &s, 8) {
			continue
		}
		for _, entry := range entryPoint.FindAllStringSubmatch(s.Source, -1) {
			j, err := differential.NewJob(s.Name+" "+entry[1], s.Source, entry[1], [3]uint32{1, 1, 1}, nil, seed)
			if err != nil {
				skipped["no job: "+reason(err)]++
				continue
			}
			again(j, i)
		}
	}
	t.Logf("%d agree; skipped: %v", ran, skipped)
}

// TestGLSLRuns runs compute and fragment shaders in the interpreter, and what
// glslang makes of the same source on a Vulkan driver. At least 85% of them run; the
// others are listed with the reason.
func TestGLSLRuns(t *testing.T) {
	sweep.Only(t)
	glslang.Find(t)
	d := vkrun.OpenTest(t)
	same, total := 0, 0
	skipped := map[string][]string{}
	var row glslRow
	skip := func(why string) {
		skipped[why] = append(skipped[why], row.Name[strings.LastIndexByte(row.Name, '/')+1:])
	}
	for i, r := range glslShaders(t) {
		row = r
		stage := glslStages[row.Stage]
		if !row.Vulkan || stage == ir.StageVertex || os.Getenv("REFRACT_ONLY") == "" && number("REFRACT_EVERY", 12) > 1 && i%number("REFRACT_EVERY", 12) != 0 {
			continue
		}
		v, err := row.check()
		if err != nil {
			continue
		}
		total++
		if len(v.Module.EntryPoints) == 0 {
			skip("no entry point")
			continue
		}
		words, err := glslangWords(&row, "1.2")
		if err != nil {
			skip("glslang: " + reason(err))
			continue
		}
		if list, err := spirv.FromBytes(words); err == nil {
			separateBindings(v.Module, list)
			words = spirv.AppendBytes(nil, list)
		}
		// Inputs that a shader goes wrong with are made up anew.
		difference, why, inexact := "", "", ""
		for seed := uint64(1); seed <= 6; seed++ {
			j, err := differential.NewDeviceJob(row.Name, v.Module, v.Info, stage, [3]uint32{1, 1, 1}, seed)
			if err != nil {
				why = "no job: " + reason(err)
				break
			}
			j.Loose = 1e-3
			if difference, why = besideGlslang(j, d, words); why == "" {
				inexact = fmt.Sprint(j.Inexact())
				break
			}
		}
		switch {
		case why != "":
			skip(why)
		case difference != "" && !validSPIRV(t, words):
			skip("glslang's SPIR-V is invalid") // arrays of arrays of blocks are none of Vulkan's
		case difference != "":
			t.Errorf("%s: %s; what it uses: %s", row.Name, difference, inexact)
		default:
			same++
		}
	}
	var reasons []string
	for why, names := range skipped {
		reasons = append(reasons, fmt.Sprintf("%d not run: %s (%s)", len(names), why, strings.Join(names, ", ")))
	}
	sort.Strings(reasons)
	t.Log(strings.Join(reasons, "\n"))
	t.Logf("%d of %d agree", same, total)
	if os.Getenv("REFRACT_ONLY") == "" && number("REFRACT_EVERY", 12) == 1 && same*100 < total*85 {
		t.Errorf("less than 85%% of the shaders ran")
	}
}

// besideGlslang runs a job in the interpreter, and what glslang made of it on a device:
// where they differ, or why there is nothing to compare.
func besideGlslang(j *differential.Job, d *vkrun.Device, words []byte) (difference, why string) {
	shader := vkrun.Shader{SPIRV: words, Entry: "main"}
	if j.Stage == ir.StageCompute {
		// Races and reads of what was never written count where they make a difference.
		const checks = exec.CheckBounds | exec.CheckBarriers
		want, err := differential.Run(interp.Engine{}, j, checks)
		if err != nil {
			return "", reason(err)
		}
		got, err := j.OnDevice(d, shader)
		if err != nil {
			return "", "device: " + reason(err)
		}
		if difference = j.Compare(want, got); difference == "" {
			return "", ""
		}
		if j.Aliased {
			return "", "several variables share a buffer that is written"
		}
		if _, err := differential.Run(interp.Engine{}, j, checks|exec.CheckRaces|exec.CheckUninitialized); err != nil {
			return "", reason(err)
		}
		return difference, ""
	}
	want, width, height, err := j.Reference()
	raced := err != nil && reason(err) == "data-race" // in a single quad, that is
	if raced {
		want, err = j.Fragments(width, height, exec.CheckBounds)
	}
	if err != nil {
		return "", reason(err)
	}
	got, err := j.Draw(d, shader, width, height)
	if err != nil {
		return "", "device: " + reason(err)
	}
	if difference = j.CompareDrawings(want, got); difference == "" {
		return "", ""
	}
	if raced {
		return "", "data-race"
	}
	if _, err := j.Fragments(width, height, exec.CheckUninitialized); err != nil {
		return "", "a variable is read before it is written"
	}
	if ours, err := j.DrawSPIRV(d, width, height); err == nil && j.CompareDrawings(ours, got) == "" {
		// Winding, derivatives of halves: the device's, not the source's.
		return "", "the device has it otherwise than the interpreter"
	}
	return difference, ""
}

// glslangWords is the SPIR-V that glslang makes of a row for a version of Vulkan.
func glslangWords(row *glslRow, vulkan string) ([]byte, error) {
	return glslang.Compile(vulkan, glslang.Shader{Extension: ir.StageByName(row.Stage).Info().Extension, Source: row.Source})
}

// TestCubeArrayTexels: in SPIR-V the texels of an array of cubes have three coordinates,
// the last of which counts layers and faces.
func TestCubeArrayTexels(t *testing.T) {
	row := glslRow{Name: "cubes", Stage: "compute", Vulkan: true, Source: `#version 450
layout(local_size_x = 1) in;
layout(rgba8, binding = 0) uniform imageCubeArray p;
layout(r32ui, binding = 1) uniform uimageCubeArray n;
void main() { ivec3 at = ivec3(gl_GlobalInvocationID); imageStore(p, at, imageLoad(p, at.zyx)); imageAtomicAdd(n, at, 1u); }`}
	v, err := row.check()
	if err != nil {
		t.Fatal(err)
	}
	for level := range 2 {
		better, err := refract.Optimize(context.Background(), v, refract.OptimizeOptions{Level: level})
		if err != nil {
			t.Fatal(err)
		}
		out, err := refract.Write(context.Background(), better, refract.WriteOptions{Language: refract.SPIRV})
		if err != nil {
			t.Fatal(err)
		}
		words, err := spirv.FromBytes(out.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		sizes, types, found := map[uint32]uint32{}, map[uint32]uint32{}, 0
		for at := 5; at < len(words); at += int(words[at] >> 16) {
			w := words[at:]
			coordinate := uint32(0)
			switch op := spirv.Op(w[0] & 0xffff); op {
			case spirv.OpTypeVector:
				sizes[w[1]] = w[3]
			case spirv.OpIAdd, spirv.OpCompositeConstruct, spirv.OpLoad, spirv.OpBitcast:
				types[w[2]] = w[1]
			case spirv.OpImageRead, spirv.OpImageTexelPointer:
				coordinate = w[4]
			case spirv.OpImageWrite:
				coordinate = w[2]
			}
			if coordinate != 0 {
				if found++; sizes[types[coordinate]] != 3 {
					t.Errorf("level %d: a coordinate of %d components", level, sizes[types[coordinate]])
				}
			}
		}
		if found != 3 {
			t.Errorf("level %d: %d accesses, not 3", level, found)
		}
	}
}
