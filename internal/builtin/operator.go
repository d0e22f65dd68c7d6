package builtin

// This file holds the overloads of operators (WGSL sections "Logical
// Expressions", "Arithmetic Expressions", "Comparison Expressions" and "Bit
// Expressions").

import "refract/ir"

// arithmetic are the overloads of an operator on numbers: component by
// component, with a scalar on one side repeated.
func arithmetic(more ...Overload) []Overload {
	list := [5]Overload{of(allNumeric, anyT, anyT, anyT),
		of(allNumeric, vectorT, vectorT, scalarT).splatting(1),
		of(allNumeric, vectorT, scalarT, vectorT).splatting(0)}
	return several(list[:3+copy(list[3:], more)]...)
}

var sums, quotient, products, logical, maskings, bitwise, shifts, equalities, orders, nots, complements []Overload

// fillOperators makes the lists of operators.
func fillOperators() {
	coop := pattern{formCooperative, variable, 0}
	sums = arithmetic(of(allFloat, matrixT, matrixT, matrixT), of(allFloat, coop, coop, coop))
	quotient = arithmetic()
	products = several( // the IR multiplies vector by scalar itself
		of(allNumeric, anyT, anyT, anyT),
		of(allNumeric, vectorT, vectorT, scalarT),
		of(allNumeric, vectorT, scalarT, vectorT),
		of(allFloat, matrixT, matrixT, scalarT),
		of(allFloat, matrixT, scalarT, matrixT),
		of(allFloat, pattern{formRows, variable, 0}, matrixT, pattern{formColumns, variable, 0}),
		of(allFloat, pattern{formColumns, variable, 0}, vectorT, pattern{formBelow, variable, 0}),
		of(allFloat, pattern{formProduct, variable, 0}, matrixT, pattern{formFactor, variable, 0}),
		of(allFloat, coop, coop, scalarT),
		of(allFloat, coop, scalarT, coop))
	logical = one(of(0, boolean, boolean, boolean))
	maskings = one(of(allInteger|bitBool, anyT, anyT, anyT))
	bitwise = one(of(allInteger, anyT, anyT, anyT))
	shifts = one(of(allInteger, anyT, anyT, anyU32))
	equalities = one(of(allScalar, anyBool, anyT, anyT))
	orders = one(of(allNumeric, anyBool, anyT, anyT))
	nots = one(of(0, anyBool, anyBool))
	complements = one(of(allInteger, anyT, anyT))
}

// A rule decides which operands of an operator match at once.
type rule uint8

const (
	equal    rule = iota // of one type
	alike                // of one shape
	compares             // likewise; the result is of bools
	splats               // of one shape, or a vector and a scalar
)

// A binary is the properties of a binary operator.
type binary struct {
	spelling  string
	overloads *[]Overload
	quick     class // concrete scalars of scalar or vector operands that match at once
	rule      rule
}

var binaries = [...]binary{
	ir.Add:        {"+", &sums, numbers, splats},
	ir.Sub:        {"-", &sums, numbers, splats},
	ir.Mul:        {"*", &products, numbers, splats},
	ir.Div:        {"/", &quotient, numbers, splats},
	ir.Rem:        {"%", &quotient, numbers, splats},
	ir.And:        {"&", &maskings, sints | uints | bitBool, alike},
	ir.Or:         {"|", &maskings, sints | uints | bitBool, alike},
	ir.Xor:        {"^", &bitwise, sints | uints, alike},
	ir.LogicalAnd: {"&&", &logical, 0, alike},
	ir.LogicalOr:  {"||", &logical, 0, alike},
	ir.Shl:        {"<<", &shifts, bitU32, equal},
	ir.Shr:        {">>", &shifts, bitU32, equal},
	ir.Eq:         {"==", &equalities, scalars, compares},
	ir.Ne:         {"!=", &equalities, scalars, compares},
	ir.Lt:         {"<", &orders, numbers, compares},
	ir.Le:         {"<=", &orders, numbers, compares},
	ir.Gt:         {">", &orders, numbers, compares},
	ir.Ge:         {">=", &orders, numbers, compares},
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

// ResolveBinary finds the overload of a binary operator for two operands: out.Params[0] and
// [1] are the types to convert them to, and out.Splat is the one that is to be repeated
// into a vector. See Resolve for runtime and errors.
func ResolveBinary(m *ir.Module, op ir.BinaryOp, left, right ir.TypeID, runtime bool, out *Match) error {
	b := &binaries[op]
	if b.resolve(m.Types.At(left), m.Types.At(right), left == right, out) {
		return nil
	}
	ready()
	args := [2]ir.TypeID{left, right}
	if resolveIn(m, *b.overloads, args[:], runtime, out) {
		return nil
	}
	return mismatch(m, b.spelling, *b.overloads, nil, []ir.TypeID{left, right})
}

// resolve matches the operands that most operations have: scalars and vectors of one
// concrete scalar, or of that and abstract numbers that become it.
func (b *binary) resolve(l, r *ir.Type, same bool, out *Match) bool {
	if l.Kind > ir.TypeVector || r.Kind > ir.TypeVector || !same && b.rule == equal {
		return false
	}
	s := l.Scalar
	if s.IsAbstract() {
		s = r.Scalar
	}
	if bitOf[s]&b.quick&feasible[l.Scalar]&feasible[r.Scalar] == 0 {
		return false
	}
	n, size := max(1, int(l.Rows)), max(1, int(r.Rows))
	out.Params[0], out.Params[1] = ir.VectorOf(s, n), ir.VectorOf(s, size)
	out.Overload, out.Splat, out.Convert = 0, 0, false
	switch {
	case n == size:
	case b.rule != splats || n > 1 && size > 1:
		return false
	default:
		out.Overload = 1
		if n < size {
			n, out.Overload = size, 2
		}
		ready()
		out.Splat = uint16((*b.overloads)[out.Overload].splat)
	}
	if out.Result = ir.VectorOf(s, n); b.rule == compares {
		out.Result = ir.VectorOf(ir.Bool, n)
	}
	return true
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
