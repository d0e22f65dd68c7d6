package main

import (
	"fmt"
	"sync"
	"time"
)

// A queue watches how jobs fare that workers are to do. Where all wait and none is taken
// for a while, nobody is there to do them: they are given up, with all that follow.
type queue struct {
	patience time.Duration
	nobody   chan struct{} // closed once they are given up
	err      error         // why; to be read then

	mu      sync.Mutex
	waiting int
	taken   int
	clock   int // which one runs, while all wait; those before it are stale
}

func newQueue(patience time.Duration) *queue {
	return &queue{patience: patience, nobody: make(chan struct{})}
}

// wait counts a job more that waits.
func (q *queue) wait() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.waiting++; q.waiting == 1 {
		q.start()
	}
}

// move notes that a job has been taken, or that it waits again.
func (q *queue) move(taken bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	n := 1
	if !taken {
		n = -1
	}
	q.waiting -= n
	q.taken += n
	q.start()
}

// leave counts a job less.
func (q *queue) leave(taken bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if taken {
		q.taken--
	} else {
		q.waiting--
	}
	q.start()
}

// start has the time begin anew, where all jobs wait.
func (q *queue) start() {
	q.clock++
	if q.waiting == 0 || q.taken > 0 {
		return
	}
	clock := q.clock
	time.AfterFunc(q.patience, func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		if clock == q.clock && q.err == nil {
			jobs := "a job"
			if q.waiting > 1 {
				jobs = fmt.Sprintf("%d jobs", q.waiting)
			}
			q.err = fmt.Errorf("no worker has taken %s for %g s", jobs, q.patience.Seconds())
			close(q.nobody)
		}
	})
}
