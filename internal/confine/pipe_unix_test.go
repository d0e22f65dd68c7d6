//go:build unix

package confine

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"
)

// TestPipe: nothing waits for the writer of a pipe, or reads a device.
func TestPipe(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe.h")
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Skip(err)
	}
	for _, name := range []string{pipe, "/dev/zero"} {
		if _, err := Read(name, 100, dir, "/dev"); !errors.Is(err, ErrNoFile) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
