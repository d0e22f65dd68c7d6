package main

// How long 'refract render' takes, where REFRACT_SPEED=1 asks for it.

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// TestRenderSpeed prints the processor time of the command, from its start to its end, for
// a full-screen shader of 100 lines at 640 by 360 with nothing in its cache.
func TestRenderSpeed(t *testing.T) {
	if os.Getenv("REFRACT_SPEED") != "1" {
		t.Skip("REFRACT_SPEED=1 measures")
	}
	folder := t.TempDir()
	command := filepath.Join(folder, "refract")
	if out, err := exec.Command("go", "build", "-o", command, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	least := time.Hour
	for range 5 {
		cache, err := os.MkdirTemp(folder, "cache")
		if err != nil {
			t.Fatal(err)
		}
		c := exec.Command(command, "render", "testdata/garden.wgsl", "--size", "640x360", "-o", filepath.Join(folder, "garden.png"))
		c.Env = append(os.Environ(), "XDG_CACHE_HOME="+cache, "HOME="+cache)
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		least = min(least, c.ProcessState.UserTime()+c.ProcessState.SystemTime())
	}
	t.Logf("%v of processor time", least)
	if least > 500*time.Millisecond {
		t.Error("more than half a second")
	}
}
