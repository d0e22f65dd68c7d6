package dxbc

// This file makes the outputs of programs of shader model 2, and the ends of fragments. Colors, depth
// and the position are put together in temporary registers and moved at the end: pixel programs
// write whole colors, and the position is moved by half a pixel.

import (
	"math"

	"refract/internal/dxbc"
	"refract/ssa"
)

// storeOutput9 stores components of an output.
func (g *generator) storeOutput9(i ssa.InstrID) {
	f := g.f
	e := g.slotElement(i, ssa.ModeShaderOut, f.Arg(i, 1))
	if e == nil {
		g.unsupported("an output that isn't declared")
		return
	}
	component := uint8(f.Field(i, "component"))
	n := f.Comps(f.Arg(i, 0))
	mask := uint8(f.Field(i, "mask"))
	if mask == 0 {
		mask = 1<<n - 1
	}
	var reg *uint32
	switch {
	case e.SystemValue == dxbc.ValuePosition && !g.nine.pixel:
		g.place9(f.Src(i, 0), component, mask)
		return
	case e.kind == dxbc.OutputDepth:
		reg = &g.nine.depth
	case g.nine.pixel:
		reg = &g.nine.colors[e.Index]
	default:
		v := g.src(i, 0)
		if v.kind == dxbc.Temp && g.regs[v.reg].fixed {
			return // it was computed there
		}
		g.put(dxbc.OpMov, 1, g.temp(g.fixed(e, n, component)).masked(mask), v)
		return
	}
	v := g.src(i, 0)
	if g.nine.pixel && e.kind == dxbc.Output && *reg == 0 && mask == 15 && isConstant9(v) {
		g.nine.whole[e.Index] = v
		return
	}
	if *reg == 0 && component == 0 && mask == 1<<n-1 && v.kind == dxbc.Temp && v.modifier == 0 && int(g.regs[v.reg].comps) == n && v.swizzle == g.read(v.reg).swizzle && !g.regs[v.reg].fixed && !g.isLoopReg(v.reg) {
		*reg = v.reg // nothing writes it later
		return
	}
	if *reg == 0 {
		*reg = g.newReg(int(e.width))
	}
	for k := 3; k >= 0; k-- { // places are components of the output
		v.swizzle[k] = v.swizzle[max(0, k-int(component))]
	}
	g.put(dxbc.OpMov, 1, g.temp(*reg).masked(mask<<component), v)
}

// isConstant9 reports whether an operand is a constant that a move takes as it is.
func isConstant9(o operand) bool {
	return o.kind == dxbc.Immediate32 && o.modifier == 0 || o.kind == dxbc.ConstantBuffer && o.modifier == 0 && o.lane == 0 && o.swizzle == identity && o.rel.reg == 0
}

// place9 notes components of the position.
func (g *generator) place9(s ssa.Src, component, mask uint8) {
	f := g.f
	g.nine.placed = true
	put := func(k uint8, o operand) {
		if o.rel.reg != 0 {
			o = g.step(dxbc.OpMov, 1, o).comp(0)
		}
		g.nine.position[k] = o
	}
	if g.plan.fates[s.Value] != absent {
		v := g.source(s)
		if v.rel.reg != 0 {
			v = g.step(dxbc.OpMov, 4, v)
		}
		for k := range uint8(4) {
			if mask>>k&1 != 0 && k+component < 4 {
				put(k+component, v.comp(int(k)))
			}
		}
		return
	}
	at := uint8(0)
	for k := range f.NumSrcs(s.Value) {
		part := f.Src(s.Value, k)
		v := g.source(part)
		for c := range width(f, part) {
			put(at, v.comp(c))
			at++
		}
	}
}

// isLoopReg reports whether a virtual register is one of the SSA form, which may be written again.
func (g *generator) isLoopReg(reg uint32) bool {
	for k := range g.plan.regs {
		if g.plan.regs[k].vreg == reg {
			return true
		}
	}
	return false
}

// end9 appends the moves to outputs that are made at the end.
func (g *generator) end9() {
	n := g.nine
	if n.placed {
		g.endPosition9()
	}
	for k := range n.colors {
		if n.whole[k].kind == dxbc.Immediate32 || n.whole[k].kind == dxbc.ConstantBuffer {
			o := g.newReg(4)
			g.regs[o] = vreg{comps: 4, fixed: true, kind: dxbc.Output, output: uint32(k), lanes: identity, start: -1}
			g.put(dxbc.OpMov, 1, g.temp(o), n.whole[k])
		}
		if n.colors[k] != 0 {
			g.regs[n.colors[k]].aligned = true
			o := g.newReg(4)
			g.regs[o] = vreg{comps: 4, fixed: true, kind: dxbc.Output, output: uint32(k), lanes: identity, start: -1}
			g.put(dxbc.OpMov, 1, g.temp(o), g.read(n.colors[k]))
		}
	}
	if n.depth != 0 {
		o := g.newReg(1)
		g.regs[o] = vreg{comps: 1, fixed: true, kind: dxbc.OutputDepth, start: -1}
		g.put(dxbc.OpMov, 1, g.temp(o), g.read(n.depth))
	}
}

// endPosition9 appends the moves to the position: half a pixel times w is added to x and y. Components of one
// register are moved together.
func (g *generator) endPosition9() {
	p := &g.nine.position
	reg := g.newReg(4)
	g.regs[reg] = vreg{comps: 4, fixed: true, kind: position9, lanes: identity, start: -1}
	o := g.temp(reg)
	offset := operand{kind: offset9, dims: 1, swizzle: identity}
	w := p[3]
	one := w.kind == dxbc.Immediate32 && w.imm[w.swizzle[0]] == math.Float32bits(1)
	for _, pair := range [...][2]uint8{{0, 1}, {2, 3}} {
		together := p[pair[0]].sameRegister(&p[pair[1]]) && p[pair[0]].kind != dxbc.Immediate32
		for k := pair[0]; k <= pair[1]; k++ {
			v, mask := p[k], uint8(1)<<k
			if together || v.kind == dxbc.Immediate32 && p[pair[1]].kind == dxbc.Immediate32 && k == pair[0] {
				mask = 1<<pair[0] | 1<<pair[1]
				other := p[pair[1]]
				v.swizzle[pair[0]], v.swizzle[pair[1]] = v.swizzle[0], other.swizzle[0]
				if v.kind == dxbc.Immediate32 {
					v.imm = [4]uint32{}
					v.imm[pair[0]], v.imm[pair[1]] = p[pair[0]].imm[p[pair[0]].swizzle[0]], other.imm[other.swizzle[0]]
					v.swizzle = identity
				}
			}
			switch {
			case k >= 2:
				g.put(dxbc.OpMov, 1, o.masked(mask), v)
			case one:
				g.put(dxbc.OpAdd, 1, o.masked(mask), v, offset)
			default:
				g.put(dxbc.OpMad, 1, o.masked(mask), w, offset, v)
			}
			if mask != 1<<k {
				break
			}
		}
	}
}

// kill9 ends fragments under a condition.
func (g *generator) kill9(cond ssa.Src) {
	d, atLeast := g.test9(cond, 1)
	// All components of the register are tested.
	r := g.fresh(4)
	g.regs[r.reg].aligned = true
	switch {
	case atLeast:
		g.put(opCmp, 1, r, d.comp(0), float(-1), float(0))
	default:
		g.put(dxbc.OpMov, 1, r, d.comp(0))
	}
	g.texkill9(r)
}

// killAll9 ends all fragments.
func (g *generator) killAll9() {
	r := g.fresh(4)
	g.regs[r.reg].aligned = true
	g.put(dxbc.OpMov, 1, r, float(-1))
	g.texkill9(r)
}

func (g *generator) texkill9(r operand) {
	v := g.read(r.reg).atPlaces()
	g.put(mark9|dxbc.Opcode(dxbc.Op9Texkill), 0, v)
}
