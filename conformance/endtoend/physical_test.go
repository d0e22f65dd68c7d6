package endtoend

// This file tests pointers made of addresses that are operands themselves, without a member
// in between, as other compilers write them.

import (
	"context"
	"errors"
	"strings"
	"testing"

	"refract"
	glslback "refract/back/glsl"
	"refract/diag"
)

// atAddress is an operation at an address that the host gives, OP.
const atAddress = `OpCapability Shader
OpCapability Int64
OpCapability PhysicalStorageBufferAddresses
OpMemoryModel PhysicalStorageBuffer64 GLSL450
OpEntryPoint GLCompute %main "main" %given
OpExecutionMode %main LocalSize 1 1 1
OpDecorate %Given Block
OpMemberDecorate %Given 0 Offset 0
%void = OpTypeVoid
%fn = OpTypeFunction %void
%uint = OpTypeInt 32 0
%ulong = OpTypeInt 64 0
%Given = OpTypeStruct %ulong
%p_Given = OpTypePointer PushConstant %Given
%p_ulong = OpTypePointer PushConstant %ulong
%p_uint = OpTypePointer PhysicalStorageBuffer %uint
%given = OpVariable %p_Given PushConstant
%zero = OpConstant %uint 0
%one = OpConstant %uint 1
%main = OpFunction %void None %fn
%block = OpLabel
%at = OpAccessChain %p_ulong %given %zero
%address = OpLoad %ulong %at
%p = OpConvertUToPtr %p_uint %address
OP
OpReturn
OpFunctionEnd
`

func TestPhysicalOperands(t *testing.T) {
	vulkan := glslback.NewOptions()
	vulkan.Vulkan = true
	for operation, want := range map[string]string{
		"%r = OpAtomicUMax %uint %p %one %zero %one":                           "atomicMax(Pointer(",
		"%r = OpAtomicIAdd %uint %p %one %zero %one":                           "atomicAdd(Pointer(",
		"%r = OpAtomicCompareExchange %uint %p %one %zero %zero %one %zero":    "atomicCompSwap(Pointer(",
		"%r = OpAtomicExchange %uint %p %one %zero %one":                       "atomicExchange(Pointer(",
		"%r = OpLoad %uint %p Aligned 4\nOpStore %p %r Aligned 4":              "Pointer(",
		"%r = OpAtomicLoad %uint %p %one %zero\nOpStore %p %r Aligned 4":       "Pointer(",
		"OpAtomicStore %p %one %zero %one\n%r = OpLoad %uint %p Aligned 4":     "Pointer(",
		"%r = OpAtomicIIncrement %uint %p %one %zero\nOpStore %p %r Aligned 4": "atomicAdd(Pointer(",
	} {
		source := []byte(strings.Replace(atAddress, "OP\n", operation+"\n", 1))
		for _, l := range []refract.Language{refract.SPIRV, refract.WGSL, refract.GLSL, refract.ESSL, refract.HLSL, refract.MSL} {
			var unsupported *diag.Diagnostics
			if _, err := refract.Translate(context.Background(), "a.spvasm", source, refract.TranslateOptions{To: l}); err != nil && (!errors.As(err, &unsupported) || strings.Contains(err.Error(), "internal fault")) {
				t.Errorf("%s as %s: %v", operation, l, err)
			}
		}
		out, err := refract.Translate(context.Background(), "a.spvasm", source, refract.TranslateOptions{To: refract.GLSL, Write: refract.WriteOptions{Options: refract.LanguageOptions{refract.GLSL: &vulkan}}})
		if err != nil {
			t.Errorf("%s as Vulkan GLSL: %v", operation, err)
		} else if !strings.Contains(out.Text, want) {
			t.Errorf("%s lacks %s:\n%s", operation, want, out.Text)
		}
	}
}
