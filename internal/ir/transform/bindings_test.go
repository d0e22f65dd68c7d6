package transform

import (
	"slices"
	"testing"

	"refract/ir"
)

// TestSeparateBindings moves what shares a binding in one entry point, and nothing else.
func TestSeparateBindings(t *testing.T) {
	m := ir.NewModule()
	for i := range uint32(40) {
		m.Globals = append(m.Globals, ir.Global{HasBinding: true, Binding: ir.ResourceBinding{Group: i % 2, Binding: i / 8}})
	}
	m.Globals = append(m.Globals, ir.Global{}) // of no group
	last := ir.GlobalID(len(m.Globals) - 1)
	used := [][]ir.GlobalID{{1, 2, last}, {1, 3, 9, last}, {2, 3}}
	if !HasSharedBindings(m, used) || HasSharedBindings(m, used[:1]) {
		t.Error("what is shared isn't seen, or what isn't is")
	}
	want := []MovedBinding{{3, m.Globals[3].Binding}}
	moved := SeparateBindings(m, used)
	if !slices.Equal(moved, want) || m.Globals[3].Binding != (ir.ResourceBinding{Group: m.Globals[1].Binding.Group, Binding: 5}) {
		t.Errorf("%v moved, to %v", moved, m.Globals[3].Binding)
	}
	var all []ir.GlobalID
	for i := 1; i < len(m.Globals); i++ {
		all = append(all, ir.GlobalID(i))
	}
	if !HasSharedBindings(m, [][]ir.GlobalID{all}) {
		t.Error("what is shared among many isn't seen")
	}
	SeparateBindings(m, [][]ir.GlobalID{all})
	if HasSharedBindings(m, [][]ir.GlobalID{all}) {
		t.Error("something is shared still")
	}
}
