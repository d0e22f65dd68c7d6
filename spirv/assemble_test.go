package spirv

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"refract/diag"
)

// assembleBody assembles and returns the words after the header, or the errors
// with the text that they point at.
func assembleBody(src string, opt AssembleOptions) (words []uint32, errors string) {
	const base = 100
	var diags diag.List
	words, ok := Assemble(src, base, opt, &diags)
	var b strings.Builder
	for _, d := range diags.Sorted() {
		fmt.Fprintf(&b, "%s %q: %s\n", d.Code, src[d.Span.Start-base:d.Span.End-base], d.Message)
	}
	if ok {
		words = words[headerWords:]
	}
	return words, strings.TrimSuffix(b.String(), "\n")
}

func TestAssembleErrors(t *testing.T) {
	for _, c := range [][2]string{
		{`hello`, `spirv-syntax "hello": expected an instruction, found hello`},
		{`%a`, `spirv-syntax "%a": expected an instruction, found %a`},
		{`%a = 5`, `spirv-syntax "5": expected an instruction after =, found 5`},
		{`%a =`, `spirv-syntax "": expected an instruction after =, found the end of the text`},
		{`%a.b = OpTypeVoid`, `spirv-syntax "%a.b": the id %a.b may have letters, digits and underscores only`},
		{`% = OpTypeVoid`, `spirv-syntax "%": expected a name after %`},
		{`OpFrobnicate 3`, `spirv-unknown-opcode "OpFrobnicate": there is no instruction OpFrobnicate`},
		{`OpTypeVoid`, `spirv-result "OpTypeVoid": OpTypeVoid defines an id: write %id = OpTypeVoid`},
		{`%a = OpNop`, `spirv-result "%a": OpNop defines no id`},
		{`OpNop 5`, `spirv-operand "5": OpNop has no more operands, found 5`},
		{`OpName %a`, `spirv-operand "": expected operand "Name" of OpName (LiteralString), found the end of the text`},
		{`OpName %a OpNop`, `spirv-operand "OpNop": expected operand "Name" of OpName (LiteralString), found OpNop`},
		{`OpName %a b`, `spirv-operand "b": expected a string for OpName, found b`},
		{`OpName %a "b`, `spirv-operand "\"b": expected a string for OpName, found a string without an end`},
		{"OpName %a \"b\x00\"", `spirv-operand "\"b\x00\"": the string has a zero byte, which would end it`},
		{`OpStore a %b`, `spirv-operand "a": expected an id for OpStore, found a`},
		{`OpCapability Shade`, `spirv-unknown-enumerant "Shade": expected a value of Capability, found Shade`},
		{`OpCapability "Shader"`, `spirv-unknown-enumerant "\"Shader\"": expected a value of Capability, found "Shader"`},
		{`OpStore %a %b Aligned|Bligned 4`, `spirv-unknown-enumerant "Aligned|Bligned": expected bits of MemoryAccess, found Aligned|Bligned`},
		{`OpStore %a %b Aligned`, `spirv-operand "": expected operand LiteralInteger of OpStore, found the end of the text`},
		{`OpDecorate %a Offset -4`, `spirv-number "-4": -4 is negative, and the type is unsigned for 32 bits of integer`},
		{`OpDecorate %a Offset x`, `spirv-number "x": x isn't an integer for 32 bits of integer`},
		{`OpDecorate %a Offset 4294967296`, `spirv-number "4294967296": 4294967296 is out of range for 32 bits of integer`},
		{`%a = OpConstant %b 4`, `spirv-operand "4": the type of OpConstant must be an integer or float declared before`},
		{`OpSwitch %a %b 4 %c`, `spirv-operand "4": the selector of OpSwitch must be an integer defined before`},
		{`%a = OpExtInstImport "GLSL.std.450" %b = OpExtInst %c %a Foo`, `spirv-unknown-enumerant "Foo": there is no instruction Foo in GLSL.std.450`},
		{`%a = OpSpecConstantOp %b Label`, `spirv-unknown-enumerant "Label": expected an operation on constants, found Label`},
		{`%a = OpSpecConstantOp %b SpecConstantOp`, `spirv-unknown-enumerant "SpecConstantOp": expected an operation on constants, found SpecConstantOp`},
		{`OpNop !x`, `spirv-number "!x": the immediate !x isn't an integer`},
		{`OpNop !4294967296`, `spirv-number "!4294967296": the immediate !4294967296 is out of range`},
		{`OpUnknown(5`, `spirv-syntax "OpUnknown(5": expected OpUnknown(opcode, words)`},
		{`OpUnknown(5, x) !1`, `spirv-syntax "OpUnknown(5, x)": expected OpUnknown(opcode, words)`},
		{`OpUnknown(5, 3) !1`, `spirv-operand "OpUnknown(5, 3)": the instruction has 2 words, not 3`},
		{`%a = OpUnknown(5, 1)`, `spirv-result "%a": OpUnknown takes its result as an operand`},
		// One finding an instruction, and on with the next one.
		{"OpNop 5\nOpFoo\n%a = OpTypeInt 32\n%b = OpTypeVoid 3", `spirv-operand "5": OpNop has no more operands, found 5
spirv-unknown-opcode "OpFoo": there is no instruction OpFoo
spirv-operand "%b": expected operand "Signedness" of OpTypeInt (LiteralInteger), found %b
spirv-operand "3": OpTypeVoid has no more operands, found 3`},
	} {
		if words, got := assembleBody(c[0], AssembleOptions{}); got != c[1] || words != nil {
			t.Errorf("%s\ngives %s\nnot   %s", c[0], got, c[1])
		}
	}
	for _, id := range []string{"%0", "%01", "%4194303", "%99999999999"} {
		if _, got := assembleBody("OpStore %1 "+id, AssembleOptions{PreserveIDs: true}); !strings.HasPrefix(got, "spirv-limit") {
			t.Errorf("%s: %s", id, got)
		}
	}
	long := "OpTypeStruct" + strings.Repeat(" %a", MaxInstructionWords-1)
	if _, got := assembleBody("%s = "+long, AssembleOptions{}); !strings.HasPrefix(got, "spirv-limit") {
		t.Error(got)
	}
}

func TestAssemble(t *testing.T) {
	for _, c := range []struct {
		src  string
		want []uint32
	}{
		{"", nil},
		{"; a comment\n\tOpNop ; OpNop\n\r\n OpNop", []uint32{0x10000, 0x10000}},
		{"OpNop OpNop", []uint32{0x10000, 0x10000}},
		{"%b = OpTypePointer Function %a %a = OpTypeVoid", []uint32{0x40020, 1, 7, 2, 0x20013, 2}},
		{"%b=OpTypeVoid", []uint32{0x20013, 1}},
		{"%7 = OpTypeVoid %9 = OpTypeVoid %7x = OpTypeVoid", []uint32{0x20013, 1, 0x20013, 2, 0x20013, 3}},
		{`OpName %a "x\"\\\n"`, []uint32{0x40005, 1, 0x6e5c2278, 0}},
		{`OpSource GLSL 450`, []uint32{0x30003, 2, 450}},
		{`OpStore %a %b Aligned|Volatile 16`, []uint32{0x5003e, 1, 2, 3, 16}},
		{`OpStore %a %b None`, []uint32{0x4003e, 1, 2, 0}},
		{`OpStore %a %b None|Aligned 4`, []uint32{0x5003e, 1, 2, 2, 4}},
		{`OpNop !7 "abc" %a 5 -1 1.5 0x100000000`, []uint32{0x90000, 7, 0x636261, 1, 5, 0xffffffff, 0x3fc00000, 0, 1}},
		{`OpDecorate %a !12 !3 %b`, []uint32{0x50047, 1, 12, 3, 2}},
		{`!0x10000 !5`, []uint32{0x10000, 5}},
		{`OpUnknown(4000, 2) %a OpNop`, []uint32{0x20fa0, 1, 0x10000}},
		{`%e = OpExtInstImport "GLSL.std.450" %r = OpExtInst %t %e FAbs %x`, []uint32{0x6000b, 1, 0x4c534c47, 0x6474732e, 0x3035342e, 0, 0x6000c, 2, 3, 1, 4, 4}},
		{`%e = OpExtInstImport "x" %r = OpExtInst %t %e 77 %x`, []uint32{0x3000b, 1, 0x78, 0x6000c, 2, 3, 1, 77, 4}},
		{`%e = OpExtInstImport "OpenCL.DebugInfo.100" %r = OpExtInst %t %e DebugTypePointer %x Uniform FlagIsLocal|FlagIsDefinition`, []uint32{0x8000b, 1, 0x6e65704f, 0x442e4c43, 0x67756265, 0x6f666e49, 0x3030312e, 0x0, 0x8000c, 2, 3, 1, 3, 4, 2, 12}},
		{`%r = OpSpecConstantOp %t IAdd %x %y`, []uint32{0x60034, 1, 2, 128, 3, 4}},
		{`%i = OpTypeInt 64 1 %t = OpUndef %i OpSwitch %t %d -1 %l`, []uint32{0x40015, 1, 64, 1, 0x30001, 1, 2, 0x600fb, 2, 3, 0xffffffff, 0xffffffff, 4}},
		{`OpDecorateString %a UserSemantic "x"`, []uint32{0x41600, 1, 5635, 0x78}},
		{`OpGroupMemberDecorate %g %a 0 %b 1`, []uint32{0x6004b, 1, 2, 0, 3, 1}},
		{`OpExecutionMode %m LocalSize 8 8 1`, []uint32{0x60010, 1, 17, 8, 8, 1}},
		{`OpImageWrite %a %b %c Bias|Grad %d %e %f`, []uint32{0x80063, 1, 2, 3, 5, 4, 5, 6}},
	} {
		if got, errors := assembleBody(c.src, AssembleOptions{}); errors != "" || !slices.Equal(got, c.want) {
			t.Errorf("%s\ngives %#x %s\nnot   %#x", c.src, got, errors, c.want)
		}
	}
}

func TestAssembleIDs(t *testing.T) {
	const src = `%b = OpTypeVoid %3 = OpTypeVoid %1 = OpTypeVoid %c = OpTypeVoid %b2 = OpTypeVoid`
	var diags diag.List
	words, ok := Assemble(src, 1, AssembleOptions{PreserveIDs: true}, &diags)
	if want := []uint32{Magic, 0x10600, 0, 6, 0, 0x20013, 2, 0x20013, 3, 0x20013, 1, 0x20013, 4, 0x20013, 5}; !ok || !slices.Equal(words, want) {
		t.Errorf("%#x", words)
	}
}

func TestAssembleHeader(t *testing.T) {
	const src = "; SPIR-V\n; Version: 1.4\n; Generator: Google Tint Compiler; 3\n; Bound: 40\n; Schema: 0\n%1 = OpTypeVoid"
	for _, c := range []struct {
		opt  AssembleOptions
		want []uint32
	}{
		{AssembleOptions{}, []uint32{Magic, 0x10400, 23<<16 | 3, 2, 0}},
		{AssembleOptions{PreserveIDs: true}, []uint32{Magic, 0x10400, 23<<16 | 3, 40, 0}},
		{AssembleOptions{Version: V(1, 2), Generator: 5}, []uint32{Magic, 0x10200, 5, 2, 0}},
	} {
		var diags diag.List
		if words, ok := Assemble(src, 1, c.opt, &diags); !ok || !slices.Equal(words[:headerWords], c.want) {
			t.Errorf("%#x, not %#x", words, c.want)
		}
	}
}

// TestAssembleVersion assembles texts without a version, in which the entry point lists a buffer or
// doesn't.
func TestAssembleVersion(t *testing.T) {
	const head = "OpCapability Shader\nOpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %main \"main\""
	const types = "\n%void = OpTypeVoid\n%f = OpTypeFunction %void\n%u = OpTypeInt 32 0\n%p = OpTypePointer Private %u\n%i = OpTypePointer Input %u\n"
	const body = "\n%main = OpFunction %void None %f\n%l = OpLabel\n%x = OpLoad %u %v\nOpReturn\nOpFunctionEnd\n"
	const private, input = "%v = OpVariable %p Private", "%v = OpVariable %i Input"
	for _, c := range []struct {
		src  string
		want Version
	}{
		{head + types + private + body, V(1, 3)},
		{head + " %v" + types + private + body, V(1, 6)},
		{head + types + input + body, V(1, 6)},
		{head + types + private + strings.Replace(body, "%u %v", "%u %w", 1), V(1, 6)},
		{"; Version: 1.5\n" + head + types + private + body, V(1, 5)},
		{types + private + body, V(1, 6)}, // a library
		{head + types + private + "\n!0 !5", V(1, 6)},
	} {
		var diags diag.List
		if words, ok := Assemble(c.src, 1, AssembleOptions{}, &diags); ok && Version(words[1]) != c.want {
			t.Errorf("version %v, not %v, of\n%s", Version(words[1]), c.want, c.src)
		}
	}
}

// TestEveryInstruction round-trips random operands of every opcode and checks
// that the text is by name.
func TestEveryInstruction(t *testing.T) {
	g := generator{rand: rand.New(rand.NewPCG(1, 2))}
	for i := range len(opRows) {
		op := Op(i)
		if !op.Known() {
			continue
		}
		for range 8 {
			g.words = []uint32{Magic, 0x10600, 0, 100, 0,
				4<<16 | uint32(OpTypeInt), 90, 64, 1,
				3<<16 | uint32(OpUndef), 90, 91,
				6<<16 | uint32(OpExtInstImport), 92, 0x4c534c47, 0x6474732e, 0x3035342e, 0}
			g.instruction(op)
			text, err := Disassemble(g.words, DisassembleOptions{})
			if err != nil || strings.Contains(text, "!") || !strings.Contains(text, op.String()) {
				t.Errorf("%s %x: %v %s", op, g.words, err, text)
				continue
			}
			var diags diag.List
			if again, ok := Assemble(text, 1, AssembleOptions{PreserveIDs: true}, &diags); !ok || !slices.Equal(again, g.words) {
				t.Errorf("%s: %s: %s", op, text, diagnostics(&diags))
			}
		}
	}
}

// A generator makes instructions that follow the grammar.
type generator struct {
	rand  *rand.Rand
	words []uint32
}

func (g *generator) instruction(op Op) {
	start := len(g.words)
	g.words = append(g.words, 0)
	switch op {
	case OpSwitch:
		g.words = append(g.words, 91, 1, 7, 8, 2)
	case OpExtInst, OpExtInstWithForwardRefsKHR:
		g.words = append(g.words, 1, 2, 92, 4, 3)
	default:
		g.list(op.Operands())
	}
	g.words[start] = uint32(len(g.words)-start)<<16 | uint32(op)
}

func (g *generator) list(operands []Operand) {
	for _, o := range operands {
		n := 1
		switch o.Quantifier {
		case Optional:
			if n = g.rand.IntN(2); n == 0 {
				return
			}
		case Many:
			n = g.rand.IntN(3)
		}
		for range n {
			g.operand(o.Kind)
		}
	}
}

func (g *generator) operand(k Kind) {
	switch k.Category() {
	case CategoryId:
		if k == KindIdResultType {
			g.words = append(g.words, 90)
			return
		}
		g.words = append(g.words, 1+g.rand.Uint32N(80))
	case CategoryValueEnum:
		e := k.EnumerantAt(g.rand.IntN(k.Enumerants()))
		g.words = append(g.words, e.Value())
		g.list(e.Parameters())
	case CategoryBitEnum:
		var mask uint32
		for range g.rand.IntN(4) {
			mask |= k.EnumerantAt(g.rand.IntN(k.Enumerants())).Value()
		}
		g.words = append(g.words, mask)
		for m := mask; m != 0; m &= m - 1 {
			g.list(k.Enumerant(m & -m).Parameters())
		}
	case CategoryComposite:
		a, b := k.Bases()
		g.operand(a)
		g.operand(b)
	default:
		switch k {
		case KindLiteralString:
			g.words = AppendString(g.words, []string{"", "a", "four", "\"\\\n;%x = OpNop"}[g.rand.IntN(4)])
		case KindLiteralContextDependentNumber:
			g.words = append(g.words, g.rand.Uint32(), g.rand.Uint32())
		case KindLiteralSpecConstantOpInteger:
			g.words = append(g.words, uint32(OpIAdd), 1, 2)
		default:
			g.words = append(g.words, g.rand.Uint32())
		}
	}
}
