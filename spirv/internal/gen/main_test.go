package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestUpToDate fails when a generated file isn't what the grammars give.
func TestUpToDate(t *testing.T) {
	files, err := generate(os.DirFS("../../grammar"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		got, err := os.ReadFile(filepath.Join("../..", f.name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, f.content) {
			t.Errorf("%s is stale: run go generate ./spirv", f.name)
		}
	}
}
