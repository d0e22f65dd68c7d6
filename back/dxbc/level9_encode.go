package dxbc

// This file makes the instructions of a program of shader model 2 from the machine form, whose
// registers have places.

import (
	"refract/internal/dxbc"
)

// opcodes9 are the opcodes of model 2 of instructions of model 4.
var opcodes9 = [...]dxbc.Opcode9{
	dxbc.OpMov: dxbc.Op9Mov, dxbc.OpAdd: dxbc.Op9Add, dxbc.OpMul: dxbc.Op9Mul, dxbc.OpMad: dxbc.Op9Mad, dxbc.OpMin: dxbc.Op9Min, dxbc.OpMax: dxbc.Op9Max,
	dxbc.OpFrc: dxbc.Op9Frc, dxbc.OpRcp: dxbc.Op9Rcp, dxbc.OpRsq: dxbc.Op9Rsq, dxbc.OpExp: dxbc.Op9Exp, dxbc.OpLog: dxbc.Op9Log, dxbc.OpDp3: dxbc.Op9Dp3,
	dxbc.OpDp4: dxbc.Op9Dp4, dxbc.OpDerivRTX: dxbc.Op9Dsx, dxbc.OpDerivRTY: dxbc.Op9Dsy,
}

// An encoder9 makes a program.
type encoder9 struct {
	g         *generator
	p         *dxbc.Program9
	constants *constants9
	firstDef  int
	addresses [4]address9 // the contents of a0
}

// An address9 is a lane of a register that a component of a0 holds.
type address9 struct {
	reg   uint32
	lane  uint8
	known bool
}

// instructions appends all instructions.
func (e *encoder9) instructions() {
	g := e.g
	for k := range g.instrs {
		in := &g.instrs[k]
		list := g.operandsOf(in)
		if e.movesNothing(in, list) {
			continue
		}
		out := dxbc.Instruction9{Opcode: e.opcode(in.op)}
		if isTexture9(in.op) {
			out.Control = uint8(in.control)
		}
		e.loadAddresses(list)
		var tokens [12]uint32
		e.p.Emit(out, e.tokens(tokens[:0], in, list)...)
		e.forget(in, list)
	}
}

// opcode is the opcode of model 2.
func (e *encoder9) opcode(o dxbc.Opcode) dxbc.Opcode9 {
	if o&mark9 != 0 {
		return dxbc.Opcode9(o &^ mark9)
	}
	if int(o) < len(opcodes9) {
		return opcodes9[o]
	}
	return 0
}

// movesNothing reports whether a move leaves every component as it is.
func (e *encoder9) movesNothing(in *instr, list []operand) bool {
	if in.op != dxbc.OpMov || in.control != 0 || list[0].kind != dxbc.Temp || list[1].kind != dxbc.Temp || list[1].modifier != 0 {
		return false
	}
	to, from := &e.g.regs[list[0].reg], &e.g.regs[list[1].reg]
	if to.fixed || from.fixed || to.reg != from.reg {
		return false
	}
	for k := range 4 {
		if list[0].mask>>k&1 != 0 && to.lanes[k] != from.lanes[list[1].swizzle[k]] {
			return false
		}
	}
	return true
}

// loadAddresses loads the indices of an instruction's operands.
func (e *encoder9) loadAddresses(list []operand) {
	for k := range list {
		rel := list[k].rel
		if rel.reg == 0 {
			continue
		}
		a := e.address(rel)
		at := e.find(a)
		if at >= 0 {
			continue
		}
		at = 0
		for at < 3 && e.addresses[at].known {
			at++
		}
		e.addresses[at] = a
		e.p.Emit(dxbc.Instruction9{Opcode: dxbc.Op9Mova}, dxbc.Destination9(dxbc.File9Address, 0, 1<<at, 0),
			dxbc.Source9(dxbc.File9Temp, int(a.reg), 0x55*a.lane, 0))
	}
}

// address is the place of an index.
func (e *encoder9) address(rel relative) address9 {
	r := &e.g.regs[rel.reg]
	return address9{r.reg, r.lanes[rel.comp], true}
}

// find is the component of a0 that holds an index, or -1.
func (e *encoder9) find(a address9) int {
	for k := range e.addresses {
		if e.addresses[k] == a {
			return k
		}
	}
	return -1
}

// forget drops the indices whose registers an instruction writes.
func (e *encoder9) forget(in *instr, list []operand) {
	for _, o := range list[:in.dests] {
		if o.kind != dxbc.Temp || e.g.regs[o.reg].fixed {
			continue
		}
		r := &e.g.regs[o.reg]
		for k := range e.addresses {
			if a := &e.addresses[k]; a.known && a.reg == r.reg {
				*a = address9{}
			}
		}
	}
}

// tokens appends the tokens of the operands.
func (e *encoder9) tokens(tokens []uint32, in *instr, list []operand) []uint32 {
	g := e.g
	mask, lanes := uint8(0), identity
	if in.dests > 0 {
		d := &list[0]
		r := &g.regs[d.reg]
		for k := range 4 {
			if d.mask>>k&1 != 0 {
				lanes[k] = r.lanes[k]
				mask |= 1 << lanes[k]
			}
		}
		modifiers := uint8(0)
		if !isTexture9(in.op) && in.control&dxbc.Saturate != 0 {
			modifiers = dxbc.Dest9Saturate
		}
		file, number := e.output(r)
		if r.kind == dxbc.OutputDepth && r.fixed {
			mask = 15
		}
		tokens = append(tokens, dxbc.Destination9(file, number, mask, modifiers))
	}
	if in.op == mark9|dxbc.Opcode(dxbc.Op9Texkill) {
		return append(tokens, dxbc.Destination9(dxbc.File9Temp, int(g.regs[list[0].reg].reg), 15, 0))
	}
	for k := int(in.dests); k < len(list); k++ {
		tokens = e.source(tokens, in, list, k, lanes)
	}
	return tokens
}

// output is the file and number of a destination.
func (e *encoder9) output(r *vreg) (dxbc.File9, int) {
	if !r.fixed {
		return dxbc.File9Temp, int(r.reg)
	}
	switch {
	case r.kind == position9:
		return dxbc.File9RastOut, 0
	case r.kind == dxbc.OutputDepth:
		return dxbc.File9DepthOut, 0
	case e.g.nine.pixel:
		return dxbc.File9ColorOut, int(r.output)
	}
	return dxbc.File9TexCoordOut, texcoord9(e.g.w.outputs, r.output)
}

// texcoord9 is the number of a register between stages without the one of the position.
func texcoord9(list []element, reg uint32) int {
	n := int(reg)
	for k := range list {
		if e := &list[k]; e.SystemValue == dxbc.ValuePosition && e.Register < reg {
			n--
		}
	}
	return n
}

// source appends the tokens of a source.
func (e *encoder9) source(tokens []uint32, in *instr, list []operand, k int, lanes [4]uint8) []uint32 {
	g := e.g
	o := &list[k]
	if o.kind == dxbc.Sampler {
		return append(tokens, dxbc.Source9(dxbc.File9Sampler, int(o.reg), dxbc.Identity, 0))
	}
	file, number := dxbc.File9Temp, 0
	lane := func(comp uint8) uint8 { return comp }
	switch o.kind {
	case dxbc.Temp:
		r := &g.regs[o.reg]
		number = int(r.reg)
		lane = func(comp uint8) uint8 { return r.lanes[comp] }
	case dxbc.Input:
		lane = func(comp uint8) uint8 { return min(3, o.lane+comp) }
		file, number = dxbc.File9Input, int(o.reg)
		if g.nine.pixel {
			file, number = dxbc.File9Texture, texcoord9(g.w.inputs, o.reg)
		}
	case dxbc.ConstantBuffer:
		lane = func(comp uint8) uint8 { return min(3, o.lane+comp) }
		file, number = dxbc.File9Const, e.constants.register(o.reg, o.index)
	case offset9:
		file, number = dxbc.File9Const, e.constants.offset
	case def9Kind:
		file, number = dxbc.File9Const, e.firstDef+int(o.reg)
	}
	// The lane of the source that each lane of the destination, or place, reads.
	pairs := [4]int8{-1, -1, -1, -1}
	needed := (&shaper9{g: g}).needed(in, list, k)
	for c := range 4 {
		if needed>>c&1 == 0 {
			continue
		}
		at := uint8(c)
		if !o.whole {
			at = lanes[c]
		}
		pairs[at] = int8(lane(o.swizzle[c]))
	}
	swizzle := dxbc.Identity
	if !isTexture9(in.op) {
		swizzle = swizzleOf9(pairs)
	}
	modifier := uint8(0)
	if o.modifier&dxbc.Negate != 0 {
		modifier = dxbc.Source9Negate
	}
	token := dxbc.Source9(file, number, swizzle, modifier)
	if o.rel.reg != 0 {
		at := uint8(max(0, e.find(e.address(o.rel))))
		return append(tokens, dxbc.Relative9(token), dxbc.Source9(dxbc.File9Address, 0, 0x55*at, 0))
	}
	return append(tokens, token)
}

// swizzleOf9 is the swizzle that reads a lane for each lane of the destination; -1: any.
func swizzleOf9(pairs [4]int8) uint8 {
	first, same := int8(-1), true
	for _, l := range pairs {
		if l >= 0 && first < 0 {
			first = l
		}
		same = same && (l < 0 || l == first)
	}
	if same {
		return 0x55 * uint8(max(0, first))
	}
	for _, x := range swizzles9 {
		ok := true
		for k, l := range pairs {
			ok = ok && (l < 0 || uint8(l) == x[k])
		}
		if ok {
			return dxbc.Swizzle(x[0], x[1], x[2], x[3])
		}
	}
	var out [4]uint8
	last := uint8(first)
	for k, l := range pairs {
		if l >= 0 {
			last = uint8(l)
		}
		out[k] = last
	}
	return dxbc.Swizzle(out[0], out[1], out[2], out[3])
}
