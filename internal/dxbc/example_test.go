package dxbc_test

import (
	"fmt"

	"refract/internal/dxbc"
)

// A program is instructions over registers.
func ExampleProgram() {
	p := dxbc.NewProgram(dxbc.Vertex, 4, 0)
	out := p.Register(dxbc.Output, dxbc.Masked, 15, dxbc.At(0))
	p.Emit(dxbc.Instruction{Opcode: dxbc.OpDclOutputSIV}, []dxbc.Operand{out}, uint32(dxbc.ValuePosition))
	p.Emit(dxbc.Instruction{Opcode: dxbc.OpMov}, []dxbc.Operand{out, p.Immediate(0, 0, 0, 0x3f800000)})
	p.Emit(dxbc.Instruction{Opcode: dxbc.OpDiscard, Control: dxbc.NonZero}, []dxbc.Operand{p.Register(dxbc.Temp, dxbc.Selected, 2, dxbc.At(1))})
	fmt.Print(p)
	// Output:
	// vs_4_0
	// dcl_output_siv o0.xyzw, position
	// mov o0.xyzw, l(0,0,0,1.000000)
	// discard_nz r1.z
}
