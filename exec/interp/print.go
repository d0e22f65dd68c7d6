package interp

// This file prints the numbers of a statement that prints.

import (
	"refract/diag"
	"refract/exec"
)

// print calls the run's function with the text and place of a statement that prints.
func (m *machine) print(v *invocation, p *printArgs, r []uint64) {
	types := &m.p.m.Types
	args := make([]exec.PrintedValue, len(p.args))
	for k, a := range p.args {
		n := max(1, types.ComponentCount(a.ty))
		args[k] = exec.PrintedValue{Scalar: types.ScalarOf(a.ty), Bits: r[a.slot : int(a.slot)+n]}
	}
	span := v.span()
	var at diag.Position
	if sources := m.p.m.Sources; sources != nil {
		at, _ = sources.Position(span.Start)
	}
	m.options.Print(&exec.Printed{Text: exec.FormatPrinted(m.p.m.Formats[p.format], args), Invocation: v.name, Span: span, Position: at})
}
