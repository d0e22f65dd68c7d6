package conformance

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"refract/internal/harness/differential"
	"refract/internal/vkrun"
)

// directive is a line of a regression test: the words that a buffer holds before
// the run, or is expected to hold after it, in hexadecimal.
var directive = regexp.MustCompile(`(?m)^// (buffer|expect) (\d+)\.(\d+): (.*)$`)

// regression is a shader that was once translated or run wrongly, with what it
// writes.
type regression struct {
	job    *differential.Job
	expect differential.Result
}

// apply reads a directive.
func (r *regression) apply(kind, group, binding, values string) error {
	var words []byte
	for _, s := range strings.Fields(values) {
		x, err := strconv.ParseUint(s, 16, 32)
		if err != nil {
			return err
		}
		words = binary.LittleEndian.AppendUint32(words, uint32(x))
	}
	at := slices.IndexFunc(r.job.Buffers, func(b differential.Buffer) bool {
		return fmt.Sprint(b.Group) == group && fmt.Sprint(b.Binding) == binding
	})
	if at < 0 || len(words) > len(r.job.Buffers[at].Data) {
		return fmt.Errorf("there is no buffer %s.%s of %d bytes", group, binding, len(words))
	}
	if kind == "buffer" {
		copy(r.job.Buffers[at].Data, words)
	} else {
		r.expect[at] = words
	}
	return nil
}

// regressions reads testdata/regress. The dispatch is of one workgroup.
func regressions(t *testing.T) (list []regression) {
	t.Helper()
	files, err := filepath.Glob("testdata/regress/*.wgsl")
	if err != nil || len(files) == 0 {
		t.Fatal("no regression tests")
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		j, err := differential.NewJob(filepath.Base(file), string(src), "main", [3]uint32{1, 1, 1}, nil, 1)
		if err != nil {
			t.Fatal(err)
		}
		r := regression{j, make(differential.Result, len(j.Buffers))}
		for _, d := range directive.FindAllStringSubmatch(string(src), -1) {
			if err := r.apply(d[1], d[2], d[3], d[4]); err != nil {
				t.Fatalf("%s: %v", file, err)
			}
		}
		list = append(list, r)
	}
	return list
}

// check compares what an engine gives with what is expected.
func (r *regression) check(t *testing.T, e differential.Engine) {
	t.Helper()
	got, err := e.Run(r.job)
	if err != nil {
		t.Errorf("%s: %s: %v", r.job.Name, e.Name, err)
		return
	}
	for i, want := range r.expect {
		if want != nil && !slices.Equal(got[i][:len(want)], want) {
			t.Errorf("%s: %s: got % x, want % x", r.job.Name, e.Name, got[i][:len(want)], want)
		}
	}
}

// TestRegressions runs what went wrong before on the engines of this module, as
// it is and transformed.
func TestRegressions(t *testing.T) {
	for _, r := range regressions(t) {
		r.check(t, differential.Interpreter())
		for _, e := range differential.Transforms() {
			r.check(t, e)
		}
	}
}

// TestRegressionsOnDriver runs it as SPIR-V, of several versions.
func TestRegressionsOnDriver(t *testing.T) {
	d := vkrun.OpenTest(t)
	for _, r := range regressions(t) {
		for _, o := range differential.AllSPIRVOptions() {
			r.check(t, differential.Vulkan(d, o, false))
		}
	}
}

// TestRegressionsCompiled runs it as HLSL and MSL.
func TestRegressionsCompiled(t *testing.T) {
	var jobs []*differential.Job
	var want []differential.Result
	for i, r := range regressions(t) {
		r.job.Turn = i
		result, err := differential.Interpreter().Run(r.job) // which has what is expected
		if err != nil {
			t.Fatal(err)
		}
		jobs, want = append(jobs, r.job), append(want, result)
	}
	allAgree(t, jobs, want)
}
