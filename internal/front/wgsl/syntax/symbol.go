package syntax

import "refract/internal/intern"

// This file gives names dense numbers.

// A Symbol is the number of a name: equal names have equal symbols, and
// symbols are dense from 1. Zero is no name.
//
// Keywords and reserved words come first, then the names given to NewInterner, in order and
// from FirstPredeclared, so that a later phase can declare constants for the names it
// knows.
type Symbol = intern.Symbol

// NoSymbol is the absent name, as of a declaration whose name is missing.
const NoSymbol = intern.NoSymbol

// An Interner gives names their symbols. It must not be used by two parsers at
// once.
type Interner = intern.Interner

// NewInterner makes an Interner that knows all keywords, all reserved words
// and the names of predeclared: predeclared[i] is FirstPredeclared+i. It panics
// if a name occurs twice.
func NewInterner(predeclared []string) *Interner {
	return intern.New(keywordNames(), reservedWords[:], predeclared)
}
