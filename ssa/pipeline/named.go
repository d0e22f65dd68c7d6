package pipeline

// This file holds the pipelines that end in the form that a machine takes, by the name
// of the machine.

import (
	"fmt"
	"strings"

	"refract/internal/lazy"
	"refract/internal/ssa/lower"
	"refract/ssa"
)

// values makes local variables values and simplifies the results.
const values = "(opt-deref, split-struct-vars, split-array-vars, shrink-array-vars, lower-var-copies, vars-to-ssa, " +
	"copy-prop-vars, dead-writes, copy-prop, constant-folding, algebraic, remove-phis, cse, ranges, dead-cf, dce, dead-variables)*, "

// tidy simplifies the results of lowering.
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
		"split-loop-phis, infer-access, io-variables-to-vector, explicit-io, explicit-buffers, explicit-shared, large-constants, locals-to-scratch, lower-system-values, lower-tex, access, idiv-const, " + tidy +
		"io-to-vector, vectorize-memory, offsets, " + tidy +
		"conditional-discard, shrink-vectors, shrink-stores, algebraic-late, alu-to-scalar, phis-to-scalar, consts-to-scalar, copy-prop, constant-folding, cse, dce, discards-to-top"},
	// Back to SPIR-V, as a layer that draws with a Vulkan driver writes it: memory by
	// offset in words, tables as constant data, inputs and outputs as variables that are
	// read at the start and written at the end, none of the operations that SPIR-V lacks.
	// Vectors and phis stay.
	{"zink", one + values +
		"matrices-to-columns, io-to-variables, io-to-temporaries, io-arrays-to-elements, " + values +
		"infer-access, explicit-buffers, explicit-shared, large-constants, locals-to-scratch, lower-tex, access, " + tidy +
		"lower-subgroups, lower-flrp, lower-frexp, lower-alu, " + tidy +
		"vectorize-memory, offsets, " + tidy +
		"shrink-vectors, shrink-stores, algebraic-late, copy-prop, constant-folding, cse, dce"},
}

// Names are the machines that have a pipeline.
func Names() (list []string) {
	for k := range named {
		list = append(list, named[k].name)
	}
	return list
}

// Named is the pipeline of a machine: see Names. The error for other names is an
// *UnknownError.
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

// moduleTidy simplifies what is left of slots, scratch and registers.
var moduleTidy = lazy.Value[Pipeline]{Make: func() Pipeline {
	p, err := Parse("global-to-local, split-array-vars, vars-to-ssa, copy-prop, constant-folding, dce, dead-variables")
	if err != nil {
		panic(err)
	}
	return p
}}

// ToModule takes a shader out of the machine form, so that it can become a module again. It
// does nothing to shaders that aren't in machine form.
func ToModule(s *ssa.Shader) error {
	if !lower.ModuleForm.Run(s) {
		return nil
	}
	_, err := Run(s, moduleTidy.Get(), Options{Establish: true})
	return err
}
