package dxbc

// This file makes instructions of a program of the machine form, whose registers have places.

import "refract/internal/dxbc"

// encode appends the instructions to a program.
func (c *code) encode(p *dxbc.Program) {
	var list [8]dxbc.Operand
	for i := range c.instrs {
		in := &c.instrs[i]
		operands := c.operandsOf(in)
		out := list[:0]
		// The components that are written have lanes; sources are read by lane.
		mask, lanes := uint8(0), identity
		for k := range operands[:in.dests] {
			o := &operands[k]
			if o.kind == dxbc.Null || k > 0 && hasFeedback(in.op) { // a status has a component of its own
				continue
			}
			mask |= o.mask
			for comp := range 4 {
				if o.mask>>comp&1 != 0 {
					lanes[comp] = c.laneOf(o, comp)
				}
			}
		}
		written := uint8(0)
		for comp := range 4 {
			if mask>>comp&1 != 0 {
				written |= 1 << lanes[comp]
			}
		}
		for k := range operands {
			o := &operands[k]
			if k < int(in.dests) {
				out = append(out, c.destination(p, o))
			} else {
				out = append(out, c.source(p, o, mask, lanes))
			}
		}
		control := in.control
		if in.precise {
			control |= dxbc.Precise(written)
		}
		x := dxbc.Instruction{Opcode: in.op, Control: control, Extended: in.extended, Offsets: in.offsets, Resource: in.dim, Stride: in.stride, Returns: in.returns}
		if !movesNothing(p, &x, out) && !joinMove(p, &x, out) {
			p.Emit(x, out)
		}
	}
}

// laneOf is the lane of a destination's component.
func (c *code) laneOf(o *operand, comp int) uint8 {
	if o.kind == dxbc.Temp {
		return c.regs[o.reg].lanes[comp]
	}
	return o.lane + uint8(comp)
}

// register is the operand with its indices.
func (c *code) register(p *dxbc.Program, o *operand, form dxbc.Form, selection uint8) dxbc.Operand {
	if o.kind == dxbc.Temp {
		r := &c.regs[o.reg]
		if r.fixed {
			if r.kind == dxbc.Output {
				return p.Register(r.kind, form, selection, dxbc.At(r.output))
			}
			return p.Register(r.kind, dxbc.One, 0)
		}
		return p.Register(dxbc.Temp, form, selection, dxbc.At(r.reg))
	}
	var indices [3]dxbc.Index
	n := int(o.dims)
	indices[0], indices[1] = dxbc.At(o.reg), dxbc.At(o.index)
	relate := func(k int, by relative) {
		if by.reg != 0 {
			r := &c.regs[by.reg]
			at := p.Register(dxbc.Temp, dxbc.Selected, r.lanes[by.comp], dxbc.At(r.reg))
			indices[k] = p.AtRelative(indices[k].Value, at)
		}
	}
	if n > 1 {
		relate(0, o.pick)
	}
	relate(n-1, o.rel)
	if o.space { // the number of the range comes first
		return p.Register(o.kind, form, selection, append([]dxbc.Index{dxbc.At(c.ids[o.imm[0]])}, indices[:n]...)...)
	}
	return p.Register(o.kind, form, selection, indices[:n]...)
}

func (c *code) destination(p *dxbc.Program, o *operand) dxbc.Operand {
	switch {
	case o.kind == dxbc.Null:
		return p.Register(dxbc.Null, dxbc.None, 0)
	case o.scalar:
		return c.register(p, o, dxbc.One, 0)
	}
	mask := uint8(0)
	for comp := range 4 {
		if o.mask>>comp&1 != 0 {
			mask |= 1 << c.laneOf(o, comp)
		}
	}
	return c.register(p, o, dxbc.Masked, mask)
}

func (c *code) source(p *dxbc.Program, o *operand, mask uint8, lanes [4]uint8) dxbc.Operand {
	switch {
	case o.none:
		return c.register(p, o, dxbc.None, 0)
	case o.scalar:
		out := c.register(p, o, dxbc.One, 0)
		out.Modifier = o.modifier
		return out
	case o.kind == dxbc.Immediate64:
		v := uint64(o.imm[1])<<32 | uint64(o.imm[0])
		return p.ImmediateDouble(v, v)
	}
	// The component of the operand that each lane of the instruction reads.
	var reads [4]uint8
	count, only := 0, uint8(0)
	if o.one {
		count, only = 1, o.swizzle[0]
	} else if o.whole || mask == 0 {
		reads = o.swizzle
		count = 4
	} else {
		last := uint8(0)
		known := [4]bool{}
		for comp := range 4 {
			if mask>>comp&1 != 0 {
				reads[lanes[comp]], known[lanes[comp]] = o.swizzle[comp], true
				count++
				only = o.swizzle[comp]
			}
		}
		for lane := range reads { // places that nothing reads repeat their neighbour
			if known[lane] {
				last = reads[lane]
				break
			}
		}
		for lane := range reads {
			if known[lane] {
				last = reads[lane]
			} else {
				reads[lane] = last
			}
		}
	}
	if o.kind == dxbc.Immediate32 {
		if count == 1 {
			return p.Immediate(o.imm[only])
		}
		var v [4]uint32
		for lane := range v {
			v[lane] = o.imm[reads[lane]]
		}
		return p.Immediate(v[:]...)
	}
	physical := func(comp uint8) uint8 {
		if o.kind == dxbc.Temp {
			return c.regs[o.reg].lanes[comp]
		}
		return min(3, o.lane+comp)
	}
	var out dxbc.Operand
	if count == 1 && !o.free {
		out = c.register(p, o, dxbc.Selected, physical(only))
	} else {
		out = c.register(p, o, dxbc.Swizzled, dxbc.Swizzle(physical(reads[0]), physical(reads[1]), physical(reads[2]), physical(reads[3])))
	}
	out.Modifier = o.modifier
	return out
}
