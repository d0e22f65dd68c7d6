package dxbc

// This file makes the code of instructions that are no arithmetic.

import (
	"refract/internal/back/direct3d"
	"refract/internal/dxbc"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// instruction makes the code of one instruction.
func (g *generator) instruction(i ssa.InstrID) {
	f := g.f
	o := f.Op(i)
	if g.plan.fates[i] != computed {
		return
	}
	if g.nine != nil && g.instruction9(i) {
		return
	}
	switch o.Class() {
	case op.ClassALU:
		g.arithmetic(i)
	case op.ClassTex:
		g.texture(i)
	case op.ClassIntrinsic:
		g.intrinsic(i)
	case op.ClassJump:
		g.jump(i)
	case op.ClassDeref:
	default:
		g.unsupported("the operation " + o.String())
		if f.Type(i) != 0 {
			g.dest(i)
		}
	}
}

func (g *generator) jump(i ssa.InstrID) {
	switch g.f.Op(i) {
	case op.Break:
		g.put(dxbc.OpBreak, 0)
	case op.Continue:
		g.endIteration()
		g.put(dxbc.OpContinue, 0)
	case op.Return:
		g.put(dxbc.OpRet, 0)
	case op.Halt:
		if g.w.entry.Stage.Info().Discards {
			g.discard(imm(^uint32(0)), false)
		}
		g.put(dxbc.OpRet, 0)
	}
}

func (g *generator) discard(cond operand, zero bool) {
	cond.one = true
	g.put(dxbc.OpDiscard, 0, cond).control = test(zero)
}

func (g *generator) intrinsic(i ssa.InstrID) {
	f := g.f
	switch o := f.Op(i); o {
	case op.LoadReg:
		if reg := f.Word(i, 0); g.arrays[reg].length > 0 {
			g.compute(dxbc.OpMov, i, g.dest(i), g.element(reg, f.Arg(i, 0)))
		} else {
			g.compute(dxbc.OpMov, i, g.dest(i), g.read(g.plan.regs[reg].vreg))
		}
	case op.StoreReg:
		g.storeRegister(i)
	case op.LoadUBOVec4:
		g.compute(dxbc.OpMov, i, g.dest(i), g.constantBuffer(i))
	case op.LoadConstant:
		g.compute(dxbc.OpMov, i, g.dest(i), g.constantData(i))
	case op.LoadSSBO:
		g.loadRaw(i, g.resource(f.Arg(i, 0)), g.spot(i, 0))
	case op.StoreSSBO:
		g.storeRaw(i, g.resource(f.Arg(i, 1)), g.spot(i, 1))
	case op.LoadShared:
		g.loadRaw(i, g.shared(), g.bytes(i, 0))
	case op.StoreShared:
		g.storeRaw(i, g.shared(), g.bytes(i, 1))
	case op.SSBOAtomic:
		if direct3d.IsCounter(f, i, o.Memory()) {
			g.counter(i)
			return
		}
		compare, compares := g.present(i, 3)
		g.atomic(i, ir.AtomicOp(f.Field(i, "op")), g.atomicScalar(i), g.resource(f.Arg(i, 0)), g.pair(g.spot(i, 0)), g.src(i, 2), compare, compares)
	case op.SharedAtomic:
		compare, compares := g.present(i, 2)
		g.atomic(i, ir.AtomicOp(f.Field(i, "op")), g.atomicScalar(i), g.shared(), g.bytes(i, 0).at, g.src(i, 1), compare, compares)
	case op.SSBOSize:
		g.bufferSize(i)
	case op.LoadScratch:
		d := g.dest(i)
		for k := range max(1, f.Comps(i)) {
			g.put(dxbc.OpMov, 1, d.masked(1<<d.swizzle[k]), g.scratchAt(f.Arg(i, 0), f.Field(i, "base"), uint32(k)))
		}
	case op.StoreScratch:
		v := g.src(i, 0)
		n := max(1, f.Comps(f.Arg(i, 0)))
		mask := f.Field(i, "mask")
		for k := range n {
			if mask == 0 || mask>>k&1 != 0 {
				g.put(dxbc.OpMov, 1, g.scratchAt(f.Arg(i, 1), f.Field(i, "base"), uint32(k)).masked(1), v.comp(k))
			}
		}
	case op.Pipeline:
		g.pipeline(i)
	case op.StoreOutput:
		g.storeOutput(i)
	case op.LoadInterpolatedInput:
		g.interpolate(i)
	case op.ControlBarrier:
		g.barrier(i, true)
	case op.MemoryBarrier:
		g.barrier(i, false)
	case op.Derivative:
		g.derivative(i)
	case op.Demote:
		g.discard(imm(^uint32(0)), false)
	case op.DemoteIf, op.TerminateIf:
		cond, zero := g.condition(f.Arg(i, 0))
		g.discard(cond, zero)
	case op.ImageLoad:
		g.imageLoad(i)
	case op.ImageStore:
		g.imageStore(i)
	case op.ImageAtomic:
		g.imageAtomic(i)
	default:
		g.unsupported(feature(o))
		if f.Type(i) != 0 {
			g.dest(i)
		}
	}
}

// feature is the feature that an operation belongs to.
func feature(o op.Op) string {
	switch o {
	case op.Ballot, op.SubgroupGather, op.SubgroupCollective, op.BallotBits:
		return "subgroup operations"
	case op.Interlock:
		return "critical sections of fragments"
	case op.RayInitialize, op.RayProceed, op.RayTerminate, op.RayGenerate, op.RayConfirm, op.RayGet, op.RayVertices,
		op.Declare: // of a ray query, as the pass vars-to-ssa leaves no other
		return "ray queries"
	}
	return "the operation " + o.String()
}

func (g *generator) atomicScalar(i ssa.InstrID) ir.Scalar {
	if s := ir.Scalar(g.f.Field(i, "kind")); s != 0 {
		return s
	}
	return ir.U32
}

func (g *generator) storeRegister(i ssa.InstrID) {
	f := g.f
	reg := f.Word(i, 0)
	v := g.src(i, 0)
	if a := &g.arrays[reg]; a.length > 0 {
		to := g.element(reg, f.Arg(i, 1))
		g.put(dxbc.OpMov, 1, to.masked(1<<a.comps-1), v)
		return
	}
	r := g.plan.regs[reg].vreg
	if r == 0 {
		return
	}
	d := g.temp(r)
	if v.kind == dxbc.Temp && v.reg == r && v.modifier == 0 {
		same := true
		for k := range g.regs[r].comps {
			same = same && v.swizzle[k] == k
		}
		if same {
			return // it was computed there
		}
	}
	g.put(dxbc.OpMov, 1, d, v)
}

func (g *generator) derivative(i ssa.InstrID) {
	word := g.f.Word(i, 0)
	axis, control := ir.DerivativeAxis(word&15), ir.DerivativeControl(word>>4&15)
	ops := [2][3]dxbc.Opcode{{dxbc.OpDerivRTX, dxbc.OpDerivRTXCoarse, dxbc.OpDerivRTXFine}, {dxbc.OpDerivRTY, dxbc.OpDerivRTYCoarse, dxbc.OpDerivRTYFine}}
	k := int(control)
	switch {
	case g.w.opts.Profile < Profile50:
		k = 0
	case k == 0:
		k = 1
	}
	switch axis {
	case ir.AxisX:
		g.compute(ops[0][k], i, g.dest(i), g.src(i, 0))
	case ir.AxisY:
		g.compute(ops[1][k], i, g.dest(i), g.src(i, 0))
	default:
		n := max(1, g.f.Comps(i))
		v := g.stable(g.src(i, 0), n)
		x, y := g.step(ops[0][k], n, v), g.step(ops[1][k], n, v)
		g.compute(dxbc.OpAdd, i, g.dest(i), x.abs(), y.abs())
	}
}
