package wasm

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestTrim checks that the oldest files go.
func TestTrim(t *testing.T) {
	folder := t.TempDir()
	for k := range 5 {
		name := filepath.Join(folder, "version", fmt.Sprint(k))
		os.Mkdir(filepath.Dir(name), 0o700)
		if err := os.WriteFile(name, make([]byte, 100), 0o600); err != nil {
			t.Fatal(err)
		}
		when := time.Unix(int64(1000-k), 0)
		if err := os.Chtimes(name, when, when); err != nil {
			t.Fatal(err)
		}
	}
	trim(folder, 250)
	for k := range 5 {
		_, err := os.Stat(filepath.Join(folder, "version", fmt.Sprint(k)))
		if kept := err == nil; kept != (k < 2) {
			t.Errorf("file %d kept: %v", k, kept)
		}
	}
}
