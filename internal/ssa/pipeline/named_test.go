package pipeline_test

import (
	"errors"
	"strings"
	"testing"

	"refract/internal/ssa/pipeline"
)

// TestOptional states optional passes of pipelines.
func TestOptional(t *testing.T) {
	p, err := pipeline.Named("gl-compat{ alpha-test{less, 0.5}, clamp-color-outputs }")
	if err != nil {
		t.Fatal(err)
	}
	if text := p.String(); !strings.Contains(text, ", clamp-color-outputs, alpha-test{test=less, reference=0.5}, ") {
		t.Errorf("the passes aren't in the pipeline's order: %s", text)
	}
	plain, err := pipeline.Named("gl-compat")
	if err != nil {
		t.Fatal(err)
	}
	if len(p) != len(plain)+2 {
		t.Errorf("%d passes, and %d without the optional ones", len(p), len(plain))
	}
	for _, name := range []string{"gl-compat", "zink"} {
		for _, pass := range pipeline.Optional(name) {
			if _, err := pipeline.Named(name + "{" + pass + "}"); err != nil {
				t.Error(err)
			}
		}
	}
	for text, want := range map[string]string{
		"gl-compat{cse}":         "cse is no optional pass of pipeline gl-compat; there are two-sided-color, ",
		"gl-compat{(fragcolor)}": "(fragcolor) is no optional pass",
		"zink{fragcolor}":        "pipeline zink has no optional passes",
		"gl-compat{alpha-test":   "expected '}'",
		"gl-compat{nosuch}":      `there is no pass "nosuch"`,
	} {
		if _, err := pipeline.Named(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, not %s", text, err, want)
		}
	}
	var unknown *pipeline.UnknownError
	if _, err := pipeline.Named("nosuch{cse}"); !errors.As(err, &unknown) {
		t.Error(err)
	}
}
