package harness

import (
	"runtime"
	"syscall"
	"time"
	"unsafe"
)

// CPUTime is how long a call keeps a processor busy, its own goroutine alone. Other
// programs don't count, so that figures of a loaded machine can be compared.
func CPUTime(f func()) time.Duration {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	start := threadTime()
	f()
	return threadTime() - start
}

// threadTime is how long the present thread has run.
func threadTime() time.Duration {
	const clockThreadCPUTime = 3
	var t syscall.Timespec
	if _, _, e := syscall.Syscall(syscall.SYS_CLOCK_GETTIME, clockThreadCPUTime, uintptr(unsafe.Pointer(&t)), 0); e != 0 {
		panic("harness: the thread has no clock: " + e.Error())
	}
	return time.Duration(t.Nano())
}
