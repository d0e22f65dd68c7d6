package spirv

import (
	"strconv"
	"strings"
	"testing"

	"refract/diag"
)

// benchmarkText is a module of some thousand instructions of the common kinds.
func benchmarkText() string {
	var b strings.Builder
	b.WriteString(`OpCapability Shader
%1 = OpExtInstImport "GLSL.std.450"
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize 64 1 1
OpName %main "main"
%void = OpTypeVoid
%fn = OpTypeFunction %void
%float = OpTypeFloat 32
%uint = OpTypeInt 32 0
%v4float = OpTypeVector %float 4
%ptr = OpTypePointer Function %v4float
`)
	for i := range 200 {
		n := strconv.Itoa(i)
		b.WriteString("%f_" + n + " = OpConstant %float " + n + ".25\n%u_" + n + " = OpConstant %uint " + n + "\n")
	}
	b.WriteString("%main = OpFunction %void None %fn\n%entry = OpLabel\n%v = OpVariable %ptr Function\n")
	for i := range 1000 {
		n := strconv.Itoa(i)
		b.WriteString("%a" + n + " = OpLoad %v4float %v\n" +
			"%b" + n + " = OpCompositeExtract %float %a" + n + " 2\n" +
			"%c" + n + " = OpFMul %float %b" + n + " %f_" + strconv.Itoa(i%200) + "\n" +
			"%d" + n + " = OpExtInst %float %1 FAbs %c" + n + "\n" +
			"%e" + n + " = OpCompositeInsert %v4float %d" + n + " %a" + n + " 1\n" +
			"OpStore %v %e" + n + "\n")
	}
	b.WriteString("OpReturn\nOpFunctionEnd\n")
	return b.String()
}

func benchmarkWords(b *testing.B) []uint32 {
	var diags diag.List
	words, ok := Assemble(benchmarkText(), 1, AssembleOptions{}, &diags)
	if !ok {
		b.Fatal(diagnostics(&diags))
	}
	return words
}

func BenchmarkRead(b *testing.B) {
	words := benchmarkWords(b)
	b.SetBytes(int64(4 * len(words)))
	sum := 0
	for b.Loop() {
		r, _ := NewReader(words)
		for r.Next() {
			sum += int(r.Inst().Op())
		}
	}
}

func BenchmarkOperands(b *testing.B) {
	words := benchmarkWords(b)
	b.SetBytes(int64(4 * len(words)))
	b.ReportAllocs()
	var c Context
	var operands []OperandWords
	for b.Loop() {
		c.Reset()
		r, _ := NewReader(words)
		for r.Next() {
			operands, _ = c.Operands(operands[:0], r.Inst())
			c.Observe(r.Inst())
		}
	}
}

func BenchmarkWrite(b *testing.B) {
	var m Builder
	var dst []uint32
	b.ReportAllocs()
	for b.Loop() {
		m.Reset()
		for range 1000 {
			x, y := m.NewID(), m.NewID()
			m.Functions.Op3(OpLoad, 1, x, 2)
			m.Functions.Op4(OpFMul, 1, y, x, x)
			m.Functions.Begin(OpCompositeConstruct)
			m.Functions.Words(1, m.NewID(), x, y, x, y)
			m.Functions.End()
			m.Functions.Op2(OpStore, 2, y)
		}
		dst, _ = m.AppendModule(dst[:0], V(1, 3), 0)
	}
	b.SetBytes(int64(4 * len(dst)))
}

func BenchmarkAssemble(b *testing.B) {
	src := benchmarkText()
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		var diags diag.List
		Assemble(src, 1, AssembleOptions{}, &diags)
	}
}

func BenchmarkDisassemble(b *testing.B) {
	for _, opt := range []struct {
		name string
		DisassembleOptions
	}{{"raw", DisassembleOptions{}}, {"names", DisassembleOptions{Names: true}}} {
		b.Run(opt.name, func(b *testing.B) {
			words := benchmarkWords(b)
			b.ReportAllocs()
			var text []byte
			for b.Loop() {
				text, _ = AppendText(text[:0], words, opt.DisassembleOptions)
			}
			b.SetBytes(int64(len(text)))
		})
	}
}
