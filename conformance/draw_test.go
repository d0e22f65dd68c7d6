package conformance

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"refract"
	"refract/back/dxbc"
	"refract/internal/harness"
	"refract/internal/harness/differential"
	"refract/internal/progen"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir"
)

// drawings are jobs of fragment shaders, as they are and optimized for a language, with
// what the interpreter draws.
type drawings struct {
	jobs  []*differential.Job
	want  []*differential.Drawing
	sizes [][2]int
	left  map[string]int // why others can't be drawn
}

// add appends the fragment shaders of a module, whose source is GLSL where its name says so.
func (d *drawings) add(t *testing.T, v *refract.Valid, name, source string, m manner, to refract.Language) {
	t.Helper()
	for _, e := range v.Module.EntryPoints {
		if e.Stage != ir.StageFragment {
			continue
		}
		if strings.Contains(source, "subgroup") { // whether helper invocations take part, nothing says
			d.left["subgroups"]++
			continue
		}
		j, err := differential.NewFragmentJob(name+": "+e.Name, source, e.Name, 1)
		if strings.HasSuffix(name, ".frag") {
			j, err = differential.NewDeviceJob(name, v.Module, v.Info, ir.StageFragment, [3]uint32{1, 1, 1}, 1)
		}
		if err != nil {
			d.left[err.Error()]++
			continue
		}
		j.Source, j.Loose, j.Overrides = source, m.loose, m.overrides
		if m.loose == 0 && j.Inexact() != "" {
			j.Loose = 1e-3
		}
		reference, width, height, err := j.Reference()
		if err != nil {
			d.left[err.Error()]++
			continue
		}
		for _, level := range []int{0, 1 + len(d.jobs)/2%2} {
			o := j
			if level > 0 {
				if o, err = optimizedFor(j, v, refract.OptimizeOptions{Level: level, Target: to, Strict: m.loose == 0}); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
			}
			d.jobs, d.want, d.sizes = append(d.jobs, o), append(d.want, reference), append(d.sizes, [2]int{width, height})
		}
	}
}

// drawingsFor gathers them: every fourth hostile one, or of languages whose compilers take half a
// second each eighth, those of styles of GLSL, as many generated ones as
// $REFRACT_PROGRAMS says, from $REFRACT_SEED on, and with REFRACT_ALL those of the corpora.
func drawingsFor(t *testing.T, to refract.Language) *drawings {
	t.Helper()
	d := &drawings{left: map[string]int{}}
	every := 4
	if to == refract.MSL || to == refract.HLSL {
		every = 8
	}
	for i, s := range hostileShaders(t, "testdata/hostile", "testdata/hostile/compile") {
		if (i%every == 0 || os.Getenv("REFRACT_ALL") == "1") && s.takes(to.String()) {
			d.add(t, s.valid, s.name, s.source, s.manner, to)
		}
	}
	for _, s := range styleShaders(t) {
		if s.Stage == "fragment" && s.takes(to.String()) {
			v, err := s.check()
			if err != nil {
				t.Fatalf("%s: %v", s.Name, err)
			}
			d.add(t, v, s.Name, s.Source, s.manner, to)
		}
	}
	first := number("REFRACT_SEED", 0)
	for seed := first; seed < first+sweep.Count(10); seed++ {
		j, err := generatedFragment(uint64(seed))
		if err != nil {
			t.Fatal(err)
		}
		v, err := refract.Check(context.Background(), j.Name, []byte(j.Source), hostileOptions())
		if err != nil {
			t.Fatalf("%s: %v", j.Name, err)
		}
		d.add(t, v, j.Name, j.Source, manner{overrides: j.Overrides}, to)
	}
	if os.Getenv("REFRACT_ALL") != "" {
		for _, s := range harness.Shaders(t) {
			if v, err := refract.Check(context.Background(), s.Name, []byte(s.Source), hostileOptions()); err == nil {
				d.add(t, v, s.Name, s.Source, manner{}, to)
			}
		}
	}
	return d
}

// compare reports what differs of what was drawn.
func (d *drawings) compare(t *testing.T, got []*differential.Drawing, errs []error) {
	t.Helper()
	compareDrawn(t, d.jobs, errs, func(i int) string { return d.jobs[i].CompareDrawings(d.want[i], got[i]) })
	t.Logf("not to be drawn: %v", d.left)
}

// compareDrawn reports the errors of jobs that were drawn, and what differs.
func compareDrawn(t *testing.T, jobs []*differential.Job, errs []error, difference func(i int) string) {
	t.Helper()
	agreed := 0
	for i, j := range jobs {
		switch err := errs[i]; {
		case errors.Is(err, differential.ErrLeftOut) || unsupported(err):
			t.Logf("%s: %.200v", j.Name, err)
		case err != nil:
			t.Errorf("%s: %v", j.Name, err)
		default:
			if s := difference(i); s != "" {
				t.Errorf("%s: %s", j.Name, s)
				continue
			}
			agreed++
		}
	}
	t.Logf("%d agree of %d", agreed, len(jobs))
}

// TestHLSLDrawings draws with fragment shaders as HLSL, and compares with the interpreter.
func TestHLSLDrawings(t *testing.T) {
	d := drawingsFor(t, refract.HLSL)
	got, errs := differential.SlangDrawings(t, vkrun.OpenTest(t), d.jobs, d.sizes, varyHLSL)
	d.compare(t, got, errs)
}

// varyDrawings is varyDXBC with the shader models that have no compute shaders.
func varyDrawings(n int, o *dxbc.Options) (level int) {
	level = varyDXBC(n, o)
	switch n % 8 {
	case 4:
		o.Profile, o.Doubles = dxbc.Profile40, dxbc.DoublesEmulated
	case 7:
		o.Profile, o.Doubles = dxbc.Profile41, dxbc.DoublesEmulated
	}
	return level
}

// TestDXBCDrawings draws with fragment shaders as Direct3D bytecode.
func TestDXBCDrawings(t *testing.T) {
	drawBytecode(t, refract.DXBC, differential.DXBC(varyDrawings))
}

// TestDXILDrawings draws with fragment shaders as DXIL.
func TestDXILDrawings(t *testing.T) { drawBytecode(t, refract.DXIL, differential.DXIL(varyDXIL)) }

func drawBytecode(t *testing.T, language refract.Language, b *differential.Bytecode) {
	d := drawingsFor(t, language)
	got, errs := b.Draw(t, vkrun.OpenTest(t), d.jobs, d.sizes)
	d.compare(t, got, errs)
}

// TestDXBCVertices draws with generated vertex shaders as Direct3D bytecode.
func TestDXBCVertices(t *testing.T) { drawVertices(t, differential.DXBC(varyDrawings)) }

// TestDXILVertices draws with generated vertex shaders as DXIL.
func TestDXILVertices(t *testing.T) { drawVertices(t, differential.DXIL(varyDXIL)) }

func drawVertices(t *testing.T, b *differential.Bytecode) {
	d := vkrun.OpenTest(t)
	jobs, want := pairs(t)
	got, errs := b.Vertices(t, d, jobs, progen.FragmentEntry, progen.VertexPixels)
	comparePairs(t, jobs, want, got, errs)
}

// TestMSLDrawings draws with fragment shaders as MSL. Those with derivatives are left out.
func TestMSLDrawings(t *testing.T) {
	d := drawingsFor(t, refract.MSL)
	got, errs := differential.MSLDrawings(t, d.jobs, d.sizes, varyMSL)
	d.compare(t, got, errs)
}

// pairs are jobs of generated vertex shaders, and the fragment shaders that their values go
// to, with the row of pixels that this module draws: a few, or as many as $REFRACT_PROGRAMS
// says, from $REFRACT_SEED on.
func pairs(t *testing.T) (jobs []*differential.Job, want [][]byte) {
	t.Helper()
	first := number("REFRACT_SEED", 0)
	for seed := first; seed < first+sweep.Count(8); seed++ {
		j, err := generatedVertex(uint64(seed))
		if err != nil {
			t.Fatal(err)
		}
		pixels, err := j.Rasterize(progen.FragmentEntry, progen.VertexPixels)
		if err != nil {
			t.Errorf("%s: %v", j.Name, err)
			continue
		}
		for _, level := range []int{0, 1 + seed%2} {
			o := j
			if level > 0 {
				if o, err = differential.Reread(j, level); err != nil {
					t.Errorf("%s: %v", j.Name, err)
					continue
				}
			}
			jobs, want = append(jobs, o), append(want, pixels)
		}
	}
	return jobs, want
}

// comparePairs reports what differs of what was drawn.
func comparePairs(t *testing.T, jobs []*differential.Job, want, got [][]byte, errs []error) {
	t.Helper()
	compareDrawn(t, jobs, errs, func(i int) string {
		if bytes.Equal(want[i], got[i]) {
			return ""
		}
		return fmt.Sprintf("% x and % x\n%s", want[i], got[i], jobs[i].Source)
	})
}

// TestHLSLVertices draws with generated vertex shaders as HLSL.
func TestHLSLVertices(t *testing.T) {
	d := vkrun.OpenTest(t)
	jobs, want := pairs(t)
	got, errs := differential.SlangVertices(t, d, jobs, progen.FragmentEntry, progen.VertexPixels, varyHLSL)
	comparePairs(t, jobs, want, got, errs)
}

// TestMSLVertices draws with generated vertex shaders as MSL.
func TestMSLVertices(t *testing.T) {
	jobs, want := pairs(t)
	got, errs := differential.MSLVertices(t, jobs, progen.FragmentEntry, progen.VertexPixels, varyMSL)
	comparePairs(t, jobs, want, got, errs)
}
