package clike

// This file writes calls that print lines, and the strings that their formats are.

import (
	"fmt"

	"refract/ir"
)

// Print writes the call of a function that prints, in the way of C's printf.
func (w *Writer) Print(function string, v ir.PrintStmt) {
	o := &w.Out
	o.Str(function)
	o.Byte('(')
	o.Str(Quoted(w.M.Formats[v.Format]))
	for _, a := range v.Args {
		o.Comma()
		w.Expr(a, AnyForm)
	}
	o.Byte(')')
}

// Quoted returns a text as a string of C, with escape sequences.
func Quoted(text string) string {
	b := []byte{'"'}
	for i := range len(text) {
		switch c := text[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c == '\n':
			b = append(b, `\n`...)
		case c == '\t':
			b = append(b, `\t`...)
		case c < ' ' || c == 0x7F:
			b = fmt.Appendf(b, `\%03o`, c)
		default:
			b = append(b, c)
		}
	}
	return string(append(b, '"'))
}
