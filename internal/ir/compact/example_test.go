package compact_test

import (
	"fmt"

	"refract/internal/ir/compact"
	"refract/ir"
)

// What no entry point uses goes.
func ExampleModule() {
	m, err := ir.ParseString("unused", "func @f() {\n}\nentry compute @main workgroup(1, 1, 1)\nfunc @main() {\n}\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	compact.Module(m, compact.Options{})
	fmt.Print(ir.Print(m))
	// Output:
	// func @main() {
	// }
	// entry compute @main "" workgroup(1, 1, 1)
}
