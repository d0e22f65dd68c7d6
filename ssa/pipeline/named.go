package pipeline

// This file holds the pipelines that end in the form that a machine takes, by the name
// of the machine.

import "fmt"

var named = map[string]string{
	// Four invocations in the lanes of vectors, as package exec/wasm compiles them: one
	// function without calls and switches.
	"cpu": "lower-returns, inline-functions, dead-functions, global-to-local, lower-switch, " +
		"(opt-deref, split-struct-vars, split-array-vars, lower-var-copies, vars-to-ssa, " +
		"copy-prop-vars, dead-writes, copy-prop, alu-to-scalar, constant-folding, algebraic, remove-phis, cse, ranges, dead-cf, dce, dead-variables)*, " +
		"algebraic-late, alu-to-scalar, copy-prop, constant-folding, dce",
}

// Named is the pipeline of a machine: "cpu". Of others the error is an *UnknownError.
func Named(name string) (Pipeline, error) {
	text, ok := named[name]
	if !ok {
		return nil, &UnknownError{name}
	}
	return Parse(text)
}

// An UnknownError is a name that no pipeline has.
type UnknownError struct{ Name string }

func (e *UnknownError) Error() string {
	return fmt.Sprintf("there is no pipeline %q; there is cpu", e.Name)
}
