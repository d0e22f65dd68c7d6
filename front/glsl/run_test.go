package glsl_test

// This file runs the shaders of testdata/run in the interpreter. What they leave at
// binding 0 is in the file beside them, a word a line; a test of conformance compares
// with another compiler's output.

import (
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"refract/exec"
	"refract/exec/interp"
	"refract/internal/ir/layout"
	"refract/ir"
)

// run runs a compute shader whose buffers are zeros, and returns the words that are left
// at binding 0.
func run(t *testing.T, name, src string, vulkan bool) []uint32 {
	t.Helper()
	m, diags, sources := read(name, src, "compute", vulkan)
	if m == nil || diags.HasErrors() {
		t.Fatal(diags.Err(sources))
	}
	p, err := interp.Engine{}.Load(m, exec.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var resources exec.Resources
	var result []byte
	cache := layout.New(m)
	for i := range m.Globals[1:] {
		g := &m.Globals[i+1]
		if g.Space != ir.SpaceStorage && g.Space != ir.SpaceUniform {
			continue
		}
		of, rule := m.Types.At(g.Type), g.Layout
		if of.Kind == ir.TypeBindingArray {
			rule = m.ElementLayout(rule)
			info, err := cache.Of(of.Base, rule)
			if err != nil {
				t.Fatal(err)
			}
			list := make(exec.Array, of.Length)
			for k := range list {
				list[k] = &exec.Buffer{Data: make([]byte, (info.Size+255)&^255)}
			}
			resources.Bind(g.Binding.Group, g.Binding.Binding, list)
			continue
		}
		info, err := cache.Of(g.Type, rule)
		if err != nil {
			t.Fatal(err)
		}
		data := make([]byte, (info.Size+255)&^255)
		resources.Bind(g.Binding.Group, g.Binding.Binding, &exec.Buffer{Data: data})
		if g.Binding == (ir.ResourceBinding{}) {
			result = data[:info.Size]
		}
	}
	report, err := p.Dispatch(context.Background(), "main", [3]uint32{1, 1, 1}, &resources, exec.RunOptions{Check: exec.CheckBounds | exec.CheckRaces})
	if err != nil {
		t.Fatal(err)
	}
	if report.Findings != nil {
		t.Fatal(report.Findings)
	}
	words := make([]uint32, len(result)/4)
	for i := range words {
		words[i] = binary.LittleEndian.Uint32(result[4*i:])
	}
	return words
}

func TestRun(t *testing.T) {
	files, err := filepath.Glob("testdata/run/*.comp")
	if err != nil || len(files) == 0 {
		t.Fatal("no shaders", err)
	}
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(f), func(t *testing.T) {
			var b strings.Builder
			for _, w := range run(t, f, string(src), !strings.Contains(f, "opengl")) {
				fmt.Fprintf(&b, "%08x\n", w)
			}
			if os.Getenv("REFRACT_UPDATE") != "" {
				if err := os.WriteFile(f+".want", []byte(b.String()), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(f + ".want")
			if err != nil {
				t.Fatal(err)
			}
			got, words := strings.Split(b.String(), "\n"), strings.Split(string(want), "\n")
			for i := range max(len(got), len(words)) {
				if i >= len(got) || i >= len(words) || got[i] != words[i] {
					t.Fatalf("word %d differs", i)
				}
			}
		})
	}
}
