package dxbc

// This file joins moves to components of one register:
//
//	mov r0.x, l(0)              mov r0.xyw, l(0,1.0,0,0)
//	mov r0.yw, l(0,1.0,0,0)
//
// Both read immediates, or components of one register that the first doesn't write.

import "refract/internal/dxbc"

// joinMove lets the last instruction of a program take on the move that would follow it, and
// reports whether it has.
func joinMove(p *dxbc.Program, in *dxbc.Instruction, operands []dxbc.Operand) bool {
	n := len(p.Instructions)
	if n == 0 || in.Opcode != dxbc.OpMov || in.Control != 0 {
		return false
	}
	last := &p.Instructions[n-1]
	if last.Opcode != dxbc.OpMov || last.Control != 0 {
		return false
	}
	list := p.OperandsOf(last)
	to, from := &list[0], &list[1]
	if !sameRegister(p, to, &operands[0]) || to.Form != dxbc.Masked || operands[0].Form != dxbc.Masked || to.Select&operands[0].Select != 0 {
		return false
	}
	a, b := to.Select, operands[0].Select
	switch {
	case from.Kind == dxbc.Immediate32 && operands[1].Kind == dxbc.Immediate32:
		var words [4]uint32
		for lane := range words {
			switch {
			case a>>lane&1 != 0:
				words[lane] = immediateAt(p, from, lane)
			case b>>lane&1 != 0:
				words[lane] = immediateAt(p, &operands[1], lane)
			}
		}
		*from = p.Immediate(words[:]...)
	case sameRegister(p, from, &operands[1]) && from.Modifier == operands[1].Modifier && !sameRegister(p, from, to):
		var swizzle uint8
		for lane := range 4 {
			s := from
			if b>>lane&1 != 0 {
				s = &operands[1]
			}
			swizzle |= readAt(s, lane) << (2 * lane)
		}
		from.Form, from.Select = dxbc.Swizzled, swizzle
	default:
		return false
	}
	to.Select = a | b
	return true
}

// movesNothing reports whether a move leaves every component as it is.
func movesNothing(p *dxbc.Program, in *dxbc.Instruction, operands []dxbc.Operand) bool {
	if in.Opcode != dxbc.OpMov || in.Control&dxbc.Saturate != 0 || operands[1].Modifier != 0 || !sameRegister(p, &operands[0], &operands[1]) {
		return false
	}
	for lane := range 4 {
		if operands[0].Select>>lane&1 != 0 && readAt(&operands[1], lane) != uint8(lane) {
			return false
		}
	}
	return true
}

// immediateAt is the value of an immediate operand for a lane.
func immediateAt(p *dxbc.Program, o *dxbc.Operand, lane int) uint32 {
	v := p.ValuesOf(o)
	return v[min(lane, len(v)-1)]
}

// readAt is the component that a source reads for a lane.
func readAt(o *dxbc.Operand, lane int) uint8 {
	if o.Form == dxbc.Selected {
		return o.Select
	}
	return o.Select >> (2 * lane) & 3
}

// sameRegister reports whether operands are components of one register with known numbers.
func sameRegister(p *dxbc.Program, a, b *dxbc.Operand) bool {
	if a.Kind != b.Kind || a.Dimensions != b.Dimensions || a.Form < dxbc.Masked || b.Form < dxbc.Masked || a.Kind == dxbc.Immediate32 {
		return false
	}
	x, y := p.IndicesOf(a), p.IndicesOf(b)
	for k := range x {
		if x[k].Kind != dxbc.IndexImmediate || x[k] != y[k] {
			return false
		}
	}
	return true
}
