package llvm

// This file makes types and constants, each once.

import (
	"encoding/binary"
	"math"
	"slices"
)

// typeKey returns the key of a type: equal types have equal keys.
func typeKey(info *TypeInfo) string {
	key := make([]byte, 0, 32)
	flags := byte(0)
	for k, set := range []bool{info.Packed, info.VarArg, info.Opaque} {
		if set {
			flags |= 1 << k
		}
	}
	key = append(key, byte(info.Kind), flags)
	key = binary.LittleEndian.AppendUint32(key, info.N)
	key = binary.LittleEndian.AppendUint32(key, uint32(info.Elem))
	for _, f := range info.Fields {
		key = binary.LittleEndian.AppendUint32(key, uint32(f))
	}
	if info.Kind == Struct {
		key = append(append(key, '%'), info.Name...)
	}
	return string(key)
}

// typeOf returns the type that a description stands for, and makes it if the module lacks it.
func (m *Module) typeOf(info TypeInfo) Type {
	key := typeKey(&info)
	if t, ok := m.typeIndex[key]; ok {
		return t
	}
	t := Type(len(m.Types))
	m.Types = append(m.Types, info)
	m.typeIndex[key] = t
	return t
}

// Of returns a type without parameters: Void, Half, Float, Double, Label or MetadataType.
func (m *Module) Of(k TypeKind) Type { return m.typeOf(TypeInfo{Kind: k}) }

// IntType returns the type of integers of some bits.
func (m *Module) IntType(bits uint32) Type { return m.typeOf(TypeInfo{Kind: Integer, N: bits}) }

// PointerTo returns a type of pointers.
func (m *Module) PointerTo(t Type, space uint32) Type {
	return m.typeOf(TypeInfo{Kind: Pointer, Elem: t, N: space})
}

// ArrayOf returns a type of arrays.
func (m *Module) ArrayOf(t Type, n uint32) Type {
	return m.typeOf(TypeInfo{Kind: Array, Elem: t, N: n})
}

// VectorOf returns a type of vectors.
func (m *Module) VectorOf(t Type, n uint32) Type {
	return m.typeOf(TypeInfo{Kind: Vector, Elem: t, N: n})
}

// StructOf returns a type of structs. Structs are equal if their names are, too; "" is a literal
// struct.
func (m *Module) StructOf(name string, fields ...Type) Type {
	return m.typeOf(TypeInfo{Kind: Struct, Name: name, Fields: fields})
}

// FuncType returns a type of functions.
func (m *Module) FuncType(result Type, params ...Type) Type {
	return m.typeOf(TypeInfo{Kind: FunctionType, Elem: result, Fields: params})
}

// At describes a type.
func (m *Module) At(t Type) *TypeInfo { return &m.Types[t] }

// constantKey returns the key of a constant: equal constants have equal keys.
func constantKey(c *Constant) string {
	key := make([]byte, 0, 32)
	in := byte(0)
	if c.InBounds {
		in = 1
	}
	key = append(key, byte(c.Kind), byte(c.Cast), in)
	key = binary.LittleEndian.AppendUint32(key, uint32(c.Type))
	key = binary.LittleEndian.AppendUint32(key, uint32(c.Base))
	key = binary.LittleEndian.AppendUint64(key, c.Bits)
	for _, e := range c.Elems {
		key = binary.LittleEndian.AppendUint32(key, uint32(e))
	}
	return string(key)
}

// constant returns the value of a constant, and makes it if the module lacks it.
func (m *Module) constant(c Constant) Value {
	key := constantKey(&c)
	if v, ok := m.constants[key]; ok {
		return v
	}
	c.Value = m.newValue(valueConstant, len(m.Constants))
	m.Constants = append(m.Constants, c)
	m.constants[key] = c.Value
	return c.Value
}

func (m *Module) newValue(k valueKind, index int) Value {
	m.values = append(m.values, valueRef{k, uint32(index)})
	return Value(len(m.values) - 1)
}

// Zero returns the zero of a type.
func (m *Module) Zero(t Type) Value { return m.constant(Constant{Kind: Null, Type: t}) }

// UndefOf returns the undefined value of a type.
func (m *Module) UndefOf(t Type) Value { return m.constant(Constant{Kind: Undef, Type: t}) }

// IntOf returns an integer, cut to the type's width.
func (m *Module) IntOf(t Type, v int64) Value {
	bits := m.Types[t].N
	if bits < 64 {
		v = v << (64 - bits) >> (64 - bits)
	}
	if v == 0 {
		return m.Zero(t)
	}
	return m.constant(Constant{Kind: Int, Type: t, Bits: uint64(v)})
}

// I1, I8, I32 and I64 return integers.
func (m *Module) I1(v bool) Value {
	if v {
		return m.IntOf(m.IntType(1), 1)
	}
	return m.Zero(m.IntType(1))
}

// I8 returns an integer of 8 bits.
func (m *Module) I8(v int64) Value { return m.IntOf(m.IntType(8), v) }

// I32 returns an integer of 32 bits.
func (m *Module) I32(v int64) Value { return m.IntOf(m.IntType(32), v) }

// I64 returns an integer of 64 bits.
func (m *Module) I64(v int64) Value { return m.IntOf(m.IntType(64), v) }

// RealOf returns a float by its bits, in the type's width.
func (m *Module) RealOf(t Type, bits uint64) Value {
	if bits == 0 {
		return m.Zero(t)
	}
	return m.constant(Constant{Kind: Real, Type: t, Bits: bits})
}

// F32 returns a float of 32 bits.
func (m *Module) F32(v float32) Value {
	return m.RealOf(m.Of(Float), uint64(math.Float32bits(v)))
}

// AggregateOf returns a constant array, vector or struct. If all elements are zero or undefined, so
// is the constant.
func (m *Module) AggregateOf(t Type, elems ...Value) Value {
	for _, k := range []ConstantKind{Null, Undef} {
		if !slices.ContainsFunc(elems, func(e Value) bool {
			c := m.ConstantAt(e)
			return c == nil || c.Kind != k
		}) {
			return m.constant(Constant{Kind: k, Type: t})
		}
	}
	return m.constant(Constant{Kind: Aggregate, Type: t, Elems: elems})
}

// CastOf returns a constant converted by an operation to a type.
func (m *Module) CastOf(op Op, v Value, t Type) Value {
	return m.constant(Constant{Kind: CastConstant, Cast: op, Type: t, Elems: []Value{v}})
}

// PointerInto returns the constant pointer to a part of a variable. The first index chooses the
// variable itself, and is 0. It returns 0 if the variable has no such part.
func (m *Module) PointerInto(base Value, indices ...Value) Value {
	p := m.TypeOf(base)
	t, ok := m.elementPointer(m.Types[p].Elem, p, indices, m.TypeOf)
	if !ok {
		return 0
	}
	return m.constant(Constant{
		Kind: ElementPointer, InBounds: true, Type: t, Base: m.Types[p].Elem, Elems: append([]Value{base}, indices...),
	})
}

// AddGlobal adds a variable, and returns the pointer to it.
func (m *Module) AddGlobal(g Global) Value {
	g.Value = m.newValue(valueGlobal, len(m.Globals))
	m.Globals = append(m.Globals, g)
	return g.Value
}

// TypeOf returns the type of a value of the module.
func (m *Module) TypeOf(v Value) Type {
	r := m.values[v]
	switch r.kind {
	case valueGlobal:
		g := &m.Globals[r.index]
		return m.PointerTo(g.Type, g.Space)
	case valueFunction:
		return m.PointerTo(m.Functions[r.index].Type, 0)
	}
	return m.Constants[r.index].Type
}

// ConstantAt returns the constant that a value is, or nil.
func (m *Module) ConstantAt(v Value) *Constant {
	if v&Local != 0 || v == 0 || m.values[v].kind != valueConstant {
		return nil
	}
	return &m.Constants[m.values[v].index]
}

// FunctionAt returns the function that a value is, or nil.
func (m *Module) FunctionAt(v Value) *Function {
	if v&Local != 0 || v == 0 || m.values[v].kind != valueFunction {
		return nil
	}
	return m.Functions[m.values[v].index]
}
