package conformance

// This file runs shaders on numbers of all sizes in languages that have none but those of 32
// bits.

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"refract"
	"refract/exec"
	"refract/exec/interp"
	"refract/internal/glslgen"
	"refract/internal/harness"
	"refract/internal/harness/differential"
	"refract/internal/sweep"
	"refract/ir"
)

// TestEmulated writes REFRACT_PROGRAMS random shaders from the seed REFRACT_SEED on as WGSL
// of the specification and as GLSL ES, reads that again and runs it: it does what the shader
// did. Some of them Dawn runs, wgpu too where REFRACT_ALL is 1, and compilers of HLSL and Metal take.
func TestEmulated(t *testing.T) {
	n, seed := uint64(sweep.Count(40)), uint64(number("REFRACT_SEED", 1))
	refused := map[string]int{}
	ran := 0
	var texts []*differential.Job
	var wants []differential.Result
	var hlsl, msl []compilerRow
	for i := range n {
		row := glslRow{Name: "seed", Stage: "compute", Vulkan: true, Source: glslgen.Sized(seed+i, glslgen.SizedOptions{})}
		v, err := row.check()
		if err != nil {
			t.Errorf("seed %d: %v\n%s", seed+i, err, row.Source)
			continue
		}
		j, err := differential.NewModuleJob(fmt.Sprint("seed ", seed+i), v.Module, v.Info, ir.StageCompute, [3]uint32{1, 1, 1}, seed+i)
		if err != nil {
			t.Fatalf("seed %d: %v", seed+i, err)
		}
		if (seed+i)%10 == 7 {
			if err := asCompiled(j.Name, v, &hlsl, &msl); err != nil && !strings.Contains(err.Error(), "can't express") {
				t.Errorf("%s: %v\n%s", j.Name, err, row.Source)
			}
		}
		want, err := differential.Run(interp.Engine{}, j, exec.CheckBounds|exec.CheckUninitialized)
		if err != nil {
			refused["not run: "+strings.SplitN(reason(err)+": warning", "warning", 2)[0]]++
			continue
		}
		for level := range 4 { // the last is GLSL ES
			if level == 3 && strings.Contains(row.Source, " uniform Block") {
				break // whose bindings are numbers of their own there
			}
			again, source, err := asWritten(j, v, level)
			if err != nil {
				refused[reason(err)]++
				if !strings.Contains(err.Error(), "can't express") {
					t.Errorf("seed %d at -O%d: %v\n%s", seed+i, level, err, row.Source)
				}
				break
			}
			got, err := differential.Interpreter().Run(again)
			if err != nil && strings.Contains(err.Error(), "are bound") {
				refused["a struct that ends with padding in WGSL"]++
				break
			}
			if err != nil {
				t.Errorf("seed %d at -O%d: %v", seed+i, level, err)
				break
			}
			if difference := j.Compare(want, got); difference != "" {
				t.Errorf("seed %d at -O%d: %s\n%s\n%s", seed+i, level, difference, row.Source, source)
				break
			}
			if level == 0 {
				ran++
			}
			if (seed+i)%10 == uint64(level) && level < 3 {
				again.Loose = 1e-6 // for some ways to make floats of integers
				texts, wants = append(texts, again), append(wants, want)
			}
		}
	}
	t.Logf("%d of %d agree; %v", ran, n, refused)
	if uint64(ran) < n*8/10 {
		t.Errorf("only %d of %d ran", ran, n)
	}
	for checker, rows := range map[string][]compilerRow{"hlsl": hlsl, "msl": msl} {
		passed := 0
		for k, v := range harness.Oracle(t, checker, rows) {
			if v.OK {
				passed++
			} else {
				t.Errorf("%s: %s: %s\n%s", checker, v.Name, v.Text(), rows[k].Source)
			}
		}
		t.Logf("%s: %d of %d compile", checker, passed, len(rows))
	}
	checkers := []string{"tint-run"}
	if os.Getenv("REFRACT_ALL") == "1" {
		checkers = append(checkers, "wgpu-run")
	}
	for _, checker := range checkers {
		results, errs := differential.Outside(t, checker, texts)
		agree, slow := 0, 0
		for k, got := range results {
			if errs[k] != nil && strings.Contains(errs[k].Error(), "no answer in time") {
				slow++ // a double's functions are long, and its compiler puts them in place
			} else if errs[k] != nil {
				t.Errorf("%s: %s: %v\n%s", checker, texts[k].Name, errs[k], texts[k].Source)
			} else if difference := texts[k].Compare(wants[k], got); difference != "" {
				t.Errorf("%s: %s: %s\n%s", checker, texts[k].Name, difference, texts[k].Source)
			} else {
				agree++
			}
		}
		t.Logf("%s: %d of %d agree, %d take too long", checker, agree, len(texts), slow)
		if agree < len(texts)*8/10 {
			t.Errorf("%s: only %d of %d agree", checker, agree, len(texts))
		}
	}
}

// asWritten is the job of a module as WGSL of the specification, optimized to a level, or at
// level 3 as GLSL ES.
func asWritten(j *differential.Job, v *refract.Valid, level int) (*differential.Job, string, error) {
	o, name := refract.WriteOptions{Language: refract.WGSL}, "written.wgsl"
	if err := o.Set("wgsl.standard", "true"); err != nil {
		return nil, "", err
	}
	if level == 3 {
		o.Language, name, level = refract.ESSL, "written.comp", 0
	}
	better, err := refract.Optimize(context.Background(), v, refract.OptimizeOptions{Level: level, Target: o.Language, Strict: true})
	if err != nil {
		return nil, "", err
	}
	out, err := refract.Write(context.Background(), better, o)
	if err != nil {
		return nil, "", err
	}
	read, err := refract.Check(context.Background(), name, []byte(out.Text), refract.CheckOptions{})
	if err != nil {
		return nil, "", fmt.Errorf("%w\n%s", err, out.Text)
	}
	again, err := j.With(fmt.Sprintf("emulated at -O%d", level), read.Module)
	if err != nil {
		return nil, "", err
	}
	again.Source = out.Text
	return again, out.Text, nil
}

// asCompiled adds what compilers of HLSL and Metal take of a module.
func asCompiled(name string, v *refract.Valid, hlsl, msl *[]compilerRow) error {
	for _, model := range []string{"5.1", "6.0"} {
		o := refract.WriteOptions{Language: refract.HLSL}
		if err := o.Set("hlsl.shader_model", model); err != nil {
			return err
		}
		out, err := refract.Write(context.Background(), v, o)
		if err != nil && strings.Contains(err.Error(), "can't express") {
			continue // functions of doubles
		}
		if err != nil {
			return err
		}
		*hlsl = append(*hlsl, compilerRow{Name: name + " " + model, Source: out.Text, Entry: "main", Profile: "cs_" + strings.Replace(model, ".", "_", 1)})
	}
	out, err := refract.Write(context.Background(), v, refract.WriteOptions{Language: refract.MSL})
	if err == nil {
		*msl = append(*msl, compilerRow{Name: name, Source: out.Text})
	}
	return err
}
