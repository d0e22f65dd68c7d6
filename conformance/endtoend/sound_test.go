package endtoend

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"refract"
	"refract/diag"
	"refract/ir"
)

// TestSound looks at the handles of what readers make, which Check and Translate take for
// sound where a front end says so.
func TestSound(t *testing.T) {
	read := map[refract.Language]int{}
	for _, folder := range []string{"testdata", "conformance/testdata", "examples"} {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			l, _ := refract.LanguageOfFile(path)
			if err != nil || d.IsDir() || l != refract.WGSL && l != refract.GLSL && l != refract.ESSL && l != refract.SPIRVAssembly {
				return err
			}
			src, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			m, err := refract.Parse(context.Background(), path, src, refract.ParseOptions{})
			if err != nil {
				return nil // for a test of errors
			}
			read[l]++
			m.CheckHandles(func(_ diag.Span, _ ir.FuncID, what string) { t.Errorf("%s: %s", path, what) })
			words, err := refract.Translate(context.Background(), path, src, refract.TranslateOptions{To: refract.SPIRV})
			if l == refract.SPIRVAssembly || err != nil {
				return nil // what has no form in SPIR-V
			}
			if m, err = refract.Parse(context.Background(), path+".spv", words.Bytes(), refract.ParseOptions{}); err != nil {
				t.Errorf("%s: %v", path, err)
				return nil
			}
			read[refract.SPIRV]++
			m.CheckHandles(func(_ diag.Span, _ ir.FuncID, what string) { t.Errorf("%s as SPIR-V: %s", path, what) })
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if read[refract.WGSL] < 50 || read[refract.GLSL] < 10 || read[refract.SPIRV] < 50 || read[refract.SPIRVAssembly] < 20 {
		t.Errorf("only so many sources are read: %v", read)
	}
}
