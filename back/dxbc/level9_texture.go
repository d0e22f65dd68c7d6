package dxbc

// This file makes samples of textures in pixel programs of shader model 2: of two and three
// dimensions and of cubes, with computed levels or a bias, and with derivatives at level 9.3.
//
// A coordinate is an input or a temporary register from its first component on, and the result
// is a whole register.

import (
	"refract/internal/dxbc"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// texture9 makes the code of an operation on a texture.
func (g *generator) texture9(i ssa.InstrID) {
	f := g.f
	if f.Op(i) != op.Tex {
		g.refuse9(i, Profile40, "single texels and sizes of textures")
		return
	}
	word := f.Word(i, 0)
	level, gather := ir.SampleLevel(word&15), int(word>>4&7)
	t := g.imageType(f.Arg(i, 0))
	_, compares := g.present(i, 7)
	switch {
	case !g.nine.pixel:
		g.refuse9(i, Profile40, "textures in vertex shaders")
	case gather > 0 || level == ir.LevelQuery:
		g.refuse9(i, Profile41, "gathers and levels of detail")
	case compares:
		g.refuse9(i, Profile40, "samples that compare")
	case t.Arrayed || t.Multisampled || t.Dim == ir.Dim1D || t.Dim == ir.DimBuffer:
		g.refuse9(i, Profile40, "textures of one dimension, of layers and of several samples")
	case !g.types.ScalarOf(f.Type(i)).IsFloat():
		g.refuse9(i, Profile40, "textures of integers")
	case level == ir.LevelExact || level == ir.LevelZero:
		g.refuse9(i, Profile40, "samples of a given level")
	case level == ir.LevelGradient && g.w.opts.Profile < ProfileLevel93:
		g.refuse9(i, ProfileLevel93, "samples with given derivatives")
	case !g.noOffset9(i):
		g.refuse9(i, Profile40, "offsets of samples")
	default:
		g.sample9(i, t, level)
	}
}

// refuse9 notes a feature of another profile that an instruction with a result needs.
func (g *generator) refuse9(i ssa.InstrID, p Profile, feature string) {
	g.unsupportedAt(p, feature)
	g.dest(i)
}

// noOffset9 reports whether a sample has no offset.
func (g *generator) noOffset9(i ssa.InstrID) bool {
	o, ok := g.present(i, 4)
	return !ok || isZero9(o)
}

// sample9 makes the code of a sample.
func (g *generator) sample9(i ssa.InstrID, t *ir.Type, level ir.SampleLevel) {
	f := g.f
	n := t.Dim.CoordinateCount()
	at := g.value(f.Arg(i, 2))
	s := g.sampler9(f.Arg(i, 0), f.Arg(i, 1))
	if s < 0 {
		g.dest(i)
		return
	}
	sampler := operand{kind: dxbc.Sampler, dims: 1, none: true, reg: uint32(s)}
	o, control, list := opTexld, dxbc.Control(0), []operand{}
	switch level {
	case ir.LevelBias:
		c := g.fresh(4)
		g.regs[c.reg].aligned = true
		g.put(dxbc.OpMov, 1, c.masked(1<<n-1), at)
		x, _ := g.present(i, 5)
		g.put(dxbc.OpMov, 1, c.masked(8), x.comp(0))
		control, list = dxbc.Tex9Bias, []operand{g.read(c.reg).atPlaces(), sampler}
	case ir.LevelGradient:
		x, _ := g.present(i, 5)
		y, _ := g.present(i, 6)
		o, list = opTexldd, []operand{g.coordinate9(at, n), sampler, g.coordinate9(x, n), g.coordinate9(y, n)}
	default:
		list = []operand{g.coordinate9(at, n), sampler}
	}
	v := &g.plan.views[i]
	var d operand
	into := !v.some || g.regs[v.reg].comps == 4 && !g.regs[v.reg].fixed && v.comps == identity && f.Comps(i) == 4
	if into {
		if !v.some {
			*v = view{g.newReg(4), identity, true}
		}
		d = g.at(i, *v, max(1, f.Comps(i)))
		g.regs[v.reg].aligned = true
		d.mask = 15
	} else {
		d = g.fresh(4)
		g.regs[d.reg].aligned = true
	}
	g.put(o, 1, append([]operand{d}, list...)...).control = control
	if !into {
		g.compute(dxbc.OpMov, i, g.dest(i), g.read(d.reg))
	}
}

// coordinate9 is a source of n components as an instruction that samples takes it.
func (g *generator) coordinate9(o operand, n int) operand {
	inPlace := o.modifier == 0 && o.rel.reg == 0
	for k := range n {
		inPlace = inPlace && int(o.swizzle[k]) == k
	}
	switch {
	case inPlace && o.kind == dxbc.Input && o.lane == 0:
		return o.atPlaces()
	case inPlace && o.kind == dxbc.Temp && int(g.regs[o.reg].comps) >= n && !g.regs[o.reg].fixed:
		g.regs[o.reg].aligned = true
		return o.atPlaces()
	}
	c := g.fresh(n)
	g.regs[c.reg].aligned = true
	g.put(dxbc.OpMov, 1, c, o)
	return g.read(c.reg).atPlaces()
}

// sampler9 is the register of a texture and its sampler, or -1.
func (g *generator) sampler9(texture, sampler ssa.Value) int {
	t, s := g.resource(texture), g.sampler(sampler)
	if t.rel.reg != 0 || s.rel.reg != 0 || t.reg > 255 || s.reg > 255 {
		g.unsupportedAt(Profile51, "textures by an index that isn't constant")
		return -1
	}
	n := g.nine
	for k := range n.samplers {
		if x := &n.samplers[k]; uint32(x.Texture) == t.reg && uint32(x.Sampler) == s.reg {
			return k
		}
	}
	if len(n.samplers) == maxSamplers9 {
		g.unsupportedAt(Profile40, "more than 16 pairs of textures and samplers")
		return -1
	}
	n.samplers = append(n.samplers, dxbc.Sampler9{Texture: uint8(t.reg), Sampler: uint8(s.reg), Target: uint16(len(n.samplers))})
	n.shapes = append(n.shapes, dimensionOf(g.imageType(texture)))
	return len(n.samplers) - 1
}
