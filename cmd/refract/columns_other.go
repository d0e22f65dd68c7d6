//go:build !linux && !darwin

package main

// columnsOf is how many characters a line of a terminal has; 0: that isn't known.
func columnsOf(any) int { return 0 }
