package progen

import (
	"testing"

	"refract/diag"
	"refract/front/wgsl"
	"refract/ir"
	"refract/ir/validate"
)

// TestBuiltins checks that the programs of calls are accepted here, and that all calls
// are in them.
func TestBuiltins(t *testing.T) {
	var r wgsl.Reader
	var v validate.Validator
	m := ir.NewModule()
	written := map[string]int{}
	for seed := range uint64(3) {
		for _, f16 := range []bool{false, true} {
			for i, p := range BuiltinPrograms(seed, f16) {
				var list diag.List
				if r.Read(m, p.Source, 1, wgsl.Options{}, &list) != nil {
					v.Validate(m, validate.Options{Capabilities: validate.All}, &list)
				}
				if list.HasErrors() {
					s := list.Sorted()[0]
					t.Fatalf("seed %d, program %d: %s\n%s", seed, i, s.Message, p.Source)
				}
				for _, c := range p.Calls {
					written[c.String()]++
				}
			}
		}
	}
	names := map[string]bool{}
	for i := range BuiltinCalls() {
		c := &BuiltinCalls()[i]
		names[c.Name] = true
		if written[c.String()] != 6 { // read from memory and constant, for each seed
			t.Errorf("%s is called %d times", c, written[c.String()])
		}
	}
	t.Logf("%d calls of %d functions", len(BuiltinCalls()), len(names))
}
