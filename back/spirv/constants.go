package spirv

// This file declares constants (section 3.42.7), interned by their words.

import (
	"refract/ir"
	"refract/spirv"
)

// mark remembers that a result id is a constant.
func (e *emitter) mark(c id, at int) {
	for int(c) >= len(e.constants) {
		e.constants = append(e.constants, make([]uint32, max(64, int(c)+1-len(e.constants)))...)
	}
	e.constants[c] = uint32(at) + 1
}

// isConstant reports whether an id is a constant that is known now, so not a
// specialization constant.
func (e *emitter) isConstant(c id) bool { return int(c) < len(e.constants) && e.constants[c] != 0 }

func (e *emitter) internConstant(op spirv.Op, operands ...uint32) id {
	at := e.out.Globals.Len()
	c := e.intern(op, 1, operands...)
	if e.out.Globals.Len() > at {
		e.mark(c, at)
	}
	return c
}

// constant is a scalar with the given bits.
func (e *emitter) constant(s ir.Scalar, bits uint64) id {
	if s == ir.U32 && bits < uint64(len(e.small)) {
		return e.u32(uint32(bits))
	}
	ty := e.scalarType(s)
	switch n := s.Bits(); {
	case n == 1 && bits != 0:
		return e.internConstant(spirv.OpConstantTrue, ty)
	case n == 1:
		return e.internConstant(spirv.OpConstantFalse, ty)
	case n == 64:
		return e.internConstant(spirv.OpConstant, ty, uint32(bits), uint32(bits>>32))
	case n < 32 && s.IsSigned(): // the high bits repeat the sign (section 2.2.1)
		return e.internConstant(spirv.OpConstant, ty, uint32(int32(uint32(bits)<<(32-n))>>(32-n)))
	}
	return e.internConstant(spirv.OpConstant, ty, uint32(bits))
}

func (e *emitter) u32(v uint32) id {
	if v >= uint32(len(e.small)) {
		return e.internConstant(spirv.OpConstant, e.scalarType(ir.U32), v)
	}
	if e.small[v] == 0 {
		e.small[v] = e.internConstant(spirv.OpConstant, e.scalarType(ir.U32), v)
	}
	return e.small[v]
}

func (e *emitter) i32(v int32) id {
	return e.internConstant(spirv.OpConstant, e.scalarType(ir.I32), uint32(v))
}

// number is a constant of a numeric scalar type that has a small whole value.
func (e *emitter) number(s ir.Scalar, v uint32) id {
	if !s.IsFloat() {
		return e.constant(s, uint64(v))
	}
	if v == 0 {
		return e.constant(s, 0)
	}
	if v != 1 {
		panic("spirv: no such number")
	}
	switch s {
	case ir.F16:
		return e.constant(s, 0x3C00)
	case ir.F64:
		return e.constant(s, 0x3FF0000000000000)
	}
	return e.constant(s, 0x3F800000)
}

// splatConstant is a constant of scalar or vector type whose components are c.
func (e *emitter) splatConstant(t ir.TypeID, c id) id {
	n := e.m.Types.ComponentCount(t)
	if n == 1 {
		return c
	}
	parts := [4]id{c, c, c, c}
	return e.compositeConstant(e.typ(t), parts[:n]...)
}

// null is the zero value of a type.
func (e *emitter) null(ty id) id { return e.internConstant(spirv.OpConstantNull, ty) }

// zero is the zero value of a type of the module: a plain constant for scalars.
func (e *emitter) zero(t ir.TypeID) id {
	if ty := e.m.Types.At(t); ty.Kind == ir.TypeScalar {
		return e.constant(ty.Scalar, 0)
	}
	return e.null(e.typ(t))
}

// compositeConstant is a constant made of constants. The parts of a vector are
// scalars.
func (e *emitter) compositeConstant(ty id, parts ...id) id {
	var buf [16]uint32
	return e.internConstant(spirv.OpConstantComposite, append(append(buf[:0], ty), parts...)...)
}

// constantPart returns part i of a constant, or 0 if it isn't a composite with known parts.
func (e *emitter) constantPart(c id, part ir.TypeID, i uint32) id {
	if !e.isConstant(c) {
		return 0
	}
	w := e.out.Globals.Contents()[e.constants[c]-1:]
	switch spirv.Op(w[0] & 0xffff) {
	case spirv.OpConstantNull:
		return e.zero(part)
	case spirv.OpConstantComposite:
		if int(i)+3 < int(w[0]>>16) {
			return w[3+i]
		}
	}
	return 0
}

// compose makes a composite of its parts: a constant, if they are. The parts of
// a vector may be vectors.
func (e *emitter) compose(t ir.TypeID, parts []id) id {
	constant := true
	for _, p := range parts {
		if !e.isConstant(p) {
			constant = false
			break
		}
	}
	ty := e.m.Types.At(t)
	switch {
	case !constant:
		return e.inst(spirv.OpCompositeConstruct, e.typ(t), parts...)
	case ty.Kind == ir.TypeVector && len(parts) < int(ty.Rows):
		return e.flatten(t, ty, parts)
	}
	return e.compositeConstant(e.typ(t), parts...)
}

// flatten makes a vector constant of scalar and vector constants.
func (e *emitter) flatten(t ir.TypeID, ty *ir.Type, parts []id) id {
	var buf [16]id
	scalars := buf[:0]
	for _, p := range parts {
		size := e.constantSize(p, ty.Scalar)
		if size == 1 {
			scalars = append(scalars, p)
			continue
		}
		for i := range size {
			scalars = append(scalars, e.constantPart(p, ir.ScalarTypeOf(ty.Scalar), uint32(i)))
		}
	}
	return e.compositeConstant(e.typ(t), scalars...)
}

// constantSize is the number of components of a constant that is a scalar or
// vector of a scalar type.
func (e *emitter) constantSize(c id, s ir.Scalar) int {
	ty := e.out.Globals.Contents()[e.constants[c]]
	for n := 2; n <= 4; n++ {
		if e.values[ir.VectorOf(s, n)] == ty {
			return n
		}
	}
	return 1
}
