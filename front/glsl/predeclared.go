package glsl

// This file makes the names of the language symbols: names are interned before
// anything is parsed, so that the meaning of a symbol is an array look-up.

import (
	"sync"

	"refract/internal/front/glsl/syntax"
)

// meaning has the meanings of a name of the language. Each index is that of a table plus
// one; a name may be several things.
type meaning struct {
	ty       int16 // typeNames
	fn       int16 // functionNames
	tex      int16 // textureFunctions
	mem      int16 // memoryFunctions
	variable int16 // variables
}

var (
	predeclaredNames []string
	meanings         []meaning
)

// tables makes the tables that are looked things up in, before the first source is
// read: a program that reads no GLSL doesn't pay for them.
var tables sync.Once

func makeTables() {
	typeNames = makeTypeNames()
	functionNames, functionRows = makeFunctionRows()
	shapes = makeShapes()
	memoryFunctions = makeMemoryFunctions()
	predeclaredNames, meanings = makeMeanings()
	variableSymbols = makeVariableSymbols()
	extensionIndex = makeExtensionIndex()
}

func makeMeanings() (names []string, list []meaning) {
	at := make(map[string]int)
	of := func(name string) *meaning {
		i, ok := at[name]
		if !ok {
			i = len(names)
			at[name] = i
			names = append(names, name)
			list = append(list, meaning{})
		}
		return &list[i]
	}
	for i := range typeNames {
		of(typeNames[i].name).ty = int16(i + 1)
	}
	for i, name := range functionNames {
		of(name).fn = int16(i + 1)
	}
	for i := range textureFunctions {
		of(textureFunctions[i].name).tex = int16(i + 1)
	}
	for i := range memoryFunctions {
		of(memoryFunctions[i].name).mem = int16(i + 1)
	}
	for i := range variables {
		of(variables[i].name).variable = int16(i + 1)
	}
	return names, list
}

// meaningOf is the meaning that the language gives a name, or nil.
func meaningOf(s syntax.Symbol) *meaning {
	if i := int(s) - int(syntax.FirstPredeclared); i >= 0 && i < len(meanings) {
		return &meanings[i]
	}
	return nil
}

// symbolOf is the symbol of a name of the language.
func symbolOf(name string) syntax.Symbol {
	for i, n := range predeclaredNames {
		if n == name {
			return syntax.FirstPredeclared + syntax.Symbol(i)
		}
	}
	panic("glsl: no such name: " + name)
}
