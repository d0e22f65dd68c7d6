package stagegen_test

// Random pipelines on both engines.

import (
	"bytes"
	"os"
	"strconv"
	"testing"

	"refract/exec"
	"refract/exec/interp"
	"refract/exec/raster"
	"refract/exec/wasm"
	"refract/internal/stagegen"
	"refract/internal/sweep"
	"refract/ir"
)

// drawnWhole draws a pipeline on the CPU, and returns its pixels, sums and captured buffers.
func drawnWhole(t *testing.T, engine exec.Engine, p *stagegen.Pipeline, level int) (r result, captured []byte) {
	t.Helper()
	draw, sums, _ := rasterDraw(t, engine, p, level, ir.ClipSpaceVulkan)
	if p.Captures != [4]uint32{} {
		draw.Feedback = &raster.Feedback{Buffers: freshBuffers(p)}
	}
	r = drawn(t, draw, sums)
	if draw.Feedback != nil {
		for i, b := range draw.Feedback.Buffers {
			captured = append(strconv.AppendInt(captured, int64(draw.Feedback.Used[i]), 10), b...)
		}
	}
	return r, captured
}

// TestEngines draws random pipelines on both engines, the fast one at another level of the optimizer. All
// leave the same sums, pixels and captured bytes, and the fast engine has code for every stage. REFRACT_ONLY
// chooses a kind.
func TestEngines(t *testing.T) {
	first, _ := strconv.ParseUint(os.Getenv("REFRACT_SEED"), 10, 64)
	ran, refused := 0, map[string]int{}
	engine := wasm.Auto{Refused: func(err *exec.UnsupportedError) { refused[err.Error()]++ }}
	for n := range uint64(sweep.Count(8)) {
		seed := first + n
		for k := range stagegen.NumKinds {
			if only := os.Getenv("REFRACT_ONLY"); only != "" && only != k.String() {
				continue
			}
			for _, p := range []*stagegen.Pipeline{stagegen.New(seed, k), capturingOf(seed, k)} {
				if p == nil {
					continue
				}
				slow, slowBytes := drawnWhole(t, interp.Engine{}, p, int(seed%3))
				fast, fastBytes := drawnWhole(t, engine, p, int((seed+1)%3))
				ran++
				if slow.sums != fast.sums || !bytes.Equal(slow.pixels, fast.pixels) || !bytes.Equal(slowBytes, fastBytes) {
					t.Errorf("pipeline %d of %s: sums are the same: %t, pixels: %t, captured bytes: %t", seed, k, slow.sums == fast.sums, bytes.Equal(slow.pixels, fast.pixels), bytes.Equal(slowBytes, fastBytes))
				}
			}
		}
	}
	t.Logf("%d pipelines ran", ran)
	for reason, n := range refused {
		t.Errorf("%d stages fell back to the reference engine: %s", n, reason)
	}
}

// capturingOf makes a pipeline that captures; nil: those of the kind can't.
func capturingOf(seed uint64, k stagegen.Kind) *stagegen.Pipeline {
	if k == stagegen.Mesh || k == stagegen.TaskMesh {
		return nil
	}
	return stagegen.NewCapturing(seed, k)
}
