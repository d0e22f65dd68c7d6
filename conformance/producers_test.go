package conformance

// Modules in the shapes of other compilers are run by every path: as they are, by an
// interpreter of words and by a driver; as the module that is read, at each level of
// optimization; and as each language, compiled by others. So are those that single
// passes of spirv-opt make of them. They lie in testdata/producers, as assembly; a folder
// that $REFRACT_SHADERS names is taken instead, also of binaries (.spv). What a module
// is run with is made up.
//
// Lines at its start may say how it runs: see manner. What "not" names are beginnings of
// names of engines. Others are the source that a compiler made it of:
//
//	; | int x;

import (
	"context"
	"errors"
	"fmt"
	"os"
	osexec "os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"refract"
	"refract/exec/interp"
	"refract/exec/wasm"
	"refract/internal/harness"
	"refract/internal/harness/differential"
	"refract/internal/spirvtest"
	"refract/internal/ssa/pipeline"
	"refract/internal/vkrun"
	"refract/ir"
	"refract/spirv"
)

// produced is a module that another compiler made, or could have made.
type produced struct {
	name  string
	words []uint32
	manner
}

func (p *produced) takes(engine string) bool {
	return !slices.ContainsFunc(p.not, func(x string) bool { return strings.HasPrefix(engine, x) })
}

// producedModules reads them.
func producedModules(t *testing.T) (list []*produced) {
	t.Helper()
	for i, file := range shaderFiles(t, []string{"testdata/producers"}, ".spvasm", ".spv") {
		if os.Getenv("REFRACT_ALL") == "" && os.Getenv("REFRACT_SHADERS") == "" && os.Getenv("SHADER") == "" && i%6 != 4 {
			continue // a sample has every sixth
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p := &produced{name: filepath.Base(file)}
		if filepath.Ext(file) == ".spv" {
			if p.words, err = spirv.FromBytes(data); err != nil {
				t.Fatal(err)
			}
		} else {
			p.words = assembled(t, string(data))
		}
		if p.manner, err = mannerOf(string(data)); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		list = append(list, p)
	}
	return list
}

// TestProducers runs the compute shaders of modules.
func TestProducers(t *testing.T) {
	spirvTools(t)
	d := vkrun.OpenTest(t)
	inGLSL := differential.GLSL(t, d)
	all := os.Getenv("REFRACT_ALL") != "" || os.Getenv("REFRACT_SHADERS") != ""
	engines := append(levelEngines(), inGLSL, differential.Of(wasm.Engine{}))
	for _, o := range differential.AllSPIRVOptions() {
		engines = append(engines, differential.Vulkan(d, o, false), differential.VulkanOptimized(d, o, false, 1))
	}
	for _, level := range pipeline.Levels() {
		engines = append(engines, differential.Words(differential.SPIRVOptions(), level))
	}
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in.spv"), filepath.Join(dir, "out.spv")
	var jobs, sources []*differential.Job
	var of []*produced // of the jobs
	var want, wantSources []differential.Result
	var modules, byWords, byDriver, runs, optimized, theirs int
	unknowns := map[string]int{}
	for n, p := range producedModules(t) {
		if n%4 != 0 && !all {
			continue
		}
		code := spirv.AppendBytes(nil, p.words)
		if err := os.WriteFile(in, code, 0o666); err != nil {
			t.Fatal(err)
		}
		if text, err := osexec.Command("spirv-val", "--scalar-block-layout", "--target-env", "vulkan1.3", in).CombinedOutput(); err != nil {
			t.Logf("%s: spirv-val: %s", p.name, text)
			if os.Getenv("REFRACT_SHADERS") == "" {
				t.Errorf("%s isn't valid", p.name)
			}
			continue
		}
		v, err := refract.Check(context.Background(), p.name, code, refract.CheckOptions{Parse: refract.ParseOptions{Language: refract.SPIRV}})
		if err != nil {
			t.Errorf("%s: %v", p.name, err)
			continue
		}
		modules++
		for _, e := range v.Module.EntryPoints {
			if e.Stage != ir.StageCompute {
				continue
			}
			for seed := range uint64(2) {
				if !all && seed != uint64(n%2) {
					continue
				}
				j, err := differential.NewSPIRVJob(p.name+": "+e.Name, p.words, e.Name, e.Stage, seed+1)
				if err != nil {
					t.Errorf("%s: %v", p.name, err)
					break
				}
				j.Turn, j.Workgroups, j.Loose, j.Rounds = n, p.workgroups, p.loose, p.loose > 0
				reference, err := differential.Run(interp.Engine{}, j, 0)
				if err != nil {
					t.Errorf("%s: %v", j.Name, err)
					continue
				}
				waits := false // or does something else that isn't run by words
				report := func(engine string, got differential.Result, err error) bool {
					if !p.takes(engine) {
						return false
					}
					switch {
					case lacks(err):
						if os.Getenv("SHADER") != "" {
							t.Logf("%s: %s: %v", j.Name, engine, err)
						}
						return false
					case err != nil:
						t.Errorf("%s: %s: %v", j.Name, engine, err)
					case j.Compare(reference, got) != "":
						t.Errorf("%s %d: %s: %s", j.Name, seed, engine, j.Compare(reference, got))
					default:
						return true
					}
					return false
				}
				if p.takes("words") && j.Textures == nil && j.Samplers == nil {
					got, err := j.RunWordsOf(p.words)
					unknown := new(spirvtest.UnsupportedError)
					if errors.As(err, &unknown) {
						waits = true
						unknowns[unknown.What]++
					} else if report("words", got, err) {
						byWords++
					}
				}
				if p.takes("driver") {
					got, err := differential.VulkanWords(d, p.words).Run(j)
					if report("driver", got, err) {
						byDriver++
					}
				}
				for k, e := range engines {
					if all || (k+n)%4 == 0 {
						got, err := e.Run(j)
						if report(e.Name, got, err) {
							runs++
						}
					}
				}
				for _, level := range []int{0, 1} {
					again, err := differential.Reread(j, level)
					if err != nil {
						if seed == 0 || !all {
							text, _, _ := strings.Cut(err.Error(), "\n")
							t.Logf("%s: WGSL: %s", j.Name, text)
						}
						continue
					}
					got, err := differential.Run(interp.Engine{}, again, 0)
					report(fmt.Sprint("WGSL -O", level), got, err)
					if p.takes("tint-run") && j.Textures == nil && j.Samplers == nil {
						sources, wantSources = append(sources, again), append(wantSources, reference)
					}
				}
				if seed == 0 || !all {
					jobs, want, of = append(jobs, j), append(want, reference), append(of, p)
					passes := slices.Concat([]string{"-O", "-Os"}, optPasses)
					for k, flag := range passes {
						if !all && (k+n)%8 != 0 || !p.takes("spirv-opt") || waits && flag == "--loop-invariant-code-motion" {
							continue // that it makes endless loops is only seen where the words run
						}
						if osexec.Command("spirv-opt", flag, in, "-o", out).Run() != nil ||
							osexec.Command("spirv-val", "--scalar-block-layout", "--target-env", "vulkan1.3", out).Run() != nil {
							theirs++
							continue
						}
						data, err := os.ReadFile(out)
						if err != nil {
							t.Fatal(err)
						}
						words, err := spirv.FromBytes(data)
						if err != nil {
							t.Fatal(err)
						}
						got, err := differential.ReadSPIRV(data).Run(j)
						if err != nil || j.Compare(reference, got) != "" {
							by, theirError := j.RunWordsOf(words)
							if unknown := new(spirvtest.UnsupportedError); errors.As(theirError, &unknown) {
								by, theirError = differential.VulkanWords(d, words).Run(j)
							}
							undefined := new(spirvtest.UndefinedError)
							if errors.Is(theirError, spirvtest.ErrLong) || errors.As(theirError, &undefined) || err == nil && theirError == nil && j.Compare(by, got) == "" {
								t.Logf("%s: what spirv-opt %s makes does something else", j.Name, flag)
								theirs++
								continue
							}
							if report("read of spirv-opt "+flag, got, err); os.Getenv("REFRACT_FAILED") != "" {
								os.WriteFile(filepath.Join(os.Getenv("REFRACT_FAILED"), p.name+flag+".spv"), data, 0o666)
							}
							continue
						}
						optimized++
					}
				}
			}
		}
	}
	t.Logf("%d modules, %d runs by words (not %v), %d by the driver, %d by engines; %d modules of spirv-opt, %d times it is wrong or refuses", modules, byWords, unknowns, byDriver, runs, optimized, theirs)
	for _, r := range runners() {
		t.Run(r.name, func(t *testing.T) {
			var mine []*differential.Job
			var results []differential.Result
			for k, j := range jobs {
				if of[k].takes(r.name) {
					mine, results = append(mine, j), append(results, want[k])
				}
			}
			r.agree(t, mine, results)
		})
	}
	t.Run("tint-run", func(t *testing.T) {
		results, errs := differential.Outside(t, "tint-run", sources)
		agreed := 0
		for i, j := range sources {
			switch {
			case errs[i] != nil && refusal.MatchString(errs[i].Error()):
				t.Logf("%s: %v", j.Name, errs[i])
			case errs[i] != nil:
				t.Errorf("%s: %v\n%s", j.Name, errs[i], j.Source)
			case j.Compare(wantSources[i], results[i]) != "":
				t.Errorf("%s: %s", j.Name, j.Compare(wantSources[i], results[i]))
			default:
				agreed++
			}
		}
		t.Logf("%d of %d agree", agreed, len(sources))
	})
}

// TestProducedFragments draws the fragment shaders of modules as they are, as they are
// written back, and as GLSL.
func TestProducedFragments(t *testing.T) {
	d, c := vkrun.OpenTest(t), differential.OpenGLSL(t)
	drawn := 0
	for _, p := range producedModules(t) {
		code := spirv.AppendBytes(nil, p.words)
		v, err := refract.Check(context.Background(), p.name, code, refract.CheckOptions{Parse: refract.ParseOptions{Language: refract.SPIRV}})
		if err != nil {
			t.Errorf("%s: %v", p.name, err)
			continue
		}
		for _, e := range v.Module.EntryPoints {
			if e.Stage != ir.StageFragment {
				continue
			}
			j, err := differential.NewSPIRVJob(p.name+": "+e.Name, p.words, e.Name, e.Stage, 1)
			if err != nil {
				t.Errorf("%s: %v", p.name, err)
				continue
			}
			j.Loose = p.loose
			before, err := j.Draw(d, vkrun.Shader{Entry: e.Name, SPIRV: code}, 8, 4)
			if err != nil {
				t.Logf("%s: isn't drawn: %v", j.Name, err)
				continue
			}
			drawn++
			report := func(how string, got *differential.Drawing, err error) {
				switch {
				case !p.takes(how):
				case lacks(err):
					t.Logf("%s: %s: %v", j.Name, how, err)
				case err != nil:
					t.Errorf("%s: %s: %v", j.Name, how, err)
				default:
					if s := j.CompareDrawings(before, got); s != "" {
						t.Errorf("%s: %s: %s", j.Name, how, s)
					}
				}
			}
			got, err := j.Fragments(8, 4, 0)
			report("interpreter", got, err)
			got, err = j.DrawSPIRV(d, 8, 4)
			report("written back", got, err)
			got, err = c.Draw(j, d, 8, 4)
			report("GLSL", got, err)
		}
	}
	t.Logf("%d drawn", drawn)
}

// TestProducedCompiles gives modules in every language to the compilers.
func TestProducedCompiles(t *testing.T) {
	spirvTools(t)
	var names []string
	var read []*refract.Valid
	for _, p := range producedModules(t) {
		v, err := refract.Check(context.Background(), p.name, spirv.AppendBytes(nil, p.words), refract.CheckOptions{Parse: refract.ParseOptions{Language: refract.SPIRV}})
		if err != nil {
			t.Errorf("%s: %v", p.name, err)
			continue
		}
		names, read = append(names, p.name), append(read, v)
	}
	file := filepath.Join(t.TempDir(), "out.spv")
	for i, v := range read {
		out, err := newestSPIRV(t, v)
		if err != nil {
			t.Errorf("%s: not written back: %v", names[i], err)
			continue
		}
		if err := os.WriteFile(file, out.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		if text, err := osexec.Command("spirv-val", "--scalar-block-layout", "--target-env", "vulkan1.3", file).CombinedOutput(); err != nil {
			t.Errorf("%s: written back: %s", names[i], text)
		}
	}
	for _, c := range []struct {
		name, oracle string
		rows         func(string, *refract.Valid) []compilerRow
	}{{"GLSL", "glsl", vulkanRows}, {"HLSL", "hlsl", hlslRows}, {"WGSL", "tint", wgslRows}, {"MSL", "msl", mslRows}} {
		t.Run(c.name, func(t *testing.T) {
			var rows []compilerRow
			for i, v := range read {
				for _, row := range c.rows(names[i], v) {
					if row.Source == "" {
						t.Log("not written: ", row.Name)
					} else {
						rows = append(rows, row)
					}
				}
			}
			for i, v := range harness.Oracle(t, c.oracle, rows) {
				if !v.OK {
					t.Errorf("%s: %s\n%s", v.Name, v.Text(), rows[i].Source)
				}
			}
			t.Logf("%d compiled", len(rows))
		})
	}
}
