package vkrun

// This file opens devices for tests.

import (
	"os"
	"testing"
)

// OpenTest returns a device that is closed when the test ends. Where there is no
// Vulkan the test is skipped, or fails if REFRACT_REQUIRE_TOOLS is 1.
func OpenTest(t testing.TB) *Device {
	t.Helper()
	d, err := Open()
	if err != nil && os.Getenv("REFRACT_REQUIRE_TOOLS") == "1" {
		t.Fatal(err)
	} else if err != nil {
		t.Skip(err)
	}
	t.Cleanup(d.Close)
	return d
}
