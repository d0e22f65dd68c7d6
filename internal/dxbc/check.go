package dxbc

// This file checks programs: opcodes and operands that the shader model and the stage have, registers that
// are declared, control flow that is nested. Direct3D's runtime refuses programs that break these rules.

import "fmt"

// A CheckError is a rule that a program breaks.
type CheckError struct {
	Instruction int // its number, or that of instructions for the end of the program
	Reason      string
}

func (e *CheckError) Error() string {
	return fmt.Sprintf("instruction %d: %s", e.Instruction, e.Reason)
}

// Check returns the first rule that the program breaks as a *[CheckError], or nil.
func (p *Program) Check() error {
	c := &checker{program: p, model: 10*p.Major + p.Minor}
	for i := range p.Instructions {
		in := &p.Instructions[i]
		reason := c.instruction(in)
		if reason == "" {
			reason = c.flow(in)
		}
		if reason != "" {
			return &CheckError{i, in.Opcode.String() + " " + reason}
		}
	}
	switch {
	case len(c.open) > 0:
		return &CheckError{len(p.Instructions), c.open[len(c.open)-1].String() + " has no end"}
	case c.last != OpRet && c.last != OpHSDecls:
		return &CheckError{len(p.Instructions), "the program doesn't end with ret"}
	}
	return nil
}

// registers are the numbers of declared registers of a file.
type registers map[uint32]bool

// checker checks a program.
type checker struct {
	program   *Program
	model     uint8
	temps     uint32            // declared in this phase
	arrays    map[uint32]uint32 // sizes of indexable temporaries
	constants uint32            // vectors of the immediate constant buffer
	declared  [operandKinds]registers
	open      []Opcode // if, else, loop, switch that have no end yet
	last      Opcode   // the last instruction that isn't a declaration
}

func (c *checker) instruction(in *Instruction) string {
	p := c.program
	r := &rows[in.Opcode]
	compute := r.stages == all && r.model == 40 && c.model < 50 && p.Stage != Compute && c.isView(in.Opcode)
	switch {
	case c.model < r.model:
		return fmt.Sprintf("is of shader model %d.%d", r.model/10, r.model%10)
	case r.stages>>p.Stage&1 == 0 || compute:
		return "isn't in programs of stage " + p.Stage.Prefix()
	case r.class != ClassData && in.Operands.Count != uint32(r.dests)+uint32(r.sources):
		return fmt.Sprintf("has %d operands instead of %d", in.Operands.Count, r.dests+r.sources)
	case in.Words.Count < uint32(r.words):
		return fmt.Sprintf("has %d words instead of %d", in.Words.Count, r.words)
	}
	operands := p.OperandsOf(in)
	switch r.class {
	case ClassDeclare:
		return c.declare(in, operands)
	case ClassData:
		if in.Control.Custom() == CustomConstantBuffer {
			c.constants = in.Words.Count / 4
		}
		return ""
	case ClassPhase:
		c.temps, c.arrays = 0, nil
		return ""
	}
	c.last = in.Opcode
	for i := range operands {
		if i < int(r.dests) && operands[i].Form == Masked && operands[i].Select == 0 && operands[i].Kind != Null {
			return "writes no component"
		}
		if reason := c.operand(&operands[i]); reason != "" {
			return reason
		}
	}
	return ""
}

// isView reports whether model 4 has an opcode in compute programs only.
func (c *checker) isView(op Opcode) bool {
	switch op {
	case OpDclUAVRaw, OpDclUAVStructured, OpStoreRaw, OpStoreStructured, OpSync:
		return true
	}
	return false
}

// declare notes a declaration.
func (c *checker) declare(in *Instruction, operands []Operand) string {
	words := c.program.WordsOf(in)
	switch in.Opcode {
	case OpDclTemps:
		c.temps = words[0]
	case OpDclIndexableTemp:
		if c.arrays == nil {
			c.arrays = map[uint32]uint32{}
		}
		c.arrays[words[0]] = words[1]
	case OpDclIndexRange:
		return ""
	}
	for i := range operands {
		o := &operands[i]
		if reason := c.kind(o.Kind); reason != "" {
			return reason
		}
		if c.declared[o.Kind] == nil {
			c.declared[o.Kind] = registers{}
		}
		c.declared[o.Kind][c.number(o)] = true
	}
	return ""
}

// kind checks that the model and the stage have a kind of operand.
func (c *checker) kind(k OperandKind) string {
	r := &operandRows[k]
	switch {
	case c.model < r.model:
		return fmt.Sprintf("has the operand %s of shader model %d.%d", r.name, r.model/10, r.model%10)
	case r.stages>>c.program.Stage&1 == 0:
		return fmt.Sprintf("has the operand %s, which isn't in programs of stage %s", r.name, c.program.Stage.Prefix())
	}
	return ""
}

// number is the number of a register: the last index of inputs and outputs, the first of other files.
func (c *checker) number(o *Operand) uint32 {
	x := c.program.IndicesOf(o)
	if len(x) == 0 {
		return 0
	}
	switch o.Kind {
	case Input, Output, InputControlPoint, OutputControlPoint, InputPatchConstant:
		return x[len(x)-1].Value
	}
	return x[0].Value
}

// operand checks an operand and the operands of its indices.
func (c *checker) operand(o *Operand) string {
	if reason := c.kind(o.Kind); reason != "" {
		return reason
	}
	x := c.program.IndicesOf(o)
	relative := false
	for i := range x {
		if x[i].Kind != IndexImmediate {
			relative = true
			if reason := c.operand(&c.program.Operands[x[i].Relative]); reason != "" {
				return reason
			}
		}
	}
	switch o.Kind {
	case Immediate32, Immediate64, Null, Rasterizer, Label, FunctionBody, FunctionTable, Interface, FunctionInput, FunctionOutput, ThisPointer:
		return ""
	case Temp:
		if len(x) != 1 || x[0].Value >= c.temps {
			return fmt.Sprintf("has a temporary beyond the %d of dcl_temps", c.temps)
		}
		return ""
	case IndexableTemp:
		size, is := uint32(0), false
		if len(x) == 2 {
			size, is = c.arrays[x[0].Value], true
		}
		if !is || !relative && x[1].Value >= size {
			return "has an array that isn't declared, or an element beyond it"
		}
		return ""
	case ImmediateConstantBuffer:
		if len(x) != 1 || c.constants == 0 || !relative && x[0].Value >= c.constants {
			return fmt.Sprintf("has a vector beyond the %d of the immediate constant buffer", c.constants)
		}
		return ""
	}
	if relative && (o.Kind == Input || o.Kind == Output || o.Kind == InputControlPoint || o.Kind == OutputControlPoint || o.Kind == InputPatchConstant) {
		return ""
	}
	if !c.declared[o.Kind][c.number(o)] {
		return fmt.Sprintf("has the register %s%d, which isn't declared", operandRows[o.Kind].name, c.number(o))
	}
	return ""
}

// ends are the instructions that close others.
var ends = [...]struct{ open, other, end Opcode }{
	{OpIf, OpElse, OpEndif},
	{OpLoop, OpLoop, OpEndloop},
	{OpSwitch, OpSwitch, OpEndswitch},
}

// flow checks that control flow is nested.
func (c *checker) flow(in *Instruction) string {
	top := OpNop
	if n := len(c.open); n > 0 {
		top = c.open[n-1]
	}
	switch in.Opcode {
	case OpIf, OpLoop, OpSwitch:
		c.open = append(c.open, in.Opcode)
	case OpElse:
		if top != OpIf {
			return "is in no if"
		}
		c.open[len(c.open)-1] = OpElse
	case OpEndif, OpEndloop, OpEndswitch:
		for _, e := range ends {
			if e.end == in.Opcode && top != e.open && top != e.other {
				return "has no " + e.open.String()
			}
		}
		c.open = c.open[:len(c.open)-1]
	case OpCase, OpDefault:
		if top != OpSwitch {
			return "is in no switch"
		}
	case OpBreak, OpBreakc, OpContinue, OpContinuec:
		for _, o := range c.open {
			if o == OpLoop || o == OpSwitch && (in.Opcode == OpBreak || in.Opcode == OpBreakc) {
				return ""
			}
		}
		return "is in no loop"
	}
	return ""
}
