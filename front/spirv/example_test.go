package spirv_test

import (
	"fmt"

	"refract/diag"
	"refract/front/spirv"
	"refract/ir"
	binary "refract/spirv"
)

// Words become a module; here they are assembled first.
func ExampleRead() {
	const text = `
               OpCapability Shader
               OpMemoryModel Logical GLSL450
               OpEntryPoint GLCompute %main "main"
               OpExecutionMode %main LocalSize 8 1 1
       %void = OpTypeVoid
         %fn = OpTypeFunction %void
       %main = OpFunction %void None %fn
      %label = OpLabel
               OpReturn
               OpFunctionEnd
`
	var sources diag.Sources
	var list diag.List
	words, ok := binary.Assemble(text, sources.Add("shader.spvasm", text), binary.AssembleOptions{}, &list)
	if !ok {
		fmt.Println(list.Err(&sources))
		return
	}
	m := spirv.Read(words, spirv.Options{}, &sources, &list)
	if m == nil {
		fmt.Println(list.Err(&sources))
		return
	}
	fmt.Print(ir.Print(m))
	// Output:
	// func @main() {
	// }
	// entry compute @main workgroup(8, 1, 1)
}
