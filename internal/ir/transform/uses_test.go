package transform

import (
	"os"
	"testing"

	"refract/ir"
)

// TestArithmetic: no operand of what a reach doesn't look into is a global, in a module with
// one of everything.
func TestArithmetic(t *testing.T) {
	data, err := os.ReadFile("../../../ir/testdata/all.ir")
	if err != nil {
		t.Fatal(err)
	}
	m, err := ir.ParseString("all.ir", string(data))
	if err != nil {
		t.Fatal(err)
	}
	skipped := 0
	for _, f := range m.Functions[1:] {
		for x := f.Next(0, arithmetic); x != 0; x = f.Next(x, arithmetic) {
			skipped++
			for _, o := range f.Operands(x, nil) {
				if f.Kind(o) == ir.KindGlobal {
					t.Errorf("%s: an operand of a %s is a global", f.Name, f.Kind(x))
				}
			}
		}
	}
	if skipped == 0 {
		t.Error("nothing computes")
	}
}
