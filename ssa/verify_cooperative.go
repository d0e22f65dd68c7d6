package ssa

// This file verifies operations on cooperative matrices.

import (
	"refract/ir"
	"refract/ssa/op"
)

func (v *verifier) cooperative(i InstrID) {
	f := v.f
	is := func(k int) *ir.Type {
		t := v.src(i, k)
		if t.Kind != ir.TypeCooperative {
			v.complain(i, 0, "source %d is %s, not a cooperative matrix", k, v.typeName(v.typeOf(i, k)))
		}
		return t
	}
	result := func() *ir.Type {
		t := v.types.At(f.Type(i))
		if t.Kind != ir.TypeCooperative {
			v.complain(i, 0, "the result is %s, not a cooperative matrix", v.typeName(f.Type(i)))
		}
		return t
	}
	switch f.Op(i) {
	case op.CooperativeLoad, op.CooperativeStore:
		if p := v.src(i, 0); p.Kind != ir.TypePointer || v.types.At(p.Base).Kind != ir.TypeArray {
			v.complain(i, 0, "source 0 is %s, not the address of an array", v.typeName(v.typeOf(i, 0)))
		}
		if f.Op(i) == op.CooperativeStore {
			is(3)
		} else {
			result()
		}
	case op.CooperativeMultiplyAdd:
		is(0)
		is(1)
		is(2)
		v.result(i, v.typeOf(i, 2))
	case op.CooperativeLength:
		is(0)
	case op.CooperativeArith:
		t := result()
		switch o := f.Field(i, "op"); o {
		case op.CooperativeSplat:
			if v.src(i, 0).Scalar.Bits() != t.Scalar.Bits() {
				v.complain(i, 0, "a matrix of %s can't be filled with %s", t.Scalar, v.typeName(v.typeOf(i, 0)))
			}
		case op.CooperativeConvert:
			if s := is(0); s.Rows != t.Rows || s.Columns != t.Columns || s.Use != t.Use {
				v.complain(i, 0, "%s can't be converted to %s", v.typeName(v.typeOf(i, 0)), v.typeName(f.Type(i)))
			}
		default:
			v.result(i, v.typeOf(i, 0))
			if (v.typeOf(i, 1) != 0) != (o != op.CooperativeNegate) {
				v.complain(i, 0, "a source that the operation doesn't take, or none that it takes")
			} else if o < op.CooperativeNegate && v.typeOf(i, 1) != v.typeOf(i, 0) {
				v.complain(i, 0, "the sources are %s and %s", v.typeName(v.typeOf(i, 0)), v.typeName(v.typeOf(i, 1)))
			}
		}
	}
}
