package interp

// This file ends runs whose module breaks a promise, and handles accesses out of
// bounds.

import (
	"fmt"

	"refract/diag"
	"refract/exec"
	"refract/ir"
)

// trap ends the run at the present instruction.
func (m *machine) trap(v *invocation, flag ir.Flags, message string) status {
	return m.fail(&exec.TrapError{Message: message, Flag: flag, Invocation: v.name, Span: v.span()})
}

func (m *machine) trapBinary(v *invocation, op ir.BinaryOp, s ir.Scalar, a, b uint64) status {
	flag := promises(op)
	message := fmt.Sprintf("%s wraps though it is flagged not to", op)
	switch {
	case flag == ir.FlagNonZero && b == 0:
		message = fmt.Sprintf("%s by zero though the divisor is flagged not to be zero", op)
	case flag == ir.FlagNonZero:
		message = fmt.Sprintf("%s overflows though it is flagged not to", op)
	case flag == ir.FlagInRange:
		message = fmt.Sprintf("%s by %d though the amount is flagged to be below %d", op, uint32(b), s.Bits())
	}
	return m.trap(v, flag, message)
}

// outside handles an index out of bounds: a trap if the access is flagged, a
// finding if one is wanted. False ends the run.
func (m *machine) outside(v *invocation, flags uint16, i, n uint32) bool {
	if flags&accessPromised != 0 {
		m.trap(v, ir.FlagInBounds, fmt.Sprintf("index %d of %d though it is flagged to be in bounds", int32(i), n))
		return false
	}
	if m.options.Check&exec.CheckBounds != 0 {
		m.find(exec.CodeBounds, v, "index %d is out of bounds: there are %d elements", int32(i), n)
	}
	return true
}

// beyond handles an access beyond the end of memory; see outside.
func (m *machine) beyond(v *invocation, flags uint16, at, size uint64) bool {
	if flags&accessPromised != 0 {
		m.trap(v, ir.FlagInBounds, "an access lies outside the memory though it is flagged to be in bounds")
		return false
	}
	if m.options.Check&exec.CheckBounds != 0 {
		m.find(exec.CodeBounds, v, "%d bytes at offset %d lie outside the memory", size, at)
	}
	return true
}

// find reports a finding at the present instruction. There is one of a kind for
// each place in the source.
func (m *machine) find(code diag.Code, v *invocation, format string, args ...any) {
	m.report.Warnf(code, v.span(), format, args...).Note("in invocation %s", v.name)
}
