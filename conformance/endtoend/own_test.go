package endtoend

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"refract"
)

// TestOwnModule translates, where writers change the module itself, and writes a module
// that is kept, which they copy: the bytes are the same.
func TestOwnModule(t *testing.T) {
	var files []string
	for _, pattern := range []string{"testdata/shaders/*.wgsl", "conformance/testdata/hostile/*.wgsl"} {
		list, err := filepath.Glob(pattern)
		if err != nil || len(list) == 0 {
			t.Fatal(pattern, err)
		}
		files = append(files, list...)
	}
	compared := 0
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		v, err := refract.Check(context.Background(), name, src, refract.CheckOptions{})
		if err != nil {
			continue
		}
		for _, l := range []refract.Language{refract.SPIRV, refract.HLSL, refract.MSL, refract.WGSL} {
			kept, err := refract.Write(context.Background(), v, refract.WriteOptions{Language: l})
			own, ownErr := refract.Translate(context.Background(), name, src, refract.TranslateOptions{To: l})
			if (err == nil) != (ownErr == nil) || err != nil && err.Error() != ownErr.Error() {
				t.Errorf("%s to %v: %v, and of the kept module %v", name, l, ownErr, err)
				continue
			}
			if err == nil {
				compared++
				if !bytes.Equal(kept.Bytes(), own.Bytes()) {
					t.Errorf("%s to %v: what is written depends on whether the module is kept", name, l)
				}
			}
		}
	}
	if compared < 200 {
		t.Errorf("only %d outputs are compared", compared)
	}
}
