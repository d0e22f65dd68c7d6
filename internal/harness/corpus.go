// Package harness is shared by tests of several packages: the corpora, the outside
// checkers, and differential runs. Only tests import it.
package harness

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	_ "refract/internal/harness/plans"
)

// Root is the folder of the repository, found from the test's own folder.
func Root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Fatal("no go.mod above the test's folder")
		}
		dir = up
	}
}

// Corpus calls f with each row of a corpus file, in order. The corpora are in
// $REFRACT_CORPUS, or in shared/corpus beside the repository; if they are absent the test
// is skipped. If $REFRACT_CORPUS is own, the corpus is the repository's own files.
func Corpus[Row any](t testing.TB, name string, f func(Row)) {
	t.Helper()
	if IsOwn() {
		ownCorpus(t, name, func(text []byte) {
			var row Row
			if err := json.Unmarshal(text, &row); err != nil {
				t.Fatal(err)
			}
			f(row)
		})
		return
	}
	dir := os.Getenv("REFRACT_CORPUS")
	if dir == "" {
		dir = filepath.Join(Root(t), "..", "shared", "corpus")
	}
	file, err := os.Open(filepath.Join(dir, name))
	if err != nil {
		t.Skipf("no corpus: %v", err)
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var row Row
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		f(row)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}

// Shader is a row of wgsl.jsonl.gz.
type Shader struct {
	Name   string
	Source string
	Core   bool // uses no vendor's experimental extension
	Tint   bool // Tint accepts it with every feature on
}

// shaders are the corpus of a process, which many tests of a package read.
var shaders struct {
	sync.Mutex
	of   string // $REFRACT_CORPUS
	list []Shader
}

// Shaders are the rows of wgsl.jsonl.gz that are core and that Tint accepts. They are read once;
// callers don't change them.
func Shaders(t testing.TB) []Shader {
	t.Helper()
	shaders.Lock()
	defer shaders.Unlock()
	if of := os.Getenv("REFRACT_CORPUS"); shaders.list == nil || shaders.of != of {
		var list []Shader
		Corpus(t, "wgsl.jsonl.gz", func(s Shader) {
			if s.Core && s.Tint {
				list = append(list, s)
			}
		})
		shaders.of, shaders.list = of, slices.Clip(list)
	}
	return shaders.list
}

// Whole reports whether tests take all shaders of the corpus in every way: if REFRACT_ALL is 1,
// or the corpus is the repository's.
func Whole() bool { return os.Getenv("REFRACT_ALL") == "1" || IsOwn() }

// InTurn reports whether a test that takes the corpus in several ways takes the shader at an index
// in a way. The ways take turns, so that one in so many has a shader; all have it if $SHADER
// picks it, or [Whole] is true.
func InTurn(i int, s *Shader, way, every int) bool {
	if only := os.Getenv("SHADER"); only != "" {
		return strings.HasPrefix(s.Name, only)
	}
	return (i+way)%every == 0 || Whole()
}

// Chosen reports whether a test takes the shader at an index of [Shaders]: it takes shaders
// whose names begin with $SHADER, all if REFRACT_ALL is 1 or the corpus is the
// repository's, or else every one in so many.
func Chosen(i int, s *Shader, every int) bool {
	if only := os.Getenv("SHADER"); only != "" {
		return strings.HasPrefix(s.Name, only)
	}
	return i%every == 0 || Whole()
}
