package main

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
)

var link = regexp.MustCompile(`(?:href|src)="([^"]*)"`)

// TestSite makes the site twice: it is the same, and each of its links leads somewhere.
func TestSite(t *testing.T) {
	var dirs [2]string
	for i := range dirs {
		dirs[i] = t.TempDir()
		s, err := read(os.DirFS("../.."))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.write(dirs[i]); err != nil {
			t.Fatal(err)
		}
	}
	first, second := os.DirFS(dirs[0]), os.DirFS(dirs[1])
	pages, links := 0, 0
	err := fs.WalkDir(first, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		a, err := fs.ReadFile(first, name)
		if err != nil {
			return err
		}
		if b, err := fs.ReadFile(second, name); err != nil || string(a) != string(b) {
			t.Errorf("%s differs from one time to the next (%v)", name, err)
		}
		if !strings.HasSuffix(name, ".html") {
			return nil
		}
		pages++
		for _, m := range link.FindAllStringSubmatch(string(a), -1) {
			file, anchor, _ := strings.Cut(m[1], "#")
			if strings.Contains(file, "://") || strings.HasPrefix(file, "mailto:") {
				continue
			}
			links++
			target := name
			if file != "" {
				target = path.Join(path.Dir(name), file)
			}
			text, err := fs.ReadFile(first, target)
			if err != nil {
				t.Errorf("%s has a link to %s: %v", name, m[1], err)
			} else if anchor != "" && !strings.Contains(string(text), `id="`+anchor+`"`) {
				t.Errorf("%s has a link to %s, where no heading is called so", name, m[1])
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if pages < 200 || links < 5000 {
		t.Errorf("only %d pages with %d links", pages, links)
	}
}

// TestBroken: links to nothing are errors that name the document.
func TestBroken(t *testing.T) {
	for dest, want := range map[string]string{"none.md": "README.md: a link to none.md", "#none": "README.md: a link to #none"} {
		files := fstest.MapFS{}
		for _, section := range sections {
			for _, source := range section.sources {
				files[source] = &fstest.MapFile{Data: []byte("# A title\n")}
			}
		}
		files["README.md"].Data = []byte("# A title\n\n[x](" + dest + ")\n")
		if _, err := read(files); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("a link to %s: %v", dest, err)
		}
	}
}
