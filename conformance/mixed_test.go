package conformance

// Shaders that people wrote, in which words, numbers and operators have changed places:
// what is still valid computes something that nobody wrote, and must be the same by every
// path.

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
	"refract/internal/harness"
	"refract/internal/harness/differential"
	"refract/internal/sweep"
	"refract/ir"
)

// mixed changes a few of a source's tokens.
func mixed(r *rand.Rand, tokens []string) string {
	out := slices.Clone(tokens)
	for range 1 + r.IntN(5) {
		at := r.IntN(len(out))
		if out[at][0] == ';' && r.IntN(2) == 0 { // the statement again
			from := at
			for from > 0 && !strings.ContainsAny(out[from-1][:1], ";{}") {
				from--
			}
			out = slices.Insert(out, at+1, slices.Clone(out[from:at+1])...)
			continue
		}
		// Near ones are more often in scope.
		for range 40 {
			near := at - 60 + r.IntN(120)
			if near >= 0 && near < len(out) && harness.Alike(out[near], out[at]) {
				if r.IntN(2) == 0 {
					out[at], out[near] = out[near], out[at]
				} else {
					out[at] = out[near]
				}
				break
			}
		}
	}
	return strings.Join(out, "")
}

// TestMixed runs changed shaders by the paths of this module: $REFRACT_PROGRAMS tries,
// from $REFRACT_SEED on.
func TestMixed(t *testing.T) {
	var sources [][]string
	for _, pattern := range []string{"testdata/hostile/*.wgsl", "testdata/regress/*.wgsl", "../testdata/kernels/*.wgsl", "../testdata/shaders/*.wgsl"} {
		files, _ := filepath.Glob(pattern)
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(text), "@compute") {
				sources = append(sources, harness.Tokens(harness.StripComments(string(text))))
			}
		}
	}
	if os.Getenv("REFRACT_ALL") != "" {
		t.Run("corpus", func(t *testing.T) {
			for _, s := range harness.Shaders(t) {
				if len(s.Source) < 8000 && strings.Contains(s.Source, "@compute") {
					sources = append(sources, harness.Tokens(harness.StripComments(s.Source)))
				}
			}
		})
	}
	fast := differential.Of(wasm.Engine{})
	engines := []differential.Engine{
		differential.Optimized(1), differential.OptimizedInterp(2), differential.OptimizedText(1), differential.OptimizedText(2),
		differential.ThroughSPIRV(differential.SPIRVOptions(), 0), differential.ThroughSPIRV(differential.SPIRVOptions(), 1),
		differential.Words(differential.SPIRVOptions(), 0), differential.Words(differential.SPIRVOptions(), 1), fast,
		{Name: "wgsl", Run: func(j *differential.Job) (differential.Result, error) {
			o, err := differential.Reread(j, 0)
			if err != nil {
				return nil, err
			}
			return differential.Run(interp.Engine{}, o, 0)
		}},
	}
	first, count := number("REFRACT_SEED", 0), sweep.Count(400)
	outcomes, runs := map[string]int{}, map[string]int{}
	for seed := first; seed < first+count; seed++ {
		r := rand.New(rand.NewPCG(uint64(seed), 7))
		src := mixed(r, sources[r.IntN(len(sources))])
		v, err := refract.Check(context.Background(), "mixed.wgsl", []byte(src), refract.CheckOptions{})
		if err != nil {
			outcomes["refused"]++
			continue
		}
		at := slices.IndexFunc(v.Module.EntryPoints, func(e ir.EntryPoint) bool { return e.Stage == ir.StageCompute })
		if at < 0 {
			outcomes["without a compute shader"]++
			continue
		}
		j, err := differential.NewJob(fmt.Sprint("seed ", seed), src, v.Module.EntryPoints[at].Name, [3]uint32{1 + uint32(r.IntN(4))/3, 1, 1}, nil, uint64(seed))
		if err != nil {
			outcomes["not to be run"]++
			continue
		}
		want, err := differential.Run(interp.Engine{}, j, exec.CheckRaces|exec.CheckBarriers)
		if err != nil {
			var limit *exec.StepLimitError
			switch {
			case errors.Is(err, differential.ErrFindings):
				outcomes["racy"]++
			case errors.As(err, &limit):
				outcomes["endless"]++
			default:
				outcomes["not to be run"]++
			}
			continue
		}
		outcomes["run"]++
		exact := j.Inexact() == ""
		for _, e := range engines {
			if !exact && strings.HasPrefix(e.Name, "words") { // which rounds on its own
				continue
			}
			got, err := e.Run(j)
			switch {
			case errors.Is(err, differential.ErrLeftOut) || unsupported(err) || errors.As(err, new(*exec.UnsupportedError)):
				runs[e.Name+" left out"]++
			case err != nil:
				t.Errorf("%s: %s: %v\n%s", j.Name, e.Name, err, src)
			default:
				if d := j.Compare(want, got); d != "" {
					t.Errorf("%s: %s: %s\n%s", j.Name, e.Name, d, src)
				}
				runs[e.Name]++
			}
		}
		if t.Failed() {
			break
		}
	}
	t.Logf("%v", outcomes)
	for _, name := range slices.Sorted(maps.Keys(runs)) {
		t.Logf("%s: %d", name, runs[name])
	}
}
