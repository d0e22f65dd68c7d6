//go:build unix

package main

import "syscall"

// processorTime is this process's use of all processors, in nanoseconds: the garbage
// collector's share too.
func processorTime() int64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return u.Utime.Nano() + u.Stime.Nano()
}
