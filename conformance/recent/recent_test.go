// Package recent runs features of shaders that only newer drivers have, in a process of its own: as a
// table of forms in each source language, on both engines, on lavapipe by SPIR-V, GLSL, HLSL and DXIL, and
// after the output was read again.
package recent

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"refract"
	dxilback "refract/back/dxil"
	"refract/back/glsl"
	"refract/back/hlsl"
	"refract/exec/wasm"
	frontglsl "refract/front/glsl"
	"refract/internal/harness"
	"refract/internal/harness/differential"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir"
	"refract/ir/validate"
	"refract/spirv"
)

// ways are the ways by which shaders with a feature run.
type ways struct {
	glslNumber uint16 // the version of GLSL that is written
	direct3d   bool   // HLSL 6.6 and DXIL have the feature
	driver     bool   // so has lavapipe
	slow       bool   // the fast engine lacks code for some of the shaders, and leaves them to the other
}

// fast is the fast engine.
func (w ways) fast() differential.Engine {
	if w.slow {
		return differential.Of(wasm.Auto{})
	}
	return differential.Of(wasm.Engine{})
}

// jobOf reads a shader, by the extension of its name, and makes a job of it.
func jobOf(t *testing.T, name, source string, workgroups [3]uint32) *differential.Job {
	t.Helper()
	o := refract.CheckOptions{Validate: refract.ValidateOptions{Capabilities: validate.All}}
	v, err := refract.Check(t.Context(), name, []byte(source), o)
	if err != nil {
		t.Errorf("%s: %v\n%s", name, err, source)
		return nil
	}
	j, err := differential.NewModuleJob(name, v.Module, v.Info, ir.StageCompute, workgroups, 1)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	j.Source = source
	return j
}

// run runs jobs every way, and compares each with the reference engine, whose results it returns.
func run(t *testing.T, jobs []*differential.Job, w ways) []differential.Result {
	t.Helper()
	want := make([]differential.Result, len(jobs))
	check := func(j *differential.Job, way string, want, got differential.Result, err error) {
		if err != nil {
			t.Errorf("%s by %s: %v\n%s", j.Name, way, err, j.Source)
		} else if s := j.Compare(want, got); s != "" {
			t.Errorf("%s by %s: %s\n%s", j.Name, way, s, j.Source)
		}
	}
	engines := []differential.Engine{w.fast(), differential.ThroughSPIRV(differential.SPIRVOptions(), 0),
		differential.ThroughSPIRV(differential.SPIRVOptions(), 2)}
	written := glsl.NewOptions()
	written.Vulkan, written.Version.Number = true, w.glslNumber
	engines = append(engines, readGLSL(written))
	for n, j := range jobs {
		var err error
		if want[n], err = differential.Interpreter().Run(j); err != nil {
			t.Fatalf("%s: %v\n%s", j.Name, err, j.Source)
		}
		for _, e := range engines {
			got, err := e.Run(j)
			check(j, e.Name, want[n], got, err)
		}
		optimized(t, j, w, want[n], check)
	}
	if t.Failed() {
		return want
	}
	d := vkrun.OpenRays(t)
	validated(t, jobs)
	if !w.driver {
		compiled(t, jobs, written)
	}
	all, results := jobs, want
	jobs, want = nil, nil
	for k, n := 0, sweep.Count(len(all)); k < n; k++ { // evenly, as the compilers take their time
		jobs, want = append(jobs, all[k*len(all)/n]), append(want, results[k*len(all)/n])
	}
	if w.driver {
		c := differential.NewerGLSL(t, d)
		for n, j := range jobs {
			for _, e := range []differential.Engine{differential.Vulkan(d, differential.SPIRVOptions(), false), differential.VulkanOptimized(d, differential.SPIRVOptions(), false, 2), c} {
				got, err := e.Run(j)
				check(j, e.Name, want[n], got, err)
			}
		}
	}
	if w.direct3d {
		got, errs := differential.DXC(t, d, jobs, func(_ int, o *hlsl.Options) { o.ShaderModel = hlsl.ShaderModel66 })
		for n, j := range jobs {
			check(j, "DXC", want[n], got[n], errs[n])
		}
		got, errs = differential.DXIL(func(_ int, o *dxilback.Options) int { o.Profile = dxilback.Profile66; return 2 }).Run(t, d, jobs)
		for n, j := range jobs {
			check(j, "DXIL", want[n], got[n], errs[n])
		}
	}
	return results
}

// readGLSL runs jobs as GLSL that is read again.
func readGLSL(o glsl.Options) differential.Engine {
	var reader frontglsl.Reader
	return differential.Engine{Name: "glsl, read", Run: func(j *differential.Job) (differential.Result, error) {
		out, text, err := j.ThroughGLSL(&reader, o)
		if err != nil {
			err = fmt.Errorf("%w\n%s", err, text)
		}
		return out, err
	}}
}

// optimized runs a job at each level of the optimizer, on both engines.
func optimized(t *testing.T, j *differential.Job, w ways, want differential.Result, check func(*differential.Job, string, differential.Result, differential.Result, error)) {
	t.Helper()
	for level := 0; level <= 2; level++ {
		v, err := refract.Validate(t.Context(), j.Module, refract.ValidateOptions{Capabilities: validate.All})
		if err == nil {
			v, err = refract.Optimize(t.Context(), v, refract.OptimizeOptions{Level: level})
		}
		if err != nil {
			t.Errorf("%s at -O%d: %v", j.Name, level, err)
			continue
		}
		again := *j
		again.Module = v.Module
		for _, e := range []differential.Engine{differential.Interpreter(), w.fast()} {
			got, err := e.Run(&again)
			check(j, fmt.Sprintf("%s at -O%d", e.Name, level), want, got, err)
		}
	}
}

// validated has the newer validator of SPIR-V check the jobs' modules.
func validated(t *testing.T, jobs []*differential.Job) {
	t.Helper()
	var list [][]byte
	for _, j := range jobs {
		for _, level := range []int{0, 2} {
			v, err := refract.Validate(t.Context(), j.Module, refract.ValidateOptions{Capabilities: validate.All})
			if err == nil {
				v, err = refract.Optimize(t.Context(), v, refract.OptimizeOptions{Level: level})
			}
			if err != nil {
				t.Fatal(err)
			}
			out, err := refract.Write(t.Context(), v, refract.WriteOptions{Language: refract.SPIRV})
			if err != nil {
				t.Fatalf("%s: %v", j.Name, err)
			}
			list = append(list, spirv.AppendBytes(nil, out.Words))
		}
	}
	for k, message := range harness.NewSPIRVVal(t, list) {
		if message != "" {
			t.Errorf("%s: %s", jobs[k/2].Name, message)
		}
	}
}

// refused checks that languages without a feature refuse a shader by name.
func refused(t *testing.T, name, source, feature string, to ...refract.Language) {
	t.Helper()
	for _, l := range to {
		_, err := refract.Translate(t.Context(), name, []byte(source), refract.TranslateOptions{To: l, Validate: refract.ValidateOptions{Capabilities: validate.All}})
		if err == nil || !strings.Contains(err.Error(), feature) {
			t.Errorf("%s to %s: %v, which lacks %q", name, l, err, feature)
		}
	}
}

// sorted are the keys of a table of cases, in order.
func sorted[V any](m map[string]V) (keys []string) {
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// compiled has the newer glslang compile the jobs as GLSL.
func compiled(t *testing.T, jobs []*differential.Job, o glsl.Options) {
	t.Helper()
	var list [][]byte
	for _, j := range jobs {
		v, err := refract.Validate(t.Context(), j.Module, refract.ValidateOptions{Capabilities: validate.All})
		if err != nil {
			t.Fatal(err)
		}
		out, err := refract.Write(t.Context(), v, refract.WriteOptions{Language: refract.GLSL, Options: refract.LanguageOptions{refract.GLSL: &o}})
		if err != nil {
			t.Fatalf("%s: %v", j.Name, err)
		}
		list = append(list, []byte(out.Text))
	}
	tool := harness.Newer(t, "glslangValidator")
	if tool == "" {
		return
	}
	for k, message := range harness.EachFile(t, list, ".comp", tool, "-V", "--target-env", "vulkan1.3", "-o", "/dev/null") {
		if message != "" {
			t.Errorf("%s: %s\n%s", jobs[k].Name, message, list[k])
		}
	}
}
