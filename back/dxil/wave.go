package dxil

// This file makes operations of subgroups, which Direct3D calls waves.

import (
	"refract/internal/dxil"
	"refract/internal/llvm"
	"refract/ir"
	"refract/ssa"
)

// ballot makes a mask of lanes.
func (g *generator) ballot(i ssa.InstrID) {
	p := g.out.I1(true)
	if g.present(i, 0) {
		p = g.src(i, 0, 0, truth)
	}
	r := g.call(dxil.OpWaveActiveBallot, 0, p)
	g.each(i, func(c int) llvm.Value { return g.part(r, c) })
}

// inWords computes each component of a value, a bool as an i32.
func (g *generator) inWords(i ssa.InstrID, compute func(v llvm.Value) llvm.Value) {
	k := kindOf(g.scalarOf(i))
	g.each(i, func(c int) llvm.Value {
		v := g.src(i, 0, c, k)
		if k == truth {
			v = g.add(llvm.OpZExt, 0, g.i32, v)
		}
		return g.as(compute(v), k)
	})
}

// gather reads another lane's value.
func (g *generator) gather(i ssa.InstrID) {
	mode := ir.GatherMode(g.f.Field(i, "mode"))
	index := func() llvm.Value { return g.fit(g.src(i, 1, 0, whole), g.i32) }
	away := func(o llvm.Op) llvm.Value { return g.add(o, 0, g.i32, g.lane(), index()) }
	at := func(lane llvm.Value) {
		g.inWords(i, func(v llvm.Value) llvm.Value { return g.call(dxil.OpWaveReadLaneAt, g.fn.TypeOf(v), v, lane) })
	}
	quad := func(which int64) {
		g.inWords(i, func(v llvm.Value) llvm.Value { return g.call(dxil.OpQuadOp, g.fn.TypeOf(v), v, g.out.I8(which)) })
	}
	switch mode {
	case ir.BroadcastFirst:
		g.inWords(i, func(v llvm.Value) llvm.Value { return g.call(dxil.OpWaveReadLaneFirst, g.fn.TypeOf(v), v) })
	case ir.Broadcast, ir.Shuffle:
		at(index())
	case ir.ShuffleDown:
		at(away(llvm.OpAdd))
	case ir.ShuffleUp:
		at(away(llvm.OpSub))
	case ir.ShuffleXor:
		at(away(llvm.OpXor))
	case ir.QuadBroadcast:
		lane := index()
		g.inWords(i, func(v llvm.Value) llvm.Value { return g.call(dxil.OpQuadReadLaneAt, g.fn.TypeOf(v), v, lane) })
	case ir.QuadSwapX:
		quad(0)
	case ir.QuadSwapY:
		quad(1)
	case ir.QuadSwapDiagonal:
		quad(2)
	default:
		panic("dxil: subgroup gather " + mode.String())
	}
}

// lane is the number of the invocation in its wave.
func (g *generator) lane() llvm.Value {
	return g.once(onceKey{op: onceLane}, func() llvm.Value { return g.call(dxil.OpWaveGetLaneIndex, 0) })
}

// collective reduces or scans over the wave.
func (g *generator) collective(i ssa.InstrID) {
	o, c := ir.SubgroupOp(g.f.Field(i, "op")), ir.CollectiveOp(g.f.Field(i, "collective"))
	one := func(which dxil.Op) { g.set(i, g.call(which, 0, g.src(i, 0, 0, truth))) }
	signed := int64(1)
	if s := g.scalarOf(i); s.IsSigned() || s.IsFloat() {
		signed = 0
	}
	operation := func(which dxil.Op, code int64) {
		k := kindOf(g.scalarOf(i))
		g.each(i, func(n int) llvm.Value {
			v := g.src(i, 0, n, k)
			return g.call(which, g.fn.TypeOf(v), v, g.out.I8(code), g.out.I8(signed))
		})
	}
	bits := func(code int64) {
		g.each(i, func(n int) llvm.Value {
			v := g.src(i, 0, n, whole)
			return g.call(dxil.OpWaveActiveBit, g.fn.TypeOf(v), v, g.out.I8(code))
		})
	}
	switch {
	case o == ir.SubgroupElect:
		g.set(i, g.call(dxil.OpWaveIsFirstLane, 0))
	case o == ir.SubgroupAll:
		one(dxil.OpWaveAllTrue)
	case o == ir.SubgroupAny:
		one(dxil.OpWaveAnyTrue)
	case c == ir.ExclusiveScan && (o == ir.SubgroupAdd || o == ir.SubgroupMul):
		operation(dxil.OpWavePrefixOp, int64(o-ir.SubgroupAdd))
	case c != ir.Reduce:
		g.unsupported("the subgroup operation " + o.String() + " as " + c.String())
		g.zeros(i)
	case o >= ir.SubgroupAnd:
		bits(int64(o - ir.SubgroupAnd))
	default:
		operation(dxil.OpWaveActiveOp, int64(o-ir.SubgroupAdd)) // sum, product, least, greatest
	}
}

// lacksCollective reports whether no function does a scan, or a reduction of clusters.
func lacksCollective(v ir.SubgroupCollective, _ ir.TypeID) bool {
	isPrefix := v.Collective != ir.Clustered && (v.Op == ir.SubgroupAdd || v.Op == ir.SubgroupMul)
	return v.Op >= ir.SubgroupAdd && v.Op <= ir.SubgroupXor && v.Collective != ir.Reduce && !isPrefix
}

// derivative is the difference of neighbours in a quad.
func (g *generator) derivative(i ssa.InstrID) {
	word := g.f.Word(i, 0)
	axis, control := ir.DerivativeAxis(word&15), ir.DerivativeControl(word>>4&15)
	x, y := dxil.OpDerivCoarseX, dxil.OpDerivCoarseY
	if control == ir.ControlFine {
		x, y = dxil.OpDerivFineX, dxil.OpDerivFineY
	}
	g.each(i, func(k int) llvm.Value {
		v := g.src(i, 0, k, real)
		switch axis {
		case ir.AxisX:
			return g.dx(i, x, v)
		case ir.AxisY:
			return g.dx(i, y, v)
		}
		a, b := g.dx(i, dxil.OpFAbs, g.dx(i, x, v)), g.dx(i, dxil.OpFAbs, g.dx(i, y, v))
		return g.flagged(llvm.OpAdd, 0, g.floatFlags(i), g.fn.TypeOf(v), a, b)
	})
}
