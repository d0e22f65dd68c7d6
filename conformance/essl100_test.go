package conformance

// This file writes shaders as GLSL ES 1.00, and as GLSL 1.10 and 1.20, for glslang, and draws the
// shaders that are read from these texts.

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"refract"
	glslback "refract/back/glsl"
	front "refract/front/glsl"
	"refract/internal/harness"
	"refract/internal/harness/differential"
	"refract/internal/ir/transform"
	"refract/ir"
	"refract/ir/validate"
)

// esslJobs are jobs of the vertex and fragment shaders of both corpora and of this
// repository's pictures, every so many of the corpora's.
func esslJobs(t *testing.T, every int) (jobs []*differential.Job) {
	add := func(j *differential.Job, err error) {
		if err == nil {
			jobs = append(jobs, j)
		}
	}
	source := func(name, text string) {
		m, info, err := checkSource(text)
		if err != nil {
			return
		}
		for i := range m.EntryPoints {
			if e := &m.EntryPoints[i]; e.Stage == ir.StageVertex || e.Stage == ir.StageFragment {
				j, err := differential.NewDeviceModuleJob(name+" "+e.Name, m, info, e.Stage, e.Name, 4)
				add(j, err)
			}
		}
	}
	for i, s := range harness.Shaders(t) {
		if harness.Chosen(i, &s, every) {
			source(s.Name, s.Source)
		}
	}
	for i, row := range glslShaders(t) {
		if every > 1 && i%every != 0 && os.Getenv("REFRACT_ALL") != "1" {
			continue
		}
		if v, err := row.check(); err == nil && (row.Stage == "vertex" || row.Stage == "fragment") && len(v.Module.EntryPoints) > 0 {
			j, err := differential.NewDeviceModuleJob(row.Name, v.Module, v.Info, glslStages[row.Stage], v.Module.EntryPoints[0].Name, 4)
			add(j, err)
		}
	}
	for _, pattern := range []string{"../examples/gallery/*.wgsl", "../testdata/shaders/*.wgsl"} {
		files, _ := filepath.Glob(pattern)
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			source(filepath.Base(name), string(text))
		}
	}
	return jobs
}

// TestESSL100 writes every eighth of the corpora's vertex and fragment shaders, or all
// where REFRACT_ALL is 1, as GLSL ES 1.00. All that is written compiles, and what is read
// from it leaves the same vertices and pixels.
func TestESSL100(t *testing.T) {
	o := glslback.NewOptionsES()
	o.Version.Number = 100
	testOldGLSL(t, esslJobs(t, 8), o)
}

// TestGLSL110 is TestESSL100 for the desktop's first two versions.
func TestGLSL110(t *testing.T) {
	jobs := esslJobs(t, 16)
	for _, n := range []uint16{110, 120} {
		o := glslback.NewOptions()
		o.Version.Number = n
		t.Run(fmt.Sprint(n), func(t *testing.T) { testOldGLSL(t, jobs, o) })
	}
}

func testOldGLSL(t *testing.T, jobs []*differential.Job, o glslback.Options) {
	var list []agreementRow
	refused, skipped := map[string]int{}, map[string]int{}
	drawn, same := 0, 0
	short := map[ir.Stage]string{ir.StageVertex: "vert", ir.StageFragment: "frag"}
	reader := new(front.Reader)
	for _, j := range jobs {
		again, text, err := j.AsGLSL(reader, o)
		var unsupported *glslback.UnsupportedError
		var override *transform.OverrideError
		switch {
		case text == nil && errors.As(err, &unsupported):
			refused[unsupported.Feature]++
			continue
		case text == nil && errors.As(err, &override):
			refused["an override without a value"]++
			continue
		case text == nil:
			t.Errorf("%s: %v", j.Name, err)
			continue
		}
		list = append(list, agreementRow{j.Name, string(text), short[j.Stage]})
		if errors.Is(err, differential.ErrNoESSL100) {
			skipped[err.Error()]++
			continue
		}
		if err != nil {
			t.Errorf("%s: %v\n%s", j.Name, err, text)
			continue
		}
		why, wrong := esslDiffers(j, again)
		switch {
		case wrong != "":
			t.Errorf("%s: %s\n%s", j.Name, wrong, text)
		case why != "":
			skipped[why]++
		default:
			drawn++
		}
	}
	var lacking []agreementRow
	written := len(list)
	for i, verdict := range harness.Oracle(t, "glsl", list) {
		switch {
		case verdict.OK:
			same++
		case strings.Contains(verdict.Text(), "extension not supported"):
			lacking = append(lacking, list[i])
		default:
			t.Errorf("%s: %s\n%s", list[i].Name, verdict.Text(), list[i].Source)
		}
	}
	mesa := 0
	if !o.Version.ES {
		list = nil // the driver's core profile refuses these versions
	}
	for i, verdict := range harness.Oracle(t, "glsl", list, "--mesa") {
		switch {
		case verdict.OK:
			mesa++
		case strings.Contains(verdict.Text(), "unsupported in"), strings.Contains(verdict.Text(), "array index must be < 8"): // how many colours it has
		default:
			t.Errorf("%s, by Mesa: %s\n%s", list[i].Name, verdict.Text(), list[i].Source)
		}
	}
	var lines []string
	for why, n := range refused {
		lines = append(lines, fmt.Sprintf("%4d %s", n, why))
	}
	sort.Sort(sort.Reverse(sort.StringSlice(lines)))
	t.Logf("%d shaders, %d written, %d compiled by glslang (which lacks extensions of %d), %d by Mesa, %d drawn alike; without a result to compare: %v; refused:\n%s",
		len(jobs), written, same, len(lacking), mesa, drawn, skipped, strings.Join(lines, "\n"))
	if drawn == 0 {
		t.Error("nothing was drawn")
	}
}

// esslDiffers compares what two jobs leave. why says that the first has no result.
func esslDiffers(j, again *differential.Job) (why, wrong string) {
	if j.Stage == ir.StageVertex {
		want, err := j.Vertices(8)
		if err != nil {
			return "the interpreter: " + firstWords(err), ""
		}
		got, err := again.Vertices(8)
		if err != nil {
			return "", err.Error()
		}
		for i := range want {
			for place, x := range want[i] {
				y := got[i][place]
				for c := range x {
					if len(y) <= c || !near(x[c], y[c]) {
						return "", fmt.Sprintf("vertex %d: %s is %v, and %v", i, place, x, y)
					}
				}
			}
		}
		return "", ""
	}
	want, width, height, err := j.Reference()
	if err != nil {
		return "the interpreter: " + firstWords(err), ""
	}
	got, err := again.Fragments(width, height, 0)
	if err != nil {
		return "", err.Error()
	}
	if inexact := j.Inexact(); inexact != "" {
		j.Loose = 1e-3
	}
	got.Buffers = want.Buffers // there is nothing that it could write
	return "", j.CompareDrawings(want, got)
}

func firstWords(err error) string {
	text, _, _ := strings.Cut(err.Error(), "\n")
	return text[:min(len(text), 60)]
}

func near(x, y float32) bool {
	a, b := float64(x), float64(y)
	return x == y || math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) <= 1e-4*max(math.Abs(a), math.Abs(b))
}

// checkSource reads WGSL.
func checkSource(text string) (*ir.Module, *validate.Info, error) {
	o := refract.CheckOptions{Parse: refract.ParseOptions{Language: refract.WGSL}, Validate: refract.ValidateOptions{Capabilities: validate.All}}
	v, err := refract.Check(context.Background(), "a.wgsl", []byte(text), o)
	if err != nil {
		return nil, nil, err
	}
	return v.Module, v.Info, nil
}
