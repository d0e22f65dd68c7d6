package compact

// This file tests copies in which one entry point has its functions only.

import (
	"slices"
	"testing"

	"refract/ir"
)

const two = `
global @a : u32 private
global @b : u32 private
func @both() {
  store @a, 1u
}
func @other() {
  store @b, 1u
}
func @first() {
  call @both()
}
func @second($index : u32 builtin(local_invocation_index)) {
  call @both()
  call @other()
}
entry compute @first workgroup(1, 1, 1)
entry compute @second workgroup(1, 1, 1)
`

// TestAlone copies a module for one of two entry points: what only the other reaches is
// left out, but for its signature and what it uses at module scope.
func TestAlone(t *testing.T) {
	m, err := ir.ParseString("two", two)
	if err != nil {
		t.Fatal(err)
	}
	for _, fits := range []bool{true, false} {
		dst, asked := ir.NewModule(), false
		a := &Alone{Entry: 0, Fits: func(a *Alone) bool {
			asked = true
			if a.Own[1] == 0 || a.Own[2] != 0 || a.Others[1] != 0 || a.Others[2] == 0 {
				t.Errorf("globals used: %v, by others %v", a.Own, a.Others)
			}
			return fits
		}}
		if !Into(dst, m, Options{Alone: a}) || !asked || a.Left != fits {
			t.Fatal("the copy isn't one of an entry point")
		}
		if len(dst.Globals) != 3 || !slices.Equal(a.Kept, []ir.GlobalID{2}) {
			t.Errorf("%d globals, of the other %v", len(dst.Globals)-1, a.Kept)
		}
		for _, f := range dst.Functions[1:] {
			if left := f.StmtCount() == 1; left != (fits && (f.Name == "other" || f.Name == "second")) {
				t.Errorf("%s has %d statements", f.Name, f.StmtCount()-1)
			}
			if f.Name == "second" && len(f.Args) != 1 {
				t.Error("the other entry point has lost its parameter")
			}
		}
		// What the other uses stays on request.
		keep := slices.Clone(a.Kept)
		if Module(dst, Options{Keep: keep}); len(dst.Globals) != 3 || keep[0] != 2 {
			t.Errorf("%d globals, kept %v", len(dst.Globals)-1, keep)
		}
	}
}
