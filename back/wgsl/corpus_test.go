package wgsl

import (
	"strings"
	"testing"

	"refract/diag"
	front "refract/front/wgsl"
	"refract/internal/harness"
	"refract/ir"
)

func parse(src string) (*ir.Module, *diag.List) {
	list := new(diag.List)
	return front.Parse(src, 1, front.Options{Allowed: front.AllExtensions, DocComments: true}, list), list
}

func messages(list *diag.List) (s string) {
	for _, d := range list.Sorted() {
		s += string(d.Code) + ": " + d.Message + "\n"
	}
	return s
}

// row is what Tint reads.
type row struct {
	Name   string `json:"name"`
	Source string `json:"source"`
}

// otherwise are shaders whose text is read as another module that does the same, which
// their execution shows, and why.
var otherwise = map[string]string{
	"conformance/testdata/regress/calls_in_arguments.wgsl":   "a call's result that nothing uses: a value or a statement",
	"conformance/testdata/regress/decided_by_constants.wgsl": "what a constant decides lost the call on its right, which has no second place in the text",
}

// TestRoundTrip writes every core shader that Tint accepts, reads the text, and
// compares the modules; writing that again gives the same text. Tint accepts the
// text, plain, minified and terse, which is read as the same module.
func TestRoundTrip(t *testing.T) {
	var rows []row
	var w Writer
	n, names := 0, 0
	for _, s := range harness.Shaders(t) {
		m, _ := parse(s.Source)
		if m == nil {
			continue // the reader's own test says so
		}
		n++
		out, _, err := w.Write(m, nil, Options{})
		if err != nil {
			t.Errorf("%s: %v", s.Name, err)
			continue
		}
		source := string(out)
		rows = append(rows, row{s.Name, source})
		again, list := parse(source)
		if again == nil {
			t.Errorf("%s: not read again: %s", s.Name, messages(list))
			continue
		}
		if d := ir.Diff(m, again, ir.EqualOptions{IgnoreValueNames: true}); d != "" && !strings.HasSuffix(d, ": zero and literal") && otherwise[s.Name] == "" { // of a variable in a loop
			t.Errorf("%s: different: %s", s.Name, d)
		} else if ir.Equal(m, again, ir.EqualOptions{}) {
			names++
		}
		if out, _, err := w.Write(again, nil, Options{}); err != nil || string(out) != source && otherwise[s.Name] == "" {
			t.Errorf("%s: not stable: %v", s.Name, err)
		}
		small, _, err := w.Write(m, nil, Options{Minify: true})
		if err != nil {
			t.Errorf("%s: not minified: %v", s.Name, err)
			continue
		}
		rows = append(rows, row{s.Name + " minified", string(small)})
		if again, list := parse(string(small)); again == nil {
			t.Errorf("%s: minified text not read: %s", s.Name, messages(list))
		}
		terse, _, err := w.Write(m, nil, Options{Terse: true})
		if err != nil {
			t.Errorf("%s: not written tersely: %v", s.Name, err)
			continue
		}
		rows = append(rows, row{s.Name + " terse", string(terse)})
		if inferred, list := parse(string(terse)); inferred == nil {
			t.Errorf("%s: terse text not read: %s\n%s", s.Name, messages(list), terse)
		} else if d := ir.Diff(again, inferred, ir.EqualOptions{IgnoreValueNames: true}); d != "" {
			t.Errorf("%s: inferred to be different: %s\n%s", s.Name, d, terse)
		}
		shortest, _, err := w.Write(m, nil, Options{Minify: true, Terse: true})
		if err != nil {
			t.Errorf("%s: no shortest text: %v", s.Name, err)
			continue
		}
		rows = append(rows, row{s.Name + " shortest", string(shortest)})
		if again, list := parse(string(shortest)); again == nil {
			t.Errorf("%s: the shortest text isn't read: %s\n%s", s.Name, messages(list), shortest)
		}
		if len(shortest) > len(small) {
			t.Errorf("%s: the shortest text has %d bytes of %d", s.Name, len(shortest), len(small))
		}
	}
	t.Logf("%d texts; the names of all values are the same in %d modules", len(rows), names)
	if names < n*98/100 {
		t.Errorf("values lost their names in %d modules", n-names)
	}
	bad := 0
	for i, v := range harness.Oracle(t, "tint", rows) {
		if !v.OK {
			bad++
			t.Errorf("%s: Tint: %s", rows[i].Name, v.Text())
		}
	}
	harness.Ratchet(t, "wgsl/round-trip", harness.Count{Passed: n - bad, Total: n})
}
