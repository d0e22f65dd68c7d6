package spirv

// This file holds subgroup, quad and ray query operations (sections 3.42.24 and
// the extension SPV_KHR_ray_query).

import (
	"refract/ir"
	"refract/spirv"
)

func (e *emitter) needSubgroups(c spirv.Capability) id {
	e.needVersion(version13, "a subgroup operation")
	e.need(spirv.CapabilityGroupNonUniform)
	e.need(c)
	return e.u32(uint32(spirv.ScopeSubgroup))
}

// ballot is the set of active invocations whose predicate holds.
func (e *emitter) ballot(t ir.TypeID, predicate id) id {
	scope := e.needSubgroups(spirv.CapabilityGroupNonUniformBallot)
	if predicate == 0 {
		predicate = e.constant(ir.Bool, 1)
	}
	return e.inst2(spirv.OpGroupNonUniformBallot, e.typ(t), scope, predicate)
}

var gathers = [...]struct {
	op         spirv.Op
	capability spirv.Capability
}{
	ir.BroadcastFirst:   {spirv.OpGroupNonUniformBroadcastFirst, spirv.CapabilityGroupNonUniformBallot},
	ir.Broadcast:        {spirv.OpGroupNonUniformBroadcast, spirv.CapabilityGroupNonUniformBallot},
	ir.Shuffle:          {spirv.OpGroupNonUniformShuffle, spirv.CapabilityGroupNonUniformShuffle},
	ir.ShuffleDown:      {spirv.OpGroupNonUniformShuffleDown, spirv.CapabilityGroupNonUniformShuffleRelative},
	ir.ShuffleUp:        {spirv.OpGroupNonUniformShuffleUp, spirv.CapabilityGroupNonUniformShuffleRelative},
	ir.ShuffleXor:       {spirv.OpGroupNonUniformShuffleXor, spirv.CapabilityGroupNonUniformShuffle},
	ir.QuadBroadcast:    {spirv.OpGroupNonUniformQuadBroadcast, spirv.CapabilityGroupNonUniformQuad},
	ir.QuadSwapX:        {spirv.OpGroupNonUniformQuadSwap, spirv.CapabilityGroupNonUniformQuad},
	ir.QuadSwapY:        {spirv.OpGroupNonUniformQuadSwap, spirv.CapabilityGroupNonUniformQuad},
	ir.QuadSwapDiagonal: {spirv.OpGroupNonUniformQuadSwap, spirv.CapabilityGroupNonUniformQuad},
}

// gather moves a value between invocations; index is 0 if the mode has none.
func (e *emitter) gather(mode ir.GatherMode, t ir.TypeID, value, index id) id {
	row := gathers[mode]
	scope := e.needSubgroups(row.capability)
	switch {
	case mode >= ir.QuadSwapX:
		index = e.u32(uint32(mode - ir.QuadSwapX))
	case mode == ir.BroadcastFirst:
		return e.inst2(row.op, e.typ(t), scope, value)
	case mode == ir.Broadcast && e.version < version15 && !e.isConstant(index):
		// Until then the index must be a constant; a shuffle takes any.
		return e.gather(ir.Shuffle, t, value, index)
	}
	return e.inst3(row.op, e.typ(t), scope, value, index)
}

var collectives = [...][numKinds]spirv.Op{
	ir.SubgroupAdd: {0, spirv.OpGroupNonUniformIAdd, spirv.OpGroupNonUniformIAdd, spirv.OpGroupNonUniformFAdd},
	ir.SubgroupMul: {0, spirv.OpGroupNonUniformIMul, spirv.OpGroupNonUniformIMul, spirv.OpGroupNonUniformFMul},
	ir.SubgroupMin: {0, spirv.OpGroupNonUniformSMin, spirv.OpGroupNonUniformUMin, spirv.OpGroupNonUniformFMin},
	ir.SubgroupMax: {0, spirv.OpGroupNonUniformSMax, spirv.OpGroupNonUniformUMax, spirv.OpGroupNonUniformFMax},
	ir.SubgroupAnd: {spirv.OpGroupNonUniformLogicalAnd, spirv.OpGroupNonUniformBitwiseAnd, spirv.OpGroupNonUniformBitwiseAnd, 0},
	ir.SubgroupOr:  {spirv.OpGroupNonUniformLogicalOr, spirv.OpGroupNonUniformBitwiseOr, spirv.OpGroupNonUniformBitwiseOr, 0},
	ir.SubgroupXor: {spirv.OpGroupNonUniformLogicalXor, spirv.OpGroupNonUniformBitwiseXor, spirv.OpGroupNonUniformBitwiseXor, 0},
}

var groupOperations = [...]spirv.GroupOperation{
	ir.Reduce:        spirv.GroupOperationReduce,
	ir.InclusiveScan: spirv.GroupOperationInclusiveScan,
	ir.ExclusiveScan: spirv.GroupOperationExclusiveScan,
	ir.Clustered:     spirv.GroupOperationClusteredReduce,
}

// collective reduces or scans a value over the subgroup, or reduces it in clusters.
func (e *emitter) collective(op ir.SubgroupOp, c ir.CollectiveOp, cluster uint32, t ir.TypeID, value id) id {
	switch op {
	case ir.SubgroupElect:
		return e.inst1(spirv.OpGroupNonUniformElect, e.typ(t), e.needSubgroups(spirv.CapabilityGroupNonUniform))
	case ir.SubgroupAll:
		return e.inst2(spirv.OpGroupNonUniformAll, e.typ(t), e.needSubgroups(spirv.CapabilityGroupNonUniformVote), value)
	case ir.SubgroupAny:
		return e.inst2(spirv.OpGroupNonUniformAny, e.typ(t), e.needSubgroups(spirv.CapabilityGroupNonUniformVote), value)
	}
	needs := spirv.CapabilityGroupNonUniformArithmetic
	if c == ir.Clustered {
		needs = spirv.CapabilityGroupNonUniformClustered
	}
	scope := e.needSubgroups(needs)
	scalar := e.m.Types.ScalarOf(t)
	opcode := collectives[op][kindOf(scalar)]
	if opcode == spirv.OpNop {
		e.fail("there is no subgroup " + op.String() + " of " + scalar.String())
	}
	if c == ir.Clustered {
		return e.inst4(opcode, e.typ(t), scope, uint32(groupOperations[c]), value, e.u32(cluster))
	}
	return e.inst3(opcode, e.typ(t), scope, uint32(groupOperations[c]), value)
}

// Ray queries.

func (e *emitter) needRayQuery() {
	e.needVersion(version14, "a ray query")
	e.need(spirv.CapabilityRayQueryKHR)
}

// rayInitialize starts a query with the members of a RayDesc.
func (e *emitter) rayInitialize(query, structure, desc id) {
	member := func(t ir.TypeID, i uint32) id { return e.extract(t, desc, i) }
	vec3 := ir.VectorOf(ir.F32, 3)
	flags, mask := member(ir.TypeU32, 0), member(ir.TypeU32, 1)
	tmin, tmax := member(ir.TypeF32, 2), member(ir.TypeF32, 3)
	origin, dir := member(vec3, 4), member(vec3, 5)
	e.code.Op8(spirv.OpRayQueryInitializeKHR, query, structure, flags, mask, origin, tmin, dir, tmax)
}

func (e *emitter) rayProceed(query id) id {
	return e.inst1(spirv.OpRayQueryProceedKHR, e.scalarType(ir.Bool), query)
}

func (e *emitter) rayTerminate(query id) { e.code.Op1(spirv.OpRayQueryTerminateKHR, query) }

func (e *emitter) rayGenerate(query, t id) {
	e.code.Op2(spirv.OpRayQueryGenerateIntersectionKHR, query, t)
}

func (e *emitter) rayConfirm(query id) { e.code.Op1(spirv.OpRayQueryConfirmIntersectionKHR, query) }

// intersectionMembers are the members of a RayIntersection after kind: the
// instruction that reads each, and whether only triangles have it.
var intersectionMembers = [...]struct {
	op       spirv.Op
	ty       ir.TypeID
	triangle bool
}{
	1:  {spirv.OpRayQueryGetIntersectionTKHR, ir.TypeF32, false},
	2:  {spirv.OpRayQueryGetIntersectionInstanceCustomIndexKHR, ir.TypeU32, false},
	3:  {spirv.OpRayQueryGetIntersectionInstanceIdKHR, ir.TypeU32, false},
	4:  {spirv.OpRayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetKHR, ir.TypeU32, false},
	5:  {spirv.OpRayQueryGetIntersectionGeometryIndexKHR, ir.TypeU32, false},
	6:  {spirv.OpRayQueryGetIntersectionPrimitiveIndexKHR, ir.TypeU32, false},
	7:  {spirv.OpRayQueryGetIntersectionBarycentricsKHR, ir.TypeVec2F32, true},
	8:  {spirv.OpRayQueryGetIntersectionFrontFaceKHR, ir.TypeBool, true},
	9:  {spirv.OpRayQueryGetIntersectionObjectToWorldKHR, ir.TypeMat4x3F32, false},
	10: {spirv.OpRayQueryGetIntersectionWorldToObjectKHR, ir.TypeMat4x3F32, false},
}

// Kinds of intersections as RayIntersection has them: none, triangle, generated,
// aabb. SPIR-V numbers committed ones alike; candidates are triangles (0) or
// boxes (1).
const (
	intersectionNone     = 0
	intersectionTriangle = 1
	intersectionAABB     = 3
)

// rayIntersection reads the committed or candidate intersection into a RayIntersection.
// Reading members that an intersection lacks is undefined, so the members are read under
// conditions into a variable that was zero.
func (e *emitter) rayIntersection(t ir.TypeID, query id, committed bool) id {
	u32 := e.scalarType(ir.U32)
	which := e.u32(uint32(spirv.RayQueryIntersectionRayQueryCandidateIntersectionKHR))
	if committed {
		which = e.u32(uint32(spirv.RayQueryIntersectionRayQueryCommittedIntersectionKHR))
	}
	v := e.variable(t)
	e.store(v, e.zero(t))
	kind := e.inst2(spirv.OpRayQueryGetIntersectionTypeKHR, u32, query, which)
	if !committed {
		triangle := e.inst2(spirv.OpIEqual, e.scalarType(ir.Bool), kind, e.u32(0))
		kind = e.inst3(spirv.OpSelect, u32, triangle, e.u32(intersectionTriangle), e.u32(intersectionAABB))
	}
	e.store(e.element(v, 0, e.u32(0)), kind)
	read := func(triangle bool) {
		for i := 1; i < len(intersectionMembers); i++ {
			m := &intersectionMembers[i]
			switch {
			case m.triangle != triangle:
			case i == 1 && !committed:
				// A candidate box has no hit distance, and a candidate triangle's is read below.
			default:
				e.store(e.element(v, i, e.u32(uint32(i))), e.inst2(m.op, e.typ(m.ty), query, which))
			}
		}
	}
	e.when(e.inst2(spirv.OpINotEqual, e.scalarType(ir.Bool), kind, e.u32(intersectionNone)), func() {
		read(false)
		isTriangle := e.inst2(spirv.OpIEqual, e.scalarType(ir.Bool), kind, e.u32(intersectionTriangle))
		e.when(isTriangle, func() {
			read(true)
			if !committed {
				m := &intersectionMembers[1]
				e.store(e.element(v, 1, e.u32(1)), e.inst2(m.op, e.typ(m.ty), query, which))
			}
		})
	})
	return e.load(v)
}

// when builds code that runs under a condition.
func (e *emitter) when(cond id, body func()) {
	accept, merge := e.out.NewID(), e.out.NewID()
	e.selectionMerge(merge)
	e.branchIf(cond, accept, merge)
	e.label(accept)
	body()
	e.branch(merge)
	e.label(merge)
}

// whichIntersection is the operand that names the committed intersection, or the candidate.
func (e *emitter) whichIntersection(committed bool) id {
	if committed {
		return e.u32(uint32(spirv.RayQueryIntersectionRayQueryCommittedIntersectionKHR))
	}
	return e.u32(uint32(spirv.RayQueryIntersectionRayQueryCandidateIntersectionKHR))
}

// rayVertices are the positions of an intersected triangle's vertices.
func (e *emitter) rayVertices(t ir.TypeID, query id, committed bool) id {
	e.need(spirv.CapabilityRayQueryPositionFetchKHR)
	return e.inst2(spirv.OpRayQueryGetIntersectionTriangleVertexPositionsKHR, e.typ(t), query, e.whichIntersection(committed))
}
