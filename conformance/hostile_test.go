package conformance

// This file runs the shaders of testdata/hostile, which are written by hand to be shapes
// that no corpus and no generator has, by every path: a shader put there, or into the
// folder that $REFRACT_SHADERS names, is enough.
//
// Lines at its start may say how it runs: see manner. What "not" names are tools; "source"
// there says that Dawn and wgpu are given it only as this module writes it.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"refract"
	"refract/back/glsl"
	"refract/back/spirv"
	"refract/exec"
	"refract/exec/interp"
	"refract/exec/wasm"
	"refract/front/wgsl"
	"refract/internal/harness"
	"refract/internal/harness/differential"
	"refract/internal/ssa/pipeline"
	"refract/internal/vkrun"
	"refract/ir"
	"refract/ir/validate"
)

// A hostileShader is a shader with what its lines say of it.
type hostileShader struct {
	name, source string
	valid        *refract.Valid
	manner
}

// hostileShaders reads the shaders of folders.
func hostileShaders(t *testing.T, folders ...string) (list []*hostileShader) {
	t.Helper()
	for _, file := range shaderFiles(t, folders, ".wgsl") {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		s := &hostileShader{name: filepath.Base(file), source: string(source)}
		if s.manner, err = mannerOf(s.source); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		s.valid, err = refract.Check(context.Background(), s.name, source, hostileOptions())
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		list = append(list, s)
	}
	return list
}

// hostileOptions allow all that there is.
func hostileOptions() refract.CheckOptions {
	return refract.CheckOptions{
		Parse:    refract.ParseOptions{Options: refract.LanguageOptions{refract.WGSL: &wgsl.Options{Allowed: wgsl.AllExtensions}}, Language: refract.WGSL},
		Validate: refract.ValidateOptions{Capabilities: validate.All}}
}

// checks are what the reference engine looks for.
func (s *hostileShader) checks() exec.Check {
	if s.open {
		return exec.CheckRaces | exec.CheckBarriers
	}
	return exec.CheckRaces | exec.CheckBarriers | exec.CheckBounds
}

// A hostileJob is an entry point of a shader with made-up contents.
type hostileJob struct {
	*hostileShader
	job   *differential.Job
	want  differential.Result
	first bool // of those of its shader
}

// TestHostile runs their compute shaders.
func TestHostile(t *testing.T) {
	d := vkrun.OpenTest(t)
	inGLSL := differential.GLSL(t, d)
	engines := append(levelEngines(), inGLSL, differential.Of(wasm.Engine{}))
	var words []differential.Engine // one of which a job takes, or all
	for _, level := range pipeline.Levels() {
		words = append(words, differential.Words(differential.SPIRVOptions(), level))
	}
	var turns []differential.Engine // two of which a job takes, or all where a folder is named
	for _, o := range differential.AllSPIRVOptions() {
		turns = append(turns, differential.Vulkan(d, o, false), differential.VulkanOptimized(d, o, false, 1+len(turns)/2%2))
	}
	turns = append(turns, differential.Vulkan(d, differential.SPIRVOptions(), true), differential.VulkanOptimized(d, differential.SPIRVOptions(), true, pipeline.Small))
	if os.Getenv("REFRACT_SHADERS") != "" {
		engines = slices.Concat(engines, turns, words, differential.Transforms(), ssaEngines())
		turns = nil
	}
	var jobs, written []hostileJob
	all := os.Getenv("REFRACT_ALL") != "" || os.Getenv("REFRACT_SHADERS") != ""
	for i, s := range hostileShaders(t, "testdata/hostile") {
		if !all && i%20 != 0 { // a sample has every twentieth, with one of two contents
			continue
		}
		for _, e := range s.valid.Module.EntryPoints {
			if e.Stage != ir.StageCompute {
				continue
			}
			first := true
			for seed := range uint64(2) {
				if !all && seed != uint64(i/20%2) {
					continue
				}
				j, err := differential.NewJob(fmt.Sprintf("%s: %s %d", s.name, e.Name, seed), s.source, e.Name, s.workgroups, s.overrides, seed+1)
				if err != nil {
					t.Error(err)
					break
				}
				j.Turn, j.Loose, j.Rounds = len(jobs), s.loose, s.loose > 0
				want, err := differential.Run(interp.Engine{}, j, s.checks())
				if err != nil {
					t.Errorf("%s: %v", j.Name, err)
					continue
				}
				h := hostileJob{s, j, want, first}
				first = false
				jobs = append(jobs, h)
				mine := engines
				if turns != nil {
					at := 2 * j.Turn % len(turns)
					mine = append(engines[:len(engines):len(engines)], turns[at], turns[at+1], words[j.Turn%len(words)])
				}
				for _, e := range mine {
					if s.takes(e.Name) && !(s.open && e.Name == "zero out of bounds") {
						h.run(t, e)
					}
				}
				for _, level := range pipeline.Levels()[1:] {
					if s.takes(inGLSL.Name) && h.first {
						n := hostileJob{s, h.optimized(t, level, refract.GLSL), want, h.first}
						n.run(t, inGLSL)
					}
				}
				for _, level := range pipeline.Levels() {
					again, err := differential.Reread(j, level)
					if err != nil {
						t.Errorf("%s: %v", j.Name, err)
						continue
					}
					n := hostileJob{s, again, want, h.first}
					n.run(t, differential.Interpreter())
					if h.first && (level == 0 || level == 1) {
						written = append(written, n)
					}
				}
			}
		}
	}
	for _, r := range runners() {
		t.Run(r.name, func(t *testing.T) {
			r.beyond(t)
			var mine []*differential.Job
			var want []differential.Result
			for _, h := range jobs {
				if !h.takes(r.name) {
					continue
				}
				mine, want = append(mine, h.job), append(want, h.want)
				if h.first {
					for _, level := range pipeline.Levels()[1:] {
						mine, want = append(mine, h.optimized(t, level, r.language)), append(want, h.want)
					}
				}
			}
			r.agree(t, mine, want)
		})
	}
	// Dawn and wgpu are given what this module writes, too: they don't reset variables of
	// loops that have no initializer, and wgpu lacks some of the language.
	for _, checker := range []string{"tint-run", "wgpu-run"} {
		t.Run(checker, func(t *testing.T) {
			var list []hostileJob
			var mine []*differential.Job
			given := 0 // how many of the list this module wrote
			for i, h := range append(written[:len(written):len(written)], jobs...) {
				if i == len(written) {
					given = len(list)
				}
				if h.takes(checker) && (i < len(written) || h.takes("source")) && h.job.Textures == nil && h.job.Samplers == nil && !(checker == "tint-run" && strings.Contains(h.source, "f16")) {
					list, mine = append(list, h), append(mine, h.job)
				}
			}
			results, errs := differential.Outside(t, checker, mine)
			agreed := 0
			refused := map[string]bool{} // shaders that the tool refuses as they are
			for i, h := range list {
				refused[h.name] = refused[h.name] || i >= given && errs[i] != nil
			}
			for i, h := range list {
				switch {
				case errs[i] != nil && i < given && !refused[h.name] && h.takes("source"):
					t.Errorf("%s: accepted as it is: %v", h.job.Name, errs[i])
				case errs[i] != nil && (checker == "wgpu-run" || refusal.MatchString(errs[i].Error())):
					t.Logf("%s: %v", h.job.Name, errs[i])
				case errs[i] != nil:
					t.Errorf("%s: %v", h.job.Name, errs[i])
				case h.job.Compare(h.want, results[i]) != "":
					t.Errorf("%s: %s", h.job.Name, h.job.Compare(h.want, results[i]))
				default:
					agreed++
				}
			}
			t.Logf("%d agree of %d", agreed, len(list))
		})
	}
}

// optimized is the job after a level of optimization for a language.
func (h *hostileJob) optimized(t *testing.T, level int, language refract.Language) *differential.Job {
	j, err := optimizedFor(h.job, h.valid, refract.OptimizeOptions{Level: level, Target: language, Strict: h.loose == 0})
	if err != nil {
		t.Fatalf("%s: %v", h.name, err)
	}
	return j
}

// run compares what an engine makes of a job.
func (h *hostileJob) run(t *testing.T, e differential.Engine) {
	got, err := e.Run(h.job)
	switch {
	case lacks(err):
		t.Logf("%s: %s: %v", h.job.Name, e.Name, err)
	case err != nil:
		t.Errorf("%s: %s: %v", h.job.Name, e.Name, err)
	case h.job.Compare(h.want, got) != "":
		t.Errorf("%s: %s: %s", h.job.Name, e.Name, h.job.Compare(h.want, got))
	}
}

// lacks reports whether an error says that an engine, or a language as it is asked for,
// has no way to do something.
func lacks(err error) bool {
	var engine *exec.UnsupportedError
	var inGLSL *glsl.UnsupportedError
	var inSPIRV *spirv.UnsupportedError
	return errors.As(err, &engine) || errors.As(err, &inGLSL) || errors.As(err, &inSPIRV) || errors.Is(err, differential.ErrLeftOut)
}

// TestHostileFragments draws their fragment shaders, each at a level of its turn, or at
// all where REFRACT_ALL is set.
func TestHostileFragments(t *testing.T) {
	d, c := vkrun.OpenTest(t), differential.OpenGLSL(t)
	all := os.Getenv("REFRACT_ALL") != "" || os.Getenv("REFRACT_SHADERS") != "" || os.Getenv("SHADER") != ""
	levels := pipeline.Levels()
	drawn := 0
	for _, s := range hostileShaders(t, "testdata/hostile", "testdata/hostile/compile") {
		for _, e := range s.valid.Module.EntryPoints {
			if e.Stage != ir.StageFragment {
				continue
			}
			j, err := differential.NewFragmentJob(s.name+": "+e.Name, s.source, e.Name, 1)
			if err != nil {
				t.Log(err)
				continue
			}
			j.Loose, j.Overrides = s.loose, s.overrides
			want, width, height, err := j.Reference()
			if err != nil {
				t.Logf("%s: %v", j.Name, err)
				continue
			}
			drawn++
			compare := func(how string, got *differential.Drawing, err error) {
				switch {
				case lacks(err):
					t.Logf("%s: %s: %v", j.Name, how, err)
				case err != nil:
					t.Errorf("%s: %s: %v", j.Name, how, err)
				case j.CompareDrawings(want, got) != "":
					t.Errorf("%s: %s: %s", j.Name, how, j.CompareDrawings(want, got))
				}
			}
			got, err := j.FragmentsOn(wasm.Engine{}, width, height, 0)
			compare("wasm", got, err)
			got, err = j.DrawSPIRV(d, width, height)
			compare("driver", got, err)
			for k, level := range levels {
				if !all && k != drawn%len(levels) {
					continue
				}
				again, err := differential.Reread(j, level)
				if err != nil {
					t.Errorf("%s: %v", j.Name, err)
					continue
				}
				how := "WGSL of " + pipeline.LevelName(level)
				got, err := again.Fragments(width, height, 0)
				compare(how, got, err)
				got, err = again.DrawSPIRV(d, width, height)
				compare(how+", driver", got, err)
				got, err = c.Draw(again, d, width, height)
				compare(how+", GLSL", got, err)
			}
		}
	}
	t.Logf("%d fragment shaders drawn", drawn)
}

// TestHostileCompiles hands what they become, as they are and optimized, to the
// compilers: of testdata/hostile/compile interfaces of every kind, textures of every kind,
// parts of zeros.
func TestHostileCompiles(t *testing.T) {
	type sourceRow struct {
		Name   string `json:"name"`
		Source string `json:"source,omitempty"`
		SPIRV  []byte `json:"spirv,omitempty"`
		Env    string `json:"env,omitempty"`
	}
	var dxc []dxilRow
	var glslang []compilerRow
	rows := map[string][]sourceRow{}
	for i, s := range hostileShaders(t, "testdata/hostile", "testdata/hostile/compile") {
		if i%4 != 0 && os.Getenv("REFRACT_ALL") == "" && os.Getenv("REFRACT_SHADERS") == "" {
			continue
		}
		v := s.valid
		values := harness.OverrideValues(v.Module)
		for key, x := range s.overrides {
			values[key] = x
		}
		for level := range 2 {
			var err error
			if v, err = refract.Optimize(context.Background(), v, refract.OptimizeOptions{Level: level}); err != nil {
				t.Fatal(err)
			}
			name := fmt.Sprintf("%s -O%d", s.name, level)
			if s.takes("dxc") {
				dxc = append(append(dxc, dxilRows(name, v, values, false)...), dxilRows(name, v, values, true)...)
			}
			if s.takes("glslang") {
				glslang = append(glslang, glslRows(name, v)...)
			}
			for checker, language := range map[string]refract.Language{"tint": refract.WGSL, "msl": refract.MSL, "spirv": refract.SPIRV} {
				if !s.takes(checker) {
					continue
				}
				out, err := refract.Write(context.Background(), v, refract.WriteOptions{Language: language, Overrides: values})
				if err != nil {
					t.Errorf("%s: %v", name, err)
					continue
				}
				row := sourceRow{Name: name}
				if language == refract.SPIRV {
					row.SPIRV, row.Env = out.Bytes(), "vulkan1.3"
				} else {
					row.Source = string(out.Bytes())
				}
				rows[checker] = append(rows[checker], row)
			}
		}
	}
	compiledByDXC(t, dxc)
	glslang = slices.DeleteFunc(glslang, func(r compilerRow) bool {
		if r.Source == "" {
			t.Log(r.Name) // what GLSL has no words for
		}
		return r.Source == ""
	})
	for i, v := range harness.Oracle(t, "glsl", glslang) {
		if !v.OK {
			t.Errorf("%s: glslang: %s\n%s", glslang[i].Name, v.Text(), excerpt(glslang[i].Source, &v))
		}
	}
	for _, checker := range []string{"tint", "msl", "spirv"} {
		for i, v := range harness.Oracle(t, checker, rows[checker]) {
			if !v.OK {
				t.Errorf("%s: %s: %s\n%s", v.Name, checker, v.Text(), excerpt(cmp.Or(rows[checker][i].Source, ""), &v))
			}
		}
	}
}
