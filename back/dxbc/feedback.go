package dxbc

// This file makes instructions with feedback, which have a status beside the texels:
//
//	sample_cl_s r0.xyzw, r1.x, coordinates, t0, s0, least level
//	check_access_fully_mapped r1.x, r1.x
//
// Samples with a least level have this form, too. Texels and status are values of two instructions of
// the SSA form, which follow each other in most shaders: both are made at the first of them.

import (
	"slices"

	"refract/internal/back/direct3d"
	"refract/internal/dxbc"
	"refract/ssa"
	"refract/ssa/op"
)

// feedback is the form of an opcode that has a status; least reports whether the form ends with a least
// level, as samples that compute a level do.
func feedback(o dxbc.Opcode) (with dxbc.Opcode, least bool) {
	switch o {
	case dxbc.OpSample:
		return dxbc.OpSampleClS, true
	case dxbc.OpSampleB:
		return dxbc.OpSampleBClS, true
	case dxbc.OpSampleD:
		return dxbc.OpSampleDClS, true
	case dxbc.OpSampleC:
		return dxbc.OpSampleCClS, true
	case dxbc.OpSampleL:
		return dxbc.OpSampleLS, false
	case dxbc.OpSampleCLZ:
		return dxbc.OpSampleCLZS, false
	case dxbc.OpGather4:
		return dxbc.OpGather4S, false
	case dxbc.OpGather4C:
		return dxbc.OpGather4CS, false
	case dxbc.OpGather4PO:
		return dxbc.OpGather4POS, false
	case dxbc.OpGather4POC:
		return dxbc.OpGather4POCS, false
	case dxbc.OpLd:
		return dxbc.OpLdS, false
	case dxbc.OpLdMS:
		return dxbc.OpLdMSS, false
	case dxbc.OpLdUAVTyped:
		return dxbc.OpLdUAVTypedS, false
	}
	panic("dxbc: no feedback of " + o.String())
}

// hasFeedback reports whether an opcode has a status as its second result.
func hasFeedback(o dxbc.Opcode) bool { return dxbc.OpGather4S <= o && o <= dxbc.OpSampleCClS }

// An early is the value of an instruction that was made with an instruction ahead of it.
type early struct {
	instr ssa.InstrID
	at    operand // if the value's register has another value until then
	moves bool
}

// wasEarly reports whether the value of an instruction was made before, and moves it to its place. The
// instruction may be made again, at another end of a loop's iteration.
func (g *generator) wasEarly(i ssa.InstrID) bool {
	k := slices.IndexFunc(g.early, func(e early) bool { return e.instr == i })
	if k < 0 {
		return false
	}
	e := g.early[k]
	g.early = slices.Delete(g.early, k, k+1)
	if e.moves {
		g.compute(dxbc.OpMov, i, g.dest(i), e.at)
	}
	return true
}

// earlyDest is the place of a value that is made ahead of its instruction.
func (g *generator) earlyDest(i ssa.InstrID) operand {
	e := early{instr: i, moves: g.plan.views[i].some}
	d := operand{}
	if e.moves { // perhaps the register of a variable
		d = g.fresh(max(1, g.f.Comps(i)))
		e.at = g.read(d.reg)
	} else {
		d = g.dest(i)
	}
	g.early = append(g.early, e)
	return d
}

// readTexels are the instructions whose values the code of an instruction on texels makes: the texels and
// their residency, or 0.
func (g *generator) readTexels(i ssa.InstrID) (texels, status ssa.InstrID) {
	if o := g.f.Op(i); !g.w.sparse || o != op.Tex && o != op.Txf && o != op.ImageLoad {
		return i, 0
	}
	other := direct3d.SameTexels(g.f, i)
	if other != 0 && g.plan.fates[other] != computed {
		other = 0
	}
	if direct3d.ReadsResidency(g.f, i) {
		return other, i
	}
	return i, other
}

// finish gives the last instruction a status if an instruction reads it, and a sample its least level.
func (g *generator) finish(i ssa.InstrID, least operand, limited bool) {
	_, status := g.readTexels(i)
	if status == 0 && !limited {
		return
	}
	g.needs(Profile50, "the residency or the least level of a sample")
	in := &g.instrs[len(g.instrs)-1]
	with, hasLeast := feedback(in.op)
	d := null()
	switch status {
	case 0:
	case i:
		d = g.dest(i)
	default:
		d = g.earlyDest(status)
	}
	list := append([]operand(nil), g.operands[in.first:]...)
	g.operands = append(append(g.operands[:in.first], list[0], d), list[1:]...)
	if hasLeast {
		if !limited {
			least = imm(0)
		}
		least = least.comp(0)
		least.one = true
		g.operands = append(g.operands, least)
	}
	in.op, in.dests, in.count = with, 2, uint8(len(g.operands)-int(in.first))
	if status != 0 {
		g.put(dxbc.OpCheckAccessFullyMapped, 1, d, d.comp(0))
		g.put(dxbc.OpAnd, 1, d, d.comp(0), imm(1))
	}
}
