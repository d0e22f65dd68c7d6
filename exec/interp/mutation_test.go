package interp_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"runtime/debug"
	"strconv"
	"testing"

	"refract/diag"
	"refract/exec"
	"refract/exec/interp"
	"refract/front/wgsl"
	"refract/internal/harness"
	"refract/ir"
	"refract/ir/validate"
)

var (
	literals = regexp.MustCompile(`\b[0-9]+(\.[0-9]+)?[uifh]?\b`)
	names    = regexp.MustCompile(`\b[a-z][A-Za-z0-9]*\b`)
	odd      = []string{"0", "1", "7", "0u", "1u", "3u", "31u", "32u", "255", "65535", "1000000", "4294967295u", "2147483647", "-1", "0.0", "1e38", "0.5", "-0.0", "2i", "i32(-2147483648)"}
)

// twist changes numbers and names of a shader at random, so that it often stays
// valid.
func twist(r *rand.Rand, src string) string {
	replace := func(pattern *regexp.Regexp, by func(old string) string) {
		places := pattern.FindAllStringIndex(src, -1)
		if len(places) == 0 {
			return
		}
		p := places[r.IntN(len(places))]
		src = src[:p[0]] + by(src[p[0]:p[1]]) + src[p[1]:]
	}
	for range 1 + r.IntN(3) {
		if r.IntN(3) > 0 {
			replace(literals, func(string) string { return odd[r.IntN(len(odd))] })
			continue
		}
		all := names.FindAllString(src, -1)
		replace(names, func(string) string { return all[r.IntN(len(all))] })
	}
	return src
}

// TestMutations runs changed shaders: each ends in a result or a typed error.
// $REFRACT_MUTATIONS sets how many are tried.
func TestMutations(t *testing.T) {
	n := 2000
	if v, err := strconv.Atoi(os.Getenv("REFRACT_MUTATIONS")); err == nil {
		n = v
	}
	shaders := harness.Shaders(t)
	r := rand.New(rand.NewPCG(1, uint64(n)))
	var reader wgsl.Reader
	var v validate.Validator
	outcomes := map[string]int{}
	one := func(src string) (outcome string) {
		defer func() {
			if p := recover(); p != nil {
				t.Errorf("panic: %v\n%s\n%s", p, src, debug.Stack())
			}
		}()
		m := ir.NewModule()
		var list diag.List
		if reader.Read(m, src, 1, wgsl.Options{Allowed: wgsl.AllExtensions}, &list) == nil {
			return "refused"
		}
		if v.Validate(m, validate.Options{Capabilities: validate.All}, &list); list.HasErrors() {
			return "invalid"
		}
		p, err := interp.Engine{}.Load(m, exec.LoadOptions{})
		if err != nil {
			return fmt.Sprintf("%T", err)
		}
		outcome = "nothing to run"
		for i := range m.EntryPoints {
			ep := &m.EntryPoints[i]
			if ep.Stage != ir.StageCompute && ep.Stage != ir.StageFragment {
				continue
			}
			outcome = "done"
			o := exec.RunOptions{MaxSteps: 20_000}
			if r.IntN(2) == 0 {
				o.Check = exec.CheckAll
			}
			if err := runEntry(t, p, ep, o); err != nil {
				outcome = fmt.Sprintf("%T", err)
			}
		}
		return outcome
	}
	for range n {
		s := &shaders[r.IntN(len(shaders))]
		if len(s.Source) > 20000 {
			continue
		}
		outcomes[one(twist(r, s.Source))]++
		if t.Failed() {
			break
		}
	}
	t.Log(outcomes)
}
