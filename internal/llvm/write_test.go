package llvm_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"os/exec"
	"strings"
	"testing"

	"refract/internal/dxbc"
	"refract/internal/harness"
	"refract/internal/llvm"
)

// addShader returns a module as DXC's of a compute shader that doubles a word of a buffer in a loop.
func addShader() *llvm.Module {
	m := llvm.New()
	m.Triple = "dxil-ms-dx"
	m.DataLayout = "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64"
	void, i1, i8, i32 := m.Of(llvm.Void), m.IntType(1), m.IntType(8), m.IntType(32)
	handle := m.StructOf("dx.types.Handle", m.PointerTo(i8, 0))
	result := m.StructOf("dx.types.ResRet.i32", i32, i32, i32, i32, i32)
	f := m.Define("main", m.FuncType(void))
	create := m.Declare("dx.op.createHandle", m.FuncType(handle, i32, i8, i32, i32, i1), llvm.NoUnwind|llvm.ReadOnly)
	load := m.Declare("dx.op.bufferLoad.i32", m.FuncType(result, i32, handle, i32, i32), llvm.NoUnwind|llvm.ReadOnly)
	store := m.Declare("dx.op.bufferStore.i32", m.FuncType(void, i32, handle, i32, i32, i32, i32, i32, i32, i8), llvm.NoUnwind)
	thread := m.Declare("dx.op.threadId.i32", m.FuncType(i32, i32, i32), llvm.NoUnwind|llvm.ReadNone)

	entry, loop, end := f.NewBlock(), f.NewBlock(), f.NewBlock()
	f.Begin(entry)
	call := func(t llvm.Type, args ...llvm.Value) llvm.Value {
		return f.Add(llvm.Instr{Op: llvm.OpCall, Type: t}, args...)
	}
	h := call(handle, create.Value, m.I32(57), m.I8(1), m.I32(0), m.I32(0), m.I1(false))
	id := call(i32, thread.Value, m.I32(93), m.I32(0))
	at := f.Add(llvm.Instr{Op: llvm.OpShl, Type: i32}, id, m.I32(2))
	r := call(result, load.Value, m.I32(68), h, at, m.UndefOf(i32))
	x := f.Add(llvm.Instr{Op: llvm.OpExtractValue, Type: i32, Sub: 0}, r)
	f.Jump(llvm.Instr{Op: llvm.OpBr, Type: void}, []llvm.BlockID{loop})
	f.Begin(loop)
	sum := f.Jump(llvm.Instr{Op: llvm.OpPhi, Type: i32}, []llvm.BlockID{entry, loop}, x, llvm.Local)
	i := f.Jump(llvm.Instr{Op: llvm.OpPhi, Type: i32}, []llvm.BlockID{entry, loop}, m.I32(0), llvm.Local)
	f.Operands(f.InstrOf(sum))[1] = f.Add(llvm.Instr{Op: llvm.OpAdd, Type: i32}, sum, x)
	next := f.Add(llvm.Instr{Op: llvm.OpAdd, Type: i32, Flags: llvm.NoSignedWrap}, i, m.I32(1))
	f.Operands(f.InstrOf(i))[1] = next
	done := f.Add(llvm.Instr{Op: llvm.OpICmp, Sub: llvm.IEQ, Type: i1}, next, m.I32(5))
	f.Jump(llvm.Instr{Op: llvm.OpBr, Type: void}, []llvm.BlockID{end, loop}, done)
	f.Begin(end)
	u := m.UndefOf(i32)
	f.Add(llvm.Instr{Op: llvm.OpCall, Type: void}, store.Value, m.I32(69), h, at, u, f.Operands(f.InstrOf(sum))[1], u, u, u, m.I8(1))
	f.Add(llvm.Instr{Op: llvm.OpRet, Type: void})

	buffer := m.StructOf("struct.RWByteAddressBuffer", i32)
	uav := m.Node(m.Int(0), m.ValueMD(m.UndefOf(m.PointerTo(buffer, 0))), m.Text(""), m.Int(0), m.Int(0), m.Int(1),
		m.Int(11), m.ValueMD(m.I1(false)), m.ValueMD(m.I1(false)), m.ValueMD(m.I1(false)), 0)
	resources := m.Node(0, m.Node(uav), 0, 0)
	m.Name("llvm.ident", m.Node(m.Text("refract")))
	m.Name("dx.version", m.Node(m.Int(1), m.Int(0)))
	m.Name("dx.valver", m.Node(m.Int(1), m.Int(10)))
	m.Name("dx.shaderModel", m.Node(m.Text("cs"), m.Int(6), m.Int(0)))
	m.Name("dx.resources", resources)
	m.Name("dx.entryPoints", m.Node(m.ValueMD(f.Value), m.Text("main"), 0, resources,
		m.Node(m.Int(0), m.ValueMD(m.I64(16)), m.Int(4), m.Node(m.Int(8), m.Int(1), m.Int(1)))))
	return m
}

const addSource = `RWByteAddressBuffer b : register(u0);
[numthreads(8, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
	uint x = b.Load(4 * id.x), s = x;
	[loop] for (int i = 0; i < 5; i++) s += x;
	b.Store(4 * id.x, s);
}`

// row is a shader for DXC.
type row struct {
	Name    string `json:"name"`
	Source  string `json:"source"`
	Entry   string `json:"entry"`
	Profile string `json:"profile"`
}

// validated is a container for the validator.
type validated struct {
	Name string `json:"name"`
	DXIL []byte `json:"dxil"`
}

// replaced returns a container with other bitcode.
func replaced(t testing.TB, container, bitcode []byte) []byte {
	t.Helper()
	c, err := dxbc.ReadContainer(container)
	if err != nil {
		t.Fatal(err)
	}
	for i := range c.Chunks {
		if k := &c.Chunks[i]; k.Kind == dxbc.ChunkDXIL {
			head := bytes.Clone(k.Data[:24])
			binary.LittleEndian.PutUint32(head[4:], uint32(24+len(bitcode))/4)
			binary.LittleEndian.PutUint32(head[20:], uint32(len(bitcode)))
			k.Data = append(head, bitcode...)
		}
	}
	return c.Bytes()
}

// TestValid has Microsoft's validator read a module.
func TestValid(t *testing.T) {
	code, err := addShader().Bytes()
	if err != nil {
		t.Fatal(err)
	}
	if again, err := addShader().Bytes(); err != nil || !bytes.Equal(again, code) {
		t.Fatal("the bytes differ", err)
	}
	v := harness.Oracle(t, "hlsl", []row{{"add", addSource, "main", "cs_6_0"}}, "--code")[0]
	if !v.OK {
		t.Fatal(v.Text())
	}
	theirs, err := base64.StdEncoding.DecodeString(v.Code)
	if err != nil {
		t.Fatal(err)
	}
	v = harness.Oracle(t, "dxil", []validated{{"add", replaced(t, theirs, code)}}, "--text")[0]
	if !v.OK {
		t.Fatal(v.Messages)
	}
	if !strings.Contains(v.Disassembly, "phi i32 [ %5, %0 ], [ %9, %6 ]") {
		t.Error(v.Disassembly)
	}
}

// TestAnalyzer has LLVM's own analyzer, if there is one, read a module.
func TestAnalyzer(t *testing.T) {
	tool, err := exec.LookPath("llvm-bcanalyzer")
	if err != nil {
		t.Skip(err)
	}
	code, err := addShader().Bytes()
	if err != nil {
		t.Fatal(err)
	}
	run := exec.Command(tool, "-dump")
	run.Stdin = bytes.NewReader(code)
	if out, err := run.CombinedOutput(); err != nil || !bytes.Contains(out, []byte("</MODULE_BLOCK>")) {
		t.Errorf("%v\n%s", err, out)
	}
}
