package clike

// This file holds the words that languages have in common.

import (
	"refract/internal/back/text"
	"refract/internal/builtin/row"
	"refract/ir"
)

// MathNames are the names of math functions in a language, which name takes out of a row.
func MathNames(name func(r *row.Row) string) (list []string) {
	for op := range row.Count {
		if s := name(row.Of(ir.MathOp(op))); s != "" {
			list = append(list, s)
		}
	}
	return list
}

// MathWords are the words of math functions, 0 for functions that the language lacks.
func MathWords(words *text.Words, name func(r *row.Row) string) (list [row.Count]text.Word) {
	for op := range list {
		if s := name(row.Of(ir.MathOp(op))); s != "" {
			list[op] = words.Word(s)
		}
	}
	return list
}

// Relations are the functions for predicates of values.
func Relations(words *text.Words) [ir.IsInf + 1]text.Word {
	return [ir.IsInf + 1]text.Word{ir.All: words.Word("all"), ir.Any: words.Word("any"), ir.IsNan: words.Word("isnan"), ir.IsInf: words.Word("isinf")}
}
