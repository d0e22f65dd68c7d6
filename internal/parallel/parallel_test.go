package parallel

import (
	"slices"
	"sync/atomic"
	"testing"
)

// TestParts cuts lists into parts, which cover them in order.
func TestParts(t *testing.T) {
	for _, list := range [][]int{{}, {7}, {1, 1, 1, 1}, {100, 1, 1, 1}, {1, 1, 1, 100}, slices.Repeat([]int{0}, 50), slices.Repeat([]int{3, 1, 4}, 100)} {
		for workers := 1; workers < 5; workers++ {
			ends := Parts(list, workers, func(x int) int { return x })
			if ends[0] != 0 || ends[len(ends)-1] != len(list) || !slices.IsSorted(ends) || len(ends) > workers*perWorker+2 {
				t.Errorf("%v for %d workers: %v", list, workers, ends)
			}
			total := 0
			for _, x := range list {
				total += x
			}
			for i := range len(ends) - 1 {
				sum := 0
				for _, x := range list[ends[i]:ends[i+1]] {
					sum += x
				}
				if len(list) == 300 && sum > 2*total/(workers*perWorker)+4 {
					t.Errorf("%d workers: a part weighs %d of %d", workers, sum, total)
				}
			}
		}
	}
}

// TestConcurrentRun does each part once, the caller those from the front.
func TestConcurrentRun(t *testing.T) {
	for workers := 1; workers < 6; workers++ {
		for n := range 40 {
			var by [40]atomic.Int32
			front := Run(workers, n, func(worker, part int) bool {
				by[part].Add(int32(1 + 100*worker))
				return true
			})
			for i := range n {
				if got := by[i].Load(); got%100 != 1 || (got == 1) != (i < front) {
					t.Errorf("%d workers, %d parts: part %d: %d, %d from the front", workers, n, i, got, front)
				}
			}
		}
	}
}

// TestConcurrentFailure has the caller do everything, in order, where another worker can't
// go on.
func TestConcurrentFailure(t *testing.T) {
	for _, panics := range []bool{false, true} {
		for workers := 2; workers < 5; workers++ {
			var own []int
			front := Run(workers, 30, func(worker, part int) bool {
				if worker == 0 {
					own = append(own, part)
					return true
				}
				if panics {
					panic("no")
				}
				return false
			})
			for i, part := range own {
				if i != part {
					t.Errorf("parts %v", own)
				}
			}
			if front != 30 && front != len(own) || front != len(own) {
				t.Errorf("%d parts of 30, %d from the front", len(own), front)
			}
		}
	}
	t.Run("the caller panics", func(t *testing.T) {
		var running atomic.Int32
		begun := make(chan struct{}) // the others may not take every part before the caller has one
		defer func() {
			if recover() != "stop" {
				t.Error("another panic")
			}
			if running.Load() != 0 {
				t.Error("others still run")
			}
		}()
		Run(4, 1000, func(worker, part int) bool {
			if worker == 0 {
				close(begun)
				panic("stop")
			}
			<-begun
			running.Add(1)
			defer running.Add(-1)
			return true
		})
	})
}

// TestWorkers leaves small jobs to one.
func TestWorkers(t *testing.T) {
	if Workers(0, Least-1) != 1 || Workers(1, 1<<30) != 1 {
		t.Error("a small job is shared, or one that isn't to be")
	}
	if n := Workers(2, 1<<30); n < 1 || n > 2 {
		t.Errorf("%d workers of 2", n)
	}
}
