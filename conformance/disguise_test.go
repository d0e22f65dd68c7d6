package conformance

// Shaders that people wrote, rewritten to others of the same meaning: whatever is made of
// them must compute what the interpreter makes of the first.

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"refract"
	"refract/exec"
	"refract/exec/interp"
	"refract/exec/wasm"
	"refract/internal/disguise"
	"refract/internal/harness"
	"refract/internal/harness/differential"
	"refract/internal/ssa/pipeline"
	"refract/internal/sweep"
	"refract/ir"
)

// TestDisguised runs rewritten shaders by the paths of this module: $REFRACT_PROGRAMS
// tries, from $REFRACT_SEED on. With REFRACT_ALL the corpora are rewritten, too; with
// $REFRACT_SHADERS the files of that folder only. Into the folder that $REFRACT_KEEP names
// those are written of which every implementation makes the same, for the paths of
// TestHostile.
func TestDisguised(t *testing.T) {
	type original struct {
		name, text string
		manner
	}
	var sources []original
	patterns := []string{"testdata/hostile/*.wgsl", "testdata/regress/*.wgsl", "../testdata/kernels/*.wgsl", "../testdata/workloads/*.wgsl", "../testdata/shaders/*.wgsl"}
	if folder := os.Getenv("REFRACT_SHADERS"); folder != "" {
		patterns = []string{folder + "/*.wgsl"}
	}
	for _, pattern := range patterns {
		files, _ := filepath.Glob(pattern)
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(text), "@compute") {
				m, err := mannerOf(string(text))
				if err != nil {
					t.Fatal(err)
				}
				sources = append(sources, original{filepath.Base(name), harness.StripComments(string(text)), m})
			}
		}
	}
	if os.Getenv("REFRACT_ALL") != "" {
		t.Run("corpus", func(t *testing.T) {
			for _, s := range harness.Shaders(t) {
				if len(s.Source) < 8000 && strings.Contains(s.Source, "@compute") {
					m, _ := mannerOf("")
					sources = append(sources, original{s.Name, harness.StripComments(s.Source), m})
				}
			}
		})
	}
	fast := differential.Of(wasm.Engine{})
	engines := []differential.Engine{
		differential.Optimized(1), differential.OptimizedInterp(2), differential.OptimizedText(1), differential.OptimizedText(2),
		differential.ThroughSPIRV(differential.SPIRVOptions(), 0), differential.ThroughSPIRV(differential.SPIRVOptions(), 1),
		differential.Words(differential.SPIRVOptions(), 0), differential.Words(differential.SPIRVOptions(), 1), fast,
	}
	for _, level := range []int{0, pipeline.Small} { // the latter gives the shortest text
		engines = append(engines, differential.Engine{Name: "wgsl of " + pipeline.LevelName(level), Run: func(j *differential.Job) (differential.Result, error) {
			o, err := differential.Reread(j, level)
			if err != nil {
				return nil, err
			}
			return differential.Run(interp.Engine{}, o, 0)
		}})
	}
	first, count := number("REFRACT_SEED", 0), sweep.Count(24)
	outcomes, runs := map[string]int{}, map[string]int{}
	failed := 0
	for seed := first; seed < first+count; seed++ {
		r := rand.New(rand.NewPCG(uint64(seed), 11))
		o := sources[r.IntN(len(sources))]
		v, err := refract.Check(context.Background(), o.name, []byte(o.text), hostileOptions())
		if err != nil {
			outcomes["refused"]++
			continue
		}
		at := slices.IndexFunc(v.Module.EntryPoints, func(e ir.EntryPoint) bool { return e.Stage == ir.StageCompute })
		name := fmt.Sprintf("seed %d, %s", seed, o.name)
		j, err := differential.NewJob(name, o.text, v.Module.EntryPoints[at].Name, o.workgroups, o.overrides, uint64(seed))
		if err != nil {
			outcomes["not to be run"]++
			continue
		}
		want, err := differential.Run(interp.Engine{}, j, exec.CheckRaces|exec.CheckBarriers)
		if err != nil {
			outcomes["not to be run"]++
			continue
		}
		d := disguise.New(o.text, r, r.IntN(4) > 0)
		edits := 0
		for want, tries := 1+r.IntN(12), 0; edits < want && tries < 60; tries++ {
			text := d.Edited()
			if text == "" {
				continue
			}
			if _, err := refract.Check(context.Background(), o.name, []byte(text), hostileOptions()); err != nil {
				outcomes["edits refused"]++
				if os.Getenv("REFRACT_REFUSED") != "" {
					t.Logf("%v\n%s", err, text)
				}
				continue
			}
			d.Keep(text)
			outcomes["edits"]++
			edits++
		}
		if edits == 0 {
			outcomes["without an edit"]++
			continue
		}
		changed, err := differential.NewJob(name, d.Text(), j.Entry, o.workgroups, o.overrides, uint64(seed))
		if err != nil {
			t.Errorf("%s: %v\n%s", name, err, d.Text())
			continue
		}
		fault := ""
		got, err := differential.Run(interp.Engine{}, changed, exec.CheckRaces|exec.CheckBarriers)
		switch {
		case err != nil:
			fault = fmt.Sprintf("interpreter: %v", err)
		case j.Compare(want, got) != "":
			fault = "interpreter: " + j.Compare(want, got)
		}
		outcomes["run"]++
		exact := changed.Inexact() == ""
		if keep := os.Getenv("REFRACT_KEEP"); keep != "" && exact && !o.open && len(o.not) == 0 && changed.Textures == nil {
			text := fmt.Sprintf("// workgroups %d %d %d\n%s", o.workgroups[0], o.workgroups[1], o.workgroups[2], d.Text())
			if len(o.overrides) == 0 {
				if err := os.WriteFile(filepath.Join(keep, fmt.Sprintf("d%d.wgsl", seed)), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		}
		for _, e := range engines {
			if !exact && strings.HasPrefix(e.Name, "words") { // which rounds on its own
				continue
			}
			got, err := e.Run(changed)
			switch {
			case errors.Is(err, differential.ErrLeftOut) || unsupported(err) || lacks(err):
				runs[e.Name+" left out"]++
			case err != nil:
				fault += fmt.Sprintf("\n%s: %v", e.Name, err)
			default:
				if d := j.Compare(want, got); d != "" {
					fault += fmt.Sprintf("\n%s: %s", e.Name, d)
				}
				runs[e.Name]++
			}
		}
		if fault != "" {
			t.Errorf("%s: %s\n%s", name, fault, d.Text())
			if failed++; failed == 5 {
				break
			}
		}
	}
	t.Logf("%v", outcomes)
	for _, name := range slices.Sorted(maps.Keys(runs)) {
		t.Logf("%s: %d", name, runs[name])
	}
}
