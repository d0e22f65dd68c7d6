package spirv

// This file reads ray queries. The module has no expression for the ray with which a query
// began: if the shader reads rays, a query is a struct that keeps it, too. Structs with
// queries become variables in the end (transform.PlainQueries).

import (
	"refract/internal/lazy"
	"refract/ir"
	"refract/spirv"
	"refract/ssa"
	"refract/ssa/op"
)

// intersections are the instructions that read a part of an intersection: a member of
// the module's RayIntersection.
var intersections = lazy.Value[map[spirv.Op]int]{Make: func() map[spirv.Op]int {
	return map[spirv.Op]int{
		spirv.OpRayQueryGetIntersectionTypeKHR: 0, spirv.OpRayQueryGetIntersectionTKHR: 1,
		spirv.OpRayQueryGetIntersectionInstanceCustomIndexKHR: 2, spirv.OpRayQueryGetIntersectionInstanceIdKHR: 3,
		spirv.OpRayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetKHR: 4, spirv.OpRayQueryGetIntersectionGeometryIndexKHR: 5,
		spirv.OpRayQueryGetIntersectionPrimitiveIndexKHR: 6, spirv.OpRayQueryGetIntersectionBarycentricsKHR: 7,
		spirv.OpRayQueryGetIntersectionFrontFaceKHR: 8, spirv.OpRayQueryGetIntersectionObjectToWorldKHR: 9,
		spirv.OpRayQueryGetIntersectionWorldToObjectKHR: 10,
	}
}}

// candidateBox is the kind of a candidate that is a box, in the module.
const candidateBox = 3

// rayQuery is the type of queries: with their rays, if the shader reads these.
func (r *reader) rayQuery() ir.TypeID {
	t := r.m.Types.Intern(ir.Type{Kind: ir.TypeRayQuery, VertexReturn: r.readsCorners()})
	if !r.asksRays() {
		return t
	}
	return r.m.AddStruct(ir.Struct{Name: "RayQuery", Members: []ir.Member{{Type: t}, {Name: "ray", Type: r.m.SpecialStruct(ir.SpecialRayDesc, 0)}}})
}

// queryArray converts an array of what holds ray queries.
func (r *reader) queryArray(info, e *typeInfo, inst spirv.Inst) {
	if info.count == 0 {
		if inst.Op() != spirv.OpTypeArray {
			info.bad = "an array of ray queries without a length"
			return
		}
		n := r.defaultNumber(inst[3])
		if n == 0 || n > 1<<31-1 {
			r.invalid("an array has %d elements", int64(n))
		}
		r.list.Warnf(CodeFixedConstant, r.span(), "an array keeps its default length %d: a specialization constant can't change it in this memory", n)
		info.count = uint32(n)
	}
	info.held = r.m.Types.Array(e.held, info.count)
}

// storedType is the type of what a variable holds.
func (r *reader) storedType(index uint32) ir.TypeID {
	if t := &r.types[index]; t.held != 0 && t.bad == "" {
		return t.held
	}
	return r.valueType(index)
}

// accelerationStructure is the type of acceleration structures.
func (r *reader) accelerationStructure() ir.TypeID {
	return r.m.Types.Intern(ir.Type{Kind: ir.TypeAccelerationStructure, VertexReturn: r.readsCorners()})
}

// readsCorners reports whether the module reads the corners of intersected triangles: then
// its structures and queries have them.
func (r *reader) readsCorners() bool {
	return r.hasAny(spirv.OpRayQueryGetIntersectionTriangleVertexPositionsKHR)
}

// query is the address of a query.
func (r *reader) query(id uint32) ssa.Value {
	p := r.keptQuery(id)
	if r.asksRays() {
		p = r.member(p, 0)
	}
	return p
}

// keptQuery is the address of a query with its ray.
func (r *reader) keptQuery(id uint32) ssa.Value {
	p := r.val(id)
	t := r.isMemory(p).Base
	if s := r.m.StructOf(t); s != nil && r.asksRays() {
		t = s.Members[0].Type
	}
	if r.m.Types.At(t).Kind != ir.TypeRayQuery {
		r.invalid("a value where a ray query is wanted")
	}
	return p
}

// rayOp reads an instruction about ray queries; false if it is none.
func (r *reader) rayOp(inst spirv.Inst) bool {
	x := &r.fn
	b := &x.b
	switch o := inst.Op(); o {
	case spirv.OpConvertUToAccelerationStructureKHR:
		address := r.val(inst[3])
		if comps, t := x.f.Comps(address), r.m.Types.ScalarOf(x.f.Type(address)); !(comps == 1 && t.Bits() == 64) && !(comps == 2 && t.Bits() == 32) || t.IsFloat() {
			r.invalid("an address that has not 64 bits")
		}
		r.set(inst[2], b.Op(op.DerefAddress, r.accelerationStructure(), address))
	case spirv.OpRayQueryInitializeKHR:
		flags, mask, origin, least, direction, most := r.val(inst[3]), r.val(inst[4]), r.val(inst[5]), r.val(inst[6]), r.val(inst[7]), r.val(inst[8])
		ray := b.Op(op.Compose, r.m.SpecialStruct(ir.SpecialRayDesc, 0), flags, mask, least, most, origin, direction)
		q := r.query(inst[1])
		b.Op(op.RayInitialize, 0, q, r.val(inst[2]), ray)
		if r.asksRays() {
			b.Store(r.rayOf(inst[1]), ray)
		}
	case spirv.OpRayQueryProceedKHR:
		r.set(inst[2], b.Op(op.RayProceed, ir.TypeBool, r.query(inst[3])))
	case spirv.OpRayQueryTerminateKHR:
		b.Op(op.RayTerminate, 0, r.query(inst[1]))
	case spirv.OpRayQueryConfirmIntersectionKHR:
		b.Op(op.RayConfirm, 0, r.query(inst[1]))
	case spirv.OpRayQueryGenerateIntersectionKHR:
		b.Op(op.RayGenerate, 0, r.query(inst[1]), r.val(inst[2]))
	case spirv.OpRayQueryGetRayTMinKHR, spirv.OpRayQueryGetRayFlagsKHR, spirv.OpRayQueryGetWorldRayDirectionKHR, spirv.OpRayQueryGetWorldRayOriginKHR:
		r.set(inst[2], r.rayPart(inst[3], rayParts.Get()[o]))
	case spirv.OpRayQueryGetIntersectionObjectRayDirectionKHR, spirv.OpRayQueryGetIntersectionObjectRayOriginKHR:
		q := r.query(inst[3])
		last := uint64(0) // a direction isn't moved
		if o == spirv.OpRayQueryGetIntersectionObjectRayOriginKHR {
			last = 0x3F800000
		}
		world := b.Op(op.Vec, ir.VectorOf(ir.F32, 4), r.rayPart(inst[3], rayParts.Get()[o]), b.Const(ir.TypeF32, last))
		toObject := r.intersection(q, inst[4], worldToObject)
		r.set(inst[2], b.Op(op.MatVec, r.value(inst[1]), toObject, world))
	case spirv.OpRayQueryGetIntersectionTriangleVertexPositionsKHR:
		corners := b.Op(op.RayVertices, r.value(inst[1]), r.query(inst[3]))
		x.f.SetWords(corners, [2]uint32{r.whichIntersection(inst[4])})
		r.set(inst[2], corners)
	default:
		member, ok := intersections.Get()[o]
		if !ok {
			return false
		}
		v := r.intersection(r.query(inst[3]), inst[4], member)
		if member == 0 && r.constantWord(inst[4]) == 0 { // a triangle is 0 and a box 1
			box := b.Op(op.IEq, ir.TypeBool, v, b.U32(candidateBox))
			v = b.Op(op.BCsel, ir.TypeU32, box, b.U32(1), b.U32(0))
		}
		r.set(inst[2], v)
	}
	return true
}

// intersection is a member of a query's intersection, the committed one or the candidate.
func (r *reader) intersection(query ssa.Value, which uint32, member int) ssa.Value {
	x := &r.fn
	committed := r.whichIntersection(which)
	t := r.m.SpecialStruct(ir.SpecialRayIntersection, 0)
	whole := x.b.Op(op.RayGet, t, query)
	x.f.SetWords(whole, [2]uint32{committed})
	return x.b.Extract(r.m.StructOf(t).Members[member].Type, whole, member)
}

// whichIntersection is 1 of the committed intersection, and 0 of the candidate.
func (r *reader) whichIntersection(which uint32) uint32 {
	committed := r.constantWord(which)
	if committed > 1 {
		r.invalid("there is no intersection %d", committed)
	}
	return committed
}

// worldToObject is the member of an intersection that has the matrix.
const worldToObject = 10

// rayParts are the instructions that read the arguments with which a query was begun: a
// member of the module's RayDesc. The module keeps it beside the query, if a shader reads
// it.
var rayParts = lazy.Value[map[spirv.Op]int]{Make: func() map[spirv.Op]int {
	return map[spirv.Op]int{
		spirv.OpRayQueryGetRayFlagsKHR: 0, spirv.OpRayQueryGetRayTMinKHR: 2,
		spirv.OpRayQueryGetWorldRayOriginKHR: 4, spirv.OpRayQueryGetIntersectionObjectRayOriginKHR: 4,
		spirv.OpRayQueryGetWorldRayDirectionKHR: 5, spirv.OpRayQueryGetIntersectionObjectRayDirectionKHR: 5,
	}
}}

// asksRays reports whether the module reads the arguments with which a query was begun.
func (r *reader) asksRays() bool {
	if !r.raysKnown {
		r.raysKnown = true
		for at := headerWords; at < len(r.words); at += int(r.words[at] >> 16) {
			if _, asks := rayParts.Get()[r.inst(at).Op()]; asks {
				r.raysAsked = true
				break
			}
		}
	}
	return r.raysAsked
}

// rayOf is the place of the ray of a query.
func (r *reader) rayOf(query uint32) ssa.Value { return r.member(r.keptQuery(query), 1) }

// rayPart is a member of the ray of a query.
func (r *reader) rayPart(query uint32, member int) ssa.Value {
	b := &r.fn.b
	whole := b.Load(r.rayOf(query))
	return b.Extract(r.m.StructOf(r.m.SpecialStruct(ir.SpecialRayDesc, 0)).Members[member].Type, whole, member)
}
