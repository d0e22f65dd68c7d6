package main

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// TestBuildState writes what a build remembers and reads it again; what is cut short
// anywhere is nothing.
func TestBuildState(t *testing.T) {
	dir := t.TempDir()
	want := &buildState{Program: programStamp(), Jobs: map[string]*jobState{
		"a.wgsl": {Settings: [32]byte{1, 2}, Missed: []string{"b.h", "x/y"}, Read: []fileStamp{{"a.wgsl", 12, -5, 3, 1 << 60, [32]byte{9}}, {}}},
		"":       {Failed: true, Wrote: []fileStamp{{"out/a.spv", 1 << 40, 7, 0, -1, [32]byte{31: 1}}}},
	}}
	if err := want.write(dir, "."); err != nil {
		t.Fatal(err)
	}
	if got := readState(dir, "."); !reflect.DeepEqual(got, want) {
		t.Fatalf("read %+v, wrote %+v", got, want)
	}
	name := filepath.Join(dir, stateName)
	whole, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for n := range whole {
		if err := os.WriteFile(name, whole[:n], 0o666); err != nil {
			t.Fatal(err)
		}
		if got := readState(dir, "."); len(got.Jobs) != 0 {
			t.Fatalf("%d of %d bytes are read as %d jobs", n, len(whole), len(got.Jobs))
		}
	}
}
