package conformance

// Our optimizer beside spirv-opt: what each makes of our SPIR-V, in instructions.

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"math"
	"os"
	"regexp"
	"slices"
	"testing"

	"refract"
	"refract/front/wgsl"
	"refract/internal/harness"
	"refract/ir/validate"
)

var entryPoints = regexp.MustCompile(`@(compute|vertex|fragment)\b`)

// TestBesideSPIRVOpt prints how many instructions -O1 leaves beside spirv-opt -O on
// -O0, and how many spirv-opt -O still removes from -O1, over shaders of 100
// instructions and more: every eighth shader, or all where REFRACT_ALL is 1.
func TestBesideSPIRVOpt(t *testing.T) {
	type request struct {
		Name  string `json:"name"`
		SPIRV string `json:"spirv"`
	}
	var plain, better []request
	for _, s := range optimizedShaders(t) {
		if !entryPoints.MatchString(s.Source) {
			continue // a library, of which we keep every function
		}
		for level, to := range []*[]request{&plain, &better} {
			out, err := refract.Translate(context.Background(), s.Name, []byte(s.Source), refract.TranslateOptions{From: refract.WGSL, To: refract.SPIRV,
				Parse:    refract.ParseOptions{Options: refract.LanguageOptions{refract.WGSL: &wgsl.Options{Allowed: wgsl.AllExtensions}}},
				Validate: refract.ValidateOptions{Capabilities: validate.All}, Optimize: refract.OptimizeOptions{Level: level}})
			if err != nil {
				if level == 1 {
					t.Errorf("%s: %v", s.Name, err)
				}
				break
			}
			*to = append(*to, request{s.Name, base64.StdEncoding.EncodeToString(out.Bytes())})
		}
	}
	type counts struct{ Instructions [2]int }
	of := func(rows []request) []counts {
		list := make([]counts, len(rows))
		for i, v := range harness.Oracle(t, "spirv", rows, "--opt") {
			json.Unmarshal(v.Opt, &list[i])
		}
		return list
	}
	theirs, ours := of(plain), of(better)
	type row struct {
		name           string
		ours, theirs   int
		removed, ratio float64
	}
	var rows []row
	var logs, left float64
	var sum [3]int
	for i := range ours {
		a, b := theirs[i].Instructions, ours[i].Instructions
		if a[0] < 100 || b[0] == 0 || a[1] == 0 {
			continue
		}
		r := row{plain[i].Name, b[0], a[1], 1 - float64(b[1])/float64(b[0]), float64(b[0]) / float64(a[1])}
		rows = append(rows, r)
		logs += math.Log(r.ratio)
		left += math.Log(1 - r.removed)
		sum[0], sum[1], sum[2] = sum[0]+a[1], sum[1]+b[0], sum[2]+b[1]
	}
	if len(rows) == 0 {
		t.Fatal("no rows")
	}
	n := float64(len(rows))
	t.Logf("%d rows: -O1 is %.3f of spirv-opt -O (geometric mean), in total %d of %d (%.3f); spirv-opt removes %.1f%% of it, in total %.1f%%",
		len(rows), math.Exp(logs/n), sum[1], sum[0], float64(sum[1])/float64(sum[0]), 100*(1-math.Exp(left/n)), 100*(1-float64(sum[2])/float64(sum[1])))
	if os.Getenv("REFRACT_ROWS") != "" {
		slices.SortFunc(rows, func(a, b row) int { return b.ours - b.theirs - (a.ours - a.theirs) })
		for _, r := range rows[:min(40, len(rows))] {
			t.Logf("  %s: %d, spirv-opt %d, it removes %.1f%%", r.name, r.ours, r.theirs, 100*r.removed)
		}
	}
}
