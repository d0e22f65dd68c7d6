package text

// This file holds a writer's knowledge of operators for leaving out needless parentheses:
// grammars aren't all chains of precedences (in WGSL `a + b << c` is no expression), so an
// operand position lists the forms it takes.

import "refract/ir"

// A Form is how an expression is spelled, as far as grammar cares; a Forms is a
// set of them.
type (
	Form  uint16
	Forms uint16
)

const (
	Primary Form = 1 << iota // names, literals, calls, members, parentheses
	Prefix                   // a unary operator first
	Product
	Sum
	ShiftForm
	Comparison
	Equality // comparisons for equality, where they are apart
	BitAnd
	BitXor
	BitOr
	Both
	Either
	Choice // c ? a : b
)

// AnyForm is every form.
const AnyForm = Forms(1<<13 - 1)

// An Operator is the spelling of an operator: its text, the form of the whole,
// and which forms need no parentheses on its left and right.
type Operator struct {
	Text        string
	Form        Form
	Left, Right Forms
}

// Operators are the operators of one language.
type Operators struct {
	Unary  [ir.BitwiseNot + 1]Operator // Right is the operand
	Binary [ir.Ge + 1]Operator
}

// Forms up to a precedence of C's family.
const (
	upToPrefix     = Forms(Primary | Prefix)
	upToProduct    = upToPrefix | Forms(Product)
	upToSum        = upToProduct | Forms(Sum)
	upToShift      = upToSum | Forms(ShiftForm)
	upToComparison = upToShift | Forms(Comparison)
	upToEquality   = upToComparison | Forms(Equality)
	upToBitAnd     = upToEquality | Forms(BitAnd)
	upToBitXor     = upToBitAnd | Forms(BitXor)
	upToBitOr      = upToBitXor | Forms(BitOr)
	upToBoth       = upToBitOr | Forms(Both)
	upToEither     = upToBoth | Forms(Either)
)

// COperators are the operators of GLSL, HLSL and MSL. If C's precedences surprise readers
// (shifts and bit operators), operands are held to be primary, as compilers warn otherwise.
var COperators = Operators{
	Unary: [...]Operator{
		ir.Negate:     {"-", Prefix, 0, upToPrefix},
		ir.LogicalNot: {"!", Prefix, 0, upToPrefix},
		ir.BitwiseNot: {"~", Prefix, 0, upToPrefix},
	},
	Binary: [...]Operator{
		ir.Add:        {"+", Sum, upToSum, upToProduct},
		ir.Sub:        {"-", Sum, upToSum, upToProduct},
		ir.Mul:        {"*", Product, upToProduct, upToPrefix},
		ir.Div:        {"/", Product, upToProduct, upToPrefix},
		ir.Rem:        {"%", Product, upToProduct, upToPrefix},
		ir.And:        {"&", BitAnd, upToPrefix | Forms(BitAnd), upToPrefix},
		ir.Or:         {"|", BitOr, upToPrefix | Forms(BitOr), upToPrefix},
		ir.Xor:        {"^", BitXor, upToPrefix | Forms(BitXor), upToPrefix},
		ir.LogicalAnd: {"&&", Both, upToEquality | Forms(Both), upToEquality},
		ir.LogicalOr:  {"||", Either, upToEquality | Forms(Either), upToEquality},
		ir.Shl:        {"<<", ShiftForm, upToPrefix, upToPrefix},
		ir.Shr:        {">>", ShiftForm, upToPrefix, upToPrefix},
		ir.Eq:         {"==", Equality, upToShift, upToShift},
		ir.Ne:         {"!=", Equality, upToShift, upToShift},
		ir.Lt:         {"<", Comparison, upToShift, upToShift},
		ir.Le:         {"<=", Comparison, upToShift, upToShift},
		ir.Gt:         {">", Comparison, upToShift, upToShift},
		ir.Ge:         {">=", Comparison, upToShift, upToShift},
	},
}

// Takes reports whether an operand position takes a form without parentheses.
func (s Forms) Takes(f Form) bool { return s&Forms(f) != 0 }

// opposites are the comparisons that hold if the others don't.
var opposites = [ir.Ge + 1]ir.BinaryOp{ir.Eq: ir.Ne, ir.Ne: ir.Eq, ir.Lt: ir.Ge, ir.Le: ir.Gt, ir.Gt: ir.Le, ir.Ge: ir.Lt}

// Opposite returns the comparison of scalars that holds if op doesn't, if there is one: for
// floats, which may not be ordered, only == and != have one.
func Opposite(op ir.BinaryOp, s ir.Scalar) (ir.BinaryOp, bool) {
	if !op.IsComparison() || s.IsFloat() && op != ir.Eq && op != ir.Ne {
		return op, false
	}
	return opposites[op], true
}
