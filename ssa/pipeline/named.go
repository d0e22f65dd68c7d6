package pipeline

// This file holds the pipelines that end in the form that a machine takes, by the name
// of the machine.

import (
	"fmt"
	"strings"
)

// values are what makes local variables values and simplifies what comes of it.
const values = "(opt-deref, split-struct-vars, split-array-vars, lower-var-copies, vars-to-ssa, " +
	"copy-prop-vars, dead-writes, copy-prop, constant-folding, algebraic, remove-phis, cse, ranges, dead-cf, dce, dead-variables)*, "

// tidy simplifies what lowering leaves.
const tidy = "(copy-prop, constant-folding, algebraic, cse, ranges, dead-cf, dce)*, "

// one makes one function of each entry point.
const one = "lower-returns, inline-functions, dead-functions, global-to-local, "

var named = []struct{ name, passes string }{
	// Four invocations in the lanes of vectors, as package exec/wasm compiles them: one
	// function without calls and switches.
	{"cpu", one + "lower-switch, " +
		"(opt-deref, split-struct-vars, split-array-vars, lower-var-copies, vars-to-ssa, " +
		"copy-prop-vars, dead-writes, copy-prop, alu-to-scalar, constant-folding, algebraic, remove-phis, cse, ranges, dead-cf, dce, dead-variables)*, " +
		"algebraic-late, alu-to-scalar, copy-prop, constant-folding, dce"},
	// A scalar instruction set with descriptors, as AMD's compiler takes it: inputs and
	// outputs by slot, memory by offset, no variables.
	{"radv", one + values +
		"matrices-to-columns, io-to-variables, io-to-temporaries, io-arrays-to-elements, " + values +
		"explicit-io, explicit-buffers, explicit-shared, locals-to-scratch, lower-system-values, " + tidy +
		"io-to-vector, vectorize-memory, offsets, " + tidy +
		"algebraic-late, alu-to-scalar, phis-to-scalar, consts-to-scalar, copy-prop, constant-folding, cse, dce"},
}

// Names are the machines that have a pipeline.
func Names() (list []string) {
	for k := range named {
		list = append(list, named[k].name)
	}
	return list
}

// Named is the pipeline of a machine: see Names. Of others the error is an *UnknownError.
func Named(name string) (Pipeline, error) {
	for k := range named {
		if named[k].name == name {
			return Parse(named[k].passes)
		}
	}
	return nil, &UnknownError{name}
}

// An UnknownError is a name that no pipeline has.
type UnknownError struct{ Name string }

func (e *UnknownError) Error() string {
	return fmt.Sprintf("there is no pipeline %q; there are %s", e.Name, strings.Join(Names(), ", "))
}
