package ir

// This file tests sets of kinds: what is searched for is found, and nothing else.

import (
	"slices"
	"testing"
)

// TestKindSets searches the functions of a module with one of everything for each kind, each
// operator, and sets of several.
func TestKindSets(t *testing.T) {
	m, err := ParseString("all.ir", readText(t, "testdata/all.ir"))
	if err != nil {
		t.Fatal(err)
	}
	sets := []KindSet{0, AllKinds, Kinds(KindBinary), BinaryOps(Add, Lt) | Kinds(KindLoad, KindMath), Kinds(KindCompose, KindAccess)}
	for i := range 64 {
		sets = append(sets, 1<<i)
	}
	for _, f := range m.Functions[1:] {
		all := make([]ExprID, 0, f.ExprCount())
		for x := ExprID(1); int(x) < f.ExprCount(); x++ {
			all = append(all, x)
		}
		for _, s := range sets {
			var want, got []ExprID
			for _, x := range all {
				if f.In(x, s) {
					want = append(want, x)
				}
			}
			for x := f.Next(0, s); x != 0; x = f.Next(x, s) {
				got = append(got, x)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s, set %#x: found %v, want %v", f.Name, uint64(s), got, want)
			}
			first := len(all)
			if len(want) > 0 {
				first = slices.Index(all, want[0])
			}
			if i := f.IndexIn(all, s); i != first {
				t.Errorf("%s, set %#x: the first is at %d, want %d", f.Name, uint64(s), i, first)
			}
		}
	}
}
