package lower_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"refract/internal/ssa/lower"
	"refract/internal/ssatest"
	"refract/ssa"
)

// TestMutatedText changes lines of functions in flat form: what is read and verified
// can be structured, and nothing of it is a fault.
func TestMutatedText(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	n := 4000
	if testing.Short() {
		n = 500
	}
	structured := 0
	for round := range n {
		kind := ssatest.Flow(round % int(ssatest.FlowKinds))
		lines := strings.Split(ssatest.RandomFlat(uint64(round%500), kind, 4+round%9).String(), "\n")
		for range 1 + r.IntN(3) {
			k := r.IntN(len(lines))
			switch r.IntN(5) {
			case 0: // a line goes
				lines = append(lines[:k:k], lines[k+1:]...)
			case 1: // or is there twice
				lines = append(lines[:k+1:k+1], lines[k:]...)
			case 2: // or elsewhere
				j := r.IntN(len(lines))
				lines[k], lines[j] = lines[j], lines[k]
			case 3: // another block is named
				if i := strings.LastIndex(lines[k], "b"); i >= 0 {
					lines[k] = lines[k][:i+1] + string(rune('1'+r.IntN(9)))
				}
			default: // something is cut off
				lines[k] = lines[k][:r.IntN(len(lines[k])+1)]
			}
		}
		text := strings.Join(lines, "\n")
		s, err := ssa.Parse("test", []byte(text))
		if err != nil {
			continue
		}
		if err := ssa.Verify(s); err != nil {
			_ = err.Error()
			continue
		}
		flat := s.String()
		if back, err := ssa.Parse("printed", []byte(flat)); err != nil || back.String() != flat {
			t.Fatalf("reads back differently: %v\n%s", err, flat)
		}
		lower.GotoIfs.Run(s)
		if err := ssa.Verify(s); err != nil {
			t.Fatalf("%v\nof\n%s", err, flat)
		}
		structured++
	}
	if structured < n/50 {
		t.Errorf("%d of %d texts are whole", structured, n)
	}
}
