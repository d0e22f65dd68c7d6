package spirv

// This file reads ray queries. A query is a local variable in the module; a private
// one that one function alone uses becomes such.

import (
	"refract/ir"
	"refract/spirv"
	"refract/ssa"
	"refract/ssa/op"
)

// intersections are the instructions that read a part of an intersection: a member of
// the module's RayIntersection.
var intersections = map[spirv.Op]int{
	spirv.OpRayQueryGetIntersectionTypeKHR: 0, spirv.OpRayQueryGetIntersectionTKHR: 1,
	spirv.OpRayQueryGetIntersectionInstanceCustomIndexKHR: 2, spirv.OpRayQueryGetIntersectionInstanceIdKHR: 3,
	spirv.OpRayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetKHR: 4, spirv.OpRayQueryGetIntersectionGeometryIndexKHR: 5,
	spirv.OpRayQueryGetIntersectionPrimitiveIndexKHR: 6, spirv.OpRayQueryGetIntersectionBarycentricsKHR: 7,
	spirv.OpRayQueryGetIntersectionFrontFaceKHR: 8, spirv.OpRayQueryGetIntersectionObjectToWorldKHR: 9,
	spirv.OpRayQueryGetIntersectionWorldToObjectKHR: 10,
}

// candidateBox is the kind of a candidate that is a box, in the module.
const candidateBox = 3

// rayQuery is the type of queries.
func (r *reader) rayQuery() ir.TypeID { return r.m.Types.Intern(ir.Type{Kind: ir.TypeRayQuery}) }

// query is the address of a query.
func (r *reader) query(id uint32) ssa.Value {
	p := r.val(id)
	if t := r.isMemory(p); r.m.Types.At(t.Base).Kind != ir.TypeRayQuery {
		r.invalid("a value where a ray query is wanted")
	}
	return p
}

// privateQuery makes a local variable of a private query.
func (r *reader) privateQuery(v *variable) ssa.Value {
	fn := r.fn.fn
	if v.owner != nil && v.owner != fn {
		r.unsupported("a private ray query that several functions use")
	}
	v.owner = fn
	local := fn.f.AddVar(ssa.Variable{Name: r.name(v.id), Mode: ssa.ModeFunctionTemp, Type: r.rayQuery(), Access: ir.AccessReadWrite})
	b := r.prologue()
	p := b.DerefVar(local)
	fn.last = p
	return p
}

// rayOp reads an instruction about ray queries; false if it is none.
func (r *reader) rayOp(inst spirv.Inst) bool {
	x := &r.fn
	b := &x.b
	switch o := inst.Op(); o {
	case spirv.OpRayQueryInitializeKHR:
		flags, mask, origin, least, direction, most := r.val(inst[3]), r.val(inst[4]), r.val(inst[5]), r.val(inst[6]), r.val(inst[7]), r.val(inst[8])
		ray := b.Op(op.Compose, r.m.SpecialStruct(ir.SpecialRayDesc, 0), flags, mask, least, most, origin, direction)
		b.Op(op.RayInitialize, 0, r.query(inst[1]), r.val(inst[2]), ray)
	case spirv.OpRayQueryProceedKHR:
		r.set(inst[2], b.Op(op.RayProceed, ir.TypeBool, r.query(inst[3])))
	case spirv.OpRayQueryTerminateKHR:
		b.Op(op.RayTerminate, 0, r.query(inst[1]))
	case spirv.OpRayQueryConfirmIntersectionKHR:
		b.Op(op.RayConfirm, 0, r.query(inst[1]))
	case spirv.OpRayQueryGenerateIntersectionKHR:
		b.Op(op.RayGenerate, 0, r.query(inst[1]), r.val(inst[2]))
	default:
		member, ok := intersections[o]
		if !ok {
			return false
		}
		committed := r.constantWord(inst[4])
		if committed > 1 {
			r.invalid("there is no intersection %d", committed)
		}
		t := r.m.SpecialStruct(ir.SpecialRayIntersection, 0)
		whole := b.Op(op.RayGet, t, r.query(inst[3]))
		x.f.SetWords(whole, [2]uint32{committed})
		v := b.Extract(r.m.StructOf(t).Members[member].Type, whole, member)
		if member == 0 && committed == 0 { // a triangle is 0 and a box 1
			box := b.Op(op.IEq, ir.TypeBool, v, b.U32(candidateBox))
			v = b.Op(op.BCsel, ir.TypeU32, box, b.U32(1), b.U32(0))
		}
		r.set(inst[2], v)
	}
	return true
}
