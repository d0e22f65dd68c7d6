package progen

import (
	"testing"

	"refract/diag"
	"refract/front/wgsl"
	"refract/ir"
	"refract/ir/validate"
)

// An accepter reads and validates programs, one after the other.
type accepter struct {
	reader    wgsl.Reader
	validator validate.Validator
	module    *ir.Module
}

func newAccepter() *accepter { return &accepter{module: ir.NewModule()} }

// refuses is the first error of a program, or "".
func (a *accepter) refuses(source string) string {
	var list diag.List
	if a.reader.Read(a.module, source, 1, wgsl.Options{}, &list) != nil {
		a.validator.Validate(a.module, validate.Options{Capabilities: validate.All}, &list)
	}
	if !list.HasErrors() {
		return ""
	}
	return list.Sorted()[0].Message
}

// TestBuiltins checks that the programs of calls are accepted here, and that all calls
// are in them.
func TestBuiltins(t *testing.T) {
	a := newAccepter()
	written := map[string]int{}
	for seed := range uint64(3) {
		for _, f16 := range []bool{false, true} {
			for i, p := range BuiltinPrograms(seed, f16) {
				if message := a.refuses(p.Source); message != "" {
					t.Fatalf("seed %d, program %d: %s\n%s", seed, i, message, p.Source)
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
