package harness

import (
	"fmt"
	"testing"
)

// TestBatches gives the checker of MSL texts with an error each in a batch, and one that
// clashes with the library.
func TestBatches(t *testing.T) {
	function := func(body string) string {
		return metalHeader + "\nstruct S {\n    float a;\n};\n\nfloat f(S s) {\n    " + body + "\n}\n"
	}
	texts := []metalText{
		{"right", function("return s.a;")},
		{"wrong", function("return s.b;")},
		{"other space", metalHeader + "\nfloat f(device float& x) {\n    return x;\n}\n"},
		{"no such space", metalHeader + "\nfloat f(thread float& x) {\n    return y;\n}\n"},
	}
	for i := range 3 * batchSize {
		texts = append(texts, metalText{fmt.Sprint("more ", i), function(fmt.Sprintf("return s.a + %d.0;", i))})
	}
	bad := map[string]bool{"wrong": true, "no such space": true}
	for _, clash := range []bool{false, true} {
		if clash {
			texts = append(texts, metalText{"clash", metalHeader + "\nstruct sampler {\n    int clamp;\n};\n\nsampler f() { return {}; }\n"})
			bad["clash"] = true
		}
		for i, v := range Oracle(t, "msl", texts) {
			if v.Name != texts[i].Name || v.OK == bad[v.Name] {
				t.Errorf("%s: %s: valid is %v: %s", texts[i].Name, v.Name, v.OK, v.Text())
			}
		}
	}
}
