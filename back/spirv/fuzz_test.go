package spirv_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	back "refract/back/spirv"
	"refract/ir"
	"refract/ir/validate"
)

// FuzzWrite writes what the validator accepts: nothing may panic.
func FuzzWrite(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.txtar")
	for _, path := range files {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for _, c := range archive.Files {
			if !strings.HasPrefix(c.Name, ".") {
				f.Add(string(c.Data), uint8(6))
			}
		}
	}
	if all, err := os.ReadFile("../../ir/testdata/all.ir"); err == nil {
		f.Add(string(all), uint8(3))
	}
	f.Fuzz(func(t *testing.T, text string, version uint8) {
		m, err := ir.ParseString("fuzz", text)
		if err != nil {
			return
		}
		if _, err := validate.Module(m, validate.Options{Capabilities: validate.All}); err != nil {
			return
		}
		o := back.NewOptions()
		o.Version = back.Version(version % 7)
		_, _ = back.Write(m, o)
	})
}
