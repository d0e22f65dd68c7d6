//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package main

import (
	"os"
	"syscall"
)

// hold marks a file as one that this process writes, until the returned one is closed; nil:
// the file system has no locks. The mark ends with the process.
func hold(name string) *os.File {
	f, err := os.Open(name)
	if err != nil {
		return nil
	}
	if syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != nil {
		f.Close()
		return nil
	}
	return f
}

// abandoned reports whether no process writes a file that one has begun.
func abandoned(name string) bool {
	f := hold(name)
	if f == nil {
		return false
	}
	f.Close()
	return true
}
