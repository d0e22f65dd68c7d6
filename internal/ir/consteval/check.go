package consteval

// This file checks operands that are known early beside operands that aren't:
// WGSL makes errors of some of them wherever the operation stands.

import (
	"refract/internal/builtin"
	"refract/internal/builtin/row"
	"refract/ir"
)

// CheckBinary checks the operands of an operator with at least one unknown (the zero
// Value): the divisor of integers must not be zero, and a concrete shift must be by less
// than the width of left, the left operand's type.
func (e *Evaluator) CheckBinary(op ir.BinaryOp, left ir.TypeID, right Value) *Error {
	s := e.m.Types.ScalarOf(left)
	if !right.IsKnown() || !s.IsInteger() {
		return nil
	}
	for i := range e.Len(right.Type) {
		x := e.at(right, i)
		switch {
		case (op == ir.Div || op == ir.Rem) && x == 0:
			return e.fail(divisionByZero, builtin.BinarySpelling(op), s)
		case (op == ir.Shl || op == ir.Shr) && x >= uint64(s.Bits()) && s != ir.AbstractInt:
			return e.fail(shiftWidth, builtin.BinarySpelling(op), s)
		}
	}
	return nil
}

// CheckIndex checks the index into a value, or into the memory behind a pointer, that isn't
// known: it must not be negative, and less than the number of elements if that is known.
func (e *Evaluator) CheckIndex(base ir.TypeID, index Value) *Error {
	i, ok := index.Integer()
	if !index.IsKnown() || e.Total {
		return nil
	}
	n, limited := e.count(e.m.Types.Pointee(base))
	switch {
	case ok && i < 0:
		return errorf(CodeIndex, "index %s is negative", index)
	case limited && (!ok || i >= n):
		return errorf(CodeIndex, "index %s is out of bounds: there are %d elements", index, n)
	}
	return nil
}

// count is the number of elements of a vector, matrix or array, if it is known.
func (e *Evaluator) count(t ir.TypeID) (int64, bool) {
	switch ty := e.m.Types.At(t); ty.Kind {
	case ir.TypeVector:
		return int64(ty.Rows), true
	case ir.TypeMatrix:
		return int64(ty.Columns), true
	case ir.TypeArray, ir.TypeBindingArray:
		if ty.LengthExpr != 0 {
			v, err := e.global(ty.LengthExpr)
			n, ok := v.Integer()
			return n, err == nil && ok
		}
		return int64(ty.Length), ty.Length != 0
	}
	return 0, false
}

// CheckCall checks the arguments of a call of a built-in function with at least one unknown
// (the zero Value), and the values of arguments that must be in a range. overload is the
// one that resolution found; types are the types that arguments convert to.
func (e *Evaluator) CheckCall(id builtin.ID, overload int, types []ir.TypeID, args []Value) *Error {
	if op := id.Info().Op; op.Kind == ir.KindMath {
		return e.checkMath(op.Math(), types[0], args)
	}
	params := builtin.Overloads(id)[overload].Params
	for k, v := range args {
		low, high, limited := params[k].Role.Range()
		if !limited || !v.IsKnown() {
			continue
		}
		for i := range e.Len(v.Type) {
			c := e.Component(v, i)
			if x, ok := c.Integer(); !ok || x < low || x > high {
				return errorf(CodeDomain, "%s of %s is %s: it must be at least %d and at most %d", params[k].Role, id, c, low, high)
			}
		}
	}
	return nil
}

// checkMath checks the known parts of a math function with unknown arguments.
func (e *Evaluator) checkMath(op ir.MathOp, first ir.TypeID, args []Value) *Error {
	s := e.m.Types.ScalarOf(first)
	d := row.Of(op).Domain
	a, b := d.First, d.Last // the arguments that an error depends on
	if d.Rule == row.NoRule {
		return nil
	}
	if !args[a].IsKnown() || !args[b].IsKnown() {
		return nil
	}
	for i := range max(e.Len(args[a].Type), e.Len(args[b].Type)) {
		if err := e.fail(mathFault(op, s, e.at(args[a], i), e.at(args[b], i)), spelling(op), s); err != nil {
			return err
		}
	}
	return nil
}

// mathFault is the fault of a function that two of its arguments decide.
func mathFault(op ir.MathOp, s ir.Scalar, x, y uint64) fault {
	switch row.Of(op).Domain.Rule {
	case row.Ordered:
		if r, _ := binary(ir.Gt, s, x, y); r != 0 {
			return clampRange
		}
	case row.Apart:
		if r, _ := binary(ir.Eq, s, x, y); r != 0 {
			return equalEdges
		}
	case row.BitRange:
		if x+y > uint64(s.Bits()) {
			return bitRange
		}
	case row.Exponent:
		if int64(int32(x)) > exponentBias(s)+1 {
			return exponentRange
		}
	}
	return fine
}
