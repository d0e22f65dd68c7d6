package format_test

import (
	"fmt"

	"refract/internal/front/glsl/format"
)

// The formatter of GLSL works on the text before the preprocessor.
func ExampleSource() {
	text, err := format.Source("area.frag", "#version 450\nfloat area(float r){return 3.14*r*r;}")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(text)
	// Output:
	// #version 450
	// float area(float r) {
	//     return 3.14 * r * r;
	// }
}
