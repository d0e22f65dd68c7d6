package consteval

// This file writes values as expressions.

import (
	"refract/diag"
	"refract/ir"
)

// MaterializeInto appends expressions that make a value, which is concrete, to an arena,
// and returns the last: literals, zero values for all that is zero, splats for vectors of
// equal components, composites for the rest. In a function's arena, list the appended
// expressions that need an Emit in one, in the order of their handles.
func (e *Evaluator) MaterializeInto(x *ir.Exprs, v Value, s diag.Span) ir.ExprID {
	switch {
	case isScalar(v.Type):
		return x.AddLiteral(v.Type, v.Bits, s)
	case v.Bits == 0:
		return x.AddZeroValue(v.Type, s)
	}
	t := e.m.Types.At(v.Type)
	n := int(t.Length)
	switch t.Kind {
	case ir.TypeVector:
		if n = int(t.Rows); e.uniform(v, n) {
			c := e.Component(v, 0)
			return x.AddUnaryKind(ir.KindSplat, v.Type, 0, x.AddLiteral(c.Type, c.Bits, s), s)
		}
	case ir.TypeMatrix:
		n = int(t.Columns)
	case ir.TypeStruct:
		n = len(e.m.Structs[t.Struct].Members)
	}
	mark := len(e.parts)
	for i := range n {
		part := e.MaterializeInto(x, e.Member(v, i), s)
		e.parts = append(e.parts, part)
	}
	id := x.AddCompose(v.Type, e.parts[mark:], s)
	e.parts = e.parts[:mark]
	return id
}

// Materialize appends a value to the function under construction and returns
// it, listed for the next Emit.
func (e *Evaluator) Materialize(b *ir.Builder, v Value) ir.ExprID {
	first := b.F.ExprCount()
	id := e.MaterializeInto(&b.F.Exprs, v, b.Span)
	for i := first; i < b.F.ExprCount(); i++ {
		b.Pend(ir.ExprID(i))
	}
	return id
}

// uniform reports whether all components of a vector have the same bits.
func (e *Evaluator) uniform(v Value, n int) bool {
	for i := 1; i < n; i++ {
		if e.at(v, i) != e.at(v, 0) {
			return false
		}
	}
	return true
}
