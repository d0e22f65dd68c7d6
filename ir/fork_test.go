package ir

import (
	"slices"
	"testing"
)

// TestFork builds a function in a fork: the module gets the types that it needs, in their
// order, and those that are dropped are found no more.
func TestFork(t *testing.T) {
	m := NewModule()
	there := m.Types.Array(TypeF32, 7)
	_, f := m.NewFunction("f")
	var k Fork
	k.Start(m)
	for i := range uint32(200) { // the index grows
		k.M.Types.Array(TypeU32, i+1)
	}
	k.Drop()
	before := slices.Clone(k.M.Types.index)
	first := k.M.Types.Array(TypeI32, 3)
	second := k.M.Types.Array(first, 2)
	if k.M.Types.Array(TypeF32, 7) != there {
		t.Error("a type of the module isn't in the fork")
	}
	f.AddZeroValue(second, f.Span)
	f.AddZeroValue(TypeF32, f.Span)
	f.AddLocal(Local{Type: first})
	other := m.Types.Array(TypeF32, 9) // meanwhile
	added, from, ok := k.Added()
	if !ok || len(added) != 2 || from != first {
		t.Fatalf("%d types from %d on, %v", len(added), from, ok)
	}
	became := m.Adopt(f, added, from, nil)
	if m.Types.Array(TypeI32, 3) != other+1 || m.Types.Array(other+1, 2) != other+2 || !slices.Equal(became, []TypeID{other + 1, other + 2}) {
		t.Errorf("the types became %v", became)
	}
	if f.TypeOf(1) != other+2 || f.TypeOf(2) != TypeF32 || f.Locals[1].Type != other+1 {
		t.Errorf("the function has types %d, %d and %d", f.TypeOf(1), f.TypeOf(2), f.Locals[1].Type)
	}
	k.Drop()
	if !slices.Equal(k.M.Types.index, before) || k.M.Types.Len() != int(from) {
		t.Error("types that were dropped are still there")
	}
	k.M.AddFilters([]DiagnosticFilter{{Rule: "a"}})
	if _, _, ok := k.Added(); ok {
		t.Error("that a filter was added isn't told")
	}
}
