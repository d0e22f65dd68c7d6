package dxil

// This file makes instructions of the class intrinsic.

import (
	"refract/internal/dxil"
	"refract/ssa"
	"refract/ssa/op"
)

// intrinsic makes the code of an instruction of the class intrinsic.
func (g *generator) intrinsic(i ssa.InstrID) {
	f := g.f
	switch o := f.Op(i); o {
	case op.LoadReg:
		g.loadRegister(i)
	case op.StoreReg:
		g.storeRegister(i)
	case op.Load:
		g.loadTyped(i)
	case op.Store:
		g.storeTyped(i)
	case op.LoadUBOVec4:
		g.loadRow(i)
	case op.LoadSSBO:
		g.loadRaw(i)
	case op.StoreSSBO:
		g.storeRaw(i)
	case op.SSBOAtomic:
		g.bufferAtomic(i)
	case op.SSBOSize:
		g.bufferSize(i)
	case op.LoadShared:
		g.load(i, &g.shared, 0)
	case op.StoreShared:
		g.store(i, &g.shared, 1)
	case op.SharedAtomic:
		g.sharedAtomic(i)
	case op.LoadScratch:
		g.load(i, &g.scratch, 0)
	case op.StoreScratch:
		g.store(i, &g.scratch, 1)
	case op.LoadConstant:
		g.load(i, &g.data, 0)
	case op.LoadInput:
		g.loadInput(i)
	case op.LoadInterpolatedInput:
		g.interpolate(i)
	case op.LoadBarycentric:
	case op.LoadSystemValue:
		g.systemValue(i)
	case op.StoreOutput:
		g.storeOutput(i)
	case op.ControlBarrier:
		g.barrier(i, true)
	case op.MemoryBarrier:
		g.barrier(i, false)
	case op.Derivative:
		g.derivative(i)
	case op.Demote:
		g.call(dxil.OpDiscard, 0, g.out.I1(true))
	case op.DemoteIf, op.TerminateIf:
		g.call(dxil.OpDiscard, 0, g.src(i, 0, 0, truth))
	case op.ImageLoad:
		g.imageLoad(i)
	case op.ImageStore:
		g.imageStore(i)
	case op.ImageAtomic:
		g.imageAtomic(i)
	case op.Ballot, op.BallotBits:
		g.ballot(i)
	case op.SubgroupGather:
		g.gather(i)
	case op.SubgroupCollective:
		g.collective(i)
	case op.RayInitialize:
		g.rayInitialize(i)
	case op.RayProceed:
		g.set(i, g.call(dxil.OpRayQueryProceed, g.i1, g.query(i)))
	case op.RayTerminate:
		g.call(dxil.OpRayQueryAbort, 0, g.query(i))
	case op.RayGenerate:
		g.call(dxil.OpRayQueryCommitProceduralPrimitiveHit, 0, g.query(i), g.src(i, 1, 0, real))
	case op.RayConfirm:
		g.call(dxil.OpRayQueryCommitNonOpaqueTriangleHit, 0, g.query(i))
	case op.RayGet:
		g.intersection(i)
	case op.Declare: // of a ray query, as the pass vars-to-ssa leaves no other
	case op.Pipeline:
		g.pipeline(i)
	case op.ResourceIndex, op.ElementOffset: // parts of accesses
	default:
		g.unsupported(feature(o))
		if f.Type(i) != 0 {
			g.zeros(i)
		}
	}
}

// feature is the feature that an operation belongs to.
func feature(o op.Op) string {
	switch o {
	case op.Interlock:
		return "critical sections of fragments"
	case op.RayVertices:
		return "positions of the vertices that a ray hits"
	}
	return "the operation " + o.String()
}
