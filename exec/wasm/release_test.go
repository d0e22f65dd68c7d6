package wasm

import (
	"context"
	goruntime "runtime"
	"testing"
	"time"

	"refract/diag"
	"refract/exec"
	"refract/front/wgsl"
	"refract/ir"
	"refract/ir/validate"
)

// TestReleased drops a program that has run: its machine code and its memory are given
// back, and those of another of the same text stay.
func TestReleased(t *testing.T) {
	const source = `@group(0) @binding(0) var<storage, read_write> o: array<u32, 8>;
@compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) { o[i] += i * 3u; }`
	start := func() (exec.Program, *loaded) {
		m := ir.NewModule()
		var list diag.List
		if new(wgsl.Reader).Read(m, source, 1, wgsl.Options{}, &list) == nil {
			t.Fatal(list.Sorted())
		}
		new(validate.Validator).Validate(m, validate.Options{Capabilities: validate.All}, &list)
		p, err := Engine{}.Load(m, exec.LoadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		runReleased(t, p)
		for _, e := range p.(*program).compiled {
			return p, e.loaded
		}
		t.Fatal("nothing is compiled")
		return nil, nil
	}
	p, kept := start()
	_, dropped := start()
	if len(dropped.idle) == 0 {
		t.Error("no instance waits")
	}
	closed := func(l *loaded) bool {
		l.lock.Lock()
		defer l.lock.Unlock()
		return l.closed
	}
	for begin := time.Now(); !closed(dropped); time.Sleep(time.Millisecond) {
		if goruntime.GC(); time.Since(begin) > time.Minute {
			t.Fatal("what is dropped isn't closed")
		}
	}
	if closed(kept) {
		t.Error("what is in use is closed")
	}
	runReleased(t, p)
}

func runReleased(t *testing.T, p exec.Program) {
	t.Helper()
	var r exec.Resources
	b := make([]byte, 32)
	r.Bind(0, 0, &exec.Buffer{Data: b})
	if _, err := p.Dispatch(context.Background(), "main", [3]uint32{1, 1, 1}, &r, exec.RunOptions{}); err != nil {
		t.Fatal(err)
	}
	if b[4] != 3 || b[28] != 21 {
		t.Errorf("% x", b)
	}
}
