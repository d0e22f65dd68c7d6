package endtoend

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"refract"
	"refract/ir"
)

// TestSPIRVResultsStay reads modules of SPIR-V one after the other and at the same time:
// what was read before doesn't change.
func TestSPIRVResultsStay(t *testing.T) {
	files, err := filepath.Glob("testdata/shaders/*.wgsl")
	if err != nil || len(files) == 0 {
		t.Fatal("no shaders: ", err)
	}
	var words [][]byte
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if out, err := refract.Translate(context.Background(), name, src, refract.TranslateOptions{To: refract.SPIRV}); err == nil {
			words = append(words, out.Bytes())
		}
	}
	var each sync.WaitGroup
	for worker := range 4 {
		each.Go(func() {
			var modules []*ir.Module
			var texts []string
			for k := range words {
				v, err := refract.Check(context.Background(), "a.spv", words[(k+worker)%len(words)], refract.CheckOptions{})
				if err != nil {
					continue // what is written needn't be read
				}
				modules, texts = append(modules, v.Module), append(texts, ir.Print(v.Module))
			}
			if len(texts) < 5 {
				t.Errorf("%d modules are read", len(texts))
			}
			for k, m := range modules {
				if got := ir.Print(m); got != texts[k] {
					t.Errorf("a module has changed since:\n%s\nIt was:\n%s", got, texts[k])
				}
			}
		})
	}
	each.Wait()
}
