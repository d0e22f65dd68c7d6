package main

import (
	"io/fs"
	"syscall"
)

// changeTime is when a file's content, name or properties last changed, in nanoseconds.
func changeTime(info fs.FileInfo) int64 {
	if t, ok := info.Sys().(*syscall.Stat_t); ok {
		return t.Ctim.Nano()
	}
	return 0
}
