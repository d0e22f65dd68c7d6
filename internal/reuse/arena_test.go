package reuse

import "testing"

// TestArena makes slices, writes all of each, and finds them apart and zero at first.
func TestArena(t *testing.T) {
	var a Arena[int]
	for round := range 5 {
		var made [][]int
		for n := range 40 {
			s := a.Take(n * (round + 1))
			if cap(s) != len(s) {
				t.Fatal("room behind a slice")
			}
			for k := range s {
				if s[k] != 0 {
					t.Fatal("a slice isn't zero")
				}
				s[k] = n + 1
			}
			made = append(made, s)
		}
		for n, s := range made {
			for _, x := range s {
				if x != n+1 {
					t.Fatal("two slices share memory")
				}
			}
		}
		a.Reset()
	}
	if s := (*Arena[int])(nil).Take(3); len(s) != 3 {
		t.Error("no arena")
	}
	if n := testing.AllocsPerRun(10, func() { a.Reset(); a.Take(1000) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
