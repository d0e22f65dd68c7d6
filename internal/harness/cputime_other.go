//go:build !linux

package harness

import "time"

// CPUTime is how long a call takes. Here it can't be told apart from what other
// programs do.
func CPUTime(f func()) time.Duration {
	start := time.Now()
	f()
	return time.Since(start)
}
