package endtoend

import (
	"context"
	"strings"
	"testing"

	"refract"
	"refract/ir/validate"
)

// TestAliased reads a module whose two buffers may be the same memory: what is loaded
// before a store to one isn't what the other holds after it, at any level, and the
// module that is written says so again.
func TestAliased(t *testing.T) {
	for _, aliased := range []bool{false, true} {
		source := aliasedSource
		if !aliased {
			source = strings.ReplaceAll(source, "OpDecorate %a Aliased\nOpDecorate %b Aliased\n", "")
		}
		for _, level := range []int{1, 2, refract.SmallestOptimization} {
			out, err := refract.Translate(context.Background(), "a.spvasm", []byte(source), refract.TranslateOptions{
				From: refract.SPIRVAssembly, To: refract.SPIRVAssembly,
				Validate: refract.ValidateOptions{Capabilities: validate.All},
				Optimize: refract.OptimizeOptions{Level: level},
			})
			if err != nil {
				t.Fatal(err)
			}
			loads, marks := strings.Count(string(out.Bytes()), " OpLoad "), strings.Count(string(out.Bytes()), " Aliased")
			if want := map[bool]int{false: 1, true: 2}[aliased]; loads != want || marks != 2*(want-1) {
				t.Errorf("aliased %v, level %v: %d loads and %d decorations:\n%s", aliased, level, loads, marks, out.Bytes())
			}
		}
	}
}

// aliasedSource loads from one buffer before and after a store to the other, and adds.
const aliasedSource = `OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize 1 1 1
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
OpMemberDecorate %block 1 Offset 4
OpDecorate %a DescriptorSet 0
OpDecorate %a Binding 0
OpDecorate %b DescriptorSet 0
OpDecorate %b Binding 1
OpDecorate %a Aliased
OpDecorate %b Aliased
%void = OpTypeVoid
%fn = OpTypeFunction %void
%uint = OpTypeInt 32 0
%block = OpTypeStruct %uint %uint
%pblock = OpTypePointer StorageBuffer %block
%puint = OpTypePointer StorageBuffer %uint
%zero = OpConstant %uint 0
%one = OpConstant %uint 1
%seven = OpConstant %uint 7
%a = OpVariable %pblock StorageBuffer
%b = OpVariable %pblock StorageBuffer
%main = OpFunction %void None %fn
%entry = OpLabel
%pa = OpAccessChain %puint %a %zero
%pb = OpAccessChain %puint %b %zero
%before = OpLoad %uint %pa
OpStore %pb %seven
%after = OpLoad %uint %pa
%sum = OpIAdd %uint %before %after
%pr = OpAccessChain %puint %a %one
OpStore %pr %sum
OpReturn
OpFunctionEnd
`
