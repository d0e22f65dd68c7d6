package interp_test

// A run takes memory for its resources and little else: what an invocation or a
// workgroup needs is used again by the next.

import (
	"context"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"refract/exec"
)

// TestSpace runs a million invocations with workgroup memory and private and
// local arrays, and looks at the heap while they run: it stays within 64 MiB of
// what there was, and all that is ever allocated does too.
func TestSpace(t *testing.T) {
	const limit = 64 << 20
	p := load(t, `@group(0) @binding(0) var<storage, read_write> out: array<atomic<u32>, 4>;
var<workgroup> w: array<vec4u, 256>;
var<private> kept: array<u32, 64>;
@compute @workgroup_size(256) fn main(@builtin(local_invocation_index) i: u32) {
	var local: array<u32, 64>;
	local[i % 64] = i;
	kept[(i + 1) % 64] = local[i % 64];
	w[i] = vec4u(kept[(i + 1) % 64]);
	workgroupBarrier();
	if i == 0 { atomicAdd(&out[0], w[255].x); }
	if i == 7 { atomicAdd(&out[1], 256); }
}`, nil)
	const groups = 4096 // of 256: 2^20 invocations
	var r exec.Resources
	out := exec.NewBuffer(16)
	r.Bind(0, 0, out)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	var peak atomic.Uint64
	done, watched := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(watched)
		for {
			select {
			case <-done:
				return
			case <-time.After(5 * time.Millisecond):
				var now runtime.MemStats
				runtime.ReadMemStats(&now)
				peak.Store(max(peak.Load(), now.HeapAlloc))
			}
		}
	}()
	report, err := p.Dispatch(context.Background(), "main", [3]uint32{groups, 1, 1}, &r, exec.RunOptions{})
	close(done)
	<-watched
	runtime.ReadMemStats(&after)
	if err != nil {
		t.Fatal(err)
	}
	if got := words(out); report.Invocations != groups*256 || got[0] != 255*groups || got[1] != 256*groups {
		t.Fatalf("%d invocations leave %v", report.Invocations, got)
	}
	grown, total := int64(peak.Load())-int64(before.HeapAlloc), after.TotalAlloc-before.TotalAlloc
	if grown > limit || total > limit {
		t.Errorf("the heap grew by %d bytes, and %d were allocated; at most %d may be", grown, total, limit)
	}
	t.Logf("%d steps; the heap grew by %d bytes; %d were allocated", report.Steps, max(grown, 0), total)
}
