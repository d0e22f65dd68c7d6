package main

// Where a job looks for files: files that it includes, imports or is linked with, and the
// places without a file, since one that appears there changes the job's outputs.

import (
	"crypto/sha256"
	"slices"

	"refract"
	"refract/front/glsl"
	"refract/front/hlsl"
	"refract/front/wgsl"
	"refract/internal/front/glsl/pp"
)

// lookups are the places where a job has looked, each once, in the order of the first time.
type lookups struct {
	read   []foundFile
	missed []string
	seen   map[string]bool
}

// A foundFile is a file as a job has read it.
type foundFile struct {
	name string
	text string
	hash [32]byte
}

// add notes a place, with the text of the file that was found there.
func (l *lookups) add(place, text string, found bool) {
	if l.seen == nil {
		l.seen = map[string]bool{}
	}
	if l.seen[place] {
		return
	}
	l.seen[place] = true
	if found {
		l.read = append(l.read, foundFile{place, text, sha256.Sum256([]byte(text))})
	} else {
		l.missed = append(l.missed, place)
	}
}

// note adds the places in which sources of a list's languages look for files.
func (l *lookups) note(list refract.LanguageOptions) {
	for _, options := range list {
		switch g := options.(type) {
		case *glsl.Options:
			if s, ok := g.Preprocessor.Includer.(*pp.Search); ok {
				s.Looked = l.add
			}
			for i := range g.Link {
				l.add(g.Link[i].Name, g.Link[i].Text, true)
			}
		case *hlsl.Options:
			if s, ok := g.Preprocessor.Includer.(*pp.Search); ok {
				s.Looked = l.add
			}
		case *wgsl.Options:
			if w, ok := g.Importer.(*weslImporter); ok {
				w.looked = l.add
			}
		}
	}
}

// places are all places.
func (l *lookups) places() []string {
	var names []string
	for i := range l.read {
		names = append(names, l.read[i].name)
	}
	return append(names, l.missed...)
}

// equal reports whether others have found the same files in the same places.
func (l *lookups) equal(m *lookups) bool {
	byName := func(a, b foundFile) int {
		if a.name < b.name {
			return -1
		}
		return 1
	}
	sorted := func(l *lookups) ([]foundFile, []string) {
		return slices.SortedFunc(slices.Values(l.read), byName), slices.Sorted(slices.Values(l.missed))
	}
	read, missed := sorted(l)
	others, gaps := sorted(m)
	return slices.Equal(read, others) && slices.Equal(missed, gaps)
}
