package wasm_test

// Random programs, compared with the reference engine bit for bit.

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"refract/exec"
	"refract/exec/wasm"
	"refract/internal/harness/differential"
	"refract/internal/progen"
)

// programs is how many there are of each kind: REFRACT_PROGRAMS, or few.
func programs(few uint64) uint64 {
	if n, err := strconv.ParseUint(os.Getenv("REFRACT_PROGRAMS"), 10, 32); err == nil {
		return n
	}
	return few
}

// firstProgram is the first seed: REFRACT_FIRST, or 0.
func firstProgram() uint64 {
	n, _ := strconv.ParseUint(os.Getenv("REFRACT_FIRST"), 10, 32)
	return n
}

// equal compares results, all bytes of them.
func equal(a, b differential.Result) string {
	for k := range a {
		if !bytes.Equal(a[k], b[k]) {
			for at := range a[k] {
				if a[k][at] != b[k][at] {
					at &^= 3
					return fmt.Sprintf("buffer %d at %d: %x and %x", k, at, a[k][at:min(at+4, len(a[k]))], b[k][at:min(at+4, len(b[k]))])
				}
			}
		}
	}
	return ""
}

// tally counts runs and reasons of refusals.
type tally struct {
	ran     int
	refused map[string]int
}

func (n *tally) log(t *testing.T) {
	total := n.ran
	var reasons []string
	for reason, k := range n.refused {
		total += k
		reasons = append(reasons, fmt.Sprintf("%6d times: %s", k, reason))
	}
	slices.Sort(reasons)
	slices.Reverse(reasons)
	t.Logf("%d of %d ran\n%s", n.ran, total, strings.Join(reasons, "\n"))
}

// compare runs a job on both engines.
func (n *tally) compare(t *testing.T, j *differential.Job) bool {
	want, err := differential.Interpreter().Run(j)
	var steps *exec.StepLimitError
	if errors.As(err, &steps) {
		return true // steps are counted otherwise here
	}
	if err != nil {
		t.Fatalf("%s: interp: %v", j.Name, err)
	}
	got, err := differential.Of(wasm.Engine{}).Run(j)
	var no *exec.UnsupportedError
	switch {
	case errors.As(err, &no):
		if n.refused == nil {
			n.refused = map[string]int{}
		}
		n.refused[no.Feature]++
		return true
	case err != nil:
		t.Errorf("%s: %v", j.Name, err)
		return false
	}
	n.ran++
	if d := equal(want, got); d != "" {
		t.Errorf("%s: %s", j.Name, d)
		return false
	}
	return true
}

// kinds are the kinds of programs.
var kinds = []struct {
	name    string
	options progen.Options
}{
	{"plain", progen.Options{}},
	{"rounding", progen.Options{Rounding: true}},
	{"odd", progen.Options{Odd: true, Rounding: true}},
	{"more", progen.Options{More: true, Wide: true}},
	{"large", progen.Options{Size: 8, Rounding: true}},
	{"subgroups", progen.Options{Subgroups: true, Rounding: true}},
	{"solo", progen.Options{Solo: true, Odd: true}},
}

// TestRandom compares random programs.
func TestRandom(t *testing.T) {
	count := programs(40)
	for _, kind := range kinds {
		t.Run(kind.name, func(t *testing.T) {
			var n tally
			failed := 0
			for seed := firstProgram(); seed < firstProgram()+count; seed++ {
				p := progen.Generate(seed, kind.options)
				j, err := differential.NewJob(fmt.Sprint("seed ", seed), p.Source, p.Entry, p.Workgroups, p.Overrides, seed)
				if err != nil {
					t.Logf("the generator is at fault: %v", err)
					continue
				}
				if !n.compare(t, j) {
					if failed++; failed == 1 && os.Getenv("REFRACT_SHOW") != "" {
						t.Log(p.Source)
					}
					if failed > 5 {
						break
					}
				}
			}
			n.log(t)
		})
	}
}
