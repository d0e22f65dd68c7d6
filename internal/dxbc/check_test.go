package dxbc

import (
	"strings"
	"testing"
)

// TestCheck: a program that breaks a rule is refused at the instruction that breaks it. Programs of FXC
// are checked with its containers.
func TestCheck(t *testing.T) {
	for _, c := range []struct {
		name         string
		stage        Stage
		major, minor uint8
		make         func(p *Program)
		at           int
		reason       string
	}{
		{"model", Pixel, 4, 0, func(p *Program) { p.Emit(Instruction{Opcode: OpRcp}, []Operand{temp(p, 0), temp(p, 0)}) }, 0, "rcp is of shader model 5.0"},
		{"stage", Vertex, 5, 0, func(p *Program) { p.Emit(Instruction{Opcode: OpDiscard}, []Operand{temp(p, 0)}) }, 0, "isn't in programs of stage vs"},
		{"view", Pixel, 4, 0, func(p *Program) { p.Emit(Instruction{Opcode: OpStoreRaw}, nil) }, 0, "isn't in programs of stage ps"},
		{"operands", Pixel, 4, 0, func(p *Program) { p.Emit(Instruction{Opcode: OpMov}, []Operand{temp(p, 0)}) }, 0, "has 1 operands instead of 2"},
		{"words", Pixel, 4, 0, func(p *Program) { p.Emit(Instruction{Opcode: OpDclTemps}, nil) }, 0, "has 0 words instead of 1"},
		{"temporary", Pixel, 4, 0, func(p *Program) {
			p.Emit(Instruction{Opcode: OpDclTemps}, nil, 2)
			p.Emit(Instruction{Opcode: OpMov}, []Operand{temp(p, 1), temp(p, 2)})
		}, 1, "beyond the 2 of dcl_temps"},
		{"mask", Pixel, 4, 0, func(p *Program) {
			p.Emit(Instruction{Opcode: OpDclTemps}, nil, 2)
			p.Emit(Instruction{Opcode: OpMov}, []Operand{p.Register(Temp, Masked, 0, At(0)), temp(p, 1)})
		}, 1, "writes no component"},
		{"array", Pixel, 4, 0, func(p *Program) {
			p.Emit(Instruction{Opcode: OpDclIndexableTemp}, nil, 0, 4, 4)
			p.Emit(Instruction{Opcode: OpMov}, []Operand{p.Register(IndexableTemp, Masked, 1, At(0), At(4)), p.Immediate(1)})
		}, 1, "element beyond it"},
		{"index", Pixel, 4, 0, func(p *Program) {
			p.Emit(Instruction{Opcode: OpDclIndexableTemp}, nil, 0, 4, 4)
			p.Emit(Instruction{Opcode: OpMov}, []Operand{p.Register(IndexableTemp, Masked, 1, At(0), p.AtRelative(0, temp(p, 0))), p.Immediate(1)})
		}, 1, "dcl_temps"},
		{"undeclared", Pixel, 5, 0, func(p *Program) {
			p.Emit(Instruction{Opcode: OpDclOutput}, []Operand{p.Register(Output, Masked, 15, At(0))})
			p.Emit(Instruction{Opcode: OpMov}, []Operand{p.Register(Output, Masked, 15, At(1)), p.Immediate(1)})
		}, 1, "register o1, which isn't declared"},
		{"kind", Pixel, 5, 0, func(p *Program) {
			p.Emit(Instruction{Opcode: OpDclInput}, []Operand{p.Register(InputThreadID, Masked, 15)})
		}, 0, "operand vThreadID, which isn't in programs of stage ps"},
		{"constants", Pixel, 5, 0, func(p *Program) {
			p.Emit(Instruction{Opcode: OpDclTemps}, nil, 1)
			p.Emit(Instruction{Opcode: OpCustomData, Control: CustomClass(CustomConstantBuffer)}, nil, 1, 2, 3, 4)
			p.Emit(Instruction{Opcode: OpMov}, []Operand{temp(p, 0), p.Register(ImmediateConstantBuffer, Swizzled, Identity, At(1))})
		}, 2, "beyond the 1 of the immediate"},
		{"else", Pixel, 5, 0, func(p *Program) { p.Emit(Instruction{Opcode: OpElse}, nil) }, 0, "else is in no if"},
		{"endloop", Pixel, 5, 0, func(p *Program) { p.Emit(Instruction{Opcode: OpEndloop}, nil) }, 0, "endloop has no loop"},
		{"break", Pixel, 5, 0, func(p *Program) { p.Emit(Instruction{Opcode: OpBreak}, nil) }, 0, "break is in no loop"},
		{"open", Pixel, 5, 0, func(p *Program) { p.Emit(Instruction{Opcode: OpLoop}, nil) }, 1, "loop has no end"},
		{"ret", Pixel, 5, 0, func(p *Program) {}, 0, "end with ret"},
	} {
		p := NewProgram(c.stage, c.major, c.minor)
		c.make(p)
		err, is := p.Check().(*CheckError)
		if !is || err.Instruction != c.at || !strings.Contains(err.Reason, c.reason) {
			t.Errorf("%s: %v instead of instruction %d: %s", c.name, p.Check(), c.at, c.reason)
		}
	}
}

// temp is a temporary register.
func temp(p *Program, n uint32) Operand { return p.Register(Temp, Masked, 15, At(n)) }
