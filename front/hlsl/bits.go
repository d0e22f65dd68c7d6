package hlsl

// This file has the bit fields of structs. Fields of one size that lie beside each other
// share a member without a name.

import (
	"refract/internal/front/hlsl/syntax"
	"refract/ir"
)

// bitField adds a bit field to the members of a struct, behind the member that it lies in.
func (c *checker) bitField(list []hmember, own int, m hmember, width node) []hmember {
	n, ok := c.constIndex(width)
	if !ok {
		return list
	}
	if !m.ty.isScalar() || !m.ty.kind().isInt() || m.ty.kind().isLiteral() {
		c.errorf(codeTypeRule, m.span, "a bit field is an integer, not %s", c.name(m.ty))
		return list
	}
	size := 8 * c.bytesOf(m.ty.kind())
	if n < 0 || n > int64(size) || n == 0 && m.sym != uint32(syntax.NoSymbol) {
		c.errorf(codeTypeRule, c.t.Span(width), "a bit field of the type %s has 1 to %d bits, found %d", c.name(m.ty), size, n)
		return list
	}
	m.field, m.bits, m.index = true, uint8(n), -1
	unit := map[uint32]kind{16: kU16, 32: kUint, 64: kU64}[size]
	if k := len(list) - 1; n > 0 && k >= own && list[k].field && list[k].bits > 0 && list[list[k].store].ty.kind() == unit && int64(list[k].bitAt)+int64(list[k].bits)+n <= int64(size) {
		m.store, m.bitAt = list[k].store, list[k].bitAt+list[k].bits
		return append(list, m)
	}
	if n > 0 {
		m.store = int32(len(list))
		list = append(list, hmember{name: m.name + "_bits", ty: scalarType(unit), hidden: true, span: m.span, offset: -1})
	}
	return append(list, m)
}

// unitOf is the type of the member that a bit field lies in.
func (c *checker) unitOf(t typeID) kind {
	switch c.bytesOf(t.kind()) {
	case 2:
		return kU16
	case 8:
		return kU64
	}
	return kUint
}

// fieldOf is a bit field of a member's value.
func (c *checker) fieldOf(v operand, t typeID, at, n uint8) operand {
	unit := c.unitOf(t)
	size := uint32(8 * c.bytesOf(unit))
	v.ty = scalarType(unit)
	if t.kind().isSigned() {
		v = c.shift(ir.Shl, v, constUint(size-uint32(at)-uint32(n)))
		return c.cast(t.kind(), c.shift(ir.Shr, c.cast(t.kind(), v), constUint(size-uint32(n))))
	}
	v = c.shift(ir.Shr, v, constUint(uint32(at)))
	return c.cast(t.kind(), c.binary(ir.And, v, c.fieldMask(unit, n)))
}

func (c *checker) fieldMask(unit kind, n uint8) operand {
	mask := ^uint64(0)
	if n < 64 {
		mask = 1<<n - 1
	}
	return constant(scalarType(unit), mask)
}

// withField is a member's value with a bit field set.
func (c *checker) withField(old, v operand, t typeID, at, n uint8) operand {
	unit := c.unitOf(t)
	old.ty = scalarType(unit)
	v = c.cast(unit, c.settled(v))
	v = c.shift(ir.Shl, c.binary(ir.And, v, c.fieldMask(unit, n)), constUint(uint32(at)))
	size := 8 * c.bytesOf(unit)
	keep := ^(c.fieldMask(unit, n).bits << at)
	if size < 64 {
		keep &= 1<<size - 1
	}
	return c.binary(ir.Or, c.binary(ir.And, old, constant(scalarType(unit), keep)), v)
}
