// Package sweep decides how much work tests do. A plain go test runs samples and no outside
// tools; REFRACT_SWEEP=1, which continuous integration sets, runs all tests with drivers
// and compilers; REFRACT_ALL=1 takes all programs, for hours. Only tests import it.
package sweep

import (
	"os"
	"strconv"
	"testing"
)

// share is the part of a count of programs that a sample has.
const share = 6

// On reports whether tests run whole: REFRACT_SWEEP or REFRACT_REQUIRE_TOOLS is 1.
func On() bool {
	return os.Getenv("REFRACT_SWEEP") == "1" || os.Getenv("REFRACT_REQUIRE_TOOLS") == "1"
}

// Only skips a test unless tests run whole.
func Only(t testing.TB) {
	t.Helper()
	if !On() {
		t.Skip("set REFRACT_SWEEP=1 for long tests, drivers and outside compilers")
	}
}

// Nightly skips a test unless REFRACT_ALL is 1, as in .ci/nightly.
func Nightly(t testing.TB) {
	t.Helper()
	if os.Getenv("REFRACT_ALL") != "1" {
		t.Skip("set REFRACT_ALL=1 for tests of minutes")
	}
}

// Count is the number of programs for a test that takes n if REFRACT_ALL is 1: $REFRACT_PROGRAMS, or a
// sixth of n.
func Count(n int) int { return count(n, share, share) }

// Sample is Count, of a twelfth of n, or a quarter of that for a sample: for programs that outside
// compilers or drivers take long for.
func Sample(n int) int { return count(n, 12, 8*share) }

func count(n, whole, sample int) int {
	if given, err := strconv.Atoi(os.Getenv("REFRACT_PROGRAMS")); err == nil && given >= 0 {
		return given
	}
	switch {
	case os.Getenv("REFRACT_ALL") == "1":
		return n
	case On():
		return (n + whole - 1) / whole
	}
	return (n + sample - 1) / sample
}

// Every is the step between the shaders that a test takes, which runs whole with n.
func Every(n int) int {
	if On() {
		return n
	}
	return n * share
}
