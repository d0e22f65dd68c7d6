package spirv

// This file reads hit objects and properties of hits (SPV_NV_shader_invocation_reorder,
// SPV_EXT_shader_invocation_reorder, and extensions of NV for motion, spheres, clusters and
// micro-triangles). A hit object is a local variable in the module, as a ray query is.

import (
	"slices"

	"refract/internal/builtin/hits"
	"refract/internal/lazy"
	"refract/ir"
	"refract/spirv"
	"refract/ssa"
	"refract/ssa/op"
)

// A hitInst is an instruction about hits.
type hitInst struct {
	op       ir.PipelineOp
	motion   bool // the ray has a time
	property ir.RayProperty
	query    bool // the property is that of an intersection of a query
}

// hitInsts are the instructions about hits.
var hitInsts = lazy.Value[map[spirv.Op]hitInst]{Make: func() map[spirv.Op]hitInst {
	m := map[spirv.Op]hitInst{}
	add := func(o spirv.Op, i hitInst) {
		if o != 0 {
			m[o] = i
		}
	}
	for k := range hits.Operations {
		row, o := &hits.Operations[k], ir.PipelineOp(k)
		add(row.NV, hitInst{op: o})
		add(row.EXT, hitInst{op: o})
		add(row.NVMotion, hitInst{op: o, motion: true})
		add(row.EXTMotion, hitInst{op: o, motion: true})
	}
	for k := range hits.Properties {
		row, p := &hits.Properties[k], ir.RayProperty(k)
		add(row.NV, hitInst{op: ir.ReadHit, property: p})
		add(row.EXT, hitInst{op: ir.ReadHit, property: p})
		add(row.QueryOp, hitInst{op: ir.ReadHit, property: p, query: true})
	}
	add(spirv.OpReorderThreadWithHintNV, hitInst{op: ir.ReorderThread})
	add(spirv.OpReorderThreadWithHintEXT, hitInst{op: ir.ReorderThread})
	return m
}}

// hitArgs are the operands of an instruction: addresses of variables, or values.
func (r *reader) hitArgs(ids []uint32) (list []ssa.Value) {
	for _, id := range ids {
		list = append(list, r.pointer(id))
	}
	return list
}

// hitOp reads an instruction about hits; false if it is none.
func (r *reader) hitOp(inst spirv.Inst) bool {
	x := &r.fn
	switch o := inst.Op(); o {
	case spirv.OpHitObjectReorderExecuteShaderEXT:
		args := r.hitArgs(inst[1:])
		r.emitHit(ir.ReorderThread, 0, 0, slices.Concat(args[:1], args[2:])...)
		r.emitHit(ir.ExecuteHit, 0, 0, args[0], args[1])
		return true
	case spirv.OpHitObjectTraceReorderExecuteEXT, spirv.OpHitObjectTraceMotionReorderExecuteEXT:
		n := 12
		if o == spirv.OpHitObjectTraceMotionReorderExecuteEXT {
			n = 13
		}
		args := r.hitArgs(inst[1:])
		r.emitHit(ir.TraceHit, 0, 0, r.timeLast(ir.TraceHit, n == 13, args[:n])...)
		r.emitHit(ir.ReorderThread, 0, 0, slices.Concat(args[:1], args[n:])...)
		r.emitHit(ir.ExecuteHit, 0, 0, args[0], args[n-1])
		return true
	case spirv.OpTraceRayMotionNV:
		r.emitHit(ir.TraceRay, 0, 0, r.timeLast(ir.TraceRay, true, r.hitArgs(inst[1:]))...)
		return true
	case spirv.OpFetchMicroTriangleVertexPositionNV:
		r.set(inst[2], r.emitHit(ir.FetchMicroVertex, ir.TypeVec3F32, 0, r.hitArgs(inst[3:])...))
		return true
	case spirv.OpFetchMicroTriangleVertexBarycentricNV:
		r.set(inst[2], r.emitHit(ir.FetchMicroVertex, ir.TypeVec2F32, 1, r.hitArgs(inst[3:])...))
		return true
	default:
		row, ok := hitInsts.Get()[o]
		if !ok {
			return false
		}
		if row.op == ir.ReadHit {
			committed := row.query && r.whichIntersection(inst[4]) != 0
			object := r.pointer(inst[3])
			if row.query {
				object = r.query(inst[3])
			}
			r.set(inst[2], r.emitHit(ir.ReadHit, row.property.Type(&r.m.Types), uint32(ir.ReadOf(row.property, committed)), object))
			return true
		}
		args := r.timeLast(row.op, row.motion, r.hitArgs(inst[1:]))
		if row.op == ir.RecordQuery {
			args[1] = r.query(inst[2])
		}
		if o == spirv.OpHitObjectRecordMissNV || o == spirv.OpHitObjectRecordMissMotionNV { // without flags
			args = slices.Insert(args, 1, ssa.Value(x.b.U32(0)))
		}
		r.emitHit(row.op, 0, 0, args...)
	}
	return true
}

// timeLast moves the time of a ray behind the other operands. It stands behind the greatest t in the
// instruction.
func (r *reader) timeLast(o ir.PipelineOp, motion bool, args []ssa.Value) []ssa.Value {
	if !motion {
		return args
	}
	k := hits.TimeBehind(o) + 1
	if o == ir.RecordMiss && r.inst(r.at).Op() == spirv.OpHitObjectRecordMissMotionNV {
		k-- // NV's instruction has no flags
	}
	return append(slices.Delete(slices.Clone(args), k, k+1), args[k])
}

// emitHit makes an operation on the pipeline.
func (r *reader) emitHit(o ir.PipelineOp, result ir.TypeID, stream uint32, args ...ssa.Value) ssa.Value {
	hint := o == ir.ReorderThread && len(args) == 2
	if o != ir.TraceRay && o != ir.FetchMicroVertex && !hint && !r.m.Types.At(r.isMemory(args[0]).Base).IsRayObject() {
		r.invalid("a value where a hit object or ray query is wanted")
	}
	i := r.fn.b.Op(op.Pipeline, result, args...)
	r.fn.f.SetWords(i, [2]uint32{uint32(o) | stream<<6})
	return i
}
