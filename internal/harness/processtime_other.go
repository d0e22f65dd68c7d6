//go:build !unix

package harness

import "time"

// ProcessTime is how long a call takes.
func ProcessTime(f func()) time.Duration {
	start := time.Now()
	f()
	return time.Since(start)
}
