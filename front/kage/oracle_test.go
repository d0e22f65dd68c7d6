package kage_test

// This file compares the programs that this package accepts with those that Ebitengine's own
// compiler accepts, over the sources of that compiler's tests.

import (
	"context"
	"errors"
	"strings"
	"testing"

	"refract"
	"refract/diag"
	"refract/front/kage"
	"refract/internal/kagetest"
)

// bare are the options for programs of the compiler's tests.
func bare(vertex, fragment string) *kage.Options {
	return &kage.Options{Bare: true, Vertex: vertex, Fragment: fragment}
}

// read reads and validates a program.
func read(src string, o *kage.Options) (*refract.Valid, error) {
	m, err := refract.Parse(context.Background(), "a.kage", []byte(src), refract.ParseOptions{Options: refract.LanguageOptions{refract.Kage: o}})
	if err != nil {
		return nil, err
	}
	return refract.Validate(context.Background(), m, refract.ValidateOptions{})
}

// TestSyntax compares over all cases. Each disagreement is in the list of explained ones.
func TestSyntax(t *testing.T) {
	seen := map[string]bool{}
	total, agree, accepted := 0, 0, 0
	reasons := map[string]int{}
	for _, c := range kagetest.Cases(t) {
		if seen[c.Source] {
			continue
		}
		seen[c.Source] = true
		total++
		_, err := read(c.Source, bare(c.Vertex, c.Fragment))
		if c.OK {
			accepted++
		}
		var found *diag.Diagnostics
		if err != nil && !errors.As(err, &found) {
			t.Errorf("%v of\n%s", err, c.Source)
		}
		if c.OK == (err == nil) {
			agree++
			continue
		}
		reason := explained(c.Source, c.OK)
		if reason == "" {
			t.Errorf("Ebitengine: %v %s, here: %v\n%s", c.OK, c.Error, err, c.Source)
			continue
		}
		reasons[reason]++
	}
	t.Logf("%d programs, of which Ebitengine accepts %d; %d agree (%.2f%%)", total, accepted, agree, 100*float64(agree)/float64(total))
	for reason, n := range reasons {
		t.Logf("%d differ: %s", n, reason)
	}
	if 1000*agree < 995*total {
		t.Error("fewer than 99.5% agree")
	}
}

// differences are the explained disagreements: part of the source, and the reason.
var differences = []struct {
	part     string
	accepted bool // by Ebitengine
	reason   string
}{
	{"[0]int{}", true, "arrays without elements, which no other shading language has"},
	{"1 << 62", true, "an int of 63 bits, which Ebitengine prints into languages whose int has 32"},
}

func explained(src string, ok bool) string {
	for _, d := range differences {
		if d.accepted == ok && strings.Contains(src, d.part) {
			return d.reason
		}
	}
	return ""
}
