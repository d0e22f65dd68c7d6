package op_test

import (
	"fmt"

	"refract/ssa/op"
)

// A row says everything of an operation, and constants of its sources fold.
func Example() {
	o, _ := op.ByName("iadd")
	row := o.Info()
	fmt.Println(row.Name, len(row.Srcs), o.Has(op.Commutative), row.Doc)

	sum, ok := op.Fold(o, 32, 32, [4]uint64{0xFFFFFFFF, 3})
	fmt.Println(sum, ok)
	// Output:
	// iadd 2 true sum
	// 2 true
}
