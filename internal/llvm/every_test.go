package llvm_test

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"

	"refract/internal/llvm"
)

// everything returns a module with every operation and every kind of type, constant and metadata.
func everything() *llvm.Module {
	m := llvm.New()
	m.Triple = "dxil-ms-dx"
	void, i1, i8, i16, i32, i64 := m.Of(llvm.Void), m.IntType(1), m.IntType(8), m.IntType(16), m.IntType(32), m.IntType(64)
	half, float, double := m.Of(llvm.Half), m.Of(llvm.Float), m.Of(llvm.Double)
	v2, v4 := m.VectorOf(float, 2), m.VectorOf(float, 4)
	pair := m.StructOf("", i32, m.StructOf("own type", float, m.ArrayOf(i64, 2)))
	word := m.PointerTo(i32, 3)

	table := m.AddGlobal(llvm.Global{Name: "table", Type: m.ArrayOf(i32, 3), Constant: true, Linkage: llvm.Internal, Unnamed: true, Align: 4,
		Init: m.AggregateOf(m.ArrayOf(i32, 3), m.I32(1), m.I32(-2), m.I32(0))})
	shared := m.AddGlobal(llvm.Global{Name: "\x01?shared@@", Type: m.ArrayOf(i32, 3), Space: 3, Init: m.UndefOf(m.ArrayOf(i32, 3)), Align: 16})
	m.AddGlobal(llvm.Global{Type: m.ArrayOf(i8, 3), Constant: true, Linkage: llvm.Private, Init: m.AggregateOf(m.ArrayOf(i8, 3), m.I8('h'), m.I8('i'), m.I8(0))})
	m.AddGlobal(llvm.Global{Name: "text", Type: m.ArrayOf(i8, 2), Linkage: llvm.LinkOnceODR, Init: m.AggregateOf(m.ArrayOf(i8, 2), m.I8(-1), m.I8('"'))})
	m.AddGlobal(llvm.Global{Name: "floats", Type: v4, Init: m.AggregateOf(v4, m.F32(1), m.F32(0.1), m.UndefOf(float), m.F32(0))})
	m.AddGlobal(llvm.Global{Name: "outside", Type: half})
	m.AddGlobal(llvm.Global{Name: "pointers", Type: m.ArrayOf(word, 2), Init: m.AggregateOf(m.ArrayOf(word, 2),
		m.PointerInto(shared, m.I32(0), m.I32(2)), m.Zero(word))})

	callee := m.Declare("callee", m.FuncType(i32, i32, m.PointerTo(i8, 0)), llvm.NoUnwind|llvm.ReadOnly)
	callee.Strings = []llvm.StringAttribute{{Key: "flag"}, {Key: "key", Value: "value"}}
	callee.Params = []llvm.Attribute{llvm.ZeroExtend, 0, llvm.NoCapture | llvm.NonNull}

	f := m.Define("every", m.FuncType(i32, i32, float, i1))
	f.Names = []string{"n"}
	block := func(n int) (list []llvm.BlockID) {
		for range n {
			list = append(list, f.NewBlock())
		}
		return list
	}
	b := block(6)
	f.Labels = []string{"", "case"}
	n, x, c := f.Param(0), f.Param(1), f.Param(2)
	add := func(op llvm.Op, t llvm.Type, operands ...llvm.Value) llvm.Value {
		return f.Add(llvm.Instr{Op: op, Type: t}, operands...)
	}
	with := func(in llvm.Instr, operands ...llvm.Value) llvm.Value { return f.Add(in, operands...) }

	f.Begin(b[0])
	for op := llvm.OpAdd; op <= llvm.OpXor; op++ {
		add(op, i32, n, m.I32(int64(op)+3))
	}
	with(llvm.Instr{Op: llvm.OpAdd, Type: i32, Flags: llvm.NoUnsignedWrap | llvm.NoSignedWrap}, n, n)
	with(llvm.Instr{Op: llvm.OpLShr, Type: i32, Flags: llvm.Exact}, n, m.I32(1))
	for _, op := range []llvm.Op{llvm.OpAdd, llvm.OpSub, llvm.OpMul, llvm.OpSDiv, llvm.OpSRem} {
		with(llvm.Instr{Op: op, Type: float, Flags: llvm.Fast}, x, m.F32(0.5))
	}
	with(llvm.Instr{Op: llvm.OpMul, Type: float, Flags: llvm.NoNaNs | llvm.NoInfs | llvm.NoSignedZeros | llvm.AllowReciprocal}, x, m.F32(float32(1e-40)))
	narrow := add(llvm.OpTrunc, i16, n)
	add(llvm.OpZExt, i64, narrow)
	wide := add(llvm.OpSExt, i64, narrow)
	add(llvm.OpFPToUI, i32, x)
	add(llvm.OpFPToSI, i32, x)
	add(llvm.OpUIToFP, float, n)
	add(llvm.OpSIToFP, float, n)
	add(llvm.OpFPTrunc, half, x)
	big := add(llvm.OpFPExt, double, x)
	add(llvm.OpBitCast, float, n)
	place := with(llvm.Instr{Op: llvm.OpAlloca, Type: m.PointerTo(pair, 0), Base: pair, Align: 8}, m.I32(1))
	many := with(llvm.Instr{Op: llvm.OpAlloca, Type: m.PointerTo(i32, 0), Base: i32}, n)
	address := add(llvm.OpPtrToInt, i64, place)
	add(llvm.OpIntToPtr, m.PointerTo(i8, 0), address)
	add(llvm.OpAddrSpaceCast, m.PointerTo(i32, 4), many)
	add(llvm.OpICmp, i1, n, n)
	f.InstrOf(llvm.Local | (3 + llvm.Value(len(f.Instrs)-1))).Sub = llvm.ISGE
	with(llvm.Instr{Op: llvm.OpFCmp, Sub: llvm.FUNE, Flags: llvm.Fast, Type: i1}, x, m.F32(0))
	with(llvm.Instr{Op: llvm.OpFCmp, Sub: llvm.FORD, Type: i1}, big, m.RealOf(double, 0x3ff0000000000001))
	add(llvm.OpSelect, float, c, x, m.F32(2))
	r := with(llvm.Instr{Op: llvm.OpCall, Type: i32}, callee.Value, n, m.Zero(m.PointerTo(i8, 0)))
	f.Calls = append(f.Calls, llvm.CallAttributes{Instr: uint32(len(f.Instrs) - 1), Attributes: llvm.NoReturn, Params: []llvm.Attribute{0, 0, llvm.NoAlias}})
	f.Annotate(m.KindOf("own.kind"), m.Node(m.Text("note\n"), 0, m.Int(7)))
	with(llvm.Instr{Op: llvm.OpCall, Type: i32, Flags: llvm.Tail}, callee.Value, r, m.UndefOf(m.PointerTo(i8, 0)))
	element := with(llvm.Instr{Op: llvm.OpGEP, Flags: llvm.InBounds, Type: m.PointerTo(i32, 0), Base: m.ArrayOf(i32, 3)}, table, m.I32(0), n)
	with(llvm.Instr{Op: llvm.OpLoad, Type: i32, Align: 4}, element)
	with(llvm.Instr{Op: llvm.OpLoad, Type: i32, Flags: llvm.Volatile}, many)
	inner := with(llvm.Instr{Op: llvm.OpGEP, Type: m.PointerTo(i64, 0), Base: pair}, place, m.I32(0), m.I32(1), m.I32(1), wide)
	with(llvm.Instr{Op: llvm.OpStore, Align: 8, Flags: llvm.Volatile}, inner, wide)
	whole := with(llvm.Instr{Op: llvm.OpInsertValue, Type: pair, Sub: 0}, m.UndefOf(pair), n)
	whole = f.Jump(llvm.Instr{Op: llvm.OpInsertValue, Type: pair}, []llvm.BlockID{1, 1, 0}, whole, wide)
	f.Jump(llvm.Instr{Op: llvm.OpExtractValue, Type: i64}, []llvm.BlockID{1, 1, 1}, whole)
	with(llvm.Instr{Op: llvm.OpExtractValue, Type: i32, Sub: 0}, whole)
	vec := with(llvm.Instr{Op: llvm.OpInsertElement, Type: v4}, m.UndefOf(v4), x, m.I32(2))
	add(llvm.OpExtractElement, float, vec, n)
	add(llvm.OpShuffleVector, v2, vec, m.UndefOf(v4), m.AggregateOf(m.VectorOf(i32, 2), m.I32(3), m.I32(0)))
	constant := m.PointerInto(shared, m.I32(0), m.I32(1))
	with(llvm.Instr{Op: llvm.OpAtomicRMW, Sub: llvm.RMWUMax, Flags: llvm.SequentiallyConsistent, Type: i32}, constant, n)
	with(llvm.Instr{Op: llvm.OpCmpXchg, Flags: llvm.AcquireRelease | llvm.Weak | llvm.Volatile, Sub: llvm.Monotonic, Type: m.StructOf("", i32, i1)}, constant, n, m.I32(9))
	with(llvm.Instr{Op: llvm.OpFence, Flags: llvm.Acquire})
	f.Jump(llvm.Instr{Op: llvm.OpBr}, []llvm.BlockID{b[2]})

	f.Begin(b[3]) // uses a value of a later block
	later := llvm.Local | (3 + llvm.Value(len(f.Instrs)) + 3)
	sum := add(llvm.OpAdd, i32, later, n)
	add(llvm.OpZExt, i64, later)
	f.Jump(llvm.Instr{Op: llvm.OpBr}, []llvm.BlockID{b[4], b[5]}, c)
	f.Begin(b[2])
	first := f.Jump(llvm.Instr{Op: llvm.OpPhi, Type: i32}, []llvm.BlockID{b[0]}, n)
	f.Jump(llvm.Instr{Op: llvm.OpSwitch}, []llvm.BlockID{b[3], b[1], b[4]}, first, m.I32(-5), m.I32(6))
	f.Begin(b[1])
	f.Jump(llvm.Instr{Op: llvm.OpBr}, []llvm.BlockID{b[3]})
	f.Begin(b[5])
	add(llvm.OpUnreachable, 0)
	f.Begin(b[4])
	result := f.Jump(llvm.Instr{Op: llvm.OpPhi, Type: i32}, []llvm.BlockID{b[3], b[2]}, sum, m.UndefOf(i32))
	f.Names = append(f.Names, make([]string, 3+len(f.Instrs)-1)...)
	f.Names[3+len(f.Instrs)-1] = "the result"
	add(llvm.OpRet, 0, result)

	helper := m.Define("helper", m.FuncType(void))
	helper.Linkage, helper.FastCall, helper.Attributes = llvm.Internal, true, llvm.NoInline|llvm.AlwaysInline|llvm.Convergent
	helper.Begin(helper.NewBlock())
	helper.Add(llvm.Instr{Op: llvm.OpRet})
	m.Name("odd name", m.Node(m.ValueMD(f.Value), m.ValueMD(m.F32(3)), m.ValueMD(constant)), m.Node())
	return m
}

func TestEverything(t *testing.T) {
	m := everything()
	text := m.Assembly()
	code, err := m.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	again, err := llvm.Read(code)
	if err != nil {
		t.Fatal(err)
	}
	if got := again.Assembly(); got != text {
		t.Errorf("the text differs when the module is read: %s", firstDifference(got, text))
	}
	if second, err := again.Bytes(); err != nil || !bytes.Equal(second, code) {
		t.Errorf("the bytes differ when the module is read: %v", err)
	}
	for op := llvm.OpAdd; op <= llvm.OpUnreachable; op++ {
		if name := op.String(); !strings.Contains(text, name) && name != "switch" {
			t.Errorf("%s is missing", name)
		}
	}
	for _, want := range []string{
		`@"\01?shared@@" = addrspace(3) global [3 x i32] undef, align 16`,
		`@table = internal unnamed_addr constant [3 x i32] [i32 1, i32 -2, i32 0], align 4`,
		`@0 = private constant [3 x i8] c"hi\00"`,
		`@text = linkonce_odr global [2 x i8] c"\FF\22"`,
		`@floats = global <4 x float> <float 1.000000e+00, float 0x3FB99999A0000000, float undef, float 0.000000e+00>`,
		`@outside = external global half`,
		`i32 addrspace(3)* getelementptr inbounds ([3 x i32], [3 x i32] addrspace(3)* @"\01?shared@@", i32 0, i32 2)`,
		`declare zeroext i32 @callee(i32, i8* nocapture nonnull) #0`,
		`define i32 @every(i32 %n, float, i1) {`,
		`  %43 = call i32 @callee(i32 %n, i8* noalias null) #2, !own.kind !`,
		`  %44 = tail call i32 @callee(i32 %43, i8* undef)`,
		` = fmul nnan ninf nsz arcp float %0, 0x37A16C2000000000`,
		` = add nuw nsw i32 %n, %n`,
		` = fcmp fast une float %0, 0.000000e+00`,
		` = fcmp ord double %`,
		`, 0x3FF0000000000001`,
		` = cmpxchg weak volatile i32 addrspace(3)* getelementptr inbounds`,
		`, i32 %n, i32 9 acq_rel monotonic`,
		`  fence acquire`,
		"    i32 -5, label %case\n",
		`  %"the result" = phi i32 [ %`,
		`define internal fastcc void @helper() #1 {`,
		`attributes #0 = { nounwind readonly "flag" "key"="value" }`,
		`attributes #1 = { alwaysinline convergent noinline }`,
		`!odd\20name = !{!0, !1}`,
		`{!"note\0A", null, i32 7}`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the text lacks %s", want)
		}
	}
	if t.Failed() {
		t.Log(text)
	}
	if tool, err := exec.LookPath("llvm-dis"); err == nil {
		run := exec.Command(tool, "-o", "-")
		run.Stdin = bytes.NewReader(code)
		if out, err := run.CombinedOutput(); err != nil {
			t.Errorf("llvm-dis: %v\n%s", err, out)
		}
	}
}

// TestMistakes: modules with mistakes give errors.
func TestMistakes(t *testing.T) {
	for _, c := range []struct {
		want  string
		build func(m *llvm.Module, f *llvm.Function)
	}{
		{"llvm: f: block 0 isn't ended", func(m *llvm.Module, f *llvm.Function) {
			f.Begin(f.NewBlock())
			f.Add(llvm.Instr{Op: llvm.OpFence, Flags: llvm.Acquire})
		}},
		{"llvm: f: instruction 0, add, has 1 operands and 0 targets", func(m *llvm.Module, f *llvm.Function) {
			f.Begin(f.NewBlock())
			f.Add(llvm.Instr{Op: llvm.OpAdd, Type: m.IntType(32)}, m.I32(1))
			f.Add(llvm.Instr{Op: llvm.OpRet})
		}},
		{"llvm: f: instruction 0, br, goes to block 7, which isn't there", func(m *llvm.Module, f *llvm.Function) {
			f.Begin(f.NewBlock())
			f.Jump(llvm.Instr{Op: llvm.OpBr}, []llvm.BlockID{7})
		}},
		{"llvm: f: the operand 0 is none of the module", func(m *llvm.Module, f *llvm.Function) {
			f.Begin(f.NewBlock())
			f.Add(llvm.Instr{Op: llvm.OpRet}, 0)
		}},
		{"llvm: f: the value 9 is none of the function", func(m *llvm.Module, f *llvm.Function) {
			f.Begin(f.NewBlock())
			f.Add(llvm.Instr{Op: llvm.OpRet}, llvm.Local|9)
		}},
		{"llvm: f: a call has arguments that its function doesn't take, or calls no function", func(m *llvm.Module, f *llvm.Function) {
			f.Begin(f.NewBlock())
			f.Add(llvm.Instr{Op: llvm.OpCall}, f.Value, m.I32(1))
			f.Add(llvm.Instr{Op: llvm.OpRet})
		}},
		{"llvm: f: instruction 0, select, has no type", func(m *llvm.Module, f *llvm.Function) {
			f.Begin(f.NewBlock())
			f.Add(llvm.Instr{Op: llvm.OpSelect}, m.I1(true), m.I32(1), m.I32(2))
			f.Add(llvm.Instr{Op: llvm.OpRet})
		}},
		{"llvm: the metadata 5 is none of the module", func(m *llvm.Module, f *llvm.Function) {
			f.Begin(f.NewBlock())
			f.Add(llvm.Instr{Op: llvm.OpRet})
			m.Name("list", 5)
		}},
	} {
		m := llvm.New()
		c.build(m, m.Define("f", m.FuncType(m.Of(llvm.Void))))
		if _, err := m.Bytes(); err == nil || err.Error() != c.want {
			t.Errorf("%v instead of %s", err, c.want)
		}
	}
}
