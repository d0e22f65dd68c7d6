package endtoend

// This file fuzzes the stages of wgpu's mesh and ray-tracing pipelines.

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"refract"
	"refract/back/wgsl"
	"refract/ir/validate"
)

// FuzzStages takes WGSL with all extensions to any language, and WGSL for wgpu back to a module.
func FuzzStages(f *testing.F) {
	files, err := filepath.Glob("back/wgsl/testdata/wgpu/*.wgsl")
	if err != nil || len(files) == 0 {
		f.Fatal("no shaders", err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, to := range []refract.Language{refract.WGSL, refract.SPIRV, refract.GLSL, refract.HLSL, refract.MSL, refract.IR} {
			f.Add(src, numberOf(to), false)
		}
		f.Add(src, numberOf(refract.WGSL), true)
	}
	f.Fuzz(func(t *testing.T, src []byte, to uint8, optimize bool) {
		o := wgsl.NewOptions()
		o.WGPU = true
		options := refract.TranslateOptions{To: languageOf(to), Budget: fuzzBudget, Validate: refract.ValidateOptions{Capabilities: validate.All},
			Write: refract.WriteOptions{Options: refract.LanguageOptions{refract.WGSL: &o}}}
		if optimize {
			options.Optimize.Level = 1
		}
		out, err := refract.Translate(context.Background(), "x.wgsl", src, options)
		noFault(t, err)
		if (err == nil) != (out != nil) {
			t.Fatalf("output %v, error %v", out != nil, err)
		}
		if err != nil || options.To != refract.WGSL {
			return
		}
		if _, err := refract.Check(context.Background(), "x.wgsl", out.Bytes(), refract.CheckOptions{Validate: options.Validate}); err != nil {
			t.Fatalf("%v\n%s", err, out.Text)
		}
	})
}
