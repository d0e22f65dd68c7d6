package endtoend

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"refract"
	glslback "refract/back/glsl"
	"refract/diag"
)

// shaders are the files in testdata/shaders.
func shaders(t testing.TB) map[string][]byte {
	t.Helper()
	names, err := filepath.Glob("testdata/shaders/*.wgsl")
	if err != nil || len(names) == 0 {
		t.Fatal("no shaders", err)
	}
	all := map[string][]byte{}
	for _, name := range names {
		if all[name], err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// TestShaders translates every shader to every language, and has spirv-val
// judge the SPIR-V where it is installed.
func TestShaders(t *testing.T) {
	judge, err := exec.LookPath("spirv-val")
	if err != nil && os.Getenv("REFRACT_REQUIRE_TOOLS") == "1" {
		t.Fatal(err)
	}
	for name, src := range shaders(t) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			for _, l := range refract.Languages() {
				if !refract.CanWrite(l) {
					continue
				}
				lists, err := refract.TranslateAll(context.Background(), name, src, refract.TranslateOptions{}, refract.Target{Language: l, Each: true})
				var unsupported *glslback.UnsupportedError
				if l == refract.ESSL && errors.As(err, &unsupported) {
					continue
				}
				if err != nil {
					t.Errorf("%v: %v", l, err)
					continue
				}
				out := lists[0][0]
				if l != refract.SPIRV || judge == "" {
					continue
				}
				cmd := exec.Command(judge, "--target-env", "vulkan1.1", "-")
				cmd.Stdin = bytes.NewReader(out.Bytes())
				if said, err := cmd.CombinedOutput(); err != nil {
					t.Errorf("spirv-val: %v\n%s", err, said)
				}
			}
		})
	}
}

// TestConcurrent runs the whole way on several goroutines, over modules that
// they share, and demands the same bytes of all.
func TestConcurrent(t *testing.T) {
	for name, src := range shaders(t) {
		valid, err := refract.Check(context.Background(), name, src, refract.CheckOptions{})
		if err != nil {
			t.Fatal(err)
		}
		want, err := refract.Write(context.Background(), valid, refract.WriteOptions{Language: refract.SPIRV})
		if err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				again, err := refract.Write(context.Background(), valid, refract.WriteOptions{Language: refract.SPIRV})
				if err != nil || !bytes.Equal(again.Bytes(), want.Bytes()) {
					t.Errorf("%s: writing again differs: %v", name, err)
				}
				anew, err := refract.Translate(context.Background(), name, src, refract.TranslateOptions{To: refract.SPIRV})
				if err != nil || !bytes.Equal(anew.Bytes(), want.Bytes()) {
					t.Errorf("%s: translating again differs: %v", name, err)
				}
			})
		}
		all.Wait()
	}
}

// TestAssemblyIsTheSame: the assembly written is that of the words written.
func TestAssemblyIsTheSame(t *testing.T) {
	for name, src := range shaders(t) {
		outputs, err := refract.TranslateAll(context.Background(), name, src, refract.TranslateOptions{}, refract.Targets(refract.SPIRV, refract.SPIRVAssembly)...)
		if err != nil {
			t.Fatal(err)
		}
		text, err := refract.Translate(context.Background(), "x.spv", outputs[0][0].Bytes(), refract.TranslateOptions{To: refract.SPIRVAssembly})
		if err != nil || text.Text != outputs[1][0].Text {
			t.Errorf("%s: the assembly says something else: %v", name, err)
		}
	}
}

// BenchmarkTranslate is the whole way from WGSL to SPIR-V words, over all
// shaders.
func BenchmarkTranslate(b *testing.B) {
	all := shaders(b)
	size := 0
	for _, src := range all {
		size += len(src)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for name, src := range all {
			if _, err := refract.Translate(context.Background(), name, src, refract.TranslateOptions{To: refract.SPIRV}); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// FuzzTranslate: anything at all gives words or a diagnostic.
func FuzzTranslate(f *testing.F) {
	for _, src := range shaders(f) {
		f.Add(src, numberOf(refract.WGSL))
	}
	f.Add([]byte("OpCapability Shader\n%1 = OpTypeVoid"), numberOf(refract.SPIRVAssembly))
	f.Add([]byte("\x03\x02\x23\x07"), numberOf(refract.SPIRV))
	f.Fuzz(func(t *testing.T, src []byte, from uint8) {
		out, err := refract.Translate(context.Background(), "x", src, refract.TranslateOptions{From: languageOf(from), To: refract.SPIRV})
		noFault(t, err)
		var found *diag.Diagnostics
		var language *refract.LanguageError
		if err != nil && !errors.As(err, &found) && !errors.As(err, &language) {
			t.Errorf("an error of another kind: %v", err)
		}
		if (err == nil) != (out != nil) {
			t.Errorf("out %v, err %v", out, err)
		}
	})
}
