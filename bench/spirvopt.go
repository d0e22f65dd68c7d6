package main

// spirv-opt, which is a command: its processes are measured.

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"refract"
)

// spirvOpt measures spirv-opt -O.
type spirvOpt struct{ start float64 } // nanoseconds that a process takes for an empty module

func newSPIRVOpt(work string) (*spirvOpt, error) {
	if _, err := exec.LookPath("spirv-opt"); err != nil {
		return nil, err
	}
	out, err := refract.Translate(context.Background(), "empty.wgsl", nil, refract.TranslateOptions{To: refract.SPIRV})
	if err != nil {
		return nil, err
	}
	empty := filepath.Join(work, "empty.spv")
	if err := os.WriteFile(empty, out.Bytes(), 0o644); err != nil {
		return nil, err
	}
	var s spirvOpt
	s.start, err = s.measure("", 200, empty)
	return &s, err
}

// measure starts processes until they took long enough; the least counts.
func (s *spirvOpt) measure(_ string, least int, path string) (best float64, err error) {
	for spent := 0.0; spent < float64(least)*1e6; {
		c := exec.Command("spirv-opt", "-O", path, "-o", os.DevNull)
		var text strings.Builder
		c.Stderr = &text
		if err := c.Run(); err != nil {
			return 0, fmt.Errorf("spirv-opt: %w: %s", err, text.String())
		}
		t := float64(c.ProcessState.UserTime() + c.ProcessState.SystemTime())
		if spent += t; best == 0 || t < best {
			best = t
		}
	}
	return max(best-s.start, 1), nil
}
