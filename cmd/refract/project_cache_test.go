package main

// What a cache holds is believed only as far as it can be what a job makes.

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestForgedCache forges the entries of a cache: a build makes what it would make without
// them, writes nothing else, and mends them.
func TestForgedCache(t *testing.T) {
	top := t.TempDir()
	dir := filepath.Join(top, "a", "b", "project")
	for name, text := range map[string]string{
		"a.wgsl":    "@compute @workgroup_size(1) fn one() {}\n@compute @workgroup_size(1) fn two() {}\n",
		projectName: "out-dir = \"out\"\nsources = [\"a.wgsl\"]\ntargets = [\"hlsl\", \"msl\"]\nreflect = true\ncache = \"cache\"\n",
	} {
		if err := makeFile(filepath.Join(dir, name), []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	build := func() (string, map[string]string) {
		if err := os.RemoveAll("out"); err != nil {
			t.Fatal(err)
		}
		var log strings.Builder
		if status := run([]string{"build"}, streams{strings.NewReader(""), &log, &log}); status != exitDone {
			t.Fatal(log.String())
		}
		_, _, outputs := buildIn(t, dir)
		return log.String(), outputs
	}
	_, want := build()
	if len(want) != 3 && len(want) != 4 {
		t.Fatalf("outputs are %v", want)
	}
	one := func(pattern string) string {
		list, err := filepath.Glob(pattern)
		if err != nil || len(list) == 0 {
			t.Fatal(pattern, err)
		}
		return list[0]
	}
	entry := one("cache/jobs/*/*")
	good, err := os.ReadFile(entry)
	if err != nil {
		t.Fatal(err)
	}
	forged := func(change func(*cacheEntry)) func() {
		return func() {
			var e cacheEntry
			if err := json.Unmarshal(good, &e); err != nil {
				t.Fatal(err)
			}
			change(&e)
			text, err := json.Marshal(e)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(entry, text, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	more := func(file string) func() {
		return forged(func(e *cacheEntry) { e.Outputs = append(e.Outputs, cachedOutput{file, e.Outputs[0].Hash}) })
	}
	instead := func(file string) func() { return forged(func(e *cacheEntry) { e.Outputs[0].File = file }) }
	for name, forge := range map[string]func(){
		"up":              more("../../evil"),
		"up from inside":  more("x/../../../evil"),
		"absolute":        more(filepath.Join(top, "evil")),
		"beside":          more("evil.hlsl"),
		"in another case": more("A.hlsl"),
		"instead":         instead("evil.hlsl"),
		"state":           more(stateName),
		"none":            forged(func(e *cacheEntry) { e.Outputs = nil }),
		"one less":        forged(func(e *cacheEntry) { e.Outputs = e.Outputs[1:] }),
		"hash up":         forged(func(e *cacheEntry) { e.Outputs[0].Hash = "../../../../refract.toml" }),
		"short hash":      forged(func(e *cacheEntry) { e.Outputs[0].Hash = "ab" }),
		"no JSON":         func() { os.WriteFile(entry, good[:len(good)/2], 0o666) },
		"empty":           func() { os.WriteFile(entry, nil, 0o666) },
		"a folder":        func() { os.Remove(entry); os.MkdirAll(filepath.Join(entry, "x"), 0o777) },
		"another output":  func() { os.WriteFile(one("cache/outputs/*/*"), []byte("evil"), 0o666) },
		"output a folder": func() { os.Remove(one("cache/outputs/*/*")); os.MkdirAll(one("cache/outputs/*")+"/x", 0o777) },
	} {
		t.Run(name, func(t *testing.T) {
			forge()
			said, got := build()
			if len(got) != len(want) {
				t.Errorf("outputs are %v", got)
			}
			for name := range want {
				if got[name] != want[name] {
					t.Errorf("%s: %q", name, got[name])
				}
			}
			if name != "output a folder" && strings.Contains(said, "from the cache") {
				t.Errorf("the entry counts: %s", said)
			}
			for _, evil := range []string{"evil", "a/evil", "a/b/evil", "a/b/project/evil"} {
				if isThere(filepath.Join(top, evil)) {
					t.Errorf("%s is written", evil)
				}
			}
			if said, _ := build(); !strings.Contains(said, "1 of them from the cache") {
				t.Errorf("the entry isn't mended: %s", said)
			}
		})
	}
	if err := os.RemoveAll("cache"); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("cache", nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if said, _ := build(); !strings.Contains(said, "not kept in the cache") {
		t.Errorf("a cache that can't be written: %s", said)
	}
}

// TestSweep removes files that nobody writes any more.
func TestSweep(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	left := func(dir string) string { return filepath.Join(dir, partialPrefix+"0123"+partialSuffix) }
	for name, text := range map[string]string{
		"src/a.wgsl": "@compute @workgroup_size(1) fn one() {}\n", left("out"): "", left("out/src"): "", left("cache/partial"): "", left("src"): "", "out/.refract-x": "",
		projectName: "out-dir = \"out\"\nsources = [\"src/a.wgsl\"]\ntargets = [\"wgsl\"]\ncache = \"cache\"\n",
	} {
		if err := makeFile(name, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if !abandoned(left("out")) {
		t.Skip("a file that was begun counts as abandoned after a time only")
	}
	held := hold(left("out"))
	defer held.Close()
	if status, log, _ := buildIn(t, dir); status != exitDone {
		t.Fatal(log)
	}
	for name, want := range map[string]bool{left("out"): true, left("out/src"): false, left("cache/partial"): false, left("src"): true, "out/.refract-x": true} {
		if isThere(name) != want {
			t.Errorf("%s is there: %v", name, !want)
		}
	}
}
