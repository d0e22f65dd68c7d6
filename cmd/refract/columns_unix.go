//go:build linux || darwin

package main

import (
	"os"
	"syscall"
	"unsafe"
)

// columnsOf is how many characters a line of a terminal has; 0: that isn't known.
func columnsOf(w any) int {
	f, ok := w.(*os.File)
	if !ok {
		return 0
	}
	var size struct{ rows, columns, width, height uint16 }
	if _, _, err := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), syscall.TIOCGWINSZ, uintptr(unsafe.Pointer(&size))); err != 0 {
		return 0
	}
	return int(size.columns)
}
