package msl

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"refract/diag"
	"refract/internal/harness"
	"refract/internal/ir/transform"
	"refract/ir/validate"
)

// writeAny writes whatever shader src is, and reports whether it is one. Errors
// have types that say what is wrong with the input.
func writeAny(t *testing.T, w *Writer, v *validate.Validator, name, src string, opts Options) bool {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%s: %v\n%s", name, r, src)
			*w = Writer{}
		}
	}()
	m, _ := parse(src)
	if m == nil {
		return false
	}
	var list diag.List
	info := v.Validate(m, validate.Options{Capabilities: validate.All}, &list)
	if list.HasErrors() {
		return false
	}
	_, err := w.Write(m, info, opts)
	var unsupported *UnsupportedError
	var override *transform.OverrideError
	var copies *transform.SpecializeError
	if err != nil && !errors.As(err, &unsupported) && !errors.As(err, &override) && !errors.As(err, &copies) {
		t.Errorf("%s: %v", name, err)
	}
	return true
}

// fuzzOptions are options that differ in what they do.
func fuzzOptions() []Options {
	all := NewOptions()
	old := NewOptions()
	old.Version = 100
	old.Minify = true
	old.PointSize = true
	open := NewOptions()
	open.Overrides = map[string]float64{}
	open.ArgumentBuffers = []uint32{0, 1}
	open.Bounds = transform.BoundsOptions{Index: transform.ReadZeroSkipWrite, Buffer: transform.ReadZeroSkipWrite,
		ImageLoad: transform.ReadZeroSkipWrite, ImageStore: transform.ReadZeroSkipWrite}
	open.VertexBuffers = []transform.VertexBuffer{{Index: 9, Stride: 32, Attributes: []transform.VertexAttribute{
		{Location: 0, Format: "float32x3"}, {Location: 1, Offset: 12, Format: "snorm16x2"}, {Location: 2, Offset: 16, Format: "uint32x4"}}}}
	return []Options{all, old, open, {}}
}

// FuzzWrite writes shaders with several options.
func FuzzWrite(f *testing.F) {
	paths, _ := filepath.Glob(filepath.Join(harness.Root(f), "testdata/shaders/*.wgsl"))
	for _, path := range paths {
		if src, err := os.ReadFile(path); err == nil {
			f.Add(string(src))
		}
	}
	f.Fuzz(func(t *testing.T, src string) {
		var w Writer
		var v validate.Validator
		for _, o := range fuzzOptions() {
			writeAny(t, &w, &v, "shader", src, o)
		}
	})
}

// TestConformance writes the shaders of the conformance tests with several options.
func TestConformance(t *testing.T) {
	type shader struct{ Test, Code string }
	var w Writer
	var v validate.Validator
	options := fuzzOptions()
	n, step := 0, 1
	if testing.Short() {
		step = 10
	}
	count := 0
	harness.Corpus(t, "cts-validation.jsonl.gz", func(s shader) {
		if n++; n%step == 0 && writeAny(t, &w, &v, s.Test, s.Code, options[n/step%len(options)]) {
			count++
		}
	})
	harness.Corpus(t, "cts-execution.jsonl.gz", func(s shader) {
		for _, o := range options {
			if writeAny(t, &w, &v, s.Test, s.Code, o) {
				count++
			}
		}
	})
	t.Logf("%d written or refused", count)
}
