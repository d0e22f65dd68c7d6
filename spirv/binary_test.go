package spirv

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"strings"
	"testing"
)

// sample builds a small module.
func sample(t testing.TB, b *Builder) []uint32 {
	b.Capability(CapabilityShader)
	b.Capability(CapabilityInt16)
	b.Capability(CapabilityShader)
	b.Extension("SPV_KHR_16bit_storage")
	b.Extension("SPV_KHR_16bit_storage")
	glsl := b.Import(GLSLImport)
	if b.Import(GLSLImport) != glsl {
		t.Error("one set is imported twice")
	}
	b.Memory.Op2(OpMemoryModel, uint32(AddressingModelLogical), uint32(MemoryModelGLSL450))
	void, fn, main, label := b.NewID(), b.NewID(), b.NewID(), b.NewID()
	b.EntryPoint(ExecutionModelGLCompute, main, "main")
	b.ExecutionModes.Op5(OpExecutionMode, main, uint32(ExecutionModeLocalSize), 1, 1, 1)
	b.Name(main, "main")
	b.Globals.Op1(OpTypeVoid, void)
	b.Globals.Op2(OpTypeFunction, fn, void)
	b.Functions.Op4(OpFunction, void, main, 0, fn)
	b.Functions.Op1(OpLabel, label)
	b.Functions.Op0(OpReturn)
	b.Functions.Op0(OpFunctionEnd)
	words, err := b.Module(V(1, 3), 0)
	if err != nil {
		t.Fatal(err)
	}
	return words
}

const sampleText = `; SPIR-V
; Version: 1.3
; Generator: Khronos; 0
; Bound: 6
; Schema: 0
               OpCapability Shader
               OpCapability Int16
               OpExtension "SPV_KHR_16bit_storage"
          %1 = OpExtInstImport "GLSL.std.450"
               OpMemoryModel Logical GLSL450
               OpEntryPoint GLCompute %4 "main"
               OpExecutionMode %4 LocalSize 1 1 1
               OpName %4 "main"
          %2 = OpTypeVoid
          %3 = OpTypeFunction %2
          %4 = OpFunction %2 None %3
          %5 = OpLabel
               OpReturn
               OpFunctionEnd
`

func TestBuilder(t *testing.T) {
	var b Builder
	words := sample(t, &b)
	text, err := Disassemble(words, DisassembleOptions{})
	if err != nil || text != sampleText {
		t.Errorf("%v\n%s", err, text)
	}
	b.Reset()
	if again := sample(t, &b); !slices.Equal(words, again) {
		t.Error("another module after Reset")
	}
	dst := make([]uint32, 0, 200)
	allocs := testing.AllocsPerRun(10, func() {
		b.Reset()
		sample(t, &b)
		dst, _ = b.AppendModule(dst[:0], V(1, 0), 0)
	})
	if allocs > 1 { // Module's own
		t.Errorf("%v allocations in a used builder", allocs)
	}
}

func TestBuilderLimit(t *testing.T) {
	var b Builder
	b.Globals.Begin(OpTypeStruct)
	for range MaxInstructionWords - 1 {
		b.Globals.Word(1)
	}
	b.Globals.End()
	if _, err := b.Module(V(1, 0), 0); err != nil {
		t.Error(err)
	}
	var s Stream
	s.Begin(OpTypeStruct)
	s.Words(make([]uint32, MaxInstructionWords)...)
	s.End()
	b.Globals.AppendStream(&s)
	if _, err := b.Module(V(1, 0), 0); err == nil || err.Error() != "OpTypeStruct has more than 65535 words" {
		t.Error(err)
	}
	b.Globals.Truncate(MaxInstructionWords)
	if _, err := b.Module(V(1, 0), 0); err != nil {
		t.Error(err)
	}
}

func TestStrings(t *testing.T) {
	for _, s := range []string{"", "a", "abc", "abcd", "abcde", "ünïcödé", strings.Repeat("x", 1000)} {
		w := AppendString([]uint32{7}, s)
		if len(w)-1 != StringWords(s) || len(w)-1 != len(s)/4+1 {
			t.Errorf("%q has %d words", s, len(w)-1)
		}
		if got, n := String(append(w[1:], 9)); got != s || n != len(w)-1 {
			t.Errorf("%q reads back as %q of %d words", s, got, n)
		}
		if !stringEquals(w[1:], s) || stringEquals(w[1:], s+"y") {
			t.Errorf("%q doesn't equal itself", s)
		}
	}
	for _, s := range []string{"\x00b", "a\x00b", "abc\x00b", "abcd\x00b", "abcdefg\x00ijkl"} {
		cut, _, _ := strings.Cut(s, "\x00")
		if w := AppendString(nil, s); len(w) != StringWords(s) || !slices.Equal(w, AppendString(nil, cut)) {
			t.Errorf("%q isn't cut at the zero byte: %x", s, w)
		}
	}
	if _, n := String([]uint32{0x61616161}); n != 0 {
		t.Error("a string without end is read")
	}
}

func TestBytes(t *testing.T) {
	var b Builder
	words := sample(t, &b)
	little := AppendBytes(nil, words)
	if got, err := FromBytes(little); err != nil || !slices.Equal(got, words) {
		t.Error("little endian", err)
	}
	var big []byte
	for _, w := range words {
		big = binary.BigEndian.AppendUint32(big, w)
	}
	if got, err := FromBytes(big); err != nil || !slices.Equal(got, words) {
		t.Error("big endian", err)
	}
	swapped := make([]uint32, len(words))
	for i, w := range words {
		swapped[i] = bits.ReverseBytes32(w)
	}
	if r, err := NewReader(swapped); err != nil || !slices.Equal(r.Words(), words) {
		t.Error("swapped words", err)
	}
	for _, bad := range [][]byte{nil, little[:3], little[:6], {1, 2, 3, 4}} {
		if _, err := FromBytes(bad); err == nil {
			t.Errorf("%x is read", bad)
		}
	}
}

func TestReader(t *testing.T) {
	var b Builder
	words := sample(t, &b)
	r, err := NewReader(words)
	if err != nil || r.Version != V(1, 3) || r.Bound != 6 {
		t.Fatal(err, r.Header)
	}
	var ops []Op
	results := 0
	for r.Next() {
		ops = append(ops, r.Inst().Op())
		if r.Inst().Result() != 0 {
			results++
		}
		if r.Inst().Op() == OpFunction && r.Inst().ResultType() != 2 {
			t.Error("result type of OpFunction")
		}
	}
	if r.Err() != nil || len(ops) != 14 || results != 5 {
		t.Error(r.Err(), ops, results)
	}
}

func TestReaderErrors(t *testing.T) {
	header := func(rest ...uint32) []uint32 { return append([]uint32{Magic, 0x10000, 0, 9, 0}, rest...) }
	for _, c := range []struct {
		words []uint32
		want  string
	}{
		{nil, "SPIR-V word 0: the header is cut short"},
		{[]uint32{Magic, 0x10000}, "SPIR-V word 2: the header is cut short"},
		{[]uint32{1, 2, 3, 4, 5}, "SPIR-V word 0: the magic number is missing"},
		{[]uint32{Magic, 0x20000, 0, 9, 0}, "SPIR-V word 1: version 0x00020000 isn't 1.x"},
		{[]uint32{Magic, 0x10001, 0, 9, 0}, "SPIR-V word 1: version 0x00010001 isn't 1.x"},
		{[]uint32{Magic, 0x10000, 0, 0, 0}, "SPIR-V word 3: the bound of ids, 0, isn't from 1 to 4194303"},
		{[]uint32{Magic, 0x10000, 0, 1 << 30, 0}, "SPIR-V word 3: the bound of ids, 1073741824, isn't from 1 to 4194303"},
		{[]uint32{Magic, 0x10000, 0, 9, 1}, "SPIR-V word 4: schema 1 isn't 0"},
		{header(0), "SPIR-V word 5: the length is 0"},
		{header(2<<16|uint32(OpTypeVoid), 1, 2<<16|uint32(OpTypeVoid)), "SPIR-V word 7: OpTypeVoid: the instruction has 2 words, 1 are left"},
		{header(1<<16 | uint32(OpTypeVoid)), "SPIR-V word 6: OpTypeVoid: the operand IdResult is missing"},
		{header(2<<16|uint32(OpTypeVoid), 0), "SPIR-V word 6: OpTypeVoid: the id 0 isn't from 1 to 4194302"},
		{header(3<<16|uint32(OpTypeVoid), 1, 1), "SPIR-V word 7: OpTypeVoid: 1 words are left over"},
		{header(3<<16|uint32(OpStore), 1, 2, 4<<16|uint32(OpStore), 1, 2, 2), `SPIR-V word 12: OpStore: the operand LiteralInteger is missing`},
		{header(3<<16|uint32(OpName), 1, 0x61616161), "SPIR-V word 7: OpName: the string doesn't end"},
		{header(4<<16|uint32(OpConstant), 1, 2, 3), "SPIR-V word 8: OpConstant: the type of the number isn't known"},
		{header(4<<16|uint32(OpTypeInt), 1, 64, 0, 4<<16|uint32(OpConstant), 1, 2, 3), "SPIR-V word 12: OpConstant: the operand is cut short"},
		// What may be newer is no error.
		{header(2<<16|60000, 1, 2<<16|uint32(OpCapability), 60000), ""},
	} {
		_, err := Disassemble(c.words, DisassembleOptions{})
		if got := errorText(err); got != c.want {
			t.Errorf("%x:\n%s, not\n%s", c.words, got, c.want)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
