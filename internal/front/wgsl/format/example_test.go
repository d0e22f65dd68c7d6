package format_test

import (
	"fmt"

	"refract/internal/front/wgsl/format"
)

// The formatter of WGSL keeps comments.
func ExampleSource() {
	text, err := format.Source("area.wgsl", "fn  area( r:f32 )->f32{ return 3.14*r*r ;} // of a circle")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(text)
	// Output:
	// fn area(r: f32) -> f32 {
	//     return 3.14 * r * r;
	// } // of a circle
}
