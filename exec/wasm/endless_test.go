package wasm_test

import (
	"context"
	"errors"
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"testing"
	"time"

	"refract/exec"
	"refract/exec/wasm"
)

// TestEndless ends shaders that never end, by a deadline and by a number of steps, while
// the garbage collector wants all threads to stop.
func TestEndless(t *testing.T) {
	const source = `
@group(0) @binding(0) var<storage, read_write> o: array<u32>;
@compute @workgroup_size(64) fn scalar() { loop { o[0] += 1u; if o[0] == 0xffffffffu && o[1] == 7u { break; } o[0] &= 0xffffu; } }
@compute @workgroup_size(64) fn divergent(@builtin(local_invocation_index) i: u32) { var x = i; loop { x = x * 3u + 1u; if x == o[1] + 2u { break; } x |= 4u; } o[0] = x; }
@compute @workgroup_size(64) fn barriers() { loop { workgroupBarrier(); if workgroupUniformLoad(&w) == 7u { break; } } }
var<workgroup> w: u32;
@fragment fn pixels(@builtin(position) p: vec4f) -> @location(0) vec4f { var x = p.x; loop { if x < 0 { break; } x = abs(x) + 0.5; } return vec4f(x); }`
	defer debug.SetGCPercent(debug.SetGCPercent(1))
	var done atomic.Bool
	defer done.Store(true)
	for range 2 {
		go func() {
			var keep [64][]byte
			for i := 0; !done.Load(); i++ {
				keep[i%len(keep)] = make([]byte, 1<<16)
				if i%64 == 0 {
					runtime.GC()
				}
			}
		}()
	}
	m := readModule(t, source)
	p, err := wasm.Engine{}.Load(m, exec.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range []string{"scalar", "divergent", "barriers", "pixels"} {
		run := func(ctx context.Context, steps uint64) error {
			var r exec.Resources
			r.Bind(0, 0, &exec.Buffer{Data: make([]byte, 16)})
			o := exec.RunOptions{MaxSteps: steps, Workers: 2}
			if entry != "pixels" {
				_, err := p.Dispatch(ctx, entry, [3]uint32{256, 1, 1}, &r, o)
				return err
			}
			s, err := p.(exec.Stager).Stage(ctx, entry, &r, o)
			if err != nil {
				return err
			}
			defer s.Close()
			in, out := make([]uint32, 4*exec.Words(s.Inputs())), make([]uint32, 4*exec.Words(s.Outputs()))
			return s.Run(&exec.Batch{Count: 4, In: in, Out: out})
		}
		begin := time.Now()
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		if err := run(ctx, 1<<62); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %v", entry, err)
		}
		cancel()
		var limit *exec.StepLimitError
		for _, steps := range []uint64{1, 1000, 1 << 21, 1<<21 + 1, 1 << 24} {
			if err := run(context.Background(), steps); !errors.As(err, &limit) || limit.Steps != steps {
				t.Errorf("%s with %d steps: %v", entry, steps, err)
			}
		}
		if took := time.Since(begin); took > 20*time.Second {
			t.Errorf("%s takes %v", entry, took)
		}
	}
}
