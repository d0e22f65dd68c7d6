package dxil_test

import (
	"fmt"

	"refract/internal/dxil"
	"refract/internal/llvm"
)

// A shader's parts become a container, whose text names them.
func Example() {
	m := llvm.New()
	functions := &dxil.Functions{Module: m}
	main := m.Define("main", m.FuncType(m.Of(llvm.Void)))
	main.Begin(main.NewBlock())
	thread, err := functions.Get(dxil.OpThreadId, m.IntType(32))
	if err != nil {
		fmt.Println(err)
		return
	}
	main.Add(llvm.Instr{Op: llvm.OpCall, Type: m.IntType(32)}, thread.Value, m.I32(int64(dxil.OpThreadId)), m.I32(0))
	main.Add(llvm.Instr{Op: llvm.OpRet})
	code, err := m.Bytes()
	if err != nil {
		fmt.Println(err)
		return
	}
	s := &dxil.Shader{Program: &dxil.Program{Stage: dxil.Compute, Major: 6, DXILMajor: 1, Bitcode: code}}
	c, err := s.Container()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(dxil.Text(c))
	// Output:
	// ;
	// ; Buffer Definitions:
	// ;
	// ;
	// ; Resource Bindings:
	// ;
	// ; Name                                 Type  Format         Dim      ID      HLSL Bind  Count
	// ; ------------------------------ ---------- ------- ----------- ------- -------------- ------
	// ;
	//
	// define void @main() {
	//   %1 = call i32 @dx.op.threadId.i32(i32 93, i32 0)  ; ThreadId(component)
	//   ret void
	// }
	//
	// ; Function Attrs: nounwind readnone
	// declare i32 @dx.op.threadId.i32(i32, i32) #0
	//
	// attributes #0 = { nounwind readnone }
	//  <nil>
}

// A root signature is text in HLSL.
func ExampleParseRootSignatureText() {
	s, err := dxil.ParseRootSignatureText("CBV(b0), DescriptorTable(SRV(t0, numDescriptors=2), UAV(u0))", dxil.RootVersion11)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(s.Bytes()), s)
	// Output: 116 CBV(b0), DescriptorTable(SRV(t0, numDescriptors = 2), UAV(u0))
}
