package driver_test

// Each construct that nests, repeats or refers to another, under a deadline: every step ends
// soon after its context is done, whatever the construct.

import (
	"context"
	"errors"
	"os"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"refract"
	"refract/internal/harness/growing"
	_ "refract/internal/harness/plans"
)

// deadlinePaths are ways through the steps.
var deadlinePaths = []struct {
	name  string
	to    refract.Language // Auto: the source is checked only
	level int
}{
	{"check", refract.Auto, 0},
	{"spv", refract.SPIRV, 0},
	{"wgsl", refract.WGSL, 0},
	{"hlsl", refract.HLSL, 0},
	{"glsl", refract.GLSL, 0},
	{"msl", refract.MSL, 0},
	{"dot", refract.DOT, 0},
	{"O1 spv", refract.SPIRV, 1},
	{"O1 wgsl", refract.WGSL, 1},
	{"O2 hlsl", refract.HLSL, 2},
}

// TestDeadlines takes large shaders through the steps with a deadline of 300 ms. The call
// returns in 1.5 s, and returns the error of the context if it works longer than the deadline
// allows. REFRACT_DEADLINES is a regular expression of the constructs and paths, "construct,
// path"; without it there is a sample.
func TestDeadlines(t *testing.T) {
	if testing.Short() {
		t.Skip("times are measured")
	}
	const deadline, most = 300 * time.Millisecond, 1500 * time.Millisecond
	pattern, every := os.Getenv("REFRACT_DEADLINES"), 1
	if pattern == "" {
		pattern, every = ".", 29
	}
	wanted := regexp.MustCompile(pattern)
	families := growing.Families()
	count, stopped := 0, 0
	for i := range families {
		f := &families[i]
		var src []byte
		for k := range deadlinePaths {
			p := &deadlinePaths[k]
			name := f.Name + ", " + p.name
			if count++; count%every != 0 || !wanted.MatchString(name) {
				continue
			}
			if src == nil {
				src = largest(f)
			}
			slow := probe() // of a machine that others use, too
			ctx, cancel := context.WithTimeout(t.Context(), deadline)
			stacks := make(chan string, 1)
			watch := time.AfterFunc(most, func() {
				buf := make([]byte, 1<<16)
				for _, stack := range strings.Split(string(buf[:runtime.Stack(buf, true)]), "\n\n") {
					if strings.Contains(stack, "throughSteps") {
						stacks <- stack
						return
					}
				}
				stacks <- ""
			})
			begun := time.Now()
			err := throughSteps(ctx, f.Extension, src, p.to, p.level)
			took := time.Since(begun)
			cancel()
			if watch.Stop() {
				stacks <- ""
			}
			stack := <-stacks
			if took > 2*deadline {
				t.Logf("%s, %d bytes: %v", name, len(src), took)
			}
			if errors.Is(err, context.DeadlineExceeded) {
				stopped++
			}
			if took > time.Duration(float64(most)*slow) {
				t.Errorf("%s, %d bytes: %v after the start, with %v\n%s", name, len(src), took, err, stack)
			} else if took > 2*deadline && err == nil {
				t.Errorf("%s, %d bytes: done after %v without an error", name, len(src), took)
			}
		}
	}
	t.Logf("%d of %d were stopped", stopped, count/every)
	if pattern == "." && stopped < count/every/8 {
		t.Errorf("%d of %d were stopped: the shaders are too small", stopped, count/every)
	}
}

// largest makes a family's shader that is about two megabytes.
func largest(f *growing.Family) []byte {
	const size = 2 << 20
	n := 64
	for len(f.Make(n)) < size && (f.Most == 0 || n < f.Most) {
		n *= 2
	}
	if f.Most != 0 {
		n = min(n, f.Most)
	}
	return []byte(f.Make(n))
}

// throughSteps checks or translates a shader.
func throughSteps(ctx context.Context, extension string, src []byte, to refract.Language, level int) error {
	if to == refract.Auto {
		_, err := refract.Check(ctx, "a."+extension, src, refract.CheckOptions{})
		return err
	}
	_, err := refract.Translate(ctx, "a."+extension, src, refract.TranslateOptions{To: to, Optimize: refract.OptimizeOptions{Level: level}})
	return err
}

// probe measures how much longer than on an idle machine a fixed piece of work takes.
func probe() float64 {
	const idle = 25 * time.Millisecond
	begun, sum := time.Now(), uint64(1)
	for i := range uint64(20_000_000) {
		sum = sum*6364136223846793005 + i
	}
	probed = sum
	return max(1, float64(time.Since(begun))/float64(idle))
}

var probed uint64
