package conformance_test

// This file is about statements that GLSL and HLSL read by the same code.

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"refract"
	"refract/diag"
)

// switchShaders are a compute shader in each language around statements.
var switchShaders = []struct {
	name, head, tail string
}{
	{"a.comp", "#version 450\nlayout(set = 0, binding = 0) buffer B { int o[]; };\nlayout(local_size_x = 1) in;\nvoid main() { int x = o[0];\n", "\n}"},
	{"a.hlsl", "RWStructuredBuffer<int> o;\n[numthreads(1, 1, 1)] void main() { int x = o[0];\n", "\n}"},
}

// TestSwitchMistakes reports each mistake in a switch once, in both languages.
func TestSwitchMistakes(t *testing.T) {
	for statement, want := range map[string]string{
		"switch (x) { case 1: case 2: o[1] = 1; default: o[1] = 2; break; case 3: { o[1] = 3; break; } }": "",
		"switch (x) { case 1: o[1] = 1; break; case 1: break; }":                                          "two cases have the value 1",
		"switch (x) { case -1: break; case 2: break; case -1: break; }":                                   "two cases have the value -1",
		"switch (x) { default: break; case 1: break; default: break; }":                                   "a switch has one default",
		"switch (x) { o[1] = 1; case 1: o[1] = y; break; }":                                               "the statements of a switch must follow a label|y",
		"switch (x) { case 1: switch (o[1]) { case 1: break; case 1: break; } break; }":                   "two cases have the value 1",
		"return 1;":         "returns nothing",
		"case 1: o[1] = 1;": "doesn't stand directly in the braces of a switch",
		"switch (x) { case 1: if (x > 0) { case 2: o[1] = 1; } break; }": "doesn't stand directly in the braces of a switch",
	} {
		for _, s := range switchShaders {
			_, err := refract.Check(t.Context(), s.name, []byte(s.head+statement+s.tail), refract.CheckOptions{})
			var found *diag.Diagnostics
			n := 0
			if errors.As(err, &found) {
				n = found.Count(diag.Error)
			}
			parts := strings.Split(want, "|")
			if want == "" {
				parts = nil
			}
			if n != len(parts) {
				t.Errorf("%s: %s: %d errors, not %d: %v", s.name, statement, n, len(parts), err)
				continue
			}
			for _, p := range parts {
				if !strings.Contains(fmt.Sprint(err), p) {
					t.Errorf("%s: %s: %v, want %q", s.name, statement, err, p)
				}
			}
		}
	}
}

// TestWideSwitch reports that a switch of HLSL on 64 bits has too many labels, once. Reading
// had no end.
func TestWideSwitch(t *testing.T) {
	for labels, ok := range map[int]bool{1000: true, 1100: false} {
		var b strings.Builder
		b.WriteString("RWStructuredBuffer<uint> o; cbuffer C { uint64_t s; };\n[numthreads(1, 1, 1)] void main() { switch (s) {\n")
		for i := range labels {
			fmt.Fprintf(&b, "case %dull: o[0] = %d; break;\n", uint64(i)<<33, i)
		}
		b.WriteString("} }")
		_, err := refract.Check(t.Context(), "wide.hlsl", []byte(b.String()), refract.CheckOptions{})
		var found *diag.Diagnostics
		if ok != (err == nil) || err != nil && (!errors.As(err, &found) || found.Count(diag.Error) != 1) {
			t.Errorf("%d labels: %v", labels, err)
		}
	}
}
