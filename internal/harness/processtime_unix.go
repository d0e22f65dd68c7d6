//go:build unix

package harness

import (
	"syscall"
	"time"
)

// ProcessTime is how long a call keeps processors busy, with all goroutines that run
// meanwhile.
func ProcessTime(f func()) time.Duration {
	start := processTime()
	f()
	return processTime() - start
}

func processTime() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		panic(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
