package pipeline

// This file holds the pipelines that end in the form that a machine takes, by the name
// of the machine.

import (
	"fmt"
	"slices"
	"strings"

	"refract/internal/lazy"
	"refract/internal/ssa/lower"
	"refract/internal/ssa/opt"
	"refract/ssa"
)

// values makes local variables values and simplifies the results.
const values = valuesAlone + ", "

const valuesAlone = "(opt-deref, split-struct-vars, split-array-vars, shrink-array-vars, lower-var-copies, vars-to-ssa, " +
	"copy-prop-vars, dead-writes, copy-prop, constant-folding, algebraic, remove-phis, cse, ranges, dead-cf, dce, dead-variables)*"

// tidy simplifies the results of lowering.
const tidy = "(copy-prop, constant-folding, algebraic, cse, ranges, dead-cf, dce)*, "

// one makes one function of each entry point.
const one = "lower-returns, inline-functions, dead-functions, global-to-local, "

// large unrolls loops of programs that must have none.
const large = "loop-unroll{rounds=1024, instructions=8192, arrays=8192, convergent}, " +
	"loop-unroll-exits{rounds=1024, copies=1024, instructions=8192, arrays=8192, convergent}, loop-once, "

// inputsAndOutputs makes them variables of their own, read at the start and written at the end.
const inputsAndOutputs = "matrices-to-columns, io-to-variables, io-to-temporaries, io-arrays-to-elements, "

// A namedPipeline is a pipeline with a name. The optional passes run between first and last, in their order, if
// they are stated.
type namedPipeline struct {
	name, first string
	optional    []string
	last        string
}

var named = []namedPipeline{
	// Four invocations in the lanes of vectors, as package exec/wasm compiles them: one
	// function without calls and switches.
	{name: "cpu", first: one + "lower-switch, " +
		"(opt-deref, split-struct-vars, split-array-vars, lower-var-copies, vars-to-ssa, " +
		"copy-prop-vars, dead-writes, copy-prop, alu-to-scalar, constant-folding, algebraic, remove-phis, cse, ranges, dead-cf, loop-unroll{instructions=1024}, dce, dead-variables)*, " +
		"algebraic-late, alu-to-scalar, copy-prop, constant-folding, dce"},
	// A scalar instruction set with descriptors, as AMD's compiler takes it: inputs and
	// outputs by slot, memory by offset, no variables.
	{name: "radv", first: one + values + inputsAndOutputs + values +
		"split-loop-phis, infer-access, io-variables-to-vector, explicit-io, explicit-buffers, explicit-shared, large-constants, locals-to-scratch, lower-system-values, lower-tex, access, idiv-const, " + tidy +
		"io-to-vector, vectorize-memory, offsets, " + tidy +
		"conditional-discard, shrink-vectors, shrink-stores, algebraic-late, alu-to-scalar, phis-to-scalar, consts-to-scalar, copy-prop, constant-folding, cse, dce, discards-to-top"},
	// Back to SPIR-V, as a layer that draws with a Vulkan driver writes it: memory by
	// offset in words, tables as constant data, inputs and outputs as variables that are
	// read at the start and written at the end, none of the operations that SPIR-V lacks.
	// Vectors and phis stay.
	{name: "zink", first: one + values + inputsAndOutputs + values +
		"infer-access, explicit-buffers, explicit-shared, large-constants, locals-to-scratch, lower-tex, access, " + tidy +
		"lower-subgroups, lower-flrp, lower-frexp, lower-alu, " + tidy +
		"vectorize-memory, offsets, " + tidy +
		"shrink-vectors, shrink-stores, algebraic-late, copy-prop, constant-folding, cse, dce"},
	// GLSL ES 1.00: integers are floats, of which 24 bits are exact, there are no operations
	// on bits and no switches, and indices of local arrays are known.
	{name: "es2", first: one + values + "lower-switch, indirect-derefs, " + values +
		"algebraic-late, ints-to-floats{approximate, zeros, all}, copy-prop, constant-folding, cse, dce"},
	// Shader model 2 of Direct3D 9: registers of four floats, neither loops nor branches.
	{name: "d3d9", first: one + "lower-switch, " + values + inputsAndOutputs + values + "loop-flags, loop-once, " + values + large + values + large + values +
		"indirect-derefs{most=32}, " + values + "matrices-to-columns, conditional-discard, flatten-ifs{convergent}, lower-alu{ops=saturate+integer-dot}, " + tidy +
		"algebraic-late, shrink-vectors, ints-to-floats{approximate, zeros, all}, bools-to-floats, copy-prop, constant-folding, cse, dce"},
	// OpenGL's compatibility profile on hardware without its fixed functions.
	{name: "gl-compat", first: one + values + inputsAndOutputs + valuesAlone,
		optional: []string{"two-sided-color", "flat-shade", "texcoord-replace", "point-coord-flip", "draw-pixels", "bitmap", "smooth-points",
			"smooth-lines", "clamp-color-outputs", "alpha-test", "blend", "fragcolor", "clip", "clip-disable", "edge-flags", "point-size"},
		last: values + "algebraic-late, copy-prop, constant-folding, cse, dce"},
}

// Names are the machines that have a pipeline.
func Names() (list []string) {
	for k := range named {
		list = append(list, named[k].name)
	}
	return list
}

// Named is the pipeline of a machine: see Names. In braces behind the name are optional passes of the
// pipeline, with their options, which run in the order that the pipeline has:
//
//	gl-compat{alpha-test{less, 0.5}, clamp-color-outputs}
//
// The error is an *UnknownError, an *OptionalError, or one of Parse.
func Named(text string) (Pipeline, error) {
	name, stated, braces := strings.Cut(text, "{")
	name = strings.TrimSpace(name)
	for k := range named {
		if named[k].name != name {
			continue
		}
		if !braces {
			return named[k].with(nil)
		}
		stated, closed := strings.CutSuffix(strings.TrimSpace(stated), "}")
		if !closed {
			return nil, &ParseError{text, len(text), "expected '}' behind the optional passes of a pipeline"}
		}
		list, err := Parse(stated)
		if err != nil {
			return nil, err
		}
		return named[k].with(list)
	}
	return nil, &UnknownError{name}
}

// Optional are the optional passes of a pipeline, in their order.
func Optional(name string) []string {
	for k := range named {
		if named[k].name == name {
			return named[k].optional
		}
	}
	return nil
}

// with is the pipeline with some of its optional passes.
func (n *namedPipeline) with(stated Pipeline) (Pipeline, error) {
	p, err := Parse(n.first)
	if err != nil {
		return nil, err
	}
	for k := range stated {
		if stated[k].Pass == nil || !slices.Contains(n.optional, stated[k].Pass.Name) {
			return nil, &OptionalError{n.name, stated[k : k+1].String()}
		}
	}
	for _, name := range n.optional {
		for k := range stated {
			if stated[k].Pass.Name == name {
				p = append(p, stated[k])
			}
		}
	}
	last, err := Parse(n.last)
	return append(p, last...), err
}

// An OptionalError is a pass that isn't an optional one of a pipeline.
type OptionalError struct{ Pipeline, Pass string }

func (e *OptionalError) Error() string {
	list := Optional(e.Pipeline)
	if list == nil {
		return fmt.Sprintf("pipeline %s has no optional passes", e.Pipeline)
	}
	return fmt.Sprintf("%s is no optional pass of pipeline %s; there are %s", e.Pass, e.Pipeline, strings.Join(list, ", "))
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
	if !lower.HasMachineForm(s) {
		return nil
	}
	opt.DeadFunctions.Run(s) // functions that were inlined: their operations have no form without an entry point
	if !lower.ModuleForm.Run(s) {
		return nil
	}
	_, err := Run(s, moduleTidy.Get(), Options{Establish: true})
	return err
}
