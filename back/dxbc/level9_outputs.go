package dxbc

// This file makes the outputs of programs of shader model 2, and the ends of fragments. Colors, depth
// and the position are put together in temporary registers and moved at the end: pixel programs
// write whole colors, and the position is moved by half a pixel.

import (
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
	case e.kind == dxbc.OutputDepth:
		reg = &g.nine.depth
	case g.nine.pixel:
		reg = &g.nine.colors[e.Index]
	case e.SystemValue == dxbc.ValuePosition:
		reg = &g.nine.position
	default:
		v := g.src(i, 0)
		if v.kind == dxbc.Temp && g.regs[v.reg].fixed {
			return // it was computed there
		}
		g.put(dxbc.OpMov, 1, g.temp(g.fixed(e, n, component)).masked(mask), v)
		return
	}
	v := g.src(i, 0)
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
	if n.position != 0 {
		p := g.read(n.position)
		o := g.newReg(4)
		g.regs[o] = vreg{comps: 4, fixed: true, kind: position9, lanes: identity, start: -1}
		g.put(dxbc.OpMad, 1, g.temp(o).masked(3), p.comp(3), operand{kind: offset9, dims: 1, swizzle: identity}, p)
		g.put(dxbc.OpMov, 1, g.temp(o).masked(12), p)
	}
	for k := range n.colors {
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
