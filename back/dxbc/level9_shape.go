package dxbc

// This file gives instructions of the machine form the shape of shader model 2, before
// registers have places:
//
//   - numbers are in registers of constants (c), which the program defines;
//   - an instruction reads one input and one constant, in pixel programs two constants;
//   - sources of ps_2_0 have one of the swizzles xyzw, yzxw, zxyw, wzyx, or one component four times:
//     other instructions are done component by component.
//
// For the latter, vectors of ps_2_0 have their components in the lanes of the same numbers.

import (
	"slices"

	"refract/internal/dxbc"
)

// A def9 is a register of constants that the program defines.
type def9 struct {
	values [4]uint32
	known  uint8 // a mask of the components that are used
}

// swizzles9 are the lanes that the swizzles of ps_2_0 read.
var swizzles9 = [...][4]uint8{{0, 1, 2, 3}, {1, 2, 0, 3}, {2, 0, 1, 3}, {3, 2, 1, 0}}

// A shaper9 makes a list of instructions.
type shaper9 struct {
	g      *generator
	strict bool // of ps_2_0: few swizzles
	consts int  // constants that an instruction may read
}

// shape9 rewrites all instructions.
func (g *generator) shape9() {
	s := &shaper9{g: g, strict: g.nine.pixel && g.w.opts.Profile < ProfileLevel93, consts: 1}
	if g.nine.pixel {
		s.consts = 2
	}
	if s.strict {
		for k := range g.regs {
			if r := &g.regs[k]; r.comps > 1 {
				r.aligned = true
			}
		}
	}
	old := g.instrs
	g.instrs = make([]instr, 0, 2*len(old))
	for k := range old {
		in := old[k]
		s.instruction(in, slices.Clone(g.operandsOf(&in)))
	}
}

// newReg makes a virtual register.
func (s *shaper9) newReg(comps int) operand {
	o := s.g.fresh(comps)
	s.g.regs[o.reg].aligned = s.strict && comps > 1
	return o
}

// needed is the components that a source is read at: the destination's, or places.
func (s *shaper9) needed(in *instr, list []operand, k int) uint8 {
	o := &list[k]
	switch {
	case !o.whole && in.dests > 0:
		return list[0].mask
	case in.op == dxbc.OpDp3:
		return 7
	case in.op == dxbc.OpDp4, o.whole:
		return 15
	}
	return 1
}

// instruction appends an instruction in its shape.
func (s *shaper9) instruction(in instr, list []operand) {
	s.constants(&in, list)
	s.ports(&in, list)
	if s.strict && !isTexture9(in.op) {
		s.swizzles(in, list)
		return
	}
	s.g.emit(in, int(in.dests), list...)
}

// isTexture9 reports whether an instruction takes whole registers.
func isTexture9(o dxbc.Opcode) bool {
	return o == opTexld || o == opTexldd || o == mark9|dxbc.Opcode(dxbc.Op9Texkill)
}

// constants gives numbers registers, together if they fit into one.
func (s *shaper9) constants(in *instr, list []operand) {
	var some []int
	for k := int(in.dests); k < len(list); k++ {
		if list[k].kind == dxbc.Immediate32 {
			some = append(some, k)
		}
	}
	if len(some) == 0 {
		return
	}
	if len(some) > 1 && s.place(in, list, some) {
		return
	}
	for _, k := range some {
		s.place(in, list, []int{k})
	}
}

// place gives some numbers a register of constants. It fails if they don't fit into one.
func (s *shaper9) place(in *instr, list []operand, some []int) bool {
	n := s.g.nine
	for d := 0; d <= len(n.defs); d++ {
		var trial def9
		if d < len(n.defs) {
			trial = n.defs[d]
		}
		ok := true
		var swizzles [3][4]uint8
		for j, k := range some {
			ok = ok && s.fit(&trial, &list[k], s.needed(in, list, k), &swizzles[min(j, 2)])
		}
		if !ok {
			continue
		}
		if d == len(n.defs) {
			n.defs = append(n.defs, trial)
		}
		n.defs[d] = trial
		for j, k := range some {
			o := &list[k]
			*o = operand{kind: def9Kind, dims: 1, reg: uint32(d), swizzle: swizzles[min(j, 2)], whole: o.whole, one: o.one}
		}
		return true
	}
	return false
}

// fit puts the values of a source into a register of constants, if there is room.
func (s *shaper9) fit(d *def9, o *operand, needed uint8, swizzle *[4]uint8) bool {
	first := -1
	uniform := true
	for k := range 4 {
		if needed>>k&1 != 0 {
			if first < 0 {
				first = k
			}
			uniform = uniform && o.imm[o.swizzle[k]] == o.imm[o.swizzle[first]]
		}
	}
	if first < 0 {
		first = 0
	}
	if uniform {
		v := o.imm[o.swizzle[first]]
		lane := d.find(v)
		if lane < 0 {
			return false
		}
		*swizzle = [4]uint8{uint8(lane), uint8(lane), uint8(lane), uint8(lane)}
		return true
	}
	if !s.strict {
		for k := range 4 {
			if needed>>k&1 != 0 {
				lane := d.find(o.imm[o.swizzle[k]])
				if lane < 0 {
					return false
				}
				swizzle[k] = uint8(lane)
			} else {
				swizzle[k] = uint8(k)
			}
		}
		return true
	}
	for k := range 4 {
		if needed>>k&1 != 0 && !d.set(k, o.imm[o.swizzle[k]]) {
			return false
		}
	}
	*swizzle = identity
	return true
}

// find is the component with a value, which is added if there is room, or -1.
func (d *def9) find(v uint32) int {
	for k := range 4 {
		if d.known>>k&1 != 0 && d.values[k] == v {
			return k
		}
	}
	for k := range 4 {
		if d.set(k, v) {
			return k
		}
	}
	return -1
}

// set gives a component a value, if it has none or this one.
func (d *def9) set(k int, v uint32) bool {
	if d.known>>k&1 != 0 {
		return d.values[k] == v
	}
	d.values[k] = v
	d.known |= 1 << k
	return true
}

// sameSource reports whether two operands are of one register.
func sameSource(a, b *operand) bool {
	return a.kind == b.kind && a.reg == b.reg && a.index == b.index && a.rel == b.rel
}

// ports moves operands that the instruction can't read to temporary registers.
func (s *shaper9) ports(in *instr, list []operand) {
	var seen [8]*operand
	constants, inputs, count := 0, 0, 0
next:
	for k := int(in.dests); k < len(list); k++ {
		o := &list[k]
		var most, have *int
		one := 1
		switch o.kind {
		case dxbc.ConstantBuffer, def9Kind, offset9:
			most, have = &s.consts, &constants
		case dxbc.Input:
			most, have = &one, &inputs
		default:
			continue
		}
		for _, x := range seen[:count] {
			if sameSource(x, o) {
				continue next
			}
		}
		if *have == *most {
			s.move(in, list, k)
			continue
		}
		*have++
		seen[count] = o
		count++
	}
}

// move moves an operand to a temporary register.
func (s *shaper9) move(in *instr, list []operand, k int) {
	o := list[k]
	needed := s.needed(in, list, k)
	same, first, last := true, -1, 0
	for c := range 4 {
		if needed>>c&1 == 0 {
			continue
		}
		if first < 0 {
			first = c
		}
		same = same && o.swizzle[c] == o.swizzle[first]
		last = c
	}
	from := o
	from.modifier, from.whole, from.one = 0, false, false
	var to operand
	if same {
		to = s.newReg(1)
		s.instruction(instr{op: dxbc.OpMov, span: in.span, dests: 1}, []operand{to, from.comp(max(0, first))})
	} else {
		to = s.newReg(last + 1)
		s.instruction(instr{op: dxbc.OpMov, span: in.span, dests: 1}, []operand{to.masked(needed), from})
	}
	to = s.g.read(to.reg)
	to.modifier, to.whole, to.one = o.modifier, o.whole, o.one
	list[k] = to
}

// lane is the lane of a source's component; -1: that of a scalar, which is read four times.
func (s *shaper9) lane(o *operand, comp uint8) int {
	switch o.kind {
	case dxbc.Temp:
		if r := &s.g.regs[o.reg]; r.comps == 1 {
			return -1
		}
		return int(comp)
	case dxbc.Input, dxbc.ConstantBuffer:
		return int(min(3, o.lane+comp))
	}
	return int(comp)
}

// legal reports whether ps_2_0 has a swizzle for a source, at the components of a mask.
func (s *shaper9) legal(o *operand, mask uint8) bool {
	same, first := true, -1
	ok := [len(swizzles9)]bool{true, true, true, true}
	for k := range 4 {
		if mask>>k&1 == 0 {
			continue
		}
		l := s.lane(o, o.swizzle[k])
		if l < 0 {
			return true
		}
		if first < 0 {
			first = l
		}
		same = same && l == first
		for j := range swizzles9 {
			ok[j] = ok[j] && int(swizzles9[j][k]) == l
		}
	}
	return same || slices.Contains(ok[:], true)
}

// swizzles appends an instruction, in parts if a source has a swizzle that ps_2_0 lacks.
func (s *shaper9) swizzles(in instr, list []operand) {
	for k := int(in.dests); k < len(list); k++ {
		if list[k].whole && !s.legal(&list[k], s.needed(&in, list, k)) {
			s.move(&in, list, k)
		}
	}
	if in.dests == 0 || list[0].kind == dxbc.Null {
		s.g.emit(in, int(in.dests), list...)
		return
	}
	legal := func(mask uint8) bool {
		for k := int(in.dests); k < len(list); k++ {
			if !list[k].whole && !s.legal(&list[k], mask) {
				return false
			}
		}
		return true
	}
	mask := list[0].mask
	if legal(mask) {
		s.g.emit(in, int(in.dests), list...)
		return
	}
	// A part may overwrite a source of the next.
	d := list[0]
	for k := int(in.dests); k < len(list); k++ {
		if list[k].kind == dxbc.Temp && list[k].reg == d.reg {
			t := s.newReg(4)
			list[0] = t.masked(mask)
			s.swizzles(in, list)
			s.swizzles(instr{op: dxbc.OpMov, span: in.span, dests: 1}, []operand{d, s.g.read(t.reg)})
			return
		}
	}
	for rest := mask; rest != 0; {
		part := uint8(0)
		for k := range 4 {
			if bit := uint8(1) << k; rest&bit != 0 && (part == 0 || legal(part|bit)) {
				part |= bit
			}
		}
		rest &^= part
		one := slices.Clone(list)
		one[0].mask = part
		s.g.emit(in, int(in.dests), one...)
	}
}
