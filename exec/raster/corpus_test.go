package raster_test

// The fragment shaders of the corpus, drawn here and by a Vulkan driver.

import (
	"encoding/binary"
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"refract/diag"
	"refract/exec/wasm"
	"refract/front/wgsl"
	"refract/internal/harness"
	"refract/internal/harness/differential"
	"refract/internal/vkrun"
	"refract/ir"
)

// corpusTally counts what became of shaders.
type corpusTally struct {
	entries, drawn, pixels, good int
	reasons                      map[string]int
}

func (c *corpusTally) String() string {
	share := 100.0
	if c.pixels > 0 {
		share = 100 * float64(c.good) / float64(c.pixels)
	}
	return fmt.Sprintf("%d entry points, %d drawn by both, %.4f%% of %d pixels within 1/255; not drawn: %v", c.entries, c.drawn, share, c.pixels, c.reasons)
}

var samples = regexp.MustCompile(`textureSample|textureGather|dpd[xy]|fwidth`)

// TestCorpus draws every fragment shader of the corpus, one in sixteen unless
// REFRACT_ALL is 1, and compares the pixels with a Vulkan driver's. Those that sample
// or take derivatives are counted by themselves.
func TestCorpus(t *testing.T) {
	device := vkrun.OpenTest(t)
	all, sampling := corpusTally{reasons: map[string]int{}}, corpusTally{reasons: map[string]int{}}
	for k, s := range harness.Shaders(t) {
		if !harness.Chosen(k, &s, 16) {
			continue
		}
		m := ir.NewModule()
		var list diag.List
		if new(wgsl.Reader).Read(m, s.Source, 1, wgsl.Options{Allowed: wgsl.AllExtensions}, &list) == nil {
			continue
		}
		for i := range m.EntryPoints {
			if m.EntryPoints[i].Stage != ir.StageFragment {
				continue
			}
			pixels, bad, reason := drawBoth(device, s.Name, s.Source, m.EntryPoints[i].Name)
			for _, c := range []*corpusTally{&all, &sampling} {
				if c == &sampling && !samples.MatchString(s.Source) {
					continue
				}
				c.entries++
				if reason != "" {
					c.reasons[reason]++
					continue
				}
				c.drawn++
				c.pixels += pixels
				c.good += pixels - bad
			}
			if bad > 0 {
				t.Logf("%s %s: %d of %d pixels differ", s.Name, m.EntryPoints[i].Name, bad, pixels)
			}
		}
	}
	t.Logf("all: %v", &all)
	t.Logf("sampling or with derivatives: %v", &sampling)
	for _, c := range []*corpusTally{&all, &sampling} {
		if float64(c.good) < 0.999*float64(c.pixels) {
			t.Errorf("less than 99.9%%: %v", c)
		}
	}
}

// drawBoth draws a fragment shader in both ways and counts the pixels that differ; a
// reason says why it isn't drawn.
func drawBoth(device *vkrun.Device, name, source, entry string) (pixels, bad int, reason string) {
	j, err := differential.NewFragmentJob(name, source, entry, 1)
	if err != nil {
		return 0, 0, "no job: " + class(err)
	}
	// Where fragments race, nothing says what comes out: then there is one.
	_, width, height, err := j.Reference()
	for seed := uint64(1); seed <= 4 && err != nil && strings.Contains(err.Error(), "no end after"); seed++ {
		// Loops that count up to what memory holds end soon where its integers are small.
		if j, err = differential.NewSmallJob(name, source, entry, seed); err != nil {
			return 0, 0, "no job: " + class(err)
		}
		_, width, height, err = j.Reference()
	}
	if err != nil {
		return 0, 0, "the reference engine: " + class(err)
	}
	if width > 1 {
		width, height = 32, 24
	}
	got, err := j.DrawRaster(wasm.Auto{}, width, height, 2)
	if err != nil {
		return 0, 0, "the rasterizer: " + class(err)
	}
	want, err := j.DrawSPIRV(device, width, height)
	if err != nil {
		return 0, 0, "the driver: " + class(err)
	}
	scalar, written, _ := j.Target()
	for at := 0; at < len(got.Pixels); at += 16 {
		pixels++
		for c := range 4 {
			a, b := binary.LittleEndian.Uint32(got.Pixels[at+4*c:]), binary.LittleEndian.Uint32(want.Pixels[at+4*c:])
			if written>>c&1 == 0 || a == b {
				continue
			}
			x, y := float64(math.Float32frombits(a)), float64(math.Float32frombits(b))
			if scalar != ir.F32 || !(math.IsNaN(x) && math.IsNaN(y)) && !(math.Abs(x-y) <= max(1, math.Abs(x), math.Abs(y))/255) {
				bad++
				break
			}
		}
	}
	return pixels, bad, ""
}

var digits = regexp.MustCompile(`"[^"]*"|[0-9]+`)

// class is the beginning of a message, without its names and numbers.
func class(err error) string {
	text, _, _ := strings.Cut(err.Error(), "\n")
	if _, rest, ok := strings.Cut(text, ": "); ok {
		text = rest
	}
	return digits.ReplaceAllString(text[:min(len(text), 80)], "#")
}
