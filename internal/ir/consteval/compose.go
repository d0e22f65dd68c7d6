package consteval

// This file makes composites from parts and takes them apart.

import (
	"refract/ir"
)

// Compose builds a vector from scalars and vectors, a matrix from scalars or
// columns, an array from its elements, or a struct from its members. The parts
// are of the right types and as many as needed.
func (e *Evaluator) Compose(t ir.TypeID, parts []Value) (Value, *Error) {
	zero := true
	for _, p := range parts {
		zero = zero && p.Bits == 0
	}
	if zero {
		return Value{t, 0}, nil
	}
	at, err := e.alloc(t)
	if err != nil {
		return Value{}, err
	}
	to := at
	for _, p := range parts {
		n := uint64(e.size(p.Type))
		switch {
		case isScalar(p.Type):
			e.pool[to] = p.Bits
		case p.Bits != 0:
			copy(e.pool[to:to+n], e.pool[p.Bits:p.Bits+n])
		}
		to += n
	}
	return Value{t, at}, nil
}

// Splat is a vector of equal components.
func (e *Evaluator) Splat(t ir.TypeID, v Value) (Value, *Error) {
	if v.Bits == 0 || isScalar(t) {
		return Value{t, v.Bits}, nil
	}
	w := [4]uint64{v.Bits, v.Bits, v.Bits, v.Bits}
	return e.vector(t, w[:e.Len(t)])
}

// Index is an element of a vector, matrix or array. An index out of bounds is
// an error; with Total, the nearest element.
func (e *Evaluator) Index(v, index Value) (Value, *Error) {
	i, ok := index.Integer()
	t := e.m.Types.At(v.Type)
	n := int64(t.Length)
	switch t.Kind {
	case ir.TypeVector:
		n = int64(t.Rows)
	case ir.TypeMatrix:
		n = int64(t.Columns)
	}
	if !ok && isScalar(index.Type) {
		i = n // a u64 beyond the range of int64
	}
	if i < 0 || i >= n {
		if !e.Total {
			return Value{}, errorf(CodeIndex, "index %s is out of bounds: there are %d elements", index, n)
		}
		i = max(0, min(i, n-1))
	}
	return e.Member(v, int(i)), nil
}

// Member is an element or member with a static index, which is in bounds.
func (e *Evaluator) Member(v Value, i int) Value {
	t := e.m.ElementType(v.Type, uint32(i))
	if v.Bits == 0 {
		return Value{t, 0}
	}
	at := v.Bits
	if ty := e.m.Types.At(v.Type); ty.Kind == ir.TypeStruct {
		for k := range i {
			at += uint64(e.size(e.m.Structs[ty.Struct].Members[k].Type))
		}
	} else {
		at += uint64(i) * uint64(e.size(t))
	}
	if isScalar(t) {
		return Value{t, e.pool[at]}
	}
	for _, w := range e.pool[at : at+uint64(e.size(t))] {
		if w != 0 {
			return Value{t, at}
		}
	}
	return Value{t, 0}
}

// Swizzle picks components of a vector; one component makes a scalar.
func (e *Evaluator) Swizzle(v Value, pattern []uint8) (Value, *Error) {
	t := ir.VectorOf(e.m.Types.ScalarOf(v.Type), len(pattern))
	var words [4]uint64
	for i, p := range pattern {
		words[i] = e.at(v, int(p))
	}
	return e.vector(t, words[:len(pattern)])
}

// Select is accept if the condition holds and reject otherwise; a bool chooses between
// whole values.
func (e *Evaluator) Select(reject, accept, condition Value) (Value, *Error) {
	if isScalar(condition.Type) {
		if condition.True() {
			return accept, nil
		}
		return reject, nil
	}
	var words [4]uint64
	n := e.Len(condition.Type)
	for i := range n {
		v := reject
		if e.at(condition, i) != 0 {
			v = accept
		}
		words[i] = e.at(v, i)
	}
	return e.vector(accept.Type, words[:n])
}

// Relational tests a value.
func (e *Evaluator) Relational(op ir.RelationalOp, v Value) (Value, *Error) {
	s := e.m.Types.ScalarOf(v.Type)
	n := e.Len(v.Type)
	switch op {
	case ir.All:
		all := true
		for i := range n {
			all = all && e.at(v, i) != 0
		}
		return Bool(all), nil
	case ir.Any:
		some := false
		for i := range n {
			some = some || e.at(v, i) != 0
		}
		return Bool(some), nil
	case ir.IsNan, ir.IsInf:
		var words [4]uint64
		for i := range n {
			x := floatOf(s, e.at(v, i))
			words[i] = bit(!isFinite(s, e.at(v, i)) && (x != x) == (op == ir.IsNan))
		}
		return e.vector(e.m.Types.WithScalar(v.Type, ir.Bool), words[:n])
	}
	panic("consteval: relational " + op.String())
}
