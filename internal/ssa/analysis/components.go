package analysis

// This file numbers the components of values: scalars of vectors, matrices, arrays
// and structs, one after the other.

import (
	"refract/ir"
	"refract/ssa"
)

// MaxComponents is the number of components from which on all components of a value share
// one number.
const MaxComponents = 1024

// Components are numbers for the components of a function's values.
type Components struct {
	f     *ssa.Function
	first []int32 // by value
	count []int32
	sizes map[ir.TypeID]int32
	total int32
	words bool // a number of 64 bits is two components
}

// NumberWords numbers the components of all values; components of 64 bits are two: the low
// half first.
func NumberWords(f *ssa.Function) *Components { return numberComponents(f, true) }

func numberComponents(f *ssa.Function, words bool) *Components {
	c := &Components{f: f, words: words, first: make([]int32, f.InstrCount()), count: make([]int32, f.InstrCount()), sizes: map[ir.TypeID]int32{}}
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			n := c.SizeOf(f.Type(i))
			if n > MaxComponents {
				n = 1
			}
			c.first[i], c.count[i] = c.total, n
			c.total += n
		}
	}
	return c
}

// Total is how many there are.
func (c *Components) Total() int { return int(c.total) }

// First is the number of a value's first component.
func (c *Components) First(v ssa.Value) int { return int(c.first[v]) }

// Count is how many numbers a value has: as many as components, or one if these are
// more than MaxComponents.
func (c *Components) Count(v ssa.Value) int { return int(c.count[v]) }

// SizeOf is the number of components of a value of a type: 0 of none, 1 of a pointer
// or resource, at most MaxComponents+1.
func (c *Components) SizeOf(t ir.TypeID) int32 {
	if t == 0 {
		return 0
	}
	if n, ok := c.sizes[t]; ok {
		return n
	}
	m := c.f.Shader.Module
	ty := m.Types.At(t)
	n := int64(1)
	switch ty.Kind {
	case ir.TypeScalar, ir.TypeAtomic:
		n = int64(c.WordsOf(ty.Scalar))
	case ir.TypeVector:
		n = int64(ty.Rows) * int64(c.WordsOf(ty.Scalar))
	case ir.TypeMatrix:
		n = int64(ty.Columns) * int64(ty.Rows) * int64(c.WordsOf(ty.Scalar))
	case ir.TypeArray:
		n = int64(c.SizeOf(ty.Base)) * int64(ty.Length)
	case ir.TypeStruct:
		n = 0
		for _, member := range m.Structs[ty.Struct].Members {
			n += int64(c.SizeOf(member.Type))
		}
	}
	out := int32(min(n, MaxComponents+1))
	c.sizes[t] = out
	return out
}

// WordsOf is the number of components of a number of a type: one, or two if words are
// counted and it has 64 bits.
func (c *Components) WordsOf(s ir.Scalar) int {
	if c.words && s.Bits() == 64 {
		return 2
	}
	return 1
}

// Words is that of the numbers in a value, which is a scalar, a vector or a matrix.
func (c *Components) Words(v ssa.Value) int {
	if !c.words || v == 0 {
		return 1
	}
	switch t := c.f.Shader.Module.Types.At(c.f.Type(v)); t.Kind {
	case ir.TypeScalar, ir.TypeVector, ir.TypeMatrix:
		return c.WordsOf(t.Scalar)
	}
	return 1
}

// Part is the first component of element, column, component or member k of a value of a
// type.
func (c *Components) Part(t ir.TypeID, k int) int {
	m := c.f.Shader.Module
	ty := m.Types.At(t)
	switch ty.Kind {
	case ir.TypeVector:
		return k * c.WordsOf(ty.Scalar)
	case ir.TypeMatrix:
		return k * int(ty.Rows) * c.WordsOf(ty.Scalar)
	case ir.TypeArray:
		return k * int(c.SizeOf(ty.Base))
	case ir.TypeStruct:
		n := 0
		for _, member := range m.Structs[ty.Struct].Members[:k] {
			n += int(c.SizeOf(member.Type))
		}
		return n
	}
	return k
}
