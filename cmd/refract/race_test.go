//go:build race

package main

// slowdown is how much longer tests may take under the race detector.
const slowdown = 10
