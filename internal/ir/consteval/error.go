package consteval

// This file holds the errors of evaluation.

import (
	"fmt"

	"refract/diag"
	"refract/ir"
)

// Codes of errors.
const (
	CodeOverflow        diag.Code = "constant-overflow"      // a value that its type can't hold
	CodeNotFinite       diag.Code = "constant-not-finite"    // an infinity or NaN
	CodeDivisionByZero  diag.Code = "division-by-zero"       // an integer divided by zero
	CodeShift           diag.Code = "shift-out-of-range"     // a shift by the width or more
	CodeIndex           diag.Code = "index-out-of-bounds"    // an index that is negative or too large
	CodeDomain          diag.Code = "argument-out-of-domain" // arguments that a function isn't defined for
	CodeSize            diag.Code = "override-size"          // of a workgroup or array: less than 1
	CodeTooLarge        diag.Code = "constant-too-large"     // a limit of the evaluator is passed
	CodeNotConstant     diag.Code = "not-constant"           // an expression that can't be evaluated early
	CodeMissingOverride diag.Code = "missing-override"       // an override without value and initializer
	CodeCycle           diag.Code = "constant-cycle"         // a constant that needs itself
)

// Error is an error of evaluation. The caller knows where.
type Error struct {
	Code    diag.Code
	Message string
	Expr    ir.ConstID // the module-scope expression that failed, where one did
	Local   ir.ExprID  // EvaluateIn: else the expression of the function that failed
}

func errorf(code diag.Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

func (e *Error) Error() string { return e.Message }

// A fault is the report of a scalar operation.
type fault uint8

const (
	fine fault = iota
	overflow
	notFinite
	divisionByZero
	shiftWidth
	shiftLoss
	clampRange
	equalEdges
	exponentRange
	bitRange
	negativeBase
	numFaults
)

var faults = [numFaults]struct {
	code diag.Code
	text string // of an operator or function and a scalar
}{
	overflow:       {CodeOverflow, "the result of %s doesn't fit %s"},
	notFinite:      {CodeNotFinite, "the result of %s is infinite or not a number in %s"},
	divisionByZero: {CodeDivisionByZero, "the right operand of %s is zero (%s)"},
	shiftWidth:     {CodeShift, "the distance of %s is not less than the width of %s"},
	shiftLoss:      {CodeOverflow, "the result of %s loses bits of %s"},
	clampRange:     {CodeDomain, "the low end of %s is greater than the high end (%s)"},
	equalEdges:     {CodeDomain, "the edges of %s are equal (%s)"},
	exponentRange:  {CodeDomain, "the exponent of %s is too large for %s"},
	bitRange:       {CodeDomain, "offset and count of %s reach beyond the width of %s"},
	negativeBase:   {CodeDomain, "the base of %s is negative (%s)"},
}

// failBinary is fail with the operands in the message, unless they are composites.
func (e *Evaluator) failBinary(f fault, op string, s ir.Scalar, x, y uint64) *Error {
	switch f {
	case overflow, notFinite:
		t := ir.ScalarTypeOf(s)
		op = fmt.Sprintf("%s %s %s", Value{t, x}, op, Value{t, y})
	}
	return e.fail(f, op, s)
}

// failMath is fail with the argument that a function isn't defined for.
func (e *Evaluator) failMath(f fault, op ir.MathOp, s ir.Scalar, args []uint64) *Error {
	if f == fine || e.Total {
		return nil
	}
	if f == notFinite && s.IsFloat() && len(args) == 1 {
		if domain, inside := domainOf(op, floatOf(s, args[0])); !inside {
			return errorf(CodeNotFinite, "the argument of %s is %s: it must be %s", spelling(op), Value{ir.ScalarTypeOf(s), args[0]}, domain)
		}
	}
	return e.fail(f, spelling(op), s)
}

// domainOf is the domain of a function of one number (WGSL section "Numeric Built-in
// Functions"), and whether x is in it.
func domainOf(op ir.MathOp, x float64) (domain string, inside bool) {
	switch op {
	case ir.MathAcos, ir.MathAsin:
		return "from -1 to 1", x >= -1 && x <= 1
	case ir.MathAcosh:
		return "at least 1", x >= 1
	case ir.MathAtanh:
		return "between -1 and 1", x > -1 && x < 1
	case ir.MathSqrt:
		return "at least 0", x >= 0
	case ir.MathInverseSqrt, ir.MathLog, ir.MathLog2:
		return "greater than 0", x > 0
	}
	return "", true
}

// fail makes the error of a fault in an operation, or none if there is no fault
// or the evaluator is total.
func (e *Evaluator) fail(f fault, what string, s ir.Scalar) *Error {
	if f == fine || e.Total {
		return nil
	}
	return errorf(faults[f].code, faults[f].text, what, s)
}
