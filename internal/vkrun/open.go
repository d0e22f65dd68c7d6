package vkrun

// This file opens devices for tests.

import (
	"os"
	"sync"
	"testing"
)

// shared is the device of a test binary, which stays open until the process ends.
var shared = sync.OnceValues(Open)

// OpenTest returns the device that all tests of a test binary share. Where there is no
// Vulkan the test is skipped, or fails if REFRACT_REQUIRE_TOOLS is 1.
func OpenTest(t testing.TB) *Device {
	t.Helper()
	d, err := shared()
	if err != nil && os.Getenv("REFRACT_REQUIRE_TOOLS") == "1" {
		t.Fatal(err)
	} else if err != nil {
		t.Skip(err)
	}
	return d
}
