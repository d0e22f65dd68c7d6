package spirv

// This file holds operations on cooperative matrices (the extension
// SPV_KHR_cooperative_matrix).

import (
	"refract/ir"
	"refract/spirv"
)

func (e *emitter) cooperativeType(t *ir.Type) id {
	e.needVersion(version13, "a cooperative matrix")
	e.need(spirv.CapabilityCooperativeMatrixKHR)
	return e.intern(spirv.OpTypeCooperativeMatrixKHR, 0, e.scalarType(t.Scalar), e.u32(uint32(spirv.ScopeSubgroup)),
		e.u32(uint32(t.Rows)), e.u32(uint32(t.Columns)), e.u32(uint32(t.Use)))
}

func (e *emitter) cooperativeLayout(rowMajor bool) id {
	if rowMajor {
		return e.u32(uint32(spirv.CooperativeMatrixLayoutRowMajorKHR))
	}
	return e.u32(uint32(spirv.CooperativeMatrixLayoutColumnMajorKHR))
}

// aligned are the operands about memory of an access; of physical memory its alignment.
func (e *emitter) aligned(p pointer) []id {
	if p.class != spirv.StorageClassPhysicalStorageBuffer {
		return nil
	}
	return []id{uint32(spirv.MemoryAccessAligned), e.m.WidestScalar(p.ty)}
}

// cooperativeLoad loads a matrix from the place of its first element.
func (e *emitter) cooperativeLoad(t ir.TypeID, p pointer, rowMajor bool, stride id) id {
	return e.inst(spirv.OpCooperativeMatrixLoadKHR, e.typ(t), append([]id{p.id, e.cooperativeLayout(rowMajor), stride}, e.aligned(p)...)...)
}

func (e *emitter) cooperativeStore(p pointer, rowMajor bool, stride, matrix id) {
	layout := e.cooperativeLayout(rowMajor)
	e.code.Begin(spirv.OpCooperativeMatrixStoreKHR)
	e.code.Words(p.id, matrix, layout, stride)
	e.code.Words(e.aligned(p)...)
	e.code.End()
}

// cooperativeMultiplyAdd multiplies and adds matrices of the types a, b and t.
func (e *emitter) cooperativeMultiplyAdd(t, a, b ir.TypeID, saturate bool, operands ...id) id {
	signed := func(t ir.TypeID, bits spirv.CooperativeMatrixOperands) spirv.CooperativeMatrixOperands {
		if s := e.m.Types.ScalarOf(t); s.IsInteger() && s.IsSigned() {
			return bits
		}
		return 0
	}
	mask := signed(a, spirv.CooperativeMatrixOperandsMatrixASignedComponentsKHR) |
		signed(b, spirv.CooperativeMatrixOperandsMatrixBSignedComponentsKHR) |
		signed(t, spirv.CooperativeMatrixOperandsMatrixCSignedComponentsKHR|spirv.CooperativeMatrixOperandsMatrixResultSignedComponentsKHR)
	if saturate {
		mask |= spirv.CooperativeMatrixOperandsSaturatingAccumulationKHR
	}
	if mask != 0 {
		operands = append(operands, uint32(mask))
	}
	return e.inst(spirv.OpCooperativeMatrixMulAddKHR, e.typ(t), operands...)
}

// writeCooperative writes a statement on cooperative matrices.
func (w *Writer) writeCooperative(v ir.Cooperative) {
	f := w.f
	if v.Op == ir.CooperativeMultiplyAdd {
		w.ids[v.Result] = w.cooperativeMultiplyAdd(f.TypeOf(v.Result), f.TypeOf(v.Args[0]), f.TypeOf(v.Args[1]), v.Saturate,
			w.value(v.Args[0]), w.value(v.Args[1]), w.value(v.Args[2]))
		w.nameValue(v.Result)
		return
	}
	index, stride := w.value(v.Args[1]), w.value(v.Args[2])
	p := w.element(w.pointerTo(v.Args[0]), 0, index)
	if v.Op == ir.CooperativeStore {
		w.cooperativeStore(p, v.RowMajor, stride, w.value(v.Args[3]))
		return
	}
	w.ids[v.Result] = w.cooperativeLoad(f.TypeOf(v.Result), p, v.RowMajor, stride)
	w.nameValue(v.Result)
}

// cooperativeLength is the number of elements that an invocation holds of a matrix of type t.
func (e *emitter) cooperativeLength(t ir.TypeID) id {
	return e.inst1(spirv.OpCooperativeMatrixLengthKHR, e.typ(ir.TypeU32), e.typ(t))
}
