package wasm_test

import (
	"bytes"
	"errors"
	"testing"

	"refract/exec"
	"refract/exec/wasm"
)

// TestWorkers compares runs with several workers with those of one: results, steps, and
// the error of a run that has too few steps.
func TestWorkers(t *testing.T) {
	source := `
struct Params { rounds: u32 }
@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@group(0) @binding(1) var<storage, read_write> kept: array<u32>;
@group(0) @binding(2) var<uniform> params: Params;
var<workgroup> shared_sum: array<u32, 64>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) g: vec3u, @builtin(local_invocation_index) i: u32) {
  var x = g.x;
  for (var k = 0u; k < params.rounds + g.x % 7; k++) { x = x * 1664525 + 1013904223; }
  shared_sum[i] = x;
  workgroupBarrier();
  out[g.x] = x ^ shared_sum[63 - i];
  if x % 3 == 0 { kept[g.x] = x; }
  if x % 5 == 0 { kept[g.x] = 1; }
}`
	p, err := wasm.Engine{}.Load(readModule(t, source), exec.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	const groups = 301
	run := func(workers int, steps uint64) (data [2][]byte, report *exec.Report, err error) {
		var r exec.Resources
		for k := range data {
			data[k] = words(64*groups, func(i int) uint32 { return uint32(k) })
			r.Bind(0, uint32(k), &exec.Buffer{Data: data[k]})
		}
		r.Bind(0, 2, &exec.Buffer{Data: words(4, func(int) uint32 { return 100 })})
		report, err = p.Dispatch(t.Context(), "main", [3]uint32{groups, 1, 1}, &r, exec.RunOptions{Workers: workers, MaxSteps: steps})
		return data, report, err
	}
	want, all, err := run(1, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, steps := range []uint64{0, all.Steps, all.Steps * 3 / 4, all.Steps / 30} {
		want, first, failed := run(1, steps)
		for _, workers := range []int{2, 3, 8} {
			got, report, err := run(workers, steps)
			var a, b *exec.StepLimitError
			if errors.As(failed, &a) != errors.As(err, &b) || a != nil && *a != *b {
				t.Fatalf("%d workers, %d steps: %v, not %v", workers, steps, err, failed)
			}
			if report.Steps != first.Steps {
				t.Errorf("%d workers: %d steps, not %d", workers, report.Steps, first.Steps)
			}
			for k := range got {
				if !bytes.Equal(got[k], want[k]) {
					t.Errorf("%d workers, %d steps: buffer %d differs", workers, steps, k)
				}
			}
		}
	}
	if bytes.Equal(want[1], words(64*groups, func(int) uint32 { return 1 })) {
		t.Error("nothing was written")
	}
}
