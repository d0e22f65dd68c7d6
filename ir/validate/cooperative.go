package validate

// This file checks operations on cooperative matrices.

import (
	"refract/diag"
	"refract/ir"
)

func (v *Validator) cooperative(s ir.Cooperative, span diag.Span) {
	v.need(CooperativeMatrix, span, "an operation on cooperative matrices")
	v.does(UsesCooperative, span)
	if !v.uses(span, s.Args...) {
		v.poison(s.Result)
		return
	}
	if s.Op == ir.CooperativeMultiplyAdd {
		v.cooperativeMultiplyAdd(s, span)
		return
	}
	matrix := s.Result
	if s.Op == ir.CooperativeStore {
		matrix = s.Args[3]
	}
	bad := func(code diag.Code, format string, args ...any) {
		v.errorf(code, span, format, args...)
		v.poison(s.Result)
	}
	m, p := v.at(matrix), v.at(s.Args[0])
	array := v.m.Types.At(p.Base)
	switch {
	case m.Kind != ir.TypeCooperative:
		bad(CodeCooperative, "a cooperative matrix is loaded or stored, not %s", v.name(matrix))
	case p.Kind != ir.TypePointer || array.Kind != ir.TypeArray || !v.m.Types.IsScalarOrVector(array.Base):
		bad(CodeCooperative, "a cooperative matrix lies in an array of scalars or vectors, not in %s", v.name(s.Args[0]))
	case p.Space != ir.SpaceStorage && p.Space != ir.SpaceWorkgroup && p.Space != ir.SpacePhysical && (p.Space != ir.SpaceUniform || s.Op == ir.CooperativeStore):
		bad(CodeCooperative, "a cooperative matrix lies in storage or workgroup memory, not in the %s space", p.Space)
	case v.m.Types.ScalarOf(array.Base) != m.Scalar:
		bad(CodeCooperative, "%s doesn't lie in an array of %s", v.name(matrix), v.m.TypeName(array.Base))
	case v.fn.f.TypeOf(s.Args[1]) != ir.TypeU32 || v.fn.f.TypeOf(s.Args[2]) != ir.TypeU32:
		bad(CodeCooperative, "the index and the stride of a cooperative matrix are u32, not %s and %s", v.name(s.Args[1]), v.name(s.Args[2]))
	case s.Op == ir.CooperativeStore && p.Access&ir.AccessWrite == 0:
		bad(CodeStore, "memory in the %s space with %s access can't be written", p.Space, p.Access)
	case s.Op == ir.CooperativeStore:
		v.memory(s.Args[0], Write, span)
	default:
		v.memory(s.Args[0], Read, span)
		v.populate(s.Result, ir.KindSubgroupResult, v.fn.f.TypeOf(s.Result), span)
	}
}

func (v *Validator) cooperativeMultiplyAdd(s ir.Cooperative, span diag.Span) {
	a, b, c := v.at(s.Args[0]), v.at(s.Args[1]), v.at(s.Args[2])
	for i, t := range [...]*ir.Type{a, b, c} {
		if t.Kind != ir.TypeCooperative || t.Use != ir.CooperativeUse(i) {
			v.errorf(CodeCooperative, span, "operand %d of a multiplication of cooperative matrices is one for %s, not %s",
				i+1, "ABC"[i:i+1], v.name(s.Args[i]))
			v.poison(s.Result)
			return
		}
	}
	switch {
	case a.Columns != b.Rows || a.Rows != c.Rows || b.Columns != c.Columns:
		v.errorf(CodeCooperative, span, "%s and %s don't make %s", v.name(s.Args[0]), v.name(s.Args[1]), v.name(s.Args[2]))
	case a.Scalar.IsFloat() != c.Scalar.IsFloat() || b.Scalar.IsFloat() != c.Scalar.IsFloat():
		v.errorf(CodeCooperative, span, "floats and integers don't mix: %s, %s and %s", v.name(s.Args[0]), v.name(s.Args[1]), v.name(s.Args[2]))
	case s.Saturate && !c.Scalar.IsInteger():
		v.errorf(CodeCooperative, span, "sums of %s don't saturate", c.Scalar)
	default:
		v.populate(s.Result, ir.KindSubgroupResult, v.fn.f.TypeOf(s.Args[2]), span)
		return
	}
	v.poison(s.Result)
}
