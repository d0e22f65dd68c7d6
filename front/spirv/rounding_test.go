package spirv

import (
	"context"
	"encoding/binary"
	"math"
	"testing"

	"refract/exec"
	"refract/exec/interp"
	"refract/internal/num"
)

// TestRoundingMode runs conversions to 16 bits that are decorated with how they round.
func TestRoundingMode(t *testing.T) {
	const text = `OpCapability Shader
OpCapability Float16
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize 1 1 1
OpDecorate %block BufferBlock
OpMemberDecorate %block 0 Offset 0
OpDecorate %words ArrayStride 4
OpDecorate %buffer DescriptorSet 0
OpDecorate %buffer Binding 0
OpDecorate %zero FPRoundingMode RTZ
OpDecorate %even FPRoundingMode RTE
OpDecorate %both FPRoundingMode RTZ
%void = OpTypeVoid
%fn = OpTypeFunction %void
%half = OpTypeFloat 16
%float = OpTypeFloat 32
%uint = OpTypeInt 32 0
%h2 = OpTypeVector %half 2
%v2 = OpTypeVector %float 2
%four = OpConstant %uint 4
%u0 = OpConstant %uint 0
%u1 = OpConstant %uint 1
%u2 = OpConstant %uint 2
%words = OpTypeArray %uint %four
%block = OpTypeStruct %words
%pb = OpTypePointer Uniform %block
%pu = OpTypePointer Uniform %uint
%buffer = OpVariable %pb Uniform
%main = OpFunction %void None %fn
%entry = OpLabel
%p0 = OpAccessChain %pu %buffer %u0 %u0
%p1 = OpAccessChain %pu %buffer %u0 %u1
%p2 = OpAccessChain %pu %buffer %u0 %u2
%bits = OpLoad %uint %p0
%x = OpBitcast %float %bits
%minus = OpFNegate %float %x
%zero = OpFConvert %half %x
%even = OpFConvert %half %x
%pair = OpCompositeConstruct %h2 %zero %even
%out = OpBitcast %uint %pair
OpStore %p1 %out
%two = OpCompositeConstruct %v2 %minus %x
%both = OpFConvert %h2 %two
%out2 = OpBitcast %uint %both
OpStore %p2 %out2
OpReturn
OpFunctionEnd
`
	m, err := readText(t, "rounding.spvasm", text)
	if err != nil {
		t.Fatal(err)
	}
	p, err := interp.Engine{}.Load(m, exec.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []float32{0, 1, 1.0009, 1.0011, 65519, 65535, 1e6, 1e-8, 3e-5, float32(math.Inf(1)), -2.0019} {
		data := binary.LittleEndian.AppendUint32(nil, math.Float32bits(x))
		data = append(data, make([]byte, 12)...)
		var r exec.Resources
		r.Bind(0, 0, &exec.Buffer{Data: data})
		if _, err := p.Dispatch(context.Background(), "main", [3]uint32{1, 1, 1}, &r, exec.RunOptions{}); err != nil {
			t.Fatal(err)
		}
		toZero := uint32(num.F16FromF32RTZ(x))
		want := [2]uint32{toZero | uint32(num.F16FromF32(x))<<16, uint32(num.F16FromF32RTZ(-x)) | toZero<<16}
		for k, w := range want {
			if have := binary.LittleEndian.Uint32(data[4+4*k:]); have != w {
				t.Errorf("%g, word %d: %08x, want %08x", x, k, have, w)
			}
		}
	}
}
