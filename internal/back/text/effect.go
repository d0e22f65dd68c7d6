package text

// This file computes the reads and writes of an evaluation, as far as the order of
// evaluation depends on them.

import "refract/ir"

// effects is a set of things read (low byte) and written (high byte).
type effects uint16

const (
	readFunction effects = 1 << iota
	readPrivate
	readWorkgroup
	readStorage
	readImage
	readPayload
	readFlow // depends on which invocations are here: derivatives, subgroup operations
	readQuery

	writes     = 8 // writeX is readX << writes
	readAll    = effects(0xFF)
	writeAll   = readAll << writes
	readShared = readPrivate | readWorkgroup | readStorage | readImage | readPayload
)

func (e effects) written() effects { return e >> writes }

// conflict reports whether two things must stay in order.
func conflict(a, b effects) bool {
	return a.written()&(b|b.written()) != 0 || b.written()&a != 0
}

// readOf is the effect of reading memory that the shader can change.
func readOf(t *ir.Type) effects {
	switch t.Space {
	case ir.SpaceFunction:
		return readFunction
	case ir.SpacePrivate:
		return readPrivate
	case ir.SpaceWorkgroup:
		return readWorkgroup
	case ir.SpaceStorage:
		if t.Access&ir.AccessWrite == 0 {
			return 0
		}
		return readStorage
	case ir.SpaceTaskPayload, ir.SpaceOutput, ir.SpaceRayPayload, ir.SpaceIncomingRayPayload, ir.SpaceHitAttribute, ir.SpaceCallableData,
		ir.SpaceIncomingCallableData, ir.SpaceHitObjectAttribute:
		return readPayload
	}
	return 0
}

// query is the effect of reading a ray query.
func (p *subject) query(ptr ir.ExprID) effects {
	if p.m.Types.At(p.f.TypeOf(ptr)).Space == ir.SpacePrivate { // functions that are called reach it
		return readQuery | readPrivate
	}
	return readQuery
}

// manyLocals stands for function memory that isn't known to be one variable.
const manyLocals = ^ir.LocalID(0)

// rootLocal is the variable that a pointer into function memory points into, or
// manyLocals.
func (p *subject) rootLocal(e ir.ExprID) ir.LocalID {
	for {
		switch p.f.Kind(e) {
		case ir.KindLocal:
			return p.f.LocalRef(e)
		case ir.KindAccess, ir.KindAccessIndex:
			e = p.f.Operand(e)
		default:
			return manyLocals
		}
	}
}

// effectful has the kinds that do something besides evaluating their operands.
const effectful ir.KindSet = 1<<ir.KindLoad | 1<<ir.KindDerivative | 1<<ir.KindImageSample | 1<<ir.KindImageLoad | 1<<ir.KindRayQueryGet | 1<<ir.KindRayQueryVertex

// own is the effects of an effectful expression besides evaluating its operands.
func (p *subject) own(e ir.ExprID) (eff effects, local ir.LocalID) {
	switch p.f.Kind(e) {
	case ir.KindLoad:
		ptr := p.f.Operand(e)
		t := p.m.Types.At(p.f.TypeOf(ptr))
		eff = readOf(t)
		if eff == readFunction {
			local = p.rootLocal(ptr)
		}
		if p.m.Types.At(t.Base).Kind == ir.TypeAtomic {
			eff |= eff << writes
		}
	case ir.KindDerivative:
		eff = readFlow
	case ir.KindImageSample:
		if p.f.ImageSample(e).Level.IsImplicit() {
			eff = readFlow
		}
	case ir.KindImageLoad:
		t := p.m.Types.At(p.f.TypeOf(p.f.ImageLoad(e).Image))
		if t.Class == ir.ImageStorage && t.Access&ir.AccessWrite != 0 {
			eff = readImage
		}
	case ir.KindRayQueryGet, ir.KindRayQueryVertex:
		eff = p.query(p.f.Operand(e))
	}
	return eff, local
}

// stmtOwn is the effects of a statement besides evaluating its operands; nested blocks are
// not counted.
func (p *subject) stmtOwn(s ir.StmtID) (eff effects, local ir.LocalID) {
	switch k := p.f.StmtKind(s); k {
	case ir.StmtStore:
		ptr := p.f.Store(s).Pointer
		t := p.m.Types.At(p.f.TypeOf(ptr))
		eff = readOf(t) << writes
		if t.Space == ir.SpaceFunction {
			local = p.rootLocal(ptr)
		}
	case ir.StmtAtomic:
		t := p.m.Types.At(p.f.TypeOf(p.f.Atomic(s).Pointer))
		eff = readOf(t)
		eff |= eff << writes
	case ir.StmtImageStore:
		eff = readImage << writes
	case ir.StmtImageAtomic:
		eff = readImage | readImage<<writes
	case ir.StmtCall:
		eff = p.opts.Calls.of(p.f.Call(s).Function)
		for _, a := range p.f.Call(s).Args {
			if t := p.m.Types.At(p.f.TypeOf(a)); t.Kind == ir.TypePointer {
				switch p.m.Types.At(t.Base).Kind {
				case ir.TypeRayQuery, ir.TypeHitObject:
					eff |= readQuery | readQuery<<writes
				case ir.TypeArray, ir.TypeStruct: // may hold ray queries
					eff |= readQuery | readQuery<<writes
					fallthrough
				default:
					if t.Space == ir.SpaceFunction {
						eff |= readFunction | readFunction<<writes
						local = manyLocals
					}
				}
			}
		}
	case ir.StmtPipeline:
		eff = readAll | (readPayload|readStorage|readImage|readFlow|readQuery)<<writes
		if o := p.f.Pipeline(s).Op; o == ir.ReadHit || o == ir.FetchMicroVertex {
			eff = readQuery
		}
	case ir.StmtRayQuery:
		eff = p.query(p.f.RayQuery(s).Query)
		eff |= eff << writes
	case ir.StmtControlBarrier, ir.StmtMemoryBarrier, ir.StmtInterlock, ir.StmtWorkgroupUniformLoad:
		eff = readShared | (readShared|readFlow)<<writes
	case ir.StmtPrint:
		eff = readShared << writes
	case ir.StmtSubgroupBallot, ir.StmtSubgroupGather, ir.StmtSubgroupCollective:
		eff = readFlow
	case ir.StmtCooperative:
		eff = readFlow
		switch v := p.f.Cooperative(s); v.Op {
		case ir.CooperativeLoad:
			eff |= readOf(p.m.Types.At(p.f.TypeOf(v.Args[0])))
		case ir.CooperativeStore:
			eff |= readOf(p.m.Types.At(p.f.TypeOf(v.Args[0]))) << writes
		}
	case ir.StmtIf, ir.StmtSwitch, ir.StmtLoop:
		eff = readFlow << writes
	case ir.StmtBreak, ir.StmtContinue, ir.StmtReturn, ir.StmtTerminate, ir.StmtDemote:
		// Writes stay ahead of them, as if they read everything.
		eff, local = readAll|readFlow<<writes, manyLocals
	case ir.StmtEmit, ir.StmtLocal, ir.StmtBlock:
	default:
		panic("text: effects of a " + k.String())
	}
	return eff, local
}
