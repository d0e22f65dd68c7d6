// Package parallel has several goroutines do the parts of a job whose results stand one
// behind the other, as the texts of a module's functions.
//
// The parts are in order. The calling goroutine takes them from the front, and can so put
// its results in place at once; the others take parts from the back, and leave results to
// be put behind. If one of them meets a dependence on earlier parts, their work is
// forgotten, and the caller does all: mistakes are then found in their order.
package parallel

import (
	"runtime"
	"sync"
)

// Least is the weight from which on a job is shared. Weights are about the cost of an
// expression.
const Least = 1 << 15

var least = Least

// SetLeast has smaller jobs shared, for tests; restore ends that.
func SetLeast(weight int) (restore func()) {
	least = weight
	return func() { least = Least }
}

// perWorker is how many parts a worker gets: the last to finish keeps the others waiting for
// less than one.
const perWorker = 12

// Workers is how many goroutines do a job of that weight, of at most limit; 0 stands for as
// many as run at once, which is the most in any case.
func Workers(limit, weight int) int {
	if weight < least || limit == 1 {
		return 1
	}
	n := runtime.GOMAXPROCS(0)
	if limit > 0 {
		n = min(n, limit)
	}
	return max(1, min(n, weight/max(1, least/4)))
}

// Parts cuts a list into parts of about the same weight for so many workers. Part i ends at
// the beginning of part i+1; the last element is the length of the list.
func Parts[T any](list []T, workers int, weight func(T) int) []int {
	total := 0
	for _, x := range list {
		total += weight(x)
	}
	n := min(workers*perWorker, len(list))
	ends, sum := make([]int, 1, n+1), 0
	for i, x := range list {
		sum += weight(x)
		if len(ends) <= n && sum*n >= total*len(ends) {
			ends = append(ends, i+1)
		}
	}
	if ends[len(ends)-1] != len(list) {
		ends = append(ends, len(list))
	}
	return ends
}

// job is the state of Run.
type job struct {
	mu          sync.Mutex
	front, back int // parts not taken yet
	failed      bool
}

// take takes a part from the front or the back.
func (j *job) take(first bool) (part int, ok bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	switch {
	case j.failed || j.front >= j.back:
		return 0, false
	case first:
		j.front++
		return j.front - 1, true
	}
	j.back--
	return j.back, true
}

func (j *job) fail() {
	j.mu.Lock()
	j.failed = true
	j.mu.Unlock()
}

// Run does parts 0 to n-1. do is called for one by the worker that takes it; worker 0 is the
// caller. It returns how many parts, from the first, the caller did: all, if do returned
// false to another worker, or panicked there. Once that has happened nobody else does any.
func Run(workers, n int, do func(worker, part int) bool) int {
	j := job{back: n}
	var others sync.WaitGroup
	defer others.Wait() // where the caller's part panics, too
	defer j.fail()
	for w := 1; w < workers; w++ {
		others.Go(func() {
			done := false
			defer func() {
				if !done {
					recover() // the caller comes to the same point
					j.fail()
				}
			}()
			for {
				part, ok := j.take(false)
				if !ok {
					break
				}
				if !do(w, part) {
					return
				}
			}
			done = true
		})
	}
	for {
		part, ok := j.take(true)
		if !ok {
			break
		}
		do(0, part)
	}
	others.Wait()
	if j.failed {
		for ; j.front < n; j.front++ {
			do(0, j.front)
		}
	}
	return j.front
}
