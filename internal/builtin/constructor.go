package builtin

// This file holds the rules of value constructors (WGSL section "Value
// Constructor Built-in Functions").
//
// A constructor of one argument of the constructed shape converts it explicitly if the
// scalar differs: Match.Convert is set then, and Params[0] is the argument's own type. In
// all other cases arguments convert automatically.

import "refract/ir"

// ResolveScalar resolves s() and s(e).
func ResolveScalar(m *ir.Module, s ir.Scalar, args []ir.TypeID, out *Match) error {
	*out = Match{Result: ir.ScalarTypeOf(s)}
	switch len(args) {
	case 0:
		return nil
	case 1:
		if m.Types.At(args[0]).Kind == ir.TypeScalar {
			out.Params[0] = args[0]
			out.Convert = args[0] != out.Result
			return nil
		}
	}
	name := s.String()
	return constructorMismatch(m, name, args, []string{name + "()", name + "(e: S), S is a scalar"})
}

// ResolveVector resolves vecN<S>(...), or vecN(...) if s is NoScalar, for n
// components. One scalar argument is to be repeated: out.Splat is 1. See
// Resolve for runtime.
func ResolveVector(m *ir.Module, n int, s ir.Scalar, args []ir.TypeID, runtime bool, out *Match) error {
	c := allScalar
	if s != ir.NoScalar {
		c = bitOf[s]
	} else if runtime {
		c &^= abstracts
	}
	out.Splat, out.Convert, out.Overload = 0, false, 0
	if len(args) == 0 {
		if s == ir.NoScalar {
			s = ir.AbstractInt
		}
		out.Result = ir.VectorOf(s, n)
		return nil
	}
	total := 0
	for _, a := range args {
		t := m.Types.At(a)
		if t.Kind > ir.TypeVector || t.Kind == ir.TypeNone {
			return vectorMismatch(m, n, s, args)
		}
		total += max(1, int(t.Rows))
	}
	if len(args) == 1 && total == n {
		have := m.Types.At(args[0]).Scalar
		if s == ir.NoScalar {
			s = (feasible[have] & c).first()
		}
		out.Result = ir.VectorOf(s, n)
		out.Params[0] = args[0]
		out.Convert = have != s
		return nil
	}
	for _, a := range args {
		c &= feasible[m.Types.At(a).Scalar]
	}
	if c == 0 || total != n && (len(args) > 1 || total != 1) {
		return vectorMismatch(m, n, s, args)
	}
	s = c.first()
	for i, a := range args {
		out.Params[i] = ir.VectorOf(s, max(1, int(m.Types.At(a).Rows)))
	}
	if total != n {
		out.Splat = 1
	}
	out.Result = ir.VectorOf(s, n)
	return nil
}

// ResolveMatrix resolves matCxR<S>(...), or matCxR(...) if s is NoScalar. If
// there are as many arguments as the matrix has elements, they are scalars and
// fill it column by column.
func ResolveMatrix(m *ir.Module, columns, rows int, s ir.Scalar, args []ir.TypeID, runtime bool, out *Match) error {
	c := allFloat
	if s != ir.NoScalar {
		c = bitOf[s] & allFloat
	} else if runtime {
		c &^= abstracts
	}
	out.Splat, out.Convert, out.Overload = 0, false, 0
	shape := 0 // rows of each argument
	switch len(args) {
	case 0:
		if s == ir.NoScalar || c == 0 {
			return matrixMismatch(m, columns, rows, s, args)
		}
		out.Result = ir.MatrixOf(s, columns, rows)
		return nil
	case 1:
		t := m.Types.At(args[0])
		if t.Kind != ir.TypeMatrix || int(t.Columns) != columns || int(t.Rows) != rows || c == 0 {
			return matrixMismatch(m, columns, rows, s, args)
		}
		have := t.Scalar
		if s == ir.NoScalar {
			s = (feasible[have] & c).first()
		}
		out.Result = ir.MatrixOf(s, columns, rows)
		out.Params[0] = args[0]
		out.Convert = have != s
		return nil
	case columns:
		shape = rows
	case columns * rows:
		shape = 1
	}
	for _, a := range args {
		t := m.Types.At(a)
		if t.Kind == ir.TypeNone || t.Kind > ir.TypeVector || max(1, int(t.Rows)) != shape {
			return matrixMismatch(m, columns, rows, s, args)
		}
		c &= feasible[t.Scalar]
	}
	if c == 0 {
		return matrixMismatch(m, columns, rows, s, args)
	}
	s = c.first()
	for i := range args {
		out.Params[i] = ir.VectorOf(s, shape)
	}
	out.Result = ir.MatrixOf(s, columns, rows)
	return nil
}

// ResolveArray resolves array<T, N>(...), or array(...) if element is 0, with
// at least one argument. It returns the array's type and the type to convert
// every argument to. count is N, or 0 to take it from the arguments.
func ResolveArray(m *ir.Module, element ir.TypeID, count uint32, args []ir.TypeID, runtime bool) (array, each ir.TypeID, err error) {
	each = element
	if each == 0 {
		each = Common(m, args, runtime)
	}
	ok := each != 0 && IsConstructible(m, each) && (count == 0 || int(count) == len(args))
	for _, a := range args {
		ok = ok && Rank(m, a, each) != Infeasible
	}
	if !ok {
		name := "array"
		if element != 0 {
			name = "array<" + TypeName(m, element) + ">"
		}
		return 0, 0, constructorMismatch(m, name, args, []string{name + "(e1: T, ..., eN: T), T is a constructible type"})
	}
	return m.Types.Array(each, uint32(len(args))), each, nil
}
