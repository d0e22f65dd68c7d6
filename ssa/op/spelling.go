package op

// This file maps operations to the module IR. The conversions to and from SSA form, SPIR-V,
// folding and the interpreter derive from it.

import (
	"refract/internal/lazy"
	"refract/ir"
)

// Form is the form of an operation in the module IR.
type Form uint8

const (
	FormNone    Form = iota // nothing that its row tells
	FormUnary               // an ir.UnaryOp
	FormBinary              // an ir.BinaryOp
	FormCompare             // an ir.BinaryOp whose result is bool
	FormProduct             // ir.Mul of matrices
	FormTest                // an ir.RelationalOp
	FormMath                // an ir.MathOp, by component
	FormWhole               // an ir.MathOp of a whole vector or matrix
	FormPack                // an ir.MathOp between a vector and the bits of a scalar
	FormStruct              // an ir.MathOp whose result is a struct
	FormFields              // an ir.MathOp of bit fields, whose operands are clamped
	FormConvert             // an ir.As
)

// Spelling is how an operation stands in the module IR.
type Spelling struct {
	Form Form
	Code uint8 // the operator or function
	// Reads is the kind of the sources: IntB is the kind of the result's hint, Whole any
	// kind that they have, None a kind that the operation computes by itself. Makes is the
	// kind of the result; None: the sources'.
	Reads, Makes Base
}

// foldTable is the table of package internal/ir/arith with the function of an operation by
// components.
func (o Op) foldTable() (t table, code uint8) {
	s := &infos[o].IR
	if infos[o].Result.Base == Whole {
		return noTable, 0
	}
	switch s.Form {
	case FormUnary:
		return unaryTable, s.Code
	case FormBinary, FormCompare:
		return binaryTable, s.Code
	case FormMath:
		return noTable + math1Table + table(ir.MathOp(s.Code).Info().Args) - 1, s.Code
	}
	return noTable, 0
}

// Function returns the function of whole vectors, or of bit fields, that an operation
// is; matrices aside.
func (o Op) Function() (f ir.MathOp, ok bool) {
	s := &infos[o].IR
	switch s.Form {
	case FormWhole, FormPack, FormFields:
		return ir.MathOp(s.Code), infos[o].Result.Base != Whole && infos[o].Srcs[0].Base != Whole && o != IDot
	}
	return 0, false
}

// Math returns the math function of the module IR that the operation is.
func (o Op) Math() (f ir.MathOp, ok bool) {
	switch s := &infos[o].IR; s.Form {
	case FormMath, FormWhole, FormPack, FormStruct, FormFields:
		return ir.MathOp(s.Code), true
	}
	return 0, false
}

// Columns of OfBinary and OfMath.
const (
	Floats = iota
	Sints
	Uints
	columns
)

// inverse has the operations of operators and functions of the module IR, by the kind of
// their sources.
var inverse = lazy.Value[*[2][256][columns]Op]{Make: func() *[2][256][columns]Op {
	t := new([2][256][columns]Op)
	for o := Op(1); o < numOps; o++ {
		s := &infos[o].IR
		var row *[columns]Op
		switch s.Form {
		case FormBinary, FormCompare:
			row = &t[0][s.Code]
		case FormMath, FormWhole, FormPack, FormStruct, FormFields:
			row = &t[1][s.Code]
		}
		if row == nil || infos[o].Srcs[0].Base == Whole && s.Form == FormBinary {
			continue // matrices are told by their types
		}
		switch infos[o].Srcs[0].Base {
		case Float, Whole:
			row[Floats] = o
		case Int:
			row[Sints] = o
		case Uint:
			row[Uints] = o
		default:
			row[Sints], row[Uints] = o, o
		}
	}
	for k := range t {
		for c := range t[k] {
			row := &t[k][c]
			if row[Sints] == Invalid {
				row[Sints] = row[Uints]
			} else if row[Uints] == Invalid {
				row[Uints] = row[Sints]
			}
		}
	}
	t[1][ir.MathAbs][Uints] = Mov
	t[0][ir.LogicalAnd], t[0][ir.LogicalOr] = t[0][ir.And], t[0][ir.Or]
	t[0][ir.Gt], t[0][ir.Ge] = t[0][ir.Lt], t[0][ir.Le] // with the operands exchanged
	return t
}}

// OfBinary returns the operation of an operator on scalars or vectors of a column. The
// operands of ir.Gt and ir.Ge change places.
func OfBinary(o ir.BinaryOp, column int) Op { return inverse.Get()[0][o][column] }

// OfMath returns the operation of a function on a column's kind, or Invalid.
func OfMath(o ir.MathOp, column int) Op { return inverse.Get()[1][o][column] }
