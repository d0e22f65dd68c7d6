package lazy

import (
	"sync"
	"sync/atomic"
	"testing"
)

var made atomic.Int32

var table = Value[[]int]{Make: func() []int {
	made.Add(1)
	return []int{1, 2, 3}
}}

// TestValue: many goroutines ask, and the value is made once, without memory for asking.
func TestValue(t *testing.T) {
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if got := table.Get(); len(got) != 3 || got[2] != 3 {
				t.Errorf("%v", got)
			}
		})
	}
	all.Wait()
	if n := made.Load(); n != 1 {
		t.Errorf("made %d times", n)
	}
	if n := testing.AllocsPerRun(100, func() { table.Get() }); n != 0 {
		t.Errorf("asking takes memory %v times", n)
	}
}
