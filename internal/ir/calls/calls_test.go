package calls_test

import (
	"slices"
	"testing"

	"refract/internal/ir/calls"
	"refract/ir"
)

// TestReached follows calls of a module in which c and d call b, and b calls a.
func TestReached(t *testing.T) {
	m := ir.NewModule()
	var ids []ir.FuncID
	for _, callees := range [][]int{nil, {0}, {1, 1}, {1}} {
		id, f := m.NewFunction("f")
		var b ir.Builder
		b.Start(m, f)
		mark := b.Begin()
		for _, to := range callees {
			b.Push(f.AddCall(ir.Call{Function: ids[to]}, b.Span))
		}
		f.Body = b.End(mark)
		ids = append(ids, id)
	}
	if got, want := slices.Collect(calls.Of(m.Functions[ids[2]])), []ir.FuncID{ids[1], ids[1]}; !slices.Equal(got, want) {
		t.Errorf("c calls %v, want %v", got, want)
	}
	var r calls.Reached
	r.Start(m)
	r.Add(m, ids[2])
	if want := []ir.FuncID{ids[2], ids[1], ids[0]}; !slices.Equal(r.List, want) || r.Has[ids[3]] {
		t.Errorf("c reaches %v, want %v", r.List, want)
	}
	r.Add(m, ids[3])
	if len(r.List) != 4 || !r.Has[ids[3]] {
		t.Errorf("c and d reach %v", r.List)
	}
}
