package spirv

import (
	"strings"
	"testing"

	"refract/diag"
	"refract/spirv"
)

// TestMerges: merge instructions stand before the branches that they are about, and cases of
// switches are reached through the switch.
func TestMerges(t *testing.T) {
	const head = `OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize 1 1 1
%void = OpTypeVoid
%fn = OpTypeFunction %void
%bool = OpTypeBool
%u = OpTypeInt 32 0
%c0 = OpConstant %u 0
%t = OpConstantTrue %bool
%main = OpFunction %void None %fn
%e = OpLabel
`
	const loop = "OpBranch %h\n%h = OpLabel\n"
	const rest = "\n%c = OpLabel\nOpBranch %h\n%m = OpLabel\nOpReturn\n"
	for body, want := range map[string]string{
		loop + "OpLoopMerge %m %c None\nOpBranchConditional %t %m %c" + rest:                                                                  "",
		loop + "OpLoopMerge %m %c None\nOpLine %s 1 1\nOpBranch %c" + rest:                                                                    "",
		loop + "OpLoopMerge %m %c None\n%x = OpIAdd %u %c0 %c0\nOpBranch %c" + rest:                                                           "OpLoopMerge stands before OpIAdd",
		loop + "OpLoopMerge %m %c None\nOpSwitch %c0 %m 1 %c" + rest:                                                                          "OpLoopMerge stands before OpSwitch",
		loop + "OpLoopMerge %m %c None\nOpReturn" + rest:                                                                                      "OpLoopMerge stands before OpReturn",
		loop + "OpSelectionMerge %m None\nOpLoopMerge %m %c None\nOpBranchConditional %t %m %c" + rest:                                        "OpSelectionMerge stands before OpLoopMerge",
		"OpSelectionMerge %m None\nOpBranch %m\n%m = OpLabel\nOpReturn\n":                                                                     "OpSelectionMerge stands before OpBranch",
		loop + "OpLoopMerge %m %m None\nOpBranch %m\n%m = OpLabel\nOpBranch %h\n":                                                             "one block",
		"OpSelectionMerge %m None\nOpSwitch %c0 %m 1 %a 2 %b\n%a = OpLabel\nOpBranch %b\n%b = OpLabel\nOpBranch %m\n%m = OpLabel\nOpReturn\n": "",
		"OpSelectionMerge %m None\nOpBranchConditional %t %a %b\n%a = OpLabel\nOpSelectionMerge %n None\nOpSwitch %c0 %n 1 %k 2 %b\n%k = OpLabel\nOpBranch %n\n" +
			"%n = OpLabel\nOpBranch %m\n%b = OpLabel\nOpBranch %m\n%m = OpLabel\nOpReturn\n": "from outside of the switch",
	} {
		var list diag.List
		source := strings.Replace(head, "%void = ", "%s = OpString \"a\"\n%void = ", 1) + body + "OpFunctionEnd\n"
		words, ok := spirv.Assemble(source, 0, spirv.AssembleOptions{}, &list)
		if !ok {
			t.Fatal(list.Err(new(diag.Sources)))
		}
		message := ""
		if sources := new(diag.Sources); Read(words, Options{}, sources, &list) == nil {
			message = list.Err(sources).Error()
		}
		if (want == "") != (message == "") || !strings.Contains(message, want) {
			t.Errorf("%q, want %q\n%s", message, want, body)
		}
	}
}
