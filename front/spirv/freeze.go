package spirv

// This file finds the specialization constants that set the length of an array outside
// of workgroup memory. The module has such arrays in workgroup memory only, so that these
// constants are fixed: they are plain constants of the value that the module gives, and a
// warning says that nothing can set them.

import (
	"refract/diag"
	"refract/ir/consteval"
	"refract/spirv"
)

// CodeFixedConstant is the code of the warning.
const CodeFixedConstant diag.Code = "fixed-specialization-constant"

// findFixed notes the constants that are fixed.
func (r *reader) findFixed() {
	var arrays map[uint32]uint32 // by type: its length
	fix := func(array uint32) {
		if length, ok := arrays[array]; ok {
			r.fix(length, 0)
		}
	}
	for _, at := range r.module {
		inst := r.inst(int(at))
		o := inst.Op()
		switch o {
		case spirv.OpTypeArray:
			if arrays != nil {
				fix(inst[2])
			}
			if int(inst[3]) < len(r.defs) {
				switch r.defs[inst[3]].op {
				case spirv.OpSpecConstant, spirv.OpSpecConstantOp:
					if arrays == nil {
						arrays = map[uint32]uint32{}
					}
					arrays[inst[1]] = inst[3]
				}
			}
			continue
		}
		if arrays == nil {
			continue
		}
		switch {
		case o == spirv.OpTypeRuntimeArray:
			fix(inst[2])
		case o == spirv.OpTypeStruct, o == spirv.OpTypeFunction:
			for _, id := range inst[2:] {
				fix(id)
			}
		case o == spirv.OpTypePointer:
			if spirv.StorageClass(inst[2]) != spirv.StorageClassWorkgroup {
				fix(inst[3])
			}
		case o.Class() == spirv.ClassConstantCreation, o == spirv.OpUndef:
			fix(inst[1])
		}
	}
}

// fix fixes a constant and those that it is computed from.
func (r *reader) fix(id uint32, depth int) {
	if int(id) >= len(r.defs) || r.fixed[id] || depth > maxOperations {
		return
	}
	d := &r.defs[id]
	switch d.op {
	case spirv.OpSpecConstant, spirv.OpSpecConstantTrue, spirv.OpSpecConstantFalse, spirv.OpSpecConstantOp, spirv.OpSpecConstantComposite:
	default:
		return
	}
	if r.fixed == nil {
		r.fixed = map[uint32]bool{}
	}
	r.fixed[id] = true
	inst := r.inst(int(d.offset))
	switch d.op {
	case spirv.OpSpecConstantOp:
		for _, x := range inst[4:] {
			r.fix(x, depth+1)
		}
	case spirv.OpSpecConstantComposite:
		for _, x := range inst[3:] {
			r.fix(x, depth+1)
		}
	}
}

// fixedNumber is the value of a constant that is fixed, an integer.
func (r *reader) fixedNumber(id uint32) (n uint64, ok bool) {
	if !r.fixed[id] {
		return 0, false
	}
	c := r.constantAt(id)
	if n, ok := r.constantNumber(c); ok {
		return n, true
	}
	var e consteval.Evaluator
	e.Start(r.m)
	v, err := e.Evaluate(r.moduleExpr(id), nil)
	if err != nil || !v.IsKnown() || !r.m.Types.ScalarOf(v.Type).IsInteger() {
		r.unsupported("the length of an array that is computed so")
	}
	return v.Bits, true
}
