package validate_test

import (
	"fmt"

	"refract/ir"
	"refract/ir/validate"
)

// A module that breaks a rule is refused.
func ExampleModule() {
	m, err := ir.ParseString("wrong", "func @f() -> f32 {\n  return 1i\n}\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = validate.Module(m, validate.Options{})
	fmt.Println(err)
	// Output:
	// error: "f" returns f32, not i32 [return-type]
}
