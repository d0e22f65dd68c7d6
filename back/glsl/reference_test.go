package glsl_test

import (
	"context"
	"strings"
	"testing"

	"refract"
	"refract/internal/harness"
)

// TestFixedAddresses writes and reads memory at addresses that are known: glslang takes a
// reference to one for a constant.
func TestFixedAddresses(t *testing.T) {
	const head = `OpCapability Shader
OpCapability Int64
OpCapability PhysicalStorageBufferAddresses
OpMemoryModel PhysicalStorageBuffer64 GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize 1 1 1
OpDecorate %S Block
OpMemberDecorate %S 0 Offset 0
OpMemberDecorate %S 1 Offset 4
%void = OpTypeVoid
%fn = OpTypeFunction %void
%u = OpTypeInt 32 0
%l = OpTypeInt 64 0
%u0 = OpConstant %u 0
%u1 = OpConstant %u 1
%four = OpConstant %l 4
%eight = OpConstant %l 8
%S = OpTypeStruct %u %u
%pS = OpTypePointer PhysicalStorageBuffer %S
%pu = OpTypePointer PhysicalStorageBuffer %u
%main = OpFunction %void None %fn
%entry = OpLabel
`
	const tail = "\nOpReturn\nOpFunctionEnd\n"
	const load = "%q = OpAccessChain %pu %p %u1\n%r = OpLoad %u %q Aligned 4\n"
	const store = "%w = OpAccessChain %pu %p %u0\nOpStore %w %u1 Aligned 4"
	type row struct {
		Name   string `json:"name"`
		Source string `json:"source"`
		Stage  string `json:"stage"`
		Client string `json:"client"`
	}
	var rows []row
	for name, body := range map[string]string{
		"write":          "%p = OpConvertUToPtr %pS %four\n" + store,
		"read":           "%p = OpConvertUToPtr %pS %four\n" + load + "%w = OpAccessChain %pu %p %u0\nOpStore %w %r Aligned 4",
		"computed":       "%x = OpIAdd %l %four %eight\n%p = OpConvertUToPtr %pS %x\n" + store,
		"by another one": "%p = OpConvertUToPtr %pS %four\n" + load + "%y = OpUConvert %l %r\n%z = OpConvertUToPtr %pS %y\n%w = OpAccessChain %pu %z %u0\nOpStore %w %u1 Aligned 4",
		"a null address": "%n = OpConvertUToPtr %pu %zero\nOpStore %n %u1 Aligned 4",
	} {
		source := head + body + tail
		if strings.Contains(body, "%zero") {
			source = strings.Replace(source, "%S = ", "%zero = OpConstantNull %l\n%S = ", 1)
		}
		for _, minify := range []string{"false", "true"} {
			o := refract.TranslateOptions{To: refract.GLSL}
			for name, value := range map[string]string{"glsl.version": "460", "glsl.vulkan": "true", "glsl.minify": minify} {
				if err := o.Write.Set(name, value); err != nil {
					t.Fatal(err)
				}
			}
			out, err := refract.Translate(context.Background(), "a.spvasm", []byte(source), o)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			rows = append(rows, row{name, out.Text, "comp", "vulkan"})
		}
	}
	for i, v := range harness.Oracle(t, "glsl", rows) {
		if !v.OK {
			t.Errorf("%s: %s\n%s", rows[i].Name, v.Text(), rows[i].Source)
		}
	}
}
