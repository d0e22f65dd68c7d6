package sections_test

import (
	"fmt"
	"strings"

	"refract/internal/front/glsl/sections"
)

// A file of RetroArch's holds two stages.
func ExampleOf() {
	f, err := sections.Of("#version 450\n#pragma stage vertex\nvoid main() {}\n#pragma stage fragment\nvoid main() { discard; }\n")
	if err != nil {
		panic(err)
	}
	stages, _ := f.Stages("")
	for _, s := range stages {
		text, _ := f.Text("", s)
		fmt.Println(s, strings.Fields(text))
	}
	// Output:
	// vertex [#version 450 void main() {}]
	// fragment [#version 450 void main() { discard; }]
}
