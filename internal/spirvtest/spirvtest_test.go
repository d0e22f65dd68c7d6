package spirvtest

import (
	"encoding/binary"
	"errors"
	"strings"
	"testing"

	"refract/diag"
	"refract/spirv"
)

func load(t *testing.T, text string) *Module {
	t.Helper()
	var list diag.List
	words, ok := spirv.Assemble(text, 0, spirv.AssembleOptions{}, &list)
	if !ok {
		t.Fatalf("%v\n%s", list.Err(new(diag.Sources)), text)
	}
	m, err := Load(words)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestRun runs a shader whose results are known: phis that change places, a switch with
// a clause that falls into the next, memory of rows, a discarded invocation.
func TestRun(t *testing.T) {
	const text = `OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %main "main" %buffer
OpExecutionMode %main OriginUpperLeft
OpDecorate %array ArrayStride 4
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 32
OpMemberDecorate %block 1 Offset 0
OpMemberDecorate %block 1 RowMajor
OpMemberDecorate %block 1 MatrixStride 16
OpDecorate %buffer DescriptorSet 0
OpDecorate %buffer Binding 0
%void = OpTypeVoid
%bool = OpTypeBool
%u32 = OpTypeInt 32 0
%f32 = OpTypeFloat 32
%v2 = OpTypeVector %f32 2
%mat = OpTypeMatrix %v2 2
%k0 = OpConstant %u32 0
%k1 = OpConstant %u32 1
%k2 = OpConstant %u32 2
%k3 = OpConstant %u32 3
%k4 = OpConstant %u32 4
%f1 = OpConstant %f32 1.5
%undef = OpUndef %u32
%array = OpTypeArray %u32 %k4
%block = OpTypeStruct %array %mat
%toblock = OpTypePointer StorageBuffer %block
%tou32 = OpTypePointer StorageBuffer %u32
%tof32 = OpTypePointer StorageBuffer %f32
%buffer = OpVariable %toblock StorageBuffer
%fn = OpTypeFunction %void
%main = OpFunction %void None %fn
%entry = OpLabel
%p0 = OpAccessChain %tou32 %buffer %k0 %k0
%p1 = OpAccessChain %tou32 %buffer %k0 %k1
%p2 = OpAccessChain %tou32 %buffer %k0 %k2
%m01 = OpAccessChain %tof32 %buffer %k1 %k0 %k1
OpStore %m01 %f1
OpBranch %head
%head = OpLabel
%a = OpPhi %u32 %k1 %entry %b %again
%b = OpPhi %u32 %k2 %entry %a %again
%i = OpPhi %u32 %k0 %entry %next %again
%more = OpULessThan %bool %i %k3
OpLoopMerge %after %again None
OpBranchConditional %more %again %after
%again = OpLabel
%next = OpIAdd %u32 %i %k1
OpBranch %head
%after = OpLabel
OpStore %p0 %a
OpSelectionMerge %merge None
OpSwitch %b %merge 1 %first 2 %second
%first = OpLabel
OpBranch %second
%second = OpLabel
%s = OpPhi %u32 %k4 %first %k0 %after
OpStore %p1 %s
OpBranch %merge
%merge = OpLabel
%in = OpLoad %u32 %p2
%bad = OpIEqual %bool %in %k1
%x = OpSelect %u32 %bad %undef %k3
OpSelectionMerge %last None
OpSwitch %in %last 2 %kill
%kill = OpLabel
OpKill
%last = OpLabel
OpStore %p2 %x
OpReturn
OpFunctionEnd
`
	m := load(t, text)
	run := func(in uint32) ([]uint32, error) {
		data := make([]byte, 48)
		binary.LittleEndian.PutUint32(data[40:], in)
		err := m.Run(Options{Entry: "main"}, map[Binding][]byte{{0, 0}: data})
		out := make([]uint32, 12)
		for k := range out {
			out[k] = binary.LittleEndian.Uint32(data[4*k:])
		}
		return out, err
	}
	// After three changes of place a is 2 and b is 1; row 1 of column 0 is at byte 16.
	for _, c := range []struct{ in, kept uint32 }{{0, 3}, {2, 2}} {
		out, err := run(c.in)
		if err != nil || out[8] != 2 || out[9] != 4 || out[4] != 0x3FC00000 || out[10] != c.kept {
			t.Errorf("of %d: %x, %v", c.in, out, err)
		}
	}
	var undefined *UndefinedError
	if _, err := run(1); !errors.As(err, &undefined) {
		t.Errorf("an undefined value is stored: %v", err)
	}
}

// TestReduce takes away all but what is asked for.
func TestReduce(t *testing.T) {
	text := ""
	for seed := uint64(0); !strings.Contains(text, "OpSwitch"); seed++ {
		text = RandomModule(seed, FlowConstructs, 12, false)
	}
	small := Reduce(text, func(s string) bool { return strings.Contains(s, "OpSwitch") })
	if strings.Count(small, "OpSwitch") != 1 || len(small) >= len(text) {
		t.Errorf("%d bytes of %d:\n%s", len(small), len(text), small)
	}
}

// TestHalf holds numbers of 16 bits to those that they must be, there and back.
func TestHalf(t *testing.T) {
	for bits := range uint64(1 << 16) {
		x := float(bits, 16)
		if back := unfloat(x, 16); back != bits && x == x {
			t.Fatalf("%04x is %g, which is %04x", bits, x, back)
		}
	}
	for _, c := range []struct {
		x    float64
		bits uint64
	}{{1, 0x3C00}, {-2.5, 0xC100}, {65519, 0x7BFF}, {65520, 0x7C00}, {6e-8, 1}, {2e-8, 0}, {1 + 1.0/2048, 0x3C00}, {1 + 3.0/2048, 0x3C02}} {
		if have := unfloat(c.x, 16); have != c.bits {
			t.Errorf("%g is %04x, want %04x", c.x, have, c.bits)
		}
	}
}
