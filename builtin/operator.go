package builtin

// This file holds the overloads of operators (WGSL sections "Logical
// Expressions", "Arithmetic Expressions", "Comparison Expressions" and "Bit
// Expressions").

import "refract/ir"

// arithmetic are the overloads of an operator on numbers: component by
// component, with a scalar on one side repeated.
func arithmetic(more ...Overload) []Overload {
	list := [4]Overload{of(allNumeric, anyT, anyT, anyT),
		of(allNumeric, vectorT, vectorT, scalarT).splatting(1),
		of(allNumeric, vectorT, scalarT, vectorT).splatting(0)}
	return several(list[:3+copy(list[3:], more)]...)
}

var sums, quotient, products, logical, maskings, bitwise, shifts, equalities, orders, nots, complements []Overload

// fillOperators makes the lists of operators.
func fillOperators() {
	sums = arithmetic(of(allFloat, matrixT, matrixT, matrixT))
	quotient = arithmetic()
	products = several( // the IR multiplies vector by scalar itself
		of(allNumeric, anyT, anyT, anyT),
		of(allNumeric, vectorT, vectorT, scalarT),
		of(allNumeric, vectorT, scalarT, vectorT),
		of(allFloat, matrixT, matrixT, scalarT),
		of(allFloat, matrixT, scalarT, matrixT),
		of(allFloat, pattern{formRows, variable, 0}, matrixT, pattern{formColumns, variable, 0}),
		of(allFloat, pattern{formColumns, variable, 0}, vectorT, pattern{formBelow, variable, 0}),
		of(allFloat, pattern{formProduct, variable, 0}, matrixT, pattern{formFactor, variable, 0}))
	logical = one(of(0, boolean, boolean, boolean))
	maskings = one(of(allInteger|bitBool, anyT, anyT, anyT))
	bitwise = one(of(allInteger, anyT, anyT, anyT))
	shifts = one(of(allInteger, anyT, anyT, anyU32))
	equalities = one(of(allScalar, anyBool, anyT, anyT))
	orders = one(of(allNumeric, anyBool, anyT, anyT))
	nots = one(of(0, anyBool, anyBool))
	complements = one(of(allInteger, anyT, anyT))
}

var binaries = [...]struct {
	spelling  string
	overloads *[]Overload
	quick     class // scalars of equal concrete scalar or vector operands that match at once
	compares  bool
}{
	ir.Add:        {"+", &sums, numbers, false},
	ir.Sub:        {"-", &sums, numbers, false},
	ir.Mul:        {"*", &products, numbers, false},
	ir.Div:        {"/", &quotient, numbers, false},
	ir.Rem:        {"%", &quotient, numbers, false},
	ir.And:        {"&", &maskings, sints | uints | bitBool, false},
	ir.Or:         {"|", &maskings, sints | uints | bitBool, false},
	ir.Xor:        {"^", &bitwise, sints | uints, false},
	ir.LogicalAnd: {"&&", &logical, 0, false},
	ir.LogicalOr:  {"||", &logical, 0, false},
	ir.Shl:        {"<<", &shifts, bitU32, false},
	ir.Shr:        {">>", &shifts, bitU32, false},
	ir.Eq:         {"==", &equalities, scalars, true},
	ir.Ne:         {"!=", &equalities, scalars, true},
	ir.Lt:         {"<", &orders, numbers, true},
	ir.Le:         {"<=", &orders, numbers, true},
	ir.Gt:         {">", &orders, numbers, true},
	ir.Ge:         {">=", &orders, numbers, true},
}

var unaries = [...]struct {
	spelling  string
	overloads *[]Overload
}{
	ir.Negate:     {"-", &signed1},
	ir.LogicalNot: {"!", &nots},
	ir.BitwiseNot: {"~", &complements},
}

// BinarySpelling is WGSL's spelling of a binary operator.
func BinarySpelling(op ir.BinaryOp) string { return binaries[op].spelling }

// UnarySpelling is WGSL's spelling of a unary operator.
func UnarySpelling(op ir.UnaryOp) string { return unaries[op].spelling }

// ResolveBinary finds the overload of a binary operator for two operands:
// out.Params[0] and [1] are the types to convert them to, and out.Splat says
// which is to be repeated into a vector. See Resolve for runtime and errors.
func ResolveBinary(m *ir.Module, op ir.BinaryOp, left, right ir.TypeID, runtime bool, out *Match) error {
	b := &binaries[op]
	if left == right {
		if t := m.Types.At(left); t.Kind <= ir.TypeVector && bitOf[t.Scalar]&b.quick != 0 {
			out.Result, out.Overload, out.Splat, out.Convert = left, 0, 0, false
			if b.compares {
				out.Result = ir.VectorOf(ir.Bool, max(1, int(t.Rows)))
			}
			out.Params[0], out.Params[1] = left, right
			return nil
		}
	}
	ready()
	args := [2]ir.TypeID{left, right}
	if resolveIn(m, *b.overloads, args[:], runtime, out) {
		return nil
	}
	return mismatch(m, b.spelling, *b.overloads, nil, []ir.TypeID{left, right})
}

// ResolveUnary finds the overload of a unary operator.
func ResolveUnary(m *ir.Module, op ir.UnaryOp, operand ir.TypeID, out *Match) error {
	ready()
	args := [1]ir.TypeID{operand}
	if u := &unaries[op]; !resolveIn(m, *u.overloads, args[:], false, out) {
		return mismatch(m, u.spelling, *u.overloads, nil, []ir.TypeID{operand})
	}
	return nil
}
