package endtoend

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"refract"
)

// TestTextForms writes shaders as the text of the module IR and of the SSA form, reads
// them again, and compares what is made of them with what is made without the way round:
// the text of the module IR is the module, so every text is the same. That the SSA
// form's text does the same is shown by running it, in package conformance.
func TestTextForms(t *testing.T) {
	names, err := filepath.Glob("testdata/shaders/*.wgsl")
	if err != nil || len(names) == 0 {
		t.Fatal("no shaders", err)
	}
	translate := func(t *testing.T, src []byte, o refract.TranslateOptions) []byte {
		out, err := refract.Translate(context.Background(), "x", src, o)
		if err != nil {
			t.Fatalf("%v to %v: %v", o.From, o.To, err)
		}
		return out.Bytes()
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			text := translate(t, src, refract.TranslateOptions{From: refract.WGSL, To: refract.IR})
			for _, to := range []refract.Language{refract.IR, refract.WGSL, refract.HLSL, refract.MSL} {
				direct := translate(t, src, refract.TranslateOptions{From: refract.WGSL, To: to})
				if again := translate(t, text, refract.TranslateOptions{From: refract.IR, To: to}); !bytes.Equal(direct, again) {
					t.Errorf("%v by way of the module's text is\n%s\nand without\n%s", to, again, direct)
				}
			}
			for level := range 3 {
				o := refract.TranslateOptions{From: refract.WGSL, To: refract.SSA}
				o.Optimize.Level = level
				shader := translate(t, src, o)
				for _, to := range []refract.Language{refract.WGSL, refract.SPIRV, refract.HLSL} {
					translate(t, shader, refract.TranslateOptions{From: refract.SSA, To: to})
				}
			}
		})
	}
}

// TestViewsAsSSA writes views of buffers, which the SSA form lacks, as its text: they are
// lowered first.
func TestViewsAsSSA(t *testing.T) {
	src, err := os.ReadFile("conformance/testdata/hostile/views.wgsl")
	if err != nil {
		t.Fatal(err)
	}
	for level := range 3 {
		o := refract.TranslateOptions{From: refract.WGSL, To: refract.SSA}
		o.Optimize.Level = level
		out, err := refract.Translate(context.Background(), "views.wgsl", src, o)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := refract.Translate(context.Background(), "views.ssa", out.Bytes(), refract.TranslateOptions{From: refract.SSA, To: refract.SPIRV}); err != nil {
			t.Errorf("-O%d: %v", level, err)
		}
	}
}
