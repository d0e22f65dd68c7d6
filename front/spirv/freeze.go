package spirv

// This file finds the arrays in memory of the host, and in inputs and outputs, whose
// length a specialization constant sets. The layout there doesn't follow the constant,
// and the module has no such memory: these arrays have the length of the constant's
// default, and a warning names them.

import (
	"refract/diag"
	"refract/internal/ir/consteval"
	"refract/spirv"
)

// CodeFixedConstant is the code of the warning.
const CodeFixedConstant diag.Code = "fixed-specialization-constant"

// findFixed notes the types of these arrays.
func (r *reader) findFixed() {
	sized := false
	for _, at := range r.module {
		inst := r.inst(int(at))
		switch inst.Op() {
		case spirv.OpTypeArray:
			if int(inst[3]) < len(r.defs) {
				o := r.defs[inst[3]].op
				sized = sized || o == spirv.OpSpecConstant || o == spirv.OpSpecConstantOp
			}
		case spirv.OpTypePointer:
			if !sized {
				continue
			}
			switch spirv.StorageClass(inst[2]) {
			case spirv.StorageClassUniform, spirv.StorageClassStorageBuffer, spirv.StorageClassPushConstant, spirv.StorageClassPhysicalStorageBuffer,
				spirv.StorageClassInput, spirv.StorageClassOutput, spirv.StorageClassTaskPayloadWorkgroupEXT:
				r.fix(inst[3], 0)
			}
		}
	}
}

// fix notes the arrays in a type that aren't noted yet.
func (r *reader) fix(id uint32, depth int) {
	if int(id) >= len(r.defs) || r.fixed[id] || depth > maxDepth {
		return
	}
	inst := r.inst(int(r.defs[id].offset))
	switch r.defs[id].op {
	case spirv.OpTypeArray, spirv.OpTypeRuntimeArray:
		r.fix(inst[2], depth+1)
	case spirv.OpTypeStruct:
		for _, m := range inst[2:] {
			r.fix(m, depth+1)
		}
	default:
		return
	}
	if r.fixed == nil {
		r.fixed = map[uint32]bool{}
	}
	r.fixed[id] = true
}

// defaultNumber is the value that an integer has if a pipeline sets nothing.
func (r *reader) defaultNumber(id uint32) uint64 {
	c := r.constantAt(id)
	if n, ok := r.constantNumber(c); ok {
		return n
	}
	var e consteval.Evaluator
	e.Start(r.m)
	v, err := e.Evaluate(r.moduleExpr(id), nil)
	if err != nil || !v.IsKnown() || !r.m.Types.ScalarOf(v.Type).IsInteger() {
		r.unsupported("the length of an array that is computed so")
	}
	return v.Bits
}
