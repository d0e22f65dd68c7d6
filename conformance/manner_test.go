package conformance

// This file finds the shaders of a folder and reads what lines of theirs say of how they
// run. Each is a comment of a line, as in
//
//	// workgroups 2       a dispatch is of so many
//	// loose 1e-4         floats may differ by that part of their size
//	// values 1=4 name=2  of overrides
//	// zero               buffers hold zeros
//	// open               the bounds of arrays are exceeded: results are those of clamping
//	// opengl             it is OpenGL's
//	// not msl wgpu-run   what can't run it, or does it wrongly

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A manner is how a shader runs.
type manner struct {
	workgroups         [3]uint32
	loose              float32
	overrides          map[string]float64
	zero, open, opengl bool
	not                []string
}

var mannerLine = regexp.MustCompile(`(?m)^(//|;) (workgroups|loose|values|zero|open|opengl|not)\b *(.*)$`)

// mannerOf reads the lines of a source. One workgroup is what it has without them.
func mannerOf(source string) (m manner, err error) {
	m.workgroups = [3]uint32{1, 1, 1}
	for _, line := range mannerLine.FindAllStringSubmatch(source, -1) {
		if err := m.line(line[2], strings.Fields(line[3])); err != nil {
			return m, fmt.Errorf("%s: %w", line[0], err)
		}
	}
	return m, nil
}

func (m *manner) line(what string, words []string) error {
	switch what {
	case "workgroups":
		if len(words) > len(m.workgroups) {
			return fmt.Errorf("%d numbers", len(words))
		}
		for i, n := range words {
			x, err := strconv.ParseUint(n, 10, 32)
			if err != nil {
				return err
			}
			m.workgroups[i] = uint32(x)
		}
	case "loose":
		if len(words) != 1 {
			return fmt.Errorf("%d numbers", len(words))
		}
		x, err := strconv.ParseFloat(words[0], 32)
		if err != nil {
			return err
		}
		m.loose = float32(x)
	case "values":
		m.overrides = map[string]float64{}
		for _, pair := range words {
			key, value, _ := strings.Cut(pair, "=")
			x, err := strconv.ParseFloat(value, 64)
			if err != nil {
				return err
			}
			m.overrides[key] = x
		}
	case "zero":
		m.zero = true
	case "open":
		m.open = true
	case "opengl":
		m.opengl = true
	case "not":
		m.not = words
	}
	return nil
}

// takes reports whether a tool can run it.
func (m *manner) takes(tool string) bool { return !slices.Contains(m.not, tool) }

// shaderFiles lists the files of folders with one of some extensions, or of the folder
// that $REFRACT_SHADERS names: those with $SHADER in their names, folder by folder.
func shaderFiles(t *testing.T, folders []string, extensions ...string) (files []string) {
	t.Helper()
	if dir := os.Getenv("REFRACT_SHADERS"); dir != "" {
		folders = []string{dir}
	}
	for _, dir := range folders {
		before := len(files)
		for _, extension := range extensions {
			found, err := filepath.Glob(filepath.Join(dir, "*"+extension))
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, found...)
		}
		if len(files) == before {
			t.Fatalf("%s: no shaders", dir)
		}
	}
	only := os.Getenv("SHADER")
	return slices.DeleteFunc(files, func(f string) bool { return !strings.Contains(filepath.Base(f), only) })
}

// TestManner: lines are read as they are meant, and those that mean nothing are told.
func TestManner(t *testing.T) {
	m, err := mannerOf("// workgroups 2 3\n// loose 1e-3\n// values 1=4 n=-2.5\n// zero\n// open\n// opengl\n// not msl wgpu-run\n// openly said\n#version 450\n")
	if err != nil || m.workgroups != [3]uint32{2, 3, 1} || m.loose != 1e-3 || len(m.overrides) != 2 || m.overrides["n"] != -2.5 ||
		!m.zero || !m.open || !m.opengl || m.takes("msl") || m.takes("wgpu-run") || !m.takes("hlsl") {
		t.Errorf("%+v %v", m, err)
	}
	if m, err := mannerOf("; workgroups 4\nOpCapability Shader\n"); err != nil || m.workgroups != [3]uint32{4, 1, 1} || m.zero || m.open || m.opengl || m.not != nil {
		t.Errorf("%+v %v", m, err)
	}
	for _, bad := range []string{"// workgroups x", "// workgroups 1 2 3 4", "// loose", "// loose much", "// values 1"} {
		if _, err := mannerOf(bad); err == nil {
			t.Errorf("%s means something", bad)
		}
	}
}
