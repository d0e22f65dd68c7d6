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

// A fault is what a scalar operation reports.
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

// fail makes the error of a fault in an operation, or none if there is no fault
// or the evaluator is total.
func (e *Evaluator) fail(f fault, what string, s ir.Scalar) *Error {
	if f == fine || e.Total {
		return nil
	}
	return errorf(faults[f].code, faults[f].text, what, s)
}
