//go:build !linux

package harness

import "time"

// CPUTime is how long a call takes. Here other programs count, too.
func CPUTime(f func()) time.Duration {
	start := time.Now()
	f()
	return time.Since(start)
}
