package dxbc

// This file derives parts of resource definitions: the order of bindings, and the variables that a program
// reads.

import (
	"cmp"
	"slices"
)

// class is the place of the binding's kind in the order of FXC: samplers, textures, views, constant buffers.
func (b *Binding) class() int {
	switch b.Type {
	case InputSampler:
		return 0
	case InputTexture, InputTextureBuffer, InputStructured, InputByteAddress:
		return 1
	case InputConstantBuffer:
		return 3
	}
	return 2
}

// SortBindings puts bindings in the order of FXC: by class, space and register. In model 5.1 it numbers
// them, by class: programs declare and use the numbers.
func (d *ResourceDefinitions) SortBindings() {
	slices.SortStableFunc(d.Bindings, func(a, b Binding) int {
		return cmp.Or(cmp.Compare(a.class(), b.class()), cmp.Compare(a.Space, b.Space), cmp.Compare(a.Point, b.Point))
	})
	if d.Major < 5 || d.Minor < 1 {
		return
	}
	var next [4]uint32
	for i := range d.Bindings {
		b := &d.Bindings[i]
		b.ID = next[b.class()]
		next[b.class()]++
	}
}

// MarkUsed sets VariableUsed of the variables of constant buffers that the program reads, and removes it
// from the others. Definitions with interfaces keep their flags: programs reach variables through
// pointers.
func (d *ResourceDefinitions) MarkUsed(p *Program) {
	if d.Slots > 0 {
		return
	}
	for i := range d.Buffers {
		b := &d.Buffers[i]
		if b.Kind != BufferConstants {
			continue
		}
		for k := range b.Variables {
			b.Variables[k].Flags &^= VariableUsed
		}
		if register, is := d.registerOf(b); is {
			u := bufferUse{program: p, buffer: b, register: register}
			u.mark()
		}
	}
}

// registerOf is the register of a constant buffer, or its number in model 5.1.
func (d *ResourceDefinitions) registerOf(b *Buffer) (uint32, bool) {
	for i := range d.Bindings {
		x := &d.Bindings[i]
		if x.Type == InputConstantBuffer && x.Name == b.Name {
			if d.Major == 5 && d.Minor >= 1 {
				return x.ID, true
			}
			return x.Point, true
		}
	}
	return 0, false
}

// bufferUse marks the variables of a buffer.
type bufferUse struct {
	program  *Program
	buffer   *Buffer
	register uint32
}

func (u *bufferUse) mark() {
	for i := range u.program.Instructions {
		in := &u.program.Instructions[i]
		if in.Opcode.Class() == ClassDeclare {
			continue
		}
		operands := u.program.OperandsOf(in)
		read := in.read(operands)
		for k := range operands {
			u.operand(&operands[k], read)
		}
	}
}

// read is the mask of a source's components that an instruction reads.
func (in *Instruction) read(operands []Operand) uint8 {
	switch in.Opcode {
	case OpDp2:
		return 3
	case OpDp3:
		return 7
	case OpDp4:
		return 15
	}
	if in.Opcode.Destinations() > 0 && operands[0].Form == Masked {
		return operands[0].Select
	}
	return 15
}

// operand marks the variables that an operand and the operands of its indices read.
func (u *bufferUse) operand(o *Operand, read uint8) {
	x := u.program.IndicesOf(o)
	for i := range x {
		if x[i].Kind != IndexImmediate {
			u.operand(&u.program.Operands[x[i].Relative], 1)
		}
	}
	if o.Kind != ConstantBuffer || len(x) < 2 || x[0].Value != u.register {
		return
	}
	last := &x[len(x)-1]
	var bytes [4]bool // the components that are read
	for k := range 4 {
		switch {
		case read>>k&1 == 0:
		case o.Form == Selected:
			bytes[o.Select&3] = true
		default:
			bytes[o.Select>>(2*k)&3] = true
		}
	}
	for i := range u.buffer.Variables {
		v := &u.buffer.Variables[i]
		for k := range uint64(4) {
			at := uint64(last.Value)*16 + 4*k
			if bytes[k] && uint64(v.Offset) <= at && at < uint64(v.Offset)+uint64(v.Size) {
				v.Flags |= VariableUsed
			}
		}
		// An address that isn't known may be anywhere in the variable that has its first register.
		if first := uint64(last.Value) * 16; last.Kind != IndexImmediate && uint64(v.Offset) < first+16 && first < uint64(v.Offset)+uint64(v.Size) && v.Size >= 16 {
			v.Flags |= VariableUsed
		}
	}
}
