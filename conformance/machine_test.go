package conformance

// What a GPU's own compiler makes of our SPIR-V: AMD's, in Mesa, without a GPU.
// Drivers optimize by themselves; what they can't remove is what translation adds,
// the checks that make shaders safe. So each shader is measured against itself at
// -O0 without our checks, as counted before the optimizer knew of checks.

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"refract"
	spirvback "refract/back/spirv"
	"refract/front/wgsl"
	"refract/internal/harness"
	"refract/internal/ir/transform"
	"refract/ir"
	"refract/ir/validate"
)

// machineBase holds, a line each: shader, entry point, instructions and inverse
// throughput, of -O0 without checks. REFRACT_UPDATE=1 adds lines that are missing and
// changes none: they are what later states are measured against.
const machineBase = "testdata/machine.tsv"

// What optimized kernels may cost, checks and all, of what they cost at -O0 without.
const (
	mostInstructions = 1.08
	mostBusy         = 1.05
)

// A machineCost is what the compiler says of a shader.
type machineCost struct{ instructions, throughput int }

func readMachineBase(t *testing.T) map[string]machineCost {
	t.Helper()
	base := map[string]machineCost{}
	text, err := os.ReadFile(machineBase)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		var c machineCost
		if _, err := fmt.Sscan(f[2]+" "+f[3], &c.instructions, &c.throughput); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		base[f[0]+"\t"+f[1]] = c
	}
	return base
}

// unchecked are the options without what SPIR-V leaves undefined and we define.
func unchecked() *spirvback.Options {
	o := spirvback.NewOptions()
	o.IntDivChecks, o.ForceLoopBounding, o.Bounds = false, false, transform.BoundsOptions{}
	return &o
}

// A machineRow is a compute entry point on its way to the compiler.
type machineRow struct {
	key    string
	source string
	valid  *refract.Valid
	entry  string
}

// machineRows are the compute entry points of a folder of testdata (kernels, workloads),
// or of the corpus: every 16th shader, or all if REFRACT_ALL is 1.
func machineRows(t *testing.T, of string) (rows []machineRow) {
	var shaders []harness.Shader
	if of != "corpus" {
		names, err := filepath.Glob("../testdata/" + of + "/*.wgsl")
		if err != nil || len(names) == 0 {
			t.Fatal("no "+of, err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			shaders = append(shaders, harness.Shader{Name: of + "/" + filepath.Base(name), Source: string(text)})
		}
	} else {
		for i, s := range optimizedShaders(t) {
			if i%2 == 0 || os.Getenv("REFRACT_ALL") == "1" {
				shaders = append(shaders, s)
			}
		}
	}
	for _, s := range shaders {
		v, err := refract.Check(context.Background(), s.Name, []byte(s.Source), refract.CheckOptions{
			Parse:    refract.ParseOptions{Options: refract.LanguageOptions{refract.WGSL: &wgsl.Options{Allowed: wgsl.AllExtensions}}, Language: refract.WGSL},
			Validate: refract.ValidateOptions{Capabilities: validate.All}})
		if err != nil {
			continue
		}
		for i := range v.Module.EntryPoints {
			if e := &v.Module.EntryPoints[i]; e.Stage == ir.StageCompute {
				rows = append(rows, machineRow{s.Name + "\t" + e.Name, s.Source, v, e.Name})
			}
		}
	}
	return rows
}

// machineCosts compiles rows, optimized. What the compiler lacks, or
// we can't write, is missing.
func machineCosts(t *testing.T, rows []machineRow, optimize refract.OptimizeOptions, options *spirvback.Options) map[string]machineCost {
	t.Helper()
	type request struct {
		Name  string `json:"name"`
		SPIRV string `json:"spirv"`
		Entry string `json:"entry"`
	}
	var requests []request
	for _, r := range rows {
		// As Translate does it: the passes see the checks.
		o := *options
		o.EntryPoint = r.entry
		out, err := refract.Translate(context.Background(), "shader.wgsl", []byte(r.source), refract.TranslateOptions{To: refract.SPIRV,
			Overrides: harness.OverrideValues(r.valid.Module),
			Parse:     refract.ParseOptions{Options: refract.LanguageOptions{refract.WGSL: &wgsl.Options{Allowed: wgsl.AllExtensions}}},
			Validate:  refract.ValidateOptions{Capabilities: validate.All},
			Optimize:  optimize,
			Write:     refract.WriteOptions{Options: refract.LanguageOptions{refract.SPIRV: &o}}})
		var failed *refract.OptimizeError
		if errors.As(err, &failed) {
			t.Errorf("%s: %v", r.key, err)
		}
		if err != nil {
			continue
		}
		requests = append(requests, request{r.key, base64.StdEncoding.EncodeToString(out.Bytes()), r.entry})
	}
	costs := map[string]machineCost{}
	for _, v := range harness.Oracle(t, "radv", requests) {
		if s, ok := v.Stats["compute"]; v.OK && ok {
			costs[v.Name] = machineCost{int(s["Instructions"]), int(s["Inverse Throughput"])}
		}
	}
	return costs
}

// TestMachineCode prints how many times the instructions and the inverse throughput
// of -O0 without checks each level has, with checks and without. Optimization makes
// machine code no longer.
func TestMachineCode(t *testing.T) {
	base := readMachineBase(t)
	for _, name := range []string{"kernels", "workloads", "corpus"} {
		t.Run(name, func(t *testing.T) {
			rows := machineRows(t, name)
			if os.Getenv("REFRACT_UPDATE") == "1" {
				recordMachineBase(t, base, machineCosts(t, rows, refract.OptimizeOptions{}, unchecked()))
			}
			checked := spirvback.NewOptions()
			plain := map[string]float64{} // the mean of instructions at -O0, by way
			for level := 0; level <= refract.MaxOptimization; level++ {
				for _, way := range []struct {
					name    string
					options *spirvback.Options
					joined  bool
				}{{"unchecked", unchecked(), false}, {"checked", &checked, false}, {"checked, limits joined", &checked, true}} {
					if way.joined && level == 0 {
						continue
					}
					var instructions, throughput float64
					above, n := 0, 0
					costs := machineCosts(t, rows, refract.OptimizeOptions{Level: level, JoinLimits: way.joined}, way.options)
					for _, key := range slices.Sorted(maps.Keys(costs)) {
						c, b := costs[key], base[key]
						if b.instructions == 0 {
							continue
						}
						n++
						instructions += math.Log(float64(c.instructions) / float64(b.instructions))
						throughput += math.Log(float64(max(1, c.throughput)) / float64(max(1, b.throughput)))
						if c.instructions > b.instructions {
							above++
							if name != "corpus" && level > 0 {
								t.Logf("  %s: %d instructions of %d", key, c.instructions, b.instructions)
							}
						}
					}
					if n == 0 {
						t.Fatal("nothing was compiled")
					}
					mean, busy := math.Exp(instructions/float64(n)), math.Exp(throughput/float64(n))
					if level == 0 {
						plain[way.name] = mean
					} else if !way.joined && mean > plain[way.name]*1.01 {
						t.Errorf("-O%d %s: %.3f instructions where -O0 has %.3f", level, way.name, mean, plain[way.name])
					}
					if name == "kernels" && level > 0 && (mean > mostInstructions || busy > mostBusy) {
						t.Errorf("-O%d %s: %.3f instructions and %.3f inverse throughput, where at most %.2f and %.2f are asked for", level, way.name, mean, busy, mostInstructions, mostBusy)
					}
					t.Logf("-O%d %s: instructions %.3f, inverse throughput %.3f of -O0 unchecked, %d of %d above it",
						level, way.name, mean, busy, above, n)
				}
			}
		})
	}
}

func recordMachineBase(t *testing.T, base, costs map[string]machineCost) {
	t.Helper()
	for key, c := range costs {
		if _, ok := base[key]; !ok {
			base[key] = c
		}
	}
	var text strings.Builder
	for _, key := range slices.Sorted(maps.Keys(base)) {
		fmt.Fprintf(&text, "%s\t%d\t%d\n", key, base[key].instructions, base[key].throughput)
	}
	if err := os.WriteFile(machineBase, []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
