package ssatest

import (
	"testing"

	"refract/ssa"
)

// TestRandomFlat demands that what is made up is whole, and mostly ends.
func TestRandomFlat(t *testing.T) {
	for kind := range FlowKinds {
		ended := 0
		for seed := range uint64(200) {
			s := RandomFlat(seed, kind, 3+int(seed%20))
			if err := ssa.Verify(s); err != nil {
				t.Fatalf("%v, seed %d: %v", kind, seed, err)
			}
			if _, _, ok := RunFlat(s.Funcs[1], []uint32{1, 2, 3}, 1000); ok {
				ended++
			}
		}
		if ended < 100 {
			t.Errorf("%v: %d of 200 end", kind, ended)
		}
	}
}
