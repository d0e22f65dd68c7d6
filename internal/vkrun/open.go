package vkrun

// This file opens devices for tests.

import (
	"os"
	"sync"
	"testing"

	"refract/internal/sweep"
)

// Shared is the device that tests of results share; it stays open until the process ends.
// Mesa's driver draws without threads of its own, as its waits for them were seen to hang,
// and leaves out LLVM's optimizations, which take longer than most runs.
var Shared = sync.OnceValues(func() (*Device, error) {
	for name, value := range map[string]string{"LP_NUM_THREADS": "0", "GALLIVM_PERF": "nopt"} {
		if _, set := os.LookupEnv(name); !set {
			os.Setenv(name, value)
		}
	}
	return Open()
})

// OpenTest returns the device that all tests of a test binary share. If there is no Vulkan
// the test is skipped, or fails if REFRACT_REQUIRE_TOOLS is 1. A sample of tests has no device:
// see package sweep.
func OpenTest(t testing.TB) *Device {
	t.Helper()
	sweep.Only(t)
	d, err := Shared()
	if err != nil && os.Getenv("REFRACT_REQUIRE_TOOLS") == "1" {
		t.Fatal(err)
	} else if err != nil {
		t.Skip(err)
	}
	return d
}
