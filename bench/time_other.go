//go:build !unix

package main

import "time"

var began = time.Now()

// processorTime is the time since the start: other systems report processor time by other
// calls.
func processorTime() int64 { return int64(time.Since(began)) }
