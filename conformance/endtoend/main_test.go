// Package endtoend has tests of the whole way through the library, from a source to outputs:
// over the repository's shaders, random programs and mutants, with goldens, outside tools and
// drawn pictures.
package endtoend

import (
	"os"
	"path/filepath"
	"testing"
)

// TestMain runs the tests in the root of the repository, whose shaders and goldens they name.
func TestMain(m *testing.M) {
	for {
		if _, err := os.Stat("go.mod"); err == nil {
			break
		}
		dir, err := os.Getwd()
		if err != nil || filepath.Dir(dir) == dir || os.Chdir("..") != nil {
			panic("the tests are outside of the repository")
		}
	}
	os.Exit(m.Run())
}
