package spirv_test

import (
	"fmt"

	"refract/diag"
	"refract/spirv"
)

// Assembly becomes words, and text again.
func ExampleAssemble() {
	var list diag.List
	words, ok := spirv.Assemble("OpCapability Shader\nOpMemoryModel Logical GLSL450\n", 1, spirv.AssembleOptions{}, &list)
	fmt.Println(len(words), ok)
	text, err := spirv.Disassemble(words[:], spirv.DisassembleOptions{})
	fmt.Print(text, err)
	// Output:
	// 10 true
	// ; SPIR-V
	// ; Version: 1.6
	// ; Generator: Khronos; 0
	// ; Bound: 1
	// ; Schema: 0
	//                OpCapability Shader
	//                OpMemoryModel Logical GLSL450
	// <nil>
}
