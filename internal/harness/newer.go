package harness

// This file calls tools that read one file at a time.

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// NewSPIRVVal has a newer spirv-val check modules for Vulkan 1.3, with the feature of small
// strides in uniform buffers, and returns its message for each: "" is valid. If it isn't
// installed that is nil.
func NewSPIRVVal(t testing.TB, modules [][]byte) []string {
	t.Helper()
	tool := Newer(t, "spirv-val")
	if tool == "" {
		return nil
	}
	return EachFile(t, modules, ".spv", tool, "--target-env", "vulkan1.3", "--uniform-buffer-standard-layout")
}

// EachFile calls a tool with each of some files, several at once, and returns its message
// for each rejected one; "" is fine.
func EachFile(t testing.TB, files [][]byte, extension, tool string, args ...string) []string {
	t.Helper()
	dir := t.TempDir()
	said := make([]string, len(files))
	var wait sync.WaitGroup
	for w := range runtime.NumCPU() {
		wait.Go(func() {
			name := filepath.Join(dir, fmt.Sprint(w, extension))
			for i := w; i < len(files); i += runtime.NumCPU() {
				if err := os.WriteFile(name, files[i], 0o666); err != nil {
					said[i] = err.Error()
					continue
				}
				if out, err := exec.Command(tool, append(args[:len(args):len(args)], name)...).CombinedOutput(); err != nil {
					said[i] = cmp.Or(strings.TrimSpace(string(out)), err.Error())
				}
			}
		})
	}
	wait.Wait()
	return said
}
