package clike

// This file spells scalars.

import (
	"refract/internal/back/text"
	"refract/ir"
)

// A Scalar is how a language spells the values of a type of scalars. A literal is written
// so that it has its type if the context gives it none.
type Scalar struct {
	Cast   string // the literal is written as Cast(literal); "": it has the type by itself
	Suffix string
	Lacks  string // what can't be written, if there are no such literals
	Least  string // the least signed integer, where no literal with a minus can be that; "": it is as others
}

// IsNegative reports whether a literal is spelled with a minus first.
func (w *Writer) IsNegative(t ir.TypeID, bits uint64) bool {
	s := ir.Scalar(t)
	switch s.Kind() {
	case ir.SintKind:
		if bits>>(s.Bits()-1)&1 == 0 {
			return false
		}
		row := &w.L.Scalars[s]
		return row.Cast == "" && (row.Least == "" || bits<<(64-s.Bits()) != 1<<63)
	case ir.FloatKind:
		return bits>>(s.Bits()-1)&1 != 0 && text.IsFinite(s, bits)
	}
	return false
}

// Literal spells a scalar value.
func (w *Writer) Literal(t ir.TypeID, bits uint64) {
	o := &w.Out
	s := ir.Scalar(t)
	row := &w.L.Scalars[s]
	if row.Lacks != "" {
		w.Unsupported(row.Lacks, w.Span)
		return
	}
	w.L.Scalar(s)
	if o.Last() == '-' && w.IsNegative(t, bits) {
		o.Byte(' ') // -- is one token
	}
	switch s.Kind() {
	case ir.BoolKind:
		if bits != 0 {
			o.Str("true")
		} else {
			o.Str("false")
		}
		return
	case ir.FloatKind:
		switch {
		case !text.IsFinite(s, bits):
			w.L.NotFinite(s, bits)
		default:
			o.Float(s, bits, w.L.Float)
			if w.Typed {
				o.Byte('f')
			}
		}
		return
	}
	shift := 64 - s.Bits()
	if row.Least != "" && bits<<shift == 1<<63 {
		o.Str(row.Least)
		return
	}
	if row.Cast != "" {
		o.Str(row.Cast)
		o.Byte('(')
	}
	if s.IsSigned() {
		o.Int(int64(bits<<shift) >> shift)
	} else {
		o.Uint(bits << shift >> shift)
	}
	o.Str(row.Suffix)
	if row.Cast != "" {
		o.Byte(')')
	}
}
